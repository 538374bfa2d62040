"""What a team event says of itself: match points, the primary score, byes and forfeits of whole teams.

A record holds games; the rest stands in the lines of TRF26 that the reader keeps word for word (192, 240, 320,
330, 352, 362).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from tournaments.interchange.points import parse_points
from tournaments.record.model import Record

Reference = Literal["MP", "GP"]
MATCH_POINTS = re.compile(r"T([WDLP])\s*(\d+(?:\.\d+)?)")
PAIRING_BYE, FULL_BYE, HALF_BYE, ZERO_BYE = "U", "F", "H", "Z"
FORFEITS = {"+-": (True, False), "-+": (False, True), "--": (False, False)}
SPELLED = str.maketrans("1WLZ0", "++---")  # 10, WL and +- are the same in line 330


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
    """The score that ranks first: the one that line 192 names first, else match points (C.04.6, 1.2.2)."""
    return "GP" if re.search(r"_GP(_|\Z)", record.event.type_code.upper().replace("_MP_GP", "")) else "MP"


def team_facts(record: Record) -> TeamFacts:
    """What the kept lines of the record's source say; the usual points where they say nothing."""
    found = TeamFacts()
    for line in record.source.lines if record.source else ():
        code, rest = line[:3], line[4:]
        if code == "362":
            found = _match_points(found, rest)
        elif code == "320":
            found = _allocated_byes(found, line)
        elif code == "330":
            found = _forfeit(found, rest)
        elif code == "240":
            found = _requested_byes(found, rest)
        elif code == "352":
            found = replace(found, boards=len(rest.strip()) or None)
    return found


def _match_points(facts: TeamFacts, text: str) -> TeamFacts:
    """`TW  2.0   TD  1.0   TL  0.0`, with `TP` for the pairing-allocated bye."""
    points = {name: parse_points(value) for name, value in MATCH_POINTS.findall(text)}
    return replace(
        facts,
        win=points.get("W", facts.win),
        draw=points.get("D", facts.draw),
        loss=points.get("L", facts.loss),
        bye_match=points.get("P", facts.bye_match),
    )


def _allocated_byes(facts: TeamFacts, line: str) -> TeamFacts:
    """Match points, game points, then for each round the team that had the bye, four columns each."""
    numbers = [line[start : start + 4].strip() for start in range(13, len(line.rstrip()), 4)]
    byes = {(place, int(number)): PAIRING_BYE for place, number in enumerate(numbers, 1) if number.isdigit()}
    match, game = line[4:8].strip(), line[9:13].strip()
    return replace(
        facts,
        bye_match=parse_points(match) if match else facts.bye_match,
        bye_game=parse_points(game) if game else facts.bye_game,
        byes=dict(facts.byes) | {key: code for key, code in byes.items() if key[1]},
    )


def _requested_byes(facts: TeamFacts, text: str) -> TeamFacts:
    """`H   1    5    8`: the kind, the round and the teams."""
    parts = text.split()
    code = parts[0].upper() if parts and not parts[0].isdigit() else ZERO_BYE
    numbers = [int(part) for part in parts if part.isdigit()]
    if not numbers or code not in (FULL_BYE, HALF_BYE, ZERO_BYE):
        return facts
    return replace(facts, byes=dict(facts.byes) | {(numbers[0], team): code for team in numbers[1:]})


def _forfeit(facts: TeamFacts, text: str) -> TeamFacts:
    """`+-   1   1   2`: who won, the round and both teams."""
    parts = text.split()
    kind = parts[0].upper().translate(SPELLED) if parts else ""
    if kind not in FORFEITS or len(parts) != 4 or not all(part.isdigit() for part in parts[1:]):
        return facts
    round_number, first, second = map(int, parts[1:])
    return replace(facts, forfeits=(*facts.forfeits, Forfeit(round_number, first, second, *FORFEITS[kind])))
