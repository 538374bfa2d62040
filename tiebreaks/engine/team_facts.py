"""What a team event says of itself: match points, the primary score, byes and forfeits of whole teams.

A record holds games; what is agreed about matches and which of them were not played stands beside them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tournaments.record.model import MatchForfeit, Record

Reference = Literal["MP", "GP"]


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match of two teams that was not played at all, by their numbers; who won it, if anybody."""

    round: int
    first: int
    second: int
    first_won: bool
    second_won: bool


@dataclass(frozen=True, slots=True)
class TeamFacts:
    """How matches count. Points are in half points: a match won brings 4, drawn 2.

    `bye_match` and `bye_game` are what a pairing-allocated bye brings (None: the match points of a draw,
    C.04.6, 1.4, and the game points that the record gives the players, else those of a drawn match). `boards`
    is the size of a match (None: the largest match of the record). `byes` are byes of teams by (round, team
    number).
    """

    win: int = 4
    draw: int = 2
    loss: int = 0
    bye_match: int | None = None
    bye_game: int | None = None
    boards: int | None = None
    byes: Mapping[tuple[int, int], str] = field(default_factory=dict)
    forfeits: tuple[Forfeit, ...] = ()


def primary_of(record: Record) -> Reference:
    """The score that ranks first: as agreed, else as line 192 names it, else match points (C.04.6, 1.2.2)."""
    if record.team_rules is not None and record.team_rules.primary:
        return record.team_rules.primary
    return "GP" if re.search(r"_GP(_|\Z)", record.event.type_code.upper().replace("_MP_GP", "")) else "MP"


def team_facts(record: Record) -> TeamFacts:
    """What the record says of its teams; the usual points where it says nothing."""
    byes = {(bye.round, bye.team): bye.code for bye in record.team_byes}
    forfeits = tuple(_forfeit(forfeit) for forfeit in record.match_forfeits)
    rules = record.team_rules
    if rules is None:
        return TeamFacts(byes=byes, forfeits=forfeits)
    return TeamFacts(
        win=rules.win,
        draw=rules.draw,
        loss=rules.loss,
        bye_match=rules.bye_match,
        bye_game=rules.bye_game,
        boards=len(rules.colours) or None,
        byes=byes,
        forfeits=forfeits,
    )


def _forfeit(forfeit: MatchForfeit) -> Forfeit:
    first, second = (side == "+" for side in forfeit.code.split("/"))
    return Forfeit(forfeit.round, forfeit.white, forfeit.black, first, second)
