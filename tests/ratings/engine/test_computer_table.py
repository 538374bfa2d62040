"""The computer table of 11.31: Rar, n, W, W − We, Ru. Every figure worked out from tables 8.1a and 8.1b by hand."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from ratings.engine.computer_table import ComputedRow, computed, opponents_for_ru
from ratings.engine.facts import PlayerFacts
from tournaments.record.model import Entry, EventFacts, Game, Record
from tournaments.rulebook.shelf import edition

OLD = edition("fide-2004")
K = 15


def swiss() -> Record:
    """1 is unrated; he beats 2 (1800) and loses to 3 (1700) and 4 (1600)."""
    entries = (
        Entry(1, "New, Player"),
        Entry(2, "Rated, One", rating=1800, rating_k=K),
        Entry(3, "Rated, Two", rating=1700, rating_k=K),
        Entry(4, "Rated, Three", rating=1600, rating_k=K),
    )
    games = (
        Game(1, 1, 1, 2, "1-0"),
        Game(1, 2, 3, 4, "1/2-1/2"),
        Game(2, 1, 3, 1, "1-0"),
        Game(2, 2, 2, 4, "1-0"),
        Game(3, 1, 1, 4, "0-1"),
        Game(3, 2, 2, 3, "1/2-1/2"),
    )
    return Record(EventFacts("Invented", start=date(2006, 2, 1), system="swiss", rounds=3), entries, games)


def rows(record: Record, key: str = "fide-2004") -> dict[int, ComputedRow]:
    return {row.number: row for row in computed(record, edition(key)).rows}


def test_an_unrated_player_who_met_three_rated_gets_rar_and_ru_even_below_1601() -> None:
    """Mean 1700; 1 of 3 is 33 %, dp -125: 1575, which is below the floor and does not count (10.31)."""
    assert rows(swiss())[1] == ComputedRow(
        1, None, 1700, 3, Fraction(1), None, Fraction(1575), ru_counts=False
    )


def test_an_unrated_player_who_met_two_rated_has_rar_0_and_no_ru() -> None:
    record = swiss()
    kept = tuple(game for game in record.games if (game.white, game.black) != (1, 4))
    assert rows(replace(record, games=kept))[1] == ComputedRow(
        1, None, 0, 2, Fraction(1), None, None, ru_counts=False
    )


def test_the_edition_of_2005_wants_four_and_says_that_this_is_a_choice() -> None:
    assert rows(swiss(), "fide-2005")[1].rar == 0
    assert rows(swiss(), "fide-2005")[1].ru is None
    old, new = opponents_for_ru(OLD), opponents_for_ru(edition("fide-2005"))
    assert old is not None
    assert new is not None
    assert (old.integer, old.article, old.verified) == (3, "11.31", True)
    assert (new.integer, new.article, new.verified) == (4, "11.31", False)


def test_a_result_thrown_away_as_a_first_event_has_its_ru_printed_all_the_same() -> None:
    """Half a point of three: 17 %, dp -273 from 1700 is 1427; 6.1 leaves it out of the ratings."""
    record = swiss()
    games = (replace(record.games[0], code="1/2-1/2"), *record.games[1:])
    assert rows(replace(record, games=games))[1] == ComputedRow(
        1, None, 1700, 3, Fraction(1, 2), None, Fraction(1427), ru_counts=False
    )


@pytest.mark.parametrize(
    ("number", "rar", "points", "gain"),
    [
        (2, 1650, Fraction(3, 2), Fraction(1, 10)),  # D 150: .70, We 1.40
        (3, 1700, Fraction(1), Fraction(0)),  # D 0: .50, We 1
        (4, 1750, Fraction(1, 2), Fraction(-1, 10)),  # D -150: .30, We .60
    ],
)
def test_a_rated_player_has_the_mean_of_his_rated_opponents_and_w_minus_we_before_k(
    number: int, rar: int, points: Fraction, gain: Fraction
) -> None:
    row = rows(swiss())[number]
    assert (row.rar, row.n, row.w, row.gain, row.ru) == (rar, 2, points, gain, None)


def test_the_cap_of_350_points_is_in_w_minus_we_and_not_in_rar() -> None:
    """2000 beats 1900 and loses to 1500: mean 1700, with 1500 counted as 1650 it is 1775; D 225: .78, We 1.56."""
    entries = tuple(Entry(n, f"P{n}", rating=r, rating_k=K) for n, r in ((1, 2000), (2, 1900), (3, 1500)))
    games = (Game(1, 1, 1, 2, "1-0"), Game(2, 1, 1, 3, "0-1"))
    facts = EventFacts("Invented", start=date(2006, 2, 1), system="swiss", rounds=2)
    row = rows(Record(facts, entries, games))[1]
    assert (row.rar, row.n, row.gain) == (1700, 2, Fraction(-56, 100))


def test_a_match_with_an_unrated_player_computes_nothing() -> None:
    entries = (Entry(1, "A", rating=2000, rating_k=K), Entry(2, "B"))
    facts = EventFacts("Match", start=date(2024, 5, 1), system="match", rounds=2)
    made = computed(
        Record(facts, entries, (Game(1, 1, 1, 2, "1-0"), Game(2, 1, 2, 1, "1-0"))),
        edition("fide-2024"),
        {1: PlayerFacts(games=40, born="1980")},
    )
    assert [(row.rar, row.n, row.ru) for row in made.rows] == [(0, 0, None), (0, 0, None)]
