"""Writes about coefficients: a correspondence event counted, and those counted after it counted again."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from core.files import read
from core.ledger import append
from players.models import Account, RatingKind, RatingList
from ratings.basis import changes_of_coefficients
from ratings.engine.errors import RatingError
from ratings.engine.racc.event import rate_correspondence
from ratings.engine.racc.facts import CoefficientFacts
from ratings.engine.racc.results import METHOD, EventCoefficients
from ratings.engine.version import ENGINE_VERSION
from ratings.models import Period, RatedEntry, RatedEvent
from ratings.racc_exact import columns_of, facts_as_json, facts_from_json
from ratings.racc_standing import facts_of, list_of, list_of_papers, standing_of
from tournaments.errors import DomainError
from tournaments.models import Entry, Event
from tournaments.record.canonical import from_canonical
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.shelf import edition

KIND = RatingKind.CORRESPONDENCE
LAST = sys.maxsize  # the rank of an event that is counted for the first time


@dataclass(frozen=True, slots=True)
class Turn:
    """One event to be counted: its place in the order (first day of its list, rank in it) and what is counted."""

    into: date
    rank: int
    event: Event
    record_sha256: str
    received_on: date
    period: Period | None
    reason: str = ""


def event_count(
    event: Event,
    *,
    actor: Account,
    record_sha256: str,
    received_on: date,
    period: Period | None,
    standing: RatedEvent | None,
) -> RatedEvent:
    """Count a correspondence event from its frozen record; the caller holds the lock and has checked the right.

    Each player's coefficient is that of the moment: of the last list, or after the last event counted since.
    Events that were counted later, or go into a later list, and share a player with this one are counted again
    in their order, each from its own record. Nothing happens if the same would come out. Raises DomainError
    for an event that is not rated (1.2) or a player who is not in the register.
    """
    _hold_the_order()
    into = period.effective_from if period else list_of_papers(received_on)
    stays = standing is not None and list_of(standing) == into
    rank = standing.pk if standing is not None and stays else LAST
    places = [(into, rank)] if standing is None or stays else [(into, rank), (list_of(standing), standing.pk)]
    persons = _persons(event)
    touched = set(persons.values()) | _players(standing)
    following = _following(event, touched, min(places))
    replaced = [rated.pk for rated in (standing, *following) if rated is not None]
    facts = coefficient_facts(persons, into, leaving_out=replaced)
    if (
        standing is not None
        and stays
        and not changes_of_coefficients(standing, event, record_sha256, persons, facts)
    ):
        return standing
    RatedEvent.objects.filter(pk__in=replaced).update(current=False)
    own = Turn(into, rank, event, record_sha256, received_on, period)
    counted = [
        (turn, _counted(turn, actor=actor))
        for turn in sorted(
            [own, *(_again(rated, event) for rated in following)], key=lambda turn: (turn.into, turn.rank)
        )
    ]
    return next(rated for turn, rated in counted if turn is own)


def events_count_again(changed: RatedEvent, *, actor: Account) -> None:
    """Count again, in their order, the events counted after one that has been withdrawn or corrected.

    Those of published lists stay: what a correction changes in them is kept beside their lists.
    """
    _hold_the_order()
    players = RatedEntry.objects.filter(rated_event__event_id=changed.event_id)
    persons = set(players.values_list("person_id", flat=True))
    following = _following(changed.event, persons, (list_of(changed), changed.pk))
    RatedEvent.objects.filter(pk__in=[rated.pk for rated in following]).update(current=False)
    for rated in following:
        _counted(_again(rated, changed.event), actor=actor)


def players_count_again(persons: set[int], *, actor: Account, reason: str) -> None:
    """Count again, in their order, the events of players whose records were made one, or two again.

    What was counted of the two as if they were strangers begins with the wrong coefficients; from the first event that
    comes out otherwise all that follow are counted again. Those of published lists stay.
    """
    _hold_the_order()
    found = _following(None, persons, (date.min, 0))
    RatedEvent.objects.filter(pk__in=[rated.pk for rated in found]).update(current=False)
    changed = False
    for rated in found:
        people = _persons(rated.event)
        facts = coefficient_facts(people, list_of(rated))
        changed = changed or bool(
            changes_of_coefficients(rated, rated.event, rated.record_sha256, people, facts)
        )
        if changed:
            _counted(_turn(rated, reason), actor=actor)
        else:
            RatedEvent.objects.filter(pk=rated.pk).update(current=True)


def _hold_the_order() -> None:
    """One at a time: two events counted at once would both begin with the same coefficients."""
    list(Period.objects.select_for_update().filter(kind=KIND).order_by("pk").values_list("pk"))
    list(RatingList.objects.select_for_update().filter(kind=KIND).order_by("pk").values_list("pk"))


def coefficient_facts(
    persons: Mapping[int, int], into: date, *, leaving_out: Iterable[int] = ()
) -> dict[int, CoefficientFacts]:
    """What is known of each start number's coefficient just before an event for that list is counted."""
    known = standing_of(set(persons.values()), into, leaving_out=leaving_out)
    return {number: facts_of(known.get(person_id)) for number, person_id in persons.items()}


def coefficients_now(event: Event) -> dict[int, CoefficientFacts]:
    """The coefficients with which the event was counted; if it was not yet, those with which it would be now."""
    counted = list(RatedEntry.objects.filter(rated_event__event=event, rated_event__current=True))
    if counted:
        return {row.number: facts_from_json(row.facts) for row in counted if row.facts}
    return coefficient_facts(_persons(event), date.max)


def coefficient_changes(rated: RatedEvent, record_sha256: str) -> tuple[str, ...]:
    """What counting an event again at its place in the order would rest on otherwise (`ratings.basis`)."""
    persons = _persons(rated.event)
    touched = set(persons.values()) | _players(rated)
    following = _following(rated.event, touched, _place(rated))
    facts = coefficient_facts(
        persons, list_of(rated), leaving_out=[rated.pk, *(later.pk for later in following)]
    )
    return changes_of_coefficients(rated, rated.event, record_sha256, persons, facts)


def calculate(record: Record, rules: Edition, facts: Mapping[int, CoefficientFacts]) -> EventCoefficients:
    """The event as the engine counts it; raises DomainError where it refuses."""
    try:
        return rate_correspondence(record, rules, facts)
    except RatingError as error:
        raise DomainError(
            _("The event is not rated: %(why)s") % {"why": error.message}, error.code, error.hint
        ) from error


def _persons(event: Event) -> dict[int, int]:
    """Person by start number; raises DomainError for an entry that nobody is behind."""
    rows = Entry.objects.filter(event=event, number__isnull=False).order_by("number")
    found: dict[int, int] = {}
    for entry in rows.only("number", "person_id"):
        if entry.person_id is None:
            raise DomainError(
                _("Player %(number)s is not in the register.") % {"number": entry.number},
                code="unidentified_players",
            )
        assert entry.number is not None
        found[entry.number] = entry.person_id
    return found


def _players(rated: RatedEvent | None) -> set[int]:
    return set() if rated is None else set(rated.entries.values_list("person_id", flat=True))


def _following(event: Event | None, persons: set[int], place: tuple[date, int]) -> list[RatedEvent]:
    """The counted events that come after a place in the order and depend on it through shared players.

    In their order; published lists stay as they are.
    """
    later = RatedEvent.objects.filter(kind=KIND, current=True)
    later = later.exclude(event=event) if event is not None else later
    later = later.exclude(period__state=Period.State.PUBLISHED).select_related("period", "event")
    touched, found = set(persons), []
    for rated in sorted(later, key=_place):
        players = _players(rated)
        if _place(rated) > place and players & touched:
            touched |= players
            found.append(rated)
    return found


def _place(rated: RatedEvent) -> tuple[date, int]:
    return list_of(rated), rated.pk


def _again(rated: RatedEvent, changed: Event) -> Turn:
    why = _("Counted again: %(event)s, which comes before it, has changed.") % {"event": changed.name}
    return _turn(rated, why)


def _turn(rated: RatedEvent, reason: str) -> Turn:
    return Turn(
        list_of(rated),
        rated.pk,
        rated.event,
        rated.record_sha256,
        rated.received_on,
        rated.period,
        reason,
    )


def _counted(turn: Turn, *, actor: Account) -> RatedEvent:
    event, rules = turn.event, edition(turn.event.rating_edition)
    facts = coefficient_facts(_persons(event), turn.into)
    result = calculate(from_canonical(read(turn.record_sha256)), rules, facts)
    rated = RatedEvent.objects.create(
        event=event,
        period=turn.period,
        kind=KIND,
        edition=rules.key,
        edition_sha256=rules.sha256,
        method=METHOD,
        record_sha256=turn.record_sha256,
        rating_list=event.rating_list,
        engine_version=ENGINE_VERSION,
        rated_at=timezone.now(),
        rated_by_name=actor.shown_name,
        received_on=turn.received_on,
    )
    store_lines(rated, event, result, facts, rules)
    append(
        scope="event",
        object_id=str(event.pk),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb="event.rated",
        reason=turn.reason,
        payload={
            "edition": rules.key,
            "method": METHOD,
            "norm": result.norm.category,
            "record_sha256": turn.record_sha256,
            "engine": ENGINE_VERSION,
            "list": event.rating_list.key if event.rating_list else "",
        },
    )
    return rated


def store_lines(
    rated: RatedEvent,
    event: Event,
    result: EventCoefficients,
    facts: Mapping[int, CoefficientFacts],
    rules: Edition,
) -> None:
    """Keep what the event did to each player, with the facts it was calculated from."""
    entries = {entry.number: entry for entry in Entry.objects.filter(event=event, number__isnull=False)}
    rows = []
    for line in result.players:
        entry = entries.get(line.number)
        if entry is None or entry.person_id is None:
            raise DomainError(
                _("Player %(number)s is not in the register.") % {"number": line.number},
                code="unidentified_players",
            )
        rows.append(
            RatedEntry(
                rated_event=rated,
                entry=entry,
                person_id=entry.person_id,
                number=line.number,
                facts=facts_as_json(facts[line.number]) if line.number in facts else {},
                **columns_of(line, rules),
            )
        )
    RatedEntry.objects.bulk_create(rows, batch_size=500)
