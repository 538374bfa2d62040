"""Results that deserve a second look at the slip: possible, but seldom true.

Nothing here says that a result is wrong, and nothing is refused. The two numbers are the portal's own.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tournaments.record.codes import GAME_CODES

UPSET_POINTS = (
    400  # at this distance the weaker side is expected to score 8 % (table 8.1.2 of the rating rules)
)
LOSING_STREAK = 4


class Played(NamedTuple):
    """A board as a suspicion sees it: players by any key, ratings None where there is none."""

    round: int
    white: int
    black: int
    code: str
    white_rating: int | None = None
    black_rating: int | None = None


class Suspicion(NamedTuple):
    """Why to look again: `upset` with the distance in points, `losing_streak` with the games lost in a row."""

    kind: str
    number: int


def suspicions(game: Played, lost_before: dict[int, int]) -> Iterator[Suspicion]:
    """What is seldom about a result; nothing about draws, penalties, forfeits and open boards.

    `upset`: the winner is rated at least `UPSET_POINTS` below the loser. `losing_streak`: the winner had lost
    his last `LOSING_STREAK` played games or more, as `losses_in_a_row` counts them.

    >>> list(suspicions(Played(5, 1, 2, "0-1", 2300, 1850), {2: 4}))
    [Suspicion(kind='upset', number=450), Suspicion(kind='losing_streak', number=4)]
    >>> list(suspicions(Played(5, 1, 2, "-/+", 2300, 1850), {2: 4}))
    []
    """
    white, black = GAME_CODES[game.code]
    if not white.played or {white.outcome, black.outcome} != {"win", "loss"}:
        return
    white_won = white.outcome == "win"
    winner = game.white if white_won else game.black
    better, worse = (
        (game.black_rating, game.white_rating) if white_won else (game.white_rating, game.black_rating)
    )
    if better is not None and worse is not None and better - worse >= UPSET_POINTS:
        yield Suspicion("upset", better - worse)
    if lost_before.get(winner, 0) >= LOSING_STREAK:
        yield Suspicion("losing_streak", lost_before[winner])


def losses_in_a_row(games: Iterable[Played]) -> dict[int, int]:
    """How many played games each player has lost in a row up to now, from games in the order of the rounds.

    Byes and forfeits neither lengthen nor break the row; nor does a game without a result. A penalty score
    that gives a player nothing is a loss.

    >>> losses_in_a_row([Played(1, 1, 2, "1-0"), Played(2, 2, 1, "+/-"), Played(3, 2, 1, "0-1")])
    {1: 0, 2: 2}
    """
    lost: dict[int, int] = {}
    for game in games:
        for player, side in zip((game.white, game.black), GAME_CODES[game.code], strict=True):
            if side.played:
                lost[player] = lost.get(player, 0) + 1 if side.outcome == "loss" else 0
    return lost


def mirrored(code: str) -> str:
    """The decided result seen from the other side of the board; empty for every other code.

    >>> mirrored("1-0"), mirrored("0-1"), mirrored("1/2-1/2")
    ('0-1', '1-0', '')
    """
    return {"1-0": "0-1", "0-1": "1-0"}.get(code, "")
