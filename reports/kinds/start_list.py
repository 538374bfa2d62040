"""The start list of an event by correspondence as it is filed before the start (RACC 2.1)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from core.canonical import canonical_bytes as canonical_json
from reports.frozen import frozen_of, public_record, record_of_report
from reports.kinds.kind import PaperOrder, SheetKind
from reports.models import Report
from reports.render import Enclosure
from reports.sheets.correspondence_start_list import StartListSheet, frozen_start_list, without_addresses
from reports.start_lists import filed_html, filed_sheet, filed_style, living_sheet, texts_of
from tournaments.record.canonical import canonical_bytes


def frozen(order: PaperOrder) -> dict[str, Any]:
    """The list without addresses: the day of filing, the hash of their annex and its last day are those typed."""
    sheet = without_addresses(living_sheet(order.event, filed=order.typed["filed"]))
    kept = replace(sheet, annex=order.typed["annex"], annex_until=order.typed["annex_until"])
    return {"start_list": frozen_start_list(kept)}


def enclosures(report: Report) -> tuple[Enclosure, ...]:
    """The public part of the record of the entries, and the list as data."""
    record = canonical_bytes(public_record(record_of_report(report)))
    return (
        Enclosure("record.json", "entries before the start", record),
        Enclosure("start-list.json", "start list", canonical_json(frozen_of(report))),
    )


def _lines(sheet: StartListSheet) -> int:
    return len(sheet.lines)


def kinds() -> Iterator[SheetKind]:
    """The one kind."""
    yield SheetKind(
        sheet="start_list",
        sheet_of=filed_sheet,
        html=filed_html,
        style=filed_style,
        texts=texts_of,
        frozen=frozen,
        lines=_lines,
        enclosures=enclosures,
    )
