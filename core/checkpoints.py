"""The ledger's daily checkpoint: a signature over the heads of all chains."""

import base64
import hashlib
import os
from datetime import date, timedelta
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from core.canonical import digest
from core.ledger import BrokenChain
from core.models import Chain, Checkpoint, LedgerRow

Heads = list[list[str | int]]


def checkpoint_today() -> Checkpoint:
    """The checkpoint of today, made and signed if there is none yet."""
    return checkpoint_of(timezone.localdate())


def checkpoint_of(day: date) -> Checkpoint:
    """The checkpoint of a day; of two processes that make it at once one wins, and both return the winner's."""
    found = Checkpoint.objects.filter(day=day).first()
    if found is not None:
        return found
    key = signing_key()
    public = _public_pem(key)
    heads = _heads()
    made = Checkpoint(
        day=day,
        at=timezone.now(),
        heads=heads,
        digest=digest({"day": day.isoformat(), "heads": heads}),
        key_id=hashlib.sha256(public.encode()).hexdigest(),
        public_key=public,
    )
    made.signature = base64.b64encode(key.sign(made.digest.encode(), ec.ECDSA(hashes.SHA256()))).decode()
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError:
        return Checkpoint.objects.get(day=day)
    return made


def missed_days(today: date | None = None) -> list[date]:
    """The days since the first checkpoint that have none, oldest first; today is not over and never missed."""
    until = today or timezone.localdate()
    made = set(Checkpoint.objects.filter(day__lte=until).values_list("day", flat=True))
    if not made:
        return []
    first = min(made)
    days = (first + timedelta(days=number) for number in range((until - first).days))
    return [day for day in days if day not in made]


def verify_checkpoint(checkpoint: Checkpoint) -> int:
    """The number of chains whose head still stands as it was signed; raises BrokenChain."""
    verify_signature(checkpoint)
    for scope, object_id, seq, head in checkpoint.heads:
        stands = LedgerRow.objects.filter(
            chain__scope=scope, chain__object_id=object_id, seq=seq, hash=head
        ).exists()
        if not stands:
            raise BrokenChain(
                f"{scope} {object_id}: row {seq} is not the one that was signed on {checkpoint}"
            )
    return len(checkpoint.heads)


def verify_signature(checkpoint: Checkpoint) -> None:
    """Check that the checkpoint's own key signed its list of heads; a row that was never stored may be given too.

    Raises BrokenChain. Whether the key is the portal's is the reader's to compare.
    """
    if checkpoint.digest != digest({"day": checkpoint.day.isoformat(), "heads": checkpoint.heads}):
        raise BrokenChain(f"checkpoint {checkpoint}: its list of heads was changed")
    if checkpoint.key_id != hashlib.sha256(checkpoint.public_key.encode()).hexdigest():
        raise BrokenChain(f"checkpoint {checkpoint}: its key was exchanged")
    try:
        public = serialization.load_pem_public_key(checkpoint.public_key.encode())
        signature = base64.b64decode(checkpoint.signature, validate=True)
    except ValueError as error:
        raise BrokenChain(f"checkpoint {checkpoint}: its key or signature cannot be read") from error
    if not isinstance(public, ec.EllipticCurvePublicKey):
        raise BrokenChain(f"checkpoint {checkpoint}: its key is of another kind")
    try:
        public.verify(signature, checkpoint.digest.encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise BrokenChain(f"checkpoint {checkpoint}: the signature does not fit") from None


def signing_key() -> ec.EllipticCurvePrivateKey:
    """The portal's P-256 key for checkpoints, made at its first use and readable by the portal alone."""
    path = Path(settings.LEDGER_KEY_FILE)
    if not path.exists():
        _make_key(path)
    key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError(f"{path} holds no elliptic-curve key")
    return key


def own_key_id() -> str | None:
    """The id of this portal's key, or None while there is no key; it tells own signatures from strange ones."""
    if not Path(settings.LEDGER_KEY_FILE).exists():
        return None
    return hashlib.sha256(_public_pem(signing_key()).encode()).hexdigest()


def _make_key(path: Path) -> None:
    """Write a new key whole or not at all; a key that another process made first stays."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    pem = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _public_pem(key: ec.EllipticCurvePrivateKey) -> str:
    return (
        key.public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        .decode()
    )


def _heads() -> Heads:
    """Scope, object, number of rows and last hash of every chain, in a fixed order."""
    chains = Chain.objects.filter(seq__gt=0).order_by("scope", "object_id")
    return [list(head) for head in chains.values_list("scope", "object_id", "seq", "head_hash")]
