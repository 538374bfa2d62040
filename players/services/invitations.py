"""Writes about invitations: an account offered by e-mail, which whoever is invited opens himself.

The link is signed and is not stored; the ledger hears of roles, never of an address.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.jobs import submit
from core.ledger import append
from players.models import Account, Invitation, Region
from players.permissions import PERMISSIONS, REGIONAL_REPRESENTATIVE, ROLES, require
from players.services.accounts import account_create

DAYS = 7
MAIL_JOB = "players.invitation_mail"
_SALT = "players.invitation"


@transaction.atomic
def invitation_make(
    *,
    actor: Account,
    email: str,
    display_name: str,
    roles: Iterable[str] = (),
    region: Region | None = None,
    language: str = "",
) -> Invitation:
    """Invite somebody by e-mail to an account with these roles.

    Raises PermissionDenied (only the federation's administrator invites), or ValidationError by field: for no
    address, one that an account or an open invitation has, a role that does not exist, a representative without a
    region or a region without its representative.
    """
    require(PERMISSIONS, "office", actor)
    wanted, address = sorted(set(roles)), email.strip()
    _check(address, display_name, wanted, region)
    now = timezone.now()
    invitation = Invitation.objects.create(
        email=address,
        display_name=display_name.strip(),
        language=language,
        roles=wanted,
        region=region,
        invited_by=actor,
        invited_at=now,
        expires_at=now + timedelta(days=DAYS),
    )
    _tell(invitation, actor, "account.invited", "", region=region.code if region else "", roles=wanted)
    _send(invitation)
    return invitation


@transaction.atomic
def invitation_renew(invitation: Invitation, *, actor: Account) -> Invitation:
    """Send a new link, which holds from now on; those sent before end. Raises PermissionDenied, ValidationError."""
    require(PERMISSIONS, "office", actor)
    stored = _undecided(invitation)
    stored.series += 1
    # From here on it is the invitation of whoever sends it: it holds as long as he runs the office.
    stored.invited_by = actor
    stored.expires_at = timezone.now() + timedelta(days=DAYS)
    stored.save()
    _tell(stored, actor, "account.invitation_renewed", "")
    _send(stored)
    return stored


@transaction.atomic
def invitation_withdraw(invitation: Invitation, *, actor: Account, reason: str) -> Invitation:
    """End an invitation that nobody has used. Raises PermissionDenied, ValidationError without a reason or used."""
    require(PERMISSIONS, "office", actor)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why the invitation ends.")})
    stored = _undecided(invitation)
    _withdraw(stored, reason.strip(), actor)
    return stored


def invitations_end_of(inviter: Account, *, actor: Account | None) -> None:
    """Withdraw what somebody has offered who no longer runs the office, in the transaction in which that is written."""
    for stored in Invitation.objects.select_for_update(of=("self",)).filter(
        invited_by=inviter, accepted_at__isnull=True, withdrawn_at__isnull=True
    ):
        _withdraw(stored, _("Who invited does not run the office any more."), actor)


def invitation_token(invitation: Invitation) -> str:
    """The last part of the private link."""
    return Signer(salt=_SALT, sep=".").sign(f"{invitation.pk}-{invitation.series}")


def invitation_by_token(token: str) -> Invitation | None:
    """The open invitation that a link leads to; None for one that is used, withdrawn, too old or made up."""
    try:
        key, series = (int(part) for part in Signer(salt=_SALT, sep=".").unsign(token[:200]).split("-"))
    except (BadSignature, ValueError):
        return None
    found = Invitation.objects.select_related("region", "invited_by").filter(pk=key, series=series).first()
    return found if found is not None and found.state == Invitation.State.OPEN else None


@transaction.atomic
def invitation_accept(invitation: Invitation, *, username: str, password: str, language: str = "") -> Account:
    """Open the account that was offered, with a name and a password of whoever holds the link.

    Of two who use one link at once the second is refused. Raises ValidationError by field for a name already taken
    or a weak password, and when the invitation does not hold any more.
    """
    stored = _undecided(invitation)
    if stored.state != Invitation.State.OPEN or stored.series != invitation.series:
        raise ValidationError(_("This invitation does not hold any more."))
    account = account_create(
        actor=None,
        username=username,
        password=password,
        display_name=stored.display_name,
        email=stored.email,
        language=language or stored.language,
        roles=stored.roles,
        regions=(stored.region,) if stored.region else (),
        reason=_("Invitation %(number)s of %(name)s")
        % {"number": stored.pk, "name": stored.invited_by.shown_name},
    )
    stored.account, stored.accepted_at = account, timezone.now()
    stored.save()
    _tell(stored, account, "account.invitation_accepted", "", account=account.pk)
    return account


def _check(address: str, display_name: str, roles: list[str], region: Region | None) -> None:
    errors: dict[str, str] = {}
    try:
        validate_email(address)
    except ValidationError as error:
        errors["email"] = error.messages[0]
    if not display_name.strip():
        errors["display_name"] = _("Say whom you invite.")
    unknown = [name for name in roles if name not in ROLES]
    if unknown:
        errors["roles"] = _("There is no role %(name)s.") % {"name": unknown[0]}
    if (REGIONAL_REPRESENTATIVE in roles) != (region is not None):
        errors["region"] = _("A regional representative has a region, and nobody else.")
    if "email" not in errors and Account.objects.filter(email__iexact=address).exists():
        errors["email"] = _("An account has this address: give it its roles on its page.")
    waiting = Invitation.objects.filter(
        email__iexact=address,
        accepted_at__isnull=True,
        withdrawn_at__isnull=True,
        expires_at__gt=timezone.now(),
    )
    if "email" not in errors and waiting.exists():
        errors["email"] = _("An invitation to this address waits already: send it again, or withdraw it.")
    if errors:
        raise ValidationError(errors)


def _undecided(invitation: Invitation) -> Invitation:
    stored = Invitation.objects.select_for_update(of=("self",)).select_related("region").get(pk=invitation.pk)
    if stored.accepted_at is not None or stored.withdrawn_at is not None:
        raise ValidationError(_("This invitation was used or withdrawn already."))
    return stored


def _withdraw(stored: Invitation, reason: str, actor: Account | None) -> None:
    stored.withdrawn_at, stored.withdrawn_reason = timezone.now(), reason
    stored.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    _tell(stored, actor, "account.invitation_withdrawn", reason)


def _send(invitation: Invitation) -> None:
    submit(MAIL_JOB, {"invitation": invitation.pk, "series": invitation.series})


def _tell(invitation: Invitation, actor: Account | None, verb: str, reason: str, **payload: Any) -> None:
    append(
        scope="federation",
        object_id="accounts",
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else "portal",
        verb=verb,
        reason=reason,
        payload={"invitation": invitation.pk, **payload},
    )
