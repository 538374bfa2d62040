"""A list taken over as a whole: new players entered, entered ones changed, all or nothing."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction

from players.models import Account
from tournaments.models import Entry, Event
from tournaments.services.common import event_locked_for
from tournaments.services.entries import entries_add, entry_update


@transaction.atomic
def entries_import(
    event: Event,
    *,
    actor: Account | None,
    added: Iterable[Mapping[str, Any]],
    changed: Iterable[tuple[Entry, Mapping[str, Any]]],
) -> tuple[list[Entry], list[Entry]]:
    """Enter the rows `added` (as `entries_add` takes them) and change entries; returns both, as they stand now.

    Each change leaves its own ledger row with the values before. Raises as `entries_add` and `entry_update`, and
    then nothing at all was written.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="entries_edit")
    updated = [
        entry_update(entry, actor=actor, version=entry.version, **fields)
        for entry, fields in changed
        if fields
    ]
    rows = list(added)
    return (entries_add(stored, actor=actor, rows=rows) if rows else []), updated
