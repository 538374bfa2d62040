"""Baku acceleration (C.04.5.1): who is in the first group, and what it is lent in which rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.record.model import ScoreSystem

BAKU = "C.04.5.1"


@dataclass(frozen=True, slots=True)
class LentRounds:
    """Points in halves lent to the first group when the rounds `first_round` to `last_round` are paired."""

    halves: int
    first_round: int
    last_round: int


def last_of_first_group(players: Sequence[int]) -> int:
    """The start number of the last player of group GA; `players` are those to be paired in round 1, in order.

    GA has the first half of the players, rounded up to the nearest even number: 2 times a quarter rounded up.
    Raises ValueError for fewer than two players.

    >>> last_of_first_group(range(1, 162))
    82
    """
    if len(players) < 2:
        raise ValueError("An acceleration needs two players at least.")
    return players[2 * -(-len(players) // 4) - 1]


def lent_rounds(rounds: int) -> tuple[LentRounds, ...]:
    """One point in the first half of the accelerated rounds, half a point in the rest of them.

    The accelerated rounds are the first half of the event; both halves are rounded up.

    >>> lent_rounds(9)
    (LentRounds(halves=2, first_round=1, last_round=3), LentRounds(halves=1, first_round=4, last_round=5))
    """
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    first = LentRounds(2, 1, full)
    return (first,) if accelerated == full else (first, LentRounds(1, full + 1, accelerated))


def is_standard(system: ScoreSystem) -> bool:
    """The method is for one point a win and half a point a draw, and for nothing else."""
    return (system.win, system.draw, system.loss) == (2, 1, 0)
