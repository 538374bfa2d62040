"""Bonuses and penalties: points given or taken beside the results, with a reason, and taken back by another entry."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.interchange.points import points_text
from tournaments.models import Entry, Event, SpecialPoints, Team
from tournaments.record import model as record
from tournaments.record.special import STANDINGS_ONLY
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    groups_stored,
    refuse_frozen,
    write_ledger,
)
from tournaments.snapshot import SPECIAL_POINTS, special_points_of

MOST_HALVES = 199  # `-99.5`: what line 299 of TRF26 holds


@transaction.atomic
def points_give(
    event: Event,
    *,
    actor: Account | None,
    holders: Sequence[Entry] | Sequence[Team],
    reason: str,
    halves: int | None = None,
    match_halves: int | None = None,
    round_number: int = 0,
) -> SpecialPoints:
    """Give points (in halves; below 0 take them) beside the results to players, in a team event to teams.

    They count from `round_number` on in standings, tie-breaks and pairing, from 0 beforehand; with STANDINGS_ONLY
    in the standing alone. Match points are for teams. Results stay, and so do ratings.

    Raises PermissionDenied and DomainError (frozen, no holder, no points, no reason, no such round).
    """
    stored = event_locked_for(event.pk, actor=actor, permission="result_correct")
    refuse_frozen(stored)
    _refuse_holders(stored, holders)
    _refuse_points(stored, halves, match_halves)
    _refuse_round(stored, round_number)
    _refuse_without_reason(reason)
    special_points_keep(stored, _of_file(stored))
    row = SpecialPoints.objects.create(
        event=stored,
        halves=halves or None,
        match_halves=match_halves or None,
        round_number=round_number or None,
        holders=[holder.pk for holder in holders],
        reason=reason.strip()[:300],
    )
    payload = _told(row, [holder.name for holder in holders])
    write_ledger(stored, actor=actor, verb="points.given", reason=row.reason, payload=payload)
    facts_changed(stored)
    return row


@transaction.atomic
def points_take_back(row: SpecialPoints, *, actor: Account | None, reason: str) -> SpecialPoints:
    """Let what was given count no more; the row and both ledger entries stay.

    Raises PermissionDenied and DomainError (frozen, taken back already, no reason).
    """
    stored = event_locked_for(row.event_id, actor=actor, permission="result_correct")
    refuse_frozen(stored)
    _refuse_without_reason(reason)
    row = SpecialPoints.objects.get(pk=row.pk)
    if row.taken_back:
        raise DomainError(_("These points were taken back already."), "taken_back")
    row.taken_back, row.taken_back_reason = True, reason.strip()[:300]
    row.save(update_fields=["taken_back", "taken_back_reason"])
    payload = _told(row, names_of(row))
    write_ledger(stored, actor=actor, verb="points.taken_back", reason=row.taken_back_reason, payload=payload)
    facts_changed(stored)
    return row


def special_points_keep(event: Event, given: Iterable[record.SpecialPoints]) -> None:
    """Store what a file says as rows, once; from then on the rows count. In the caller's transaction."""
    if SPECIAL_POINTS in event.source_facts.get("stored", "").split():
        return
    ids = _ids_by_number(event)
    SpecialPoints.objects.bulk_create(
        [
            SpecialPoints(
                event=event,
                kind=each.kind,
                halves=each.halves,
                match_halves=each.match_halves,
                round_number=each.round,
                holders=[ids[number] for number in each.numbers if number in ids],
                reason=_("from the file") if event.source_sha256 else "",
            )
            for each in given
        ]
    )
    groups_stored(event, SPECIAL_POINTS)


def names_of(row: SpecialPoints) -> list[str]:
    """The names of those who have the points; empty where everybody has."""
    if not row.holders:
        return []
    model = Team if row.event.is_team_event else Entry
    found = dict(model._default_manager.filter(pk__in=row.holders).values_list("pk", "name"))
    return [found[pk] for pk in row.holders if pk in found]


def _of_file(event: Event) -> tuple[record.SpecialPoints, ...]:
    numbers = Entry.objects.filter(event=event, number__isnull=False).values_list("pk", "number")
    return special_points_of(event, {pk: number for pk, number in numbers if number is not None})


def _ids_by_number(event: Event) -> dict[int, int]:
    if event.is_team_event or Team.objects.filter(event=event).exists():
        return dict(Team.objects.filter(event=event).values_list("number", "pk"))
    rows = Entry.objects.filter(event=event, number__isnull=False).values_list("number", "pk")
    return {number: pk for number, pk in rows if number is not None}


def _told(row: SpecialPoints, names: Sequence[str]) -> dict[str, str]:
    """Facts of a row for the ledger; `counted` is a key that the reader's page puts into words."""
    return {
        "points": points_text(row.halves) if row.halves else "",
        "match_points": points_text(row.match_halves) if row.match_halves else "",
        "holders": "; ".join(names),
        "counted": "apart" if row.is_apart else "from" if row.round_number else "all",
        "from_round": str(row.round_number or ""),
    }


def _refuse_holders(event: Event, holders: Sequence[Entry] | Sequence[Team]) -> None:
    wanted = Team if event.is_team_event else Entry
    if not holders or any(not isinstance(each, wanted) or each.event_id != event.pk for each in holders):
        raise DomainError(
            _("Name a team of this event.") if event.is_team_event else _("Name a player of this event."),
            "no_holder",
            field="number",
        )


def _refuse_points(event: Event, halves: int | None, match_halves: int | None) -> None:
    if match_halves and not event.is_team_event:
        raise DomainError(_("Match points are for teams."), "match_points", field="match_points")
    if not halves and not match_halves:
        raise DomainError(
            _("Say how many points are given, or with a minus how many are taken."),
            "no_points",
            field="points",
        )
    for value, name in ((halves, "points"), (match_halves, "match_points")):
        if value and abs(value) > MOST_HALVES:
            raise DomainError(_("At most 99½ points can be given or taken."), "too_many_points", field=name)


def _refuse_round(event: Event, round_number: int) -> None:
    if round_number != STANDINGS_ONLY and not 0 <= round_number <= event.rounds_planned:
        raise DomainError(
            _("The event has rounds 1 to %(last)s.") % {"last": event.rounds_planned},
            "unknown_round",
            field="round_number",
        )


def _refuse_without_reason(reason: str) -> None:
    if not reason.strip():
        raise DomainError(
            _("Points beside the results are given, and taken back, only with a reason."),
            "reason_missing",
            _("Say why."),
            field="reason",
        )
