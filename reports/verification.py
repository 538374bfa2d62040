"""What holds of a file that somebody brought: the check of the file, compared with what the portal froze and rated."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.utils import timezone

from core.files import FileDamaged, FileMissing
from core.jobs.child import ChildFailed, ChildTimeout, run_limited
from ratings.decided_results import rated_as_decided
from ratings.models import RatedEvent
from reports.authority import Anchors
from reports.models import PaperSignature, Report
from reports.selectors import Standing, newer_than, report_by_hash, standing_of
from reports.services.keys import anchors_now
from reports.sheet_kinds import kind_of
from reports.verifying import DocumentCheck, Unreadable, check_argument, check_from_json

LONGEST_CHECK_SECONDS = 20.0
SCHEMA = 1

# Whether the files inside are those that the portal put there; empty where it knows of none.
Inside = Literal["", "same", "differs", "missing"]
# Whether the event was rated from the record of this document; empty while it is not rated.
# `decided`: from this record, with results that a decision has rated otherwise than they stand in it.
Rated = Literal["", "same", "decided", "other"]
RATED_FROM_THIS: Mapping[Rated, bool | None] = {"same": True, "decided": True, "other": False, "": None}
Verdict = Literal[
    "valid",
    "on_paper",
    "changed",
    "appended",
    "untrusted",
    "unknown",
    "unsigned_known",
    "stripped",
    "unsigned",
]


@dataclass(frozen=True, slots=True)
class Verification:
    """What holds of a file.

    `report` is the one whose bytes these are, None where the portal does not know them; `related` the one from which
    a file with other bytes was made, by the files inside or the document number that it claims. `standing` is
    `current`, `superseded` by a newer version, `withdrawn`, or an `earlier` state of the same document.
    """

    check: DocumentCheck
    report: Report | None
    related: Report | None
    standing: Standing
    newer: Report | None
    inside: Inside
    rated: Rated

    @property
    def hash_known(self) -> bool:
        """These very bytes are the portal's."""
        return self.report is not None

    @property
    def valid(self) -> bool:
        """Every signature holds, nothing was changed or added, and the bytes are those that the portal stored."""
        return self.check.signatures_hold and self.hash_known

    @property
    def about(self) -> Report | None:
        """The report that this file is, or was made from."""
        return self.report or self.related

    @property
    def paper_signatures(self) -> list[PaperSignature]:
        """The signatures made by hand on a printed copy of exactly these bytes."""
        if self.report is None:
            return []
        return [
            each
            for each in self.report.paper_signatures.all()
            if each.document_sha256 in ("", self.check.sha256)
        ]

    @property
    def verdict(self) -> Verdict:
        """The answer in one word."""
        if self.valid:
            return "valid"
        if self.check.document in ("changed", "appended"):
            return "changed" if self.check.document == "changed" else "appended"
        if self.check.signatures:
            return "unknown" if self.check.signatures_hold else "untrusted"
        if self.hash_known:
            return "on_paper" if self.paper_signatures else "unsigned_known"
        return "stripped" if self.related is not None else "unsigned"


def verification_of(data: bytes) -> Verification:
    """Check a file against the authority, the revoked keys, the stored hashes and the frozen files; raises Unreadable.

    The file is read in a process of its own with limits of time and memory, and nothing of it is kept.
    """
    return verification_from(check_limited(data, anchors_now()))


def check_limited(data: bytes, anchors: Anchors) -> DocumentCheck:
    """`verifying.check` in a process that is stopped at a limit of time and memory; raises Unreadable. No database."""
    argument = check_argument(data, anchors, timezone.now())
    try:
        told = run_limited("reports.verifying:check_in_child", argument, LONGEST_CHECK_SECONDS)
    except (ChildTimeout, ChildFailed) as error:
        raise Unreadable("too_much") from error
    return check_from_json(told)


def verification_from(found: DocumentCheck) -> Verification:
    """What the portal knows of a file that was checked."""
    report = report_by_hash(found.sha256)
    related = None if report is not None else _related(found)
    about = report or related
    return Verification(
        check=found,
        report=report,
        related=related,
        standing=standing_of(report, found.sha256),
        newer=newer_than(about) if about is not None else None,
        inside=_inside(found, about) if about is not None else "",
        rated=rated_from(about) if about is not None else "",
    )


def rated_from(report: Report) -> Rated:
    """Whether the current calculation of the event rests on the record of this report."""
    current = RatedEvent.objects.filter(event_id=report.event_id, current=True).values_list(
        "record_sha256", flat=True
    )
    hashes = list(current)
    if not hashes:
        return ""
    if report.record_sha256 in hashes:
        return "same"
    return "decided" if rated_as_decided(report.event, report.record_sha256) in hashes else "other"


def _related(found: DocumentCheck) -> Report | None:
    """The report of the portal that a foreign file was made from; only one whose event is public."""
    public = Report.objects.select_related("event").exclude(event__state="draft").order_by("-number")
    by_files = public.filter(standings_sha256__in=list(found.enclosures.values())).first()
    return by_files or (public.filter(code=found.number).first() if found.number else None)


def _inside(found: DocumentCheck, report: Report) -> Inside:
    try:
        files = kind_of(report.sheet).enclosures(report)
    except (KeyError, FileMissing, FileDamaged):
        return ""
    expected = {each.name: hashlib.sha256(each.data).hexdigest() for each in files}
    if not expected:
        return ""
    if dict(found.enclosures) == expected:
        return "same"
    return "differs" if found.enclosures else "missing"


def as_json(found: DocumentCheck, known: Verification | None) -> dict[str, Any]:
    """The answer of page and command; `known` is None where no database was asked. docs/signing.md has the schema."""
    about = known.about if known else None
    return {
        "schema": SCHEMA,
        "valid": found.signatures_hold and (known is None or known.hash_known),
        "verdict": known.verdict if known else None,
        # A file without signatures was compared with nothing, unless the portal knows its bytes.
        "document": found.document if found.document != "unsigned" else None,
        "changes": list(found.changes),
        "signed": bool(found.signatures),
        "signatures": [
            {
                "name": item.name,
                "role": item.role,
                "time": item.time.isoformat() if item.time else None,
                "time_proven": item.time_proven,
                "holds": item.holds,
                "intact": item.intact,
                "trusted": item.trusted,
                "chain": list(item.chain),
                "covers": item.covers,
                "problem": item.problem,
                "serial": item.serial,
            }
            for item in found.signatures
        ],
        "paper_signatures": [paper_json(each) for each in (known.paper_signatures if known else [])],
        "sha256": found.sha256,
        "hash_known": known.hash_known if known else None,
        "files": dict(found.enclosures),
        "files_inside": (known.inside or None) if known else None,
        "rated_from_this_record": RATED_FROM_THIS[known.rated] if known else None,
        "results_by_decision": (known.rated == "decided") if known and known.rated else None,
        "standing": (known.standing or None) if known else None,
        "number": about.code if about else None,
        "newer_number": known.newer.code if known and known.newer else None,
        "sheet": about.sheet if about else None,
        "event": {"id": about.event_id, "name": about.event.name} if about else None,
    }


def paper_json(signature: PaperSignature) -> dict[str, Any]:
    """A signature made by hand, and who has seen it."""
    return {
        "name": signature.name,
        "role": signature.role,
        "signed_on": signature.signed_on.isoformat(),
        "seen_by": signature.seen_by.shown_name,
        "seen_at": signature.seen_on.isoformat(),
        "on_original": signature.on_original,
    }
