"""Writes about ratings when two records of the register are made one, or two again.

Called by the commission's decision, in its transaction. Published lists and the calculations of their periods
stay; calculations that no list has shown follow the record.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from core.ledger import append
from players.models import Account, CurrentRating, ListedRating, Person, PersonMerge, RatingKind, RatingList
from players.permissions import require
from ratings.corrected_rows import Decision, correct_lists_unmerged
from ratings.merges import fused
from ratings.models import ListCorrection, MergedRating, Period, RatedEntry, RatedEvent
from ratings.permissions import PERMISSIONS
from ratings.services_corrections import event_correct
from tournaments.models import Entry, Event

FIGURES = ("rating_list_id", "rating", "k", "games_total", "highest")


def published_events(person: Person) -> QuerySet[RatedEntry]:
    """What events of published lists, corrections of them included, did to a person's record."""
    return RatedEntry.objects.filter(person=person, rated_event__period__state=Period.State.PUBLISHED)


def waiting_calculations(entry_ids: Iterable[int]) -> QuerySet[RatedEntry]:
    """The calculations of these entries that no published list holds."""
    rows = RatedEntry.objects.filter(entry_id__in=list(entry_ids))
    return rows.exclude(rated_event__period__state=Period.State.PUBLISHED)


def kinds_of(*persons: Person) -> list[str]:
    """The kinds of list that have a published one, and a row or a counted game of one of these records."""
    rows = ListedRating.objects.filter(
        person__in=persons, rating_list__state=RatingList.State.PUBLISHED
    ).values_list("rating_list__kind", flat=True)
    games = RatedEntry.objects.filter(
        person__in=persons, rated_event__period__state=Period.State.PUBLISHED
    ).values_list("rated_event__kind", flat=True)
    found = {*rows, *games}
    return [kind for kind in RatingKind.values if kind in found and newest_list(kind) is not None]


def newest_list(kind: str) -> RatingList | None:
    """The newest published list of a kind, or nothing."""
    lists = RatingList.objects.filter(kind=kind, state=RatingList.State.PUBLISHED)
    return lists.order_by("-effective_from").first()


def ratings_merge(merge: PersonMerge, entry_ids: Iterable[int]) -> dict[str, Any]:
    """Let two records have one row from the next list on; what became of the current figures, for the journal.

    `entry_ids` are the entries that went over to the record that stays.
    """
    kinds = kinds_of(merge.survivor, merge.merged)
    _lock_periods(kinds)
    _move_calculations(entry_ids, merge.survivor_id)
    journal: dict[str, Any] = {}
    for kind in kinds:
        base = newest_list(kind)
        assert base is not None
        stands = merge.merged if merge.ratings.get(kind) == "merged" else merge.survivor
        rating = MergedRating.objects.create(
            merge=merge,
            kind=kind,
            survivor=merge.survivor,
            merged=merge.merged,
            stands=stands,
            base_list=base,
        )
        if (changed := _current_merged(rating)) is not None:
            journal[kind] = changed
    return journal


def ratings_unmerge(
    merge: PersonMerge, entries: Iterable[Entry], journal: Mapping[str, Any], *, actor: Account, by: Decision
) -> list[ListCorrection]:
    """Give two records their own rows again; the corrections of lists that had shown one row.

    `entries` went back to the merged record. Of those that a published list has counted, each event is
    calculated again under the record to which it belongs, from the record that counted. Raises PermissionDenied
    without the right to correct events, if there are such.
    """
    ratings = list(merge.merged_ratings.filter(undone=False).select_related("base_list").order_by("pk"))
    _lock_periods([rating.kind for rating in ratings])
    _move_calculations([entry.pk for entry in entries], merge.merged_id)
    made = list(ListCorrection.objects.none())
    for rating in ratings:
        rating.undone = True
        rating.save(update_fields=["undone"])
        _current_restored(merge, rating.kind, journal.get(rating.kind))
    for event, record in _events_counted(entries, merge):
        require(PERMISSIONS, "event_correct", actor, event)
        event_correct(event, actor=actor, record_sha256=record, reason=by.reason)
    for rating in ratings:
        rows = correct_lists_unmerged(merge, rating.kind, rating.base_list, by)
        _tell_lists(rows, merge, actor, by)
        made += rows
    return made


def _lock_periods(kinds: Iterable[str]) -> None:
    """Publishing a list of these kinds waits until the decision is stored."""
    list(Period.objects.select_for_update().filter(kind__in=list(kinds)).order_by("pk"))


def _move_calculations(entry_ids: Iterable[int], person_id: int) -> None:
    """Calculations that no list has shown name the record that the entry is under; their arrays are made anew."""
    rows = waiting_calculations(entry_ids)
    events = list(rows.values_list("rated_event_id", flat=True).distinct())
    rows.update(person_id=person_id)
    RatedEvent.objects.filter(pk__in=events).update(packed=None)


def _events_counted(entries: Iterable[Entry], merge: PersonMerge) -> list[tuple[Event, str]]:
    """The events of published lists that counted one of these entries under the other record, with their records."""
    rows = RatedEvent.objects.filter(
        entries__entry__in=[entry.pk for entry in entries],
        entries__person_id=merge.survivor_id,
        current=True,
        period__state=Period.State.PUBLISHED,
    )
    standing = rows.select_related("event").distinct().order_by("event__start", "event_id")
    return [(rated.event, rated.record_sha256) for rated in standing]


def _current_merged(rating: MergedRating) -> dict[str, Any] | None:
    """Make the current figures of the record that stays those of both; before and after, None for no change."""
    rows = {
        row.person_id: row
        for row in CurrentRating.objects.filter(
            person__in=(rating.survivor_id, rating.merged_id), kind=rating.kind
        )
    }
    own, other = rows.get(rating.survivor_id), rows.get(rating.merged_id)
    if other is None:
        return None
    before = None if own is None else _figures(own)
    made = fused(None if own is None else _as_row(own), _as_row(other), rating)
    after = {name: getattr(made, name) for name in FIGURES}
    CurrentRating.objects.update_or_create(person_id=rating.survivor_id, kind=rating.kind, defaults=after)
    return {"before": before, "after": after}


def _current_restored(merge: PersonMerge, kind: str, kept: Mapping[str, Any] | None) -> None:
    """Put the current figures back that the merge changed, unless a list has given others since."""
    if kept is None:
        return
    row = CurrentRating.objects.filter(person=merge.survivor, kind=kind).first()
    if row is None or _figures(row) != kept["after"]:
        return
    if kept["before"] is None:
        row.delete()
    else:
        CurrentRating.objects.filter(pk=row.pk).update(**kept["before"])


def _figures(row: CurrentRating) -> dict[str, Any]:
    return {name: getattr(row, name) for name in FIGURES}


def _as_row(row: CurrentRating) -> ListedRating:
    return ListedRating(person_id=row.person_id, **_figures(row))


def _tell_lists(rows: list[ListCorrection], merge: PersonMerge, actor: Account, by: Decision) -> None:
    for chosen in {row.corrected_list_id: row.corrected_list for row in rows}.values():
        append(
            scope="list",
            object_id=str(chosen.pk),
            actor_id=actor.pk,
            actor_name=actor.shown_name,
            verb="list.corrected",
            reason=by.reason,
            payload={
                "key": chosen.key,
                "merge": merge.pk,
                "effects": [
                    {"person": row.person_id, "rating": [row.before, row.after]}
                    for row in rows
                    if row.corrected_list_id == chosen.pk
                ],
            },
        )
