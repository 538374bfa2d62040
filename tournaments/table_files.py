"""A table of an event as a file: CSV, JSON or a spreadsheet, with the same rows in all three."""

from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify

from players.listing import csv_response, disposition, json_response
from tournaments.interchange.xlsx import XLSX_TYPE, xlsx_bytes
from tournaments.models import Event
from tournaments.rulebook.rounding import plain

FORMATS = ("csv", "json", "xlsx")


def file_name(event: Event, what: str = "") -> str:
    """The name of a download without its ending: the event's name in its own letters, its number, what it holds."""
    name = slugify(event.name, allow_unicode=True)[:60].strip("-_") or "event"
    return "-".join(part for part in (name, str(event.pk), what) if part)


def xlsx_response(name: str, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> HttpResponse:
    """A spreadsheet as a download. Text stays text, whatever it begins with; numbers and days are such."""
    sheet = [list(heads), *([_value(cell) for cell in row] for row in rows)]
    response = HttpResponse(xlsx_bytes(sheet, title=name), content_type=XLSX_TYPE)
    response["Content-Disposition"] = disposition(f"{name}.xlsx")
    return response


def _value(cell: Any) -> Any:
    return cell if cell is None or isinstance(cell, int | Fraction | date) else str(cell)


def _text(cell: Any) -> Any:
    """A cell for CSV and JSON: points with a decimal point, days as `2026-11-30`."""
    if isinstance(cell, Fraction):
        return plain(cell)
    return cell.isoformat() if isinstance(cell, date) else cell


def table_file(
    wanted: str, name: str, heads: Sequence[str], rows: Iterable[Sequence[Any]]
) -> HttpResponse | None:
    """The table in the format asked for; None for anything else. In JSON a row is an object by heads.

    A cell is text, a whole number, a Fraction (points), a date, or None for unknown.
    """
    if wanted == "xlsx":
        return xlsx_response(name, heads, rows)
    texts = ([_text(cell) for cell in row] for row in rows)
    if wanted == "csv":
        return csv_response(name, heads, texts)
    if wanted == "json":
        return json_response(name, {"rows": [dict(zip(heads, row, strict=True)) for row in texts]})
    return None


def numbered(text: str | None) -> Fraction | str | None:
    """A value that is kept as text (without end as a fraction), as the number it is; other text stays.

    >>> numbered("14.5"), numbered("+4.2"), numbered("40/3"), numbered("Ru 1850"), numbered(None)
    (Fraction(29, 2), Fraction(21, 5), Fraction(40, 3), 'Ru 1850', None)
    """
    try:
        return None if text is None else Fraction(text)
    except ValueError:
        return text


def file_links(request: HttpRequest, formats: Sequence[str] = FORMATS) -> list[tuple[str, str]]:
    """The page asked for, filtered as it is, in each format: label and address."""
    found = []
    for name in formats:
        parameters = request.GET.copy()
        parameters.pop("page", None)
        parameters["format"] = name
        found.append((name.upper(), f"?{parameters.urlencode()}"))
    return found
