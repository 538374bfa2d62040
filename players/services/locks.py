"""Opening a log-in again that was closed after wrong passwords."""

from axes.utils import reset
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from core.ledger import append
from players.locks import Lock
from players.models import Account
from players.permissions import PERMISSIONS, require


@transaction.atomic
def lock_end(lock: Lock, *, actor: Account, reason: str) -> None:
    """Open a closed log-in before its time.

    The ledger names the account, and nothing of what was typed where there is none. Raises PermissionDenied,
    ValidationError without a reason and for the own account.
    """
    require(PERMISSIONS, "office", actor)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why, and how you made sure who asked.")})
    if lock.account is not None and lock.account.pk == actor.pk:
        raise ValidationError(_("Another administrator opens your own log-in."))
    reset(username=lock.username, ip=lock.address or None)
    told = {"account": lock.account.pk, "username": lock.account.username} if lock.account else {}
    append(
        scope="federation",
        object_id="accounts",
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb="account.unlocked",
        reason=reason.strip(),
        payload={**told, "failures": lock.failures},
    )
