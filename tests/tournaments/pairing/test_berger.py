"""Berger tables against the printed ones and an independent implementation."""

import itertools
from collections import Counter

import pytest
from gacrux.berger import bergertables

from tournaments.pairing.berger import Rounds, berger_rounds, rounds_needed

# The tables as printed in the FIDE Handbook, C.05, Annex 1.
PRINTED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 | "
        "8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1"
    ),
}


def as_printed(rounds: Rounds) -> str:
    return " | ".join(" ".join(f"{pair.white}-{pair.black}" for pair in boards) for boards in rounds)


def colours_of(rounds: Rounds) -> dict[int, str]:
    colours: dict[int, str] = {}
    for pair in itertools.chain.from_iterable(rounds):
        if pair.black is not None:
            colours[pair.white] = colours.get(pair.white, "") + "w"
            colours[pair.black] = colours.get(pair.black, "") + "b"
    return colours


@pytest.mark.parametrize("players", sorted(PRINTED))
def test_table_is_the_one_printed_in_the_handbook(players: int) -> None:
    assert as_printed(berger_rounds(players)) == PRINTED[players]


@pytest.mark.parametrize("players", range(4, 25))
def test_table_equals_that_of_the_reference_program(players: int) -> None:
    reference = bergertables(players)["pairing"]
    expected = [
        [
            (board["white"], board["black"])
            for _, board in sorted(reference[number].items())
            if max(board["white"], board["black"]) <= players
        ]
        for number in sorted(reference)
    ]
    games = [[(pair.white, pair.black) for pair in boards if pair.black] for boards in berger_rounds(players)]
    assert games == expected


@pytest.mark.parametrize("players", range(2, 18))
def test_everybody_meets_everybody_once(players: int) -> None:
    rounds = berger_rounds(players)
    met = Counter(frozenset((pair.white, pair.black)) for boards in rounds for pair in boards if pair.black)
    assert met == Counter(frozenset(two) for two in itertools.combinations(range(1, players + 1), 2))
    assert len(rounds) == rounds_needed(players)


@pytest.mark.parametrize("players", [3, 5, 7, 11])
def test_with_an_odd_number_everybody_is_free_once_and_stands_last_in_that_round(players: int) -> None:
    rounds = berger_rounds(players)
    assert sorted(boards[-1].white for boards in rounds) == list(range(1, players + 1))
    assert all(pair.black is not None for boards in rounds for pair in boards[:-1])


@pytest.mark.parametrize("players", range(4, 13))
def test_in_a_double_round_robin_everybody_has_both_colours_against_everybody(players: int) -> None:
    rounds = berger_rounds(players, 2)
    games = {(pair.white, pair.black) for boards in rounds for pair in boards if pair.black}
    assert games == set(itertools.permutations(range(1, players + 1), 2))


def test_the_last_two_rounds_of_the_first_cycle_are_exchanged_in_a_double_round_robin() -> None:
    assert as_printed(berger_rounds(4, 2)) == "1-4 2-3 | 2-4 3-1 | 4-3 1-2 | 4-1 3-2 | 3-4 2-1 | 4-2 1-3"


def test_the_exchange_of_the_last_two_rounds_can_be_left_out() -> None:
    plain = "1-4 2-3 | 4-3 1-2 | 2-4 3-1 | 4-1 3-2 | 3-4 2-1 | 4-2 1-3"
    assert as_printed(berger_rounds(4, 2, swap_last_two=False)) == plain


@pytest.mark.parametrize("players", range(4, 25))
def test_with_the_exchange_nobody_has_one_colour_three_times_running(players: int) -> None:
    colours = colours_of(berger_rounds(players, 2))
    assert [number for number, row in colours.items() if "www" in row or "bbb" in row] == []


def test_without_the_exchange_somebody_has_one_colour_three_times_running() -> None:
    colours = colours_of(berger_rounds(6, 2, swap_last_two=False))
    assert [number for number, row in colours.items() if "www" in row or "bbb" in row] != []


@pytest.mark.parametrize(("players", "cycles"), [(1, 1), (0, 1), (4, 0)])
def test_a_table_without_players_or_cycles_is_refused(players: int, cycles: int) -> None:
    with pytest.raises(ValueError, match="needs two players and one cycle"):
        berger_rounds(players, cycles)
