"""Signatures made by hand on the printed document: a scan is kept, and somebody answers for having seen it."""

from dataclasses import dataclass
from datetime import date
from io import BytesIO
from typing import Literal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from PIL import Image, UnidentifiedImageError

from core.files import store
from core.models import StoredFile
from players.models import Account
from players.permissions import require
from reports.models import PaperSignature, Report
from reports.permissions import PERMISSIONS
from reports.services.reports import write_ledger
from reports.services.signatures import next_state, refuse_turn
from tournaments.errors import DomainError

MOST_MEGABYTES = 10
MOST_PIXELS = 60_000_000
END_WITHIN = 2048

MediaType = Literal["application/pdf", "image/jpeg", "image/png"]


@dataclass(frozen=True, slots=True)
class Scan:
    """A scan whose content was looked at."""

    data: bytes
    media_type: MediaType


def scan_of(data: bytes) -> Scan:
    """The scan inside uploaded bytes, by what they are and not by their name; raises DomainError."""
    if len(data) > MOST_MEGABYTES * 1024 * 1024:
        raise DomainError(
            _("The scan is larger than %(most)s MB.") % {"most": MOST_MEGABYTES},
            "scan_too_large",
            field="scan",
        )
    if data.startswith(b"%PDF-") and b"%%EOF" in data[-END_WITHIN:]:
        return Scan(data, "application/pdf")
    try:
        with Image.open(BytesIO(data), formats=("JPEG", "PNG")) as image:
            if image.width * image.height <= MOST_PIXELS:
                kind: MediaType = "image/png" if image.format == "PNG" else "image/jpeg"
                image.verify()
                return Scan(data, kind)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        pass
    raise DomainError(
        _("The scan is no PDF, JPEG or PNG that can be opened."),
        "scan_unreadable",
        _("Scan or photograph the signed page again."),
        field="scan",
    )


@transaction.atomic
def paper_sign(
    report: Report,
    *,
    actor: Account,
    role: str,
    name: str,
    signed_on: date,
    scan: Scan | None = None,
    place: str = "",
    note: str = "",
    before: str = "",
) -> Report:
    """Record that the printed document was signed by hand in a role; the actor has seen it.

    Without a scan the signature stands on the papers that were received, whose original is kept already. The order is
    that of signatures by key, which can no longer follow one on paper. Raises PermissionDenied, StaleVersion,
    DomainError: not this role's turn, no name, no scan, a day before the document or in the future.
    """
    rows = Report.objects.select_for_update(of=("self",)).select_related("event", "received_papers")
    locked = rows.get(pk=report.pk)
    require(PERMISSIONS, "sign_on_paper", actor, locked)
    refuse_turn(locked, role, before)
    if not name.strip():
        raise DomainError(_("Say who signed."), "name_missing", field="name")
    stored = _signed_paper(locked, scan, signed_on)
    PaperSignature.objects.create(
        report=locked,
        role=role,
        name=name.strip()[:120],
        signed_on=signed_on,
        place=place.strip()[:120],
        scan_sha256=stored.sha256,
        media_type=stored.media_type,
        document_sha256=locked.pdf_sha256,
        seen_by=actor,
        seen_on=timezone.now(),
        note=note.strip()[:300],
    )
    locked.state = next_state(locked, role)
    locked.save(update_fields=["state"])
    write_ledger(
        locked,
        actor=actor,
        verb="report.signed_on_paper",
        payload={
            "role": role,
            "name": name.strip()[:120],
            "signed_on": signed_on.isoformat(),
            "scan_sha256": stored.sha256,
            "pdf_sha256": locked.pdf_sha256,
        },
    )
    return locked


def _signed_paper(report: Report, scan: Scan | None, signed_on: date) -> StoredFile:
    """The file that shows the signature: the scan of the signed print, or the original that was received."""
    papers = report.received_papers
    if scan is not None:
        _refuse_day(report, signed_on)
        return store(scan.data, scan.media_type)
    if papers is None:
        raise DomainError(_("Attach the scan of the signed document."), "scan_missing", field="scan")
    if signed_on > papers.received_on:
        raise DomainError(
            _("The papers came before this day, so they do not carry this signature."),
            "day_after_the_papers",
            _("Correct the day, or attach the scan of a print that was signed later."),
            field="signed_on",
        )
    return papers.document


def _refuse_day(report: Report, signed_on: date) -> None:
    if signed_on > timezone.localdate():
        raise DomainError(_("The day lies in the future."), "day_in_the_future", field="signed_on")
    if signed_on < timezone.localtime(report.created_at).date():
        raise DomainError(
            _("The document was made after this day, so this paper is another one."),
            "day_before_the_document",
            field="signed_on",
        )
