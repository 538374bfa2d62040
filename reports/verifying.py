"""Says what holds of a signed PDF: signed by whom, when, trusted through whom, unchanged or how changed.

With `signing` and `changes` one of the places that know pyHanko. Works on bytes and on the authority's public
files: no database.
A file is accepted if and only if every signature holds, the last one covers the file to its end, and (asked
elsewhere) the portal knows the file's hash: a comment put behind the last signature passes the first test.
"""

import hashlib
import logging
import resource
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from types import MappingProxyType
from typing import Any, Literal

from asn1crypto import parser, x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.ades.report import AdESIndeterminate
from pyhanko.sign.validation import SignatureCoverageLevel, validate_pdf_signature
from pyhanko.sign.validation.status import PdfSignatureStatus
from pyhanko_certvalidator import ValidationContext

from reports.authority import Anchors, EarlierIssuer, OtherRoot
from reports.changes import Change, changes_since, claimed_number, enclosures_of, ranges_in, was_signed
from reports.loops import outside_any_loop

logging.getLogger("pyhanko").setLevel(logging.CRITICAL)
logging.getLogger("pyhanko_certvalidator").setLevel(logging.CRITICAL)

DocumentState = Literal["unchanged", "changed", "appended", "unsigned"]
Problem = Literal["", "changed", "revoked", "expired", "unknown_authority", "old_list", "not_accepted"]
Covers = Literal["document", "revision", "nothing"]
Why = Literal["empty", "not_pdf", "archive", "encrypted", "cut_off", "damaged", "too_much"]

MOST_MEMORY = 1024 * 1024 * 1024

FIELD_ROLES = {"Arbiter": "arbiter", "Region": "region", "RatingOfficer": "rating_officer"}
HEAD_WITHIN, END_WITHIN = 1024, 2048

UNREADABLE: Mapping[Why, str] = MappingProxyType(
    {
        "empty": "The file is empty.",
        "not_pdf": "The file is no PDF document.",
        "archive": "The file is an archive or an office document, no PDF. Take the PDF out of it first.",
        "encrypted": "The file is encrypted; documents of the portal never are.",
        "cut_off": "The file is cut off: its end is missing. Download it again.",
        "damaged": "The PDF document is damaged.",
        "too_much": "The file takes too much time or memory to read; it is not one of ours.",
    }
)


class Unreadable(Exception):
    """Nothing can be said about the file; `why` is the reason's key, the message says it in English."""

    def __init__(self, why: Why) -> None:
        super().__init__(UNREADABLE[why])
        self.why = why


@dataclass(frozen=True, slots=True)
class SignatureCheck:
    """What holds of one signature.

    `name` is the name in the certificate; `role` follows from the field. `time` is the portal's time stamp
    (`time_proven`) or else what the signer's machine claimed. `covers` is `document` if the signature reaches
    to the end of the file, `revision` if it covers all that stood there when it was made. `chain` names the
    certificates from the signer's to the root that is trusted; of a signer who is not, himself and the issuer
    that his certificate claims.
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
    chain: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Nothing is wrong with it."""
        return self.intact and self.trusted and self.problem == ""


@dataclass(frozen=True, slots=True)
class DocumentCheck:
    """What holds of a file: its hash, how it stands to what was signed, its signatures in order.

    `changes` names what was done to it afterwards; `enclosures` the files inside with their hashes. `number` is the
    document number that the file claims, which proves nothing.
    """

    sha256: str
    document: DocumentState
    signatures: tuple[SignatureCheck, ...]
    changes: tuple[Change, ...] = ()
    enclosures: Mapping[str, str] = field(default_factory=dict)
    number: str = ""

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
    _refuse_other_files(data)
    try:
        reader = PdfFileReader(BytesIO(data))
        if reader.encrypted:
            raise Unreadable("encrypted")
        signatures = reader.embedded_signatures
        checks = tuple(_signature(signature, data, anchors, now) for signature in signatures)
    except Unreadable:
        raise
    except MemoryError:
        raise Unreadable("too_much") from None
    except Exception as error:
        if was_signed(data):
            return DocumentCheck(sha256, "changed", (), ("bytes",))
        raise Unreadable("damaged" if b"%%EOF" in data[-END_WITHIN:] else "cut_off") from error
    taken_out = ranges_in(data) > len(checks) + len(reader.embedded_timestamp_signatures)
    state = _state(checks, taken_out=taken_out)
    changes = _changes(reader, signatures, checks, state, taken_out=taken_out)
    return DocumentCheck(sha256, state, checks, changes, _enclosures(reader), claimed_number(reader))


def _refuse_other_files(data: bytes) -> None:
    """Raise Unreadable for what is no PDF at its first bytes."""
    if not data:
        raise Unreadable("empty")
    if data.startswith((b"PK\x03\x04", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf", b"\xd0\xcf\x11\xe0")):
        raise Unreadable("archive")
    if b"%PDF-" not in data[:HEAD_WITHIN]:
        raise Unreadable("not_pdf")


def _state(checks: tuple[SignatureCheck, ...], *, taken_out: bool) -> DocumentState:
    if taken_out or any(not check.intact or check.problem == "changed" for check in checks):
        return "changed"
    if not checks:
        return "unsigned"
    return "unchanged" if checks[-1].covers == "document" else "appended"


def _changes(
    reader: PdfFileReader,
    signatures: Any,
    checks: tuple[SignatureCheck, ...],
    state: DocumentState,
    *,
    taken_out: bool,
) -> tuple[Change, ...]:
    """What was done to the file since its first signature that does not allow it; empty for one unchanged."""
    if state in ("unchanged", "unsigned"):
        return ()
    if state == "appended":
        return ("appended",)
    found: list[Change] = []
    if any(not check.intact for check in checks):
        found.append("bytes")
    if taken_out:
        found.append("signature_removed")
    touched = [
        signature
        for signature, check in zip(signatures, checks, strict=True)
        if check.intact and check.problem == "changed"
    ]
    if touched:
        seen = changes_since(reader, touched[0].signed_revision)
        found += [change for change in seen if change != "other" or not found]
    return tuple(found)


def _enclosures(reader: PdfFileReader) -> dict[str, str]:
    try:
        return enclosures_of(reader)
    except MemoryError:
        raise Unreadable("too_much") from None
    except Exception:
        # Files inside that cannot be read are none; the comparison then says that ours are missing.
        return {}


def _signature(signature: Any, data: bytes, anchors: Anchors, now: datetime) -> SignatureCheck:
    status = _status(signature, anchors, now)
    stamp = status.timestamp_validity
    proven = bool(stamp and stamp.valid and stamp.intact and stamp.trusted)
    if proven and not status.trusted:
        assert stamp is not None
        status = _status(signature, anchors, stamp.timestamp)
    moment = stamp.timestamp if proven and stamp is not None else status.signer_reported_dt
    certificate = status.signing_cert
    refused = _refused(anchors, certificate, moment)
    whole = (stamp is None or bool(stamp.valid and stamp.intact)) and _frame_whole(signature, data, anchors)
    intact = bool(status.intact and status.valid) and whole
    return SignatureCheck(
        field=signature.field_name,
        role=FIELD_ROLES.get(signature.field_name, signature.field_name),
        name=_common_name(certificate),
        time=moment.astimezone(UTC) if moment else None,
        time_proven=proven,
        intact=intact,
        trusted=bool(status.trusted) and not refused,
        covers=_covers(status),
        problem="revoked" if refused and intact else _problem(status, intact),
        serial=f"{certificate.serial_number:x}",
        chain=_chain(status, certificate),
    )


def _refused(anchors: Anchors, certificate: x509.Certificate, moment: datetime | None) -> bool:
    """The portal revoked this key of another authority before the signature was made."""
    since = dict(anchors.refused).get(hashlib.sha256(certificate.dump()).hexdigest())
    return since is not None and (moment is None or moment >= datetime.fromisoformat(since))


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
    if signature.signer_cert.issuer not in [each.subject for each in _issuers(anchors)]:
        # A stranger brings the certificates of his own authority along; that changes nothing in the document.
        return True
    issuers = (each.dump() for each in _issuers(anchors))
    known = {anchors.root, *issuers, signature.signer_cert.dump()}
    return all(brought.chosen.dump() in known for brought in signature.signed_data["certificates"])


def _issuers(anchors: Anchors) -> list[x509.Certificate]:
    """The portal's own issuing authorities: the one of now, and those before it."""
    ders = (anchors.issuing, *(each.certificate for each in anchors.earlier))
    return [x509.Certificate.load(der) for der in ders]


def _status(signature: Any, anchors: Anchors, moment: datetime) -> PdfSignatureStatus:
    root, issuers = x509.Certificate.load(anchors.root), _issuers(anchors)
    others = [x509.Certificate.load(other.root) for other in anchors.others]
    own = signature.signer_cert.issuer in [each.subject for each in issuers]
    lists = [anchors.revoked, *(each.revoked for each in anchors.earlier)]
    lists += [other.revoked for other in anchors.others]
    signer = ValidationContext(
        # Who names another issuer than ours is none of the portal's, whatever chain he brings along.
        trust_roots=[root, *others] if own else others,
        other_certs=issuers,
        crls=[each for each in lists if each],
        moment=moment,
        allow_fetching=False,
        # Another authority may give the federation no list; of the portal's own keys there is always one.
        revocation_mode="hard-fail" if own else "soft-fail",
        retroactive_revinfo=True,
    )
    clock = ValidationContext(trust_roots=[root, *others], allow_fetching=False, revocation_mode="soft-fail")
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


def _chain(status: PdfSignatureStatus, certificate: x509.Certificate) -> tuple[str, ...]:
    path = status.validation_path
    if status.trusted and path is not None:
        return tuple(_common_name(each) for each in reversed(list(path.iter_certs(include_root=True))))
    return (_common_name(certificate), _name_in(certificate.issuer))


def _common_name(certificate: x509.Certificate) -> str:
    return _name_in(certificate.subject)


def _name_in(distinguished: x509.Name) -> str:
    name = distinguished.native.get("common_name", "")
    return name if isinstance(name, str) else " ".join(name)


def check_in_child(argument: dict[str, Any]) -> dict[str, Any]:
    """`check` for a child process: bytes in base 64, moments as ISO text; memory is limited.

    A crafted file may unpack to gigabytes or keep the reader busy for hours; a child can be stopped.
    """
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    try:
        found = check(
            b64decode(argument["data"]),
            _anchors_from(argument["anchors"]),
            now=datetime.fromisoformat(argument["now"]),
        )
    except Unreadable as error:
        return {"unreadable": error.why}
    except MemoryError:
        return {"unreadable": "too_much"}
    return {"found": asdict(found) | {"signatures": [_as_json(item) for item in found.signatures]}}


def check_argument(data: bytes, anchors: Anchors, now: datetime) -> dict[str, Any]:
    """The argument of `check_in_child`."""
    parts = {
        "certificates": [
            _text_of(part) for part in (anchors.root, anchors.issuing, anchors.clock, anchors.revoked)
        ],
        "others": [[_text_of(other.root), _text_of(other.revoked)] for other in anchors.others],
        "refused": [list(pair) for pair in anchors.refused],
        "earlier": [[_text_of(each.certificate), _text_of(each.revoked)] for each in anchors.earlier],
    }
    return {"data": b64encode(data).decode(), "anchors": parts, "now": now.isoformat()}


def _text_of(part: bytes | None) -> str:
    return b64encode(part or b"").decode()


def _anchors_from(told: dict[str, Any]) -> Anchors:
    root, issuing, clock, revoked = map(b64decode, told["certificates"])
    others = tuple(OtherRoot(b64decode(other), b64decode(listed) or None) for other, listed in told["others"])
    refused = tuple((sha256, since) for sha256, since in told["refused"])
    earlier = tuple(
        EarlierIssuer(b64decode(issuer), b64decode(listed) or None) for issuer, listed in told["earlier"]
    )
    return Anchors(root, issuing, clock, revoked or None, others, refused, earlier)


def check_from_json(told: dict[str, Any]) -> DocumentCheck:
    """What `check_in_child` told; raises Unreadable as `check` does."""
    if "unreadable" in told:
        raise Unreadable(told["unreadable"])
    found = told["found"]
    signatures = tuple(
        SignatureCheck(
            **item
            | {
                "time": datetime.fromisoformat(item["time"]) if item["time"] else None,
                "chain": tuple(item["chain"]),
            }
        )
        for item in found["signatures"]
    )
    return DocumentCheck(
        found["sha256"],
        found["document"],
        signatures,
        tuple(found["changes"]),
        found["enclosures"],
        found["number"],
    )


def _as_json(item: SignatureCheck) -> dict[str, Any]:
    return asdict(item) | {"time": item.time.isoformat() if item.time else None}
