"""What a handler holds in its hands: the order, the progress bar, and the one transaction of the effect."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from core.jobs.lease import finish, mine
from core.models import Job

SECONDS_BETWEEN_WRITES = 0.2


class JobCancelled(Exception):
    """Somebody called the job off; raised in the handler at its next progress."""


class LeaseLost(Exception):
    """The job belongs to another start by now; whatever this one does must not count."""


class JobContext:
    """The job as its handler sees it.

    `payload` is the order as it was submitted. Write files by their hash first, then make the one change of the
    database inside `effect()`: it commits together with "done", so it happens once however often workers die.
    """

    def __init__(
        self,
        job: Job,
        token: UUID,
        *,
        is_lost: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.job_id: UUID = job.pk
        self.kind: str = job.kind
        self.payload: dict[str, Any] = job.payload
        self.created_by_id: int | None = job.created_by_id
        self.result: dict[str, Any] | None = None
        self.has_taken_effect = False
        self._token = token
        self._is_lost = is_lost
        self._clock = clock
        self._last_write: float | None = None
        self._last_message = ""

    def progress(self, done: int, total: int, message: str = "") -> None:
        """Move the bar. Call it often and outside `effect()`; it writes at most five times a second.

        Raises JobCancelled when the job was called off, LeaseLost when another start has taken it over.
        """
        if self._is_lost():
            raise LeaseLost(str(self.job_id))
        now = self._clock()
        is_last = done >= total
        if (
            self._last_write is not None
            and now - self._last_write < SECONDS_BETWEEN_WRITES
            and not is_last
            and message == self._last_message
        ):
            return
        self._last_write, self._last_message = now, message
        if not mine(self.job_id, self._token).update(
            progress=max(done, 0), total=max(total, 0), message=str(message)[:300]
        ):
            raise LeaseLost(str(self.job_id))
        self.check_cancelled()

    def check_cancelled(self) -> None:
        """Raise JobCancelled when the job was called off."""
        if mine(self.job_id, self._token).filter(cancel_requested=True).exists():
            raise JobCancelled(str(self.job_id))

    @contextmanager
    def effect(self) -> Iterator["JobContext"]:
        """The one transaction that changes facts; it marks the job done as its last act.

        Set `context.result` inside to have the result written in the same transaction. Raises LeaseLost, and rolls
        everything back, when another start holds the job by then.
        """
        if self.has_taken_effect:
            raise RuntimeError("a job has one effect; put all its changes into one `with context.effect()`")
        with transaction.atomic():
            yield self
            if not finish(
                self.job_id, self._token, timezone.now(), state=Job.State.DONE, result=self.result, error=""
            ):
                raise LeaseLost(str(self.job_id))
        self.has_taken_effect = True
