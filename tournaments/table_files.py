"""A table of an event as a file: CSV, JSON or a spreadsheet, with the same rows in all three."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse

from players.listing import csv_response, json_response
from tournaments.interchange.xlsx import XLSX_TYPE, xlsx_bytes

FORMATS = ("csv", "json", "xlsx")


def xlsx_response(name: str, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> HttpResponse:
    """A spreadsheet as a download. Text stays text, whatever it begins with; numbers are numbers."""
    sheet = [list(heads), *([_value(cell) for cell in row] for row in rows)]
    response = HttpResponse(xlsx_bytes(sheet, title=name), content_type=XLSX_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{name}.xlsx"'
    return response


def _value(cell: Any) -> Any:
    return cell if cell is None or isinstance(cell, int) else str(cell)


def table_file(
    wanted: str, name: str, heads: Sequence[str], rows: Iterable[Sequence[Any]]
) -> HttpResponse | None:
    """The table in the format asked for; None for anything else. In JSON a row is an object by heads."""
    if wanted == "csv":
        return csv_response(name, heads, rows)
    if wanted == "xlsx":
        return xlsx_response(name, heads, rows)
    if wanted == "json":
        return json_response(name, {"rows": [dict(zip(heads, row, strict=True)) for row in rows]})
    return None


def file_links(request: HttpRequest, formats: Sequence[str] = FORMATS) -> list[tuple[str, str]]:
    """The page asked for, filtered as it is, in each format: label and address."""
    found = []
    for name in formats:
        parameters = request.GET.copy()
        parameters.pop("page", None)
        parameters["format"] = name
        found.append((name.upper(), f"?{parameters.urlencode()}"))
    return found
