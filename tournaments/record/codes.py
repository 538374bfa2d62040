"""Result codes: what each means for both sides, in the order White, Black.

ASCII spelling; pages show a half as ½. Source: the table of result codes in `docs/record.md`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Outcome = Literal["win", "draw", "loss", "none"]


@dataclass(frozen=True, slots=True)
class Side:
    """What a result code means for one side of a game, or a bye for its player.

    `outcome` names the points that the score system gives; `played` is true if moves were made over the
    board (or by post), so the game counts for colours and opponents; `rated` if it counts for ratings;
    `open` while there is no result yet.
    """

    outcome: Outcome
    played: bool
    rated: bool
    open: bool = False


def _over_the_board(white: Outcome, black: Outcome, *, rated: bool = True) -> tuple[Side, Side]:
    return Side(white, True, rated), Side(black, True, rated)


def _forfeit(white: Outcome, black: Outcome) -> tuple[Side, Side]:
    return Side(white, False, False), Side(black, False, False)


_OPEN = (Side("none", False, False, True), Side("none", False, False, True))

GAME_CODES: Mapping[str, tuple[Side, Side]] = MappingProxyType(
    {
        "1-0": _over_the_board("win", "loss"),
        "1/2-1/2": _over_the_board("draw", "draw"),
        "0-1": _over_the_board("loss", "win"),
        "0-0": _over_the_board("loss", "loss"),
        "1/2-0": _over_the_board("draw", "loss"),
        "0-1/2": _over_the_board("loss", "draw"),
        "1-0u": _over_the_board("win", "loss", rated=False),
        "1/2-1/2u": _over_the_board("draw", "draw", rated=False),
        "0-1u": _over_the_board("loss", "win", rated=False),
        "+/-": _forfeit("win", "loss"),
        "-/+": _forfeit("loss", "win"),
        "-/-": _forfeit("loss", "loss"),
        "=/=": _forfeit("draw", "draw"),
        "1-0a": _over_the_board("win", "loss"),
        "1/2-1/2a": _over_the_board("draw", "draw"),
        "0-1a": _over_the_board("loss", "win"),
        "*": _OPEN,
        "*j": _OPEN,
    }
)

# U pairing-allocated, F full, H half, Z zero; + and - are forfeits whose opponent the source does not name.
BYE_CODES: Mapping[str, Side] = MappingProxyType(
    {
        "U": Side("win", False, False),
        "F": Side("win", False, False),
        "H": Side("draw", False, False),
        "Z": Side("loss", False, False),
        "+": Side("win", False, False),
        "-": Side("loss", False, False),
    }
)

FORFEIT_CODES = frozenset({"+/-", "-/+", "-/-", "=/="})
OPEN_CODES = frozenset({"*", "*j"})
ADJUDICATED_CODES = frozenset({"1-0a", "1/2-1/2a", "0-1a"})
PENALTY_CODES = frozenset({"0-0", "1/2-0", "0-1/2"})


def shown(code: str) -> str:
    """The code as a page prints it.

    >>> shown("1/2-0"), shown("+/-")
    ('½-0', '+/-')
    """
    return code.replace("1/2", "½")
