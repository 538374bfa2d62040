"""A list of players as a table: its cells, its headings, and the field of every column, named or guessed."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from unicodedata import normalize

from tournaments.interchange.encodings import decode
from tournaments.interchange.headings import FIELDS, HEADINGS, heading_key, known_headings
from tournaments.interchange.trf.fields import SEXES, TITLES, read_birth, read_date, read_title
from tournaments.record.findings import Finding

DELIMITERS = ("\t", ";", ",")
IDENTIFYING = ("name", "surname", "first_name", "fide_id", "national_id")
# So many rows above the headings may say what the list is.
LOOKED_AT = 10
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?[;,\t]*', re.IGNORECASE)
_MARKED = re.compile(r"'(?=[=+\-@\t\r])")
_FEDERATION = re.compile(r"[A-Za-z]{3}", re.ASCII)

LONGEST_CELL = 1_000
# A line after the last, which stands alone only where every mark is closed.
_END = "\x00"


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
    try:
        table = _table(text, delimiter)
    except csv.Error:
        return Sheet((), (), (), False, (Finding("objection", "entries.cell_too_long"), *findings))
    if not table:
        return Sheet((), (), (), False, (Finding("objection", "entries.empty"), *findings))
    place = 0 if headed is False else _place_of_headings(table)
    named = known_headings(table[place][1])
    is_headed = any(field in IDENTIFYING for field in named) if headed is None else headed
    heads = table[place][1] if is_headed else []
    rows = tuple((line, tuple(cells)) for line, cells in table[place + 1 if is_headed else 0 :])
    if is_headed and place:
        above = [cell for _line, cells in table[:place] for cell in cells if cell]
        findings.append(Finding("note", "entries.rows_above", inputs={"text": " · ".join(above)[:200]}))
    chosen = _chosen(columns, len(table[0][1]))
    if chosen is not None:
        return Sheet(tuple(heads), rows, chosen, False, tuple(findings))
    if any(field in IDENTIFYING for field in named) and is_headed:
        findings += _not_used(heads, named)
        return Sheet(tuple(heads), rows, tuple(named), False, tuple(findings))
    guess = _guess([(line, list(cells)) for line, cells in rows] or table)
    findings.append(Finding("note", "entries.columns_guessed", inputs={"columns": _listed(guess)}))
    return Sheet(tuple(heads), rows, tuple(guess), True, tuple(findings))


def _not_used(heads: Sequence[str], named: Sequence[str]) -> Iterator[Finding]:
    """Headings that nothing is read from: a column that comes again, and words that no language knows."""
    left = [cell for cell, field in zip(heads, named, strict=True) if cell and not field]
    twice = [cell for cell in left if heading_key(cell) in HEADINGS]
    unknown = [cell for cell in left if cell not in twice]
    if twice:
        yield Finding("warning", "entries.columns_twice", inputs={"columns": ", ".join(twice)})
    if unknown:
        yield Finding("note", "entries.columns_unknown", inputs={"columns": ", ".join(unknown)})


def _place_of_headings(table: Sequence[tuple[int, list[str]]]) -> int:
    """The first row, or a later one that names a player and something else: a list often has a title above."""
    for place, (_line, cells) in enumerate(table[:LOOKED_AT]):
        named = [field for field in known_headings(cells) if field]
        if any(field in IDENTIFYING for field in named) and (len(named) > 1 or not place):
            return place
    return 0


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


def split_lines(lines: Sequence[str], delimiter: str) -> list[tuple[int, list[str]]]:
    """The cells of separated lines, each row with the number of its last line.

    From a row whose quotation mark is never closed on, marks are letters and no cell is longer than any name could be.

    >>> split_lines(["1;A", '2;"B', "3;C"], ";")
    [(1, ['1', 'A']), (2, ['2', '"B']), (3, ['3', 'C'])]
    """
    found: list[tuple[int, list[str]]] = []
    read = 0
    reader = csv.reader([*lines, _END], delimiter=delimiter)
    with suppress(csv.Error):
        for cells in reader:
            if reader.line_num > len(lines):
                if cells == [_END]:
                    return found
                break
            read = reader.line_num
            found.append((read, cells))
    plain = enumerate(lines[read:], read + 1)
    return found + [
        (number, [cell[:LONGEST_CELL] for cell in line.split(delimiter)]) for number, line in plain
    ]


def _table(text: str, delimiter: str = "") -> list[tuple[int, list[str]]]:
    """The non-empty rows with the number of their last line."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    first, _newline, rest = lines.partition("\n")
    if separator := _SEPARATOR_LINE.fullmatch(first):
        # Excel's own first line: it says the separator and is no row; the lines after it keep their numbers.
        delimiter, lines = separator[1], f"\n{rest}"
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
