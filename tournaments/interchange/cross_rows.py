"""Crosstables as programs save them: rows of a table, wherever they come from, with the meaning of their columns.

Read are tables with one column a round whose cells name opponent, colour and result: our own CSV, Swiss-Manager's
lists as text or spreadsheet (`12w1`), SwissPerfect's export with tabs or padded by blanks (`12:W`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from tournaments.interchange.columns import split_lines
from tournaments.interchange.encodings import decode
from tournaments.interchange.headings import known_headings
from tournaments.interchange.xlsx import is_xlsx, sheet_rows
from tournaments.record.findings import Finding

# Names of columns beyond those of an entry list.
_MORE = {
    "rk": "rank", "rank": "rank", "rg": "rank", "place": "rank", "mjesto": "rank", "место": "rank",
    "місце": "rank", "rk.": "rank", "feder": "federation", "intl id": "fide_id", "loc id": "national_id",
    "loc": "other_rating", "total": "points", "score": "points", "verein/ort": "club", "club/city": "club",
    "snr": "number", "start": "number",
}  # fmt: skip
_ROUND = re.compile(
    r"(?:r|rd|rnd|round|kolo|k|runde|тур|ronda)?\.?\s*(\d{1,2})\s*\.?\s*(?:r|rd|rnd|round|kolo|runde|тур|ronda)?\.?",
    re.IGNORECASE,
)
_PADDED_HEAD = re.compile(r"Intl Id|Loc Id|\S+")
_PADDED_CELL = re.compile(r"(\d*\s?:[-+=WLDwld]?)")
_LOOKED_AT = 25  # rows above the headings: name and place of the event


@dataclass(frozen=True, slots=True)
class CrossRows:
    """A table: `title` is what stands above it, `columns` fields (`round` columns hold their number), rows by line.

    A row's cells are as many as the columns. `cycles` is how often everybody met everybody, where the table named
    opponents instead of rounds; else 0.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    findings: tuple[Finding, ...]
    cycles: int = 0


def cross_rows(content: bytes) -> CrossRows | None:
    """The table in a file; None if it has no row that names players and rounds."""
    findings: list[Finding] = []
    table = list(_lines(content, findings))
    for place, (_line, cells) in enumerate(table[:_LOOKED_AT]):
        columns = _columns(cells)
        if columns is None:
            continue
        above = [cell for _, row in table[:place] for cell in row if cell]
        title = next((cell for cell in above if "chess-results" not in cell.casefold()), "")
        width = len(columns)
        rows = tuple(
            (line, (*row, *[""] * (width - len(row)))[:width]) for line, row in table[place + 1 :] if any(row)
        )
        return CrossRows(title, columns, rows, tuple(findings))
    return None


def _lines(content: bytes, findings: list[Finding]) -> Iterator[tuple[int, tuple[str, ...]]]:
    if is_xlsx(content):
        for number, row in enumerate(sheet_rows(content), 1):
            yield number, tuple(cell.strip() for cell in row)
        return
    text = normalize("NFC", decode(content.removeprefix(b"\xef\xbb\xbf"), findings)).replace("\x00", "")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for delimiter in ("\t", ";", ","):
        if sum(line.count(delimiter) > 2 for line in lines) > 1:
            for number, cells in enumerate((cells for _, cells in split_lines(lines, delimiter)), 1):
                yield number, tuple(_unmarked(cell) for cell in cells)
            return
    yield from _padded(lines)


def _unmarked(cell: str) -> str:
    """The cell without the mark that our own export puts before what a spreadsheet would run."""
    return cell.strip().removeprefix("'") if cell.strip()[1:2] in ("=", "+", "-", "@") else cell.strip()


def _padded(lines: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Columns kept apart by blanks: those of the headings' places, the rounds by their own shape at the end."""
    starts: list[int] = []
    rounds = 0
    for number, line in enumerate(lines, 1):
        if not starts:
            heads = [(match.start(), match[0]) for match in _PADDED_HEAD.finditer(line)]
            names = [name for _, name in heads]
            if "Name" in names and names[-1:] and names[-1].isdigit():
                rounds = sum(name.isdigit() for name in names)
                starts = [start for start, name in heads if not name.isdigit()]
                yield number, tuple(names)
            elif line.strip():
                yield number, (line.strip(),)
            continue
        cells = _PADDED_CELL.findall(line)[-rounds:]
        if len(cells) == rounds:
            head = line[: line.rindex(cells[0], 0, _first_cell(line, rounds) + len(cells[0]))]
            fixed = [head[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)]
            yield number, (*fixed, *(cell.replace(" ", "") for cell in cells))


def _first_cell(line: str, rounds: int) -> int:
    return [match.start() for match in _PADDED_CELL.finditer(line)][-rounds]


def _columns(cells: Sequence[str]) -> tuple[str, ...] | None:
    """The field of every column if the row is one of headings: somebody's name and at least one round."""
    names = known_headings(list(cells))
    found: list[str] = []
    for cell, name in zip(cells, names, strict=True):
        key = cell.casefold().strip()
        match = _ROUND.fullmatch(cell) if cell else None
        other = _MORE.get(key, _MORE.get(key.rstrip("."), name))
        field = f"round {int(match[1])}" if match else other
        found.append("" if field in found else field)
    named = "name" in found or {"surname", "first_name"} <= set(found)
    return tuple(found) if named and any(field.startswith("round ") for field in found) else None
