"""Results worth a second look; every number here was counted by hand."""

import pytest

from tournaments.record.suspicion import Played, Suspicion, losses_in_a_row, suspicions


def board(code: str, white: int | None, black: int | None) -> Played:
    return Played(5, 1, 2, code, white, black)


@pytest.mark.parametrize(
    ("code", "white", "black", "points"),
    [
        ("1-0", 1900, 2300, 400),
        ("0-1", 2450, 2000, 450),
        ("1-0u", 1500, 2000, 500),
    ],
)
def test_a_win_against_four_hundred_points_more_is_an_upset(code, white, black, points):
    assert list(suspicions(board(code, white, black), {})) == [Suspicion("upset", points)]


@pytest.mark.parametrize(
    ("code", "white", "black"),
    [
        ("1-0", 1901, 2300),  # 399 points
        ("1-0", 2300, 1900),  # the favourite won
        ("1/2-1/2", 1500, 2300),
        ("+/-", 1500, 2300),  # nobody played
        ("0-0", 1500, 2300),
        ("*", 1500, 2300),
        ("1-0", None, 2300),
    ],
)
def test_what_is_no_upset(code, white, black):
    assert list(suspicions(board(code, white, black), {})) == []


def test_a_winner_who_had_lost_four_games_in_a_row_is_looked_at_again():
    assert list(suspicions(board("1-0", 2000, 2000), {1: 4, 2: 9})) == [Suspicion("losing_streak", 4)]
    assert list(suspicions(board("1-0", 2000, 2000), {1: 3})) == []


def test_a_row_of_losses_is_broken_by_half_a_point_and_not_by_a_forfeit():
    games = [
        Played(1, 1, 2, "0-1"),
        Played(2, 2, 1, "1-0"),
        Played(3, 1, 2, "-/+"),
        Played(4, 1, 2, "0-0"),
        Played(5, 2, 1, "*"),
    ]
    assert losses_in_a_row(games) == {1: 3, 2: 1}
    assert losses_in_a_row([*games, Played(6, 1, 2, "1/2-1/2")]) == {1: 0, 2: 0}
