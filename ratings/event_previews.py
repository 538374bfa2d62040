"""What rating an event would do to its players, calculated and not kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from core.files import read
from players.models import RatingKind
from ratings.event_facts import facts_of, field_of
from ratings.exact import columns_of
from ratings.models import RatedEntry
from ratings.racc_exact import columns_of as coefficient_columns_of
from ratings.racc_standing import list_of_papers
from ratings.services import period_for, rating_of
from ratings.services_racc import calculate, coefficient_facts
from tournaments.errors import DomainError
from tournaments.models import Entry, Event
from tournaments.record.canonical import from_canonical
from tournaments.rulebook.shelf import edition


@dataclass(frozen=True, slots=True)
class EventPreview:
    """The lines that a calculation would keep, unsaved, in the order of the start numbers, and by which text."""

    edition: str
    rows: tuple[RatedEntry, ...]

    @property
    def changed(self) -> int:
        """How many players have a counted game."""
        return sum(bool(row.games) for row in self.rows)


def event_preview(event: Event, *, record_sha256: str, received_on: date) -> EventPreview:
    """What `ratings.services.event_rate` would store of this record, by the same engine from the same facts.

    Players who are not in the register yet have a line without a person. Raises DomainError as the calculation
    itself does: an event that is not rated, a record that the rules refuse.
    """
    if not event.rating_kind or not event.rating_edition:
        raise DomainError(_("The event is not entered for rating."), code="not_rated")
    if event.rating_kind == RatingKind.CORRESPONDENCE:
        return _coefficients(event, record_sha256, received_on)
    field = field_of(event)
    rules = edition(field.basis.rating_edition or event.rating_edition)
    rating = rating_of(from_canonical(read(record_sha256)), rules, facts_of(event))
    return EventPreview(
        rules.key,
        tuple(
            _row(field.entries, line.number, columns_of(line))
            for line in rating.players
            if line.number in field.entries
        ),
    )


def _coefficients(event: Event, record_sha256: str, received_on: date) -> EventPreview:
    rules = edition(event.rating_edition)
    period = period_for(RatingKind.CORRESPONDENCE, received_on)
    into = period.effective_from if period else list_of_papers(received_on)
    entries = {
        entry.number: entry
        for entry in Entry.objects.filter(event=event, number__isnull=False)
        if entry.number is not None
    }
    persons = {number: entry.person_id for number, entry in entries.items() if entry.person_id is not None}
    result = calculate(from_canonical(read(record_sha256)), rules, coefficient_facts(persons, into))
    return EventPreview(
        rules.key,
        tuple(
            _row(entries, line.number, coefficient_columns_of(line, rules))
            for line in result.players
            if line.number in entries
        ),
    )


def _row(entries: Mapping[int, Entry], number: int, columns: Mapping[str, Any]) -> RatedEntry:
    entry = entries[number]
    kept = {**columns, "entry": entry, "person_id": entry.person_id, "number": number}
    return RatedEntry(**kept)
