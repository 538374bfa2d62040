"""Ordering long work and calling it off."""

import logging
from functools import partial
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from core.canonical import canonical_bytes
from core.jobs.registry import handler_of
from core.models import Job

logger = logging.getLogger("crosstable.jobs")

TRIES = 3


def submit(
    kind: str,
    payload: dict[str, Any],
    *,
    created_by_id: int | None = None,
    dedupe_key: str | None = None,
) -> Job:
    """Order a job and return its row; the message to the workers goes out when the caller's transaction commits.

    With a `dedupe_key`, an order that is waiting or running already under that key is returned instead of a second
    one. The payload holds ids and texts, never secrets: it goes into the database and lies there.
    Raises UnknownKind, and ValueError for a payload that is no plain JSON.
    """
    handler_of(kind)
    canonical_bytes(payload)
    for _attempt in range(TRIES):
        if dedupe_key is not None:
            same = Job.objects.filter(dedupe_key=dedupe_key, state__in=Job.LIVE).first()
            if same is not None:
                return same
        try:
            with transaction.atomic():
                ordered = Job.objects.create(
                    kind=kind, payload=payload, created_by_id=created_by_id, dedupe_key=dedupe_key
                )
        except IntegrityError:
            # Somebody ordered the same work in between; look again, it may even have ended.
            continue
        transaction.on_commit(partial(send, ordered.pk))
        return ordered
    raise RuntimeError(f"the job {dedupe_key!r} could neither be found nor ordered")


def cancel(job: Job) -> bool:
    """Call a job off; True if it was still alive. A waiting one ends here, a running one at its next progress."""
    now = timezone.now()
    waiting = Job.objects.filter(pk=job.pk, state=Job.State.QUEUED)
    if waiting.update(state=Job.State.CANCELLED, cancel_requested=True, finished_at=now):
        return True
    return bool(Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(cancel_requested=True))


def send(job_id: UUID) -> None:
    """Tell the workers. A broker that is down costs time, not the job: the reaper sends it again."""
    from core.tasks import run_job

    try:
        run_job.apply_async((str(job_id),), retry=False)
    except Exception:
        logger.exception("the message for job %s could not be sent; the reaper will send it again", job_id)
