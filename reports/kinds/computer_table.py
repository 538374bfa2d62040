"""The computer table (11.31), frozen from the ratings engine and printed from what was frozen."""

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, Literal

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from core.canonical import canonical_bytes as canonical_json
from ratings import sentences as rating_sentences
from ratings.engine.computer_table import ComputedRow, computed
from ratings.engine.errors import RatingError
from ratings.engine.output import rating_document
from ratings.exact import exact
from ratings.sentences import refusal
from reports.derivations import facts_frozen
from reports.frozen import frozen_of, particulars_frozen, record_of_report
from reports.kinds.final_table import lines
from reports.kinds.kind import PaperOrder, SheetKind, record_enclosure
from reports.models import Report
from reports.paper_typesetting import computer_html, computer_style, computer_texts
from reports.render import Enclosure
from reports.sheets.computer_table import Approval, ComputerTable, Rules, computer_table
from tournaments.errors import DomainError
from tournaments.record.model import Record
from tournaments.rulebook.shelf import edition

SHEET: Literal["computer_table"] = "computer_table"


def frozen(order: PaperOrder) -> dict[str, Any]:
    """The columns of every player with edition, facts and the approval of the program, of the report it goes with.

    Raises DomainError for an event that is not rated by itself, or whose rating the rules refuse.
    """
    assert order.main is not None  # papers that go with a report are refused without one
    main, record = frozen_of(order.main), record_of_report(order.main)
    rating = main.get("rating") or {}
    if not rating:
        raise DomainError(
            _("No computer table can be made: the event is not rated by itself under the FIDE regulations."),
            "not_computed",
            _("An event with stages is rated as one event; events by correspondence have coefficients."),
        )
    rules = edition(rating["edition"])
    try:
        made = computed(record, rules, facts_frozen(rating))
    except RatingError as error:
        message, hint = refusal(error)
        raise DomainError(message, error.code, hint) from error
    return {
        "main_code": order.main.code,
        "rating": rating,
        "place": main["particulars"]["place"],
        "particulars": main["particulars"],
        "least": made.least.integer if made.least else None,
        "least_is_chosen": made.least is not None and not made.least.verified,
        "approval": {"on": settings.PROGRAM_APPROVED_ON, "by": settings.PROGRAM_APPROVED_BY}
        if settings.PROGRAM_APPROVED_ON
        else None,
        "order": _order(main, record),
        "rows": [_row_json(row) for row in made.rows],
    }


def _order(main: Mapping[str, Any], record: Record) -> list[list[int | None]]:
    """Place and start number as the report has them; players of teams, and who left, by their numbers."""
    rows = (
        [] if record.teams else [[row["place"] or None, row["number"]] for row in main["standings"]["rows"]]
    )
    known = {number for _place, number in rows}
    return [*rows, *([None, entry.number] for entry in record.entries if entry.number not in known)]


def _row_json(row: ComputedRow) -> dict[str, Any]:
    return {
        "number": row.number,
        "rating": row.rating,
        "rar": row.rar,
        "n": row.n,
        "w": exact(row.w),
        "gain": None if row.gain is None else exact(row.gain),
        "ru": None if row.ru is None else exact(row.ru),
        "ru_counts": row.ru_counts,
    }


def _row(kept: Mapping[str, Any]) -> ComputedRow:
    return ComputedRow(
        kept["number"],
        kept["rating"],
        kept["rar"],
        kept["n"],
        Fraction(kept["w"]),
        None if kept["gain"] is None else Fraction(kept["gain"]),
        None if kept["ru"] is None else Fraction(kept["ru"]),
        kept["ru_counts"],
    )


def sheet_of(report: Report) -> ComputerTable:
    """The table of a report, from its frozen files alone."""
    kept = frozen_of(report)
    approval = kept["approval"]
    return computer_table(
        record_of_report(report),
        {row["number"]: _row(row) for row in kept["rows"]},
        [(place, number) for place, number in kept["order"]],
        rules=Rules(kept["rating"]["edition"], kept["engine"], kept["least"], kept["least_is_chosen"]),
        particulars=particulars_frozen(kept),
        approval=Approval(date.fromisoformat(approval["on"]), approval["by"]) if approval else None,
        main_code=kept["main_code"],
    )


def enclosures(report: Report) -> tuple[Enclosure, ...]:
    """The public record, and every step of every change, computed again from the frozen facts."""
    kept, record = frozen_of(report), record_of_report(report)
    again = computed(record, edition(kept["rating"]["edition"]), facts_frozen(kept["rating"]))
    with translation.override("en"):
        steps = canonical_json(
            {
                "schema": 1,
                "engine": kept["engine"],
                "rows": kept["rows"],
                "rating": rating_document(again.rating, rating_sentences.sentence),
            }
        )
    return (
        record_enclosure(record),
        Enclosure("derivations.json", "steps of the rating changes", steps),
    )


def kinds() -> Iterator[SheetKind]:
    """The computer table."""
    yield SheetKind(
        sheet=SHEET,
        sheet_of=sheet_of,
        html=computer_html,
        style=computer_style,
        texts=computer_texts,
        frozen=frozen,
        lines=lines,
        enclosures=enclosures,
    )
