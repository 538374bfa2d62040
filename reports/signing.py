"""Signs PDF documents: both fields first, then a certification, then an approval that locks everything.

One of the places that know pyHanko. Works on bytes; nothing is stored and nothing is logged.
"""

import logging
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from asn1crypto import x509 as asn1_x509
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.layout import AxisAlignment, Margins, SimpleBoxLayoutRule
from pyhanko.sign.fields import (
    FieldMDPAction,
    FieldMDPSpec,
    MDPPerm,
    SigFieldSpec,
    SigSeedSubFilter,
    append_signature_field,
)
from pyhanko.sign.general import SigningError
from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner, SimpleSigner
from pyhanko.sign.signers.pdf_signer import DSSContentSettings, SigDSSPlacementPreference
from pyhanko.sign.timestamps import TimeStamper, TimestampRequestError
from pyhanko.stamp import StaticStampStyle
from pyhanko_certvalidator import ValidationContext

from reports.authority import Authority
from reports.loops import outside_any_loop
from reports.timestamps import portal_clock

# pyHanko writes whole tracebacks for a wrong passphrase and for a document that was changed.
logging.getLogger("pyhanko").setLevel(logging.CRITICAL)
logging.getLogger("pyhanko_certvalidator").setLevel(logging.CRITICAL)

Box = tuple[int, int, int, int]


class WrongPassphrase(Exception):
    """The passphrase does not open the key."""


class CannotSign(Exception):
    """The document takes no such signature: the field is missing or filled, or the order is wrong."""


class NoTimeStamp(Exception):
    """The time stamping service gave none."""


@dataclass(frozen=True, slots=True)
class Revocation:
    """What proves that a key is not revoked, in DER: trusted roots, certificates between, lists of revoked keys.

    `moment` is when that was asked.
    """

    roots: tuple[bytes, ...]
    between: tuple[bytes, ...]
    lists: tuple[bytes, ...]
    moment: datetime


@dataclass(frozen=True, slots=True)
class Field:
    """An empty signature field: its name, page from 0, and box in points from the lower left corner."""

    name: str
    page: int
    box: Box


@dataclass(frozen=True, slots=True)
class Words:
    """What a signature states besides its name: where and why."""

    place: str
    reason: str


def with_fields(pdf: bytes, *, certifying: Field, locking: Field | None = None) -> bytes:
    """The document with its empty fields, added in one update; one alone where nobody countersigns.

    All must be there before the first signature: a field added later is itself a change. The last field lets
    nothing at all be changed once it is signed.
    """
    writer = IncrementalPdfFileWriter(BytesIO(pdf))
    append_signature_field(writer, SigFieldSpec(certifying.name, on_page=certifying.page, box=certifying.box))
    if locking is not None:
        append_signature_field(
            writer,
            SigFieldSpec(
                locking.name,
                on_page=locking.page,
                box=locking.box,
                field_mdp_spec=FieldMDPSpec(FieldMDPAction.ALL),
                doc_mdp_update_value=MDPPerm.NO_CHANGES,
            ),
        )
    output = BytesIO()
    writer.write(output)
    return output.getvalue()


@dataclass(frozen=True, slots=True)
class OpenedKey:
    """A private key in memory, opened by its passphrase, for one signature."""

    signer: Any


def open_key(pkcs12: bytes, passphrase: str) -> OpenedKey:
    """The key inside a PKCS#12 file; raises WrongPassphrase."""
    try:
        signer = SimpleSigner.load_pkcs12_data(pkcs12, other_certs=[], passphrase=passphrase.encode())
    except ValueError:
        raise WrongPassphrase from None
    return OpenedKey(signer)


def sign(
    pdf: bytes,
    key: OpenedKey,
    *,
    field: str,
    kind: Literal["certify", "approve", "lock"],
    name: str,
    words: Words,
    appearance: bytes,
    clock: Authority | TimeStamper,
    revocation: Revocation | None = None,
) -> bytes:
    """The document with one more signature, visible, with a time stamp of the
    portal's own clock or of another.

    With `revocation` the certificates and the list of revoked keys go into the same revision (PAdES B-LT), so a
    check needs nothing else years later; without it the signature is B-T.

    `certify` permits the signature that is to come, `approve` comes second and locks, `lock` is a certification
    with none to follow. `appearance` is a PDF of one page, the size of the field. Raises CannotSign.
    """
    metadata = PdfSignatureMetadata(
        field_name=field,
        md_algorithm="sha256",
        name=name,
        location=words.place or None,
        reason=words.reason or None,
        subfilter=SigSeedSubFilter.PADES,
        certify=kind != "approve",
        docmdp_permissions=MDPPerm.FILL_FORMS if kind == "certify" else MDPPerm.NO_CHANGES,
        **(_embedded(revocation) if revocation is not None else {}),
    )
    stamper = portal_clock(clock) if isinstance(clock, Authority) else clock
    with TemporaryDirectory() as folder:
        path = Path(folder) / "appearance.pdf"
        path.write_bytes(appearance)
        signer = PdfSigner(metadata, signer=key.signer, timestamper=stamper, stamp_style=_style(path))
        try:
            output = outside_any_loop(
                lambda: signer.sign_pdf(IncrementalPdfFileWriter(BytesIO(pdf)), existing_fields_only=True)
            )
        except TimestampRequestError as error:
            raise NoTimeStamp(str(error)) from error
        except SigningError as error:
            raise CannotSign(str(error)) from error
    return bytes(output.getbuffer())


def _embedded(revocation: Revocation) -> dict[str, Any]:
    """Put the proof into the revision of the signature: nothing then stands behind the last signature."""
    context = ValidationContext(
        trust_roots=[asn1_x509.Certificate.load(der) for der in revocation.roots],
        other_certs=[asn1_x509.Certificate.load(der) for der in revocation.between],
        crls=list(revocation.lists),
        moment=revocation.moment,
        retroactive_revinfo=True,
        allow_fetching=False,
        # No list says anything of the clock's own certificate.
        revocation_mode="soft-fail",
    )
    settings = DSSContentSettings(
        include_vri=False, placement=SigDSSPlacementPreference.TOGETHER_WITH_SIGNATURE
    )
    return {"embed_validation_info": True, "validation_context": context, "dss_settings": settings}


def _style(path: Path) -> StaticStampStyle:
    centred = SimpleBoxLayoutRule(AxisAlignment.ALIGN_MID, AxisAlignment.ALIGN_MID, Margins(0, 0, 0, 0))
    return StaticStampStyle.from_pdf_file(
        str(path), border_width=0, background_opacity=1, background_layout=centred
    )
