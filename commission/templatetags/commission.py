"""What the commission adds to pages: findings with their dismissal, the dossier's state on the event page."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from commission.findings import DossierFinding
from commission.models import Dossier
from commission.moves import MOVES
from tournaments.models import Event

register = template.Library()

SEVERITY_LABELS = {
    "note": lambda: _("note"),
    "warning": lambda: _("warning"),
    "objection": lambda: _("objection"),
    "refusal": lambda: _("refusal"),
}


@register.simple_tag
def dossier_crumbs() -> list[tuple[str, str]]:
    """The way back to the queue."""
    return [(_("Commission"), reverse("commission:queue"))]


@register.simple_tag
def dossier_facts(dossier: Dossier) -> list[str]:
    """The line of facts under the title."""
    event = dossier.event
    facts = [event.city, event.chief_arbiter_name, event.registration_number]
    if dossier.arrived_on:
        facts.append(_("arrived %(day)s") % {"day": dossier.arrived_on.isoformat()})
    if dossier.due_on:
        facts.append(_("due %(day)s") % {"day": dossier.due_on.isoformat()})
    if dossier.assigned_to:
        facts.append(_("with %(name)s") % {"name": dossier.assigned_to})
    return [fact for fact in facts if fact]


@register.simple_tag
def move_done(verb: str) -> Any:
    """What a move is called when it is done."""
    return MOVES[verb].done if verb in MOVES else verb


@register.inclusion_tag("commission/_finding.html")
def dossier_finding(item: DossierFinding, event: Event, may_dismiss: bool) -> dict[str, Any]:
    """One finding with its dismissal, or the form that sets it aside."""
    finding = item.finding
    concerns = [
        (
            _("no. %(number)s") % {"number": number},
            f"{reverse('tournaments:entries', args=[event.pk])}#entry-{number}",
        )
        for number in finding.players[:12]
    ]
    return {
        "finding": {
            "severity": finding.severity,
            "severity_label": SEVERITY_LABELS[finding.severity](),
            "article": finding.article,
            "text": finding.text,
            "remedy": finding.remedy,
            "concerns": concerns,
            "dismissed_reason": _dismissal(item),
        },
        "fingerprint": finding.fingerprint,
        "event": event,
        "may_dismiss": may_dismiss and item.dismissed is None,
        "is_refusal": finding.severity == "refusal",
    }


@register.inclusion_tag("commission/_event_state.html", takes_context=True)
def dossier_state(context: dict[str, Any], event: Event) -> dict[str, Any]:
    """The dossier's state and the waived findings, on the public event page."""
    dossier = Dossier.objects.filter(event=event).first()
    waived = list(dossier.dismissed_findings.select_related("account")) if dossier else []
    return {"dossier": dossier, "waived": waived, "event": event}


def _dismissal(item: DossierFinding) -> str:
    if item.dismissed is None:
        return ""
    day = item.dismissed.dismissed_at.date().isoformat()
    return f"{item.dismissed.reason} ({item.dismissed.account}, {day})"
