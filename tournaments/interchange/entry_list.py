"""Entry lists as people paste them or spreadsheets save them: any delimiter, headings in five languages."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.interchange.columns import Sheet, read_sheet
from tournaments.interchange.points import parse_points
from tournaments.interchange.trf.fields import SEXES, TITLES, read_birth, read_date, read_title
from tournaments.interchange.xlsx import cell_address
from tournaments.record.findings import Finding
from tournaments.rulebook.explained import Input

NATIONAL_ID_FIGURES = 8
GREATEST_RATING = 4000
TITLE_LENGTH = 3
# No list writes month before day with dots between them.
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\.?", re.ASCII)
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
    other_rating: int | None = None
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
    """The players of a pasted or saved list: `read_sheet`, then `entries_of`. Nothing is looked up."""
    return entries_of(read_sheet(content))


def entries_of(sheet: Sheet, *, spreadsheet: bool = False) -> EntryTable:
    """The players of a table whose columns are known.

    Dates that can be read in two ways are left out with a finding; with dots the day comes first. In a
    `spreadsheet` a national number may have become a number and lost its zeros: it is filled up to eight figures;
    a fraction or more figures are refused with the address of the cell.
    """
    findings = list(sheet.findings)
    if not sheet.rows:
        if not any(finding.severity == "objection" for finding in findings):
            findings.insert(0, Finding("objection", "entries.empty"))
        return EntryTable((), tuple(findings), sheet.columns, sheet.guessed)
    rows = tuple(
        row
        for line, cells in sheet.rows
        if (row := _row(line, cells, sheet.columns, findings, spreadsheet=spreadsheet)) is not None
    )
    findings += _figures_in_names(rows)
    findings += _twice(rows)
    return EntryTable(rows, tuple(findings), sheet.columns, sheet.guessed)


def _row(
    line: int,
    cells: Sequence[str],
    columns: Sequence[str],
    findings: list[Finding],
    *,
    spreadsheet: bool,
) -> EntryRow | None:
    """The player of a row; None with a finding if there is no name and no id."""
    found = {field: cell for field, cell in zip(columns, cells, strict=True) if field and cell}
    if spreadsheet and "national_id" in found:
        found["national_id"] = _sheet_id(
            found["national_id"], cell_address(line, list(columns).index("national_id")), line, findings
        )
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
        rating=_count("rating", found, line, findings, GREATEST_RATING) or None,
        other_rating=_count("other_rating", found, line, findings, GREATEST_RATING) or None,
        title=_title(found.get("title", ""), line, findings),
        federation=_federation(found.get("federation", ""), line, findings),
        birth=_birth(found.get("birth", ""), line, findings),
        sex=SEXES.get({"м": "m", "ж": "w", "ч": "m", "ž": "w"}.get(sex, sex), ""),
        club=found.get("club", ""),
        points=_points(found.get("points", ""), line, findings),
    )


def _sheet_id(text: str, address: str, line: int, findings: list[Finding]) -> str:
    """A national number as a spreadsheet keeps it, with the zeros that it lost; empty with a finding if it is none.

    Text with letters stays as it is: only figures can have been a number.
    """
    figures = text.replace(",", ".")
    if not figures.replace(".", "").isdigit() or not figures.isascii():
        return text
    if "." in figures or len(figures) > NATIONAL_ID_FIGURES:
        inputs: dict[str, Input] = {"address": address, "text": text, "figures": NATIONAL_ID_FIGURES}
        findings.append(Finding("objection", "entries.id_in_cell", inputs=inputs, lines=(line,)))
        return ""
    return figures.zfill(NATIONAL_ID_FIGURES)


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


def _count(
    field: str, found: dict[str, str], line: int, findings: list[Finding], most: int = 99_999
) -> int | None:
    text = found.get(field, "").rstrip(".")
    if not text or text == "-":
        return None
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= most:
        return int(text)
    _unread(field, text, line, findings)
    return None


def _title(text: str, line: int, findings: list[Finding]) -> str:
    title = read_title(text)
    if title and title not in TITLES:
        findings.append(Finding("note", "entries.title_unknown", inputs={"text": title}, lines=(line,)))
    return title if len(title) <= TITLE_LENGTH else ""


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
    if dotted := _DOTTED.fullmatch(text):
        text = f"{dotted[3]}-{dotted[2]:0>2}-{dotted[1]:0>2}"
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
