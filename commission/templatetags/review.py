"""What the dossier's page gathers beside findings and moves: differences, messages, papers, the ledger."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from commission.forms_dossier import AssignForm, MessageForm
from commission.interests import declared_interests, interests_of, members_free_for
from commission.messages import thread_of, unread_count
from commission.models import Dossier
from commission.permissions import PERMISSIONS
from commission.register_differences import register_differences
from core.files import FileDamaged, FileMissing, read
from players.permissions import allowed
from reports.models import Report
from tournaments.models import Event
from tournaments.selectors.ledger import ledger_page

register = template.Library()
# Rows of each kind that stand on the dossier's own page; the rest is a link away.
SHOWN = 12


@register.simple_tag
def review_crumbs(event: Event) -> list[tuple[str, str]]:
    """The way back to the dossier and to the queue, for the pages below it."""
    return [
        (_("Commission"), reverse("commission:queue")),
        (event.name, reverse("commission:dossier", args=[event.pk])),
    ]


@register.inclusion_tag("commission/_differences.html", takes_context=True)
def dossier_differences(context: dict[str, Any], dossier: Dossier) -> dict[str, Any]:
    """Differences to the register for the commission, open ones first."""
    if not allowed(PERMISSIONS, "queue", context.get("user")):
        return {"hidden": True}
    found = register_differences(dossier)
    found.sort(key=lambda item: not item.is_open)
    return {
        "event": dossier.event,
        "differences": found[:SHOWN],
        "total": len(found),
        "open": sum(item.is_open for item in found),
    }


@register.inclusion_tag("commission/_thread_panel.html", takes_context=True)
def dossier_messages(context: dict[str, Any], dossier: Dossier) -> dict[str, Any]:
    """The newest messages with a form to answer, for the two sides of the thread."""
    account = context.get("user")
    if not allowed(PERMISSIONS, "messages", account, dossier):
        return {"hidden": True}
    directs = allowed(PERMISSIONS, "directs", account, dossier)
    newest = list(thread_of(dossier).order_by("-pk")[:4])
    return {
        "event": dossier.event,
        "thread": newest[2::-1],
        "more": len(newest) > 3,
        "unread": unread_count(dossier, account, by_commission=directs),
        "form": MessageForm(),
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("commission/_desk_messages.html", takes_context=True)
def desk_messages(context: dict[str, Any], event: Event) -> dict[str, Any]:
    """The way from the director's desk to the thread, with how many messages he has not read."""
    account = context.get("user")
    dossier = Dossier.objects.filter(event=event).first()
    if dossier is None or not allowed(PERMISSIONS, "directs", account, dossier):
        return {"hidden": True}
    return {
        "event": event,
        "unread": unread_count(dossier, account, by_commission=True),
        "any": dossier.messages.exists(),
    }


@register.inclusion_tag("commission/_papers.html")
def dossier_papers(dossier: Dossier) -> dict[str, Any]:
    """Every document of the event that stands, with whether its stored bytes are those that were signed."""
    reports = (
        Report.objects.live().filter(event_id=dossier.event_id).select_related("entry").exclude(pdf_sha256="")
    )
    return {
        "papers": [(report, _is_intact(report)) for report in reports.order_by("sheet", "-number")[:SHOWN]]
    }


def _is_intact(report: Report) -> bool:
    """Whether the stored document is there and has the hash under which it was signed."""
    try:
        read(report.pdf_sha256)
    except (FileMissing, FileDamaged):
        return False
    return True


@register.inclusion_tag("commission/_dossier_ledger.html")
def dossier_ledger(event: Event) -> dict[str, Any]:
    """The newest rows of the event's ledger."""
    lines, page = ledger_page(event, None, per_page=SHOWN, without=("result.recorded",))
    return {"event": event, "lines": lines, "more": page.has_next()}


@register.inclusion_tag("commission/_members.html", takes_context=True)
def dossier_members(context: dict[str, Any], dossier: Dossier) -> dict[str, Any]:
    """Who has the dossier, whom it may go to, and who is too near the event, for the commission."""
    account = context.get("user")
    if not allowed(PERMISSIONS, "queue", account):
        return {"hidden": True}
    typed = context.get("typed_assignment") or {}
    declared = declared_interests(dossier)
    return {
        "event": dossier.event,
        "dossier": dossier,
        "form": AssignForm(initial=typed, members=members_free_for(dossier)),
        "typed_reason": typed.get("reason", ""),
        "ties": interests_of(dossier, account) if account is not None else [],
        "declared": declared,
        "has_declared": any(
            row.account_id == getattr(account, "pk", 0) and not row.ended_at for row in declared
        ),
        "may_declare": allowed(PERMISSIONS, "take_over", account),
        "csrf_token": context.get("csrf_token"),
    }
