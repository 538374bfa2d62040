"""Two speeds, one truth: what a derivation arrives at is what the fast count gave, on any record."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tiebreaks.engine.explaining import explain_working
from tiebreaks.engine.field import field_of
from tiebreaks.engine.ranking import rank, rank_working, working_of
from tiebreaks.engine.registry import REGISTRY, codes_of
from tournaments.record.crosstable import crosstable
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, ScoreSystem
from tournaments.rulebook.shelf import edition, editions

GAMES = ["1-0", "1/2-1/2", "0-1", "0-0", "1/2-0", "1-0u", "+/-", "-/+", "-/-", "=/=", "*"]
BYES = ["U", "F", "H", "Z", "+", "-"]
SYSTEMS = ["swiss", "round_robin", "unknown", "knock_out"]
MODIFIED = {
    "C": ("C1", "C2"),
    "M": ("M1", "M2"),
    "L": ("L+1", "L-1"),
    "P": ("P",),
    "F": ("F",),
    "R": ("R",),
    "N": ("N",),
    "400": ("400",),
    "U": ("U1400",),
}
EDITIONS = [item.key for regulation in ("c07", "ua-tiebreaks") for item in editions(regulation)]


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Small events with every kind of round; nobody plays twice in one, whoever is left may have a bye."""
    count = draw(st.integers(2, 9))
    rounds = draw(st.integers(0, 6))
    rated = draw(st.booleans())
    ratings = st.integers(1000, 2700) if rated else st.none() | st.integers(1000, 2700)
    entries = tuple(Entry(n, f"Player {n}", rating=draw(ratings)) for n in range(1, count + 1))
    games, byes = [], []
    for round_number in range(1, rounds + 1):
        numbers = draw(st.permutations(range(1, count + 1)))
        boards = draw(st.integers(0, count // 2))
        for board in range(boards):
            white, black = numbers[2 * board], numbers[2 * board + 1]
            known = draw(st.integers(0, 9)) > 0
            games.append(Game(round_number, board + 1, white, black, draw(st.sampled_from(GAMES)), known))
        for number in numbers[2 * boards :]:
            if draw(st.booleans()):
                byes.append(Bye(round_number, number, draw(st.sampled_from(BYES))))
    system = draw(st.sampled_from([ScoreSystem(), ScoreSystem(6, 2, 0, 6), ScoreSystem(2, 1, 0, 1)]))
    facts = EventFacts(
        "Invented",
        start=date(2026, 4, 1),
        system=draw(st.sampled_from(SYSTEMS)),
        rounds=draw(st.integers(0, rounds + 2)),
        score_system=system,
    )
    return Record(facts, entries, tuple(games), tuple(byes))


def every_code(key: str) -> list[str]:
    """Every code of an edition, plain and with each of its modifiers."""
    found = []
    for code in codes_of(edition(key)):
        found.append(code)
        found += [
            f"{code}/{text}" for letter in sorted(REGISTRY[code].modifiers) for text in MODIFIED[letter]
        ]
    return found


@pytest.mark.parametrize("key", EDITIONS)
@settings(max_examples=25, deadline=None)
@given(record=records())
def test_derivation_arrives_at_the_value_of_the_standing(key: str, record: Record) -> None:
    working = working_of(record, edition(key))
    standings = rank_working(working, ["PTS", *every_code(key)])
    for row in standings.rows:
        for label in standings.labels:
            group = standings.tied_before(label, row.number)
            explained = explain_working(working, label, row.number, group)
            assert explained.value == row.values[label], (label, row.number)
            assert explained.edition == key
            assert explained.steps
            assert all(step.article for step in explained.steps), label


@settings(max_examples=60, deadline=None)
@given(record=records(), through=st.none() | st.integers(0, 7))
def test_field_holds_what_the_crosstable_holds(record: Record, through: int | None) -> None:
    field, table = field_of(record, through), crosstable(record)
    rounds = table.rounds_started if through is None else min(through, table.rounds_started)
    assert field.rounds == rounds
    for player, number in enumerate(field.numbers):
        row = table.row(number)
        assert field.scores[player] == row.score_after(rounds)
        for place, cell in enumerate(row.cells[:rounds]):
            opponent = field.opponents[player][place]
            assert (field.numbers[opponent] if opponent >= 0 else None) == cell.opponent
            assert field.halves[player][place] == cell.halves
            assert field.colours[player][place] == cell.colour
            assert (field.kinds[player][place] == 0) == cell.played


@settings(max_examples=60, deadline=None)
@given(record=records())
def test_places_are_shared_by_equal_values_and_the_next_place_is_skipped(record: Record) -> None:
    standings = rank(record, edition("c07-2026"), ["PTS", "DE", "SB", "WON"])
    places = [row.place for row in standings.rows]
    assert places == sorted(places)
    for index, row in enumerate(standings.rows):
        assert row.place == 1 + sum(other.place < row.place for other in standings.rows)
        if index:
            before = standings.rows[index - 1]
            assert before.values["PTS"] >= row.values["PTS"]  # type: ignore[operator]
            if before.place == row.place:
                assert before.values["SB"] == row.values["SB"]
                assert before.number < row.number
