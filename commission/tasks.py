"""Long work of the commission, each one job row."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from commission.models import Dossier
from commission.services import dossier_move, list_publish
from core.jobs import JobContext, job
from players.models import Account
from ratings.models import Period


@job("commission.rate")
def rate(context: JobContext) -> dict[str, Any]:
    """Rate one accepted event: calculation and move in one transaction, exactly once."""
    dossier = Dossier.objects.select_related("event").get(event_id=context.payload["event"])
    actor = Account.objects.get(pk=context.payload["actor"])
    context.progress(0, 1, _("calculating %(event)s") % {"event": dossier.event.name})
    with context.effect():
        dossier_move(dossier, "rate", actor=actor, version=context.payload.get("version"))
    return {"url": reverse("commission:dossier", args=[dossier.event_id])}


@job("commission.publish_list")
def publish(context: JobContext) -> dict[str, Any]:
    """Publish a period's list and move its dossiers, all or nothing."""
    period = Period.objects.get(pk=context.payload["period"])
    actor = Account.objects.get(pk=context.payload["actor"])
    context.progress(0, 1, _("building the list"))
    with context.effect():
        list_publish(period, actor=actor)
    period.refresh_from_db()
    key = period.rating_list.key if period.rating_list else ""
    return {"url": reverse("ratings:list", args=[key])}
