"""What the register and the published lists know of the players of an event, as the rating rules ask for it.

An event with stages (preliminaries, finals, play-offs) is one event here (6.2): the numbers are those of the
record in which its stages are pooled, and its first day is that of its earliest stage.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext as _

from core.files import read, store
from players.models import CurrentRating, ListedRating, RatingKind, RatingList
from players.selectors import list_in_force, listed_ratings
from ratings.decided_results import decided_record, standing_results, with_decisions
from ratings.engine.facts import PlayerFacts
from ratings.engine.league import may_use_several
from ratings.engine.lists import list_days_between
from ratings.engine.stages import pool_stages
from ratings.models import RatedEntry
from tournaments.errors import DomainError
from tournaments.models import Entry, Event
from tournaments.record.canonical import canonical_bytes, from_canonical
from tournaments.record.model import Entry as RecordEntry
from tournaments.record.model import EventFacts, Record
from tournaments.rulebook.editions import EditionError
from tournaments.rulebook.shelf import edition
from tournaments.snapshot import event_facts, record_of

RAPID_AND_BLITZ = (RatingKind.RAPID, RatingKind.BLITZ)


@dataclass(frozen=True, slots=True)
class Field:
    """The players of an event and its stages by their number in the record that is rated.

    `entries` are those kept with the calculation: of the main event, or of the stage for who played only there.
    `first` are those of each player's earliest stage, whose rating counts; `basis` is the earliest stage.
    """

    entries: Mapping[int, Entry]
    first: Mapping[int, Entry]
    basis: Event


def stages_of(event: Event) -> list[Event]:
    """The stages of an event that are to be rated with it, in the order of their first days."""
    return list(event.stages.exclude(state=Event.State.DRAFT).order_by("start", "pk"))


def field_of(event: Event) -> Field:
    """The players of an event with a start number, those of its stages with it."""
    events = [event, *stages_of(event)]
    entries = _numbered(events)
    if len(events) == 1:
        return Field(entries[0], entries[0], event)
    pool = pool_stages(
        [_roll(own, rows) for own, rows in zip(events, entries, strict=True)], _persons(entries)
    )
    kept: dict[int, Entry] = {}
    for numbers, rows in zip(pool.numbers, entries, strict=True):
        for own, pooled in numbers.items():
            kept.setdefault(pooled, rows[own])
    first = {pooled: entries[index][own] for pooled, (index, own) in pool.earliest.items()}
    basis = min(events, key=lambda item: (item.start or date.max, item.pk))
    return Field(kept, first, basis)


def pooled_record(event: Event, record_sha256: str, stages: Mapping[int, str]) -> str:
    """The hash of the record that an event is rated from: its own, or that of all its stages together.

    `stages` has the frozen record of each accepted stage by its id. The pooled record is stored like any
    other. Results that are rated otherwise by a decision are in it as they are rated. Raises DomainError for a
    stage of another event, and while a stage is not accepted.
    """
    refuse_stage(event)
    events = [event, *stages_of(event)]
    if len(events) == 1:
        return decided_record(event, record_sha256)
    missing = [stage.name for stage in events[1:] if not stages.get(stage.pk)]
    if missing:
        raise DomainError(
            _("Its stages are rated with it, and these are not accepted yet: %(names)s.")
            % {"names": ", ".join(missing)},
            "stages_missing",
            _("Accept the reports of all stages first."),
        )
    frozen = (record_sha256, *(stages[stage.pk] for stage in events[1:]))
    records = [
        from_canonical(read(decided_record(own, sha))) for own, sha in zip(events, frozen, strict=True)
    ]
    pool = pool_stages(records, _persons(_numbered(events)))
    return store(canonical_bytes(pool.record), "application/json").sha256


def live_record(event: Event) -> Record:
    """The record of an event as it stands, its stages with it; raises DomainError for a stage."""
    refuse_stage(event)
    events = [event, *stages_of(event)]
    records = [with_decisions(record_of(own.pk), standing_results(own)) for own in events]
    return records[0] if len(records) == 1 else pool_stages(records, _persons(_numbered(events))).record


def refuse_stage(event: Event) -> None:
    """Raise DomainError for a stage: it is rated with the event it belongs to."""
    main = event.stage_of
    if main is not None:
        raise DomainError(
            _("This is a stage of %(event)s and is rated with it, as one event.") % {"event": main.name},
            "stage",
            _("Rate the main event."),
        )


def facts_of(event: Event) -> dict[int, PlayerFacts]:
    """What is known of each player of an event as of its start, by the number in the record that is rated.

    `ever_2400` and `ever_2300` come from the highest rating on the lists up to the one in force. A player who
    got his first rating between the event and this calculation is rated for himself, unrated for the others
    (10.4). In rapid and blitz the standard rating of the day stands beside (7.2.1); a long league has what
    the lists of its later periods say (4.11).
    """
    field = field_of(event)
    known = {n: entry for n, entry in field.first.items() if entry.person_id is not None}
    standing = _Standing(event, field.basis, list(known.values()))
    return {number: standing.facts(entry) for number, entry in known.items()}


class _Standing:
    """How the players of one event stand on the lists that matter for it; read once for all."""

    def __init__(self, event: Event, basis: Event, entries: Sequence[Entry]) -> None:
        persons = [entry.person_id for entry in entries if entry.person_id is not None]
        self.basis = basis
        self.rows = listed_ratings(basis.rating_list, persons)
        self.current = _rated_since(event, basis, entries)
        earlier = _results_before(event, basis, entries)
        self.experienced = set(earlier)
        self.valid = {person for person, met in earlier.items() if met}
        self.standard = _standard_rows(event, basis, persons)
        self.later = {
            found: listed_ratings(chosen, persons) for found, chosen in _later_lists(event, basis).items()
        }

    def facts(self, entry: Entry) -> PlayerFacts:
        """What is known of one player."""
        assert entry.person_id is not None
        since = self.current.get(entry.person_id)
        facts = self._at_start(entry) if since is None else self._since(entry, since)
        lists = {day: self._on_list(entry, rows.get(entry.person_id)) for day, rows in self.later.items()}
        return replace(facts, lists=lists)

    def _at_start(self, entry: Entry) -> PlayerFacts:
        assert entry.person_id is not None
        row, standard = self.rows.get(entry.person_id), self.standard.get(entry.person_id)
        rating, k, games = self._figures(entry, row)
        top = row.highest if row is not None else None
        if rating is None and standard is not None:  # new on this list, whatever he played on the other
            top, games = standard.highest, 0
        return PlayerFacts(
            rating=rating or 0,
            k=k,
            games=games,
            born=entry.birth[:4],
            title=entry.title,
            ever_2400=None if top is None else top >= 2400,
            ever_2300=None if top is None else top >= 2300,
            first_event=rating is None and entry.person_id not in self.experienced,
            valid_event_before=entry.person_id in self.valid if rating is None else None,
            standard_rating=standard.rating if standard is not None else None,
            organisation=_organisation(entry),
        )

    def _figures(self, entry: Entry, row: ListedRating | None) -> tuple[int | None, int | None, int | None]:
        """Rating, K and games: those of the entry, or of the first stage's list where it took another."""
        if entry.event_id == self.basis.pk or entry.rating_list_id in (None, self.basis.rating_list_id):
            return entry.rating, entry.rating_k, entry.rating_games
        return (None, None, None) if row is None else (row.rating, row.k, row.games_total)

    def _since(self, entry: Entry, row: CurrentRating) -> PlayerFacts:
        """A player rated between the event and its calculation (10.4)."""
        return PlayerFacts(
            rating=row.rating,
            k=row.k,
            games=row.games_total,
            born=entry.birth[:4],
            title=entry.title,
            first_event=False,
            valid_event_before=True,
            unrated_for_opponents=True,
            organisation=_organisation(entry),
        )

    def _on_list(self, entry: Entry, row: ListedRating | None) -> PlayerFacts:
        top = None if row is None else row.highest
        return PlayerFacts(
            rating=0 if row is None else row.rating or 0,
            k=None if row is None else row.k,
            games=None if row is None else row.games_total,
            born=entry.birth[:4],
            title=entry.title,
            ever_2400=None if top is None else top >= 2400,
            ever_2300=None if top is None else top >= 2300,
            organisation=_organisation(entry),
        )


def _numbered(events: Sequence[Event]) -> list[dict[int, Entry]]:
    """The entries of each event by start number."""
    rows = Entry.objects.filter(event__in=events, number__isnull=False).select_related("person")
    found: dict[int, dict[int, Entry]] = {event.pk: {} for event in events}
    for entry in rows:
        if entry.number is not None:
            found[entry.event_id][entry.number] = entry
    return [found[event.pk] for event in events]


def _persons(entries: Sequence[Mapping[int, Entry]]) -> list[dict[int, int]]:
    return [
        {number: entry.person_id for number, entry in rows.items() if entry.person_id is not None}
        for rows in entries
    ]


def _roll(event: Event, entries: Mapping[int, Entry]) -> Record:
    """The entries of an event as a record without games: enough to know everybody again."""
    rows = tuple(
        RecordEntry(
            number,
            entry.name,
            sex=entry.sex,
            federation=entry.federation,
            fide_id=entry.fide_id,
            national_id=entry.national_id,
            birth=entry.birth,
        )
        for number, entry in sorted(entries.items())
    )
    return Record(EventFacts(event.name, start=event.start), rows)


def _organisation(entry: Entry) -> str:
    return entry.person.organisation if entry.person is not None else ""


def _unrated(entries: Sequence[Entry]) -> list[int]:
    return [entry.person_id for entry in entries if entry.rating is None and entry.person_id is not None]


def _rated_since(event: Event, basis: Event, entries: Sequence[Entry]) -> dict[int, CurrentRating]:
    """The published ratings of entries that were unrated on the event's first day (10.4)."""
    rows = CurrentRating.objects.filter(
        person_id__in=_unrated(entries), kind=event.rating_kind, rating__isnull=False
    ).select_related("rating_list")
    start = basis.start
    return {
        row.person_id: row for row in rows if start is not None and row.rating_list.effective_from > start
    }


def _results_before(event: Event, basis: Event, entries: Sequence[Entry]) -> dict[int, bool]:
    """The unrated players with an earlier calculated event, and whether a result of theirs already counts."""
    earlier = RatedEntry.objects.filter(
        person_id__in=_unrated(entries),
        rated_event__current=True,
        games__gt=0,
        rated_event__kind=event.rating_kind,
    ).exclude(rated_event__event=event)
    if basis.start is not None:
        earlier = earlier.filter(rated_event__event__start__lte=basis.start)
    found: dict[int, bool] = {}
    for person, part in earlier.values_list("person_id", "first_part"):
        found[person] = found.get(person, False) or bool(part)
    return found


def _standard_rows(event: Event, basis: Event, persons: list[int]) -> dict[int, ListedRating]:
    """What the standard list of the first day says; rapid and blitz alone ask for it."""
    if event.rating_kind not in RAPID_AND_BLITZ or basis.start is None:
        return {}
    rows = listed_ratings(list_in_force(RatingKind.STANDARD, basis.start), persons)
    return {person: row for person, row in rows.items() if row.rating is not None}


def _later_lists(event: Event, basis: Event) -> dict[date, RatingList]:
    """The published lists that came into force in the course of an event whose games use several."""
    try:
        rules = edition(basis.rating_edition or event.rating_edition)
    except EditionError:
        return {}
    facts = event_facts(event)
    facts = replace(facts, start=basis.start or facts.start)
    if "long_events" not in rules.parameters or not may_use_several(facts, rules):
        return {}
    assert facts.start is not None
    assert facts.end is not None
    found = {}
    for day in list_days_between(rules, facts.start, facts.end):
        chosen = list_in_force(event.rating_kind, day)
        if chosen is not None and chosen.effective_from > facts.start:
            found[day] = chosen
    return found
