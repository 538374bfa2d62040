"""An event as TRF, CSV and JSON: what the downloads and the command line share."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from django.utils import timezone

from tournaments.interchange.result_list import result_rows
from tournaments.interchange.tables import (
    crosstable_csv,
    crosstable_json,
    crosstable_rows,
    csv_text,
    to_json,
)
from tournaments.interchange.trf import TrfWriting, export_trf
from tournaments.interchange.xlsx import xlsx_bytes
from tournaments.models import Event, Game, Round
from tournaments.record.model import Record
from tournaments.selectors.ledger import order_changes
from tournaments.snapshot import record_of

TrfName = Literal["trf16", "trf26"]
# system, cycles, edition of the pairing rules or the tables used -> coded type of TRF26
TYPE_CODES: Mapping[tuple[object, ...], str] = {
    ("swiss", 1, "c0403-2026"): "FIDE_DUTCH_2025",
    ("round_robin", 1, "Berger"): "BERGER_ROUNDROBIN",
    ("round_robin", 2, "Berger"): "BERGER_DOUBLEROUNDROBIN",
}


def trf_of(
    event: Event, name: TrfName, *, public: bool, ranks: Mapping[int, int] | None = None
) -> TrfWriting:
    """The event as TRF with findings about what the format could not hold; `public` gives birth years only.

    `ranks` by start number come from the standings, which stand above this app. Boards that were paired by hand
    are told in comment lines of TRF26, and changes of the tie-break order too. Raises RecordError.
    """
    record = typed(record_of(event.pk), event)
    comments = [*manual_comments(event), *order_comments(event)]
    return export_trf(record, name, public=public, comments=comments, ranks=ranks)


def typed(record: Record, event: Event) -> Record:
    """The record with the coded type (line 192) of the rules by which the portal paired, and by what (line 182)."""
    rounds = Round.objects.filter(event_id=event.pk, seats__isnull=False).distinct()
    paired = set(rounds.values_list("pairing_edition", "engine"))
    code = TYPE_CODES.get(
        (record.event.system, record.event.cycles, *sorted({edition or engine for edition, engine in paired}))
    )
    engines = sorted({engine for _, engine in paired if engine not in ("", "file")})
    facts = record.event
    return replace(
        record,
        event=replace(
            facts,
            type_code=facts.type_code or code or "",
            pairing_program=facts.pairing_program or ", ".join(engines),
        ),
    )


def manual_comments(event: Event) -> list[str]:
    """One sentence in English for each board that was paired by hand."""
    games = Game.objects.filter(round__event_id=event.pk, manual=True).order_by("round__number", "board")
    return [
        f"Round {number} board {board}: {white}-{black} paired by hand" + (f": {reason}" if reason else "")
        for number, board, white, black, reason in games.values_list(
            "round__number", "board", "white__number", "black__number", "manual_reason"
        )
    ]


def order_comments(event: Event) -> list[str]:
    """One sentence in English for each change of the tie-break order after the event had begun (31.1)."""
    return [
        f"Tie-breaks changed on {timezone.localtime(at):%Y-%m-%d}: {before} to {after}: {reason}"
        for at, before, after, reason in order_changes(event.pk)
        if before != after
    ]


def csv_of(event: Event) -> str:
    """The crosstable by start number as CSV; birth dates are not part of it."""
    return crosstable_csv(record_of(event.pk))


def json_of(event: Event) -> str:
    """The crosstable by start number as JSON; birth dates are not part of it."""
    return to_json(crosstable_json(record_of(event.pk)))


def xlsx_of(event: Event) -> bytes:
    """The crosstable by start number as a spreadsheet; birth dates are not part of it."""
    return xlsx_bytes(crosstable_rows(record_of(event.pk)), title=event.name)


def results_csv(event: Event) -> str:
    """All boards with their results as CSV, as the import of results takes them."""
    return csv_text(result_rows(record_of(event.pk)))


def results_xlsx(event: Event) -> bytes:
    """All boards with their results as a spreadsheet."""
    return xlsx_bytes(result_rows(record_of(event.pk)), title=event.name)
