"""Other authorities whose certificates the federation trusts: added and withdrawn by its administrator."""

from collections.abc import Sequence
from datetime import datetime

from cryptography import x509
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from core.ledger import append
from players.models import Account
from players.permissions import require
from reports import authority as authorities
from reports.authority import OtherRoot
from reports.importing import (
    Brought,
    UnfitKey,
    brought_key,
    common_name,
    fingerprint,
    revoked_keys_of,
    root_of,
)
from reports.keys import authority_folder
from reports.models import SigningKey, TrustedRoot
from reports.permissions import PERMISSIONS
from reports.words import FAULTS
from tournaments.errors import DomainError

COMMAND = "manage.py trust_root"


@transaction.atomic
def root_trust(
    *, actor: Account | None, certificate: bytes, revocation_list: bytes = b"", note: str = ""
) -> TrustedRoot:
    """Trust another authority, or give one that is trusted a newer list of revoked keys.

    `certificate` is its root in PEM or DER. Without an actor the command does it. A withdrawn one is trusted
    again. Raises PermissionDenied, DomainError for what is no root of an authority, or no such list.
    """
    if actor is not None:
        require(PERMISSIONS, "root_trust", actor)
    try:
        root = root_of(certificate, now=timezone.now())
        revoked = revoked_keys_of(revocation_list) if revocation_list else b""
    except UnfitKey as error:
        raise _refusal(error, "file") from None
    name = (common_name(root.subject) or root.subject.rfc4514_string())[:200]
    kept, _made = TrustedRoot.objects.update_or_create(
        sha256=fingerprint(root),
        defaults={
            "name": name,
            "certificate_pem": authorities.pem(root),
            "not_after": root.not_valid_after_utc,
            "withdrawn_at": None,
            "note": note.strip()[:200],
            **({"revocation_list": revoked} if revoked else {}),
        },
        create_defaults={
            "name": name,
            "certificate_pem": authorities.pem(root),
            "not_after": root.not_valid_after_utc,
            "note": note.strip()[:200],
            "revocation_list": revoked,
            "added_by": actor,
        },
    )
    _write(kept, actor=actor, verb="authority.trusted", reason=note)
    transaction.on_commit(others_publish)
    return kept


@transaction.atomic
def root_withdraw(root: TrustedRoot, *, actor: Account, reason: str) -> TrustedRoot:
    """Trust an authority no longer: its keys sign nothing here, and what they signed is not accepted any more.

    Raises PermissionDenied, DomainError without a reason.
    """
    require(PERMISSIONS, "root_trust", actor)
    if not reason.strip():
        raise DomainError(_("Say why it is not trusted any more."), "reason_missing", field="reason")
    locked = TrustedRoot.objects.select_for_update().get(pk=root.pk)
    locked.withdrawn_at, locked.note = timezone.now(), reason.strip()[:200]
    locked.save(update_fields=["withdrawn_at", "note"])
    _write(locked, actor=actor, verb="authority.withdrawn", reason=reason.strip())
    transaction.on_commit(others_publish)
    return locked


def trusted_roots() -> QuerySet[TrustedRoot]:
    """The other authorities that are trusted now."""
    return TrustedRoot.objects.filter(withdrawn_at__isnull=True)


def other_roots() -> tuple[OtherRoot, ...]:
    """The same as a check wants them."""
    return tuple(
        OtherRoot(
            x509.load_pem_x509_certificate(root.certificate_pem.encode()).public_bytes(authorities.DER),
            bytes(root.revocation_list) or None,
        )
        for root in trusted_roots()
    )


def refused_keys() -> tuple[tuple[str, str], ...]:
    """Keys of other authorities that were revoked here: fingerprint of the certificate, and since when."""
    rows = SigningKey.objects.filter(revoked_at__isnull=False, source=SigningKey.Source.IMPORTED)
    return tuple(
        (fingerprint(x509.load_pem_x509_certificate(pem.encode())), moment.isoformat())
        for pem, moment in rows.values_list("certificate_pem", "revoked_at")
        if moment is not None
    )


def others_publish() -> None:
    """Write the other authorities beside the portal's own, for checks without a database."""
    if (authority_folder() / "root.pem").exists():
        authorities.write_others(authority_folder(), other_roots(), refused_keys())


def brought_or_refused(
    data: bytes, passphrase: str, roots: Sequence[x509.Certificate], *, now: datetime
) -> Brought:
    """The key inside a file; raises DomainError with what is wrong with it."""
    try:
        return brought_key(data, passphrase, roots, now=now)
    except UnfitKey as error:
        field = "file_passphrase" if error.fault == "not_opened" else "file"
        raise _refusal(error, field) from None


def _refusal(error: UnfitKey, field: str) -> DomainError:
    return DomainError(str(FAULTS[error.fault]) % {"told": error.told}, f"key_{error.fault}", field=field)


def _write(root: TrustedRoot, *, actor: Account | None, verb: str, reason: str = "") -> None:
    append(
        scope="federation",
        object_id="keys",
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else COMMAND,
        verb=verb,
        reason=reason,
        payload={"authority": root.name, "sha256": root.sha256, "has_list": bool(root.revocation_list)},
    )
