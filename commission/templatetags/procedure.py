"""What a report's signatories may do next, on the pages of the reports."""

from typing import Any

from django import template

from commission.models import Dossier
from commission.moves import MOVES
from commission.permissions import PERMISSIONS
from reports.models import Report
from tournaments.models import Event

register = template.Library()


@register.inclusion_tag("commission/_next_step.html", takes_context=True)
def dossier_next(context: dict[str, Any], event: Event) -> dict[str, Any]:
    """The dossier's state, and the button that hands the countersigned report in to the commission."""
    request = context.get("request")
    dossier = Dossier.objects.filter(event=event).first() or Dossier(event=event)
    move = MOVES["submit"]
    is_countersigned = Report.objects.filter(event=event, state=Report.State.COUNTERSIGNED).exists()
    may_submit = (
        is_countersigned
        and dossier.stage in move.sources
        and request is not None
        and PERMISSIONS[move.permission](request.user, dossier)
    )
    return {
        "dossier": dossier,
        "event": event,
        "move": move,
        "may_submit": may_submit,
        "csrf_token": context.get("csrf_token"),
    }
