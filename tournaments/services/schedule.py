"""Writes about the schedule: on which day and at what time each round begins."""

from collections.abc import Mapping
from datetime import date, time
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
