"""What the commission adds to pages: findings with their dismissal, the dossier's state on the event page."""

from dataclasses import replace
from typing import Any

from django import template
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from commission.deadlines import clocks_of, with_filed
from commission.findings import DossierFinding, findings_of
from commission.models import Appeal, Decision, Dossier, DossierMove, RequestStep
from commission.moves import MOVES
from commission.permissions import PERMISSIONS, has_part_in
from commission.services_appeals import APPEALED_MOVES, appeal_until, can_be_appealed
from commission.shown import is_overdue
from commission.waivers import NEVER_WAIVED, waivers_of
from core.templatetags.ui import day
from players.permissions import allowed
from ratings.articles import article_address
from tournaments.models import Event
from tournaments.selectors.notices import UnratedNotice

register = template.Library()

# Players whom a finding names with a link; the sentence names all of them.
CONCERNS = 12
SHOWN_REQUESTS = 5
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
def dossier_facts(dossier: Dossier) -> list[Any]:
    """The line of facts under the title."""
    event = dossier.event
    facts: list[Any] = [event.city, event.chief_arbiter_name, event.registration_number]
    if dossier.arrived_on:
        facts.append(_("arrived %(day)s") % {"day": day(dossier.arrived_on)})
    if dossier.due_on:
        facts.append(_("due %(day)s") % {"day": day(dossier.due_on)})
    if is_overdue(dossier):
        facts.append({"text": _("overdue"), "icon": "clock-alert"})
    if dossier.assigned_to:
        facts.append(_("with %(name)s") % {"name": dossier.assigned_to})
    return [fact for fact in facts if fact]


@register.simple_tag
def move_done(verb: str) -> Any:
    """What a move is called when it is done."""
    return MOVES[verb].done if verb in MOVES else verb


@register.inclusion_tag("commission/_finding.html", takes_context=True)
def dossier_finding(
    context: dict[str, Any],
    item: DossierFinding,
    event: Event,
    may_dismiss: bool,
    typed_finding: str = "",
    typed_reason: str = "",
) -> dict[str, Any]:
    """One finding with its dismissal, or the form that sets it aside with what was typed before."""
    finding = item.finding
    return {
        "csrf_token": context.get("csrf_token"),
        "typed_reason": typed_reason if typed_finding == finding.fingerprint else "",
        "finding": _shown(item, event),
        "fingerprint": finding.fingerprint,
        "event": event,
        "may_dismiss": may_dismiss and item.stands,
        "is_refusal": finding.severity == "refusal",
        "never_waived": finding.code in NEVER_WAIVED,
    }


@register.inclusion_tag("commission/_desk_findings.html")
def desk_findings(event: Event) -> dict[str, Any]:
    """What the commission would find, for the director: the same findings, with what it has set aside and why."""
    dossier = Dossier.objects.filter(event=event).first() or Dossier(event=event)
    return {"findings": [_shown(item, event) for item in findings_of(dossier)]}


def _shown(item: DossierFinding, event: Event) -> dict[str, Any]:
    """A finding for `components/finding.html`."""
    finding = item.finding
    entries = reverse("tournaments:entries", args=[event.pk])
    concerns = [
        (_("no. %(number)s") % {"number": number}, f"{entries}#entry-{number}")
        for number in finding.players[:CONCERNS]
    ]
    more = len(finding.players) - CONCERNS
    if more > 0:
        concerns.append((ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more}, ""))
    return {
        "severity": finding.severity,
        "severity_label": SEVERITY_LABELS[finding.severity](),
        "article": finding.article,
        "article_url": article_address(finding.edition, finding.article) if finding.edition else "",
        "text": finding.text,
        "remedy": finding.remedy,
        "doubt": finding.doubt,
        "concerns": concerns,
        "dismissed_reason": _dismissal(item),
        "waiver": item.waiver,
        "waiver_url": reverse("commission:decision", args=[item.waiver.pk]) if item.waiver else "",
    }


@register.inclusion_tag("commission/_event_state.html", takes_context=True)
def dossier_state(context: dict[str, Any], event: Event) -> dict[str, Any]:
    """The dossier's state and the waived findings, on the public event page."""
    dossier = Dossier.objects.filter(event=event).first()
    waived = list(dossier.dismissed_findings.select_related("account")) if dossier else []
    moves = list(dossier.moves.select_related("account")) if dossier else []
    account = getattr(context.get("request"), "user", None)
    may_open = dossier is not None and allowed(PERMISSIONS, "dossier_view", account, dossier)
    return {
        "dossier": dossier,
        "waived": waived,
        "moves": moves,
        "event": event,
        "may_open": may_open,
        "request": context.get("request"),
    }


@register.inclusion_tag("commission/_decisions.html")
def event_decisions(event: Event) -> dict[str, Any]:
    """The published decisions on an event, those that stand and those that others have followed."""
    rows = Decision.objects.filter(event=event, state=Decision.State.PUBLISHED)
    followed = rows.filter(followers__state=Decision.State.PUBLISHED).values("pk")
    return {
        "event": event,
        "decisions": rows.annotate(is_followed=Exists(followed.filter(pk=OuterRef("pk")))).select_related(
            "proposed_by", "confirmed_by"
        ),
    }


@register.inclusion_tag("commission/_clock.html")
def event_clock(event: Event) -> dict[str, Any]:
    """The terms of an event that run or have passed, with the days left."""
    asked = with_filed(Event.objects.filter(pk=event.pk)).first()
    return {"event": event, "clocks": clocks_of(asked, timezone.localdate()) if asked else []}


@register.simple_tag
def notice_standing(event: Event, notice: UnratedNotice | None) -> UnratedNotice | None:
    """What the players are told before the event, without the reasons that a published decision waives."""
    if notice is None or not any(reason.code in NEVER_WAIVED for reason in notice.reasons):
        return notice
    waived = waivers_of(event.pk)
    reasons = tuple(
        reason for reason in notice.reasons if reason.code not in NEVER_WAIVED or reason.article not in waived
    )
    return replace(notice, reasons=reasons) if reasons else None


@register.inclusion_tag("commission/_event_requests.html", takes_context=True)
def event_requests(context: dict[str, Any], event: Event) -> dict[str, Any]:
    """Decisions on requests about an event and appeals against decisions of its dossier, with their outcomes.

    Beside them the ways on: to ask for a correction, and for who may to appeal.
    """
    steps = RequestStep.objects.filter(request__event=event, verb__in=RequestStep.DECISIONS)
    decided = list(steps.select_related("request", "appeal").order_by("-at", "-pk")[: SHOWN_REQUESTS + 1])
    appeals = Appeal.objects.filter(move__dossier__event=event).select_related("move").order_by("-pk")
    account = getattr(context.get("request"), "user", None)
    concerned = bool(getattr(account, "is_authenticated", False)) and has_part_in(account, event.pk)
    return {
        "event": event,
        "decided": [(step, concerned and can_be_appealed(step)) for step in decided[:SHOWN_REQUESTS]],
        "has_more": len(decided) > SHOWN_REQUESTS,
        "appeals": [(appeal, move_done(appeal.move.verb)) for appeal in appeals if appeal.move],
        "appealable": _appealable(event) if concerned else [],
        "is_draft": event.state == Event.State.DRAFT,
    }


def _appealable(event: Event) -> list[tuple[DossierMove, Any, Any]]:
    """The moves of the dossier that can be appealed against, with their last days."""
    rows = DossierMove.objects.filter(dossier__event=event, verb__in=APPEALED_MOVES)
    moves = rows.select_related("dossier", "appeal").order_by("-made_at")
    return [(row, move_done(row.verb), appeal_until(row)) for row in moves if can_be_appealed(row)]


def _dismissal(item: DossierFinding) -> str:
    if item.dismissed is None:
        return ""
    when = day(timezone.localtime(item.dismissed.dismissed_at).date())
    return f"{item.dismissed.reason} ({item.dismissed.account}, {when})"


@register.inclusion_tag("commission/_submit.html", takes_context=True)
def dossier_submit(context: dict[str, Any], event: Event) -> dict[str, Any]:
    """The button that submits a twice-signed report, on the page where it was signed, for who may."""
    dossier = Dossier.objects.filter(event=event).first() or Dossier(event=event)
    move = MOVES["submit"]
    may = dossier.stage in move.sources and allowed(
        PERMISSIONS, move.permission, context.get("user"), dossier
    )
    return {
        "dossier": dossier,
        "move": move,
        "may_submit": may,
        "event": event,
        "csrf_token": context.get("csrf_token"),
    }
