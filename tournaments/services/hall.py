"""Rules of result entry of an event, and earlier rounds opened again."""

from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event, HallRules, Round, RoundOpening, Seat
from tournaments.services.common import event_locked_for, refuse_frozen, write_ledger

ROUND_BY_ROUND = frozenset({Event.System.SWISS, Event.System.TEAM_SWISS, Event.System.KNOCK_OUT})


def hall_rules(event: Event) -> HallRules:
    """The rules of result entry of an event; those without a row are the plain ones."""
    return HallRules.objects.filter(event_id=event.pk).first() or HallRules(event=event)


def marks_changed(event: Event) -> None:
    """Raise the event's number of marks, so that pages that wait for news read them again."""
    if not HallRules.objects.filter(event_id=event.pk).update(marks=F("marks") + 1):
        HallRules.objects.get_or_create(event=event, defaults={"marks": 1})


@transaction.atomic
def hall_rules_set(
    event: Event, *, actor: Account | None, two_persons: bool, players_report: bool
) -> HallRules:
    """Say whether a second person confirms results, and whether players report them. Raises PermissionDenied."""
    stored = event_locked_for(event.pk, actor=actor, permission="hall_rules")
    rules, _made = HallRules.objects.get_or_create(event=stored)
    if (rules.two_persons, rules.players_report) == (two_persons, players_report):
        return rules
    for name, value in (("two_persons", two_persons), ("players_report", players_report)):
        if getattr(rules, name) != value:
            setattr(rules, name, value)
            write_ledger(stored, actor=actor, verb=f"hall.{name}_{'on' if value else 'off'}")
    rules.save(update_fields=["two_persons", "players_report"])
    marks_changed(stored)
    return rules


@transaction.atomic
def links_renew(event: Event, *, actor: Account | None) -> HallRules:
    """End every private link of the event; those shown from now on are new. Raises PermissionDenied."""
    stored = event_locked_for(event.pk, actor=actor, permission="hall_rules")
    rules, _made = HallRules.objects.get_or_create(event=stored)
    HallRules.objects.filter(pk=rules.pk).update(link_series=F("link_series") + 1)
    rules.refresh_from_db()
    write_ledger(stored, actor=actor, verb="hall.links_renewed", payload={"series": rules.link_series})
    return rules


def later_round_paired(event: Event, round_number: int) -> int:
    """The number of the last paired round after this one; 0 if this one is the newest."""
    later = Seat.objects.filter(round__event_id=event.pk, round__number__gt=round_number)
    return later.order_by("-round__number").values_list("round__number", flat=True).first() or 0


def round_is_locked(event: Event, round_: Round) -> bool:
    """Whether results that stand in a round are locked: the next was paired from them.

    Locks are for play that is paired round by round; a bracket follows its results by itself. After the end
    every correction asks an arbiter for a reason anyway. A round opened again is open until it is closed or another is
    paired.
    """
    if event.system not in ROUND_BY_ROUND or event.correspondence or event.state != Event.State.PLAYING:
        return False
    if event.system == Event.System.KNOCK_OUT and event.ties.exists():
        return False
    last = later_round_paired(event, round_.number)
    if not last:
        return False
    return not RoundOpening.objects.filter(
        round=round_, closed_at__isnull=True, paired_through__gte=last
    ).exists()


def refuse_locked_round(event: Event, round_: Round) -> None:
    """Raise DomainError if results that stand in the round are locked."""
    if round_is_locked(event, round_):
        raise DomainError(
            _("Round %(number)s is locked: a later round was paired from its results.")
            % {"number": round_.number},
            "round_locked",
            _("An arbiter can open it on its page, with a reason."),
        )


@transaction.atomic
def round_open(event: Event, *, actor: Account | None, round_number: int, reason: str) -> RoundOpening:
    """Open an earlier round for corrections; later pairings stay as they are.

    Raises PermissionDenied (arbiters only) and DomainError (no reason, not locked, frozen).
    """
    stored = event_locked_for(event.pk, actor=actor, permission="round_open")
    refuse_frozen(stored)
    if not reason.strip():
        raise DomainError(
            _("A round is opened only with a reason."), "reason_missing", _("Say why."), field="reason"
        )
    found = Round.objects.filter(event=stored, number=round_number).first()
    if found is None or not round_is_locked(stored, found):
        raise DomainError(_("This round is not locked."), "not_locked")
    RoundOpening.objects.filter(round=found, closed_at__isnull=True).update(closed_at=timezone.now())
    last = later_round_paired(stored, round_number)
    opening = RoundOpening.objects.create(
        round=found,
        reason=reason.strip()[:200],
        paired_through=last,
        opened_by=actor,
        opened_at=timezone.now(),
    )
    payload: dict[str, Any] = {"round": round_number, "paired_through": last}
    write_ledger(stored, actor=actor, verb="round.opened", reason=opening.reason, payload=payload)
    marks_changed(stored)
    return opening


@transaction.atomic
def round_close(event: Event, *, actor: Account | None, round_number: int) -> bool:
    """Lock a round that was opened again; False if it was not open. Raises PermissionDenied."""
    stored = event_locked_for(event.pk, actor=actor, permission="round_open")
    openings = RoundOpening.objects.filter(
        round__event=stored, round__number=round_number, closed_at__isnull=True
    )
    if not openings.update(closed_at=timezone.now()):
        return False
    write_ledger(stored, actor=actor, verb="round.closed", payload={"round": round_number})
    marks_changed(stored)
    return True
