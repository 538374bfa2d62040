"""A long final table: its columns set as few texts with tab stops, against one cell for each column and result.

The ordinary run takes 40 players; `FULL_SIZE=1` takes 300 players and 11 rounds and holds the ratio. Boxes are what
layout costs, so the ratio is of this process's own processor times, the best of several in turn. The other table is
set as the manual of WeasyPrint says, with the garbage collector on.
"""

import os
import re
import time

import pytest
from weasyprint import CSS, HTML

from reports.render import SHEET_STYLE, render_table
from reports.typesetting import html_of, style_of, widths
from tests.reports.test_render import papers, swiss

pytestmark = pytest.mark.benchmark

FULL = os.environ.get("FULL_SIZE") == "1"
PLAYERS, ROUNDS, TIMES = (300, 11, 3) if FULL else (40, 7, 1)
MOST_RATIO = 0.35
MERGED = re.compile(r'<(t[hd]) class="(lead|cells)">([^<]*)</t[hd]>')


def one_cell_each(html: str) -> str:
    """The same page with a cell for every column and result."""

    def split(match: re.Match[str]) -> str:
        tag, _column, text = match.groups()
        return "".join(f'<{tag} class="each">{part}</{tag}>' for part in text.split("\t"))

    return MERGED.sub(split, html)


def test_a_long_table_costs_a_third_of_one_cell_for_each_result() -> None:
    sheet, own = swiss(PLAYERS, ROUNDS), papers()
    size = widths(sheet)
    style = style_of(sheet, own) + f".each {{ width: {size.cell}mm }}"
    fields = [field.name for field in sheet.signatures]

    def seconds(split: bool) -> float:
        def page(break_before: int | None) -> str:
            html = html_of(sheet, own, break_before=break_before)
            return one_cell_each(html) if split else html

        start = time.process_time()
        if split:
            made = HTML(string=page(None)).render(stylesheets=[CSS(SHEET_STYLE), CSS(string=style)])
            made.write_pdf()
            pages = len(made.pages)
        else:
            pages = render_table(page, style, lines=len(sheet.lines), fields=fields, moment=own.moment).pages
        assert pages > 1
        return time.process_time() - start

    seconds(False)
    times = [(seconds(False), seconds(True)) for _again in range(TIMES)]
    merged, split = (min(column) for column in zip(*times, strict=True))
    print(f"{PLAYERS} x {ROUNDS}: {merged:.2f} s, one cell each {split:.2f} s, ratio {merged / split:.2f}")
    if FULL:
        assert merged / split <= MOST_RATIO
