"""Lots: the last way to separate players, drawn by the director and by nobody else (C.07, 4.2)."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account
from tiebreaks.lots import equal_groups
from tiebreaks.models import DrawnLot
from tiebreaks.services import standings_of
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.codes import OPEN_CODES
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    open_places,
    refuse_frozen,
    write_ledger,
)


@transaction.atomic
def lot_draw(event: Event, *, actor: Account, place: int, seed: int | None = None) -> DrawnLot:
    """Draw lots among those who share a place after every tie-break and play-off.

    The seed is kept, so that anybody can draw the same lot again. Raises PermissionDenied, DomainError (games
    open, nobody shares the place, record frozen).
    """
    locked = event_locked_for(event.pk, actor=actor, permission="event_finish")
    refuse_frozen(locked)
    if locked.state != Event.State.FINISHED:
        raise DomainError(
            _("The event is not finished; lots are drawn after the last round."), "not_finished"
        )
    if boards := open_places(locked, OPEN_CODES):
        raise DomainError(_("Boards without a result: %(boards)s.") % {"boards": boards}, "games_open")
    rows = standings_of(locked)["rows"]
    groups = {
        found: numbers for numbers, found in equal_groups({r["number"]: r["place"] for r in rows}).items()
    }
    if place not in groups:
        raise DomainError(_("Nobody shares this place."), "lot_nobody")
    numbers = groups[place]
    lot = DrawnLot.objects.create(
        event=locked,
        numbers=list(numbers),
        seed=secrets.randbelow(2**62) if seed is None else seed,
        drawn_at=timezone.now(),
        drawn_by_name=actor.shown_name,
    )
    payload = {"place": place, "numbers": list(numbers), "seed": lot.seed}
    write_ledger(locked, actor=actor, verb="lot.drawn", payload=payload)
    facts_changed(locked)
    return lot
