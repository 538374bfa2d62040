"""Writes about the start list: in which lists its ratings are looked for, and a new list before the start."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account, RatingList
from tournaments.errors import DomainError
from tournaments.models import Entry, EntrySettings, Event, Seat
from tournaments.services.common import event_locked_for, facts_changed, refuse_frozen, write_ledger
from tournaments.services.entries import rounds_paired
from tournaments.services.ratings import (
    LIST_FIELDS,
    SEQUENCE_KEYS,
    START_FIELDS,
    ratings_put,
    sequence_of,
    start_ratings_put,
)
from tournaments.services.rules import list_on_start

REFRESH_JOB = "tournaments.refresh_lists"
NOT_STARTED = (Event.State.DRAFT, Event.State.REGISTERED)

Figures = tuple[int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a list changes for one entry: rating, K and rating of the start list, before and after."""

    entry: int
    number: int | None
    name: str
    before: Figures
    after: Figures


@dataclass(frozen=True, slots=True)
class ListDifference:
    """What taking over the list in force would change, or has changed."""

    before: RatingList | None
    after: RatingList | None
    changes: tuple[RatingChange, ...]


@transaction.atomic
def rating_sequence_set(event: Event, *, actor: Account | None, sequence: Sequence[str]) -> list[Entry]:
    """Say in which lists the rating of the start list is looked for; empty: in the event's own alone.

    Returns the entries whose rating of the start list changed. Raises PermissionDenied and DomainError (a list
    twice, one that there is not, rounds paired already).
    """
    stored = event_locked_for(event.pk, actor=actor, permission="entries_edit")
    refuse_frozen(stored)
    unknown = [key for key in sequence if key not in SEQUENCE_KEYS]
    if unknown:
        raise DomainError(_("There is no list %(name)s.") % {"name": unknown[0]}, "unknown_list")
    if len(set(sequence)) != len(sequence):
        raise DomainError(_("A list can stand in the sequence once only."), "list_twice")
    if rounds_paired(stored):
        raise DomainError(
            _("Rounds are paired; the start list stays as it is."),
            "paired_already",
            _("Delete the pairings first: that is possible while there is no result."),
        )
    settings, _made = EntrySettings.objects.get_or_create(event=stored)
    before, settings.rating_sequence = settings.rating_sequence, ",".join(sequence)
    if before == settings.rating_sequence:
        return []
    settings.save(update_fields=["rating_sequence"])
    changed = start_ratings_put(stored, list(stored.entries.all()), tuple(sequence))
    Entry.objects.bulk_update(changed, START_FIELDS, batch_size=200)
    payload = {"before": before, "sequence": settings.rating_sequence, "entries": [one.pk for one in changed]}
    write_ledger(stored, actor=actor, verb="entries.sequence", payload=payload)
    facts_changed(stored)
    return changed


def has_not_started(event: Event) -> bool:
    """Whether a new list may still change the event: nobody is paired, and the first day is not over."""
    return (
        event.state in NOT_STARTED
        and event.start is not None
        and event.start >= timezone.localdate()
        and not event.is_locked
        and not Seat.objects.filter(round__event_id=event.pk).exists()
    )


def list_difference(event: Event) -> ListDifference | None:
    """What the list now in force on the first day would change (9.11); None if nothing. Writes nothing."""
    if not has_not_started(event):
        return None
    return _difference(event)[0]


def _difference(event: Event) -> tuple[ListDifference | None, list[Entry]]:
    """The difference, and all entries with the new figures on them, not saved."""
    before, after = event.rating_list, list_on_start(event)
    sequence = sequence_of(event)
    if before == after and not sequence:
        return None, []
    entries = list(event.entries.order_by("number", "name"))
    old = {entry.pk: _figures(entry) for entry in entries}
    event.rating_list = after
    try:
        ratings_put(event, entries)
        start_ratings_put(event, entries, sequence)
    finally:
        event.rating_list = before
    changes = tuple(
        RatingChange(entry.pk, entry.number, entry.name, old[entry.pk], _figures(entry))
        for entry in entries
        if old[entry.pk] != _figures(entry)
    )
    if before == after and not changes:
        return None, []
    return ListDifference(before, after, changes), entries


def _figures(entry: Entry) -> Figures:
    return entry.rating, entry.rating_k, entry.start_rating if entry.start_source else None


@transaction.atomic
def list_take_over(event: Event, *, actor: Account | None) -> ListDifference | None:
    """Take over the list in force on the first day: list, ratings, K and start list; None if nothing changed.

    The ledger keeps both lists and every change, so that the director sees later what a night's refresh did.
    Raises PermissionDenied, and DomainError once the event has started.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="event_edit")
    refuse_frozen(stored)
    if not has_not_started(stored):
        raise DomainError(
            _("The event has started: the list of its first day stays."), "started", _("See article 9.11.")
        )
    difference, entries = _difference(stored)
    if difference is None:
        return None
    stored.rating_list = difference.after
    stored.save(update_fields=["rating_list"])
    Entry.objects.bulk_update(entries, (*LIST_FIELDS, *START_FIELDS), batch_size=200)
    write_ledger(
        stored,
        actor=actor,
        verb="event.list_refreshed",
        payload={
            "before": difference.before.key if difference.before else "",
            "list": difference.after.key if difference.after else "",
            "entries": [change.entry for change in difference.changes],
            "rows": [
                [change.entry, change.name, *map(_plain, change.before), *map(_plain, change.after)]
                for change in difference.changes
            ],
        },
    )
    facts_changed(stored)
    return difference


def _plain(figure: int | None) -> int | str:
    return "" if figure is None else figure


def lists_refresh() -> list[int]:
    """Take over the list in force in every event that has not started; the ids of the events that changed.

    Each event is a step of its own: one that somebody pairs at this moment stops no other.
    """
    waiting = Event.objects.filter(
        state__in=NOT_STARTED, start__gte=timezone.localdate(), locked_by_report__isnull=True
    ).order_by("pk")
    return [event.pk for event in waiting if _refreshed(event)]


def _refreshed(event: Event) -> bool:
    try:
        return has_not_started(event) and list_take_over(event, actor=None) is not None
    except DomainError:
        # It has started, or a report has frozen it, since the question above.
        return False
