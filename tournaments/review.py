"""What is wrong with an event, for the director's desk and for the commission: the same function for both."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType

from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from core.ledger import rows_of
from core.templatetags.ui import day
from players.models import FederationNote, ListedRating, MembershipNote, RatingKind, TitleAward
from tournaments.eligibility.binding import edition_findings
from tournaments.eligibility.check import check_event
from tournaments.eligibility.facts import FederationStanding, Kind, ListFacts, Membership, Registration
from tournaments.eligibility.sentences import REMEDIES as ELIGIBILITY_REMEDIES
from tournaments.eligibility.sentences import SENTENCES as ELIGIBILITY_SENTENCES
from tournaments.models import Event, EventRegulations, Questionnaire
from tournaments.record.crosstable import crosstable
from tournaments.record.findings import Finding, Severity, rank, template, values
from tournaments.record.model import Record
from tournaments.record.plausibility import findings as plausibility_findings
from tournaments.record.sentences import REMEDIES as RECORD_REMEDIES
from tournaments.record.sentences import SENTENCES as RECORD_SENTENCES
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.rulebook.explained import Input
from tournaments.rulebook.shelf import edition, edition_in_force
from tournaments.selectors.ledger import order_changes
from tournaments.services.rules import RATING_REGULATIONS
from tournaments.snapshot import record_of

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "edition_none": _("No text of the rating rules binds this event; the portal does not rate it."),
        "open_games": _("Boards without a result: {count} (rounds: {rounds})."),
        "birth_missing": _("Players without a date of birth: {count} (numbers: {players})."),
        "unidentified": _("Players who are not in the register yet: {count} (numbers: {players})."),
        "order_changed": _(
            "The tie-break order was changed on {day}, after the start: {before} to {after} ({reason})."
        ),
        "finished_ahead": _("Play was closed on {closed}, before the announced last day, {end}."),
        "finished_ahead.start": _("Play was closed on {closed}, before the announced first day, {start}."),
        "rounds_missing": _("{played} of {planned} rounds were paired."),
    }
)

REMEDIES: Mapping[str, str] = MappingProxyType(
    {
        "edition_none": _("Choose the rating rules on the event's form, if it is to be rated."),
        "open_games": _("Enter the results, or the forfeits."),
        "birth_missing": _("Add them on the page of the players; the year is enough."),
        "finished_ahead": _("Correct the days of the event, or take it up again until it is over."),
        "unidentified": _("Say who they are on the page of the players; the commission admits new players."),
    }
)


@dataclass(frozen=True, slots=True)
class Papers:
    """What the commission knows of the papers: when they came, and which signatures they carry."""

    received: date | None = None
    signed: bool | None = None
    certified: bool | None = None


@dataclass(frozen=True, slots=True)
class ReviewedFinding:
    """A finding as a page shows it. `fingerprint` stays the same as long as the finding does.

    `edition` is the text whose article it cites, empty for what no edition says. `doubt` is the note of a value
    of the edition that is not held against the published text.
    """

    severity: str
    code: str
    article: str
    text: str
    remedy: str
    players: tuple[int, ...]
    round: int | None
    board: int | None
    fingerprint: str
    rounds: tuple[int, ...] = ()
    doubt: str = ""
    edition: str = ""


def event_findings(event: Event, *, papers: Papers | None = None) -> tuple[ReviewedFinding, ...]:
    """All findings of an event, the gravest first. `papers` is what the commission knows of them, if asked."""
    record = record_of(event.pk)
    chosen = edition_of(event)
    found = [
        *_eligibility(event, record, papers),
        *(edition_findings(chosen, event.start) if chosen else ()),
        *_entries(event, record),
        *_order(event),
        *_end(event),
        *_games(record),
        *plausibility_findings(record),
    ]
    found.sort(key=lambda item: (-rank(item.severity), item.code, item.round or 0, item.board or 0))
    return tuple(_reviewed(item, chosen.key if chosen else "") for item in found)


def eligibility_findings(event: Event) -> tuple[Finding, ...]:
    """What the text that binds the event says about rating it, and nothing else."""
    return tuple(_eligibility(event, record_of(event.pk), None))


def finding_text(finding: Finding) -> str:
    """The sentence of a finding in the reader's language."""
    return gettext(template(finding, _sentences(finding))).format(**_words(finding))


def _words(finding: Finding) -> dict[str, str]:
    return values(finding) | {
        name: day(value) for name, value in finding.inputs.items() if isinstance(value, date)
    }


def _end(event: Event) -> list[Finding]:
    """Play was closed before the days that the event announced were over."""
    if event.state != Event.State.FINISHED or event.end is None:
        return []
    row = rows_of("event", event.pk).filter(verb="event.finished").order_by("-seq").first()
    closed = timezone.localdate(row.at) if row is not None else None
    if closed is None or closed >= event.end:
        return []
    before_the_start = event.start is not None and closed < event.start
    inputs: dict[str, Input] = {"closed": closed, "start": event.start or event.end, "end": event.end}
    severity: Severity = "objection" if before_the_start else "warning"
    key = "finished_ahead.start" if before_the_start else ""
    return [Finding(severity, "finished_ahead", key, inputs=inputs)]


def _order(event: Event) -> list[Finding]:
    """The order of the tie-breaks is fixed beforehand; a later change is an objection (31.1; C.07, 4.1)."""
    return [
        Finding(
            "objection",
            "order_changed",
            article="31.1",
            inputs={"day": timezone.localdate(at), "before": before, "after": after, "reason": reason},
        )
        for at, before, after, reason in order_changes(event.pk)
    ]


def edition_of(event: Event) -> Edition | None:
    """The text that binds the event: the one fixed at registration, before that the one of its first day."""
    regulation = RATING_REGULATIONS.get(event.rating_kind, "")
    try:
        if event.rating_edition:
            return edition(event.rating_edition)
        return edition_in_force(regulation, event.start) if regulation else None
    except EditionError:
        return None


def registration_of(event: Event, papers: Papers | None = None) -> Registration:
    """How the event was announced, and what is known of its papers."""
    kind: Kind = event.rating_kind or RatingKind.STANDARD  # type: ignore[assignment]
    told = Registration(kind=kind, registered=event.registered_on, regulations=_regulations_filed(event))
    if papers is None:
        return told
    return replace(
        told,
        papers=papers.received,
        papers_known=True,
        signed=papers.signed,
        certified=papers.certified,
    )


def _regulations_filed(event: Event) -> date | None:
    """When the regulations of an event by correspondence first came (RACC 2.1); over the board no text asks."""
    if not event.correspondence:
        return None
    return EventRegulations.objects.filter(event=event).aggregate(first=Min("filed_on"))["first"]


def list_facts_of(event: Event) -> ListFacts:
    """What list and register say of the event's players. Five flat queries whatever the size of the event."""
    rows = event.entries.filter(number__isnull=False, person__isnull=False)
    persons = {int(number or 0): int(person) for number, person in rows.values_list("number", "person_id")}
    federations = set(event.entries.exclude(federation="").values_list("federation", flat=True))
    return ListFacts(
        ratings=_listed(event, persons),
        titles=_titles(event, persons),
        memberships=_memberships(persons),
        federations=_federations(federations),
        questionnaires=_questionnaires(event),
    )


def _questionnaires(event: Event) -> frozenset[int]:
    """Start numbers of the players without a number whose questionnaire is here (RACC 2.1)."""
    if not event.correspondence:
        return frozenset()
    filled = Questionnaire.objects.filter(entry__event=event, entry__number__isnull=False)
    return frozenset(number for number in filled.values_list("entry__number", flat=True) if number)


def _federations(codes: set[str]) -> tuple[FederationStanding, ...]:
    notes = FederationNote.objects.filter(federation__in=codes)
    return tuple(
        FederationStanding(note.federation, note.kind, note.since, note.until)  # type: ignore[arg-type]
        for note in notes
    )


def _listed(event: Event, persons: Mapping[int, int]) -> dict[int, int | None]:
    """The ratings of the list that was fixed for the event; nobody without such a list."""
    if event.rating_list_id is None:
        return {}
    listed = ListedRating.objects.filter(rating_list_id=event.rating_list_id, person_id__in=persons.values())
    ratings = dict(listed.values_list("person_id", "rating"))
    return {number: ratings.get(person) for number, person in persons.items()}


def _titles(event: Event, persons: Mapping[int, int]) -> dict[int, str]:
    """The titles held on the first day: not those awarded later."""
    rows = event.entries.filter(number__in=persons).values_list("number", "person__title")
    later = set()
    if event.start is not None:
        awards = TitleAward.objects.filter(
            person_id__in=persons.values(), awarded_on__gt=event.start, system=TitleAward.System.FIDE
        )
        later = set(awards.values_list("person_id", flat=True))
    return {number: title or "" for number, title in rows if number and persons[number] not in later}


def _memberships(persons: Mapping[int, int]) -> dict[int, tuple[Membership, ...]]:
    notes: dict[int, list[Membership]] = {}
    for note in MembershipNote.objects.filter(person_id__in=persons.values()):
        notes.setdefault(note.person_id, []).append(Membership(note.kind, note.since, note.until))  # type: ignore[arg-type]
    return {number: tuple(notes[person]) for number, person in persons.items() if person in notes}


def _eligibility(event: Event, record: Record, papers: Papers | None) -> Iterator[Finding]:
    """What the validator says under the text that binds the event."""
    chosen = edition_of(event)
    if chosen is not None:
        yield from check_event(
            record,
            chosen,
            list_facts=list_facts_of(event),
            registration=registration_of(event, papers),
            today=timezone.localdate(),
        )
    elif event.start is None:
        yield Finding("objection", "start_missing")
    else:
        yield Finding("note", "edition_none")


def _reviewed(finding: Finding, key: str) -> ReviewedFinding:
    words = _words(finding)
    identity = f"{finding.code}|{finding.round}|{finding.board}|{finding.players}|{finding.codes}"
    if finding.rounds:
        identity += f"|{finding.rounds}"
    return ReviewedFinding(
        severity=finding.severity,
        code=finding.code,
        article=finding.article,
        text=finding_text(finding),
        remedy=gettext(_remedy(finding)).format(**words) if _remedy(finding) else "",
        players=finding.players,
        round=finding.round,
        board=finding.board,
        fingerprint=hashlib.sha256(identity.encode()).hexdigest(),
        rounds=finding.rounds,
        doubt=str(finding.inputs.get("doubt", "")),
        edition=key if finding.key in ELIGIBILITY_SENTENCES else "",
    )


def _sentences(finding: Finding) -> Mapping[str, str]:
    tables = (SENTENCES, ELIGIBILITY_SENTENCES, RECORD_SENTENCES)
    return next(table for table in tables if finding.key in table)


def _remedy(finding: Finding) -> str:
    """The template of what would mend the finding; empty where nobody wrote one."""
    for table in (REMEDIES, ELIGIBILITY_REMEDIES, RECORD_REMEDIES):
        found = table.get(finding.key) or table.get(finding.code)
        if found:
            return found
    return ""


def _entries(event: Event, record: Record) -> list[Finding]:
    found = []
    unborn = tuple(entry.number for entry in record.entries if not entry.birth)
    if unborn:
        found.append(Finding("warning", "birth_missing", inputs={"count": len(unborn)}, players=unborn))
    numbers = event.entries.filter(person__isnull=True).order_by("number").values_list("number", flat=True)
    unknown = tuple(number for number in numbers if number is not None)
    if unknown:
        found.append(Finding("objection", "unidentified", inputs={"count": len(unknown)}, players=unknown))
    return found


def _games(record: Record) -> list[Finding]:
    found = []
    unfinished = [game for game in record.games if game.code.startswith("*")]
    if unfinished:
        rounds = ", ".join(str(number) for number in sorted({game.round for game in unfinished}))
        found.append(Finding("objection", "open_games", inputs={"count": len(unfinished), "rounds": rounds}))
    played = crosstable(record).rounds_started
    if played < record.event.rounds:
        inputs = {"played": played, "planned": record.event.rounds}
        found.append(Finding("note", "rounds_missing", inputs=inputs))
    return found
