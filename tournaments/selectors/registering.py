"""Reads about self-registration: the director's list with who each player may be, the public figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.keys import search_terms
from players.models import Person
from tournaments.models import Entry, EntrySettings, Event, Registration
from tournaments.selectors.people import candidates_of_rows, persons_of_rows
from tournaments.services.registering import differences, registration_closed
from tournaments.services.waiting_list import places_free


@dataclass(frozen=True, slots=True)
class RegistrationRow:
    """A registration as the director sees it: who it may be, who is like him in the event, what changed since."""

    registration: Registration
    person: Person | None
    candidates: tuple[Person, ...]
    like: tuple[Entry | Registration, ...]
    place: int | None
    changes: tuple[tuple[str, Any, Any], ...]

    @property
    def is_like_entry(self) -> bool:
        """Somebody like him is entered; otherwise somebody like him has registered too."""
        return any(isinstance(one, Entry) for one in self.like)

    @property
    def persons(self) -> tuple[Person, ...]:
        """Everybody who may be chosen."""
        return (self.person,) if self.person else self.candidates


@dataclass(frozen=True, slots=True)
class RegistrationState:
    """What the public page says: why it is closed (empty: open), places free (None: no limit), how many wait."""

    settings: EntrySettings | None
    closed: str
    free: int | None
    waiting: int


def registration_state(event: Event) -> RegistrationState:
    """The state of an event's registration as everybody sees it."""
    settings = EntrySettings.objects.filter(event_id=event.pk).first()
    waiting = Registration.objects.filter(event_id=event.pk, state=Registration.State.WAITING).count()
    closed = registration_closed(event, settings)
    return RegistrationState(settings, closed, None if closed else places_free(event), waiting)


def registration_rows(event: Event) -> dict[str, list[RegistrationRow]]:
    """The registrations by state, first come first; a few queries whatever their number."""
    rows = list(
        Registration.objects.filter(event_id=event.pk)
        .select_related("entry", "person", "decided_by")
        .order_by("created_at", "pk")
    )
    asked = [row for row in rows if row.state in (Registration.State.ASKED, Registration.State.WAITING)]
    certain = dict(zip([row.pk for row in asked], persons_of_rows(asked), strict=True))
    unsure = [row for row in asked if certain[row.pk] is None]
    proposed = dict(zip([row.pk for row in unsure], candidates_of_rows(unsure), strict=True))
    by_name: dict[tuple[str, ...], list[Entry | Registration]] = {}
    for entry in event.entries.all():
        by_name.setdefault(_key(entry.name), []).append(entry)
    for one in asked:
        by_name.setdefault(_key(one.name), []).append(one)
    found: dict[str, list[RegistrationRow]] = {state: [] for state in Registration.State.values}
    for row in rows:
        found[row.state].append(
            RegistrationRow(
                row,
                certain.get(row.pk),
                tuple(proposed.get(row.pk, ())),
                tuple(one for one in by_name.get(_key(row.name), ()) if one != row) if row in asked else (),
                len(found[row.state]) + 1 if row.state == Registration.State.WAITING else None,
                _changes(row),
            )
        )
    return found


def _key(name: str) -> tuple[str, ...]:
    return tuple(sorted(search_terms(name)))


def _changes(registration: Registration) -> tuple[tuple[str, Any, Any], ...]:
    """What the player changed through his link after he was entered: label, value of the entry, new value."""
    entry = registration.entry
    if registration.state != Registration.State.APPROVED or entry is None:
        return ()
    return tuple(
        (str(Entry._meta.get_field(name).verbose_name), getattr(entry, name), new)  # type: ignore[union-attr]
        for name, new in differences(registration).items()
    )


def place_in_line(registration: Registration) -> int | None:
    """Which place on the waiting list somebody has; None if he does not wait."""
    if registration.state != Registration.State.WAITING:
        return None
    waiting: Sequence[int] = list(
        Registration.objects.filter(event_id=registration.event_id, state=Registration.State.WAITING)
        .order_by("created_at", "pk")
        .values_list("pk", flat=True)
    )
    return waiting.index(registration.pk) + 1
