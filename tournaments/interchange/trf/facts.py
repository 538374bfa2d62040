"""Lines that say what is agreed or decided beside the games: acceleration, prohibitions, teams' byes and forfeits.

Lines 240 (of teams), 250, 260, 299, 300, 320, 330, 352 and 362 of TRF26, and `XXA` and `XXP` of JaVaFo. A line that
cannot be read is told and kept word for word, for nothing in it decides who played whom.
"""

import re
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Literal, cast

from tournaments.interchange.points import parse_points
from tournaments.record.findings import Finding
from tournaments.record.model import (
    Acceleration,
    Bye,
    ForbiddenPairs,
    Game,
    LineUp,
    MatchForfeit,
    Record,
    SpecialKind,
    SpecialPoints,
    TeamBye,
    TeamRules,
)
from tournaments.rulebook.explained import Input

# Lines that together say one thing: as long as the record still says it, they are given back as they were.
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "accelerations": ("250", "XXA"),
        "forbidden": ("260", "XXP"),
        "special_points": ("299",),
        "line_ups": ("300",),
        "match_forfeits": ("330",),
        "teams": ("240", "320", "352", "362"),
    }
)
_FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType({"teams": ("team_byes", "team_rules")})
FACT_CODES = frozenset(code for codes in GROUPS.values() for code in codes)
SPECIAL_KINDS = frozenset("WDL+-FHZ")
FORFEITS: Mapping[str, str] = MappingProxyType({"+-": "+/-", "-+": "-/+", "--": "-/-"})
# How else line 330 is met: the results of the teams instead of the signs.
_SPELLED = str.maketrans("1WLZ0", "++---")
_MATCH_POINTS = re.compile(r"T([WDLP])\s*(\d+(?:[.,]\d+)?)")


@dataclass(slots=True)
class Facts:
    """What the lines say, in the order of the file."""

    accelerations: tuple[Acceleration, ...] = ()
    forbidden: tuple[ForbiddenPairs, ...] = ()
    special_points: tuple[SpecialPoints, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    match_forfeits: tuple[MatchForfeit, ...] = ()
    team_byes: tuple[TeamBye, ...] = ()
    team_rules: TeamRules | None = None

    def group(self, name: str) -> tuple[object, ...]:
        """What the lines of a group of `GROUPS` say together; the score that ranks first stands in another line."""
        if name == "teams":
            rules = replace(self.team_rules, primary="") if self.team_rules else None
            return (self.team_byes, rules)
        return tuple(getattr(self, name))


def facts_of(record: Record) -> Facts:
    """What a record says of these things."""
    return Facts(**{item.name: getattr(record, item.name) for item in fields(Facts)})


def said(facts: Facts) -> dict[str, Any]:
    """The facts as fields of a record."""
    return {item.name: getattr(facts, item.name) for item in fields(Facts)}


def interpreted(record: Record, stored: Collection[str] = ()) -> Record:
    """The record with what the kept lines of its source say; for records that are put together from stored rows.

    Groups of `GROUPS` that are `stored` as rows are left alone, and so is what the record says already.
    """
    lines = record.source.lines if record.source else ()
    groups = [name for name in GROUPS if name not in stored]
    if not any(line[:3] in GROUPS[name] for name in groups for line in lines):
        return record
    teams = bool(record.teams) or record.event.system.startswith("team_")
    known = [each.number for each in (record.teams if teams else record.entries)]
    facts = read_facts(enumerate(lines, 1), teams=teams, known=known)
    names = [name for group in groups for name in _FIELDS.get(group, (group,))]
    return replace(record, **{name: getattr(facts, name) for name in names if not getattr(record, name)})


def absent_next(
    lines: Iterable[tuple[int, str]],
    games: Iterable[Game],
    byes: Iterable[Bye],
    players: Container[int],
    rounds: int,
) -> list[Bye]:
    """Zero-point byes of the round after the last that is paired, for the players of lines `XXZ` (JaVaFo)."""
    following = max((game.round for game in games), default=0) + 1
    held = {(bye.round, bye.entry) for bye in byes}
    numbers = [
        int(word) for _, text in lines for word in text[3:].split() if word.isascii() and word.isdigit()
    ]
    if rounds and following > rounds:
        return []
    return [
        Bye(following, number, "Z")
        for number in dict.fromkeys(numbers)
        if number in players and (following, number) not in held
    ]


class _Unreadable(Exception):
    """A field that says nothing; `column` counts from 1."""

    def __init__(self, column: int, text: str) -> None:
        super().__init__(text)
        self.column, self.text = column, text


@dataclass(slots=True)
class _Gathering:
    """The facts read so far; `known` are the numbers that may be named (None: all), `teams` whether of teams."""

    teams: bool
    known: frozenset[int] | None
    facts: Facts = field(default_factory=Facts)
    rules: dict[str, int | str] = field(default_factory=dict)
    accelerated: dict[int, list[int]] = field(default_factory=dict)


def read_facts(
    lines: Iterable[tuple[int, str]],
    *,
    teams: bool,
    known: Iterable[int] | None = None,
    findings: list[Finding] | None = None,
) -> Facts:
    """What the lines say; `known` are the numbers of the teams (if `teams`) or players that exist.

    A line with an unreadable field or an unknown number is not taken, and a finding tells line and column.
    Other lines are passed over, so a whole file may be handed in.
    """
    gathering = _Gathering(teams, None if known is None else frozenset(known))
    for number, text in lines:
        code = text[:3]
        reader = _READERS.get(code)
        if reader is None or (code == "240" and not teams):
            continue
        try:
            reader(gathering, text.rstrip().replace("\t", " "))
        except _Unreadable as trouble:
            if findings is not None:
                inputs: dict[str, Input] = {
                    "record": code,
                    "text": trouble.text or "–",
                    "column": trouble.column,
                }
                findings.append(
                    Finding(
                        "warning", "line.unreadable", inputs=inputs, lines=(number,), column=trouble.column
                    )
                )
    facts = gathering.facts
    facts.team_byes = tuple(sorted(facts.team_byes, key=lambda bye: (bye.round, bye.team)))
    facts.accelerations += _of_players(gathering.accelerated)
    if gathering.rules:
        facts.team_rules = TeamRules(**gathering.rules)  # type: ignore[arg-type]
    return facts


def _integer(text: str, start: int, end: int, *, least: int = 1) -> int:
    """The number in the columns start+1 to end."""
    value = text[start:end].strip()
    if not (value.isascii() and value.isdigit()) or int(value) < least:
        raise _Unreadable(start + 1, value)
    return int(value)


def _optional(text: str, start: int, end: int) -> int | None:
    """The number in the columns, None for blanks and noughts."""
    return _integer(text, start, end) if text[start:end].strip("0 ") else None


def _points(text: str, start: int, end: int) -> int | None:
    """Half points in the columns, None for blanks."""
    value = text[start:end].strip()
    if not value:
        return None
    try:
        return parse_points(value)
    except ValueError as error:
        raise _Unreadable(start + 1, value) from error


def _numbers(gathering: _Gathering, text: str, start: int) -> tuple[int, ...]:
    """The numbers from a column to the end, five columns each; each must exist."""
    found = []
    for place in range(start, len(text), 5):
        if text[place : place + 5].strip():
            number = _integer(text, place, place + 5)
            if gathering.known is not None and number not in gathering.known:
                raise _Unreadable(place + 1, str(number))
            found.append(number)
    return tuple(found)


def _acceleration(gathering: _Gathering, text: str) -> None:
    """`250 00.0 02.0 001 003 0001 0090`."""
    match_halves, halves = _points(text, 4, 8), _points(text, 9, 13)
    if match_halves is None and halves is None:
        raise _Unreadable(10, text[4:13].strip())
    columns = ((14, 17), (18, 21), (22, 26), (27, 31))
    first_round, last_round, first, last = (_integer(text, *place) for place in columns)
    for column, low, high in ((19, first_round, last_round), (28, first, last)):
        if high < low:
            raise _Unreadable(column, str(high))
    gathering.facts.accelerations += (
        Acceleration(first_round, last_round, first, last, halves, match_halves),
    )


def _player_acceleration(gathering: _Gathering, text: str) -> None:
    """`XXA    1  1.0  1.0  0.5`: a player, then his points round by round, five columns each."""
    number = _integer(text, 4, 8)
    if gathering.known is not None and number not in gathering.known:
        raise _Unreadable(5, str(number))
    gathering.accelerated[number] = [_points(text, place, place + 5) or 0 for place in range(8, len(text), 5)]


def _of_players(rows: Mapping[int, list[int]]) -> tuple[Acceleration, ...]:
    """Points by player and round as ranges of rounds and of neighbouring numbers.

    >>> _of_players({1: [2, 2, 1, 0], 2: [2, 2, 1], 4: [0, 2]})
    (Acceleration(first_round=1, last_round=2, first=1, last=2, halves=2, match_halves=None), \
Acceleration(first_round=2, last_round=2, first=4, last=4, halves=2, match_halves=None), \
Acceleration(first_round=3, last_round=3, first=1, last=2, halves=1, match_halves=None))
    """
    runs: dict[tuple[int, int, int], list[list[int]]] = {}
    for number in sorted(rows):
        for first_round, last_round, halves in _runs(rows[number]):
            ranges = runs.setdefault((first_round, last_round, halves), [])
            if ranges and ranges[-1][1] == number - 1:
                ranges[-1][1] = number
            else:
                ranges.append([number, number])
    return tuple(
        Acceleration(first_round, last_round, first, last, halves)
        for (first_round, last_round, halves), ranges in sorted(runs.items())
        for first, last in ranges
    )


def _runs(points: list[int]) -> list[tuple[int, int, int]]:
    """Rounds with equal points other than nought: first, last, points."""
    runs: list[tuple[int, int, int]] = []
    for round_number, halves in enumerate(points, 1):
        if runs and runs[-1][1:] == (round_number - 1, halves):
            runs[-1] = (runs[-1][0], round_number, halves)
        elif halves:
            runs.append((round_number, round_number, halves))
    return runs


def _prohibition(gathering: _Gathering, text: str) -> None:
    """`260 001 002  125  180  184`."""
    first_round, last_round = _integer(text, 4, 7), _integer(text, 8, 11)
    if last_round < first_round:
        raise _Unreadable(9, str(last_round))
    _forbid(gathering, ForbiddenPairs(_numbers(gathering, text, 12), first_round, last_round), 13)


def _java_prohibition(gathering: _Gathering, text: str) -> None:
    """`XXP 1 10`: numbers between blanks, of whom no two meet in any round."""
    numbers = text[3:].split()
    for number in numbers:
        if not (number.isascii() and number.isdigit()) or (
            gathering.known is not None and int(number) not in gathering.known
        ):
            raise _Unreadable(text.index(number, 3) + 1, number)
    _forbid(gathering, ForbiddenPairs(tuple(map(int, numbers))), 5)


def _forbid(gathering: _Gathering, pairs: ForbiddenPairs, column: int) -> None:
    if len(set(pairs.numbers)) < 2:
        raise _Unreadable(column, ", ".join(map(str, pairs.numbers)))
    gathering.facts.forbidden += (pairs,)


def _special(gathering: _Gathering, text: str) -> None:
    """`299 -   1.0              4`: the kind, match points, points, the round and who."""
    kind = text[4:5].strip().upper()
    if kind and kind not in SPECIAL_KINDS:
        raise _Unreadable(5, kind)
    match_halves, halves = _points(text, 6, 11), _points(text, 12, 17)
    if match_halves is None and halves is None:
        raise _Unreadable(8, text[6:17].strip())
    found = SpecialPoints(
        cast(SpecialKind, kind), halves, match_halves, _optional(text, 19, 22), _numbers(gathering, text, 23)
    )
    gathering.facts.special_points += (found,)


def _line_up(gathering: _Gathering, text: str) -> None:
    """`300  14  43  34  141  210    0  240`."""
    members = tuple(
        _integer(text, place, place + 5, least=0)
        for place in range(16, len(text), 5)
        if text[place : place + 5].strip()
    )
    team = _team(gathering, text, 8, 11)
    found = LineUp(_integer(text, 4, 7), team, members, _optional(text, 12, 15))
    gathering.facts.line_ups += (found,)


def _team(gathering: _Gathering, text: str, start: int, end: int) -> int:
    number = _integer(text, start, end)
    if gathering.teams and gathering.known is not None and number not in gathering.known:
        raise _Unreadable(start + 1, str(number))
    return number


def _forfeit(gathering: _Gathering, text: str) -> None:
    """`330 +-   4  23  47`."""
    kind = text[4:6].upper().translate(_SPELLED)
    if kind not in FORFEITS:
        raise _Unreadable(5, text[4:6].strip())
    numbers = _team(gathering, text, 11, 14), _team(gathering, text, 15, 18)
    code = cast(Literal["+/-", "-/+", "-/-"], FORFEITS[kind])
    gathering.facts.match_forfeits += (MatchForfeit(_integer(text, 7, 10), *numbers, code),)


def _requested(gathering: _Gathering, text: str) -> None:
    """`240 H   3   26   47` where the numbers are those of teams."""
    code = text[4:5].upper()
    if code not in ("F", "H", "Z"):
        raise _Unreadable(5, code)
    round_number = _integer(text, 6, 9)
    kind = cast(Literal["F", "H", "Z"], code)
    gathering.facts.team_byes += tuple(
        TeamBye(round_number, team, kind) for team in _numbers(gathering, text, 10)
    )


def _allocated(gathering: _Gathering, text: str) -> None:
    """`320  1.0  2.0  050 049 000`: what the bye brings, then the team that has it, round by round."""
    match, game = _points(text, 4, 8), _points(text, 9, 13)
    byes = []
    for round_number, place in enumerate(range(14, len(text), 4), 1):
        if text[place : place + 3].strip("0 "):
            byes.append(TeamBye(round_number, _team(gathering, text, place, place + 3), "U"))
    for name, halves in (("bye_match", match), ("bye_game", game)):
        if halves is not None:
            gathering.rules[name] = halves
    gathering.facts.team_byes += tuple(byes)


def _colours(gathering: _Gathering, text: str) -> None:
    """`352 WBWBWB`."""
    colours = text[4:].strip().upper()
    if not colours or colours.strip("WB"):
        raise _Unreadable(5, colours)
    gathering.rules["colours"] = colours


def _match_points(gathering: _Gathering, text: str) -> None:
    """`362 TW  2.0   TD  1.0   TL  0.0`, with `TP` for the allocated bye."""
    pairs = _MATCH_POINTS.findall(text[4:].upper())
    if not pairs or _MATCH_POINTS.sub("", text[4:].upper()).strip():
        raise _Unreadable(5, text[4:].strip())
    names = {"W": "win", "D": "draw", "L": "loss", "P": "bye_match"}
    for letter, value in pairs:
        try:
            gathering.rules[names[letter]] = parse_points(value)
        except ValueError as error:
            raise _Unreadable(text.index(value) + 1, value) from error


_READERS: Mapping[str, Callable[[_Gathering, str], None]] = MappingProxyType(
    {
        "240": _requested,
        "250": _acceleration,
        "260": _prohibition,
        "299": _special,
        "300": _line_up,
        "320": _allocated,
        "330": _forfeit,
        "352": _colours,
        "362": _match_points,
        "XXA": _player_acceleration,
        "XXP": _java_prohibition,
    }
)
