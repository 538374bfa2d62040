"""Reads about ratings: a player's history and changes, lists and their rows, periods."""

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Q, QuerySet

from players.models import CurrentRating, ListedRating, Person, RatingKind, RatingList
from players.selectors import sort_column
from ratings.corrections import NOW, entries_standing
from ratings.models import Period, RatedEntry, RatedEvent


def published_lists() -> QuerySet[RatingList]:
    """All published lists, newest first."""
    return RatingList.objects.filter(state=RatingList.State.PUBLISHED).order_by("-effective_from", "kind")


def newest_list(kind: str = RatingKind.STANDARD) -> RatingList | None:
    """The newest published list of a kind, or nothing."""
    return published_lists().filter(kind=kind).first()


def list_rows(rating_list: RatingList) -> QuerySet[ListedRating]:
    """The rows of a list with their persons, best rating first by default."""
    return ListedRating.objects.filter(rating_list=rating_list).select_related("person", "rating_list")


def movers(rating_list: RatingList, limit: int = 5) -> list[ListedRating]:
    """The greatest gains of a list, for the first page."""
    rows = [
        row
        for row in list_rows(rating_list).filter(rating__isnull=False, previous_rating__isnull=False)
        if row.rating != row.previous_rating
    ]
    rows.sort(key=lambda row: (-abs((row.rating or 0) - (row.previous_rating or 0)), row.name))
    return rows[:limit]


def current_of(person: Person) -> list[CurrentRating]:
    """The newest published figures of a person, one a kind."""
    return list(CurrentRating.objects.filter(person=person).select_related("rating_list").order_by("kind"))


def history(person: Person, kind: str) -> list[ListedRating]:
    """The rows of a person on the published lists of a kind, oldest first."""
    return list(
        ListedRating.objects.filter(
            person=person, rating_list__kind=kind, rating_list__state=RatingList.State.PUBLISHED
        )
        .select_related("rating_list")
        .order_by("rating_list__effective_from")
    )


@dataclass(frozen=True, slots=True)
class PeriodChanges:
    """What one period did to a player: its list or none yet, its entries, their exact sum."""

    period: Period | None
    entries: tuple[RatedEntry, ...]
    total: Fraction
    games: int


def changes_by_period(person: Person) -> list[PeriodChanges]:
    """A person's current calculations by period, newest first; what is not in a list yet comes first."""
    rows = (
        RatedEntry.objects.filter(person=person, rated_event__current=True, games__gt=0)
        .select_related("rated_event__event", "rated_event__period__rating_list", "entry")
        .order_by("-rated_event__period__effective_from", "-rated_event__event__start", "pk")
    )
    groups: dict[int | None, list[RatedEntry]] = {}
    for row in rows:
        groups.setdefault(row.rated_event.period_id, []).append(row)
    ordered = sorted(groups.values(), key=_newest, reverse=True)
    return [
        PeriodChanges(
            group[0].rated_event.period,
            tuple(group),
            sum((Fraction(row.change) for row in group), Fraction(0)),
            sum(row.games for row in group),
        )
        for group in ordered
    ]


def _newest(group: list[RatedEntry]) -> str:
    period = group[0].rated_event.period
    return period.effective_from.isoformat() if period else "9999"


def rated_entry(pk: int) -> QuerySet[RatedEntry]:
    """One change with everything that its page prints."""
    return RatedEntry.objects.filter(pk=pk).select_related(
        "rated_event__event",
        "rated_event__rating_list",
        "rated_event__period__rating_list",
        "entry",
        "person",
    )


def current_calculation(event_id: int) -> RatedEvent | None:
    """The standing calculation of an event, or nothing."""
    return (
        RatedEvent.objects.filter(event_id=event_id, current=True)
        .select_related("period__rating_list", "rating_list")
        .first()
    )


def entries_in(row: ListedRating) -> list[RatedEntry]:
    """The calculations of a player that a row of a list was made of, in the order of play."""
    standing = entries_standing(row.rating_list.effective_from)
    return _in_order_of_play(
        standing.filter(person_id=row.person_id, rated_event__period__rating_list_id=row.rating_list_id)
    )


def entries_of_period(period: Period, person_id: int) -> list[RatedEntry]:
    """The calculations of a player that count in an open period, in the order of play."""
    return _in_order_of_play(entries_standing(NOW).filter(person_id=person_id, rated_event__period=period))


def _in_order_of_play(rows: QuerySet[RatedEntry]) -> list[RatedEntry]:
    with_games = rows.filter(games__gt=0).select_related("rated_event__event", "entry")
    return list(with_games.order_by("rated_event__event__start", "pk"))


def event_changes(event_id: int) -> dict[int, RatedEntry]:
    """The changes of an event by entry id, for the standings' last column."""
    rows = RatedEntry.objects.filter(rated_event__event_id=event_id, rated_event__current=True)
    return {row.entry_id: row for row in rows}


def periods() -> QuerySet[Period]:
    """All periods with the number of events in each, the next list first."""
    return Period.objects.select_related("rating_list").annotate(
        event_count=Count("rated_events", filter=Q(rated_events__current=True))
    )


def name_order() -> str:
    """The column that sorts list rows by name in the language of the page."""
    return f"person__{sort_column()}"
