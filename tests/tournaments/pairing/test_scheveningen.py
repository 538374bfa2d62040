"""Scheveningen tables."""

import itertools

import pytest

from tournaments.pairing.scheveningen import scheveningen_pairs, scheveningen_rounds, scheveningen_team_rounds


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


# The standard tables as they are printed (White first).
PRINTED = {
    2: "A1-B1 A2-B2 / B2-A1 B1-A2",
    3: "A1-B1 A2-B2 B3-A3 / B2-A1 A2-B3 B1-A3 / A1-B3 B1-A2 A3-B2",
    4: (
        "A1-B1 A2-B2 B3-A3 B4-A4 / B2-A1 B1-A2 A3-B4 A4-B3 / "
        "A1-B3 A2-B4 B1-A3 B2-A4 / B4-A1 B3-A2 A3-B2 A4-B1"
    ),
    5: (
        "A1-B1 A2-B2 A3-B3 B4-A4 B5-A5 / B2-A1 B3-A2 A3-B4 A4-B5 B1-A5 / A1-B3 A2-B4 B5-A3 B1-A4 A5-B2 / "
        "B4-A1 A2-B5 A3-B1 B2-A4 B3-A5 / A1-B5 B1-A2 B2-A3 A4-B3 A5-B4"
    ),
    6: (
        "A1-B1 B2-A2 B3-A3 A4-B4 B5-A5 A6-B6 / B2-A1 A2-B3 A3-B5 B6-A4 A5-B4 B1-A6 / "
        "A1-B3 B5-A2 B1-A3 A4-B2 A5-B6 B4-A6 / B4-A1 B6-A2 A3-B2 A4-B1 B3-A5 A6-B5 / "
        "A1-B5 A2-B4 A3-B6 B3-A4 B1-A5 B2-A6 / B6-A1 A2-B1 B4-A3 B5-A4 A5-B2 A6-B3"
    ),
    8: (
        "A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 B8-A8 / B2-A1 B3-A2 B4-A3 B1-A4 A5-B6 A6-B7 A7-B8 A8-B5 / "
        "A1-B3 A2-B4 A3-B1 A4-B2 B7-A5 B8-A6 B5-A7 B6-A8 / B4-A1 B1-A2 B2-A3 B3-A4 A5-B8 A6-B5 A7-B6 A8-B7 / "
        "A1-B5 A2-B6 A3-B7 A4-B8 B1-A5 B2-A6 B3-A7 B4-A8 / B6-A1 B7-A2 B8-A3 B5-A4 A5-B2 A6-B3 A7-B4 A8-B1 / "
        "A1-B7 A2-B8 A3-B5 A4-B6 B3-A5 B4-A6 B1-A7 B2-A8 / B8-A1 B5-A2 B6-A3 B7-A4 A5-B4 A6-B1 A7-B2 A8-B3"
    ),
}


@pytest.mark.parametrize("size", sorted(PRINTED))
def test_a_match_of_teams_follows_the_printed_table(size: int) -> None:
    rounds = [
        " ".join(
            f"A{board.home}-B{board.away}" if board.home_white else f"B{board.away}-A{board.home}"
            for board in boards
        )
        for boards in scheveningen_team_rounds(size)
    ]
    assert " / ".join(rounds) == PRINTED[size]


@pytest.mark.parametrize("size", range(1, 14))
def test_a_match_of_teams_is_complete_and_its_colours_are_even(size: int) -> None:
    rounds = scheveningen_team_rounds(size)
    met = sorted((board.home, board.away) for boards in rounds for board in boards)
    assert met == list(itertools.product(range(1, size + 1), range(1, size + 1)))
    for number, boards in enumerate(rounds):
        assert boards[0].away == number + 1
        if size != 2:  # the table of two boards gives a team the same colour on both
            assert abs(2 * sum(board.home_white for board in boards) - size) == size % 2
    for place in range(1, size + 1):
        own = sum(board.home_white for boards in rounds for board in boards if board.home == place)
        guest = sum(board.home_white for boards in rounds for board in boards if board.away == place)
        assert abs(2 * own - size) == abs(2 * guest - size) == size % 2


def test_the_second_cycle_of_a_match_reverses_the_colours() -> None:
    rounds = scheveningen_team_rounds(4, 2)
    assert [[board.home_white for board in boards] for boards in rounds[4:]] == [
        [not board.home_white for board in boards] for boards in rounds[:4]
    ]


def test_a_number_of_boards_without_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no table for 14"):
        scheveningen_team_rounds(14)


@pytest.mark.parametrize("size", range(1, 17))
def test_players_of_two_sides_meet_once_each_by_the_standard_tables(size: int) -> None:
    rounds = scheveningen_pairs(size)
    met = sorted(tuple(sorted((pair.white, pair.black or 0))) for boards in rounds for pair in boards)
    assert met == sorted(itertools.product(range(1, size + 1), range(size + 1, 2 * size + 1)))


def test_a_side_has_white_on_half_of_the_boards_where_there_is_a_table() -> None:
    for boards in scheveningen_pairs(6):
        assert sum(pair.white <= 6 for pair in boards) == 3
    # none for 14: the plain rule gives a side White on all boards, and Black in the next round
    assert sum(pair.white <= 14 for pair in scheveningen_pairs(14)[0]) == 14
