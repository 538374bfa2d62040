"""The main sheet: forms 1 to 3 and the correspondence table, from the frozen record and standing."""

from collections.abc import Iterator
from typing import Any

from core.files import read
from reports.frozen import frozen_of, play_offs_frozen, public_record, record_of_report, standings_frozen
from reports.kinds.kind import SheetKind
from reports.models import Report
from reports.render import Enclosure
from reports.sheets.final_table import final_table
from reports.sheets.model import FinalTable, Particulars
from reports.sheets.signatures import MAIN_SHEETS
from reports.typesetting import html_of, style_of, texts_of
from tiebreaks.play_off_ratings import without_rounds_after
from tournaments.record.canonical import canonical_bytes


def sheet_of(report: Report) -> FinalTable:
    """The final table of a report, from its frozen files alone."""
    frozen = frozen_of(report)
    record, play_offs = record_of_report(report), play_offs_frozen(frozen)
    if play_offs:
        record = without_rounds_after(record, play_offs[0].last_round)
    return final_table(
        record,
        standings_frozen(frozen["standings"]),
        Particulars(**frozen["particulars"]),
        play_offs,
        frozen.get("coefficients"),
    )


def enclosures(report: Report) -> tuple[Enclosure, ...]:
    """The public part of the record and the standing, so the numbers can be checked without the portal."""
    record = canonical_bytes(public_record(record_of_report(report)))
    return (
        Enclosure("record.json", "tournament record", record),
        Enclosure("standings.json", "standing and its rules", read(report.standings_sha256)),
    )


def _lines(sheet: Any) -> int:
    return len(sheet.lines)


def kinds() -> Iterator[SheetKind]:
    """The four final tables: one way of setting, told apart by the record. Handing in freezes them."""
    for key in MAIN_SHEETS:
        yield SheetKind(
            sheet=key,
            sheet_of=sheet_of,
            html=html_of,
            style=style_of,
            texts=texts_of,
            lines=_lines,
            enclosures=enclosures,
        )
