"""Keys that sign: made by the portal's authority for an account, revoked with a reason."""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.ledger import append
from players.models import Account
from players.permissions import require
from reports import authority as authorities
from reports.keys import authority, authority_folder, seal
from reports.models import SigningKey
from reports.permissions import PERMISSIONS
from reports.words import printed_day
from tournaments.errors import DomainError

SHORTEST_PASSPHRASE = 12
WARNING_DAYS = 30


@transaction.atomic
def key_issue(account: Account, *, actor: Account, passphrase: str) -> SigningKey:
    """Make a key for an account: certificate by the portal's authority, private key under the passphrase.

    A key is made by its owner alone, since nobody else may know the passphrase. A valid key that he has
    already is revoked by the new one. Raises PermissionDenied, ValidationError for a passphrase that is short.
    """
    require(PERMISSIONS, "key_issue", actor)
    if actor.pk != account.pk:
        raise DomainError(_("A key is made by its owner alone."), "not_your_key")
    _refuse_weak(account, passphrase)
    now = timezone.now()
    for old in SigningKey.objects.select_for_update().filter(account=account, revoked_at__isnull=True):
        _revoke(old, actor=actor, reason=_("replaced by a new key"), moment=now)
    issuer, private = authority(), authorities.new_key()
    certificate = authorities.issue(issuer, private.public_key(), common_name=account.shown_name, now=now)
    not_before, not_after = authorities.moments(certificate)
    key = SigningKey.objects.create(
        account=account,
        common_name=account.shown_name,
        serial=f"{certificate.serial_number:x}",
        certificate_pem=authorities.pem(certificate),
        sealed_pkcs12=seal().encrypt(authorities.pack(issuer, private, certificate, passphrase)),
        not_before=not_before,
        not_after=not_after,
    )
    _write(key, actor=actor, verb="key.issued")
    transaction.on_commit(revocations_publish)
    return key


@transaction.atomic
def key_revoke(
    key: SigningKey, *, actor: Account, reason: str, not_trusted_since: datetime | None = None
) -> SigningKey:
    """Revoke a key: nothing signed from now on counts, and what was signed before stays good.

    If somebody else may have had the key, `not_trusted_since` is the earlier moment from which nothing counts.
    Its owner or the federation's office may. Raises PermissionDenied, DomainError without a reason.
    """
    require(PERMISSIONS, "key_revoke", actor, key)
    if not reason.strip():
        raise DomainError(_("Say why the key is revoked."), "reason_missing", field="reason")
    locked = SigningKey.objects.select_for_update().get(pk=key.pk)
    if locked.revoked_at is not None:
        raise DomainError(_("The key was revoked already."), "revoked")
    moment = min(not_trusted_since or timezone.now(), timezone.now())
    _revoke(locked, actor=actor, reason=reason.strip(), moment=moment)
    transaction.on_commit(revocations_publish)
    return locked


def valid_key(account: Account) -> SigningKey:
    """The account's newest key that is valid now; raises DomainError with what is wrong and the next step."""
    now = timezone.now()
    keys = list(SigningKey.objects.filter(account=account))
    usable = [key for key in keys if key.revoked_at is None and key.not_before <= now < key.not_after]
    if usable:
        return usable[0]
    hint = _("Make a new one on the page of your signing keys.")
    ended = [key.not_after for key in keys if key.revoked_at is None and key.not_after <= now]
    if ended:
        day = printed_day(timezone.localtime(max(ended)).date())
        raise DomainError(
            _("Your certificate ended on %(day)s; nothing was signed.") % {"day": day},
            "certificate_expired",
            hint,
        )
    if keys:
        raise DomainError(_("Your key was revoked; nothing was signed."), "certificate_revoked", hint)
    raise DomainError(_("You have no signing key yet."), "no_key", hint)


def revocations() -> dict[int, datetime]:
    """All revoked keys: serial number -> the moment from which they are not trusted."""
    rows = SigningKey.objects.filter(revoked_at__isnull=False).values_list("serial", "revoked_at")
    return authorities.revoked_serials((serial, moment) for serial, moment in rows if moment is not None)


def revocations_publish() -> None:
    """Write the list of revoked keys beside the authority's certificates, for checks without a database."""
    data = authorities.revocation_list(authority(), revocations(), now=timezone.now())
    authorities.write_revocation_list(authority_folder(), data)


def _refuse_weak(account: Account, passphrase: str) -> None:
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise ValidationError(
            {
                "passphrase": ngettext(
                    "Choose at least %(count)s character.",
                    "Choose at least %(count)s characters.",
                    SHORTEST_PASSPHRASE,
                )
                % {"count": SHORTEST_PASSPHRASE}
            }
        )
    if account.check_password(passphrase):
        raise ValidationError({"passphrase": _("Choose another phrase than your password: this one signs.")})


def _revoke(key: SigningKey, *, actor: Account, reason: str, moment: datetime) -> None:
    key.revoked_at, key.revocation_reason = moment, reason[:200]
    key.save(update_fields=["revoked_at", "revocation_reason"])
    _write(key, actor=actor, verb="key.revoked", reason=reason, payload={"since": moment.isoformat()})


def _write(
    key: SigningKey, *, actor: Account, verb: str, reason: str = "", payload: dict[str, Any] | None = None
) -> None:
    append(
        scope="federation",
        object_id="keys",
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb=verb,
        reason=reason,
        payload={
            "account": key.account_id,
            "serial": key.serial,
            "until": key.not_after.date().isoformat(),
            **(payload or {}),
        },
    )
