"""Form 3 and the computer table as pages to be set in type: HTML by their templates, widths by what stands in them."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from core.qr import qr_svg
from reports.sheets.computer_table import ComputerTable
from reports.sheets.team_table import TeamRoster, TeamTable
from reports.typesetting import (
    LANDSCAPE_MM,
    MARGIN_MM,
    NARROWEST_NAME_MM,
    PORTRAIT_MM,
    VALUE_MM,
    Papers,
    counted_pages,
    font_style,
    quoted,
    refuse_unprintable_texts,
    short_hash,
    signature_fields_style,
)
from reports.words import FORMS, ROLES, fact, sentence

# A team of more players may be divided between pages.
CELLS_PAD_MM = 3
WHOLE_TEAM = 24
ROSTER_MM = (
    CELLS_PAD_MM + 8 + 9 + 8 + 9 + 10 + 8 + 8
)  # board, number, title, federation, rating, points, games
TEAMS_MM = CELLS_PAD_MM + 8 + 8 + 8 + 8  # place, number, both scores


def common(sheet: TeamTable | ComputerTable, papers: Papers, break_before: int | None) -> dict[str, Any]:
    """What every paper tells, in the language that is set."""
    return {
        "sheet": sheet,
        "papers": papers,
        "break_before": break_before,
        "form": FORMS[sheet.form],
        "facts": [fact(item) for item in sheet.head],
        "notes": [sentence(item) for item in sheet.notes],
        "missing": [sentence(item) for item in sheet.missing],
        "signatures": [(item.name, ROLES[item.role], item.person) for item in sheet.signatures],
        "code": qr_svg(f"{papers.address}/verify/{papers.code}"),
        "short_hash": short_hash(papers.record_sha256),
        "created": papers.moment.isoformat(),
    }


def page_style(title: str, papers: Papers, *, landscape: bool) -> str:
    """Fonts by file, direction of the page, words in its margins, size of the signature fields."""
    with translation.override(papers.language):
        counted = counted_pages()
    left = f"{papers.code} · {short_hash(papers.record_sha256)}"
    return (
        font_style()
        + f"@page {{ size: A4 {'landscape' if landscape else 'portrait'}; margin: 12mm {MARGIN_MM}mm 15mm;"
        + f" @bottom-left {{ content: {quoted(left)} }} @bottom-right {{ content: {counted} }}"
        + f" @top-left {{ content: {quoted(title[:120])} }} }}"
        + "@page :first { margin-top: 14mm; @top-left { content: none } }"
        + signature_fields_style(landscape=landscape)
    )


# -- form 3 -----------------------------------------------------------------------------------------------


class TeamWidths:
    """Widths in millimetres: `cell` of a round in both tables, the rounds side by side, the page across or not.

    Rounds that do not fit even across go into a further table, with the names again.
    """

    def __init__(self, sheet: TeamTable) -> None:
        rounds = [cell for roster in sheet.rosters for cell in roster.matches]
        rounds += [cell for roster in sheet.rosters for member in roster.members for cell in member.cells]
        longest = max((len(cell) for cell in rounds), default=1)
        squares = max((len(cell) for line in sheet.lines for cell in line.cells), default=1)
        self.cell, self.square = max(8, 2 * longest + 1), max(8, 2 * squares)
        beside = VALUE_MM * len(sheet.criteria) + TEAMS_MM
        count = len(sheet.rounds)
        roster = ROSTER_MM + NARROWEST_NAME_MM + self.cell * count
        if sheet.layout == "square":
            teams = beside + NARROWEST_NAME_MM + self.square * len(sheet.columns)
        else:
            teams = beside + NARROWEST_NAME_MM + self.cell * count
        self.landscape = max(roster, teams) > PORTRAIT_MM
        room = LANDSCAPE_MM if self.landscape else PORTRAIT_MM
        least = max(ROSTER_MM, beside if sheet.layout == "rounds" else 0) + NARROWEST_NAME_MM
        fitting = max(1, (room - least) // self.cell)
        tables = -(-count // fitting) or 1
        self.per_table = -(-count // tables) or 1


def team_html(sheet: TeamTable, papers: Papers, *, break_before: int | None = None) -> str:
    """Form 3 as HTML in the document's language; with `break_before` the last team goes over to the foot's page.

    Raises UnprintableLetter before anything is set.
    """
    refuse_unprintable_texts(team_texts(sheet))
    step = TeamWidths(sheet).per_table
    last = None if break_before is None else len(sheet.rosters)
    with translation.override(papers.language):
        context = common(sheet, papers, last) | {
            "is_short": len(sheet.lines) <= WHOLE_TEAM,
            "matches": list(_match_parts(sheet, step)),
            "rosters": [
                (roster, list(_roster_parts(sheet, roster, step)), len(roster.members) <= WHOLE_TEAM)
                for roster in sheet.rosters
            ],
            "order": [(item.code, _(item.name)) for item in sheet.order],
        }
        return render_to_string("reports/print/team_table.html", context)


def _starts(sheet: TeamTable, step: int) -> range:
    return range(0, max(len(sheet.rounds), 1), step)


def _match_parts(sheet: TeamTable, step: int) -> Iterator[dict[str, Any]]:
    """The crosstable of teams: once as a square, else a table for so many rounds."""
    if sheet.layout == "square":
        yield {"heads": "", "lines": [(line, "") for line in sheet.lines]}
        return
    for start in _starts(sheet, step):
        yield {
            "heads": _tabbed(sheet.rounds, start, step),
            "lines": [(line, _tabbed(line.cells, start, step)) for line in sheet.lines],
        }


def _roster_parts(sheet: TeamTable, roster: TeamRoster, step: int) -> Iterator[dict[str, Any]]:
    for start in _starts(sheet, step):
        yield {
            "heads": _tabbed(sheet.rounds, start, step),
            "matches": _tabbed(roster.matches, start, step),
            "members": [(member, _tabbed(member.cells, start, step)) for member in roster.members],
        }


def _tabbed(cells: Sequence[str], start: int, step: int) -> str:
    """Columns as one text with tab stops: boxes are what costs time."""
    return "\t".join(cells[start : start + step])


def team_style(sheet: TeamTable, papers: Papers) -> str:
    """The part of the style that depends on the sheet."""
    size = TeamWidths(sheet)
    width = size.cell * min(size.per_table, max(len(sheet.rounds), 1))
    return (
        page_style(sheet.title, papers, landscape=size.landscape)
        + f".cells {{ width: {width + CELLS_PAD_MM}mm; tab-size: {size.cell}mm }}"
        + f".square {{ width: {size.square}mm }} .value {{ width: {VALUE_MM}mm }}"
    )


def team_texts(sheet: TeamTable) -> Iterator[str]:
    """Everything printed of form 3 that somebody wrote."""
    yield from _head_texts(sheet)
    yield sheet.unusual
    for line in sheet.lines:
        yield from (line.name, line.federation)
    for roster in sheet.rosters:
        yield roster.captain
        for member in roster.members:
            yield from (member.name, member.title, member.federation)


# -- the computer table -----------------------------------------------------------------------------------


def computer_html(sheet: ComputerTable, papers: Papers, *, break_before: int | None = None) -> str:
    """The computer table as HTML in the document's language; raises UnprintableLetter before anything is set."""
    refuse_unprintable_texts(computer_texts(sheet))
    with translation.override(papers.language):
        return render_to_string("reports/print/computer_table.html", common(sheet, papers, break_before))


def computer_style(sheet: ComputerTable, papers: Papers) -> str:
    """The part of the style that depends on the sheet; eleven columns fit an upright page."""
    return page_style(sheet.title, papers, landscape=False)


def computer_texts(sheet: ComputerTable) -> Iterator[str]:
    """Everything printed of the computer table that somebody wrote."""
    yield from _head_texts(sheet)
    for line in sheet.lines:
        yield from (line.name, line.title, line.federation)
    if sheet.approval is not None:
        yield sheet.approval.by


def _head_texts(sheet: TeamTable | ComputerTable) -> Iterator[str]:
    yield from (sheet.title, sheet.place)
    yield from (item.value for item in sheet.head if isinstance(item.value, str))
    yield from (item.person for item in sheet.signatures)
    for note in sheet.notes:
        yield from (str(value) for value in note.inputs.values() if isinstance(value, str))
