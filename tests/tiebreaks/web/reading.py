"""Reads the tables of a page as a reader does."""

import re
from html.parser import HTMLParser


class Tables(HTMLParser):
    """The rows of all tables of a page, each a list of cell texts; `ids` are those of the rows."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.ids: list[str] = []
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
            self.ids.append(dict(attrs).get("id") or "")
        elif tag in ("td", "th"):
            self._cell = []

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._cell is not None:
            self.rows[-1].append(re.sub(r"\s+", " ", "".join(self._cell)).strip())
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)


def table(response, number: int = 0) -> list[dict[str, str]]:
    """A table of a page, the first unless told, as one dictionary a row, by the labels of the heads."""
    parser = Tables()
    parser.feed(response.content.decode().split("</table>")[number])
    heads, *rows = parser.rows
    return [dict(zip(heads, row, strict=True)) for row in rows]
