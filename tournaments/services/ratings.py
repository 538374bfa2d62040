"""Ratings of entries as of the start: from the list in force on the first day of play.

Two figures, which are mostly the same: `rating` is counted with, and is that of the list by which the event is
rated; `start_rating` orders the start list, and is looked for in the lists that the event names, one after the
other.
"""

from collections.abc import Mapping, Sequence
from datetime import date

from players.models import ListedRating, RatingKind, RatingList
from players.selectors import list_in_force, listed_ratings
from tournaments.models import Entry, EntrySettings, Event

LIST_FIELDS = ("rating", "rating_k", "rating_games", "rating_list", "rating_source")
START_FIELDS = ("start_rating", "start_source", "start_day")
# In a sequence: the rating that a file or the director named, with where it is from.
OTHER = "other"
SEQUENCE_KEYS = (RatingKind.STANDARD, RatingKind.RAPID, RatingKind.BLITZ, RatingKind.CORRESPONDENCE, OTHER)

Found = tuple[int, str, date | None]


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
    changed = ratings_put(event, entries)
    Entry.objects.bulk_update(changed, LIST_FIELDS, batch_size=200)
    start_ratings_set(event, entries)
    return changed


def ratings_put(event: Event, entries: Sequence[Entry]) -> list[Entry]:
    """The entries that the event's list changes, with its figures on them; nothing is saved."""
    known = [entry.person_id for entry in entries if entry.person_id is not None]
    rows = listed_ratings(event.rating_list, known)
    return [
        entry
        for entry in entries
        if entry.person_id is not None and rating_from_list(entry, rows.get(entry.person_id), event)
    ]


def sequence_of(event: Event) -> tuple[str, ...]:
    """The lists in which the rating of the start list is looked for, in their order; empty: the event's own."""
    found = EntrySettings.objects.filter(event_id=event.pk).values_list("rating_sequence", flat=True).first()
    return tuple(key for key in (found or "").split(",") if key)


def start_ratings_set(event: Event, entries: Sequence[Entry]) -> list[Entry]:
    """Give entries the rating of the start list by the event's sequence; returns the changed ones.

    Runs inside the caller's transaction.
    """
    changed = start_ratings_put(event, entries, sequence_of(event))
    Entry.objects.bulk_update(changed, START_FIELDS, batch_size=200)
    return changed


def start_ratings_put(event: Event, entries: Sequence[Entry], sequence: Sequence[str]) -> list[Entry]:
    """The entries whose rating of the start list changes, with source and day on them; nothing is saved.

    The first list of the sequence on which the player has a rating gives it; its day is that of the list. Without
    a sequence there is none beside the rating that is counted with.
    """
    lists = _lists(event, sequence)
    persons = [entry.person_id for entry in entries if entry.person_id is not None]
    rows = {kind: listed_ratings(chosen, persons) for kind, chosen in lists.items()}
    changed = []
    for entry in entries:
        found = _start_rating(entry, event, sequence, lists, rows) if sequence else (None, "", None)
        if found != (entry.start_rating, entry.start_source, entry.start_day):
            entry.start_rating, entry.start_source, entry.start_day = found
            changed.append(entry)
    return changed


def _lists(event: Event, sequence: Sequence[str]) -> dict[str, RatingList]:
    """The list of each kind in the sequence that is in force on the first day; that of the event as it is fixed."""
    if event.start is None:
        return {}
    found = {
        kind: list_in_force(kind, event.start) for kind in sequence if kind not in (OTHER, event.rating_kind)
    }
    if event.rating_kind in sequence:
        found[event.rating_kind] = event.rating_list
    return {kind: chosen for kind, chosen in found.items() if chosen is not None}


def _start_rating(
    entry: Entry,
    event: Event,
    sequence: Sequence[str],
    lists: Mapping[str, RatingList],
    rows: Mapping[str, Mapping[int, ListedRating]],
) -> tuple[int | None, str, date | None]:
    for key in sequence:
        found = _of_key(entry, event, key, lists, rows)
        if found is not None:
            return found
    return None, "none", None


def _of_key(
    entry: Entry,
    event: Event,
    key: str,
    lists: Mapping[str, RatingList],
    rows: Mapping[str, Mapping[int, ListedRating]],
) -> Found | None:
    """What one list of the sequence says of a player, with the source and its day; None if it says nothing."""
    if key == OTHER:
        if not entry.other_rating:
            return None
        return entry.other_rating, entry.other_source or OTHER, entry.other_day
    if key == event.rating_kind and entry.rating:
        # Typed by the director or from a file where the player is on no list; it counts as that list's.
        day = lists[key].effective_from if entry.rating_list_id and key in lists else None
        return entry.rating, entry.rating_source, day
    row = rows.get(key, {}).get(entry.person_id or 0)
    if row is None or not row.rating:
        return None
    return row.rating, lists[key].key, lists[key].effective_from
