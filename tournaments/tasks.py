"""Long work about play, done by workers: fetch, call the service."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.jobs import JobContext, expect, job
from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.services.swiss import PAIR_JOB, round_store, swiss_pairing

expect(DomainError)


@job(PAIR_JOB, title=gettext_lazy("Pairing a round"))
def pair_round(context: JobContext) -> dict[str, Any]:
    """Pair the next round of a Swiss and store it, if nothing in the event changed meanwhile."""
    event = Event.objects.get(pk=context.payload["event"])
    ordered_by = context.payload["actor"]
    actor = Account.objects.get(pk=ordered_by) if ordered_by else None
    number = context.payload["round"]
    context.progress(0, 2, _("Pairing round %(number)s") % {"number": number})
    result = swiss_pairing(event.pk, number)
    context.progress(1, 2, _("Storing the boards"))
    with context.effect():
        round_store(event, actor=actor, result=result, version=context.payload["version"])
        context.result = {
            "round": number,
            "boards": len(result.pairs),
            "url": reverse("tournaments:desk_round", args=[event.pk, number]),
        }
    return context.result
