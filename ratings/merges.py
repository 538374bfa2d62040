"""How merged records stand on lists: one row in the place of two from the next list on. Reads only.

A published list stays as it is, and so do the calculations of its period: they keep the record under which they
were made. Where the next list is made, the rows of both on the list before become one, and older results of the
merged record are those of the record that stays. `as_of` is the view, as in `ratings.corrections`: a list is made
again years later under the merges that it was made with, whatever was undone since.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from datetime import date

from django.db.models import Q, QuerySet

from players.models import ListedRating, PersonMerge, RatingList
from ratings.corrections import NOW
from ratings.models import MergedRating


def merges_standing(kind: str, as_of: date) -> QuerySet[MergedRating]:
    """The merges that count for a kind in this view, in the order of their decisions."""
    rows = MergedRating.objects.filter(kind=kind).order_by("pk").select_related("base_list")
    if as_of == NOW:
        return rows.filter(undone=False)
    return rows.filter(shown_on__effective_from__lte=as_of).exclude(
        Q(undone_shown_on__isnull=False) & Q(undone_shown_on__effective_from__lte=as_of)
    )


def survivors(merges: Iterable[MergedRating]) -> dict[int, int]:
    """For each merged record the one that stays, through chains, by person.

    The merges are in the order of their decisions: a record that stayed may be merged itself later.
    """
    found: dict[int, int] = {}
    for merge in merges:
        for merged, survivor in found.items():
            if survivor == merge.merged_id:
                found[merged] = merge.survivor_id
        found[merge.merged_id] = merge.survivor_id
    return found


def with_merged(persons: Iterable[int], stays: Mapping[int, int]) -> set[int]:
    """These persons and the records that were merged into one of them; `stays` is what `survivors` gives."""
    wanted = set(persons)
    return wanted | {merged for merged, survivor in stays.items() if survivor in wanted}


def with_survivors(persons: Iterable[int], kind: str) -> set[int]:
    """These persons and the records into which one of them is merged now."""
    wanted = set(persons)
    stays = survivors(merges_standing(kind, NOW))
    return wanted | {stays[person] for person in wanted if person in stays}


def partners(persons: Iterable[int]) -> dict[int, list[int]]:
    """The records that one of these persons was ever merged with, in either direction."""
    wanted = set(persons)
    decided = PersonMerge.State.CONFIRMED, PersonMerge.State.UNDONE
    rows = PersonMerge.objects.filter(
        Q(survivor__in=wanted) | Q(merged__in=wanted), state__in=decided
    ).values_list("survivor_id", "merged_id")
    found: dict[int, list[int]] = {}
    for survivor, merged in rows:
        found.setdefault(survivor, []).append(merged)
        found.setdefault(merged, []).append(survivor)
    return found


def one_row_each(
    rows: dict[int, ListedRating], merges: Iterable[MergedRating], previous: RatingList
) -> dict[int, ListedRating]:
    """The rows of the list before by person, with one row for records merged since it was published."""
    found = dict(rows)
    for merge in merges:
        if merge.base_list_id == previous.pk:
            _fold(found, merge)
    return found


def newest_one_row_each(
    rows: dict[int, ListedRating], merges: Iterable[MergedRating]
) -> dict[int, ListedRating]:
    """The newest row of each person, where a merged record has none of its own any more.

    A row of a list that came after the merge has both in it already. Rows carry their list.
    """
    found = dict(rows)
    for merge in merges:
        own = found.get(merge.survivor_id)
        if own is not None and own.rating_list.effective_from > merge.base_list.effective_from:
            found.pop(merge.merged_id, None)
        else:
            _fold(found, merge)
    return found


def _fold(found: dict[int, ListedRating], merge: MergedRating) -> None:
    other, own = found.pop(merge.merged_id, None), found.get(merge.survivor_id)
    if other is not None:
        found[merge.survivor_id] = fused(own, other, merge)


def fused(own: ListedRating | None, other: ListedRating, merge: MergedRating) -> ListedRating:
    """The row of a merged pair: rating and K of the figure that stands, the games of both, each once.

    Of an unrated and a rated row the rated one stands. Never saved.
    """
    if own is None or own.rating is None:
        stands = other
    elif other.rating is None:
        stands = own
    else:
        stands = other if merge.stands_id == merge.merged_id else own
    row = copy(stands)
    row.person_id = merge.survivor_id
    if own is not None:
        row.games_total = own.games_total + other.games_total
        row.highest = max((top for top in (own.highest, other.highest) if top is not None), default=None)
        row.k_games = None if own.k_games is None or other.k_games is None else own.k_games + other.k_games
        row.inactive_lists = min(own.inactive_lists, other.inactive_lists)
        row.last_played = _later(own.last_played, other.last_played)
        row.last_entered = _later(own.last_entered, other.last_entered)
    return row


def _later(one: date | None, other: date | None) -> date | None:
    return max((day for day in (one, other) if day is not None), default=None)
