"""Round robin pairings by the Berger tables (FIDE C.05, Annex 1)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """One board by start numbers; `black` is None where White has no opponent in the round."""

    white: int
    black: int | None


Rounds = tuple[tuple[Pair, ...], ...]


def berger_rounds(players: int, cycles: int = 1, *, swap_last_two: bool = True) -> Rounds:
    """All rounds of a round robin among the numbers 1..players, in the order of the printed table.

    An odd number of players is paired by the table of the next even number; whoever would meet the highest
    number is free, and stands last in his round with `black` None. Every even cycle repeats the rounds of the
    first with colours reversed. `swap_last_two` exchanges the last two rounds of every cycle that another one
    follows: Annex 1 recommends it, because nobody then has the same colour three times running.

    Raises ValueError for fewer than two players or no cycle.

    >>> berger_rounds(4)[1]
    (Pair(white=4, black=3), Pair(white=1, black=2))
    >>> berger_rounds(3)[0]
    (Pair(white=2, black=3), Pair(white=1, black=None))
    """
    if players < 2 or cycles < 1:
        raise ValueError(f"A round robin needs two players and one cycle, not {players} and {cycles}.")
    even = players + players % 2
    table = tuple(_boards(even, number) for number in range(1, even))
    rounds: list[tuple[Pair, ...]] = []
    for cycle in range(1, cycles + 1):
        order = list(table)
        if swap_last_two and cycle < cycles and len(order) > 1:
            order[-2], order[-1] = order[-1], order[-2]
        rounds.extend(_without_dummy(boards, players, reversed_colours=cycle % 2 == 0) for boards in order)
    return tuple(rounds)


def rounds_needed(players: int, cycles: int = 1) -> int:
    """The number of rounds of a round robin.

    >>> rounds_needed(7), rounds_needed(8, 2)
    (7, 14)
    """
    return (players + players % 2 - 1) * cycles


def _boards(even: int, round_number: int) -> tuple[tuple[int, int], ...]:
    """White and Black of every board of one round of the table for `even` players.

    Let p be the opponent of the highest number n. The numbers 1..n-1 stand on a circle; board k joins the
    numbers k-1 steps after and before p, the one after with White. p moves on by n/2 every round.
    Against n the lower half of the numbers has White.
    """
    circle = even - 1
    partner = (round_number - 1) * (even // 2) % circle + 1
    top = (partner, even) if partner <= even // 2 else (even, partner)
    rest = (
        ((partner - 1 + step) % circle + 1, (partner - 1 - step) % circle + 1) for step in range(1, even // 2)
    )
    return (top, *rest)


def _without_dummy(
    boards: tuple[tuple[int, int], ...], players: int, *, reversed_colours: bool
) -> tuple[Pair, ...]:
    games: list[Pair] = []
    free: list[Pair] = []
    for white, black in boards:
        if max(white, black) > players:
            free.append(Pair(min(white, black), None))
        elif reversed_colours:
            games.append(Pair(black, white))
        else:
            games.append(Pair(white, black))
    return (*games, *free)
