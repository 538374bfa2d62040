"""The main sheet: forms 1 to 3 and the correspondence table, from the frozen record and standing."""

from collections.abc import Iterable, Iterator
from typing import Any

from core.files import read
from reports.derivations import derivations_json
from reports.frozen import (
    frozen_of,
    particulars_frozen,
    play_offs_frozen,
    record_of_report,
    standings_frozen,
)
from reports.kinds.kind import SheetKind, record_enclosure
from reports.models import Report
from reports.paper_typesetting import team_html, team_style, team_texts
from reports.render import Enclosure
from reports.sheets.final_table import final_table
from reports.sheets.model import FinalTable
from reports.sheets.signatures import MAIN_SHEETS
from reports.sheets.team_table import TeamTable, team_table
from reports.typesetting import html_of, style_of, texts_of
from tiebreaks.play_off_ratings import without_rounds_after
from tournaments.record.model import Record

TEAMS = "form_3"


def sheet_of(report: Report) -> FinalTable:
    """The final table of a report, from its frozen files alone."""
    frozen = frozen_of(report)
    return final_table(
        _played(report, frozen),
        standings_frozen(frozen["standings"]),
        particulars_frozen(frozen),
        play_offs_frozen(frozen),
        frozen.get("coefficients"),
    )


def team_sheet_of(report: Report) -> TeamTable:
    """Form 3 of a report, from its frozen files alone."""
    frozen = frozen_of(report)
    return team_table(
        record_of_report(report), standings_frozen(frozen["standings"]), particulars_frozen(frozen)
    )


def _played(report: Report, frozen: dict[str, Any]) -> Record:
    """The record without the rated games of play-offs, which are rounds after the last."""
    record, play_offs = record_of_report(report), play_offs_frozen(frozen)
    return without_rounds_after(record, play_offs[0].last_round) if play_offs else record


def enclosures(report: Report) -> tuple[Enclosure, ...]:
    """The public part of the record, the standing, and the steps of every number in both.

    So they can be checked without the portal. Reports frozen before steps were kept have none.
    """
    frozen, record = frozen_of(report), record_of_report(report)
    made = (
        record_enclosure(record),
        Enclosure("standings.json", "standing and its rules", read(report.standings_sha256)),
    )
    if "engine" not in frozen:
        return made
    steps = derivations_json(
        record,
        _played(report, frozen),
        standings_frozen(frozen["standings"]),
        frozen.get("rating", {}),
        of_teams=report.sheet == TEAMS,
    )
    return (*made, Enclosure("derivations.json", "steps of the standing and of the rating changes", steps))


def lines(sheet: Any) -> int:
    """The lines of the table, of which the last stand on the page of the signatures."""
    return len(sheet.lines)


def texts_of_main(sheet: FinalTable | TeamTable) -> Iterable[str]:
    """Everything printed of a main sheet that somebody wrote."""
    return team_texts(sheet) if isinstance(sheet, TeamTable) else texts_of(sheet)


def kinds() -> Iterator[SheetKind]:
    """Three final tables are set in one way, that of teams in its own. Handing in freezes them."""
    for key in MAIN_SHEETS:
        of_teams = key == TEAMS
        yield SheetKind(
            sheet=key,
            sheet_of=team_sheet_of if of_teams else sheet_of,
            html=team_html if of_teams else html_of,
            style=team_style if of_teams else style_of,
            texts=team_texts if of_teams else texts_of,
            lines=lines,
            enclosures=enclosures,
        )
