"""A key that somebody brings along as PKCS#12: what must hold of it before it may sign here."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, pkcs12
from cryptography.x509.oid import NameOID

SHORTEST_RSA = 2048
LONGEST_CHAIN = 6
MOST_BYTES = 100_000

Fault = Literal[
    "not_opened",
    "no_key",
    "wrong_kind",
    "usage",
    "not_yet",
    "expired",
    "no_name",
    "no_chain",
    "not_an_authority",
    "unreadable",
]


class UnfitKey(Exception):
    """The key cannot be used; `fault` says why, `told` is the part of the certificate that it concerns."""

    def __init__(self, fault: Fault, told: str = "") -> None:
        super().__init__(fault)
        self.fault, self.told = fault, told


@dataclass(frozen=True, slots=True)
class Brought:
    """A key that may sign: private key, certificate, the certificates between it and the root, and the root."""

    key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey
    certificate: x509.Certificate
    chain: tuple[x509.Certificate, ...]
    root: x509.Certificate

    @property
    def name(self) -> str:
        """The common name in the certificate."""
        return common_name(self.certificate.subject)


def brought_key(data: bytes, passphrase: str, roots: Sequence[x509.Certificate], *, now: datetime) -> Brought:
    """The key inside a PKCS#12 file, checked: kind, usage, validity, chain to one of the roots. Raises UnfitKey."""
    try:
        key, certificate, others = pkcs12.load_key_and_certificates(data, passphrase.encode())
    except (ValueError, TypeError):
        raise UnfitKey("not_opened") from None
    if key is None or certificate is None:
        raise UnfitKey("no_key")
    if not _is_fit(key):
        raise UnfitKey("wrong_kind")
    assert isinstance(key, ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey)
    _refuse_usage(certificate)
    _refuse_moment(certificate, now)
    if not common_name(certificate.subject):
        raise UnfitKey("no_name")
    chain = chain_of(certificate, others, roots, now=now)
    return Brought(key, certificate, tuple(chain[:-1]), chain[-1])


def chain_of(
    certificate: x509.Certificate,
    others: Sequence[x509.Certificate],
    roots: Sequence[x509.Certificate],
    *,
    now: datetime,
) -> list[x509.Certificate]:
    """The certificates above one, its issuer first and a root of ours last; raises UnfitKey where none leads there."""
    found: list[x509.Certificate] = []
    last = certificate
    while len(found) < LONGEST_CHAIN:
        root = next((each for each in roots if _issued(each, last, len(found))), None)
        if root is not None:
            _refuse_moment(root, now)
            return [*found, root]
        above = next((each for each in others if each not in found and _issued(each, last, len(found))), None)
        if above is None:
            break
        _refuse_moment(above, now)
        found.append(above)
        last = above
    raise UnfitKey("no_chain", common_name(last.issuer) or last.issuer.rfc4514_string())


def root_of(data: bytes, *, now: datetime) -> x509.Certificate:
    """The root of another authority, from PEM or DER; raises UnfitKey if it is none, or not valid now."""
    try:
        load = x509.load_pem_x509_certificate if b"-----BEGIN" in data else x509.load_der_x509_certificate
        certificate = load(data)
    except ValueError:
        raise UnfitKey("unreadable") from None
    if not _issued(certificate, certificate, 0):
        raise UnfitKey("not_an_authority")
    _refuse_moment(certificate, now)
    return certificate


def revoked_keys_of(data: bytes) -> bytes:
    """A list of revoked keys in DER, from PEM or DER; raises UnfitKey."""
    try:
        load = x509.load_pem_x509_crl if b"-----BEGIN" in data else x509.load_der_x509_crl
        return load(data).public_bytes(Encoding.DER)
    except ValueError:
        raise UnfitKey("unreadable") from None


def fingerprint(certificate: x509.Certificate) -> str:
    """The SHA-256 of the certificate, in letters."""
    return certificate.fingerprint(hashes.SHA256()).hex()


def common_name(name: x509.Name) -> str:
    """The common name inside a name; empty if there is none."""
    found = name.get_attributes_for_oid(NameOID.COMMON_NAME)
    return str(found[0].value) if found else ""


def _is_fit(key: object) -> bool:
    """A key on P-256 or a larger curve of the same family, or RSA from 2048 bits."""
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return isinstance(key.curve, ec.SECP256R1 | ec.SECP384R1 | ec.SECP521R1)
    return isinstance(key, rsa.RSAPrivateKey) and key.key_size >= SHORTEST_RSA


def _refuse_usage(certificate: x509.Certificate) -> None:
    """Both bits are needed: signing, and standing by what was signed (content commitment)."""
    try:
        usage = certificate.extensions.get_extension_for_class(x509.KeyUsage).value
    except x509.ExtensionNotFound:
        raise UnfitKey("usage") from None
    if not (usage.digital_signature and usage.content_commitment):
        raise UnfitKey("usage")


def _refuse_moment(certificate: x509.Certificate, now: datetime) -> None:
    if now < certificate.not_valid_before_utc:
        raise UnfitKey("not_yet", certificate.not_valid_before_utc.date().isoformat())
    if now >= certificate.not_valid_after_utc:
        raise UnfitKey("expired", certificate.not_valid_after_utc.date().isoformat())


def _issued(issuer: x509.Certificate, certificate: x509.Certificate, below: int) -> bool:
    """The issuer is an authority, may have so many others below it, and its key signed the certificate."""
    try:
        basic = issuer.extensions.get_extension_for_class(x509.BasicConstraints).value
        usage = issuer.extensions.get_extension_for_class(x509.KeyUsage).value
    except x509.ExtensionNotFound:
        return False
    if not basic.ca or not usage.key_cert_sign:
        return False
    if basic.path_length is not None and basic.path_length < below:
        return False
    try:
        certificate.verify_directly_issued_by(issuer)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True
