"""Writes at the publication of a list about the corrections that it shows."""

from collections.abc import Iterable

from players.models import CurrentRating, RatingList
from ratings.corrections import pending, shown_with
from ratings.models import ListCorrection, MergedRating, RatedEvent


def corrections_show(rating_list: RatingList, listed: Iterable[int]) -> list[ListCorrection]:
    """Show on a list just published every correction decided since the list before; the rows now shown.

    So are merges of records, and what was undone of them (see `ratings.merges`).
    `listed` are the persons whose current figures the list gives. Somebody whom a correction took off the lists
    has none there: his figures become those of the corrected list, unrated. Runs in the publication's transaction.
    """
    pending(rating_list.kind).update(shown_on=rating_list)
    RatedEvent.objects.filter(kind=rating_list.kind, corrects__isnull=False, shown_on__isnull=True).update(
        shown_on=rating_list
    )
    merges = MergedRating.objects.filter(kind=rating_list.kind)
    merges.filter(undone=False, shown_on__isnull=True).update(shown_on=rating_list)
    merges.filter(undone=True, shown_on__isnull=False, undone_shown_on__isnull=True).update(
        undone_shown_on=rating_list
    )
    rows = list(shown_with(rating_list))
    on_list = set(listed)
    gone = {row.person_id: row for row in rows if row.person_id not in on_list}
    for person_id, row in gone.items():
        CurrentRating.objects.filter(person_id=person_id, kind=rating_list.kind).update(
            rating_list=rating_list, rating=None, k=None, games_total=row.games_after, highest=None
        )
    return rows
