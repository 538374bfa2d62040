"""The job of a rating run, and the daily look for events that are to be rated again."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from commission.models import RatingRun, RunEvent
from commission.services_rerate import CHECK_JOB, rated_check_all
from commission.services_runs import RUN_JOB, run_begin, run_end, run_event
from core.jobs import JobCancelled, JobContext, job, submit
from players.models import Account


@job(RUN_JOB, title=gettext_lazy("Rating several events"))
def rating_run(context: JobContext) -> dict[str, Any]:
    """Rate the events of a run that are not rated yet, one after the other; called off, it stops between two."""
    run = run_begin(context.payload["run"])
    actor = Account.objects.get(pk=context.payload["actor"])
    with translation.override(actor.language or settings.LANGUAGE_CODE):
        try:
            _rate(context, run, actor)
        except JobCancelled:
            run_end(run, RatingRun.State.STOPPED, actor=actor)
            raise
        with context.effect():
            run_end(run, RatingRun.State.DONE, actor=actor)
            if not run.dry:
                # What was rated may stand before something that others rest on.
                submit(CHECK_JOB, {}, dedupe_key=CHECK_JOB)
            context.result = {"url": reverse("commission:run", args=[run.pk])}
    return context.result


def _rate(context: JobContext, run: RatingRun, actor: Account) -> None:
    rows = list(run.events.select_related("event").order_by("place"))
    for done, row in enumerate(rows):
        if row.outcome == RunEvent.Outcome.WAITING:
            words = _("looking at %(event)s") if run.dry else _("calculating %(event)s")
            context.progress(done, len(rows), words % {"event": row.event.name})
            run_event(row.pk, actor=actor)
    context.progress(len(rows), len(rows))


@job(CHECK_JOB, title=gettext_lazy("Looking for events to be rated again"))
def check_rated(context: JobContext) -> dict[str, Any]:
    """Mark every event whose calculation rests on something that is another by now."""
    marked = rated_check_all(context.progress)
    with context.effect():
        context.result = {"marked": len(marked)}
    return context.result
