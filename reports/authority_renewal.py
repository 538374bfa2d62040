"""A new issuing authority and clock under the same root, before the certificates of the old ones end."""

from datetime import datetime
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from reports.authority import (
    GENERATIONS,
    Authority,
    AuthorityMissing,
    Seal,
    appearing,
    fill,
    generations,
    load_certificate,
    load_key,
    open_authority,
)


class WrongRootKey(Exception):
    """What was given opens no private key, or that of another root."""


def renew_issuing(
    folder: Path, seal: Seal, *, now: datetime, root_key: Path | None, passphrase: str = ""
) -> Authority:
    """Make a new issuing authority and clock under the same root; the ones before stay for what they issued.

    The root's private key comes from its file under the passphrase, or from the seal beside the root where it never
    left. Raises AuthorityMissing, and WrongRootKey for a key that is none of this root.
    """
    if not (folder / "root.pem").exists():
        raise AuthorityMissing(f"No authority certificate lies in {folder}.")
    root = load_certificate(folder / "root.pem")
    key = _root_key(folder, seal, root_key, passphrase)
    if key.public_key() != root.public_key():
        raise WrongRootKey("The private key is not that of the root that lies here.")
    number = len(generations(folder)) + 1
    with appearing(folder / GENERATIONS / str(number)) as making:
        fill(making, seal, _name_of(root), now, root, key, f" {number}")
    return open_authority(folder, seal, name="", now=now)


def _root_key(folder: Path, seal: Seal, path: Path | None, passphrase: str) -> ec.EllipticCurvePrivateKey:
    if path is None:
        if not (folder / "root.key").exists():
            raise WrongRootKey("The root's private key was taken away; name its file.")
        return load_key(folder / "root.key", seal)
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), passphrase.encode())
    except (OSError, ValueError, TypeError):
        raise WrongRootKey(f"{path} holds no key that this passphrase opens.") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise WrongRootKey(f"{path} holds no key on an elliptic curve.")
    return key


def _name_of(root: x509.Certificate) -> str:
    """The federation's name, of which the names in the certificates are made."""
    [named] = root.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return str(named.value).removesuffix(" Root")
