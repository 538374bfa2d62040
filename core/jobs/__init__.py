"""Long work as rows: ordered by `submit`, done by a handler marked with `@job`, exactly once in effect."""

from core.jobs.context import JobCancelled, JobContext, LeaseLost
from core.jobs.orders import cancel, submit
from core.jobs.registry import expect, job

__all__ = ["JobCancelled", "JobContext", "LeaseLost", "cancel", "expect", "job", "submit"]
