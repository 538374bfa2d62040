"""The portal's own certificate authority: a root, an issuing authority, a clock for time stamps, a list of
revoked keys. Made on first need in one folder; nothing here touches the database or pyHanko.

Private keys lie in the folder sealed by the caller's `Seal` (Fernet over keys from the settings), so a copy
of the folder alone signs nothing. Certificates and the revocation list are plain files, for checks without
a database.
"""

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, ObjectIdentifier

ROOT_YEARS = 30
ISSUING_YEARS = 20
CLOCK_YEARS = 20
KEY_DAYS = 730
LIST_DAYS = 30
PASSPHRASE_ROUNDS = 600_000
# RFC 9336: the extended key usage for signing documents; Microsoft's older one is understood more widely.
DOCUMENT_SIGNING = (ObjectIdentifier("1.3.6.1.5.5.7.3.36"), ObjectIdentifier("1.3.6.1.4.1.311.10.3.12"))
CERTIFICATES = ("root", "issuing", "clock")


class AuthorityMissing(Exception):
    """No authority has been made in the folder, so nobody can be trusted yet."""


class Seal(Protocol):
    """Encrypts what lies on the disk and opens it again."""

    def encrypt(self, data: bytes) -> bytes:
        """The sealed bytes."""
        ...

    def decrypt(self, token: bytes) -> bytes:
        """The bytes as they were; raises when the seal is another's or broken."""
        ...


@dataclass(frozen=True, slots=True)
class Anchors:
    """What a check needs and nothing secret: the certificates in DER, and the list of revoked keys (or None)."""

    root: bytes
    issuing: bytes
    clock: bytes
    revoked: bytes | None = None


@dataclass(frozen=True, slots=True)
class Authority:
    """The authority with its keys opened."""

    root: x509.Certificate
    issuing: x509.Certificate
    clock: x509.Certificate
    issuing_key: ec.EllipticCurvePrivateKey
    clock_key: ec.EllipticCurvePrivateKey

    def anchors(self, revoked: bytes | None) -> Anchors:
        """The public part, with a list of revoked keys."""
        return Anchors(_der(self.root), _der(self.issuing), _der(self.clock), revoked)


def open_authority(folder: Path, seal: Seal, *, name: str, now: datetime) -> Authority:
    """The authority of the folder, made if there is none yet.

    Two processes that make it at once end with the same one: the folder appears whole, by one rename.
    """
    if not (folder / "root.pem").exists():
        _make_folder(folder, seal, name, now)
    certificates = {part: _load_certificate(folder / f"{part}.pem") for part in CERTIFICATES}
    keys = {part: _load_key(folder / f"{part}.key", seal) for part in ("issuing", "clock")}
    return Authority(**certificates, issuing_key=keys["issuing"], clock_key=keys["clock"])


def read_anchors(folder: Path) -> Anchors:
    """The public part as it lies on the disk; raises AuthorityMissing where no authority was made."""
    if not (folder / "root.pem").exists():
        raise AuthorityMissing(f"No authority certificate lies in {folder}.")
    root, issuing, clock = (_der(_load_certificate(folder / f"{part}.pem")) for part in CERTIFICATES)
    path = folder / "revoked.crl"
    return Anchors(root, issuing, clock, path.read_bytes() if path.exists() else None)


def new_key() -> ec.EllipticCurvePrivateKey:
    """A fresh private key on P-256."""
    return ec.generate_private_key(ec.SECP256R1())


def issue(
    authority: Authority,
    key: ec.EllipticCurvePublicKey,
    *,
    common_name: str,
    now: datetime,
    days: int = KEY_DAYS,
) -> x509.Certificate:
    """A certificate for signing documents, valid from `now` for so many days."""
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=True,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    builder = (
        _builder(_name(common_name), authority.issuing.subject, key, now, timedelta(days=days))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage(list(DOCUMENT_SIGNING)), critical=False)
        .add_extension(_distribution_point(), critical=False)
        .add_extension(_issued_by(authority.issuing_key.public_key()), critical=False)
    )
    return builder.sign(authority.issuing_key, hashes.SHA256())


def revocation_list(
    authority: Authority, revoked: Mapping[int, datetime], *, now: datetime, days: int = LIST_DAYS
) -> bytes:
    """The list of revoked keys in DER: serial number -> the moment from which it is not trusted."""
    builder = (
        x509.CertificateRevocationListBuilder()
        .issuer_name(authority.issuing.subject)
        .last_update(now)
        .next_update(now + timedelta(days=days))
        .add_extension(x509.CRLNumber(int(now.timestamp() * 1000)), critical=False)
        .add_extension(_issued_by(authority.issuing_key.public_key()), critical=False)
    )
    for serial, moment in sorted(revoked.items()):
        entry = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(moment).build()
        builder = builder.add_revoked_certificate(entry)
    return builder.sign(authority.issuing_key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def revoked_in(revocation_list_der: bytes | None) -> dict[int, datetime]:
    """What a list says: serial number -> the moment from which the key is not trusted."""
    if revocation_list_der is None:
        return {}
    entries = x509.load_der_x509_crl(revocation_list_der)
    return {entry.serial_number: entry.revocation_date_utc for entry in entries}


def write_revocation_list(folder: Path, data: bytes) -> None:
    """Put the list beside the certificates, whole or not at all."""
    _write(folder / "revoked.crl", data)


def pack(
    authority: Authority, key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate, passphrase: str
) -> bytes:
    """Key and certificate as PKCS#12, encrypted by the passphrase (PBKDF2, 600,000 rounds, AES-256)."""
    encryption = (
        serialization.PrivateFormat.PKCS12.encryption_builder()
        .kdf_rounds(PASSPHRASE_ROUNDS)
        .key_cert_algorithm(pkcs12.PBES.PBESv2SHA256AndAES256CBC)
        .hmac_hash(hashes.SHA256())
        .build(passphrase.encode())
    )
    friendly = certificate.subject.rfc4514_string().encode()
    return pkcs12.serialize_key_and_certificates(friendly, key, certificate, [authority.issuing], encryption)


def pem(certificate: x509.Certificate) -> str:
    """The certificate as text."""
    return certificate.public_bytes(serialization.Encoding.PEM).decode("ascii")


def _make_folder(folder: Path, seal: Seal, name: str, now: datetime) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    making = Path(tempfile.mkdtemp(prefix=".authority-", dir=folder.parent))
    try:
        _fill(making, seal, name, now)
        os.rename(making, folder)
    except OSError:
        if not (folder / "root.pem").exists():
            raise
    finally:
        shutil.rmtree(making, ignore_errors=True)


def _fill(folder: Path, seal: Seal, name: str, now: datetime) -> None:
    keys = {part: new_key() for part in CERTIFICATES}
    root_name, issuing_name = _name(f"{name} Root"), _name(f"{name} Signing")
    certificates = {
        "root": _authority_certificate(
            root_name, root_name, keys["root"], keys["root"], now, timedelta(days=365 * ROOT_YEARS), 1
        ),
        "issuing": _authority_certificate(
            issuing_name,
            root_name,
            keys["issuing"],
            keys["root"],
            now,
            timedelta(days=365 * ISSUING_YEARS),
            0,
        ),
        "clock": _clock_certificate(name, root_name, keys["clock"], keys["root"], now),
    }
    for part, certificate in certificates.items():
        _write(folder / f"{part}.pem", pem(certificate).encode())
        _write(folder / f"{part}.key", seal.encrypt(_key_bytes(keys[part])), private=True)


def _authority_certificate(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    issuer_key: ec.EllipticCurvePrivateKey,
    now: datetime,
    valid: timedelta,
    path_length: int,
) -> x509.Certificate:
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    builder = (
        _builder(subject, issuer, key.public_key(), now, valid)
        .add_extension(x509.BasicConstraints(ca=True, path_length=path_length), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(_issued_by(issuer_key.public_key()), critical=False)
    )
    return builder.sign(issuer_key, hashes.SHA256())


def _clock_certificate(
    name: str,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    issuer_key: ec.EllipticCurvePrivateKey,
    now: datetime,
) -> x509.Certificate:
    builder = (
        _builder(_name(f"{name} Clock"), issuer, key.public_key(), now, timedelta(days=365 * CLOCK_YEARS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(
            x509.KeyUsage(
                digital_signature=True,
                content_commitment=False,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                key_cert_sign=False,
                crl_sign=False,
                encipher_only=False,
                decipher_only=False,
            ),
            critical=True,
        )
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
        .add_extension(_issued_by(issuer_key.public_key()), critical=False)
    )
    return builder.sign(issuer_key, hashes.SHA256())


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, valid: timedelta
) -> x509.CertificateBuilder:
    # A clock that is a minute behind elsewhere must not call a fresh certificate "not yet valid".
    start = now.astimezone(UTC) - timedelta(minutes=1)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + valid)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _name(common_name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name[:64])])


def _issued_by(key: ec.EllipticCurvePublicKey) -> x509.AuthorityKeyIdentifier:
    return x509.AuthorityKeyIdentifier.from_issuer_public_key(key)


def _distribution_point() -> x509.CRLDistributionPoints:
    # The list travels with the portal; the name is there because checks ask for one, nothing fetches it.
    place = x509.UniformResourceIdentifier("urn:crosstable:revoked")
    return x509.CRLDistributionPoints(
        [x509.DistributionPoint(full_name=[place], relative_name=None, reasons=None, crl_issuer=None)]
    )


def _key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _load_key(path: Path, seal: Seal) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_der_private_key(seal.decrypt(path.read_bytes()), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError(f"{path.name} holds no key on an elliptic curve.")
    return key


def _load_certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def _der(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.DER)


def _write(path: Path, data: bytes, *, private: bool = False) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
    os.chmod(name, 0o600 if private else 0o644)
    os.replace(name, path)


def moments(certificate: x509.Certificate) -> tuple[datetime, datetime]:
    """First and last moment of the certificate's validity."""
    return certificate.not_valid_before_utc, certificate.not_valid_after_utc


def revoked_serials(pairs: Iterable[tuple[str, datetime]]) -> dict[int, datetime]:
    """Serial numbers as they are stored (hexadecimal text) with their moments, as the list wants them."""
    return {int(serial, 16): moment for serial, moment in pairs}
