"""The archive: every document that was ever made, found by event, person, date, hash, number and kind.

Documents are kept for good. Everybody finds the signed ones of the kinds in PUBLIC_SHEETS; what is not signed yet, and
the papers with particulars of persons (IT1, start lists), only those concerned: officials of the event, the
representative of its region, the commission.
"""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from core.keys import search_terms
from players.models import RegionalAssignment
from players.permissions import is_commission, logged_in
from reports.documents import normal_code
from reports.models import PaperSignature, Report, Signature
from reports.permissions import PUBLIC_SHEETS
from tournaments.models import Entry, Event, EventOfficial

SHORTEST_HASH = 6
HEXADECIMAL = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is searched for; an empty part chooses nothing.

    `text` is words of the event's name, a document number, or the beginning of a hash (of record, document or any
    signed state); `person` words of the name of a player of the event or of a signer; the days are those on which the
    document was frozen, in the portal's zone.
    """

    text: str = ""
    person: str = ""
    sheet: str = ""
    state: str = ""
    since: date | None = None
    until: date | None = None


def archived(account: Any, wanted: Wanted) -> QuerySet[Report]:
    """The documents that the account may find, with their event, entry and signatures; unordered."""
    found = visible_to(account).exclude(unsigned_sha256="").select_related("event", "entry")
    found = found.prefetch_related("signatures", "paper_signatures")
    if wanted.sheet:
        found = found.filter(sheet=wanted.sheet)
    if wanted.state:
        found = found.filter(state=wanted.state)
    if wanted.since:
        found = found.filter(created_at__gte=_midnight(wanted.since))
    if wanted.until:
        found = found.filter(created_at__lt=_midnight(date.fromordinal(wanted.until.toordinal() + 1)))
    if wanted.text.strip():
        found = found.filter(_by_event(wanted.text) | _by_number(wanted.text) | _by_hash(wanted.text))
    if wanted.person.strip():
        found = found.filter(_by_person(wanted.person))
    return found


def visible_to(account: Any) -> QuerySet[Report]:
    """All reports that the account may find."""
    reports = Report.objects.exclude(event__state=Event.State.DRAFT)
    if is_commission(account, None):
        return reports
    signed = Exists(Signature.objects.filter(report=OuterRef("pk")))
    on_paper = Exists(PaperSignature.objects.filter(report=OuterRef("pk")))
    public = Q(sheet__in=PUBLIC_SHEETS) & (Q(signed) | Q(on_paper))
    if not logged_in(account, None):
        return reports.filter(public)
    own = Exists(EventOfficial.objects.filter(event=OuterRef("event"), account_id=account.pk))
    region = Exists(
        RegionalAssignment.objects.filter(region=OuterRef("event__region"), account_id=account.pk)
    )
    return reports.filter(public | Q(own) | Q(region))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=timezone.get_current_timezone())


def _by_event(text: str) -> Q:
    found = Q()
    for term in search_terms(text):
        found &= Q(event__search_key__contains=term)
    return found if found else Q(pk__in=())


def _by_number(text: str) -> Q:
    return Q(code=normal_code(text))


def _by_hash(text: str) -> Q:
    start = "".join(text.lower().split())
    if len(start) < SHORTEST_HASH or not set(start) <= HEXADECIMAL:
        return Q(pk__in=())
    signed = Signature.objects.filter(report=OuterRef("pk"), after_sha256__startswith=start)
    return (
        Q(record_sha256__startswith=start)
        | Q(standings_sha256__startswith=start)
        | Q(unsigned_sha256__startswith=start)
        | Q(pdf_sha256__startswith=start)
        | Q(Exists(signed))
    )


def _by_person(words: str) -> Q:
    """Players by the register's search key, whoever is not in it and signers by the name as it was written."""
    players = Entry.objects.filter(event=OuterRef("event"))
    signers = Signature.objects.filter(report=OuterRef("pk"))
    on_paper = PaperSignature.objects.filter(report=OuterRef("pk"))
    for word in words.replace(",", " ").split():
        known = Q()
        for term in search_terms(word):
            known &= Q(person__search_key__contains=term)
        players = players.filter(Q(name__icontains=word) | (known if known else Q(pk__in=())))
        signers = signers.filter(name__icontains=word)
        on_paper = on_paper.filter(name__icontains=word)
    return Q(Exists(players)) | Q(Exists(signers)) | Q(Exists(on_paper))
