"""Reads about reports: an event's documents, what a file or a document number stands for."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from players.models import Account
from reports.models import PaperSignature, ReceivedPapers, Report
from reports.sheets.signatures import FIELDS, MAIN_SHEETS
from reports.words import ROLES
from tournaments.models import Event

PAPER = Prefetch("paper_signatures", PaperSignature.objects.select_related("seen_by"))

# The order of the papers of an event on its page: the final table, whatever its form, is one paper.
PLACE_OF_SHEET: dict[str, int] = {
    sheet: max(place, len(MAIN_SHEETS)) for place, sheet in enumerate(FIELDS, start=1)
}

Standing = Literal["", "current", "earlier", "superseded", "withdrawn"]


def documents_of(event_id: int) -> list[Report]:
    """All papers of an event with their signatures: the final table first, each kind newest first."""
    reports = Report.objects.filter(event_id=event_id).select_related("event", "entry", "received_papers")
    found = list(reports.prefetch_related("signatures", PAPER).order_by("-number", "pk"))
    return sorted(found, key=lambda each: PLACE_OF_SHEET[each.sheet])


@dataclass(frozen=True, slots=True)
class Signed:
    """A signature on a document, by key or on paper: who, in which role, when; of one on paper who has seen it.

    `moment` is when it was made by key, `day` what is written on the paper. `scan` is the id of the signature whose
    scan is kept, None for one by key. `on_original`: it stands on the papers that were received, not on a print.
    """

    role: str
    name: str
    moment: datetime | None = None
    day: date | None = None
    place: str = ""
    level: str = ""
    scan: int | None = None
    seen_by: str = ""
    seen_on: datetime | None = None
    note: str = ""
    on_original: bool = False
    account: int | None = None

    @property
    def recorded(self) -> datetime:
        """When it was made by key, or recorded of paper."""
        found = self.moment or self.seen_on
        assert found is not None
        return found

    @property
    def on_paper(self) -> bool:
        """It was made by hand."""
        return self.scan is not None

    @property
    def role_label(self) -> str:
        """The role in words."""
        return str(ROLES[self.role])


def signatures_of(report: Report) -> list[Signed]:
    """All signatures of a document in the order of signing, by key and on paper."""
    found = [
        Signed(each.role, each.name, moment=each.signed_at, level=each.level, account=each.account_id)
        for each in report.signatures.all()
    ] + [
        Signed(
            each.role,
            each.name,
            day=each.signed_on,
            place=each.place,
            scan=each.pk,
            seen_by=each.seen_by.shown_name,
            seen_on=each.seen_on,
            note=each.note,
            on_original=each.on_original,
        )
        for each in report.paper_signatures.all()
    ]
    return sorted(found, key=lambda each: each.recorded)


def report_by_hash(sha256: str) -> Report | None:
    """The report one of whose documents has this hash: unsigned, once or twice signed."""
    return (
        Report.objects.filter(
            Q(unsigned_sha256=sha256) | Q(pdf_sha256=sha256) | Q(signatures__after_sha256=sha256)
        )
        .select_related("event")
        .first()
    )


def papers_of_clerk(event: Event, account: Account) -> ReceivedPapers | None:
    """The newest papers of an event that count, if this account entered them: for them it hands in."""
    newest = ReceivedPapers.objects.filter(event=event, withdrawn_by__isnull=True).first()
    return newest if newest is not None and newest.entered_by_id == account.pk else None


def papers_on_the_way() -> QuerySet[Any]:
    """Papers received from which no report that stands was made yet."""
    live = Report.objects.main().live().filter(received_papers=OuterRef("pk"))
    return ReceivedPapers.objects.filter(~Exists(live), withdrawn_by__isnull=True)


def standing_of(report: Report | None, sha256: str = "") -> Standing:
    """Whether a report's document stands; with a hash, whether this state of it does."""
    if report is None:
        return ""
    if report.state == Report.State.SUPERSEDED:
        return "superseded"
    if report.state == Report.State.RETURNED:
        return "withdrawn"
    return "earlier" if sha256 and sha256 != report.pdf_sha256 else "current"


def paper_of(report: Report) -> tuple[str, int | None, str]:
    """What versions of the same paper of an event share; a final table is one paper whatever its form."""
    return ("" if report.is_main else report.sheet, report.entry_id, report.title)


def newer_than(report: Report) -> Report | None:
    """The newest version of the same paper of the same event, if it is another one."""
    versions = Report.objects.filter(event_id=report.event_id)
    if report.is_main:
        versions = versions.main()
    else:
        versions = versions.filter(sheet=report.sheet, entry=report.entry_id, title=report.title)
    newest = versions.order_by("-number").first()
    return newest if newest is not None and newest.pk != report.pk else None
