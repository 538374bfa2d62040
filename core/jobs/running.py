"""Doing a job, and bringing back those whose worker died."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from core.jobs.context import JobCancelled, JobContext, LeaseLost
from core.jobs.lease import MOST_STARTS, Heartbeat, claim, finish
from core.jobs.orders import send
from core.jobs.registry import handler_of, is_expected
from core.models import Job

logger = logging.getLogger("crosstable.jobs")

FIRST_RESEND = timedelta(seconds=30)


def run(job_id: UUID) -> bool:
    """Do the job if it can be claimed; True if this call did it, with whatever outcome.

    A message may come twice or late; only one start at a time holds the claim, so a second is told False.
    """
    token = claim(job_id, timezone.now())
    if token is None:
        return False
    job = Job.objects.get(pk=job_id)
    heartbeat = Heartbeat(job_id, token)
    heartbeat.start()
    context = JobContext(job, token, is_lost=heartbeat.lost.is_set)
    try:
        _carry_out(job, token, context)
    finally:
        heartbeat.stop()
    return True


def _carry_out(job: Job, token: UUID, context: JobContext) -> None:
    try:
        returned = handler_of(job.kind)(context)
        _keep_result(job, token, context, returned if returned is not None else context.result)
    except JobCancelled:
        finish(job.pk, token, timezone.now(), state=Job.State.CANCELLED)
    except LeaseLost:
        logger.warning("job %s was taken over by another worker; this start changed nothing", job)
    except Exception as error:
        if context.has_taken_effect:
            # What was ordered is done and committed; only the words that follow it failed.
            logger.exception("job %s failed after its effect", job)
            return
        _fail(job, token, error)


def _keep_result(job: Job, token: UUID, context: JobContext, result: object) -> None:
    """Mark a job without an effect as done, or add the returned result to one that is done already."""
    kept = result if result is not None else {}
    if not context.has_taken_effect:
        if not finish(job.pk, token, timezone.now(), state=Job.State.DONE, result=kept, error=""):
            raise LeaseLost(str(job.pk))
    elif kept != context.result or context.result is None:
        Job.objects.filter(pk=job.pk, token=token, state=Job.State.DONE).update(result=kept)


def _fail(job: Job, token: UUID, error: Exception) -> None:
    """Mark as failed: with the error's own words if they are meant for the reader, else with where to look."""
    if is_expected(error):
        words = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
        logger.info("job %s was refused: %s", job, words)
    else:
        logger.exception("job %s failed", job)
        words = _(
            "An internal fault (%(name)s) stopped this job. Nothing was changed. It is in the log as %(id)s."
        ) % {
            "name": type(error).__name__,
            "id": job.pk,
        }
    finish(job.pk, token, timezone.now(), state=Job.State.FAILED, error=words)


def reap(now: datetime) -> list[UUID]:
    """Bring back jobs whose worker died and messages that got lost; the ids that were sent again.

    A job that three starts did not finish fails for good: it probably kills its worker.
    """
    dead = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=now)
    dead.filter(cancel_requested=True).update(state=Job.State.CANCELLED, finished_at=now, lease_until=None)
    dead.filter(starts__gte=MOST_STARTS).update(
        state=Job.State.FAILED,
        finished_at=now,
        lease_until=None,
        error=_("The worker stopped %(count)d times during this job; it is not tried again.")
        % {"count": MOST_STARTS},
    )
    sent = []
    for job_id in list(dead.values_list("pk", flat=True)):
        revived = dead.filter(pk=job_id).update(
            state=Job.State.QUEUED, token=None, lease_until=None, sent_at=now
        )
        if revived:
            sent.append(job_id)
    sent += _overdue(now)
    for job_id in sent:
        send(job_id)
    return sent


def _overdue(now: datetime) -> list[UUID]:
    """Waiting jobs whose message seems lost: none took them for as long as they had waited before, at least 30 s."""
    overdue = []
    waiting = Job.objects.filter(state=Job.State.QUEUED, sent_at__lte=now - FIRST_RESEND)
    for job_id, created_at, sent_at in list(waiting.values_list("pk", "created_at", "sent_at")):
        patience = max(FIRST_RESEND, sent_at - created_at)
        if now - sent_at < patience:
            continue
        if Job.objects.filter(pk=job_id, state=Job.State.QUEUED, sent_at=sent_at).update(sent_at=now):
            overdue.append(job_id)
    return overdue
