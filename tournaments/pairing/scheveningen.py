"""Scheveningen: every player of one team meets every player of the other."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.berger import Pair, Rounds


def scheveningen_rounds(team_size: int, cycles: int = 1) -> Rounds:
    """All rounds between the numbers 1..n (first team) and n+1..2n (second team), n boards a round.

    In round r the player k of the first team meets the player k+r-1 of the second, counted in a circle, and
    has White where k and his opponent's place are both odd or both even. So everybody's colours
    alternate (with an odd team size once they do not), and are equal in number or differ by one. Even cycles
    reverse the colours.

    Raises ValueError for an empty team or no cycle.

    >>> scheveningen_rounds(2)
    ((Pair(white=1, black=3), Pair(white=2, black=4)), (Pair(white=4, black=1), Pair(white=3, black=2)))
    """
    if team_size < 1 or cycles < 1:
        raise ValueError(f"A Scheveningen match needs a player and a cycle, not {team_size} and {cycles}.")
    rounds = []
    for cycle in range(cycles):
        for shift in range(team_size):
            rounds.append(tuple(_board(team_size, own, shift, cycle) for own in range(team_size)))
    return tuple(rounds)


def _board(team_size: int, own: int, shift: int, cycle: int) -> Pair:
    opponent = (own + shift) % team_size
    first, second = own + 1, team_size + opponent + 1
    if (own + opponent + cycle) % 2 == 0:
        return Pair(first, second)
    return Pair(second, first)


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """One board of a round between two teams by their places in the order of the team, from 1."""

    home: int
    away: int
    home_white: bool


# The tables for 2, 6 and 10 boards as they are printed: opponents of A1, A2 ... with W where A has White. Half of
# these is odd, so that the rule of the other even numbers would give some players two colours too many.
_PRINTED: Mapping[int, tuple[str, ...]] = {
    2: ("1W 2W", "2B 1B"),
    6: (
        "1W 2B 3B 4W 5B 6W",
        "2B 3W 5W 6B 4W 1B",
        "3W 5B 1B 2W 6W 4B",
        "4B 6B 2W 1W 3B 5W",
        "5W 4W 6W 3B 1B 2B",
        "6B 1W 4B 5B 2W 3W",
    ),
    10: (
        "1W 2W 3W 4W 5B 6B 7B 8W 9B 10B",
        "2B 1B 8B 3B 10W 5W 6W 4B 7W 9W",
        "3W 8W 4W 10W 6B 7B 9B 1W 2B 5B",
        "4B 3B 10B 6W 7W 8B 5W 9W 1B 2W",
        "5W 4W 9B 7B 1B 10W 8B 2B 3W 6W",
        "6B 7W 1W 9W 8W 2W 10B 5B 4B 3B",
        "7W 5B 2B 1B 4B 9B 3W 10W 6W 8W",
        "8B 6B 5W 2W 9W 1W 4W 3B 10B 7B",
        "9W 10W 7W 5B 2B 3B 1B 6W 8W 4B",
        "10B 9B 6B 8B 3W 4W 2W 7B 5W 1W",
    ),
}


def scheveningen_team_rounds(boards: int, cycles: int = 1) -> tuple[tuple[TeamBoard, ...], ...]:
    """All rounds of a match of two teams in which everybody meets everybody of the other team.

    The standard tables: in round n the first player of the home team meets the n-th of the guests and changes
    his colour every round; a team has White on half of the boards of a round (with an odd number on one more or
    one fewer, with two on all), and nobody has one colour more than once too often. Even cycles reverse the colours.

    Raises ValueError for no board, no cycle, and a number of boards of which there is no such table (14, 18 ...).

    >>> [(board.home, board.away, board.home_white) for board in scheveningen_team_rounds(2)[1]]
    [(1, 2, False), (2, 1, False)]
    """
    if boards < 1 or cycles < 1:
        raise ValueError(f"A Scheveningen match needs a board and a cycle, not {boards} and {cycles}.")
    table = _table(boards)
    return tuple(
        tuple(TeamBoard(own, other, white == (cycle % 2 == 0)) for own, other, white in row)
        for cycle in range(cycles)
        for row in table
    )


def scheveningen_pairs(team_size: int, cycles: int = 1) -> Rounds:
    """All rounds between the numbers 1..n and n+1..2n by the standard tables; by the plain rule where there is none.

    Raises ValueError for an empty team or no cycle.

    >>> scheveningen_pairs(4)[0]
    (Pair(white=1, black=5), Pair(white=2, black=6), Pair(white=7, black=3), Pair(white=8, black=4))
    """
    if team_size > 2 and team_size % 4 == 2 and team_size not in _PRINTED:
        return scheveningen_rounds(team_size, cycles)
    return tuple(
        tuple(
            Pair(board.home, team_size + board.away)
            if board.home_white
            else Pair(team_size + board.away, board.home)
            for board in row
        )
        for row in scheveningen_team_rounds(team_size, cycles)
    )


def _table(boards: int) -> list[list[tuple[int, int, bool]]]:
    if boards % 2:
        return [_odd_round(boards, number) for number in range(boards)]
    if boards % 4 == 0:
        return [_even_round(boards, number) for number in range(boards)]
    if boards not in _PRINTED:
        raise ValueError(f"There is no table for {boards} boards.")
    return [
        [(own, int(cell[:-1]), cell[-1] == "W") for own, cell in enumerate(row.split(), start=1)]
        for row in _PRINTED[boards]
    ]


def _odd_round(boards: int, number: int) -> list[tuple[int, int, bool]]:
    """The guests move on by one; a run of one colour over half the boards moves back every second round."""
    half = boards // 2
    first_white = number % 2 == 0
    before = half + 1 if number == 0 else half - (number - 1) // 2
    run = range(before, boards) if number == 0 else range(before, before + half)
    return [(own + 1, (own + number) % boards + 1, (own not in run) == first_white) for own in range(boards)]


def _even_round(boards: int, number: int) -> list[tuple[int, int, bool]]:
    """Halves meet halves: first each its own, then the other, moving on by one inside; halves differ in colour."""
    half = boards // 2
    shift, step = divmod(number, half)
    found = []
    for own in range(boards):
        side, place = divmod(own, half)
        other = (side + shift) % 2 * half + (place + step) % half
        found.append((own + 1, other + 1, (side + number) % 2 == 0))
    return found
