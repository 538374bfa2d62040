"""Points other than the score system's (line 299 of TRF26), as they change what a player has.

Two kinds: other points for a kind of result, which stand in the round of that result, and bonuses and penalties
beside the results. A bonus or penalty counts from its round on, in the points and in whatever is counted from
points. With the round STANDINGS_ONLY it counts in the standing alone: neither for pairing nor in tie-breaks.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from tournaments.record.model import Record, SpecialPoints

if TYPE_CHECKING:
    from tournaments.record.crosstable import Cell

STANDINGS_ONLY: Final = 999  # the last number that three columns hold; no event has such a round
_BYES = frozenset("FHZ")


class Bonus(NamedTuple):
    """Points in halves given (or taken, below 0) beside the results, from the round `since` on; 0: beforehand."""

    since: int
    halves: int

    @property
    def is_apart(self) -> bool:
        """It counts in the standing alone."""
        return self.since == STANDINGS_ONLY


def of_players(record: Record) -> tuple[SpecialPoints, ...]:
    """What is agreed or decided about players; in a team event the lines speak of teams, and this is empty."""
    if not record.special_points or record.teams or record.event.system.startswith("team_"):
        return ()
    return record.special_points


def bonuses(specials: Iterable[SpecialPoints], number: int, *, match: bool = False) -> tuple[Bonus, ...]:
    """The bonuses and penalties of a player (or team), with `match` those in match points.

    >>> bonuses([SpecialPoints("", -1, None, 3, (2,)), SpecialPoints("W", 6)], 2)
    (Bonus(since=3, halves=-1),)
    """
    found = []
    for special in specials:
        halves = special.match_halves if match else special.halves
        if halves and not special.kind and (not special.numbers or number in special.numbers):
            found.append(Bonus(special.round or 0, halves))
    return tuple(found)


def agreed_halves(
    specials: Iterable[SpecialPoints], number: int, round_number: int, kind: str, *, match: bool = False
) -> int | None:
    """The points in halves agreed for a kind of result in a round, with `match` the match points.

    None where the usual ones stand. Where two lines speak of one result, the later one counts.
    """
    found = None
    for special in specials:
        halves = special.match_halves if match else special.halves
        if (
            halves is not None
            and special.kind
            and special.kind == kind
            and special.round in (None, round_number)
            and (not special.numbers or number in special.numbers)
        ):
            found = halves
    return found


def kind_of(cell: "Cell") -> str:
    """The kind of result of a cell as line 299 names it; empty while open, and for the allocated bye."""
    if cell.open:
        return ""
    if cell.opponent is None:
        return cell.code if cell.code in _BYES or cell.code in ("+", "-") else ""
    outcome = cell.side.outcome
    if cell.played:
        return {"win": "W", "draw": "D", "loss": "L"}.get(outcome, "")
    return {"win": "+", "loss": "-"}.get(outcome, "")
