"""Colour preferences, floats and scores before a round."""

import pytest

from tournaments.pairing.history import (
    History,
    Preference,
    float_in,
    histories,
    is_topscorer,
    may_not_have_the_bye,
    preference,
)
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, ScoreSystem


def record(
    games: list[Game],
    byes: list[Bye] | None = None,
    *,
    players: int = 6,
    rounds: int = 5,
    system: ScoreSystem | None = None,
) -> Record:
    event = EventFacts("Club", system="swiss", rounds=rounds, score_system=system or ScoreSystem())
    entries = tuple(Entry(number, f"Player {number}") for number in range(1, players + 1))
    return Record(event, entries, tuple(games), tuple(byes or ()))


# C.04.3 art. 1.7, read by hand.
@pytest.mark.parametrize(
    ("colours", "colour", "strength"),
    [
        ("", "", "none"),
        ("w", "b", "strong"),
        ("b", "w", "strong"),
        ("wb", "w", "mild"),
        ("bw", "b", "mild"),
        ("ww", "b", "absolute"),
        ("wbb", "w", "absolute"),
        ("bww", "b", "absolute"),
        ("wbw", "b", "strong"),
        ("wwbb", "w", "absolute"),
        ("wwbwb", "b", "strong"),
        ("wwbwbw", "b", "absolute"),
        ("wwbwbb", "w", "absolute"),
        ("bbwbbw", "w", "absolute"),
    ],
)
def test_colour_preference_follows_the_colours_of_the_played_games(
    colours: str, colour: str, strength: str
) -> None:
    assert preference(History(1, (), 0, colours, frozenset())) == Preference(colour, strength)  # type: ignore[arg-type]


def test_forfeited_games_and_byes_leave_no_colour_and_no_opponent() -> None:
    past = histories(record([Game(1, 1, 1, 2, "1-0"), Game(2, 1, 1, 3, "+/-")], [Bye(2, 2, "U")]), 3)
    assert (past[1].colours, past[1].opponents, past[1].halves) == ("w", frozenset({2}), 4)
    assert (past[2].colours, past[2].opponents, past[2].halves) == ("b", frozenset({1}), 2)


def test_points_of_the_round_to_be_paired_and_of_later_ones_are_left_out() -> None:
    past = histories(record([Game(1, 1, 1, 2, "1-0"), Game(2, 1, 2, 1, "0-1")], [Bye(3, 1, "H")]), 2)
    assert (past[1].halves, past[1].colours) == (2, "w")


def test_an_adjourned_game_counts_as_a_draw_and_as_played() -> None:
    past = histories(record([Game(1, 1, 1, 2, "*j")]), 2)
    assert [(past[n].halves, past[n].colours, past[n].opponents) for n in (1, 2)] == [
        (1, "w", frozenset({2})),
        (1, "b", frozenset({1})),
    ]


def test_floats_compare_the_points_before_the_round() -> None:
    games = [
        Game(1, 1, 1, 2, "1-0"),
        Game(1, 2, 3, 4, "1/2-1/2"),
        Game(2, 1, 3, 1, "0-1"),
        Game(2, 2, 4, 5, "+/-"),
    ]
    byes = [Bye(1, 5, "H"), Bye(1, 6, "U"), Bye(2, 2, "Z"), Bye(2, 6, "F")]
    past = histories(record(games, byes), 3)
    system = ScoreSystem()
    assert [float_in(past, number, 2, system) for number in (1, 3, 4, 5, 2, 6)] == [
        "down",
        "up",
        "down",
        "",
        "",
        "down",
    ]
    assert [float_in(past, number, 1, system) for number in (1, 2, 5, 6)] == ["", "", "down", "down"]
    assert float_in(past, 1, 3, system) == ""


@pytest.mark.parametrize(
    ("byes", "games", "before"),
    [
        ([Bye(1, 1, "U")], [Game(1, 1, 2, 3, "1-0")], 1),
        ([Bye(1, 1, "F")], [Game(1, 1, 2, 3, "1-0")], 1),
        ([Bye(1, 1, "+")], [Game(1, 1, 2, 3, "1-0")], 1),
        ([], [Game(1, 1, 2, 1, "-/+")], 1),
        ([Bye(1, 1, "H")], [Game(1, 1, 2, 3, "1-0")], None),
        ([Bye(1, 1, "Z")], [Game(1, 1, 2, 3, "1-0")], None),
        ([], [Game(1, 1, 1, 2, "1-0")], None),
        ([], [Game(1, 1, 1, 2, "-/+")], None),
    ],
)
def test_a_full_point_without_playing_keeps_from_the_allocated_bye(
    byes: list[Bye], games: list[Game], before: int | None
) -> None:
    found = may_not_have_the_bye(histories(record(games, byes), 2)[1], ScoreSystem())
    assert (found.round if found else None) == before


def test_an_allocated_bye_worth_half_a_point_still_keeps_from_a_second() -> None:
    half = ScoreSystem(pairing_bye=1)
    found = may_not_have_the_bye(
        histories(record([Game(1, 1, 2, 3, "1-0")], [Bye(1, 1, "U")], system=half), 2)[1], half
    )
    assert found is not None


def test_topscorers_are_known_only_when_the_last_round_is_paired() -> None:
    games = [Game(1, 1, 1, 2, "1-0"), Game(2, 1, 1, 3, "1/2-1/2")]
    last, earlier = record(games, rounds=3), record(games, rounds=4)
    assert [is_topscorer(histories(last, 3)[n], last, 3) for n in (1, 2, 3)] == [True, False, False]
    assert not is_topscorer(histories(earlier, 3)[1], earlier, 3)


def test_exactly_half_of_the_points_makes_no_topscorer() -> None:
    event = record([Game(1, 1, 1, 2, "1-0"), Game(2, 1, 3, 1, "1-0")], rounds=3)
    assert not is_topscorer(histories(event, 3)[1], event, 3)
