"""Looks through the whole archive: every stored file against its hash, every signed document against its signatures."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from core.files import FileDamaged, FileMissing, name_of, read, stored_names, written_at
from core.models import StoredFile
from reports.authority import Anchors
from reports.models import PaperSignature, Report
from reports.verifying import Unreadable, check

ARCHIVE_JOB = "reports.verify_archive"
PROBLEMS_KEPT = 200
# A file is written before its row: what is younger may belong to something that is just being done.
SETTLED = timedelta(hours=1)

Kind = Literal["missing", "altered", "unknown", "unrecorded", "signature"]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be: a file by hash or name, the document it belongs to, what is wrong.

    `missing`: there is a row and no bytes. `altered`: the bytes have another hash. `unknown`: bytes without a row.
    `unrecorded`: a report names a file that has no row. `signature`: the bytes are whole and a signature is not.
    """

    kind: Kind
    file: str
    number: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ArchiveCheck:
    """What was looked at and what was found; `problem_count` counts those too that are not listed."""

    files: int
    documents: int
    signatures: int
    problem_count: int
    problems: tuple[Problem, ...]

    @property
    def whole(self) -> bool:
        """Nothing is missing, altered, unknown or badly signed."""
        return self.problem_count == 0

    def as_json(self) -> dict[str, Any]:
        """The outcome as command and job tell it."""
        return {
            "whole": self.whole,
            "files": self.files,
            "documents": self.documents,
            "signatures": self.signatures,
            "problem_count": self.problem_count,
            "problems": [asdict(problem) for problem in self.problems],
        }


def archive_checked(anchors: Anchors, *, now: datetime, progress: Progress | None = None) -> ArchiveCheck:
    """Read every stored file and check every signed state of every document; changes nothing.

    `progress` is told how many of how many files were read. Each file is read whole, one at a time.
    """
    known = set(StoredFile.objects.values_list("sha256", flat=True))
    signed, problems, checked = _signed_states(), [], 0
    for done, sha256 in enumerate(sorted(known), start=1):
        number, expected = signed.get(sha256, ("", 0))
        try:
            data = read(sha256)
        except (FileMissing, FileDamaged) as error:
            if StoredFile.objects.filter(pk=sha256).exists():
                kind: Kind = "missing" if isinstance(error, FileMissing) else "altered"
                problems.append(Problem(kind, sha256, number))
            continue
        if expected:
            checked += expected
            problems += _signature_problems(data, sha256, number, expected, anchors, now)
        if progress is not None and (done % 20 == 0 or done == len(known)):
            progress(done, len(known))
    problems += _unrecorded(known)
    problems += _unknown(now)
    return ArchiveCheck(
        files=len(known),
        documents=len({number for number, _count in signed.values()}),
        signatures=checked,
        problem_count=len(problems),
        problems=tuple(problems[:PROBLEMS_KEPT]),
    )


def _signed_states() -> dict[str, tuple[str, int]]:
    """Each signed state of a document: its hash -> document number and how many signatures it carries."""
    states = {}
    for report in Report.objects.prefetch_related("signatures").order_by("pk"):
        for count, signature in enumerate(sorted(report.signatures.all(), key=_moment), start=1):
            states[signature.after_sha256] = (report.code, count)
    return states


def _moment(signature: Any) -> tuple[datetime, int]:
    return signature.signed_at, signature.pk


def _signature_problems(
    data: bytes, sha256: str, number: str, expected: int, anchors: Anchors, now: datetime
) -> Iterator[Problem]:
    try:
        found = check(data, anchors, now=now)
    except Unreadable as error:
        yield Problem("signature", sha256, number, error.why)
        return
    if len(found.signatures) != expected:
        yield Problem("signature", sha256, number, f"{len(found.signatures)} of {expected}")
    if not found.signatures_hold:
        wrong = [
            f"{item.name}: {item.problem or 'not intact'}" for item in found.signatures if not item.holds
        ]
        yield Problem("signature", sha256, number, "; ".join(wrong) or found.document)


def _unrecorded(known: set[str]) -> Iterator[Problem]:
    """Files that a report or a signature names and that nobody stored."""
    for report in Report.objects.prefetch_related("signatures").order_by("pk"):
        named = [report.record_sha256, report.standings_sha256, report.unsigned_sha256, report.pdf_sha256]
        named += [signature.after_sha256 for signature in report.signatures.all()]
        for sha256 in dict.fromkeys(named):
            if sha256 and sha256 not in known and not StoredFile.objects.filter(pk=sha256).exists():
                yield Problem("unrecorded", sha256, report.code)
    for paper in PaperSignature.objects.select_related("report").order_by("pk"):
        sha256 = paper.scan_sha256
        if sha256 not in known and not StoredFile.objects.filter(pk=sha256).exists():
            yield Problem("unrecorded", sha256, paper.report.code)


def _unknown(now: datetime) -> Iterator[Problem]:
    """What lies in the storage without a row of its name."""
    for name in stored_names():
        sha256 = name.rpartition("/")[2]
        try:
            if name == name_of(sha256) and StoredFile.objects.filter(pk=sha256).exists():
                continue
        except FileMissing:
            pass
        try:
            if now - written_at(name) > SETTLED:
                yield Problem("unknown", name)
        except FileNotFoundError:
            continue
