"""How a result is printed: `1`, `½`, `0` for games, `+`, `=`, `−` for what was not played (11.23)."""

from tournaments.record.crosstable import Cell, Crosstable

MINUS = "−"
PLAYED = {"win": "1", "draw": "½", "loss": "0"}
UNPLAYED = {"win": "+", "draw": "=", "loss": MINUS}


def points_text(halves: int) -> str:
    """Points as printed, from half points.

    >>> points_text(9), points_text(1), points_text(0)
    ('4½', '½', '0')
    """
    whole, half = divmod(halves, 2)
    return f"{whole if whole or not half else ''}{'½' if half else ''}"


def sign(cell: Cell) -> str:
    """The result alone; empty where there is none.

    An unplayed game is a plus, a minus or an equals sign: point, nothing or half a point was given (11.23).
    """
    if cell.open or cell.side.outcome == "none":
        return ""
    return PLAYED[cell.side.outcome] if cell.side.played else UNPLAYED[cell.side.outcome]


FIXED_PAIRINGS = ("round_robin", "scheveningen", "team_round_robin", "team_scheveningen")


def is_free_round(table: Crosstable, number: int, cell: Cell) -> bool:
    """With an odd number of players in a fixed schedule somebody is free in each round; that is no absence.

    The crosstable calls every round without a pairing absent, as a file's blank is; the schedule tells here.
    """
    if cell.opponent is not None or cell.code != "Z" or table.record.event.system not in FIXED_PAIRINGS:
        return False
    return not any(bye.entry == number and bye.round == cell.round for bye in table.record.byes)


def sat_out(cell: Cell) -> bool:
    """A round in which a member of a team did not sit at a board: no unplayed game, so no sign stands for it."""
    return cell.opponent is None and cell.code == "Z"


def by_round(cell: Cell) -> str:
    """A cell of a table by rounds: opponent's start number, colour, result, such as `12w1` (11.3).

    A bye has neither opponent nor colour.
    """
    if cell.opponent is None:
        return sign(cell)
    return f"{cell.opponent}{cell.colour}{sign(cell)}"


def against(table: Crosstable, own: int, other: int) -> str:
    """All results against one opponent in the order of the rounds, `*` against oneself.

    The games of a pair stand side by side; they are few in the events that are printed as a square.
    """
    if own == other:
        return "*"
    return "".join(sign(cell) for cell in table.row(own).cells if cell.opponent == other)


def turned(code: str) -> str:
    """A result code seen from the other side of the board.

    >>> turned("1-0"), turned("0-1/2"), turned("0-1u"), turned("+/-"), turned("-/-"), turned("*")
    ('0-1', '1/2-0', '1-0u', '-/+', '-/-', '*')
    """
    if "/" in code and code[0] in "+-=":
        return code[::-1]
    score, mark = (code[:-1], code[-1]) if code[-1] in "uaj" else (code, "")
    first, sign, second = score.partition("-")
    return f"{second}{sign}{first}{mark}" if sign else code
