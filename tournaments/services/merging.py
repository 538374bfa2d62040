"""Entries that follow a record of the register when two are made one, or two again."""

from collections.abc import Iterable

from django.db.models import F

from players.models import Account, Person
from tournaments.models import Entry, Event
from tournaments.services.common import facts_changed, write_ledger


def entries_move(entries: Iterable[Entry], person: Person, *, actor: Account, reason: str) -> list[int]:
    """Put entries under another record of the same player; their ids. Called in the transaction of a decision.

    What the entry says of name, rating and numbers as of the start stays as it is. While a report has frozen the
    event nothing but the link is stored. Each event's ledger tells it.
    """
    moved = []
    for entry in sorted(entries, key=lambda row: (row.event_id, row.pk)):
        event = Event.objects.select_for_update().get(pk=entry.event_id)
        before = entry.person_id
        Entry.objects.filter(pk=entry.pk).update(person=person, version=F("version") + 1)
        payload = {"entry": entry.pk, "name": entry.name, "person": [before, person.pk]}
        write_ledger(event, actor=actor, verb="entry.record_changed", payload=payload, reason=reason)
        if not event.is_locked:
            facts_changed(event)
        moved.append(entry.pk)
    return moved
