"""The crosstable as lines of cells: a square where everybody meets, `12w1` cells by round elsewhere.

The number in a cell is the key of the line in the table shown, so a reader jumps to the line with that number
and finds the same game from the other side.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

from tiebreaks.selectors import TableFacts
from tournaments.record.codes import BYE_CODES, OPEN_CODES
from tournaments.record.crosstable import Cell

SELF = "*"
UNKNOWN_COLOUR = "·"
PLAYED_TEXTS = {"win": "1", "draw": "½", "loss": "0"}
FORFEIT_TEXTS = {"win": "+", "draw": "=", "loss": "-"}
OUTCOME_HALVES = {"win": 2, "draw": 1, "loss": 0}
Order = Literal["rank", "number"]


class Mark(NamedTuple):
    """One round of one player: the opponent's start number, the colour, the result from the player's view."""

    round: int
    opponent: int | None
    colour: str
    text: str
    outcome: str
    open: bool


new_mark = partial(tuple.__new__, Mark)  # all fields as one tuple, without the arguments' way round


@dataclass(frozen=True, slots=True)
class Line:
    """One player: `key` is the number that others' cells use for him; `place` is None without standings.

    `special`: points beside the results are part of his points.
    """

    key: int
    place: int | None
    number: int
    name: str
    title: str
    federation: str
    rating: int | None
    person: int | None
    halves: int
    marks: tuple[Mark, ...]
    row: Mapping[str, Any] | None
    special: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """A crosstable in the order asked for. `shared`: some players share a place; `unplaced`: some have none."""

    order: Order
    lines: tuple[Line, ...]
    keys: Mapping[int, int]
    rounds: int
    shared: bool
    square: bool
    unplaced: bool = False

    def line(self, number: int) -> Line:
        """The line of a start number; raises StopIteration for nobody's."""
        return next(line for line in self.lines if line.number == number)


def lines_of(facts: TableFacts, order: Order, *, square: bool | None = None) -> Lines:
    """The lines of a crosstable by rank or by start number.

    By rank the key is the place; where players share a place it is the number of the line, and lines of one
    place stand by start number. `square` None chooses by the system. Without standings it is by number.
    """
    rows = {row["number"]: row for row in facts.standings["rows"]} if facts.standings else {}
    chosen: Order = order if rows else "number"
    # Who left early has no place; his line stands last, so that nobody's games are missing from the table.
    gone = sorted(set(facts.table.rows) - set(rows))
    numbers = [*rows, *gone] if chosen == "rank" else sorted(facts.table.rows)
    keys = {number: place for place, number in enumerate(numbers, start=1)}
    if chosen == "number":
        keys = {number: number for number in numbers}
    places = [row["place"] for row in rows.values()]
    fixed = bool(facts.standings and facts.standings["fixed_pairings"])
    rounds, texts = _last_round(facts), dict[tuple[str, str, bool], str]()
    return Lines(
        order=chosen,
        lines=tuple(
            _line(facts, number, keys[number], rows.get(number), rounds, texts) for number in numbers
        ),
        keys=keys,
        rounds=rounds,
        shared=len(set(places)) < len(places),
        square=fixed if square is None else square and fixed,
        unplaced=bool(rows and gone),
    )


def cell_text(mark: Mark, keys: Mapping[int, int]) -> str:
    """A cell of the table by rounds: `12w1`, `3b½`, the code of a bye, nothing for a round to come."""
    if mark.opponent is None:
        return mark.text
    return f"{keys[mark.opponent]}{mark.colour or UNKNOWN_COLOUR}{mark.text}"


def meetings(line: Line) -> dict[int, list[Mark]]:
    """The games of a line by opponent, in the order of the rounds."""
    found: dict[int, list[Mark]] = {}
    for mark in line.marks:
        if mark.opponent is not None:
            found.setdefault(mark.opponent, []).append(mark)
    return found


def square_text(marks: list[Mark]) -> str:
    """The results against one opponent; a game without a result leaves its place empty.

    >>> square_text([Mark(1, 2, "w", "1", "win", False), Mark(4, 2, "b", "½", "draw", False)])
    '1 ½'
    """
    return " ".join("" if mark.text == "*" else mark.text for mark in marks).strip()


def outcome_of(marks: list[Mark]) -> str:
    """Who is ahead over these games: win, draw or loss, `none` while nothing counts."""
    decided = [OUTCOME_HALVES[mark.outcome] for mark in marks if mark.outcome in OUTCOME_HALVES]
    if not decided or any(mark.open for mark in marks):
        return "none"
    ahead = sum(decided) - len(decided)
    return "win" if ahead > 0 else "loss" if ahead < 0 else "draw"


def codes_used(lines: Lines) -> set[str]:
    """Which codes the table holds and a reader may want explained, among `+ - = U F H Z u a * *j ·`."""
    found: set[str] = set()
    for line in lines.lines:
        for mark in line.marks:
            if mark.text in ("", "1", "½", "0"):
                pass
            elif mark.text[-1] in "ua" and mark.opponent is not None:
                found.add(mark.text[-1])
            else:
                found.add(mark.text)
            if mark.opponent is not None and not mark.colour and not lines.square:
                found.add(UNKNOWN_COLOUR)
    return found


def _last_round(facts: TableFacts) -> int:
    """The last round that is paired or has begun."""
    games = facts.table.record.games
    return max([facts.table.rounds_started, *(game.round for game in games)], default=0)


def _line(
    facts: TableFacts,
    number: int,
    key: int,
    row: Mapping[str, Any] | None,
    rounds: int,
    texts: dict[tuple[str, str, bool], str],
) -> Line:
    found = facts.table.row(number)
    marks = _marks(found.cells[:rounds], texts)
    if facts.standings and facts.standings["fixed_pairings"]:
        byes = facts.byes
        marks = [
            mark._replace(text="") if mark.opponent is None and (number, mark.round) not in byes else mark
            for mark in marks
        ]
    return Line(
        key=key,
        place=row["place"] if row else None,
        number=number,
        name=found.entry.name,
        title=found.entry.title,
        federation=found.entry.federation,
        rating=found.entry.rating,
        person=facts.persons.get(number),
        halves=found.halves,
        marks=tuple(marks),
        row=row,
        special=bool(found.bonuses),
    )


def _marks(cells: Sequence[Cell], texts: dict[tuple[str, str, bool], str]) -> list[Mark]:
    """The marks of a line; `texts` are those that cells like them have had already. A large table has thousands."""
    marks = []
    for cell in cells:
        number, opponent, colour, code, _halves, side, _board = cell
        outcome = side.outcome
        text = texts.get((code, outcome, opponent is None))
        if text is None:
            text = texts[code, outcome, opponent is None] = own_text(cell)
        marks.append(new_mark((number, opponent, colour, text, outcome, side.open)))
    return marks


def own_text(cell: Cell) -> str:
    """The result from the player's view: 1, ½, 0 (u unrated, a adjudicated), + - =, or a bye's code."""
    if cell.code in OPEN_CODES or (cell.opponent is None and cell.code in BYE_CODES) or not cell.code:
        return cell.code
    if not cell.played:
        return FORFEIT_TEXTS[cell.side.outcome]
    suffix = cell.code[-1] if cell.code[-1] in "ua" else ""
    return PLAYED_TEXTS[cell.side.outcome] + suffix
