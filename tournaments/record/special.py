"""Points other than the score system's (line 299 of TRF26), as they change what a player has."""

from tournaments.record.crosstable import Cell, Row
from tournaments.record.model import Record, SpecialPoints

_BYES = frozenset("FHZ")


def special_halves(record: Record, row: Row) -> int:
    """By how many half points the agreements and penalties of an individual event change a player's points.

    A bonus or penalty counts once, whatever its round; other points for a kind of result count for each such
    result, in the round named or in all. Where two lines speak of one result, the later one counts. In a team
    event the lines speak of teams, so nobody's own points change.
    """
    if record.teams or record.event.system.startswith("team_"):
        return 0
    change = 0
    instead: dict[int, int] = {}
    for special in record.special_points:
        if special.halves is None or (special.numbers and row.entry.number not in special.numbers):
            continue
        if not special.kind:
            change += special.halves
            continue
        for cell in row.cells:
            if special.round in (None, cell.round) and is_kind(cell, special):
                instead[cell.round] = special.halves
    return change + sum(halves - row.cells[number - 1].halves for number, halves in instead.items())


def is_kind(cell: Cell, special: SpecialPoints) -> bool:
    """Whether a cell is of the kind of result that the line names."""
    if cell.open:
        return False
    if special.kind in _BYES or cell.opponent is None:
        return cell.code == special.kind
    if special.kind in ("+", "-"):
        return not cell.played and cell.side.outcome == {"+": "win", "-": "loss"}[special.kind]
    return cell.played and cell.side.outcome == {"W": "win", "D": "draw", "L": "loss"}.get(special.kind)
