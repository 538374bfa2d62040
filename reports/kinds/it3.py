"""IT3 as a paper: eighteen fields, frozen whole; what the event lacks was typed by the arbiter."""

from collections.abc import Iterator
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from core.files import read
from reports.frozen import frozen_of, record_of_report
from reports.kinds.kind import PaperOrder, SheetKind, record_enclosure
from reports.kinds.plain import plain_value, read_back
from reports.models import Report
from reports.norm_typesetting import common_context, norm_paper_style, printed_system
from reports.render import Enclosure
from reports.sheets.it3 import GridRow, It3, It3Particulars, it3
from reports.typesetting import Papers, refuse_unprintable_texts

GRID_WORDS = {
    "rated": _("rated"),
    "unrated": _("unrated"),
    "gm": "GM/WGM",
    "im": "IM/WIM",
    "fm": "FM/WFM",
}
PAIRING_WORDS = {"manual": _("manual, by"), "computer": _("computer, program"), "": "–"}


def frozen(order: PaperOrder) -> dict[str, Any]:
    """The report as JSON; what was typed stands in it and is proposed for the next version."""
    if order.main is None:
        raise LookupError("A tournament report goes with a final table.")
    event = order.event
    typed = dict(order.typed)
    particulars = It3Particulars(
        **{name: typed.get(name, "") for name in TYPED},
        arbiter=event.chief_arbiter_name or order.actor.shown_name,
        deputies=tuple(typed.get("deputies", ())),
    )
    sheet = it3(record_of_report(order.main), particulars)
    return {"report": plain_value(sheet), "place": particulars.place}


TYPED = (
    "country",
    "organiser",
    "organiser_contact",
    "rounds_a_day",
    "pairing",
    "paired_by",
    "remarks",
    "arbiter_contact",
    "place",
)


def sheet_of(report: Report) -> It3:
    """The tournament report of a report, from its frozen file alone."""
    kept: dict[str, Any] = dict(frozen_of(report)["report"])
    said = kept["particulars"]
    parts = {
        "grid": tuple(GridRow(**row) for row in kept["grid"]),
        "particulars": It3Particulars(**(said | {"deputies": tuple(said["deputies"])})),
    }
    return It3(**read_back(kept) | parts)


def texts_of(sheet: It3) -> Iterator[str]:
    """Everything printed that somebody wrote."""
    yield from (sheet.event, sheet.city, sheet.federation, sheet.rate_of_play)
    said = sheet.particulars
    yield from (getattr(said, name) for name in TYPED)
    yield from (said.arbiter, *said.deputies)


def html_of(sheet: It3, papers: Papers, *, break_before: int | None = None) -> str:
    """The report as HTML in its language; it fits one page. Raises UnprintableLetter."""
    refuse_unprintable_texts(texts_of(sheet))
    with translation.override(papers.language):
        said = sheet.particulars
        deputies = [*said.deputies, *[""] * 4][: max(4, len(said.deputies))]
        context = common_context(sheet, papers, "it3") | {
            "system": printed_system(sheet.system),
            "grid": [(GRID_WORDS[row.key], row) for row in sheet.grid],
            "pairing": PAIRING_WORDS[said.pairing],
            "deputies": [(number, name) for number, name in enumerate(deputies, start=15)],
        }
        return render_to_string("reports/print/it3.html", context)


def enclosures(report: Report) -> tuple[Enclosure, ...]:
    """The public part of the record, and the eighteen fields."""
    return (
        record_enclosure(record_of_report(report)),
        Enclosure("it3.json", "tournament report", read(report.standings_sha256)),
    )


def kinds() -> Iterator[SheetKind]:
    """The one kind of this module."""
    yield SheetKind(
        sheet="it3",
        sheet_of=sheet_of,
        html=html_of,
        style=norm_paper_style,
        texts=texts_of,
        frozen=frozen,
        enclosures=enclosures,
    )
