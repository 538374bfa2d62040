"""Lists that page, sort, filter and download: one small object that `components/list.html` draws."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import ngettext

from players.listing_rows import Rows

UNKNOWN = "–"
FORMULA_STARTS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n")
# Forfeits as a crosstable writes them: no formula, and of no use to anybody with an apostrophe.
RESULT_SIGNS = frozenset({"+", "-", "=", "+/-", "-/+", "-/-"})


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list.

    `value(row)` gives the cell's text or number, `link(row)` an address for it, `order` the model fields to
    sort by (empty: not sortable). `fold` columns go under the row on a phone; `exported` ones go into
    downloads.
    """

    key: str
    label: Any
    value: Callable[[Any], Any]
    order: tuple[str, ...] = ()
    link: Callable[[Any], str] | None = None
    numeric: bool = False
    fold: bool = False
    exported: bool = True
    html: Callable[[Any], Any] | None = None
    strong: bool = False
    panel: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """A column's head as the template draws it."""

    key: str
    label: Any
    title: str
    sortable: bool
    numeric: bool
    fold: bool
    sort_url: str
    sorted: str


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell as the template draws it."""

    text: Any
    html: Any
    url: str
    numeric: bool
    strong: bool
    panel: bool
    muted: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True)
class RowView:
    """One row as the template draws it."""

    cells: list[CellView]
    marked: bool


@dataclass
class ListPage:
    """One page of a list, made from a queryset and a request's query string.

    Unknown sort keys and page numbers fall back to the first; nothing raises on bad input.
    """

    request: HttpRequest
    queryset: QuerySet[Any] | Rows
    columns_spec: Sequence[Column]
    default_sort: str
    per_page: int = 50
    empty_title: Any = ""
    empty_text: Any = ""
    empty_action: tuple[Any, str] | None = None
    empty_icon: str = "table"
    filters: list[dict[str, Any]] = field(default_factory=list)
    caption: Any = ""
    query_label: Any = ""
    marked: Callable[[Any], bool] | None = None
    desk: bool = False
    # Formats of files beside CSV and JSON: by name what makes the response of a name, heads and rows.
    writers: Mapping[str, Callable[[str, Sequence[str], Iterable[Sequence[Any]]], HttpResponse]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        wanted = self.request.GET.get("sort", self.default_sort)
        key = wanted.removeprefix("-")
        spec = {column.key: column for column in self.columns_spec}
        if key not in spec or not spec[key].order:
            wanted, key = self.default_sort, self.default_sort.removeprefix("-")
        self.sort, self._sort_key, self._descending = wanted, key, wanted.startswith("-")
        orders = [
            F(name.removeprefix("-")).desc(nulls_last=True)
            if name.startswith("-") != self._descending
            else F(name.removeprefix("-")).asc(nulls_last=True)
            for name in (spec[key].order if key in spec else ())
        ]
        self.ordered = self.queryset.order_by(*orders, "pk") if orders else self.queryset
        self.page: Page[Any] = Paginator(self.ordered, self.per_page).get_page(self.request.GET.get("page"))

    @property
    def query(self) -> str:
        """What was searched for."""
        return self.request.GET.get("q", "")

    @property
    def columns(self) -> list[Head]:
        """The heads with the address that sorts by each."""
        heads = []
        for column in self.columns_spec:
            is_sorted = column.key == self._sort_key
            following = f"-{column.key}" if is_sorted and not self._descending else column.key
            # A column may begin with its greatest value: what is told is how the values run, not what was asked for.
            falls = bool(column.order) and column.order[0].startswith("-") != self._descending
            heads.append(
                Head(
                    column.key,
                    column.label,
                    "",
                    bool(column.order),
                    column.numeric,
                    column.fold,
                    self.address(sort=following, page=None) if column.order else "",
                    ("desc" if falls else "asc") if is_sorted else "",
                )
            )
        return heads

    @property
    def rows(self) -> list[RowView]:
        """The cells of the page's rows."""
        return [
            RowView(self._cells(row), bool(self.marked and self.marked(row))) for row in self.page.object_list
        ]

    def _cells(self, row: Any) -> list[CellView]:
        return [
            CellView(
                _shown(column.value(row)),
                column.html(row) if column.html else "",
                column.link(row) if column.link else "",
                column.numeric,
                column.strong,
                column.panel,
            )
            for column in self.columns_spec
        ]

    @property
    def main(self) -> int:
        """The column under which a phone puts folded values: the first with a link, else of text."""
        columns = list(enumerate(self.columns_spec))
        linked = (index for index, column in columns if column.link and not column.numeric)
        return next(linked, next((index for index, column in columns if not column.numeric), 0))

    @property
    def filtered(self) -> bool:
        """Whether a filter is set: an empty list then keeps its toolbar."""
        return any(str(one["value"]) for one in self.filters)

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """What the filter form carries along: the sort order."""
        return [("sort", self.request.GET["sort"])] if self.request.GET.get("sort") else []

    @property
    def count_text(self) -> str:
        """How many rows there are in all."""
        count = self.page.paginator.count
        return ngettext("%(count)s row", "%(count)s rows", count) % {"count": count}

    @property
    def downloads(self) -> list[tuple[str, str]]:
        """The addresses that give the whole list, filtered as shown."""
        return [
            ("CSV", self.address(format="csv", page=None)),
            ("JSON", self.address(format="json", page=None)),
            *((name.upper(), self.address(format=name, page=None)) for name in self.writers),
        ]

    @property
    def empty(self) -> dict[str, Any]:
        """What the page says when there is no row."""
        label, url = self.empty_action or ("", "")
        return {
            "title": self.empty_title,
            "text": self.empty_text,
            "icon": self.empty_icon,
            "action_label": label,
            "action_url": url,
        }

    def address(self, **changes: Any) -> str:
        """The present query string with some values changed; None takes one away."""
        pairs = {key: value for key, value in self.request.GET.items() if value}
        for key, value in changes.items():
            if value is None:
                pairs.pop(key, None)
            else:
                pairs[key] = str(value)
        return "?" + urlencode(pairs)

    def download(self, name: str) -> HttpResponse | None:
        """The whole filtered list as CSV or JSON if the request asks for one, else nothing."""
        wanted = self.request.GET.get("format")
        columns = [column for column in self.columns_spec if column.exported]
        write = csv_response if wanted == "csv" else self.writers.get(wanted or "")
        if write is not None:
            return write(
                name,
                [str(column.label) for column in columns],
                ([column.value(row) for column in columns] for row in self.ordered.iterator(2000)),
            )
        if wanted == "json":
            rows = [
                {column.key: column.value(row) for column in columns} for row in self.ordered.iterator(2000)
            ]
            return json_response(name, rows)
        return None


def _shown(value: Any) -> Any:
    """A value as the page shows it. A number of a list is a label: never split into thousands."""
    if value is None:
        return UNKNOWN
    return str(value) if isinstance(value, int) else value


def csv_response(name: str, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> HttpResponse:
    """A CSV download that spreadsheets of our languages open in columns, with the right letters.

    UTF-8 with byte-order mark, semicolons, CR LF; text cells never run as formulas.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=";", lineterminator="\r\n")
    writer.writerow(heads)
    for row in rows:
        writer.writerow([neutral(cell) for cell in row])
    response = HttpResponse("\ufeff" + buffer.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = disposition(f"{name}.csv")
    return response


def json_response(name: str, rows: Any) -> HttpResponse:
    """A JSON download."""
    text = json.dumps(rows, ensure_ascii=False, default=str)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = disposition(f"{name}.json", attached=False)
    return response


def disposition(name: str, *, attached: bool = True) -> str:
    """The header that names a file, in letters of any script.

    >>> disposition("open-1.csv"), disposition("мемориал-10.csv")[:29]
    ('attachment; filename="open-1.csv"', "attachment; filename*=utf-8''")
    """
    return content_disposition_header(attached, name) or "inline"


def neutral(cell: Any) -> Any:
    """A cell that no spreadsheet runs: text beginning like a formula gets an apostrophe; results stay.

    >>> neutral("=HYPERLINK(1)"), neutral(" @Nora"), neutral("-2+3")
    ("'=HYPERLINK(1)", "' @Nora", "'-2+3")
    >>> neutral(-12), neutral("+4"), neutral("+/-")
    (-12, '+4', '+/-')
    """
    if cell is None:
        return ""
    if isinstance(cell, int):
        return cell
    text = str(cell)
    if text in RESULT_SIGNS or _is_number(text):
        return text
    return "'" + text if text.startswith(FORMULA_STARTS) or text.lstrip().startswith(FORMULA_STARTS) else text


def _is_number(text: str) -> bool:
    digits = text[1:].replace(".", "", 1)
    return text[:1] in ("+", "-") and digits.isascii() and digits.isdigit()
