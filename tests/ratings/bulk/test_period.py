"""Periods and list rows over arrays give what the exact engine gives for each player."""

from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratings.engine.bulk.arrays import Ints, ListAfter, ListBefore, Parts
from ratings.engine.bulk.listing import (
    MARKS,
    carried_over,
    differing,
    list_rules,
    listed_factors,
    rows_of_first,
    rows_of_rated,
)
from ratings.engine.bulk.period import changes, first_ratings, period_rules
from ratings.engine.list_rows import Before, ListRow, Play, listed_factor, next_row
from ratings.engine.period import FirstPart, PeriodPlayer, PeriodRating, RatedPart, rate_period
from ratings.engine.results import FirstResult
from tournaments.rulebook.shelf import edition, editions

LISTS = [
    item.key
    for regulation in ("fide-rating", "fide-rapid-blitz")
    for item in editions(regulation)
    if period_rules(item) is not None and list_rules(item, item.effective_from, None) is not None
]
USUAL = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def test_the_lists_of_all_texts_with_pooled_games_are_computed_over_arrays() -> None:
    standard = ["fide-2014", "fide-2017", "fide-2022", "fide-2024", "fide-2025-10"]
    assert [*standard, "fide-rb-2024", "fide-rb-2024-12"] == LISTS


@dataclass(frozen=True)
class Played:
    """One event of one player: own rating (None unrated), games, half points, gain in hundredths, K, and so on."""

    person: int
    rating: int | None
    games: int
    halves: int
    gain: int
    k: int
    opponents: int
    counts: bool
    ended: date
    list_day: date


@dataclass(frozen=True)
class Row:
    """One row of the list before."""

    rating: int
    games_total: int
    highest: int | None
    k_games: int | None
    inactive_lists: int
    last_played: date | None
    birth: int | None


DAY = st.sampled_from([date(2026, 1, 1), date(2026, 4, 1), date(2026, 12, 31)])


@st.composite
def played(draw: st.DrawFn, person: int, day: date, *, rated: bool) -> Played:
    games = draw(st.one_of(st.integers(1, 11), st.integers(12, 90)))
    halves = draw(st.integers(0, 2 * games))
    back = draw(st.sampled_from([0, 0, 0, 30, 200, 700, 760, 800, 830])) if not rated else 0
    return Played(
        person=person,
        rating=draw(st.integers(1000, 2800)) if rated else None,
        games=games,
        halves=halves,
        gain=50 * halves - draw(st.integers(0, 100 * games)) if rated else 0,
        k=draw(st.sampled_from([10, 20, 30, 40])),
        opponents=draw(st.integers(1000 * games, 2500 * games)),
        counts=draw(st.integers(0, 4)) > 0,
        ended=day - timedelta(days=back + draw(st.integers(1, 60))),
        list_day=(day - timedelta(days=back)).replace(day=1),
    )


@st.composite
def rows(draw: st.DrawFn, day: date) -> Row:
    rating = draw(
        st.one_of(st.integers(1000, 2850), st.sampled_from([1000, 1400, 1401, 2299, 2300, 2399, 2400]))
    )
    return Row(
        rating=rating,
        games_total=draw(st.sampled_from([0, 5, 28, 29, 30, 31, 400])),
        highest=draw(st.sampled_from([None, rating, rating + 1, 2300, 2400])),
        k_games=draw(st.sampled_from([None, 0, 12, 29, 40])),
        inactive_lists=draw(st.sampled_from([0, 0, 0, 1, 6, 7])),
        last_played=draw(
            st.sampled_from([None, *(day - timedelta(days=n) for n in (20, 364, 365, 366, 367, 900))])
        ),
        birth=draw(st.sampled_from([None, 1960, day.year - 19, day.year - 18, day.year - 17])),
    )


@st.composite
def periods(draw: st.DrawFn) -> tuple[Any, ...]:
    rules, day = edition(draw(st.sampled_from(LISTS))), draw(DAY)
    before = {person: draw(rows(day)) for person in draw(st.sets(st.integers(1, 40), max_size=6))}
    newcomers = draw(st.sets(st.integers(41, 60), max_size=4))
    events: list[Played] = []
    for person in before:
        events += [draw(played(person, day, rated=True)) for _ in range(draw(st.integers(0, 3)))]
        events += [draw(played(person, day, rated=False)) for _ in range(draw(st.integers(0, 1)))]
    for person in newcomers:
        events += [draw(played(person, day, rated=False)) for _ in range(draw(st.integers(1, 3)))]
    known_since = draw(st.sampled_from([None, date(2020, 1, 1), day - timedelta(days=100)]))
    births = {person: draw(st.sampled_from([None, day.year - 18, 1990])) for person in newcomers}
    return rules, day, before, newcomers, draw(st.permutations(events)), known_since, births


def first_part(event: Played) -> FirstPart:
    result = FirstResult(event.games, event.halves, Fraction(event.opponents), Fraction(0), 3)
    return FirstPart(f"event {event.ended}", event.list_day, result)


def exact(found: tuple[Any, ...]) -> tuple[dict[int, PeriodRating], dict[int, ListRow]]:
    """Period and rows of every player by the exact engine."""
    rules, day, before, newcomers, events, known_since, births = found
    players = [
        PeriodPlayer(
            person,
            row.rating,
            rated=tuple(
                RatedPart("e", event.games, Fraction(event.gain, 100), event.k)
                for event in events
                if event.person == person and event.rating is not None
            ),
        )
        for person, row in before.items()
    ]
    players += [
        PeriodPlayer(
            person,
            None,
            first=tuple(first_part(event) for event in events if event.person == person and event.counts),
        )
        for person in newcomers
    ]
    outcomes = rate_period(rules, day, players)
    made = {}
    for person, outcome in outcomes.items():
        row = before.get(person)
        own = [event.ended for event in events if event.person == person]
        made[person] = next_row(
            rules,
            day,
            row
            and Before(
                row.rating, row.games_total, row.highest, row.k_games, row.inactive_lists, row.last_played
            ),
            Play(outcome.state, outcome.old, outcome.new, outcome.n, max(own, default=None)),
            birth_year=row.birth if row else births[person],
            known_since=known_since,
        )
    return outcomes, {person: row for person, row in made.items() if row is not None}


def ints(values: Any) -> Ints:
    return np.array(list(values), dtype=np.int64)


def parts_of(events: list[Played]) -> Parts:
    return Parts(
        persons=ints(event.person for event in events),
        ratings=ints(event.rating or 0 for event in events),
        factors=ints(event.k if event.rating else 0 for event in events),
        games=ints(event.games for event in events),
        halves=ints(event.halves for event in events),
        gain=ints(event.gain for event in events),
        counts=np.array([event.counts and event.rating is None for event in events], dtype=np.bool_),
        opponents_sum=ints(event.opponents if event.rating is None else 0 for event in events),
        ended=ints(event.ended.toordinal() for event in events),
        lists=ints(event.list_day.toordinal() for event in events),
    )


def list_before(before: dict[int, Row]) -> ListBefore:
    people = sorted(before)

    def column(value: Any) -> Ints:
        return ints(value(before[person]) for person in people)

    return ListBefore(
        persons=ints(people),
        rating=column(lambda row: row.rating),
        k=column(lambda row: 20),
        games_total=column(lambda row: row.games_total),
        highest=column(lambda row: row.highest or 0),
        k_games=column(lambda row: -1 if row.k_games is None else row.k_games),
        inactive_lists=column(lambda row: row.inactive_lists),
        last_played=column(lambda row: row.last_played.toordinal() if row.last_played else 0),
    )


def as_rows(found: ListAfter) -> dict[int, ListRow]:
    """The arrays in the shape of the exact engine."""
    return {
        int(found.persons[i]): ListRow(
            rating=int(found.rating[i]) or None,
            previous_rating=int(found.previous_rating[i]) or None,
            k=int(found.k[i]) or None,
            k_games=None if found.k_games[i] < 0 else int(found.k_games[i]),
            games=int(found.games[i]),
            games_total=int(found.games_total[i]),
            highest=int(found.highest[i]) or None,
            mark=MARKS[found.marks[i]],
            inactive_lists=int(found.inactive_lists[i]),
            last_played=date.fromordinal(int(found.last_played[i])) if found.last_played[i] else None,
        )
        for i in range(len(found.persons))
    }


@USUAL
@given(periods())
def test_period_and_rows_equal_the_exact_engine_for_every_player(found: tuple[Any, ...]) -> None:
    rules, day, before, newcomers, events, known_since, births = found
    outcomes, wanted = exact(found)
    over, parts, base = period_rules(rules), parts_of(list(events)), list_before(before)
    columns = list_rules(rules, day, known_since)
    assert over is not None
    assert columns is not None
    changed = changes(over, base.persons, base.rating, parts)
    years = ints(before[int(person)].birth or 0 for person in base.persons)
    made = as_rows(rows_of_rated(columns, base, changed, years))
    first = first_ratings(over, day, ints(sorted(newcomers)), parts)
    made |= as_rows(rows_of_first(columns, first, ints(births[person] or 0 for person in sorted(newcomers))))
    assert made == wanted
    for i, person in enumerate(base.persons.tolist()):
        assert Fraction(int(changed.change[i]), 100) == outcomes[person].change
        assert int(changed.new[i]) == outcomes[person].new


def test_the_default_row_differs_from_the_computed_one_only_where_something_happened() -> None:
    """Of three players one played, one has become inactive, one has nothing new."""
    day = date(2026, 4, 1)
    fresh, stale = date(2026, 1, 10), date(2024, 5, 5)
    before = {
        1: Row(2000, 100, 2000, None, 0, fresh, 1980),
        2: Row(2000, 100, 2000, None, 0, stale, 1980),
        3: Row(2000, 100, 2000, None, 0, fresh, 1980),
        4: Row(2000, 100, 2000, None, 3, stale, 1980),
    }
    events = [Played(1, 2000, 9, 9, 0, 20, 0, False, date(2026, 3, 3), day)]
    rules = edition("fide-2025-10")
    over, columns = period_rules(rules), list_rules(rules, day, date(2020, 1, 1))
    assert over is not None
    assert columns is not None
    base = list_before(before)
    outcome = changes(over, base.persons, base.rating, parts_of(events))
    after = rows_of_rated(columns, base, outcome, ints([1980] * 4))
    found = differing(after, carried_over(base))
    assert base.persons[found].tolist() == [1, 2]
    assert after.inactive_lists.tolist() == [0, 1, 0, 4]


@pytest.mark.parametrize("key", ["fide-2004", "fide-2009", "fide-2012"])
def test_lists_that_weigh_single_results_are_left_to_the_exact_engine(key: str) -> None:
    assert period_rules(edition(key)) is None


def outcome_of(rules_key: str, rating: int, gains: list[int], k: int = 10) -> int:
    """The new rating of one player after events with these gains in hundredths, one game each."""
    day = date(2026, 4, 1)
    rules = period_rules(edition(rules_key))
    assert rules is not None
    events = [Played(1, rating, 1, 1, gain, k, 0, False, day, day) for gain in gains]
    return int(changes(rules, ints([1]), ints([rating]), parts_of(events)).new[0])


@pytest.mark.parametrize(
    ("gains", "change"),
    [([-25], -3), ([25], 3), ([-5], -1), ([5], 1), ([24], 2), ([14, 14], 3), ([25, 25], 5), ([-5, -5], -1)],
)
def test_a_period_is_rounded_once_a_half_away_from_zero(gains: list[int], change: int) -> None:
    """R59 and R60: with K 10 the gains -0.25 and so on are -2.5, +2.5, -0.5, +0.5, +2.4, and sums of two events."""
    assert outcome_of("fide-2025-10", 2000, gains) == 2000 + change


@pytest.mark.parametrize(
    ("games", "k", "effective"), [(35, 20, 20), (36, 20, 19), (39, 20, 17), (18, 40, 38), (71, 10, 9)]
)
def test_k_times_games_is_at_most_700(games: int, k: int, effective: int) -> None:
    """R58; a gain of one point, so the change is the factor."""
    day = date(2026, 4, 1)
    rules = period_rules(edition("fide-2025-10"))
    assert rules is not None
    parts = parts_of([Played(1, 2000, games, games, 100, k, 0, False, day, day)])
    assert int(changes(rules, ints([1]), ints([2000]), parts).change[0]) == 100 * effective


@pytest.mark.parametrize(("gain", "listed"), [(-10, 1400), (-15, 0)])
def test_the_floor_itself_is_still_a_rating(gain: int, listed: int) -> None:
    """Floor 1400: 1401 less 1 stays, less 1.5 (away from zero: 2) is delisted."""
    day, rules = date(2026, 4, 1), edition("fide-2025-10")
    over, columns = period_rules(rules), list_rules(rules, day, None)
    assert over is not None
    assert columns is not None
    base = list_before({1: Row(1401, 100, 1401, None, 0, day, 1980)})
    outcome = changes(
        over, base.persons, base.rating, parts_of([Played(1, 1401, 1, 1, gain, 10, 0, False, day, day)])
    )
    after = rows_of_rated(columns, base, outcome, ints([1980]))
    assert (int(after.rating[0]), MARKS[after.marks[0]]) == (listed, "" if listed else "delisted")


FACTORS = [
    item
    for regulation in ("fide-rating", "fide-rapid-blitz")
    for item in editions(regulation)
    if list_rules(item, item.effective_from, None) is not None
]


@pytest.mark.parametrize("rules", FACTORS, ids=lambda rules: rules.key)
@pytest.mark.parametrize("day", [date(2026, 1, 1), date(2026, 12, 30), date(2026, 12, 31)])
def test_k_of_a_list_equals_the_exact_engine_at_every_border(rules: Any, day: date) -> None:
    columns = list_rules(rules, day, None)
    assert columns is not None
    grid = [
        (birth, rating, total, highest)
        for birth in (None, 1980, day.year - 19, day.year - 18, day.year - 17)
        for rating in (1500, 2299, 2300, 2399, 2400)
        for total in (0, 29, 30, 31)
        for highest in (None, rating, 2299, 2300, 2399, 2400)
    ]
    wanted = [listed_factor(rules, day, *point) for point in grid]
    births, ratings, totals, highest = (
        ints(value or 0 for value in column) for column in zip(*grid, strict=True)
    )
    assert listed_factors(columns, births, ratings, totals, highest).tolist() == wanted
