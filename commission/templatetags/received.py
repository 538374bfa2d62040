"""Papers that came on paper, and what the registers of arbiters and rating officers say, on the pages of an event."""

from typing import Any

from django import template
from django.utils import timezone

from commission.fide import is_to_be_sent, term_of
from commission.models import FideSending
from core.keys import search_terms
from players.models import Arbiter, RatingOfficerTerm
from players.officers import Standing, arbiter_of, standing_on
from players.permissions import allowed
from reports.models import ReceivedPapers
from reports.permissions import PERMISSIONS
from reports.selectors import Signed
from tournaments.models import Event, EventOfficial

register = template.Library()


@register.inclusion_tag("commission/_received.html", takes_context=True)
def event_papers(context: dict[str, Any], event: Event) -> dict[str, Any]:
    """That the report came on paper: received on, for whom, entered by whom; the original for those concerned."""
    rows = ReceivedPapers.objects.filter(event=event, withdrawn_by__isnull=True)
    found = list(rows.select_related("event", "entered_by", "arbiter"))
    account = getattr(context.get("request"), "user", None)
    return {
        "rows": [(papers, allowed(PERMISSIONS, "papers_read", account, papers)) for papers in found],
    }


@register.inclusion_tag("commission/_arbiter.html")
def event_arbiter(event: Event, note: bool = False) -> dict[str, Any]:
    """The chief arbiter with the way to the register; `note` says what he held there on the first day.

    No text of the rating rules asks for an entry in a register, so it is a note and no finding.
    """
    found = arbiter_registered(event)
    day = event.start or timezone.localdate()
    standing: Standing | None = standing_on(found, day) if found is not None else None
    return {
        "event": event,
        "arbiter": found,
        "standing": standing,
        "note": note,
        "is_missing": note
        and bool(event.chief_arbiter_name)
        and (standing is None or not standing.is_registered)
        and Arbiter.objects.exists(),
    }


def arbiter_registered(event: Event) -> Arbiter | None:
    """Who directed the event in the register: by the papers received, the director's account, or his whole name."""
    rows = ReceivedPapers.objects.filter(
        event=event, withdrawn_by__isnull=True, arbiter__isnull=False
    ).select_related("arbiter")
    papers = rows.first()
    if papers is not None:
        return papers.arbiter
    if not event.chief_arbiter_name:
        return None
    chiefs = EventOfficial.objects.filter(
        event=event, role=EventOfficial.Role.CHIEF_ARBITER, account__person__isnull=False
    ).values_list("account__person_id", "account__display_name")
    words = sorted(search_terms(event.chief_arbiter_name))
    persons = [person for person, name in chiefs if sorted(search_terms(name)) == words]
    return arbiter_of(name=event.chief_arbiter_name, persons=persons)


@register.simple_tag(takes_context=True)
def officer_term(context: dict[str, Any], signature: Signed) -> RatingOfficerTerm | None:
    """The term of office in which a rating officer countersigned; nothing for other roles, or without an entry."""
    if signature.role != "rating_officer":
        return None
    request = context.get("request")
    terms = getattr(request, "_officer_terms", None)
    if terms is None:
        terms = list(RatingOfficerTerm.objects.all())
        if request is not None:
            request._officer_terms = terms
    signed = signature.day or (timezone.localtime(signature.moment).date() if signature.moment else None)
    words = sorted(search_terms(signature.name))
    return next(
        (
            term
            for term in terms
            if signed is not None
            and term.since <= signed <= (term.until or signed)
            and (sorted(search_terms(term.name)) == words or (signature.account or -1) == term.account_id)
        ),
        None,
    )


@register.inclusion_tag("commission/_fide.html")
def event_fide(event: Event) -> dict[str, Any]:
    """What became of the report at FIDE, on the dossier of an event that goes there; nothing on that of another."""
    return {
        "event": event,
        "is_for_fide": is_to_be_sent(event),
        "sending": FideSending.objects.filter(event=event).first() if is_to_be_sent(event) else None,
        "term": term_of(event) if is_to_be_sent(event) else None,
    }
