"""Writes about how a Swiss is paired: acceleration, limits of byes, forbidden pairs, fixed tables."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import (
    Entry,
    Event,
    FixedBoard,
    ForbiddenPair,
    Seat,
    SwissSetup,
    VirtualPoints,
)
from tournaments.pairing.acceleration import is_standard, last_of_first_group, lent_rounds
from tournaments.record.model import ScoreSystem
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    groups_stored,
    refuse_finished,
    refuse_frozen,
    write_ledger,
)
from tournaments.snapshot import record_of

SETUP_FIELDS = frozenset({"acceleration", "half_byes_most", "half_byes_until", "late_byes"})
LAST_TABLE = 9999


def swiss_setup(event: Event) -> SwissSetup:
    """The event's choices about its pairing; unsaved defaults where nobody has chosen."""
    return SwissSetup.objects.filter(event=event).first() or SwissSetup(event=event)


def is_fide_rated(event: Event) -> bool:
    """Rated over the board, by the FIDE rules: then nobody but the pairing rules keeps players apart."""
    return bool(event.rating_kind) and not event.correspondence


@transaction.atomic
def setup_change(event: Event, *, actor: Account | None, **fields: Any) -> SwissSetup:
    """Change the choices; the acceleration only before the first pairing (C.04.2: announced in advance).

    Raises PermissionDenied, ValidationError by field, DomainError.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_finished(stored)
    setup = swiss_setup(stored)
    unknown = sorted(set(fields) - SETUP_FIELDS)
    if unknown:
        raise ValidationError(_("There is no field %(name)s.") % {"name": unknown[0]})
    changed = {name: value for name, value in fields.items() if getattr(setup, name) != value}
    if not changed:
        return setup
    if "acceleration" in changed:
        _refuse_acceleration(stored, changed["acceleration"])
    before = {name: getattr(setup, name) for name in changed}
    for name, value in changed.items():
        setattr(setup, name, value)
    setup.full_clean(validate_unique=False)
    setup.save()
    pairs = {name: [_plain(before[name]), _plain(value)] for name, value in sorted(changed.items())}
    write_ledger(stored, actor=actor, verb="pairing.rules", payload={"changed": pairs})
    facts_changed(stored)
    return setup


def _plain(value: Any) -> Any:
    return "" if value is None else value


def _refuse_acceleration(event: Event, wanted: str) -> None:
    if Seat.objects.filter(round__event_id=event.pk).exists():
        raise DomainError(
            _("Rounds are paired; the acceleration stays as it was announced."),
            "paired_already",
            field="acceleration",
        )
    system = ScoreSystem(event.win_halves, event.draw_halves, event.loss_halves, event.pairing_bye_halves)
    if wanted == SwissSetup.Acceleration.BAKU and not is_standard(system):
        raise DomainError(
            _("The Baku acceleration is for one point a win and half a point a draw (C.04.5.1)."),
            "acceleration_scores",
            field="acceleration",
        )


def acceleration_fix(event: Event, *, actor: Account | None, players: list[Entry]) -> None:
    """Before round 1 is paired: split the players to be paired, in order, and note what group GA is lent.

    In the caller's transaction, the event's row locked. Does nothing where the event has no acceleration.
    """
    setup = swiss_setup(event)
    if setup.acceleration != SwissSetup.Acceleration.BAKU or len(players) < 2:
        return
    last = last_of_first_group([entry.number or 0 for entry in players])
    group = [entry for entry in players if (entry.number or 0) <= last]
    rounds = lent_rounds(event.rounds_planned)
    wanted = [(each.halves, each.first_round, each.last_round, group[-1].pk) for each in rounds]
    stored = VirtualPoints.objects.filter(event=event)
    if list(stored.values_list("halves", "first_round", "last_round", "last_id")) == wanted:
        return
    stored.delete()
    VirtualPoints.objects.bulk_create(
        [
            VirtualPoints(
                event=event,
                halves=each.halves,
                first_round=each.first_round,
                last_round=each.last_round,
                last=group[-1],
            )
            for each in rounds
        ]
    )
    payload = {"method": "C.04.5.1", "first_group": len(group), "last": group[-1].name}
    write_ledger(event, actor=actor, verb="acceleration.fixed", payload=payload)
    facts_changed(event)


@transaction.atomic
def forbidden_pair_add(
    event: Event,
    *,
    actor: Account | None,
    one: Entry,
    other: Entry,
    first_round: int = 1,
    last_round: int | None = None,
    reason: str = "",
) -> ForbiddenPair:
    """Keep two players apart in a range of rounds (default: all). Refused in an event rated by FIDE rules.

    Raises PermissionDenied and DomainError.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_finished(stored)
    refuse_forbidding(stored)
    last = last_round_forbidden(stored, first_round, last_round)
    if one.pk == other.pk or {one.event_id, other.event_id} != {stored.pk}:
        raise DomainError(_("Name two players of this event."), "not_two_players", field="other")
    _refuse_forbidden_already(stored, one, other, first_round, last)
    SwissSetup.objects.get_or_create(event=stored)
    numbered = stored.entries.filter(number__isnull=False)
    pairs_of_file_keep(stored, ForbiddenPair, {entry.number or 0: entry for entry in numbered})
    pair = ForbiddenPair.objects.create(
        event=stored,
        one=one,
        other=other,
        first_round=first_round,
        last_round=last,
        reason=reason.strip()[:200],
    )
    payload = {"one": one.name, "other": other.name, "rounds": [first_round, last]}
    write_ledger(stored, actor=actor, verb="pair.forbidden", reason=reason, payload=payload)
    facts_changed(stored)
    return pair


def refuse_forbidding(event: Event) -> None:
    """Raise DomainError where nobody but the pairing rules may keep players or teams apart."""
    if is_fide_rated(event):
        raise DomainError(
            _("This event is rated by the FIDE rules: its correct pairings may not be changed (C.04.2)."),
            "fide_rated",
            _("Forbidden pairs are for events that are not rated."),
        )


def last_round_forbidden(event: Event, first_round: int, last_round: int | None) -> int:
    """The last round of a range that begins with `first_round` (default: the event's last). Raises DomainError."""
    last = event.rounds_planned if last_round is None else last_round
    if not 1 <= first_round <= last <= event.rounds_planned:
        raise DomainError(
            _("The event has rounds 1 to %(last)s.") % {"last": event.rounds_planned},
            "unknown_round",
            field="last_round",
        )
    return last


def _refuse_forbidden_already(event: Event, one: Entry, other: Entry, first: int, last: int) -> None:
    """One pair stands once for a round, in whichever order it is named."""
    both = Q(one=one, other=other) | Q(one=other, other=one)
    if ForbiddenPair.objects.filter(both, event=event, first_round__lte=last, last_round__gte=first).exists():
        raise DomainError(
            _("%(one)s and %(other)s are kept apart in these rounds already.")
            % {"one": one.name, "other": other.name},
            "forbidden_already",
            field="other",
        )


def pairs_of_file_keep(event: Event, model: Any, holders: Mapping[int, Any]) -> None:
    """Rows take the place of what an imported file says, so its pairs become rows before the first is added.

    `model` is ForbiddenPair or ForbiddenTeams, `holders` the players or teams by number. In the caller's transaction.
    """
    if not event.source_lines or "forbidden" in event.source_facts.get("stored", "").split():
        return
    model.objects.bulk_create(
        [
            model(
                event=event,
                one=holders[one],
                other=holders[other],
                first_round=each.first_round,
                last_round=each.last_round or event.rounds_planned,
            )
            for each in record_of(event.pk).forbidden
            for one, other in combinations(sorted(set(each.numbers) & set(holders)), 2)
        ]
    )
    groups_stored(event, "forbidden")


@transaction.atomic
def forbidden_pair_remove(pair: ForbiddenPair, *, actor: Account | None) -> None:
    """Let two players meet again. Raises PermissionDenied and DomainError."""
    stored = event_locked_for(pair.event_id, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_finished(stored)
    payload = {"one": pair.one.name, "other": pair.other.name}
    ForbiddenPair.objects.filter(pk=pair.pk).delete()
    write_ledger(stored, actor=actor, verb="pair.allowed", payload=payload)
    facts_changed(stored)


@transaction.atomic
def fixed_board_set(entry: Entry, *, actor: Account | None, table: int | None) -> FixedBoard | None:
    """Give a player the table at which he always sits, from the next pairing on; None takes it back.

    Raises PermissionDenied, and DomainError for a table that another player has.
    """
    stored = event_locked_for(entry.event_id, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_finished(stored)
    if table is None:
        FixedBoard.objects.filter(entry=entry).delete()
        made = None
    else:
        if not 1 <= table <= LAST_TABLE:
            raise DomainError(
                _("A table has a number from 1 to %(last)s.") % {"last": LAST_TABLE},
                "table_number",
                field="table",
            )
        same = FixedBoard.objects.filter(entry__event_id=stored.pk, table=table).exclude(entry=entry)
        if holder := same.select_related("entry").first():
            raise DomainError(
                _("Table %(table)s is kept for %(name)s.") % {"table": table, "name": holder.entry.name},
                "table_taken",
                field="table",
            )
        made, _created = FixedBoard.objects.update_or_create(entry=entry, defaults={"table": table})
    write_ledger(stored, actor=actor, verb="table.fixed", payload={"entry": entry.pk, "table": table or 0})
    facts_changed(stored)
    return made


def fixed_tables(event_id: int) -> dict[int, int]:
    """The fixed tables of an event by start number."""
    rows = FixedBoard.objects.filter(entry__event_id=event_id)
    tables = rows.values_list("entry__number", "table")
    return {number: table for number, table in tables if number is not None}
