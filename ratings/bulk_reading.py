"""A period out of the database as arrays: packed events, stored lines where there are none, the list before.

Whom the arrays cannot follow is `odd` and is left to the exact builder (`ratings.building`): corrected rows, players
who came with a rating from elsewhere, players who were on a list and are not rated any more, and exact changes that
are no whole hundredths.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
from django.db.models import QuerySet
from django.db.models.functions import Substr

from core.files import read, store
from players.models import ListedRating, Person, RatingList
from ratings.building import previous_list, rules_of
from ratings.corrections import calculations_standing, entries_standing, latest
from ratings.derivations import StoredChangeError, check_event, frozen_record, kept_facts
from ratings.engine.bulk.arrays import Ints, Lines, ListBefore, Parts, PeriodArrays
from ratings.engine.bulk.blob import HEAD, last_day, pack, unpack_all
from ratings.engine.bulk.columns import pack_list, unpack_list
from ratings.engine.bulk.kernel import lines_of
from ratings.engine.bulk.packing import event_arrays
from ratings.engine.bulk.period import parts_of, places, rising
from ratings.engine.bulk.rules import all_event_rules
from ratings.engine.case import case_of
from ratings.engine.event import rate_event
from ratings.engine.facts import PlayerFacts
from ratings.engine.matches import rated_games
from ratings.engine.results import EventRating
from ratings.merges import merges_standing
from ratings.models import ListFile, Period, RatedEntry, RatedEvent
from ratings.played import ended_on
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.shelf import edition

COLUMNS = "columns"
COLUMNS_TYPE = "application/octet-stream"
AT_ONCE = 10_000
LINE = ("rated_event_id", "person_id", "own_rating", "games", "score_halves", "k_nominal", "gain")


@dataclass(frozen=True, slots=True)
class Events:
    """The calculations of a period that count: their numbers, the arrays of all, what the kernel made of them."""

    numbers: tuple[int, ...]
    period: PeriodArrays
    lines: Lines


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that the list of a period is made of. `births` holds year by person for all who may be juniors."""

    parts: Parts
    before: ListBefore
    odd: frozenset[int]
    births: tuple[Ints, Ints]


def pack_calculation(rated: RatedEvent) -> bytes:
    """A stored calculation as bytes for whole periods, from its frozen record and the facts kept with it."""
    rows = list(rated.entries.all())
    rules, facts, record = edition(rated.edition), kept_facts(rows), frozen_record(rated)
    persons = {row.number: row.person_id for row in rows}
    return packed(record, rules, facts, rate_event(record, rules, facts), persons)


def packed(
    record: Record,
    rules: Edition,
    facts: Mapping[int, PlayerFacts],
    rating: EventRating,
    persons: Mapping[int, int],
) -> bytes:
    """An event just calculated as bytes; `persons` names the person of each start number."""
    case, _remarks = case_of(rated_games(record, rules).record, rules, facts)
    return pack(event_arrays(record, case, rating, persons))


def read_events(period: Period, as_of: date) -> Events:
    """The period's calculations in the order in which they count. Those never packed are packed now, in passing."""
    standing = calculations_standing(as_of).filter(period=period).order_by("event__start", "event_id")
    rows = list(standing.values_list("pk", "edition", "packed"))
    missing = {rated.pk: rated for rated in standing.filter(packed__isnull=True)}
    keys = sorted({key for _pk, key, _packed in rows})
    arrays = unpack_all(
        [bytes(packed) if packed is not None else pack_calculation(missing[pk]) for pk, _key, packed in rows],
        [keys.index(key) for _pk, key, _packed in rows],
    )
    lines = lines_of(arrays, all_event_rules(edition(key) for key in keys))
    return Events(tuple(pk for pk, _key, _packed in rows), arrays, lines)


def read_inputs(period: Period, events: Events, as_of: date) -> Inputs:
    """The parts of the period and of the pools of its newcomers, the list before, and who is odd."""
    previous = previous_list(period.kind, period.effective_from)
    before, odd = _base(previous, as_of)
    parts, broken = _parts(period, events)
    odd |= broken | _strangers(parts, before.persons) | _merged(period, as_of)
    newcomers = rising(parts.persons[(parts.ratings == 0) & ~places(before.persons, parts.persons)[1]])
    older, listed = _older_parts(period, newcomers, as_of)
    odd |= listed
    if odd:
        before = before.where(~places(rising(sorted(odd)), before.persons)[1])
    return Inputs(parts.and_then(older), before, frozenset(odd), _births(period))


def _merged(period: Period, as_of: date) -> set[int]:
    """Both records of every merge that counts: the exact builder makes one row of two."""
    merges = merges_standing(period.kind, as_of)
    return {person for merge in merges for person in (merge.survivor_id, merge.merged_id)}


def check_packed(period: Period, events: Events, as_of: date) -> None:
    """Hold the kernel's numbers against the stored lines; the exact engine computes what the kernel leaves it.

    Raises StoredChangeError at the first that differs.
    """
    arrays, lines = events.period, events.lines
    wanted = _stored(period, events, as_of)
    mine = np.lexsort((arrays.persons, arrays.events))
    columns = (arrays.events, arrays.persons, arrays.ratings, lines.games, lines.halves, arrays.factors)
    found = np.stack((*columns, lines.gain), axis=1)[mine]
    if len(wanted) != len(found):
        raise StoredChangeError(f"{period}: stored are {len(wanted)} lines, packed {len(found)}")
    differing = (found != wanted).any(axis=1) & lines.done[mine]
    differing |= (found[:, :2] != wanted[:, :2]).any(axis=1)
    for place in np.flatnonzero(differing).tolist()[:1]:
        raise StoredChangeError(
            f"calculation {events.numbers[found[place][0]]}, person {found[place][1]}: stored are "
            f"{wanted[place][1:].tolist()}, its games give {found[place][1:].tolist()}"
        )
    left = {events.numbers[place] for place in np.unique(arrays.events[~lines.done]).tolist()}
    for rated in RatedEvent.objects.filter(pk__in=left).order_by("pk"):
        check_event(rated)


def _stored(period: Period, events: Events, as_of: date) -> Ints:
    """The stored lines by event and person: the same columns as the kernel's, the gain in hundredths."""
    place = {number: index for index, number in enumerate(events.numbers)}
    rows = [
        (place[event], person, rating or 0, games, halves, k or 0, _hundredths(gain) or 0)
        for event, person, rating, games, halves, k, gain in _lines(period, as_of)
        .values_list(*LINE)
        .iterator()
    ]
    found = np.array(rows, dtype=np.int64).reshape(-1, len(LINE))
    return found[np.lexsort((found[:, 1], found[:, 0]))]


def _lines(period: Period, as_of: date) -> QuerySet[RatedEntry]:
    """The stored lines of the period's calculations."""
    return RatedEntry.objects.filter(rated_event__in=calculations_standing(as_of).filter(period=period))


@lru_cache(maxsize=100_000)
def _hundredths(gain: str) -> int | None:
    """A stored gain in hundredths, None if it is no whole number of them.

    >>> _hundredths("-0.41"), _hundredths("3"), _hundredths("40/3")
    (-41, 300, None)
    """
    exact = Fraction(gain) * 100
    return exact.numerator if exact.denominator == 1 else None


def _parts(period: Period, events: Events) -> tuple[Parts, set[int]]:
    """What the period's events did: the kernel's lines, and stored ones where the exact engine made them.

    Also who has a stored change that is no whole number of hundredths.
    """
    parts = parts_of(events.period, events.lines, period.effective_from)
    left = np.unique(events.period.events[~events.lines.done]).tolist()
    if not left:
        return parts, set()
    ended = {events.numbers[place]: int(events.period.last_days[place]) for place in left}
    rows = RatedEntry.objects.filter(rated_event_id__in=list(ended), games__gt=0).values_list(
        *LINE, "first_part"
    )
    made = list(rows)
    broken = {row[1] for row in made if _hundredths(row[6]) is None}
    kept = [row for row in made if row[1] not in broken]
    firsts = [FirstNumbers.of(row[7]) for row in kept]
    broken |= {row[1] for row, first in zip(kept, firsts, strict=True) if first is None}
    both = [(row, first) for row, first in zip(kept, firsts, strict=True) if first is not None]
    more = Parts(
        persons=_ints(row[1] for row, _first in both),
        ratings=_ints(row[2] or 0 for row, _first in both),
        factors=_ints(row[5] or 0 for row, _first in both),
        games=_ints(row[3] for row, _first in both),
        halves=_ints(row[4] for row, _first in both),
        gain=_ints(_hundredths(row[6]) or 0 for row, _first in both),
        counts=_ints(first.counts for _row, first in both) > 0,
        opponents_sum=_ints(first.opponents_sum for _row, first in both),
        ended=_ints(ended[row[0]] for row, _first in both),
        lists=_ints(period.effective_from.toordinal() for _pair in both),
    )
    return parts.and_then(more), broken


@dataclass(frozen=True, slots=True)
class FirstNumbers:
    """A stored part of a first rating in whole numbers; all 0 where nothing counts."""

    counts: bool = False
    games: int = 0
    halves: int = 0
    opponents_sum: int = 0

    @classmethod
    def of(cls, stored: dict[str, Any]) -> "FirstNumbers | None":
        """The part; None if its sum of ratings is no whole number."""
        if not stored:
            return cls()
        total = Fraction(stored["opponents_sum"])
        if total.denominator != 1:
            return None
        return cls(True, stored["n"], stored["halves"], total.numerator)


def _older_parts(period: Period, newcomers: Ints, as_of: date) -> tuple[Parts, set[int]]:
    """The first results of these players in the periods before, and who of them is odd.

    Odd is also who was on an earlier list of the kind: what he did before he left it does not count again.
    """
    odd: set[int] = set()
    rows: list[tuple[int, int, date, FirstNumbers]] = []
    for some in _by_thousands(newcomers.tolist()):
        odd |= set(
            ListedRating.objects.filter(
                person_id__in=some,
                rating_list__kind=period.kind,
                rating_list__state=RatingList.State.PUBLISHED,
                rating_list__effective_from__lt=period.effective_from,
            ).values_list("person_id", flat=True)
        )
        found = (
            entries_standing(as_of)
            .filter(
                person_id__in=some,
                rated_event__kind=period.kind,
                rated_event__period__effective_from__lt=period.effective_from,
                own_rating__isnull=True,
            )
            .exclude(first_part={})
            .values_list("person_id", "rated_event_id", "rated_event__period__effective_from", "first_part")
        )
        for person, event, day, stored in found:
            numbers = FirstNumbers.of(stored)
            if numbers is None:
                odd.add(person)
            else:
                rows.append((person, event, day, numbers))
    ended = _last_days({event for _person, event, _day, _numbers in rows})
    zeros = np.zeros(len(rows), dtype=np.int64)
    parts = Parts(
        persons=_ints(row[0] for row in rows),
        ratings=zeros,
        factors=zeros,
        games=_ints(row[3].games for row in rows),
        halves=_ints(row[3].halves for row in rows),
        gain=zeros,
        counts=np.ones(len(rows), dtype=np.bool_),
        opponents_sum=_ints(row[3].opponents_sum for row in rows),
        ended=_ints(ended[row[1]] for row in rows),
        lists=_ints(row[2].toordinal() for row in rows),
    )
    return parts, odd


def _last_days(numbers: set[int]) -> dict[int, int]:
    """The last day of each of these calculated events, 0 where it is not known."""
    found: dict[int, int] = {}
    for some in _by_thousands(sorted(numbers)):
        heads = RatedEvent.objects.filter(pk__in=some, packed__isnull=False)
        for pk, head in heads.values_list("pk", Substr("packed", 1, HEAD.size)):
            found[pk] = last_day(bytes(head))
    for rated in RatedEvent.objects.filter(pk__in=numbers - set(found)):
        day = ended_on(rated)
        found[rated.pk] = day.toordinal() if day else 0
    return found


def _strangers(parts: Parts, listed: Ints) -> set[int]:
    """Who was rated in an event of the period and is not on the list before."""
    away = ~places(listed, parts.persons)[1]
    return set(parts.persons[away & (parts.ratings > 0)].tolist())


def _base(previous: RatingList | None, as_of: date) -> tuple[ListBefore, set[int]]:
    """The rated rows of the list before, and whose row was corrected since."""
    if previous is None:
        return _list_of([]), set()
    stored = ListFile.objects.filter(rating_list=previous, format=COLUMNS).first()
    before = read_rows(previous) if stored is None else unpack_list(read(stored.sha256))
    return before, set(latest(previous, as_of))


def read_rows(rating_list: RatingList) -> ListBefore:
    """The rated rows of a published list, out of its rows themselves."""
    rows = rating_list.rows.filter(rating__isnull=False).order_by("person_id")
    return _list_of(
        rows.values_list(
            "person_id", "rating", "k", "games_total", "highest", "k_games", "inactive_lists", "last_played"
        ).iterator(chunk_size=AT_ONCE)
    )


def _list_of(rows: Iterable[Sequence[Any]]) -> ListBefore:
    parts = [
        np.array(
            [
                (
                    person,
                    rating,
                    k or 0,
                    total,
                    highest or 0,
                    -1 if k_games is None else k_games,
                    lists,
                    _day(played),
                )
                for person, rating, k, total, highest, k_games, lists, played in some
            ],
            dtype=np.int64,
        )
        for some in _batched(rows)
    ]
    whole = np.concatenate(parts) if parts else np.zeros((0, 8), dtype=np.int64)
    return ListBefore(*(np.ascontiguousarray(whole[:, place]) for place in range(8)))


def store_columns(rating_list: RatingList, rows: ListBefore) -> None:
    """Keep the numbers of a list as the base of the next period."""
    sha256 = store(pack_list(rows), COLUMNS_TYPE).sha256
    ListFile.objects.create(rating_list=rating_list, format=COLUMNS, media_type=COLUMNS_TYPE, sha256=sha256)


def _births(period: Period) -> tuple[Ints, Ints]:
    """Persons, rising, with their years of birth: all who may count as juniors on the list, maybe a few more.

    Of a published list the years are those that it printed, else those of the register.
    """
    junior = rules_of(period.kind, period.effective_from).get("k_junior_age")
    if junior is None:
        return _ints(()), _ints(())
    first = period.effective_from.year - junior.integer - 1
    if period.rating_list is not None:
        printed = period.rating_list.rows.filter(birth_year__gte=first).order_by("person_id")
        known = [(pk, year or 0) for pk, year in printed.values_list("person_id", "birth_year")]
    else:
        rows = Person.objects.filter(birth__gte=str(first)).order_by("pk").values_list("pk", "birth")
        known = [
            (pk, int(birth[:4])) for pk, birth in rows.iterator(chunk_size=AT_ONCE) if birth[:4].isdigit()
        ]
    return _ints(pk for pk, _year in known), _ints(year for _pk, year in known)


def years_of(births: tuple[Ints, Ints], persons: Ints) -> Ints:
    """The year of birth of each person as far as it matters, else 0."""
    known, years = births
    place, there = places(known, persons)
    return np.where(there, years[place] if len(years) else 0, 0)


def _day(day: date | None) -> int:
    return 0 if day is None else day.toordinal()


def _ints(values: Iterable[int]) -> Ints:
    return np.fromiter(values, dtype=np.int64)


def _batched(rows: Iterable[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    left = iter(rows)
    while some := list(islice(left, AT_ONCE)):
        yield some


def _by_thousands(values: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]
