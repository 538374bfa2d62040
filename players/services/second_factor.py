"""Writes about the second factor of an account; the federation's ledger keeps each, never a secret."""

from secrets import token_bytes
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext as _
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from core.jobs import submit
from core.ledger import append
from players.models import Account
from players.permissions import PERMISSIONS, require
from players.services.sessions import sessions_drop

MAIL_JOB = "players.factor_mail"
RECOVERY_CODES = 10
# Without letters that look alike; ten of them are 49 bits.
CODE_LETTERS, CODE_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 10
STORED_LENGTH = 16


def has_factor(account: Account) -> bool:
    """Whether the account has set up its second factor."""
    return bool(TOTPDevice.objects.filter(user=account, confirmed=True).exists())


def factor_begin(account: Account) -> TOTPDevice:
    """The secret that waits to be confirmed by a first code; the same one until then."""
    found = TOTPDevice.objects.filter(user=account, confirmed=False).first()
    if found is None:
        found = TOTPDevice.objects.create(
            user=account, confirmed=False, name="authenticator", key=token_bytes(20).hex()
        )
    return found


@transaction.atomic
def factor_confirm(account: Account, *, code: str) -> tuple[TOTPDevice, list[str]]:
    """Switch the second factor on by a first code; returns it and the recovery codes, which are told once only.

    Raises ValidationError when the code does not fit or the account has a second factor already.
    """
    Account.objects.select_for_update().get(pk=account.pk)
    if has_factor(account):
        raise ValidationError(_("The second factor is set up already."))
    device = TOTPDevice.objects.select_for_update().filter(user=account, confirmed=False).first()
    if device is None or not device.verify_token(typed(code)):
        raise ValidationError(_("The code does not fit. Is the clock of the phone right?"))
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    codes = _new_codes(account)
    _write(account, account, "account.factor_on", "", {})
    return device, codes


@transaction.atomic
def factor_check(account: Account, *, code: str) -> TOTPDevice | StaticDevice | None:
    """The device that takes this code, of the app or for recovery, or None; a code counts once.

    After a wrong code the device takes none for a moment, which doubles with every further one.
    """
    device = TOTPDevice.objects.select_for_update().filter(user=account, confirmed=True).first()
    if device is None:
        return None
    word = typed(code)
    if word.isdigit():
        return device if device.verify_token(word) else None
    spare = StaticDevice.objects.select_for_update().filter(user=account, confirmed=True).first()
    if spare is None or not spare.verify_token(_stored(word)):
        return None
    _write(account, account, "account.recovery_code_used", "", {"left": codes_left(account)})
    return spare


def codes_left(account: Account) -> int:
    """How many recovery codes the account has not used."""
    return int(StaticToken.objects.filter(device__user=account).count())


@transaction.atomic
def factor_reset(account: Account, *, actor: Account, reason: str) -> None:
    """Take the second factor away, so that its owner sets up a new one at the next log-in.

    Only the federation's administrator, never his own: somebody else looks who asks. Sessions end, and the owner hears
    of it by mail, who else may have asked. Raises PermissionDenied,
    ValidationError without a reason, for the own account, and where there is none.
    """
    require(PERMISSIONS, "office", actor)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why, and how you made sure who asked.")})
    if account.pk == actor.pk:
        raise ValidationError(_("Another administrator resets your second factor."))
    devices = TOTPDevice.objects.select_for_update().filter(user=account)
    if not devices.filter(confirmed=True).exists():
        raise ValidationError(_("This account has no second factor."))
    devices.delete()
    StaticDevice.objects.filter(user=account).delete()
    sessions_drop(account)
    _write(account, actor, "account.factor_reset", reason.strip(), {})
    submit(MAIL_JOB, {"account": account.pk, "actor": actor.pk})


def password_changed(account: Account, *, by_mail: bool = False, keep: str = "") -> None:
    """Tell the ledger that the owner has set a new password, in the transaction in which it is saved.

    All his sessions end but the one with the key `keep`.
    """
    sessions_drop(account, keep=keep)
    _write(account, account, "account.password", "", {"by_mail": by_mail})


def typed(code: str) -> str:
    """A code as it is compared: apps and people write blanks and dashes into it."""
    return "".join(code.split()).replace("-", "").lower()[:20]


def _new_codes(account: Account) -> list[str]:
    StaticDevice.objects.filter(user=account).delete()
    device = StaticDevice.objects.create(user=account, confirmed=True, name="recovery")
    codes = [get_random_string(CODE_LENGTH, CODE_LETTERS) for _each in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=_stored(code)) for code in codes)
    return codes


def _stored(code: str) -> str:
    """What is stored of a recovery code: whoever reads the database has none."""
    return salted_hmac("players.recovery", code, algorithm="sha256").hexdigest()[:STORED_LENGTH]


def _write(account: Account, actor: Account, verb: str, reason: str, payload: dict[str, Any]) -> None:
    append(
        scope="federation",
        object_id="accounts",
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb=verb,
        reason=reason,
        payload={"account": account.pk, "username": account.username, **payload},
    )
