"""Baku acceleration: the groups, the rounds, and what it does to score groups and floats."""

from dataclasses import replace

import pytest

from tournaments.pairing.acceleration import LentRounds, is_standard, last_of_first_group, lent_rounds
from tournaments.pairing.history import float_in, histories, virtual_halves
from tournaments.pairing.why import score_groups
from tournaments.record.model import Acceleration, Entry, EventFacts, Game, Record, ScoreSystem


@pytest.mark.parametrize(
    ("players", "last"),
    # The half, rounded up to an even number; 161 and 82 are the regulation's own example.
    [(161, 82), (160, 80), (162, 82), (164, 82), (2, 2), (3, 2), (4, 2), (5, 4), (60, 30), (61, 32)],
)
def test_the_first_group_is_the_upper_half_rounded_up_to_an_even_number(players: int, last: int) -> None:
    assert last_of_first_group(range(1, players + 1)) == last


def test_the_first_group_counts_players_and_not_numbers() -> None:
    assert last_of_first_group((2, 3, 5, 8, 13)) == 8


def test_one_player_alone_cannot_be_split() -> None:
    with pytest.raises(ValueError, match="two players"):
        last_of_first_group([1])


@pytest.mark.parametrize(
    ("rounds", "wanted"),
    [
        # The regulation's own example: five of nine rounds, three with a point and two with half of it.
        (9, (LentRounds(2, 1, 3), LentRounds(1, 4, 5))),
        (7, (LentRounds(2, 1, 2), LentRounds(1, 3, 4))),
        (11, (LentRounds(2, 1, 3), LentRounds(1, 4, 6))),
        (5, (LentRounds(2, 1, 2), LentRounds(1, 3, 3))),
        (2, (LentRounds(2, 1, 1),)),
        (1, (LentRounds(2, 1, 1),)),
    ],
)
def test_half_of_the_rounds_are_accelerated_and_half_of_those_fully(
    rounds: int, wanted: tuple[LentRounds, ...]
) -> None:
    assert lent_rounds(rounds) == wanted


@pytest.mark.parametrize(("system", "fits"), [(ScoreSystem(), True), (ScoreSystem(6, 2, 0, 6), False)])
def test_the_method_is_for_the_standard_points(system: ScoreSystem, fits: bool) -> None:
    assert is_standard(system) is fits


BAKU = (Acceleration(1, 3, 1, 4, 2), Acceleration(4, 5, 1, 4, 1))


@pytest.mark.parametrize(
    ("number", "round_number", "halves"), [(4, 1, 2), (4, 3, 2), (4, 4, 1), (4, 5, 1), (4, 6, 0), (5, 1, 0)]
)
def test_virtual_points_end_with_the_last_accelerated_round(
    number: int, round_number: int, halves: int
) -> None:
    assert virtual_halves(BAKU, number, round_number) == halves


ROUND_ONE = Record(
    EventFacts("Fast", system="swiss", rounds=9, first_colour="w"),
    tuple(Entry(number, f"Player {number}") for number in range(1, 9)),
    # 1 and 2 of the first group win, 5 of the second wins, 6 draws with 8.
    (
        Game(1, 1, 1, 3, "1-0"),
        Game(1, 2, 4, 2, "0-1"),
        Game(1, 3, 5, 7, "1-0"),
        Game(1, 4, 8, 6, "1/2-1/2"),
    ),
    accelerations=BAKU,
)


def test_score_groups_are_those_of_the_pairing_score() -> None:
    # 2: 1 and 2 (1 + 1); 1: 3 and 4 (0 + 1) and 5 (1 + 0); a half: 6 and 8; 0: 7.
    assert score_groups(ROUND_ONE, 2) == ((1, 2), (3, 4, 5), (6, 8), (7,))


def test_a_float_is_one_of_pairing_scores() -> None:
    # 3 (0 + 1) met 5 (1 + 0): one group under the acceleration. Without it 5 floats down and 3 up.
    second = replace(
        ROUND_ONE,
        games=(
            *ROUND_ONE.games,
            Game(2, 1, 2, 1, "1-0"),
            Game(2, 2, 3, 5, "1-0"),
            Game(2, 3, 6, 4, "1-0"),
            Game(2, 4, 7, 8, "1-0"),
        ),
    )
    system = second.event.score_system
    lent = histories(second, 3)
    assert [float_in(lent, number, 2, system) for number in (3, 5, 6, 4)] == ["", "", "up", "down"]
    plain = histories(replace(second, accelerations=()), 3)
    assert [float_in(plain, number, 2, system) for number in (3, 5)] == ["up", "down"]
