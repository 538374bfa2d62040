"""A list of players as a table: its cells, its headings, and the field of every column, named or guessed."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import normalize

from tournaments.interchange.headings import FIELDS, known_headings
from tournaments.interchange.trf.fields import SEXES, TITLES, read_birth, read_date, read_title
from tournaments.record.findings import Finding

DELIMITERS = ("\t", ";", ",")
IDENTIFYING = ("name", "surname", "first_name", "fide_id", "national_id")
_MARKED = re.compile(r"'(?=[=+\-@\t\r])")
_FEDERATION = re.compile(r"[A-Za-z]{3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list before its rows are read. `rows` are line number and cells, all of one width.

    `heads` are the cells of the first row if that row names the columns, else empty. `columns` is the field of
    every column (empty: not used); `guessed` says that nobody named them.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    columns: tuple[str, ...]
    guessed: bool
    findings: tuple[Finding, ...] = ()

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    def samples(self, column: int, most: int = 3) -> tuple[str, ...]:
        """The first different values of a column."""
        values = dict.fromkeys(cells[column] for _line, cells in self.rows if cells[column])
        return tuple(list(values)[:most])


def read_sheet(
    content: str | bytes,
    *,
    columns: Sequence[str] | None = None,
    headed: bool | None = None,
    delimiter: str = "",
) -> Sheet:
    """The table of a pasted or saved list.

    A first row of headings names the columns; without one they are guessed by what stands in them, and a finding
    says so. `columns` are chosen by somebody who has seen the table and win, if there are as many as the table
    has; `headed` says whether the first row are headings, where that was chosen too.
    """
    findings: list[Finding] = []
    text = _text(content, findings)
    table = _table(text, delimiter)
    if not table:
        return Sheet((), (), (), False, (Finding("objection", "entries.empty"), *findings))
    named = known_headings(table[0][1])
    is_headed = any(field in IDENTIFYING for field in named) if headed is None else headed
    heads = table[0][1] if is_headed else []
    rows = tuple((line, tuple(cells)) for line, cells in table[1 if is_headed else 0 :])
    chosen = _chosen(columns, len(table[0][1]))
    if chosen is not None:
        return Sheet(tuple(heads), rows, chosen, False, tuple(findings))
    if any(field in IDENTIFYING for field in named) and is_headed:
        unknown = [cell for cell, field in zip(heads, named, strict=True) if not field and cell]
        if unknown:
            findings.append(
                Finding("note", "entries.columns_unknown", inputs={"columns": ", ".join(unknown)})
            )
        return Sheet(tuple(heads), rows, tuple(named), False, tuple(findings))
    guess = _guess([(line, list(cells)) for line, cells in rows] or table)
    findings.append(Finding("note", "entries.columns_guessed", inputs={"columns": _listed(guess)}))
    return Sheet(tuple(heads), rows, tuple(guess), True, tuple(findings))


def _chosen(columns: Sequence[str] | None, width: int) -> tuple[str, ...] | None:
    """The columns as somebody chose them; None if they do not fit the table. A field counts once, the first."""
    if columns is None or len(columns) != width:
        return None
    found: list[str] = []
    for field in columns:
        found.append(field if field in FIELDS and field not in found else "")
    return tuple(found)


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(field or "-" for field in columns)


def _text(content: str | bytes, findings: list[Finding]) -> str:
    text = content if isinstance(content, str) else decode(content, findings)
    return normalize("NFC", text.removeprefix("\ufeff"))


def decode(content: bytes, findings: list[Finding]) -> str:
    """The text of a file: UTF-8, else Latin-1 with a finding that says so."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    lines = [number for number, line in enumerate(text.split("\n"), 1) if not line.isascii()]
    findings.append(
        Finding("note", "encoding.guessed", inputs={"count": len(lines)}, lines=tuple(lines[:20]))
    )
    return text


def _table(text: str, delimiter: str = "") -> list[tuple[int, list[str]]]:
    """The non-empty rows with the number of their last line."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    reader = csv.reader(lines.split("\n"), delimiter=delimiter or _delimiter(lines))
    table = [(reader.line_num, [_unmarked(cell) for cell in cells]) for cells in reader]
    width = max((len(cells) for _, cells in table), default=0)
    return [(line, cells + [""] * (width - len(cells))) for line, cells in table if any(cells)]


def _unmarked(cell: str) -> str:
    """The cell without the mark that our own export puts before what a spreadsheet would run."""
    return _MARKED.sub("", cell, count=1).strip() if cell.startswith("'") else cell.strip()


def _delimiter(text: str) -> str:
    """Tab or semicolon if the rows have them; a comma only if it is not just the one inside a name."""
    rows = [line for line in text.split("\n") if line.strip()]
    for delimiter in DELIMITERS[:2]:
        if sum(1 for row in rows if delimiter in row) * 2 > len(rows):
            return delimiter
    counts = [row.count(",") for row in rows]
    headed = bool(rows) and sum(1 for field in known_headings(rows[0].split(",")) if field) > 1
    return "," if headed or any(count > 1 for count in counts) or '"' in text else "\t"


def _guess(table: list[tuple[int, list[str]]]) -> list[str]:
    """The fields of columns without headings: each takes the field that most of its cells fit."""
    columns: list[str] = []
    for place in range(len(table[0][1])):
        cells = [cells[place] for _, cells in table if cells[place]]
        kinds = Counter(_kind(cell, place) for cell in cells)
        kind = kinds.most_common(1)[0][0] if kinds else ""
        if kind == "text":
            kind = _text_kind(columns)
        columns.append("" if kind in columns else kind)
    if "surname" in columns and "first_name" not in columns:
        columns[columns.index("surname")] = "name"
    return columns


def _text_kind(columns: list[str]) -> str:
    """The first column of words is the surname or name, one beside it the given name, another the club."""
    if "name" in columns:
        return "club"
    if "surname" not in columns:
        return "surname"
    if columns[-1] == "surname":
        return "first_name"
    return "club"


def _kind(cell: str, place: int) -> str:
    """What a single cell looks like."""
    if read_title(cell) in TITLES and len(cell) > 1:
        return "title"
    if cell.lower() in SEXES:
        return "sex"
    if _FEDERATION.fullmatch(cell) and cell.isupper():
        return "federation"
    if cell.isascii() and cell.isdigit():
        return _digits_kind(cell, place)
    if read_birth(cell) or read_date(cell).day:
        return "birth"
    return "name" if ", " in cell.strip() else "text"


def _digits_kind(cell: str, place: int) -> str:
    value = int(cell)
    if len(cell) > 4:
        return "fide_id"
    if len(cell) == 4 and 1900 <= value <= 2030 and place > 2:
        return "birth"
    if len(cell) == 4 or value == 0:
        return "rating"
    return "number" if place == 0 else ""
