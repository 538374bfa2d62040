"""HTML to PDF. The only place that knows WeasyPrint.

The same HTML, style and attachments give the same bytes, in every process and on every machine with the
pinned versions: fonts come by file, times from the caller.
"""

import gc
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from weasyprint import CSS, HTML, Attachment
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher

from core.fonts import FACES

Box = tuple[int, int, int, int]
POINTS_PER_PIXEL = 0.75
LAST_LINES_WITH_THE_FOOT = 3
FOOT, SIGNATURES = '<section id="foot">', '<section id="signatures">'


class Refused(Exception):
    """The page asked for something outside: documents are made of what was given and of the fonts."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file inside the document."""

    name: str
    description: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Place:
    """Where an element ended up: page from 0, box in points from the lower left corner of the page."""

    page: int
    box: Box


@dataclass(frozen=True, slots=True)
class Rendered:
    """A document, its number of pages, its hash, and where the asked elements stand."""

    pdf: bytes
    pages: int
    places: dict[str, Place]

    @property
    def sha256(self) -> str:
        """The hash of the bytes."""
        return hashlib.sha256(self.pdf).hexdigest()


def render_table(
    html: Callable[[int | None], str],
    style: str,
    *,
    lines: int,
    fields: Sequence[str],
    enclosures: Sequence[Enclosure] = (),
    moment: datetime,
) -> Rendered:
    """A table with its foot and signature fields.

    `html` makes the page, with a new page before the line that it is given. A page that holds signatures but no
    line of the table is avoided: the last lines then move over to it, and if the notes between are longer than a page,
    they go behind the signatures.
    """

    def made() -> Rendered:
        press = Press(style)
        for attempt in _attempts(html, lines):
            document = press.laid_out(attempt)
            if not _signatures_stand_alone(document, lines):
                break
        document.metadata.attachments = [_attachment(item, moment) for item in enclosures]
        places = {name: _place(document, name) for name in fields}
        return Rendered(document.write_pdf(), len(document.pages), places)

    return _without_collector(made)


def render_sheet(html: str, style: str) -> Rendered:
    """A document of the hall: pages, no fields, no files inside."""

    def made() -> Rendered:
        document = Press(style, DESK_STYLE).laid_out(html)
        return Rendered(document.write_pdf(), len(document.pages), {})

    return _without_collector(made)


def render_page(html: str, style: str) -> bytes:
    """A single small page, such as what stands in a signed field."""
    return bytes(Press(style).laid_out(html).write_pdf())


SHEET_STYLE = Path(settings.BASE_DIR) / "static" / "css" / "sheet.css"
DESK_STYLE = SHEET_STYLE.with_name("desk_sheet.css")


class Press:
    """The typefaces and the style of one document, read once for all arrangements that are tried."""

    def __init__(self, style: str, sheet_style: Path | None = None) -> None:
        self._fonts, self._fetcher = FontConfiguration(), OnlyFonts()
        self._sheets = [
            CSS(filename=str(sheet_style or SHEET_STYLE), font_config=self._fonts, url_fetcher=self._fetcher),
            CSS(string=style, font_config=self._fonts, url_fetcher=self._fetcher),
        ]

    def laid_out(self, html: str) -> Any:
        """The pages, which keep the typefaces alive. Raises Refused when they ask for anything outside."""
        page = HTML(string=html, url_fetcher=self._fetcher, base_url=None)
        try:
            return page.render(stylesheets=self._sheets, font_config=self._fonts)
        except FatalURLFetchingError as error:
            raise Refused(str(error)) from error


class OnlyFonts(URLFetcher):
    """Reads the typefaces and nothing else."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols=("file",), allow_redirects=False, fail_on_errors=True)
        self._allowed = {face.path.resolve() for face in FACES}

    def fetch(self, url: str, headers: Any = None) -> Any:
        """The file behind the address if it is one of the typefaces."""
        if Path(unquote(urlsplit(url).path)).resolve() not in self._allowed:
            raise Refused(url)
        return super().fetch(url, headers)


def _attachment(item: Enclosure, moment: datetime) -> Attachment:
    return Attachment(
        string=item.data, name=item.name, description=item.description, created=moment, modified=moment
    )


def _attempts(html: Callable[[int | None], str], lines: int) -> Iterator[str]:
    """The page in the arrangements that keep lines of the table with the signatures, the usual one first."""
    moved = lines - LAST_LINES_WITH_THE_FOOT + 1 if lines > LAST_LINES_WITH_THE_FOOT else None
    yield html(None)
    if moved is not None:
        yield html(moved)
    yield _foot_behind(html(None))
    if moved is not None:
        yield _foot_behind(html(moved))


def _foot_behind(html: str) -> str:
    """The page with its notes after the signatures; text that somebody wrote is escaped and holds no section."""
    foot, signatures = html.find(FOOT), html.find(SIGNATURES)
    if foot < 0 or signatures < foot:
        return html
    end = html.index("</section>", signatures) + len("</section>")
    return html[:foot] + html[signatures:end] + html[foot:signatures] + html[end:]


def _signatures_stand_alone(document: Any, lines: int) -> bool:
    """Whether they are on a page behind the last line's; a paper whose lines are not counted has none to keep."""
    last_line = max((page for page, _ in _boxes(document, f"line-{lines}")), default=None)
    return last_line is not None and _page_of(document, "signatures") > last_line


def _page_of(document: Any, name: str) -> int:
    return max(page for page, _ in _boxes(document, name))


def _place(document: Any, name: str) -> Place:
    """The largest box of the element: a flexible layout leaves several behind for one element."""
    page, box = max(
        _boxes(document, f"field-{name}"),
        key=lambda found: found[1].border_width() * found[1].border_height(),
    )
    height = document.pages[page].height
    left, top = box.border_box_x(), box.border_box_y()
    right, bottom = left + box.border_width(), top + box.border_height()
    corners = (left, height - bottom, right, height - top)
    x1, y1, x2, y2 = (int(corner * POINTS_PER_PIXEL + 0.5) for corner in corners)
    return Place(page, (x1, y1, x2, y2))


def _boxes(document: Any, name: str) -> Iterator[tuple[int, Any]]:
    for number, page in enumerate(document.pages):
        for box in page._page_box.descendants():
            if box.element is not None and box.element.get("id") == name:
                yield number, box


def _without_collector(make: Callable[[], Rendered]) -> Rendered:
    """Layout makes millions of objects that live on: collecting garbage meanwhile costs a third of the time.

    Afterwards the youngest generation alone is collected: all that was made meanwhile is in it, and a look at
    everything else that the process holds costs as much as a short document.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        return make()
    finally:
        if was_on:
            gc.enable()
        gc.collect(0)
