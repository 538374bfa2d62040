"""Writes about sessions: ended by their owner, by the office, and with a new password or a lost role."""

from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.ledger import append
from players.models import Account, Session
from players.permissions import PERMISSIONS, require


def sessions_of(account: Account) -> list[Session]:
    """The sessions of an account that hold now, the one seen last first."""
    rows = Session.objects.filter(account=account, expire_date__gt=timezone.now())
    return list(rows.order_by("-seen_at", "number"))


@transaction.atomic
def session_end(account: Account, *, number: UUID, keep: str = "") -> None:
    """End one of one's own sessions, on a device that was left behind.

    `keep` is the key of the session that asks: it is ended by logging out. Raises ValidationError when it does not
    hold any more.
    """
    ended, _rows = Session.objects.filter(account=account, number=number).exclude(pk=keep).delete()
    if not ended:
        raise ValidationError(_("That session has ended already."))
    _write(account, account, "", ended)


@transaction.atomic
def sessions_end_others(account: Account, *, keep: str) -> int:
    """End all of one's own sessions but the one with the key `keep`; how many there were."""
    ended = sessions_drop(account, keep=keep)
    if ended:
        _write(account, account, "", ended)
    return ended


@transaction.atomic
def account_sessions_end(account: Account, *, actor: Account, reason: str) -> int:
    """End all sessions of somebody's account, for the office.

    Raises PermissionDenied, ValidationError without a reason and for the own account.
    """
    require(PERMISSIONS, "office", actor)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why the sessions end.")})
    if account.pk == actor.pk:
        raise ValidationError(_("End your own sessions on your page of sessions."))
    ended = sessions_drop(account)
    _write(account, actor, reason.strip(), ended)
    return ended


def sessions_drop(account: Account, *, keep: str = "") -> int:
    """Delete an account's sessions but one, in the transaction of the write that tells why; how many there were."""
    return int(Session.objects.filter(account=account).exclude(pk=keep).delete()[0])


def _write(account: Account, actor: Account, reason: str, ended: int) -> None:
    payload: dict[str, Any] = {"account": account.pk, "username": account.username, "sessions": ended}
    append(
        scope="federation",
        object_id="accounts",
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb="account.sessions_ended",
        reason=reason,
        payload=payload,
    )
