"""Says what holds of a signed PDF: signed by whom, when, unchanged or how changed.

One of the two places that know pyHanko. Works on bytes and on the authority's public files: no database.
A file is accepted if and only if every signature holds, the last one covers the file to its end, and (asked
elsewhere) the portal knows the file's hash: a comment put behind the last signature passes the first test.
"""

import hashlib
import logging
import re
import resource
from base64 import b64decode, b64encode
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Literal

from asn1crypto import parser, x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.ades.report import AdESIndeterminate
from pyhanko.sign.validation import SignatureCoverageLevel, validate_pdf_signature
from pyhanko.sign.validation.status import PdfSignatureStatus
from pyhanko_certvalidator import ValidationContext

from reports.authority import Anchors
from reports.loops import outside_any_loop

logging.getLogger("pyhanko").setLevel(logging.CRITICAL)
logging.getLogger("pyhanko_certvalidator").setLevel(logging.CRITICAL)

DocumentState = Literal["unchanged", "changed", "appended", "unsigned"]
Problem = Literal["", "changed", "revoked", "expired", "unknown_authority", "old_list", "not_accepted"]
Covers = Literal["document", "revision", "nothing"]

MOST_MEMORY = 1024 * 1024 * 1024

FIELD_ROLES = {"Arbiter": "arbiter", "Region": "region", "RatingOfficer": "rating_officer"}
BYTE_RANGE = re.compile(rb"/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]")


class Unreadable(Exception):
    """The file is no PDF, or is cut off: nothing can be said about it."""


@dataclass(frozen=True, slots=True)
class SignatureCheck:
    """What holds of one signature.

    `name` is the name in the certificate; `role` follows from the field. `time` is the portal's time stamp
    (`time_proven`) or else what the signer's machine claimed. `covers` is `document` if the signature reaches
    to the end of the file, `revision` if it covers all that stood there when it was made.
    """

    field: str
    role: str
    name: str
    time: datetime | None
    time_proven: bool
    intact: bool
    trusted: bool
    covers: Covers
    problem: Problem
    serial: str

    @property
    def holds(self) -> bool:
        """Nothing is wrong with it."""
        return self.intact and self.trusted and self.problem == ""


@dataclass(frozen=True, slots=True)
class DocumentCheck:
    """What holds of a file: its hash, how it stands to what was signed, its signatures in order."""

    sha256: str
    document: DocumentState
    signatures: tuple[SignatureCheck, ...]

    @property
    def signatures_hold(self) -> bool:
        """Signed, every signature holds, and nothing stands behind the last one."""
        return (
            bool(self.signatures)
            and self.document == "unchanged"
            and all(signature.holds for signature in self.signatures)
        )


def check(data: bytes, anchors: Anchors, *, now: datetime) -> DocumentCheck:
    """What holds of the file; raises Unreadable.

    A time stamp of the portal's clock fixes the moment at which the certificate had to be valid, so a
    signature outlives its certificate, and a key revoked later leaves earlier signatures standing.
    """
    sha256 = hashlib.sha256(data).hexdigest()
    try:
        signatures = PdfFileReader(BytesIO(data)).embedded_signatures
        checks = tuple(_signature(signature, data, anchors, now) for signature in signatures)
    except Exception as error:
        if _was_signed(data):
            return DocumentCheck(sha256, "changed", ())
        raise Unreadable("The file is no PDF document, or it is damaged.") from error
    return DocumentCheck(sha256, _state(checks), checks)


def _was_signed(data: bytes) -> bool:
    """A signature's byte range lies within the file: it was whole once, and a byte of its frame was changed."""
    ranges = [tuple(map(int, match.groups())) for match in BYTE_RANGE.finditer(data)]
    return any(start + length <= len(data) for _, _, start, length in ranges)


def _state(checks: tuple[SignatureCheck, ...]) -> DocumentState:
    if not checks:
        return "unsigned"
    if any(not check.intact or check.problem == "changed" for check in checks):
        return "changed"
    return "unchanged" if checks[-1].covers == "document" else "appended"


def _signature(signature: Any, data: bytes, anchors: Anchors, now: datetime) -> SignatureCheck:
    status = _status(signature, anchors, now)
    stamp = status.timestamp_validity
    proven = bool(stamp and stamp.valid and stamp.intact and stamp.trusted)
    if proven and not status.trusted:
        assert stamp is not None
        status = _status(signature, anchors, stamp.timestamp)
    moment = stamp.timestamp if proven and stamp is not None else status.signer_reported_dt
    certificate = status.signing_cert
    whole = (stamp is None or bool(stamp.valid and stamp.intact)) and _frame_whole(signature, data, anchors)
    intact = bool(status.intact and status.valid) and whole
    return SignatureCheck(
        field=signature.field_name,
        role=FIELD_ROLES.get(signature.field_name, signature.field_name),
        name=_common_name(certificate),
        time=moment.astimezone(UTC) if moment else None,
        time_proven=proven,
        intact=intact,
        trusted=bool(status.trusted),
        covers=_covers(status),
        problem=_problem(status, intact),
        serial=f"{certificate.serial_number:x}",
    )


def _frame_whole(signature: Any, data: bytes, anchors: Anchors) -> bool:
    """The signature's own bytes, which no signature covers, are as they were written.

    Between the two signed ranges stands the signature in hexadecimal, filled up with zeros; it brings the
    certificates of the authority along. Checks elsewhere ignore the filling and whatever certificate they do
    not need, so a byte changed there would go unnoticed.
    """
    first, length, second, _ = (int(number) for number in signature.byte_range)
    container = bytes(signature.pkcs7_content)
    digits = container.hex().encode()
    if data[first + length : second] not in (b"<" + digits + b">", b"<" + digits.upper() + b">"):
        return False
    if container[parser.peek(container) :].strip(b"\0"):
        return False
    if signature.signer_cert.issuer != x509.Certificate.load(anchors.issuing).subject:
        # A stranger brings the certificates of his own authority along; that changes nothing in the document.
        return True
    known = {anchors.root, anchors.issuing, signature.signer_cert.dump()}
    return all(brought.chosen.dump() in known for brought in signature.signed_data["certificates"])


def _status(signature: Any, anchors: Anchors, moment: datetime) -> PdfSignatureStatus:
    root, issuing = x509.Certificate.load(anchors.root), x509.Certificate.load(anchors.issuing)
    signer = ValidationContext(
        trust_roots=[root],
        other_certs=[issuing],
        crls=[anchors.revoked] if anchors.revoked else [],
        moment=moment,
        allow_fetching=False,
        revocation_mode="hard-fail",
        retroactive_revinfo=True,
    )
    clock = ValidationContext(trust_roots=[root], allow_fetching=False, revocation_mode="soft-fail")
    return outside_any_loop(lambda: validate_pdf_signature(signature, signer, clock))


def _covers(status: PdfSignatureStatus) -> Covers:
    if status.coverage == SignatureCoverageLevel.ENTIRE_FILE:
        return "document"
    return "revision" if status.coverage == SignatureCoverageLevel.ENTIRE_REVISION else "nothing"


def _problem(status: PdfSignatureStatus, intact: bool) -> Problem:
    if not intact or not status.docmdp_ok or _covers(status) == "nothing":
        return "changed"
    if status.trusted:
        return "" if status.bottom_line else "not_accepted"
    if status.revoked:
        return "revoked"
    reasons: dict[Any, Problem] = {
        AdESIndeterminate.OUT_OF_BOUNDS_NO_POE: "expired",
        AdESIndeterminate.OUT_OF_BOUNDS_NOT_REVOKED: "expired",
        AdESIndeterminate.EXPIRED: "expired",
        AdESIndeterminate.REVOKED_NO_POE: "revoked",
        AdESIndeterminate.TRY_LATER: "old_list",
    }
    return reasons.get(status.trust_problem_indic, "unknown_authority")


def _common_name(certificate: x509.Certificate) -> str:
    name = certificate.subject.native.get("common_name", "")
    return name if isinstance(name, str) else " ".join(name)


def check_in_child(argument: dict[str, Any]) -> dict[str, Any]:
    """`check` for a child process: bytes in base 64, moments as ISO text; memory is limited.

    A crafted file may unpack to gigabytes or keep the reader busy for hours; a child can be stopped.
    """
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    anchors = {name: None if text is None else b64decode(text) for name, text in argument["anchors"].items()}
    try:
        found = check(
            b64decode(argument["data"]),
            Anchors(**anchors),  # type: ignore[arg-type]
            now=datetime.fromisoformat(argument["now"]),
        )
    except Unreadable as error:
        return {"unreadable": str(error)}
    return {"found": asdict(found) | {"signatures": [_as_json(item) for item in found.signatures]}}


def check_argument(data: bytes, anchors: Anchors, now: datetime) -> dict[str, Any]:
    """The argument of `check_in_child`."""
    parts = {
        name: None if part is None else b64encode(part).decode() for name, part in asdict(anchors).items()
    }
    return {"data": b64encode(data).decode(), "anchors": parts, "now": now.isoformat()}


def check_from_json(told: dict[str, Any]) -> DocumentCheck:
    """What `check_in_child` told; raises Unreadable as `check` does."""
    if "unreadable" in told:
        raise Unreadable(told["unreadable"])
    found = told["found"]
    signatures = tuple(
        SignatureCheck(**item | {"time": datetime.fromisoformat(item["time"]) if item["time"] else None})
        for item in found["signatures"]
    )
    return DocumentCheck(found["sha256"], found["document"], signatures)


def _as_json(item: SignatureCheck) -> dict[str, Any]:
    return asdict(item) | {"time": item.time.isoformat() if item.time else None}
