"""What a list is made of when events in published lists were corrected. Reads only.

A correction is a calculation that `corrects` another one and takes its place, in the same period. A list stays as
it was published; what its rows should have said is kept beside it (`ListCorrection`), is the base of the lists
that follow, and is shown on the next list published (`shown_on`). So a list is made of:

* the calculations that stood when it was published: none that was corrected on a list up to it, no correction
  that is shown on a later list;
* the rows of the list before, with those corrections laid over that are shown on a list up to it.

`as_of` is the first day of the list whose view is wanted; `NOW`: with every correction decided until now.
"""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from players.models import ListedRating, RatingList
from ratings.models import ListCorrection, Period, RatedEntry, RatedEvent

DAYS = ("last_played", "last_entered")
NOW = date.max
CORRECTED = "corrected"


def view_of(period: Period) -> date:
    """The view from which a period's list is made: that of its publication, or of now while it is open."""
    return period.effective_from if period.state == Period.State.PUBLISHED else NOW


def calculations_standing(as_of: date) -> QuerySet[RatedEvent]:
    """The calculations that count in this view, of all kinds and periods.

    A calculation without `corrects` that is not current and that nothing corrects was replaced or withdrawn
    before any list had it: it never counts.
    """
    if as_of == NOW:
        return RatedEvent.objects.filter(current=True)
    corrected = RatedEvent.objects.filter(corrects=OuterRef("pk"))
    return RatedEvent.objects.filter(
        Q(current=True) | Exists(corrected),
        Q(corrects__isnull=True) | Q(shown_on__effective_from__lte=as_of),
    ).exclude(Exists(corrected.filter(shown_on__effective_from__lte=as_of)))


def entries_standing(as_of: date) -> QuerySet[RatedEntry]:
    """What the calculations of this view did to their players."""
    if as_of == NOW:
        return RatedEntry.objects.filter(rated_event__current=True)
    return RatedEntry.objects.filter(rated_event__in=calculations_standing(as_of))


def corrected(
    rows: Iterable[ListedRating], rating_list: RatingList, as_of: date, only: set[int] | None = None
) -> dict[int, ListedRating]:
    """Rows of a published list by person, each as it should have been by the corrections of this view.

    Somebody who should not have been on the list is left out; somebody who is missing from it is put in.
    """
    found = {row.person_id: row for row in rows}
    for person_id, correction in latest(rating_list, as_of, only).items():
        found.pop(person_id, None)
        if correction.row:
            found[person_id] = corrected_row(correction)
    return found


def latest(rating_list: RatingList, as_of: date, only: set[int] | None = None) -> dict[int, ListCorrection]:
    """The last correction of each corrected row of a list, by person."""
    rows = ListCorrection.objects.filter(corrected_list=rating_list)
    if as_of != NOW:
        rows = rows.filter(shown_on__effective_from__lte=as_of)
    if only is not None:
        rows = rows.filter(person_id__in=only)
    return {correction.person_id: correction for correction in rows.order_by("pk")}


def corrected_row(correction: ListCorrection) -> ListedRating:
    """The row that a list should have had; not saved, and never to be."""
    figures: dict[str, Any] = dict(correction.row)
    for name in DAYS:
        if figures.get(name):
            figures[name] = date.fromisoformat(figures[name])
    return ListedRating(
        rating_list_id=correction.corrected_list_id, person_id=correction.person_id, **figures
    )


def first_calculations(corrections: Iterable[int]) -> dict[int, int]:
    """For each of these corrections the calculation with which its chain began, by id.

    A correction stands in the place of what it corrects, wherever the order of calculations matters.
    """
    found = {pk: pk for pk in corrections}
    while True:
        parents = dict(
            RatedEvent.objects.filter(pk__in=set(found.values()), corrects__isnull=False).values_list(
                "pk", "corrects_id"
            )
        )
        if not parents:
            return found
        found = {pk: parents.get(first, first) for pk, first in found.items()}


def pending(kind: str) -> QuerySet[ListCorrection]:
    """The corrections of a kind that wait for the next list, by list and person."""
    return _in_order(all_corrections().filter(corrected_list__kind=kind, shown_on__isnull=True))


def shown_with(rating_list: RatingList) -> QuerySet[ListCorrection]:
    """The corrections that a published list shows, by list and person."""
    return _in_order(all_corrections().filter(shown_on=rating_list))


def cells_of(rows: Iterable[ListCorrection]) -> list[tuple[str | int | None, ...]]:
    """The lines of a list's canonical file that say which corrections it shows.

    After the word: corrected list, person, then rating, K and games in all, each before and after.
    """
    return [
        (
            CORRECTED,
            row.corrected_list.key,
            row.person_id,
            row.before,
            row.after,
            row.k_before,
            row.k_after,
            row.games_before,
            row.games_after,
        )
        for row in rows
    ]


def file_rows(rows: Iterable[ListCorrection]) -> list[dict[str, str | int | None]]:
    """The same for a list's CSV and JSON: which list is corrected for whom, each figure before and after, and why.

    Name and number are those of the corrected list, so that they never change.
    """
    chosen = list(rows)
    printed = {
        (row.rating_list_id, row.person_id): row
        for row in ListedRating.objects.filter(
            rating_list__in={row.corrected_list_id for row in chosen},
            person__in={row.person_id for row in chosen},
        )
    }
    return [_file_row(row, printed.get((row.corrected_list_id, row.person_id))) for row in chosen]


def _file_row(row: ListCorrection, printed: ListedRating | None) -> dict[str, str | int | None]:
    """`printed` is the row of the corrected list, None for somebody who was missing from it."""
    shown = corrected_row(row) if printed is None else printed
    return {
        "corrected_list": row.corrected_list.key,
        "number": shown.number,
        "name": shown.name,
        "rating_before": row.before,
        "rating_after": row.after,
        "k_before": row.k_before,
        "k_after": row.k_after,
        "games_total_before": row.games_before,
        "games_total_after": row.games_after,
        "reason": row.reason,
    }


def all_corrections() -> QuerySet[ListCorrection]:
    """Every correction of a published list with all that a page prints of it."""
    return ListCorrection.objects.select_related(
        "corrected_list", "person", "calculation__event", "merge", "shown_on"
    )


def corrections_of(event_id: int) -> list[RatedEvent]:
    """The corrections of an event, oldest first."""
    return list(RatedEvent.objects.filter(event_id=event_id, corrects__isnull=False).order_by("pk"))


def _in_order(rows: QuerySet[ListCorrection]) -> QuerySet[ListCorrection]:
    return rows.order_by("corrected_list__effective_from", "person_id", "pk")
