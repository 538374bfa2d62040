"""Entry lists as people paste them or spreadsheets save them: any delimiter, headings in five languages."""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import normalize

from tournaments.interchange.headings import known_headings
from tournaments.interchange.points import parse_points
from tournaments.interchange.trf.fields import SEXES, TITLES, read_birth, read_date, read_title
from tournaments.record.findings import Finding
from tournaments.rulebook.explained import Input

DELIMITERS = ("\t", ";", ",")
_MARKED = re.compile(r"'(?=[=+\-@\t\r])")
_SPREADSHEET_NUMBER = re.compile(r"\d+[.,]0+|\d[.,]?\d*[eE]\+?\d+", re.ASCII)
_FEDERATION = re.compile(r"[A-Za-z]{3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One player of a list. Ids are text as written; unknown is None or empty; `points` are halves."""

    line: int
    name: str
    number: int | None = None
    fide_id: str = ""
    national_id: str = ""
    rating: int | None = None
    title: str = ""
    federation: str = ""
    birth: str = ""
    sex: str = ""
    club: str = ""
    points: int | None = None


@dataclass(frozen=True, slots=True)
class EntryTable:
    """The rows, what was found, the field of every column (empty: not used) and whether that was guessed."""

    rows: tuple[EntryRow, ...]
    findings: tuple[Finding, ...]
    columns: tuple[str, ...] = ()
    guessed: bool = False


def read_entries(content: str | bytes) -> EntryTable:
    """The players of a pasted or saved list.

    A first row of headings names the columns; without one they are guessed by what stands in them, and a
    finding says so. Dates that can be read in two ways are left out with a finding. Nothing is looked up.
    """
    findings: list[Finding] = []
    text = _text(content, findings)
    table = _table(text)
    if not table:
        return EntryTable((), (Finding("objection", "entries.empty"), *findings))
    columns = known_headings(table[0][1])
    guessed = not any(
        field in ("name", "surname", "first_name", "fide_id", "national_id") for field in columns
    )
    if guessed:
        columns = _guess(table)
        findings.append(Finding("note", "entries.columns_guessed", inputs={"columns": _listed(columns)}))
    else:
        unknown = [
            cell.strip()
            for cell, field in zip(table[0][1], columns, strict=True)
            if not field and cell.strip()
        ]
        if unknown:
            findings.append(
                Finding("note", "entries.columns_unknown", inputs={"columns": ", ".join(unknown)})
            )
        table = table[1:]
    rows = tuple(row for line, cells in table if (row := _row(line, cells, columns, findings)) is not None)
    findings += _figures_in_names(rows)
    findings += _twice(rows)
    return EntryTable(rows, tuple(findings), tuple(columns), guessed)


def _text(content: str | bytes, findings: list[Finding]) -> str:
    text = content if isinstance(content, str) else _decode(content, findings)
    return normalize("NFC", text.removeprefix("\ufeff"))


def _decode(content: bytes, findings: list[Finding]) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    lines = [number for number, line in enumerate(text.split("\n"), 1) if not line.isascii()]
    findings.append(
        Finding("note", "encoding.guessed", inputs={"count": len(lines)}, lines=tuple(lines[:20]))
    )
    return text


def _table(text: str) -> list[tuple[int, list[str]]]:
    """The non-empty rows with the number of their last line."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    reader = csv.reader(lines.split("\n"), delimiter=_delimiter(lines))
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
    return "text"


def _digits_kind(cell: str, place: int) -> str:
    value = int(cell)
    if len(cell) > 4:
        return "fide_id"
    if len(cell) == 4 and 1900 <= value <= 2030 and place > 2:
        return "birth"
    if len(cell) == 4 or value == 0:
        return "rating"
    return "number" if place == 0 else ""


def _listed(columns: list[str]) -> str:
    return ", ".join(field or "-" for field in columns)


def _row(line: int, cells: list[str], columns: list[str], findings: list[Finding]) -> EntryRow | None:
    """The player of a row; None with a finding if there is no name and no id."""
    found = {field: cell for field, cell in zip(columns, cells, strict=True) if field and cell}
    name = found.get("name") or ", ".join(
        part for part in (found.get("surname"), found.get("first_name")) if part
    )
    fide_id, national_id = (
        _identifier("fide_id", found, line, findings),
        _identifier("national_id", found, line, findings),
    )
    if not (name or fide_id or national_id):
        findings.append(Finding("objection", "entries.no_name", lines=(line,)))
        return None
    sex = found.get("sex", "").lower()[:1]
    return EntryRow(
        line=line,
        name=" ".join(name.split()),
        number=_count("number", found, line, findings),
        fide_id="" if not fide_id.strip("0") else fide_id,
        national_id=national_id,
        rating=_count("rating", found, line, findings) or None,
        title=_title(found.get("title", ""), line, findings),
        federation=_federation(found.get("federation", ""), line, findings),
        birth=_birth(found.get("birth", ""), line, findings),
        sex=SEXES.get({"м": "m", "ж": "w", "ч": "m", "ž": "w"}.get(sex, sex), ""),
        club=found.get("club", ""),
        points=_points(found.get("points", ""), line, findings),
    )


def _unread(field: str, text: str, line: int, findings: list[Finding]) -> None:
    findings.append(
        Finding("objection", "entries.unreadable", inputs={"field": field, "text": text}, lines=(line,))
    )


def _identifier(field: str, found: dict[str, str], line: int, findings: list[Finding]) -> str:
    """An id as text; one that a spreadsheet has turned into a number is told and left out."""
    text = found.get(field, "")
    if _SPREADSHEET_NUMBER.fullmatch(text):
        inputs = {"field": field, "text": text}
        findings.append(Finding("objection", "entries.id_was_number", inputs=inputs, lines=(line,)))
        return ""
    return text


def _count(field: str, found: dict[str, str], line: int, findings: list[Finding]) -> int | None:
    text = found.get(field, "").rstrip(".")
    if not text or text == "-":
        return None
    if text.isascii() and text.isdigit() and len(text) <= 5:
        return int(text)
    _unread(field, text, line, findings)
    return None


def _title(text: str, line: int, findings: list[Finding]) -> str:
    title = read_title(text)
    if title and title not in TITLES:
        findings.append(Finding("note", "entries.title_unknown", inputs={"text": title}, lines=(line,)))
    return title


def _federation(text: str, line: int, findings: list[Finding]) -> str:
    if not text or _FEDERATION.fullmatch(text):
        return text.upper()
    _unread("federation", text, line, findings)
    return ""


def _birth(text: str, line: int, findings: list[Finding]) -> str:
    """The birth date in the record's spelling; empty with a finding if it cannot be read in one way."""
    birth = read_birth(text)
    if birth is not None:
        return birth
    read = read_date(text)
    if read.day is not None:
        return read.day.isoformat()
    if read.trouble in ("ambiguous", "two_digit"):
        findings.append(Finding("objection", "entries.birth_ambiguous", inputs={"text": text}, lines=(line,)))
    else:
        _unread("birth", text, line, findings)
    return ""


def _points(text: str, line: int, findings: list[Finding]) -> int | None:
    if not text:
        return None
    try:
        return parse_points(text)
    except ValueError:
        _unread("points", text, line, findings)
        return None


def _figures_in_names(rows: tuple[EntryRow, ...]) -> Iterator[Finding]:
    """Names that hold a figure: a rating or a year that no separator divides from the name.

    1990 may be either, so nothing is cut off; whoever pasted the list is told to separate the columns.
    """
    lines = [row.line for row in rows if any(letter.isdigit() for letter in row.name)]
    if lines:
        text = next(row.name for row in rows if row.line == lines[0])
        inputs: dict[str, Input] = {"count": len(lines), "text": text}
        yield Finding("objection", "entries.figures_in_name", inputs=inputs, lines=tuple(lines[:20]))


def _twice(rows: tuple[EntryRow, ...]) -> Iterator[Finding]:
    """Rows that name the same number, id, or the same name with the same birth."""
    for field in ("number", "fide_id", "national_id", "name"):
        seen: dict[object, list[EntryRow]] = {}
        for row in rows:
            value = getattr(row, field)
            key = (value.casefold(), row.birth) if field == "name" else value
            if value:
                seen.setdefault(key, []).append(row)
        for same in seen.values():
            if len(same) > 1:
                lines = tuple(row.line for row in same)
                text = str(getattr(same[0], field))
                inputs = {"field": field, "text": text}
                yield Finding("warning", "entries.twice", inputs=inputs, lines=lines)
