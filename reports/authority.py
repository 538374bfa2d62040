"""The portal's own certificate authority: a root, an issuing authority, a clock for time stamps, a list of
revoked keys. Made on first need in one folder; nothing here touches the database or pyHanko.

Private keys lie in the folder sealed by the caller's `Seal` (Fernet over keys from the settings), so a copy
of the folder alone signs nothing. Certificates and the revocation list are plain files, for checks without
a database.
"""

import json
import os
import shutil
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import pkcs12

from reports.certificates import (
    authority_certificate,
    clock_certificate,
    distinguished,
    issued_by,
    signer_certificate,
)

ROOT_YEARS = 30
ISSUING_YEARS = 20
KEY_DAYS = 730
LIST_DAYS = 30
PASSPHRASE_ROUNDS = 600_000
OTHERS = "others.json"
DER = serialization.Encoding.DER
CERTIFICATES = ("root", "issuing", "clock")
RENEWED = ("issuing", "clock")
GENERATIONS = "generations"
# Puts the root's private key where it belongs; the folder is the one that is being made.
KeepRoot = Callable[[Path, ec.EllipticCurvePrivateKey], None]


class AuthorityMissing(Exception):
    """No authority has been made in the folder, so nobody can be trusted yet."""


class AuthorityExists(Exception):
    """An authority or a file of its root is there already."""


class Seal(Protocol):
    """Encrypts what lies on the disk and opens it again."""

    def encrypt(self, data: bytes) -> bytes:
        """The sealed bytes."""
        ...

    def decrypt(self, token: bytes) -> bytes:
        """The bytes as they were; raises when the seal is another's or broken."""
        ...


@dataclass(frozen=True, slots=True)
class OtherRoot:
    """Another authority that the federation trusts: its root in DER, and its list of revoked keys (or None)."""

    root: bytes
    revoked: bytes | None = None


@dataclass(frozen=True, slots=True)
class EarlierIssuer:
    """An issuing authority before the one of now, under the same root: in DER, with its list of revoked keys."""

    certificate: bytes
    revoked: bytes | None = None


@dataclass(frozen=True, slots=True)
class Anchors:
    """What a check needs and nothing secret: the certificates in DER, and the list of revoked keys (or None).

    `others` are further authorities, `earlier` the portal's own issuing authorities before this one. `refused` are
    keys of other authorities that the portal itself has revoked: the SHA-256 of the certificate and the moment, as
    ISO text, from which it is not trusted.
    """

    root: bytes
    issuing: bytes
    clock: bytes
    revoked: bytes | None = None
    others: tuple[OtherRoot, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    earlier: tuple[EarlierIssuer, ...] = ()


@dataclass(frozen=True, slots=True)
class Authority:
    """The authority with its keys opened; `earlier` are its generations before, the oldest first."""

    root: x509.Certificate
    issuing: x509.Certificate
    clock: x509.Certificate
    issuing_key: ec.EllipticCurvePrivateKey
    clock_key: ec.EllipticCurvePrivateKey
    earlier: "tuple[Authority, ...]" = ()

    def anchors(
        self,
        revoked: bytes | None,
        *,
        others: tuple[OtherRoot, ...] = (),
        refused: tuple[tuple[str, str], ...] = (),
        earlier: tuple[EarlierIssuer, ...] = (),
    ) -> Anchors:
        """The public part, with lists of revoked keys, and other authorities with keys refused of theirs."""
        own = _der(self.root), _der(self.issuing), _der(self.clock)
        return Anchors(*own, revoked, others, refused, earlier)

    def issuer_of(self, certificate: x509.Certificate) -> "Authority":
        """The generation that issued a certificate; the one of now for what none of them issued."""
        issuers = (each for each in self.earlier if each.issuing.subject == certificate.issuer)
        return next(issuers, self)


def open_authority(folder: Path, seal: Seal, *, name: str, now: datetime) -> Authority:
    """The authority of the folder, made if there is none yet.

    Two processes that make it at once end with the same one: the folder appears whole, by one rename.
    """
    if not (folder / "root.pem").exists():
        _make_folder(folder, seal, name, now, _sealed_beside(seal))
    root = load_certificate(folder / "root.pem")
    *earlier, current = (_generation(root, each, seal) for each in generations(folder))
    return replace(current, earlier=tuple(earlier))


def generations(folder: Path) -> list[Path]:
    """Where issuing authorities and clocks lie, the oldest first: the first beside the root, each later in its own."""
    later = (folder / GENERATIONS).glob("[0-9]*")
    return [folder, *sorted(later, key=lambda path: int(path.name))]


def _generation(root: x509.Certificate, folder: Path, seal: Seal) -> Authority:
    return Authority(
        root,
        load_certificate(folder / "issuing.pem"),
        load_certificate(folder / "clock.pem"),
        load_key(folder / "issuing.key", seal),
        load_key(folder / "clock.key", seal),
    )


def read_anchors(folder: Path) -> Anchors:
    """The public part as it lies on the disk; raises AuthorityMissing where no authority was made."""
    if not (folder / "root.pem").exists():
        raise AuthorityMissing(f"No authority certificate lies in {folder}.")
    root = _der(load_certificate(folder / "root.pem"))
    *before, current = generations(folder)
    issuing, clock = (_der(load_certificate(current / f"{part}.pem")) for part in RENEWED)
    others, refused = _read_others(folder / OTHERS)
    earlier = tuple(
        EarlierIssuer(_der(load_certificate(each / "issuing.pem")), _list_in(each)) for each in before
    )
    return Anchors(root, issuing, clock, _list_in(current), others, refused, earlier)


def _list_in(folder: Path) -> bytes | None:
    path = folder / "revoked.crl"
    return path.read_bytes() if path.exists() else None


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
    role: str = "",
) -> x509.Certificate:
    """A certificate for signing documents, valid from `now` for so many days; `role` stands in it as a title.

    It ends with its issuer's at the latest.
    """
    name = distinguished(common_name, role)
    valid = min(timedelta(days=days), authority.issuing.not_valid_after_utc - now)
    return signer_certificate(authority.issuing, authority.issuing_key, key, name, now, valid)


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
        .add_extension(issued_by(authority.issuing_key.public_key()), critical=False)
    )
    for serial, moment in sorted(revoked.items()):
        entry = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(moment).build()
        builder = builder.add_revoked_certificate(entry)
    return builder.sign(authority.issuing_key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def earlier_issuers(
    authority: Authority, revoked: Mapping[int, datetime], *, now: datetime
) -> tuple[EarlierIssuer, ...]:
    """The issuing authorities before this one, each with its own list of revoked keys as of now."""
    return tuple(
        EarlierIssuer(_der(each.issuing), revocation_list(each, revoked, now=now))
        for each in authority.earlier
    )


def revoked_in(revocation_list_der: bytes | None) -> dict[int, datetime]:
    """What a list says: serial number -> the moment from which the key is not trusted."""
    if revocation_list_der is None:
        return {}
    entries = x509.load_der_x509_crl(revocation_list_der)
    return {entry.serial_number: entry.revocation_date_utc for entry in entries}


def write_revocation_lists(folder: Path, *lists: bytes) -> None:
    """Put each generation's list beside its certificates, whole or not at all; the oldest first."""
    for generation, data in zip(generations(folder), lists, strict=True):
        _write(generation / "revoked.crl", data)


def write_others(folder: Path, others: Sequence[OtherRoot], refused: Sequence[tuple[str, str]]) -> None:
    """Put the other authorities beside the certificates, whole or not at all."""
    told = {
        "authorities": [
            {"root": b64encode(other.root).decode(), "revoked": b64encode(other.revoked or b"").decode()}
            for other in others
        ],
        "refused": [list(pair) for pair in refused],
    }
    _write(folder / OTHERS, json.dumps(told, indent=1).encode())


def _read_others(path: Path) -> tuple[tuple[OtherRoot, ...], tuple[tuple[str, str], ...]]:
    if not path.exists():
        return (), ()
    told = json.loads(path.read_bytes())
    others = tuple(
        OtherRoot(b64decode(item["root"]), b64decode(item["revoked"]) or None) for item in told["authorities"]
    )
    return others, tuple((sha256, since) for sha256, since in told["refused"])


def pack(
    authority: Authority, key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate, passphrase: str
) -> bytes:
    """Key and certificate as PKCS#12, encrypted by the passphrase (PBKDF2, 600,000 rounds, AES-256)."""
    return pack_chain(key, certificate, [authority.issuing], passphrase)


def pack_chain(
    key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey,
    certificate: x509.Certificate,
    chain: Sequence[x509.Certificate],
    passphrase: str,
) -> bytes:
    """The same for a key of any authority, with the certificates between it and the root."""
    encryption = (
        serialization.PrivateFormat.PKCS12.encryption_builder()
        .kdf_rounds(PASSPHRASE_ROUNDS)
        .key_cert_algorithm(pkcs12.PBES.PBESv2SHA256AndAES256CBC)
        .hmac_hash(hashes.SHA256())
        .build(passphrase.encode())
    )
    friendly = certificate.subject.rfc4514_string().encode()
    return pkcs12.serialize_key_and_certificates(friendly, key, certificate, list(chain), encryption)


def pem(certificate: x509.Certificate) -> str:
    """The certificate as text."""
    return certificate.public_bytes(serialization.Encoding.PEM).decode("ascii")


def make_authority(
    folder: Path, seal: Seal, *, name: str, now: datetime, root_key: Path, passphrase: str
) -> None:
    """Make the authority with its root's private key outside: in the file `root_key`, under the passphrase.

    The folder gets the certificates and the sealed keys of the issuing authority and the clock. Raises
    AuthorityExists; the file is never written over.
    """
    if folder.exists():
        raise AuthorityExists(f"An authority lies in {folder} already.")
    if root_key.exists():
        raise AuthorityExists(f"{root_key} is there already; it is not written over.")
    root_key.parent.mkdir(parents=True, exist_ok=True, mode=0o700)

    def keep_root(_making: Path, key: ec.EllipticCurvePrivateKey) -> None:
        encryption = serialization.BestAvailableEncryption(passphrase.encode())
        data = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encryption)
        _write(root_key, data, private=True)

    _make_folder(folder, seal, name, now, keep_root)


def _sealed_beside(seal: Seal) -> KeepRoot:
    def keep(folder: Path, key: ec.EllipticCurvePrivateKey) -> None:
        _write(folder / "root.key", seal.encrypt(_key_bytes(key)), private=True)

    return keep


def _make_folder(folder: Path, seal: Seal, name: str, now: datetime, keep_root: KeepRoot) -> None:
    try:
        with appearing(folder) as making:
            root_key, root_name = new_key(), distinguished(f"{name} Root")
            years = timedelta(days=365 * ROOT_YEARS)
            root = authority_certificate(root_name, root_name, root_key, root_key, now, years, 1)
            _write(making / "root.pem", pem(root).encode())
            fill(making, seal, name, now, root, root_key)
            keep_root(making, root_key)
    except OSError:
        if not (folder / "root.pem").exists():
            raise


@contextmanager
def appearing(folder: Path) -> Iterator[Path]:
    """A folder that is filled elsewhere and then appears whole, by one rename."""
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    making = Path(tempfile.mkdtemp(prefix=".authority-", dir=folder.parent))
    try:
        yield making
        os.rename(making, folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def fill(
    folder: Path,
    seal: Seal,
    name: str,
    now: datetime,
    root: x509.Certificate,
    root_key: ec.EllipticCurvePrivateKey,
    mark: str = "",
) -> None:
    """An issuing authority and a clock under the root; neither outlives it."""
    keys = {part: new_key() for part in RENEWED}
    issuing_name = distinguished(f"{name[:50]} Signing{mark}")
    years = min(timedelta(days=365 * ISSUING_YEARS), root.not_valid_after_utc - now)
    certificates = {
        "issuing": authority_certificate(
            issuing_name, root.subject, keys["issuing"], root_key, now, years, 0
        ),
        "clock": clock_certificate(
            f"{name[:50]} Clock{mark}", root.subject, keys["clock"], root_key, now, years
        ),
    }
    for part, certificate in certificates.items():
        _write(folder / f"{part}.pem", pem(certificate).encode())
        _write(folder / f"{part}.key", seal.encrypt(_key_bytes(keys[part])), private=True)


def _key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def load_key(path: Path, seal: Seal) -> ec.EllipticCurvePrivateKey:
    """A private key that lies sealed on the disk."""
    key = serialization.load_der_private_key(seal.decrypt(path.read_bytes()), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError(f"{path.name} holds no key on an elliptic curve.")
    return key


def load_certificate(path: Path) -> x509.Certificate:
    """A certificate that lies on the disk as text."""
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
