"""A 001 line: the fixed columns of a player and his rounds, counted in characters."""

from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import normalize

from tournaments.interchange.points import parse_points
from tournaments.interchange.trf.errors import Remarks
from tournaments.interchange.trf.fields import SEXES, TITLES, read_birth, read_title
from tournaments.record.findings import Finding
from tournaments.record.model import Entry, SourceCell

FIRST_ROUND = 91
ROUND_WIDTH = 10
ROUND_WIDTH = 10

# Columns (counted from 1) that separate fields; a character there means that the columns have slipped.
_GAPS = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)


@dataclass(frozen=True, slots=True)
class PlayerCell:
    """One round as spelled: opponent's number (0 for none), colour and code in their canonical letters."""

    round: int
    opponent: int
    colour: str
    code: str


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player with the number of his line, his cells by round and their spelling."""

    line: int
    entry: Entry
    cells: dict[int, PlayerCell]
    spelled: tuple[SourceCell, ...]


@dataclass(slots=True)
class Oddities:
    """What was not taken as it stood, by kind, gathered over all players so that it is told once."""

    found: dict[tuple[str, str], list[tuple[int, int]]]

    def add(self, code: str, text: str, number: int, line: int) -> None:
        """Remember an oddity of a player."""
        self.found.setdefault((code, text), []).append((number, line))

    def findings(self) -> Iterator[Finding]:
        """One finding for each kind and text."""
        for (code, text), places in self.found.items():
            yield Finding(
                "warning",
                code,
                inputs={"text": text, "count": len(places)},
                players=tuple(number for number, _ in places),
                lines=tuple(line for _, line in places),
            )


def read_player(line: int, text: str, remarks: Remarks, oddities: Oddities) -> PlayerLine | None:
    """The player of a 001 line; None after noting the errors that make it unreadable."""
    before = len(remarks.errors)
    if "\t" in text:
        remarks.error("columns.tab", line, column=text.index("\t") + 1)
        return None
    text = text.rstrip()
    for column in _GAPS:
        if text[column - 1 : column].strip():
            remarks.error(
                "columns.slipped", line, column=column, character=text[column - 1], field=_field(column)
            )
            return None
    number = _number(text[4:8], "start number", line, 5, remarks)
    if number is None:
        if not text[4:8].strip("0 "):
            remarks.error("number.missing", line, column=5)
        return None
    rating = _number(text[48:52], "rating", line, 49, remarks)
    stated_rank = _number(text[85:89], "rank", line, 86, remarks)
    stated = _points(text[80:84], line, remarks)
    cells, spelled = _cells(number, line, text, remarks)
    if len(remarks.errors) > before:
        return None
    identifier = text[57:68].strip()
    entry = Entry(
        number=number,
        name=normalize("NFC", text[14:47].strip()),
        sex=_sex(text[9:10], number, line, oddities),
        title=_title(text[10:13], number, line, oddities),
        rating=rating,
        federation=_federation(text[53:56], number, line, oddities),
        fide_id="" if not identifier.strip("0") else identifier,
        birth=_birth(text[69:79], number, line, oddities),
        stated_points=stated,
        stated_rank=stated_rank,
    )
    if not entry.name:
        oddities.add("name.missing", "", number, line)
    return PlayerLine(line, entry, cells, spelled)


def column_of(round_number: int) -> int:
    """The column, from 1, at which a round's opponent stands on a player's line.

    >>> column_of(1), column_of(5)
    (92, 132)
    """
    return FIRST_ROUND + 1 + ROUND_WIDTH * (round_number - 1)


def _field(column: int) -> str:
    fields = {9: "start number", 14: "title", 48: "name", 53: "rating", 57: "federation", 69: "FIDE number"}
    return fields.get(column) or {80: "birth date", 85: "points", 90: "rank", 91: "rank"}.get(
        column, "record code"
    )


def _number(text: str, field: str, line: int, column: int, remarks: Remarks) -> int | None:
    """A number, None for blanks and noughts, or an error for anything else."""
    stripped = text.strip()
    if not stripped.strip("0"):
        return None
    if stripped.isascii() and stripped.isdigit():
        return int(stripped)
    remarks.error("columns.unreadable", line, column=column, field=field, text=stripped)
    return None


def _points(text: str, line: int, remarks: Remarks) -> int | None:
    if not text.strip():
        return None
    try:
        return parse_points(text)
    except ValueError:
        remarks.error("columns.unreadable", line, column=81, field="points", text=text.strip())
        return None


def _sex(text: str, number: int, line: int, oddities: Oddities) -> str:
    sex = text.strip().lower()
    if sex and sex not in SEXES:
        oddities.add("sex.unknown", text, number, line)
    return SEXES.get(sex, "")


def _title(text: str, number: int, line: int, oddities: Oddities) -> str:
    title = read_title(text)
    if title and title not in TITLES:
        oddities.add("title.unknown", title, number, line)
    return title


def _federation(text: str, number: int, line: int, oddities: Oddities) -> str:
    federation = text.strip().upper()
    if not federation or (len(federation) == 3 and federation.isascii() and federation.isalpha()):
        return federation
    oddities.add("federation.unreadable", text.strip(), number, line)
    return ""


def _birth(text: str, number: int, line: int, oddities: Oddities) -> str:
    birth = read_birth(text)
    if birth is None:
        oddities.add("birth.unreadable", text.strip(), number, line)
        return ""
    return birth


def _cells(
    number: int, line: int, text: str, remarks: Remarks
) -> tuple[dict[int, PlayerCell], tuple[SourceCell, ...]]:
    """The rounds of a line that hold anything, and how they are spelled."""
    cells: dict[int, PlayerCell] = {}
    spelled = []
    for start in range(FIRST_ROUND, len(text), ROUND_WIDTH):
        block = text[start : start + ROUND_WIDTH]
        if not block.strip():
            continue
        round_number = (start - FIRST_ROUND) // ROUND_WIDTH + 1
        block = block.ljust(ROUND_WIDTH)
        if (block[4] + block[6] + block[8:]).strip():
            remarks.error(
                "columns.cell", line, column=start + 1, round_number=round_number, text=block.strip()
            )
            continue
        cell = _cell(round_number, block, line, start + 1, remarks)
        if cell is not None:
            cells[round_number] = cell
            spelled.append(SourceCell(number, round_number, block[:4], block[5], block[7]))
    return cells, tuple(spelled)


def _cell(round_number: int, block: str, line: int, column: int, remarks: Remarks) -> PlayerCell | None:
    opponent = block[:4].strip()
    if opponent and not (opponent.isascii() and opponent.isdigit()):
        remarks.error("columns.cell", line, column=column, round_number=round_number, text=block.strip())
        return None
    colour, code = block[5].lower().replace("-", " ").strip(), block[7].upper().strip()
    if colour not in ("w", "b", ""):
        remarks.error(
            "colour.unknown_letter", line, column=column + 5, round_number=round_number, codes=(block[5],)
        )
        return None
    if code not in ("1", "0", "=", "+", "-", "W", "D", "L", "H", "F", "U", "Z", ""):
        remarks.error("code.unknown", line, column=column + 7, round_number=round_number, codes=(block[7],))
        return None
    return PlayerCell(round_number, int(opponent or 0), colour, code)
