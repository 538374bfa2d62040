"""The messages that workers take: do a job, bring back dead ones, sign the day's checkpoint, forget files."""

from datetime import timedelta
from uuid import UUID

from celery import shared_task
from celery.signals import worker_ready
from django.utils import timezone

from core.checkpoints import checkpoint_today
from core.files import forget_expired
from core.jobs import JobContext, job, submit
from core.jobs.running import reap, run
from core.models import Job


@shared_task(name="core.run_job")
def run_job(job_id: str) -> None:
    """Do one job; harmless when it is done, claimed or called off already."""
    run(UUID(job_id))


@job("core.check")
def check(context: JobContext) -> None:
    """Show that a worker takes jobs, reads and writes the database: what `up --check` asks for."""
    context.progress(1, 1)


@shared_task(name="core.reap")
def reap_jobs() -> None:
    """Bring back jobs whose worker died; the scheduler sends this every five seconds."""
    reap(timezone.now())


@shared_task(name="core.checkpoint")
def checkpoint() -> None:
    """Sign the heads of the ledger once a day."""
    checkpoint_today()


@shared_task(name="core.forget_files")
def forget_files() -> None:
    """Remove the stored files whose time is over."""
    forget_expired(timezone.now())


@shared_task(name="core.order")
def order(kind: str, every_days: int = 0) -> None:
    """Order a job that the scheduler asks for; one that is waiting already is enough.

    With `every_days` none is ordered while the last one that was done is younger, so a portal that sleeps at night
    can be asked every day for what is due once a week.
    """
    since = timezone.now() - timedelta(days=every_days)
    if every_days and Job.objects.filter(kind=kind, state=Job.State.DONE, finished_at__gt=since).exists():
        return
    submit(kind, {}, dedupe_key=kind)


@worker_ready.connect
def _reap_at_start(**_signal: object) -> None:
    """A worker that comes up looks for what the last one left."""
    reap(timezone.now())
