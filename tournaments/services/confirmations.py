"""Results that nobody confirmed: what holds back the next round where an event asks for two persons."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event, Game, SecondLook
from tournaments.record.codes import OPEN_CODES
from tournaments.services.common import event_locked_for, refuse_frozen, write_ledger
from tournaments.services.hall import hall_rules, marks_changed

PLACES_SHOWN = 12


def unconfirmed_games(event: Event) -> list[Game]:
    """The boards whose result waits for a second person, by round and board; none where one person is enough.

    A look counts for the version that it saw. Results that nobody entered here (of a file, carried from a
    preliminary) need none.
    """
    if not hall_rules(event).two_persons:
        return []
    games = Game.objects.filter(round__event_id=event.pk, entered_at__isnull=False).exclude(
        code__in=sorted(OPEN_CODES)
    )
    seen = Q(look__version=F("version")) & (Q(look__code=F("code")) | ~Q(look__let_through=""))
    confirmed = games.filter(seen, look__isnull=False).values("pk")
    return list(games.exclude(pk__in=confirmed).select_related("round").order_by("round__number", "board"))


def places_of(games: Collection[Game]) -> str:
    """Boards as `round/board` with commas; at most twelve, then how many there are."""
    shown = ", ".join(f"{game.round.number}/{game.board}" for game in list(games)[:PLACES_SHOWN])
    return shown + (f" … ({len(games)})" if len(games) > PLACES_SHOWN else "")


def refuse_unconfirmed(event: Event) -> None:
    """Raise DomainError if the event asks for two persons and a result waits for the second one."""
    waiting = unconfirmed_games(event)
    if waiting:
        raise DomainError(
            _("A second person has not confirmed these boards (round/board): %(places)s.")
            % {"places": places_of(waiting)},
            "unconfirmed",
            _("Confirm them by the second look, or let them through with a reason: How results come in."),
        )


@transaction.atomic
def unconfirmed_let_through(event: Event, *, actor: Account | None, reason: str) -> int:
    """Let results through that no second person confirmed, with a reason; how many there were.

    It counts for the results as they stand: one that changes later waits again. Raises PermissionDenied
    (arbiters only) and DomainError (no reason, frozen).
    """
    stored = event_locked_for(event.pk, actor=actor, permission="hall_rules")
    refuse_frozen(stored)
    why = reason.strip()[:200]
    if not why:
        raise DomainError(
            _("Say why nobody confirms these boards; everybody can read it."),
            "reason_missing",
            field="reason",
        )
    waiting = unconfirmed_games(stored)
    for game in waiting:
        SecondLook.objects.update_or_create(
            game=game,
            defaults={
                "version": game.version,
                "code": game.code,
                "by": actor,
                "at": timezone.now(),
                "let_through": why,
            },
        )
    if waiting:
        payload = {
            "boards": [[game.round.number, game.board] for game in waiting],
            "places": places_of(waiting),
        }
        write_ledger(stored, actor=actor, verb="results.let_through", reason=why, payload=payload)
        marks_changed(stored)
    return len(waiting)
