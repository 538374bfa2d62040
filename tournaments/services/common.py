"""What every write about an event shares: the lock, the right, the ledger row, the version."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from core.ledger import append
from players.models import Account
from players.permissions import require
from tournaments.errors import DomainError
from tournaments.models import Event, Game
from tournaments.permissions import PERMISSIONS

PORTAL_NAME = "portal"


def event_locked_for(event_id: int, *, actor: Account | None, permission: str) -> Event:
    """The event's row, locked until the transaction ends, after the right was checked.

    `actor` is None only for the portal's own commands. Raises PermissionDenied.
    """
    event = Event.objects.select_for_update().get(pk=event_id)
    check_right(event, actor=actor, permission=permission)
    return event


def check_right(event: Event | None, *, actor: Account | None, permission: str) -> None:
    """Pass in silence or raise PermissionDenied."""
    if actor is not None:
        require(PERMISSIONS, permission, actor, event)


def refuse_frozen(event: Event) -> None:
    """Raise DomainError while a report has frozen the record."""
    if event.is_locked:
        raise DomainError(
            _("The report has frozen this event; nothing was changed."),
            "event_frozen",
            _("Return the report first, then correct and hand it in again."),
        )


def refuse_finished(event: Event) -> None:
    """Raise DomainError once play is over: who plays, and how, changes no more."""
    if event.state == Event.State.FINISHED:
        raise DomainError(
            _("The event is finished."), "finished", _("Take it up again first, with a reason.")
        )


def open_places(event: Event, codes: Collection[str] = ("*",)) -> str:
    """The boards without a result as `round/board`, with commas; at most twelve of them, empty if none."""
    games = Game.objects.filter(round__event_id=event.pk, code__in=codes).order_by("round__number", "board")
    return ", ".join(
        f"{number}/{board}" for number, board in games.values_list("round__number", "board")[:12]
    )


def facts_changed(event: Event) -> Event:
    """Raise the event's version, in the transaction that changed its facts.

    Everything derived (standings, previews, tables) is keyed by the version and made anew when next read.
    """
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.refresh_from_db(fields=["version"])
    return event


def groups_stored(event: Event, *groups: str) -> None:
    """Note that rows, and no longer the lines of the event's file, say what these groups of lines said."""
    told = {*event.source_facts.get("stored", "").split(), *groups}
    event.source_facts = {**event.source_facts, "stored": " ".join(sorted(told))}
    event.save(update_fields=["source_facts"])


def write_ledger(
    event: Event,
    *,
    actor: Account | None,
    verb: str,
    payload: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Append a row to the event's chain: who, what, why."""
    append(
        scope="event",
        object_id=str(event.pk),
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else PORTAL_NAME,
        verb=verb,
        reason=reason,
        payload=dict(payload or {}),
    )
