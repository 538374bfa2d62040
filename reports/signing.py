"""Signs PDF documents: both fields first, then a certification, then an approval that locks everything.

One of the two places that know pyHanko. Works on bytes; nothing is stored and nothing is logged.
"""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from asn1crypto import algos, cms
from asn1crypto import keys as asn1_keys
from asn1crypto import x509 as asn1_x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
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
from pyhanko.sign.general import SigningError, as_signing_certificate_v2, simple_cms_attribute
from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner, SimpleSigner
from pyhanko.sign.timestamps.dummy_client import DummyTimeStamper
from pyhanko.stamp import StaticStampStyle

from reports.authority import Authority
from reports.loops import outside_any_loop

# pyHanko writes whole tracebacks for a wrong passphrase and for a document that was changed.
logging.getLogger("pyhanko").setLevel(logging.CRITICAL)
logging.getLogger("pyhanko_certvalidator").setLevel(logging.CRITICAL)

Box = tuple[int, int, int, int]


class WrongPassphrase(Exception):
    """The passphrase does not open the key."""


class CannotSign(Exception):
    """The document takes no such signature: the field is missing or filled, or the order is wrong."""


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
    clock: Authority,
) -> bytes:
    """The document with one more signature, visible, and stamped with the portal's time.

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
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "appearance.pdf"
        path.write_bytes(appearance)
        signer = PdfSigner(metadata, signer=key.signer, timestamper=_clock(clock), stamp_style=_style(path))
        try:
            output = outside_any_loop(
                lambda: signer.sign_pdf(IncrementalPdfFileWriter(BytesIO(pdf)), existing_fields_only=True)
            )
        except SigningError as error:
            raise CannotSign(str(error)) from error
    return bytes(output.getbuffer())


def _style(path: Path) -> StaticStampStyle:
    centred = SimpleBoxLayoutRule(AxisAlignment.ALIGN_MID, AxisAlignment.ALIGN_MID, Margins(0, 0, 0, 0))
    return StaticStampStyle.from_pdf_file(
        str(path), border_width=0, background_opacity=1, background_layout=centred
    )


def _clock(authority: Authority) -> "PortalClock":
    der = authority.clock.public_bytes(serialization.Encoding.DER)
    key = authority.clock_key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return PortalClock(
        asn1_x509.Certificate.load(der),
        asn1_keys.PrivateKeyInfo.load(key),
        fixed_dt=datetime.now(UTC).replace(microsecond=0),
    )


class PortalClock(DummyTimeStamper):
    """Gives time stamps (RFC 3161) of the portal's own clock, signed on P-256.

    pyHanko's local time stamper knows RSA only; signature and algorithm are replaced here. The stamp proves
    the time to whoever trusts the portal, as the signatures do, and outlives the signer's certificate.
    """

    def _sign_tst_info(
        self, tst_info_data: bytes, md_algorithm: str, dt: datetime
    ) -> tuple[bytes, cms.CMSAttributes]:
        digest = hashes.Hash(hashes.SHA256())
        digest.update(tst_info_data)
        attributes = _attributes(self.tsa_cert, digest.finalize(), dt)
        key = serialization.load_der_private_key(self.tsa_key.dump(), password=None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        return key.sign(attributes.dump(), ec.ECDSA(hashes.SHA256())), attributes

    def _build_signed_data(
        self, tst_info_data: bytes, md_algorithm: str, signature: bytes, signed_attrs: cms.CMSAttributes
    ) -> dict[str, Any]:
        data = super()._build_signed_data(tst_info_data, "sha256", signature, signed_attrs)
        data["signer_infos"][0]["signature_algorithm"] = algos.SignedDigestAlgorithm(
            {"algorithm": "sha256_ecdsa"}
        )
        return dict(data)


def _attributes(certificate: asn1_x509.Certificate, digest: bytes, moment: datetime) -> cms.CMSAttributes:
    return cms.CMSAttributes(
        [
            simple_cms_attribute("content_type", "tst_info"),
            simple_cms_attribute("signing_time", cms.Time({"utc_time": moment})),
            simple_cms_attribute("signing_certificate_v2", as_signing_certificate_v2(certificate)),
            simple_cms_attribute("message_digest", digest),
        ]
    )
