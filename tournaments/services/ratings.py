"""Ratings of entries as of the start: from the list in force on the first day of play."""

from collections.abc import Sequence

from players.models import ListedRating
from players.selectors import listed_ratings
from tournaments.models import Entry, Event

LIST_FIELDS = ("rating", "rating_k", "rating_games", "rating_list", "rating_source")


def rating_from_list(entry: Entry, row: ListedRating | None, event: Event) -> bool:
    """Put the figures of the list in force on an entry (not saved); True if anything changed.

    A player who is on no list keeps what a file or the director said of him.
    """
    if row is None or event.rating_list is None:
        return False
    before = [getattr(entry, name) for name in LIST_FIELDS]
    entry.rating, entry.rating_k, entry.rating_games = row.rating, row.k, row.games_total
    entry.rating_list, entry.rating_source = event.rating_list, event.rating_list.key
    return before != [getattr(entry, name) for name in LIST_FIELDS]


def ratings_refresh(event: Event, entries: Sequence[Entry]) -> list[Entry]:
    """Give entries of known players the rating, K and games of the event's list; returns the changed ones.

    Runs inside the caller's transaction, which checked the right and writes the ledger row.
    """
    known = [entry.person_id for entry in entries if entry.person_id is not None]
    rows = listed_ratings(event.rating_list, known)
    changed = [
        entry
        for entry in entries
        if entry.person_id is not None and rating_from_list(entry, rows.get(entry.person_id), event)
    ]
    Entry.objects.bulk_update(changed, LIST_FIELDS, batch_size=200)
    return changed
