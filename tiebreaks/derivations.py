"""Why a player has a value in the standings: counted again when opened, equal to what the table shows."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tiebreaks.engine.criterion import Value
from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.explaining import explain_working
from tiebreaks.engine.ranking import Standings
from tiebreaks.engine.team_working import TeamWorking
from tiebreaks.engine.working import Working
from tiebreaks.sentences import SHORT_REASONS, criterion_name, reason, sentence, team_criterion_name
from tiebreaks.services import player_order, ranked, rules_of, working_for
from tiebreaks.shown import ALONE, digits_of, step_value, value_shown
from tournaments.models import Entry, Event
from tournaments.record.withdrawals import in_standings
from tournaments.rulebook.explained import Explained, Input, Reference, Step
from tournaments.rulebook.rounding import plain
from tournaments.snapshot import record_of

OPEN_PARTS = 20


class ShownValueError(RuntimeError):
    """A derivation does not lead to the value of the table: a fault of the portal, never hidden."""


@dataclass(frozen=True, slots=True)
class Count:
    """One count of an event, from which several values can be derived: names by start number, and all between."""

    names: dict[int, str]
    working: Working
    standings: Standings


@dataclass(frozen=True, slots=True)
class Derived:
    """A derivation with what its page needs beside it."""

    explained: Explained[Value]
    standings: Standings
    working: Working
    label: str
    number: int
    names: dict[int, str]


def count_of(event: Event, through_round: int | None = None) -> Count:
    """The count of an event from its facts as they stand; raises DomainError where nothing can be counted."""
    record = record_of(event.pk)
    working = working_for(event, record, through_round)
    names = {entry.number: entry.name for entry in in_standings(record).entries}
    return Count(names, working, ranked(working, player_order(rules_of(event))))


def derive(event: Event, number: int, label: str, through_round: int | None = None) -> Derived | None:
    """The derivation of a value; None where the event has no such player or its edition no such criterion.

    Any criterion of the edition can be asked for, listed in the event's order or not. Raises DomainError
    where nothing can be counted, ShownValueError where the steps lead elsewhere than the table.
    """
    return derive_in(count_of(event, through_round), event, number, label)


def derive_in(count: Count, event: Event, number: int, label: str) -> Derived | None:
    """The same on a count already made."""
    if number not in count.names:
        return None
    working, standings = count.working, count.standings
    label = label.upper()
    listed = label in standings.labels
    group = standings.tied_before(label, number) if listed else None
    try:
        explained = explain_working(working, label, number, group)
    except TieBreakError:
        return None
    if listed and explained.value != standings.row(number).values[label]:
        raise ShownValueError(
            f"event {event.pk}, number {number}, {label}: the steps give {explained.value}, "
            f"the standings {standings.row(number).values[label]}"
        )
    return Derived(explained, standings, working, label, number, count.names)


def derivation_view(event: Event, derived: Derived, through_round: int | None = None) -> dict[str, Any]:
    """What `components/derivation.html` shows."""
    label, number = derived.label, derived.number
    rounds = derived.standings.rounds
    working = derived.working
    of_teams = isinstance(working, TeamWorking)
    return {
        "title": _title(derived),
        "subject": _("no. %(number)s %(name)s") % {"number": number, "name": derived.names[number]},
        "subject_url": "" if of_teams else _profile(event, number),
        "result": _result(derived),
        "unit": "",
        "steps": [step_view(step, derived.names) for step in derived.explained.steps],
        "edition": working.edition.key,
        "source": working.edition.source_title,
        "permalink": value_address(
            event.pk, number, label, through_round or rounds or None, of_teams=of_teams
        ),
        "note": _note(derived, rounds),
    }


def _title(derived: Derived) -> str:
    if isinstance(derived.working, TeamWorking):
        return team_criterion_name(derived.label, derived.working.primary)
    return criterion_name(derived.label)


def value_address(
    event_id: int, number: int, label: str, through_round: int | None = None, *, of_teams: bool = False
) -> str:
    """The address of a derivation."""
    name = "tiebreaks:team_value" if of_teams else "tiebreaks:value"
    address = reverse(name, args=[event_id, number, label])
    return f"{address}?round={through_round}" if through_round else address


def step_view(step: Step, names: dict[int, str]) -> dict[str, Any]:
    """One step as the component draws it, with its parts."""
    return {
        "article": step.article,
        "text": sentence(_named(step, names)),
        "value": step_value(step.value),
        "parts": [step_view(part, names) for part in step.parts],
        "open": len(step.parts) <= OPEN_PARTS,
    }


def _named(step: Step, names: dict[int, str]) -> Step:
    """The step with names in the place of bare start numbers, and numbers with the decimal mark of the language."""
    inputs = {name: _worded(value, names) for name, value in step.inputs.items()}
    return replace(step, inputs=inputs, value=_worded(step.value, names))


def _worded(value: Input, names: dict[int, str]) -> Input:
    if isinstance(value, Reference) and value.kind == "entry" and value.number in names:
        return f"{value.number} {names[value.number]}"
    return step_value(value) if isinstance(value, Fraction) else value


def _result(derived: Derived) -> str:
    """The value as the table shows it; for a direct encounter that decides nothing the reason."""
    value = derived.explained.value
    if value is not None:
        return value_shown(derived.label, Fraction(value), digits_of(derived.label, _column(derived)))
    last = derived.explained.steps[-1].key if derived.explained.steps else ""
    if last in SHORT_REASONS and last != ALONE:
        return reason(last)
    return value_shown(derived.label, None, 0)


def _column(derived: Derived) -> list[str | None]:
    """The values among which this one stands in the table, or it alone."""
    if derived.label not in derived.standings.labels:
        return [_text(derived.explained.value)]
    return [_text(row.values[derived.label]) for row in derived.standings.rows]


def _text(value: Value) -> str | None:
    return None if value is None else plain(value)


def _note(derived: Derived, rounds: int) -> str:
    unplayed = derived.working.unplayed
    return _("After round %(round)s. Unplayed rounds count by %(key)s: %(source)s.") % {
        "round": rounds,
        "key": unplayed.key,
        "source": unplayed.source_title,
    }


def _profile(event: Event, number: int) -> str:
    person = (
        Entry.objects.filter(event_id=event.pk, number=number).values_list("person_id", flat=True).first()
    )
    return reverse("players:profile", args=[person]) if person else ""
