"""Byes asked for: for rounds to come within the event's limits, and for rounds that a late entry missed."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import ByeRequest, Entry, Event, Round, Seat, SwissSetup
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_finished,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.swiss_setup import swiss_setup


@transaction.atomic
def byes_ask(
    entry: Entry, *, actor: Account | None, wanted: Mapping[int, str], reason: str = ""
) -> list[ByeRequest]:
    """Note byes by round: H, Z, or F where the rules give one; an empty code takes the wish back.

    All or none. A limit of the event is passed only with a reason, which the ledger keeps.
    Raises PermissionDenied and DomainError (unknown round or kind, round paired already, beyond the limits).
    """
    event = event_locked_for(entry.event_id, actor=actor, permission="entries_edit")
    refuse_frozen(event)
    refuse_finished(event)
    _refuse_wrong(event, wanted)
    after = dict(entry.bye_requests.values_list("round_number", "code")) | dict(wanted)
    if not reason.strip():
        _refuse_beyond_limits(swiss_setup(event), entry, after, wanted)
    ByeRequest.objects.filter(entry=entry, round_number__in=list(wanted)).delete()
    asked = ByeRequest.objects.bulk_create(
        [
            ByeRequest(entry=entry, round_number=number, code=code)
            for number, code in sorted(wanted.items())
            if code
        ]
    )
    for number, code in sorted(wanted.items()):
        write_ledger(
            event,
            actor=actor,
            verb="bye.asked" if code else "bye.taken_back",
            reason=reason,
            payload={"entry": entry.pk, "name": entry.name, "round": number, "code": code},
        )
    facts_changed(event)
    return asked


def _refuse_wrong(event: Event, wanted: Mapping[int, str]) -> None:
    for number, code in wanted.items():
        if code and code not in ByeRequest.Kind.values:
            raise DomainError(
                _("There is no bye of the kind %(code)s.") % {"code": code}, "unknown_bye", field="code"
            )
        if not 1 <= number <= event.rounds_planned:
            raise DomainError(
                _("The event has rounds 1 to %(last)s.") % {"last": event.rounds_planned},
                "unknown_round",
                field="round_number",
            )
    paired = Seat.objects.filter(round__event_id=event.pk, round__number__in=list(wanted))
    first = paired.order_by("round__number").values_list("round__number", flat=True).first()
    if first is not None:
        raise DomainError(
            _("Round %(number)s is paired already.") % {"number": first},
            "paired_already",
            _("Delete its pairing, or change the board by hand."),
            field="round_number",
        )


def _refuse_beyond_limits(
    setup: SwissSetup, entry: Entry, after: Mapping[int, str], wanted: Mapping[int, str]
) -> None:
    """The event's limits hold for half-point byes; a round without points may always be missed."""
    asked = [number for number, code in wanted.items() if code == "H"]
    until = setup.half_byes_until
    if until is not None and any(number > until for number in asked):
        raise DomainError(
            _("This event gives half-point byes up to round %(last)s.") % {"last": until},
            "bye_too_late",
            _("Note a zero-point bye, or say why this one is given."),
            field="code",
        )
    had = Seat.objects.filter(entry=entry, bye="H").values_list("round__number", flat=True)
    halves = {number for number, code in after.items() if code == "H"} | set(had)
    most = setup.half_byes_most
    if most is not None and asked and len(halves) > most:
        raise DomainError(
            _("%(name)s would have %(count)s half-point byes; this event gives %(most)s.")
            % {"name": entry.name, "count": len(halves), "most": most},
            "bye_too_many",
            _("Note a zero-point bye, or say why this one is given."),
            field="code",
        )


def late_byes_write(event: Event, entries: list[Entry]) -> None:
    """Give late entries half-point byes in the rounds paired before them, where the event does so.

    In the caller's transaction. Without that choice they have no place there and no points (C.04.2).
    """
    if swiss_setup(event).late_byes != SwissSetup.LateByes.HALF:
        return
    rounds = Round.objects.filter(event=event, seats__isnull=False).distinct()
    Seat.objects.bulk_create(
        [Seat(round=each, entry=entry, bye="H") for each in rounds for entry in entries], batch_size=400
    )


def missed_seats(entry: Entry) -> list[int]:
    """The ids of the byes that a late entry was given for rounds paired before he came."""
    asked = entry.bye_requests.values_list("round_number", flat=True)
    seats = Seat.objects.filter(entry=entry, game__isnull=True, bye="H")
    return list(seats.exclude(round__number__in=list(asked)).values_list("pk", flat=True))
