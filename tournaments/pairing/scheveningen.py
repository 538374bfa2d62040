"""Scheveningen: every player of one team meets every player of the other."""

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
