"""Documents of the hall set in type: the widths of their columns, the page as HTML, its style."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from core.qr import qr_svg
from reports.card_fitting import event_step, place_step, side_step
from reports.desk_kinds import PAPERS, Options
from reports.measuring import width_mm
from reports.sheets.desk import Card, Column, Sheet, Table
from reports.typesetting import UnprintableLetter, counted_pages, font_style, quoted, refuse_text
from tournaments.errors import DomainError

MARGIN_MM, GAP_MM = 12, 7
PADDING_MM = 1.8  # of a cell, both sides together
NARROWEST_MM = 24  # of a column that grows, at the usual size
WIDEST_HEAD = 0.9  # the heads are set smaller than the rows
SPARE_MM = 0.6  # for the rounding of the renderer
CARDS_ACROSS = {"slips": 2, "place_cards": 2}
SEMIBOLD, BOLD = 600, 700
BREAKS = re.compile(r"\s+|(?<=-)(?=\S)")


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a row: one a column, or several columns with tab stops of `step` millimetres, `per_line` abreast."""

    first: int
    last: int
    width: float
    step: float = 0.0
    per_line: int = 0


def runs_of(columns: Sequence[Column]) -> Iterator[tuple[int, int]]:
    """First and last index (exclusive) of what stands in one cell: merged neighbours together, the others alone."""
    index = 0
    while index < len(columns):
        end = index + 1
        while columns[index].merged and end < len(columns) and columns[end].merged:
            end += 1
        yield index, end
        index = end


def widths_of(tables: Sequence[Table], options: Options) -> tuple[tuple[Cells, ...], int]:
    """The widths of the cells of tables that share their columns, and how many columns of the page fit.

    Never more page columns than asked for; merged columns are folded where even one is too narrow.
    Raises DomainError where a row cannot stand on the page.
    """
    page_width = options.page_mm[0] - 2 * MARGIN_MM
    natural = _natural(tables, options.points)
    narrowest = NARROWEST_MM * options.points / 9
    # Several columns are no gain where words of names would break in them; in one column a name may have to.
    unbroken = [max(narrowest, width) for width in _widest_words(tables, options.points)]
    tries = [(across, unbroken) for across in range(options.columns, 0, -1)]
    tries.append((1, [narrowest] * len(natural)))
    for turn, (across, narrow) in enumerate(tries):
        room = (page_width - (across - 1) * GAP_MM) / across
        found = _fitted(tables, natural, room, narrow, fold=turn == len(tries) - 1)
        if found is not None:
            return found, across
    raise DomainError(
        _("The table is too wide for this page."),
        "too_wide",
        _("Choose the page across, or smaller type."),
        field="landscape",
    )


def _natural(tables: Sequence[Table], points: float) -> list[float]:
    """The width of each column's longest text with its padding."""
    widths = []
    for index, column in enumerate(tables[0].columns):
        weight = BOLD if column.strong else 400
        texts = {table.rows[row][index] for table in tables for row in range(len(table.rows))}
        body = max((width_mm(text, points, weight=weight) for text in texts), default=0.0)
        heads = {table.columns[index].head for table in tables} if not column.grows else {""}
        head = max(width_mm(each, points * WIDEST_HEAD, weight=SEMIBOLD) for each in heads)
        widths.append(max(body, head) + PADDING_MM + SPARE_MM)
    return widths


def _widest_words(tables: Sequence[Table], points: float) -> list[float]:
    """The width of each column's longest word with its padding; a hyphen ends a word. Only columns that grow."""
    widths = []
    for index, column in enumerate(tables[0].columns):
        weight = BOLD if column.strong else 400
        texts = {row[index] for table in tables for row in table.rows} if column.grows else set()
        words = {word for text in texts for word in BREAKS.split(text)}
        widest = max((width_mm(word, points, weight=weight) for word in words), default=0.0)
        widths.append(widest + PADDING_MM + SPARE_MM)
    return widths


def _fitted(
    tables: Sequence[Table], natural: list[float], room: float, narrow: Sequence[float], *, fold: bool
) -> tuple[Cells, ...] | None:
    """The cells in the room of one page column; None where it is too narrow for them.

    `narrow` is how narrow each column may become that grows.
    """
    columns = tables[0].columns
    growing = [index for index, column in enumerate(columns) if column.grows]
    least = {index: min(natural[index], narrow[index]) for index in growing}
    runs = list(runs_of(columns))
    steps = {first: max(natural[first:last]) for first, last in runs if last - first > 1}
    fixed = sum(natural[first] for first, last in runs if last - first == 1 and first not in growing)
    left = room - fixed - sum(least.values())
    merged = sum(step * (last - first) for first, last in runs for step in [steps.get(first, 0)])
    per_line = {first: last - first for first, last in runs}
    if merged > left:
        if not fold or not steps:
            return None
        first, last = max(
            ((first, last) for first, last in runs if first in steps), key=lambda run: run[1] - run[0]
        )
        beside = merged - steps[first] * (last - first)
        abreast = int((left - beside) // steps[first])
        if abreast < 1:
            return None
        lines = ceil((last - first) / abreast)
        per_line[first] = ceil((last - first) / lines)
        merged = beside + per_line[first] * steps[first]
    if left - merged < 0:
        return None
    grown = _grown(natural, least, room - fixed - merged)
    return tuple(
        Cells(first, last, steps[first] * per_line[first], steps[first], per_line[first])
        if first in steps
        else Cells(first, last, grown.get(first, natural[first]))
        for first, last in runs
    )


def _grown(natural: list[float], least: dict[int, float], room: float) -> dict[int, float]:
    """The room of the growing columns: by what their longest texts want, what is left over equally."""
    if not least:
        return {}
    wanted = sum(natural[index] for index in least)
    if wanted <= room:
        return {index: natural[index] + (room - wanted) / len(least) for index in least}
    beyond = {index: natural[index] - least[index] for index in least}
    share = (room - sum(least.values())) / (sum(beyond.values()) or 1)
    return {index: least[index] + beyond[index] * share for index in least}


@dataclass(frozen=True, slots=True)
class Set:
    """A document ready for the renderer."""

    html: str
    style: str


def set_sheet(sheet: Sheet, options: Options, *, as_of: str, federation: str) -> Set:
    """The page and its style, in the language of the document. Raises DomainError for what print lacks."""
    refuse_letters(sheet)
    with translation.override(options.language):
        groups = _groups(sheet.tables)
        widths = [widths_of(group, options) for group in groups]
        across = min((each[1] for each in widths), default=1)
        if any(each[1] != across for each in widths):
            fewer = Options(**{**options.as_json(), "columns": across})
            widths = [widths_of(group, fewer) for group in groups]
        shown = shown_sheet(sheet, [cells for cells, _across in widths], options.page_mm[0])
        context = {**shown, "options": options, "federation": federation, "across": across}
        html = render_to_string("reports/print/desk_document.html", context)
        style = _style(sheet, options, [cells for cells, _across in widths], across, as_of)
    return Set(html, style)


def refuse_letters(sheet: Sheet) -> None:
    """Raise DomainError for the first letter that the printed faces lack, by its name."""
    try:
        for text in sheet.texts():
            refuse_text(text)
    except UnprintableLetter as error:
        raise DomainError(
            _("The letter %(letter)s (%(name)s) in “%(text)s” cannot be printed.")
            % {"letter": error.letter, "name": error.name, "text": error.text},
            "letter_missing",
            _("Documents are printed in Latin, Cyrillic and Greek. Write the name in one of them."),
        ) from error


def _groups(tables: Sequence[Table]) -> list[list[Table]]:
    """Tables with the same columns but for growing heads are as wide as each other."""
    groups: dict[tuple[Any, ...], list[Table]] = {}
    for table in tables:
        groups.setdefault(_shape(table), []).append(table)
    return list(groups.values())


def _shape(table: Table) -> tuple[Any, ...]:
    return tuple(
        ("" if column.grows else column.head, column.align, column.grows, column.merged, column.strong)
        for column in table.columns
    )


def shown_sheet(
    sheet: Sheet, widths: Sequence[Sequence[Cells]] = (), page_width: float = PAPERS["A4"][0]
) -> dict[str, Any]:
    """A document as the templates show it, on paper with the widths or in the browser without."""
    shapes = list(dict.fromkeys(_shape(table) for table in sheet.tables))
    tables = []
    for table in sheet.tables:
        group = shapes.index(_shape(table))
        cells = widths[group] if widths else _plain(table.columns)
        tables.append(
            {
                "group": group,
                "table": table,
                "heads": [_cell(cell, [column.head for column in table.columns], table) for cell in cells],
                "rows": [[_cell(cell, row, table) for cell in cells] for row in table.rows],
            }
        )
    return {
        "sheet": sheet,
        "tables": tables,
        "cards": [_card(card, sheet, card_mm(sheet, page_width)) for card in sheet.cards],
    }


def _plain(columns: Sequence[Column]) -> list[Cells]:
    return [Cells(index, index + 1, 0) for index in range(len(columns))]


def _cell(cells: Cells, texts: Sequence[str], table: Table) -> tuple[str, str]:
    """The class and the text of a cell."""
    column = table.columns[cells.first]
    if cells.last - cells.first == 1:
        marks = (column.align, *(["grows"] if column.grows else []), *(["strong"] if column.strong else []))
        return " ".join((f"k{cells.first}", *marks)), texts[cells.first]
    own = texts[cells.first : cells.last]
    lines = [
        "\t".join(own[at : at + cells.per_line]).rstrip("\t") for at in range(0, len(own), cells.per_line)
    ]
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    return f"k{cells.first} merged", "\n".join(lines)


def card_mm(sheet: Sheet, page_width: float) -> float:
    """The width of a card of the sheet in millimetres."""
    return (page_width - 2 * MARGIN_MM - 0.2) / CARDS_ACROSS.get(sheet.kind, 1)


def _card(card: Card, sheet: Sheet, width: float) -> dict[str, Any]:
    """A card with the steps of its names; a card of a fixed height has no room for long ones at the usual size."""
    sides = [
        (
            side,
            qr_svg(side.address) if side.address else "",
            side_step(side.name, width, with_code=bool(side.address)),
        )
        for side in card.sides
    ]
    step = event_step(sheet.event, card.mark, width) if sides else place_step(card.name, width)
    return {"card": card, "sides": sides, "step": step}


def _style(sheet: Sheet, options: Options, widths: Sequence[Sequence[Cells]], across: int, as_of: str) -> str:
    width, height = options.page_mm
    top = quoted(f"{sheet.event[:80]} · {sheet.form}")
    parts = [
        font_style(),
        f"@page {{ size: {width}mm {height}mm; margin: 14mm {MARGIN_MM}mm 13mm;"
        f" @top-left {{ content: {top} }} @bottom-left {{ content: {quoted(as_of)} }}"
        f" @bottom-right {{ content: {counted_pages()} }} }}",
        "@page :first { margin-top: 12mm; @top-left { content: none } }",
        f"html {{ font-size: {options.points}pt }}",
        f".columns {{ columns: {across}; column-gap: {GAP_MM}mm; column-fill: auto }}" if across > 1 else "",
        f".card {{ width: {card_mm(sheet, width):.2f}mm }}",
    ]
    for group, cells in enumerate(widths):
        parts += (
            f".g{group} .k{cell.first} {{ width: {cell.width - PADDING_MM:.2f}mm"
            + (f"; tab-size: {cell.step:.2f}mm" if cell.step else "")
            + " }"
            for cell in cells
        )
    return "\n".join(parts)
