"""Check-in before a round: who is here, and what becomes of those who are not."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.links import PlayerLink
from tournaments.models import CheckIn, CheckInRound, Entry, Event, Seat
from tournaments.services.common import event_locked_for, refuse_frozen
from tournaments.services.entries import bye_request, entry_withdraw
from tournaments.services.hall import marks_changed
from tournaments.services.player_reports import refuse_ended_link

ABSENT_BYE, ABSENT_WITHDRAW = "Z", "withdraw"


@transaction.atomic
def check_in_open(
    event: Event, *, actor: Account | None, round_number: int, deadline: datetime | None = None
) -> CheckInRound:
    """Begin the check-in of a round that is not paired yet, or move its deadline for private links.

    Raises PermissionDenied and DomainError.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="check_in")
    _refuse_round(stored, round_number)
    found, _made = CheckInRound.objects.update_or_create(
        event=stored, round_number=round_number, defaults={"deadline": deadline}
    )
    marks_changed(stored)
    return found


@transaction.atomic
def check_in_drop(event: Event, *, actor: Account | None, round_number: int) -> None:
    """Do without the check-in of a round; who was marked as here is forgotten. Raises PermissionDenied."""
    stored = event_locked_for(event.pk, actor=actor, permission="check_in")
    CheckIn.objects.filter(entry__event=stored, round_number=round_number).delete()
    CheckInRound.objects.filter(event=stored, round_number=round_number).delete()
    marks_changed(stored)


@transaction.atomic
def check_in_set(entry: Entry, *, actor: Account | None, round_number: int, here: bool) -> bool:
    """Mark a player as here for a round, or take the mark away. Raises PermissionDenied and DomainError."""
    event = event_locked_for(entry.event_id, actor=actor, permission="check_in")
    _refuse_round(event, round_number)
    _opened(event, round_number)
    return _mark(event, entry, actor, round_number, here)


@transaction.atomic
def check_in_self(entry: Entry, *, link: PlayerLink, round_number: int) -> bool:
    """The player says by his link that he is here, until the deadline. Raises DomainError."""
    event = event_locked_for(entry.event_id, actor=None, permission="check_in")
    refuse_ended_link(event, link)
    if link.entry != entry.pk or link.round_number not in (0, round_number):
        raise DomainError(_("This link is of another player."), "other_player")
    _refuse_round(event, round_number)
    found = _opened(event, round_number)
    if found.deadline is not None and timezone.now() > found.deadline:
        raise DomainError(
            _("The time for checking in is over."), "too_late", _("Go to the arbiter: he can still do it.")
        )
    return _mark(event, entry, None, round_number, True)


def _mark(event: Event, entry: Entry, actor: Account | None, round_number: int, here: bool) -> bool:
    if here:
        _found, changed = CheckIn.objects.get_or_create(
            entry=entry, round_number=round_number, defaults={"by": actor, "at": timezone.now()}
        )
    else:
        count, _rows = CheckIn.objects.filter(entry=entry, round_number=round_number).delete()
        changed = bool(count)
    if changed:
        marks_changed(event)
    return changed


@transaction.atomic
def absent_settle(
    event: Event, *, actor: Account | None, round_number: int, choices: Mapping[int, str]
) -> tuple[int, int]:
    """Give absent players a zero-point bye in the round (`Z`) or withdraw them before it (`withdraw`).

    `choices` by entry id; anything else leaves the player to be paired. Whoever has checked in meanwhile is left
    alone. Returns how many byes and withdrawals. Raises PermissionDenied and DomainError.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="entries_edit")
    refuse_frozen(stored)
    _refuse_round(stored, round_number)
    here = CheckIn.objects.filter(entry__event=stored, round_number=round_number).values("entry_id")
    byes = withdrawals = 0
    for entry in stored.entries.filter(pk__in=list(choices)).exclude(pk__in=here).order_by("number"):
        if choices[entry.pk] == ABSENT_BYE:
            bye_request(entry, actor=actor, round_number=round_number, code="Z")
            byes += 1
        elif choices[entry.pk] == ABSENT_WITHDRAW:
            reason = _("Absent at the check-in of round %(number)s.") % {"number": round_number}
            entry_withdraw(entry, actor=actor, after_round=round_number - 1, reason=reason)
            withdrawals += 1
    marks_changed(stored)
    return byes, withdrawals


def _opened(event: Event, round_number: int) -> CheckInRound:
    found = CheckInRound.objects.filter(event=event, round_number=round_number).first()
    if found is None:
        raise DomainError(
            _("There is no check-in for round %(number)s.") % {"number": round_number}, "not_open"
        )
    return found


def _refuse_round(event: Event, round_number: int) -> None:
    if not 1 <= round_number <= event.rounds_planned:
        raise DomainError(
            _("The event has rounds 1 to %(last)s.") % {"last": event.rounds_planned}, "unknown_round"
        )
    if Seat.objects.filter(round__event_id=event.pk, round__number=round_number).exists():
        raise DomainError(
            _("Round %(number)s is paired already.") % {"number": round_number}, "paired_already"
        )
