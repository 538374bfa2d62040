"""Time stamps (RFC 3161) on signatures: by the portal's own clock, or by a service at an address.

With `signing`, `verifying` and `changes` one of the places that know pyHanko.
"""

import asyncio
from datetime import UTC, datetime
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from asn1crypto import algos, cms, tsp
from asn1crypto import keys as asn1_keys
from asn1crypto import x509 as asn1_x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pyhanko.sign.general import as_signing_certificate_v2, simple_cms_attribute
from pyhanko.sign.timestamps import TimeStamper, TimestampRequestError
from pyhanko.sign.timestamps.dummy_client import DummyTimeStamper

from reports.authority import Authority

ANSWER_SECONDS = 10
LONGEST_ANSWER = 64 * 1024


class ServiceSilent(TimestampRequestError):
    """The service at the address gave no time stamp."""


class ServiceClock(TimeStamper):
    """Asks a time stamping service over HTTP. Raises ServiceSilent where it does not answer as it should."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address

    async def async_request_tsa_response(self, req: tsp.TimeStampReq) -> tsp.TimeStampResp:
        """The service's answer to a request."""
        return await asyncio.to_thread(self._ask, req.dump())

    def _ask(self, asked: bytes) -> tsp.TimeStampResp:
        if urlsplit(self.address).scheme not in ("http", "https"):
            raise ServiceSilent("The address of the time stamping service is no web address.")
        head = {"Content-Type": "application/timestamp-query", "Accept": "application/timestamp-reply"}
        request = Request(self.address, data=asked, headers=head)  # noqa: S310 (http and https alone)
        try:
            with urlopen(request, timeout=ANSWER_SECONDS) as answer:  # noqa: S310
                told = answer.read(LONGEST_ANSWER)
                kind = answer.headers.get_content_type()
        except HTTPError as error:
            error.close()
            raise ServiceSilent(str(error)) from None
        except OSError as error:
            raise ServiceSilent(str(error)) from error
        if kind != "application/timestamp-reply":
            raise ServiceSilent("The answer is no time stamp.")
        return tsp.TimeStampResp.load(told)


def portal_clock(authority: Authority) -> TimeStamper:
    """The portal's own clock, with the moment of now."""
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
