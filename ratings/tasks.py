"""Long work of ratings, each one job row: a whole period computed again, a great list filled in parts."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.jobs import JobContext, expect, job
from core.jobs.chord import part_done, submit_chord
from core.models import Job
from ratings.bulk_computing import STEPS, compute
from ratings.bulk_database import is_postgres
from ratings.bulk_previews import summary, words
from ratings.derivations import StoredChangeError
from ratings.models import Period
from ratings.services import periods_open_due
from ratings.services_bulk import RECOMPUTE_JOB, period_pack
from ratings.services_parts import stage_part, stage_start
from tournaments.errors import DomainError

PART_JOB = "ratings.list_part"
OPEN_JOB = "ratings.open_periods"
expect(DomainError)
expect(StoredChangeError)


@job(RECOMPUTE_JOB, title=gettext_lazy("Computing a period again"))
def recompute_period(context: JobContext) -> dict[str, Any]:
    """Compute a period from its packed games, hold it against what is stored, and say what its list would be.

    Writes nothing but the packed form of calculations that have none yet. Each step may be called off.
    """
    period = Period.objects.get(pk=context.payload["period"])
    pack(context, period)
    found = summary(compute(period, context.progress))
    context.progress(STEPS, STEPS, words(found))
    return {"url": context.payload.get("url", ""), "summary": found.as_json()}


def pack(context: JobContext, period: Period) -> None:
    """Pack what is not packed yet, with the bar."""
    period_pack(
        period,
        lambda done, total, name: context.progress(done, total, _("packing %(event)s") % {"event": name}),
    )


def parts_wanted() -> int:
    """In how many parts the portal fills a great list; one on SQLite, whose one writer cannot share the work."""
    return int(settings.LIST_PARTS) if is_postgres() else 1


def in_parts(context: JobContext, period: Period) -> dict[str, Any]:
    """Order the parts of a period's list, and this job once more when the list is filled.

    Raises DomainError while parts ordered before are still at work.
    """
    live = Job.objects.filter(kind=PART_JOB, payload__period=period.pk, state__in=Job.LIVE)
    if live.exists():
        raise DomainError(_("The list is being filled already."), "parts_at_work")
    with context.effect():
        stage = stage_start(period, parts_wanted())
        parts = submit_chord(
            PART_JOB,
            [
                {"period": period.pk, "list": stage.list_id, "first": first, "last": last}
                for first, last in stage.ranges
            ],
            then=context.kind,
            then_payload={**context.payload, "staged": stage.list_id},
            created_by_id=context.created_by_id,
        )
        context.result = {"url": reverse("core:job", args=[parts[-1].pk])}
    return context.result


@job(OPEN_JOB, title=gettext_lazy("Opening the next rating periods"))
def open_periods(context: JobContext) -> dict[str, Any]:
    """Open the periods that are due by the calendar of the rules."""
    with context.effect():
        opened = periods_open_due(timezone.localdate())
        context.result = {"opened": len(opened)}
    return context.result


@job(PART_JOB, title=gettext_lazy("Filling a part of a rating list"))
def list_part(context: JobContext) -> dict[str, Any]:
    """Fill the rows of one range of persons; the last part to end orders the publication."""
    period = Period.objects.get(pk=context.payload["period"])
    context.progress(0, 1, _("filling the list"))
    with context.effect():
        stage_part(period, context.payload["list"], context.payload["first"], context.payload["last"])
        ordered = part_done(context)
        context.result = {} if ordered is None else {"url": reverse("core:job", args=[ordered.pk])}
    return context.result
