"""Scheveningen tables."""

import itertools

import pytest

from tournaments.pairing.scheveningen import scheveningen_rounds


@pytest.mark.parametrize("size", range(1, 11))
def test_every_player_meets_every_player_of_the_other_team_once(size: int) -> None:
    rounds = scheveningen_rounds(size)
    met = sorted(tuple(sorted((pair.white, pair.black or 0))) for boards in rounds for pair in boards)
    assert met == sorted(itertools.product(range(1, size + 1), range(size + 1, 2 * size + 1)))
    for boards in rounds:
        seated = [number for pair in boards for number in (pair.white, pair.black)]
        assert sorted(seated) == list(range(1, 2 * size + 1))


@pytest.mark.parametrize("size", range(2, 11))
def test_colours_of_everybody_are_equal_or_differ_by_one(size: int) -> None:
    rounds = scheveningen_rounds(size)
    for number in range(1, 2 * size + 1):
        white = sum(pair.white == number for boards in rounds for pair in boards)
        assert abs(2 * white - size) == size % 2


def test_the_second_cycle_reverses_the_colours() -> None:
    rounds = scheveningen_rounds(3, 2)
    first = [(pair.white, pair.black) for boards in rounds[:3] for pair in boards]
    second = [(pair.black, pair.white) for boards in rounds[3:] for pair in boards]
    assert first == second


def test_an_empty_team_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a player"):
        scheveningen_rounds(0)
