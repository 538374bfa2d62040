"""Spreadsheets in and out: the only module that knows openpyxl. A sheet comes in as plain text cells.

Excel turns ids into numbers; what it stored as a number is written here without exponent and without `.0`, so that
the reader above sees the digits. Addresses are given as a spreadsheet shows them: `B12`.
"""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import islice

from openpyxl import Workbook, load_workbook
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from tournaments.interchange.headings import HEADINGS, heading_key

MOST_BYTES = 5_000_000
MOST_UNPACKED_BYTES = 60_000_000
MOST_PARTS = 500
MOST_ROWS, MOST_COLUMNS = 20_000, 100
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
WIDEST_COLUMN = 60  # of a sheet that is written, in letters
LAST_ROW = 1_048_576  # of the format
_SIGNATURE = b"PK\x03\x04"
# What XML 1.0 has no way to write.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MERGED = re.compile(rb'<mergeCell ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"')
_FORMULA_WITHOUT_RESULT = re.compile(
    rb'<c r="([A-Z]{1,3}\d{1,7})"[^>]*><f(?:[^<>]*/>|[^<>]*>[^<]*</f>)(?:<v ?/>|<v></v>)?</c>'
)
# What openpyxl and zipfile raise, undocumented, at an archive whose parts are not what they should be.
_DAMAGE = (
    InvalidFileException, zipfile.BadZipFile, zlib.error, OSError, EOFError, SyntaxError, LookupError, ValueError,
    TypeError, AttributeError, ArithmeticError, AssertionError, RuntimeError,
)  # fmt: skip

Value = str | int | Fraction | date | None


class UnreadableSheet(ValueError):
    """The file is no spreadsheet that may be opened; `code` says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def is_xlsx(content: bytes) -> bool:
    r"""Whether the bytes are a zip archive, as an XLSX file is.

    >>> is_xlsx(b"PK\x03\x04..."), is_xlsx(b"name;rating")
    (True, False)
    """
    return content.startswith(_SIGNATURE)


def sheet_rows(content: bytes) -> tuple[tuple[str, ...], ...]:
    """The cells of the first sheet that has any, row by row from row 1 and column A, as text.

    Numbers lose exponent and trailing zeros, dates are `YYYY-MM-DD`, a formula is its stored result, an empty cell
    is empty text, one merged with cells below it stands in each of their rows that holds anything else. Rows that
    are empty stay, so that row n of the sheet is the n-th one here. Raises
    UnreadableSheet: no zip, an archive that would unpack to too much, a document type in it, too many cells.
    """
    try:
        _refuse_dangerous(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        try:
            for sheet in book.worksheets:
                if isinstance(sheet, ReadOnlyWorksheet) and (rows := _rows(sheet)):
                    return _merged_filled(rows, _merged(content, sheet))
            return ()
        finally:
            book.close()
    except UnreadableSheet:
        raise
    except _DAMAGE as error:
        raise UnreadableSheet("damaged", "The file is damaged, or no XLSX file.") from error


def _rows(sheet: ReadOnlyWorksheet) -> tuple[tuple[str, ...], ...]:
    """The rows of one sheet up to the last that holds anything, all of one width.

    What the sheet says of its own size is not believed: some programs write `A1` there.
    """
    sheet.reset_dimensions()
    found: list[tuple[str, ...]] = []
    width = last = 0
    for place, cells in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True), start=1):
        if place > LAST_ROW:
            break
        texts = () if cells.count(None) == len(cells) else tuple(map(_text, cells))
        used = max((column for column, text in enumerate(texts, start=1) if text), default=0)
        if used:
            width, last = max(width, used), place
        if last > MOST_ROWS:
            raise UnreadableSheet("too_long", f"The sheet has more than {MOST_ROWS} rows.")
        if place <= MOST_ROWS:
            found.append(texts[:used])
    return tuple(row + ("",) * (width - len(row)) for row in found[:last])


def _merged(content: bytes, sheet: ReadOnlyWorksheet) -> tuple[tuple[int, int, int], ...]:
    """Column, first and last row (from 0) of the cells of a sheet that are merged downwards, at most MOST_ROWS."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        data = archive.read(sheet._worksheet_path)  # type: ignore[attr-defined]
    found = (
        (column_index_from_string(column.decode()) - 1, int(first) - 1, int(last) - 1)
        for column, first, last in _MERGED.findall(data)
    )
    return tuple(islice((one for one in found if one[2] > one[1]), MOST_ROWS))


def _merged_filled(
    rows: tuple[tuple[str, ...], ...], merged: Sequence[tuple[int, int, int]]
) -> tuple[tuple[str, ...], ...]:
    """The rows with each downward merged cell repeated, but a heading, which stands over its column once."""
    if not merged:
        return rows
    filled = [list(row) for row in rows]
    for column, first, last in merged:
        if first >= len(rows) or column >= len(rows[first]):
            continue
        text = rows[first][column]
        if not text or heading_key(text) in HEADINGS:
            continue
        for row in range(first + 1, min(last + 1, len(rows))):
            if any(rows[row]) and not rows[row][column]:
                filled[row][column] = text
    return tuple(map(tuple, filled))


def _text(value: object) -> str:
    """A cell as text on one line."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, timedelta):
        minutes = value // timedelta(minutes=1)
        return f"{minutes // 60}:{minutes % 60:02}"
    return _number(Decimal(repr(value)))


def _number(value: Decimal) -> str:
    """A number without exponent and without zeros after the point.

    >>> _number(Decimal("1.20459E+5")), _number(Decimal("3.50")), _number(Decimal("120456.0"))
    ('120459', '3.5', '120456')
    """
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _refuse_dangerous(content: bytes) -> None:
    """An archive is looked at before anything of it is read as XML."""
    if len(content) > MOST_BYTES:
        raise UnreadableSheet("too_large", "The file is larger than 5 MB.")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED_BYTES:
            raise UnreadableSheet("unpacks_too_large", "The file would unpack to more than 60 MB.")
        for part in parts:
            if ".." in part.filename.split("/") or part.filename.startswith("/"):
                raise UnreadableSheet("bad_name", f"The file holds a part named {part.filename[:60]!r}.")
            _refuse_document_type(archive, part)


def _refuse_document_type(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """Entities can be declared in a document type only, and no spreadsheet needs one.

    Every part that begins as XML does is looked at, for the archive itself says which part is the sheet.
    """
    with archive.open(part) as opened:
        data = opened.read(MOST_UNPACKED_BYTES + 1)
    if len(data) > MOST_UNPACKED_BYTES:
        raise UnreadableSheet("unpacks_too_large", "The file would unpack to more than 60 MB.")
    named_xml = part.filename.lower().endswith((".xml", ".rels", ".vml"))
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<", b"\x00\x00\x00<"))
    is_xml = data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    if (wide and (named_xml or b"<\x00" in data[:8] or b"\x00<" in data[:8])) or (
        (named_xml or is_xml) and b"<!DOCTYPE" in data
    ):
        raise UnreadableSheet("document_type", "Document type declarations are not allowed.")


def sheet_text(content: bytes) -> str:
    """The first sheet as tab-separated text, one line a row; raises as `sheet_rows`."""
    target = io.StringIO()
    csv.writer(target, delimiter="\t", lineterminator="\n").writerows(sheet_rows(content))
    return target.getvalue()


def formulas_without_result(content: bytes) -> tuple[str, ...]:
    """Addresses on the first sheet whose formula has no stored result: a program wrote it, no spreadsheet counted it.

    `content` has been read by `sheet_rows`, which gives such cells as empty.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sheets = sorted(name for name in archive.namelist() if name.startswith("xl/worksheets/sheet"))
        data = archive.read(sheets[0]) if sheets else b""
    return tuple(found.decode() for found in _FORMULA_WITHOUT_RESULT.findall(data))


def cell_address(row: int, column: int) -> str:
    """The address of a cell by row (from 1) and column (from 0).

    >>> cell_address(12, 1), cell_address(2, 27)
    ('B12', 'AB2')
    """
    return f"{get_column_letter(column + 1)}{row}"


def xlsx_bytes(rows: Iterable[Sequence[Value]], *, title: str = "Sheet") -> bytes:
    """A workbook of one sheet. Text stays text whatever it begins with; numbers and dates are numbers and dates.

    Nothing is run: a cell that begins with `=` is stored as a string. Ids are text, so leading zeros stay.
    """
    book = Workbook()
    sheet = book.active
    plain = "".join(letter for letter in _NOT_XML.sub("", title) if letter not in "[]:*?/\\\t\n\r")
    sheet.title = plain.strip("' ")[:31].rstrip("' ") or "Sheet"
    sheet.freeze_panes = "A2"
    widest: dict[int, int] = {}
    for row, values in enumerate(rows, start=1):
        for column, value in enumerate(values, start=1):
            if value is None or (isinstance(value, str) and not value):
                continue
            _write(sheet.cell(row, column), value)
            widest[column] = max(widest.get(column, 0), len(str(value)))
    for column, letters in widest.items():
        sheet.column_dimensions[get_column_letter(column)].width = min(letters, WIDEST_COLUMN) + 3
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def _write(cell: object, value: Value) -> None:
    if value is None:
        return
    if isinstance(value, Fraction):
        value = Decimal(value.numerator) / Decimal(value.denominator)  # type: ignore[assignment]
    if isinstance(value, str):
        cell.value = _NOT_XML.sub("", value)  # type: ignore[attr-defined]
        cell.data_type = "s"  # type: ignore[attr-defined]
        cell.number_format = "@"  # type: ignore[attr-defined]
        return
    cell.value = value  # type: ignore[attr-defined]
