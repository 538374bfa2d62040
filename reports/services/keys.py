"""Keys that sign: made by the portal's authority for an account, revoked with a reason."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from cryptography import x509
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.ledger import append
from players.models import Account
from players.permissions import require
from reports import authority as authorities
from reports.authority_renewal import renew_issuing
from reports.importing import MOST_BYTES, common_name
from reports.keys import anchors_of_nobody, anchors_with, authority, authority_folder, seal
from reports.models import Role, SigningKey
from reports.permissions import PERMISSIONS
from reports.services.roots import (
    brought_or_refused,
    other_roots,
    others_publish,
    refused_keys,
    trusted_roots,
)
from reports.words import printed_day
from tournaments.errors import DomainError

SHORTEST_PASSPHRASE = 12
WARNING_DAYS = 30


@transaction.atomic
def key_issue(account: Account, *, actor: Account, passphrase: str, role: str = "") -> SigningKey:
    """Make a key for an account: certificate by the portal's authority, private key under the passphrase.

    With a role the certificate says it and the key signs in that role alone. A key is made by its owner alone,
    since nobody else may know the passphrase. A valid key of the portal that he has for the same role is revoked by
    the new one. Raises PermissionDenied, ValidationError for a passphrase that is short, DomainError where no
    authority has been made.
    """
    _refuse_others(account, actor)
    refuse_weak(account, passphrase)
    issuer, now = own_authority(), timezone.now()
    _replace(account, actor=actor, role=role, source=SigningKey.Source.OWN, now=now)
    private = authorities.new_key()
    certificate = authorities.issue(
        issuer, private.public_key(), common_name=account.shown_name, now=now, role=role
    )
    not_before, not_after = authorities.moments(certificate)
    key = SigningKey.objects.create(
        account=account,
        role=role,
        issuer=common_name(issuer.issuing.subject),
        common_name=account.shown_name,
        serial=f"{certificate.serial_number:x}",
        certificate_pem=authorities.pem(certificate),
        chain_pem=authorities.pem(issuer.issuing),
        sealed_pkcs12=seal().encrypt(authorities.pack(issuer, private, certificate, passphrase)),
        not_before=not_before,
        not_after=not_after,
    )
    _write(key, actor=actor, verb="key.issued")
    transaction.on_commit(revocations_publish)
    return key


@transaction.atomic
def key_import(
    account: Account, *, actor: Account, data: bytes, file_passphrase: str, passphrase: str, role: str = ""
) -> SigningKey:
    """Take in a key of another authority (PKCS#12), checked, and put it under a passphrase of the portal's strength.

    Its root must be one that the federation trusts, or the portal's own. Raises PermissionDenied, ValidationError
    for the passphrase, DomainError with what is wrong with the key.
    """
    _refuse_others(account, actor)
    refuse_weak(account, passphrase)
    now = timezone.now()
    roots = {
        root.pk: x509.load_pem_x509_certificate(root.certificate_pem.encode()) for root in trusted_roots()
    }
    known: list[x509.Certificate] = list(roots.values())
    with suppress(authorities.AuthorityMissing):
        known.append(authority().root)
    brought = brought_or_refused(data[: MOST_BYTES + 1], file_passphrase, known, now=now)
    serial = f"{brought.certificate.serial_number:x}"
    if SigningKey.objects.filter(serial=serial).exists():
        raise DomainError(_("This key is here already."), "key_known", field="file")
    _replace(account, actor=actor, role=role, source=SigningKey.Source.IMPORTED, now=now)
    not_before, not_after = authorities.moments(brought.certificate)
    packed = authorities.pack_chain(
        brought.key, brought.certificate, (*brought.chain, brought.root), passphrase
    )
    key = SigningKey.objects.create(
        account=account,
        role=role,
        source=SigningKey.Source.IMPORTED,
        issuer=(common_name(brought.certificate.issuer) or brought.certificate.issuer.rfc4514_string())[:200],
        root_id=next((pk for pk, root in roots.items() if root == brought.root), None),
        common_name=brought.name[:120],
        serial=serial,
        certificate_pem=authorities.pem(brought.certificate),
        chain_pem="".join(map(authorities.pem, brought.chain)),
        sealed_pkcs12=seal().encrypt(packed),
        not_before=not_before,
        not_after=not_after,
    )
    _write(key, actor=actor, verb="key.imported", payload={"issuer": key.issuer})
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


def usable_keys(account: Account, role: str = "") -> list[SigningKey]:
    """The keys with which the account can sign now, those made for the role first, then those for any.

    Without a role, all of them.
    """
    now = timezone.now()
    keys = SigningKey.objects.filter(
        account=account, revoked_at__isnull=True, not_before__lte=now, not_after__gt=now
    ).exclude(root__withdrawn_at__isnull=False)
    found = [key for key in keys if not role or key.role in (role, "")]
    return sorted(found, key=lambda key: (key.role != role, -key.not_before.timestamp()))


def valid_key(account: Account, role: str = "") -> SigningKey:
    """The account's best key for a role that is valid now; raises DomainError with what is wrong and the next step."""
    usable = usable_keys(account, role)
    if usable:
        return usable[0]
    now = timezone.now()
    keys = [key for key in SigningKey.objects.filter(account=account) if not role or key.role in (role, "")]
    hint = _("Make a new one on the page of your signing keys.")
    ended = [key.not_after for key in keys if key.revoked_at is None and key.not_after <= now]
    if ended:
        day = printed_day(timezone.localtime(max(ended)).date())
        raise DomainError(
            _("Your certificate ended on %(day)s; nothing was signed.") % {"day": day},
            "certificate_expired",
            hint,
        )
    if any(key.revoked_at is None and key.root is not None and key.root.withdrawn_at for key in keys):
        raise DomainError(
            _("The authority of your key is not trusted any more; nothing was signed."),
            "authority_withdrawn",
            hint,
        )
    if keys:
        raise DomainError(_("Your key was revoked; nothing was signed."), "certificate_revoked", hint)
    if role and SigningKey.objects.filter(account=account).exists():
        raise DomainError(
            _("You have no signing key for this role: %(role)s.") % {"role": Role(role).label}, "no_key", hint
        )
    raise DomainError(_("You have no signing key yet."), "no_key", hint)


def revocations() -> dict[int, datetime]:
    """All revoked keys of the portal's authority: serial number -> the moment from which they are not trusted."""
    rows = SigningKey.objects.filter(revoked_at__isnull=False, source=SigningKey.Source.OWN)
    return authorities.revoked_serials(
        (serial, moment) for serial, moment in rows.values_list("serial", "revoked_at") if moment is not None
    )


def anchors_now() -> authorities.Anchors:
    """What a check by the portal needs: its authority with the list of revoked keys as of now, and all others.

    Without an authority of its own nobody of the portal is trusted, and the others are.
    """
    others, refused = other_roots(), refused_keys()
    try:
        opened = authority()
    except authorities.AuthorityMissing:
        return replace(anchors_of_nobody(), others=others, refused=refused)
    return anchors_with(opened, revocations(), others=others, refused=refused)


def revocations_publish() -> None:
    """Write lists and other authorities beside the authority's certificates, for checks without a database."""
    with suppress(authorities.AuthorityMissing):
        opened, revoked, now = authority(), revocations(), timezone.now()
        lists = (authorities.revocation_list(each, revoked, now=now) for each in (*opened.earlier, opened))
        authorities.write_revocation_lists(authority_folder(), *lists)
        others_publish()


@transaction.atomic
def authority_renew(*, root_key: Path | None, passphrase: str = "") -> authorities.Authority:
    """Make a new issuing authority and clock under the federation's root; who manages the machine does it.

    Keys made from now on are issued by it. The issuing authority before stays for the keys that it issued, with its
    own list of revoked keys. Raises AuthorityMissing and WrongRootKey.
    """
    made = renew_issuing(
        authority_folder(), seal(), now=timezone.now(), root_key=root_key, passphrase=passphrase
    )
    append(
        scope="federation",
        object_id="keys",
        actor_id=None,
        actor_name="manage.py authority_renew",
        verb="authority.renewed",
        payload={
            "issuing": common_name(made.issuing.subject),
            "serial": f"{made.issuing.serial_number:x}",
            "until": made.issuing.not_valid_after_utc.date().isoformat(),
        },
    )
    transaction.on_commit(revocations_publish)
    return made


def _refuse_others(account: Account, actor: Account) -> None:
    require(PERMISSIONS, "key_issue", actor)
    if actor.pk != account.pk:
        raise DomainError(_("A key is made by its owner alone."), "not_your_key")


def own_authority() -> authorities.Authority:
    """The federation's authority; raises DomainError before it has been made."""
    try:
        return authority()
    except authorities.AuthorityMissing:
        raise DomainError(
            _("The federation has no authority for signatures yet."),
            "no_authority",
            _("Its administrator makes one with manage.py authority_create."),
        ) from None


def _replace(account: Account, *, actor: Account, role: str, source: str, now: datetime) -> None:
    """Revoke the keys of the same role and source that a new one replaces."""
    old_keys = SigningKey.objects.select_for_update().filter(
        account=account, revoked_at__isnull=True, role=role, source=source
    )
    for old in old_keys:
        _revoke(old, actor=actor, reason=_("replaced by a new key"), moment=now)


def refuse_weak(account: Account, passphrase: str) -> None:
    """Raise ValidationError for a passphrase that is short, or that is the password."""
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
            **({"role": key.role} if key.role else {}),
            "until": key.not_after.date().isoformat(),
            **(payload or {}),
        },
    )
