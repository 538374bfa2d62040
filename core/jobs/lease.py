"""The lease: how long a worker counts as alive, and the moves of a job's state.

Each move is one conditional UPDATE, so of two processes that try the same move one wins and the other knows it.
"""

import logging
import threading
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import DatabaseError, connection
from django.db.models import F, Q
from django.utils import timezone

from core.models import Job

logger = logging.getLogger("crosstable.jobs")

LEASE = timedelta(seconds=15)
RENEWED_EVERY_SECONDS = 5.0
MOST_STARTS = 3


def claim(job_id: UUID, now: datetime) -> UUID | None:
    """Take the job and return the token of this start; None if another has it, it has ended or was called off."""
    token = uuid4()
    free = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, lease_until__lt=now)
    taken = Job.objects.filter(free, pk=job_id, cancel_requested=False, starts__lt=MOST_STARTS).update(
        state=Job.State.RUNNING,
        token=token,
        lease_until=now + LEASE,
        starts=F("starts") + 1,
        started_at=now,
        progress=0,
        total=0,
        message="",
    )
    return token if taken else None


def mine(job_id: UUID, token: UUID) -> Any:
    """The job as long as this start holds it."""
    return Job.objects.filter(pk=job_id, token=token, state=Job.State.RUNNING)


def renew(job_id: UUID, token: UUID, now: datetime) -> bool:
    """Prolong the lease; False when the job is no longer this start's."""
    return bool(mine(job_id, token).update(lease_until=now + LEASE))


def finish(job_id: UUID, token: UUID, now: datetime, *, state: str, **facts: Any) -> bool:
    """End the job if this start still holds it; False otherwise, and then nothing was written."""
    return bool(mine(job_id, token).update(state=state, finished_at=now, lease_until=None, **facts))


class Heartbeat(threading.Thread):
    """Renews the lease every five seconds on a database connection of its own, until stopped or lost."""

    def __init__(self, job_id: UUID, token: UUID, every: float = RENEWED_EVERY_SECONDS) -> None:
        super().__init__(name=f"lease {job_id}", daemon=True)
        self.job_id, self.token, self.every = job_id, token, every
        self.lost = threading.Event()
        self._stopped = threading.Event()

    def run(self) -> None:
        """Renew until stopped. A database that fails once is asked again; the lease outlasts two failures."""
        try:
            while not self._stopped.wait(self.every):
                try:
                    if not renew(self.job_id, self.token, timezone.now()):
                        self.lost.set()
                        return
                except DatabaseError:
                    logger.warning("the lease of job %s could not be renewed", self.job_id, exc_info=True)
                    connection.close()
        finally:
            connection.close()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._stopped.set()
        self.join()
