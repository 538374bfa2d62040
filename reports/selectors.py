"""Reads about reports: an event's documents, what a file or a document number stands for."""

from typing import Literal

from django.db.models import Q

from reports.models import Report
from reports.sheets.signatures import FIELDS, MAIN_SHEETS

# The order of the papers of an event on its page: the final table, whatever its form, is one paper.
PLACE_OF_SHEET: dict[str, int] = {
    sheet: max(place, len(MAIN_SHEETS)) for place, sheet in enumerate(FIELDS, start=1)
}

Standing = Literal["", "current", "earlier", "superseded", "withdrawn"]


def documents_of(event_id: int) -> list[Report]:
    """All papers of an event with their signatures: the final table first, each kind newest first."""
    reports = Report.objects.filter(event_id=event_id).select_related("event", "entry")
    found = list(reports.prefetch_related("signatures", "paper_signatures").order_by("-number", "pk"))
    return sorted(found, key=lambda each: PLACE_OF_SHEET[each.sheet])


def report_by_hash(sha256: str) -> Report | None:
    """The report one of whose documents has this hash: unsigned, once or twice signed."""
    return (
        Report.objects.filter(
            Q(unsigned_sha256=sha256) | Q(pdf_sha256=sha256) | Q(signatures__after_sha256=sha256)
        )
        .select_related("event")
        .first()
    )


def standing_of(report: Report | None, sha256: str = "") -> Standing:
    """Whether a report's document stands; with a hash, whether this state of it does."""
    if report is None:
        return ""
    if report.state == Report.State.SUPERSEDED:
        return "superseded"
    if report.state == Report.State.RETURNED:
        return "withdrawn"
    return "earlier" if sha256 and sha256 != report.pdf_sha256 else "current"


def newer_than(report: Report) -> Report | None:
    """The newest version of the same paper of the same event, if it is another one."""
    versions = Report.objects.filter(event_id=report.event_id)
    if report.is_main:
        versions = versions.main()
    else:
        versions = versions.filter(sheet=report.sheet, entry=report.entry_id, title=report.title)
    newest = versions.order_by("-number").first()
    return newest if newest is not None and newest.pk != report.pk else None
