"""Periods by chance, with every oddity that the rules know: for holding both speeds to the same numbers."""

from dataclasses import dataclass, field
from datetime import date, timedelta

from hypothesis import strategies as st

from ratings.engine.facts import PlayerFacts
from tournaments.record.codes import GAME_CODES
from tournaments.record.model import Entry, EventFacts, Game, Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.shelf import edition

# Ratings near every border: caps, floors, 2300, 2400, 2600, 2650, and none.
RATINGS = st.one_of(
    st.integers(1000, 2900),
    st.sampled_from(
        [1000, 1001, 1399, 1400, 1401, 1600, 1601, 2299, 2300, 2399, 2400, 2600, 2601, 2649, 2650]
    ),
)


@dataclass(frozen=True)
class GeneratedEvent:
    """One event: record, facts by start number, the person of each start number, the edition."""

    record: Record
    facts: dict[int, PlayerFacts]
    persons: dict[int, int]
    rules: Edition = field(repr=False)


@st.composite
def facts(draw: st.DrawFn, rating: int | None, factor: int | None) -> PlayerFacts:
    """What is known of a player: K given or to be derived, birth, games, an earlier event, 10.4, a standard rating."""
    return PlayerFacts(
        rating=rating or 0,
        k=factor or (draw(st.sampled_from([None, None, 10, 15, 20, 25, 30, 40])) if rating else None),
        games=draw(st.sampled_from([None, 0, 5, 29, 30, 31, 200])),
        born=draw(st.sampled_from(["", "1970", "2004", "2006", "2008", "2010", "2008-02", "2006-03-14"])),
        ever_2400=draw(st.sampled_from([None, False, True])),
        ever_2300=draw(st.sampled_from([None, False, True])),
        first_event=draw(st.sampled_from([None, False, True])),
        valid_event_before=draw(st.sampled_from([None, False, True])),
        unrated_for_opponents=bool(rating) and draw(st.integers(0, 7)) == 0,
        standard_rating=draw(st.one_of(st.none(), st.sampled_from([1400, 1599, 1600, 2450, 2650]))),
    )


@st.composite
def games(draw: st.DrawFn, numbers: list[int], most_rounds: int) -> tuple[Game, ...]:
    """Rounds of boards paired by chance; most games are played, the others end in any way there is."""
    found = []
    for round_number in range(1, draw(st.integers(1, most_rounds)) + 1):
        order = draw(st.permutations(numbers))
        for board in range(len(order) // 2):
            usual = draw(st.integers(0, 3)) > 0
            code = draw(st.sampled_from(["1-0", "1/2-1/2", "0-1"] if usual else list(GAME_CODES)))
            found.append(Game(round_number, board + 1, order[2 * board], order[2 * board + 1], code))
    return tuple(found)


@st.composite
def events(
    draw: st.DrawFn,
    keys: list[str],
    *,
    persons: list[int],
    most_rounds: int = 5,
    systems: tuple[str, ...] = ("swiss",),
    unrated: int = 3,
    factor: int | None = None,
) -> GeneratedEvent:
    """An event of some of these persons under one of these editions.

    One player in `unrated` has no rating; `factor` is a K for all.
    """
    rules = edition(draw(st.sampled_from(keys)))
    system = draw(st.sampled_from(systems))
    most = 2 if system == "match" else len(persons)
    chosen = draw(st.lists(st.sampled_from(persons), min_size=2, max_size=most, unique=True))
    numbers = list(range(1, len(chosen) + 1))
    start = rules.effective_from + timedelta(days=draw(st.integers(0, 20)))
    ratings = {n: None if draw(st.integers(1, unrated)) == 1 else draw(RATINGS) for n in numbers}
    record = Record(
        EventFacts("Invented", start=start, end=start + timedelta(days=3), system=system),  # type: ignore[arg-type]
        tuple(Entry(number, f"Player {number}") for number in numbers),
        draw(games(numbers, most_rounds)),
    )
    known = {number: draw(facts(ratings[number], factor)) for number in numbers}
    return GeneratedEvent(record, known, dict(zip(numbers, chosen, strict=True)), rules)


FIRST_DAYS = st.sampled_from([date(2026, 1, 1), date(2026, 4, 1), date(2026, 12, 31)])
