"""Writes about the schedule: on which day and at what time each round begins."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time, timedelta
from itertools import pairwise

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event, Round
from tournaments.services.common import event_locked_for, facts_changed, refuse_frozen, write_ledger

Moment = tuple[date | None, time | None]


@transaction.atomic
def schedule_set(event: Event, *, actor: Account | None, rounds: Mapping[int, Moment]) -> list[int]:
    """Type day and time of rounds by number, paired or not; returns the numbers of those that changed.

    All or nothing. Raises PermissionDenied and DomainError: a round that the event does not have, a day outside
    the event, a time without a day, a round that begins before the one ahead of it.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="event_edit")
    refuse_frozen(stored)
    known = {row.number: row for row in Round.objects.filter(event=stored)}
    before = {number: (row.day, row.time) for number, row in known.items()}
    changed = {
        number: moment
        for number, moment in sorted(rounds.items())
        if moment != before.get(number, (None, None))
    }
    if not changed:
        return []
    for number, (day, at) in changed.items():
        _refuse_moment(stored, number, day, at, is_known=number in known)
    _refuse_disorder(before | changed, changed)
    for number, (day, at) in changed.items():
        Round.objects.update_or_create(event=stored, number=number, defaults={"day": day, "time": at})
    payload = {
        "rounds": list(changed),
        "moments": [
            [number, _plain(before.get(number, (None, None))), _plain(now)] for number, now in changed.items()
        ],
    }
    write_ledger(stored, actor=actor, verb="rounds.schedule", payload=payload)
    facts_changed(stored)
    return list(changed)


def schedule_fill(
    event: Event, *, actor: Account | None, times: Sequence[time], first: time | None = None
) -> list[int]:
    """Give every round that has no day yet the next free time: the same `times` on each day of the event.

    The days begin with the first day of play, or go on after the last round that has one; on the first day rounds
    begin at `first` or later, if it is given. Returns the numbers of the rounds. Raises as `schedule_set`, and
    DomainError if no time is given, no first day is known, or the rounds need more days than the event has.
    """
    if not times or event.start is None:
        raise DomainError(
            _("Say at which times rounds begin, and on which day the event does."),
            "times_missing",
            field="times",
        )
    known = {row.number: row for row in Round.objects.filter(event_id=event.pk)}
    undated = [
        number
        for number in range(1, event.rounds_planned + 1)
        if number not in known or known[number].day is None
    ]
    dated = [
        (row.day, row.time or time.max) for row in known.values() if row.day and row.number not in undated
    ]
    slots = _slots(event.start, sorted(set(times)), first, max(dated, default=None))
    plan = {number: next(slots) for number in undated}
    if event.end and any(day > event.end for day, _at in plan.values()):
        raise DomainError(
            _("The rounds need more days than the event has: the last would be on %(day)s.")
            % {"day": max(plan.values())[0].isoformat()},
            "days_short",
            _("Give more times a day, or a later last day."),
            field="times",
        )
    return schedule_set(event, actor=actor, rounds=plan)


def _slots(
    start: date, times: Sequence[time], first: time | None, after: tuple[date, time] | None
) -> Iterator[tuple[date, time]]:
    """Days and times in order, from the first day on and after the given moment."""
    day = start
    while True:
        for at in times:
            too_early = (day == start and first and at < first) or (after and (day, at) <= after)
            if not too_early:
                yield day, at
        day += timedelta(days=1)


def _refuse_moment(event: Event, number: int, day: date | None, at: time | None, *, is_known: bool) -> None:
    if not is_known and not 1 <= number <= event.rounds_planned:
        raise DomainError(
            _("The event has rounds 1 to %(last)s.") % {"last": event.rounds_planned}, "unknown_round"
        )
    if day is None and at is not None:
        raise DomainError(
            _("Round %(number)s has a time and no day.") % {"number": number}, "day_missing", field="day"
        )
    if day and ((event.start and day < event.start) or (event.end and day > event.end)):
        raise DomainError(
            _("Round %(number)s cannot be played on %(day)s: the event runs from %(start)s to %(end)s.")
            % {"number": number, "day": day, "start": event.start or "?", "end": event.end or "?"},
            "day_outside",
            field="day",
        )


def _refuse_disorder(moments: Mapping[int, Moment], changed: Mapping[int, Moment]) -> None:
    """A round does not begin before the one ahead of it; where a time is not known the days decide.

    Only what was typed now is looked at: an imported event keeps the days of its file.
    """
    numbers = sorted(number for number, (day, _at) in moments.items() if day)
    for earlier, later in pairwise(numbers):
        if earlier not in changed and later not in changed:
            continue
        (day, at), (next_day, next_at) = moments[earlier], moments[later]
        assert day is not None
        assert next_day is not None
        if next_day < day or (next_day == day and at and next_at and next_at <= at):
            raise DomainError(
                _("Round %(later)s would begin before round %(earlier)s, or with it.")
                % {"later": later, "earlier": earlier},
                "out_of_order",
                _("Compare their days and times."),
                field="day",
            )


def _plain(moment: Moment) -> str:
    day, at = moment
    return " ".join(
        part for part in (day.isoformat() if day else "", at.isoformat("minutes") if at else "") if part
    )
