"""Reads for watching the scale: counts of each published list, computed once and kept in the cache.

A published list never changes, so what was counted for it stays; a key holds the list's own hash. The games of a
list can be corrected: their key holds the newest calculation and the number of those that stand. Nothing depends
on the cache but time: a page reads counts grouped by the database, never rows of players.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from django.core.cache import cache
from django.db.models import Count, F, Max, Sum

from players.models import ListedRating, RatingKind, RatingList
from ratings.engine import monitoring
from ratings.engine.monitoring import Bucket, Drift, Spread, Tally
from ratings.models import RatedEvent
from ratings.selectors import published_lists
from tournaments.models import Game

VERSION = 1
WEEK = 7 * 24 * 3600
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ListCounts:
    """How many active players of a list have each rating, and the same of those who came in with it."""

    active: dict[int, int]
    entrants: dict[int, int]


@dataclass(frozen=True, slots=True)
class ListFigures:
    """What is watched of one list. `base` is the list in force a year before, None if there was none.

    `entrants` are those without a rating on the list before; None where there are none, as on the first list.
    """

    rating_list: RatingList
    active: Spread | None
    entrants: Spread | None
    base: RatingList | None
    drift: Drift | None
    tally: tuple[Tally, ...]

    @property
    def is_first(self) -> bool:
        """Whether everybody on the list is new, so that nobody is an entrant."""
        return self.rating_list.initial or self.rating_list.previous_id is None


@dataclass(frozen=True, slots=True)
class Series:
    """Several lists of one kind, oldest first, with what they say together."""

    kind: str
    lists: tuple[ListFigures, ...]
    entry_buckets: tuple[Bucket, ...]
    tally: tuple[Tally, ...]


def series(kind: str, most: int | None = None) -> Series:
    """The newest lists of a kind, at most so many (None: all), with their figures.

    The number of queries does not depend on players or games: three, and for each list that is not in the
    cache a few more.
    """
    every = list(published_lists().filter(kind=kind).order_by("effective_from"))
    shown = every[-most:] if most else every
    bases = {rating_list.pk: _year_before(rating_list, every) for rating_list in shown}
    counts = _counts([*shown, *(base for base in bases.values() if base is not None)])
    stamps = _stamps([rating_list.pk for rating_list in shown])
    figures = tuple(
        _figures(rating_list, bases[rating_list.pk], counts, stamps.get(rating_list.pk))
        for rating_list in shown
    )
    return Series(
        kind=kind,
        lists=figures,
        entry_buckets=monitoring.buckets(
            _together(counts[one.rating_list.pk].entrants for one in figures if one.entrants)
        ),
        tally=monitoring.added(one.tally for one in figures),
    )


def kinds_with_lists() -> list[str]:
    """The kinds that have a published list, in the order of the kinds."""
    found = set(published_lists().order_by().values_list("kind", flat=True).distinct())
    return [kind for kind in RatingKind.values if kind in found]


def _figures(
    rating_list: RatingList,
    base: RatingList | None,
    counts: dict[int, ListCounts],
    stamp: tuple[int, int] | None,
) -> ListFigures:
    own = counts[rating_list.pk]
    return ListFigures(
        rating_list=rating_list,
        active=monitoring.spread(own.active),
        entrants=monitoring.spread(own.entrants),
        base=base,
        drift=_drift(rating_list, base, counts) if base is not None else None,
        tally=_tally(rating_list, stamp),
    )


def _year_before(rating_list: RatingList, every: Sequence[RatingList]) -> RatingList | None:
    """The list of the same kind that was in force on the same day a year before."""
    day = _same_day_last_year(rating_list.effective_from)
    earlier = [one for one in every if one.effective_from <= day]
    return earlier[-1] if earlier else None


def _same_day_last_year(day: date) -> date:
    """The day a year before; 28 February for the day of a leap year.

    >>> _same_day_last_year(date(2024, 2, 29)), _same_day_last_year(date(2026, 10, 1))
    (datetime.date(2023, 2, 28), datetime.date(2025, 10, 1))
    """
    try:
        return day.replace(year=day.year - 1)
    except ValueError:
        return date(day.year - 1, 2, 28)


def _counts(lists: Iterable[RatingList]) -> dict[int, ListCounts]:
    """The counts of these lists; what is not in the cache is grouped by the database in two queries."""
    keys = {rating_list.pk: _key("counts", rating_list.sha256) for rating_list in lists}
    kept = cache.get_many(keys.values())
    missing = [pk for pk, key in keys.items() if key not in kept]
    made = {pk: ListCounts({}, {}) for pk in missing}
    if missing:
        rows = ListedRating.objects.filter(rating_list_id__in=missing, rating__isnull=False, inactive_lists=0)
        for pk, rating, number in _grouped(rows):
            made[pk].active[rating] = number
        for pk, rating, number in _grouped(_newcomers(rows)):
            made[pk].entrants[rating] = number
        cache.set_many({keys[pk]: counts for pk, counts in made.items()}, WEEK)
    return made | {pk: kept[key] for pk, key in keys.items() if key in kept}


def _newcomers(rows: Any) -> Any:
    """Those without a rating on the list before: first ratings, players from elsewhere, and who fell out before.

    On the first list, where nothing was before, there are none.
    """
    return rows.filter(
        previous_rating__isnull=True, rating_list__initial=False, rating_list__previous__isnull=False
    )


def _grouped(rows: Any) -> Iterable[tuple[int, int, int]]:
    """List, rating, number of players."""
    return rows.order_by().values_list("rating_list_id", "rating").annotate(number=Count("person_id"))


def _drift(rating_list: RatingList, base: RatingList, counts: dict[int, ListCounts]) -> Drift | None:
    before, now = monitoring.spread(counts[base.pk].active), monitoring.spread(counts[rating_list.pk].active)
    if before is None or now is None:
        return None
    same, sum_before, sum_now = _remembered(
        _key("same", rating_list.sha256, base.sha256), lambda: _same_players(rating_list, base)
    )
    return monitoring.drift(same, sum_before, sum_now, before, now)


def _same_players(rating_list: RatingList, base: RatingList) -> tuple[int, int, int]:
    """How many are active on both lists, and the sums of their ratings before and now."""
    found = (
        ListedRating.objects.filter(rating_list=rating_list, rating__isnull=False, inactive_lists=0)
        .filter(
            person__listed_ratings__rating_list=base,
            person__listed_ratings__rating__isnull=False,
            person__listed_ratings__inactive_lists=0,
        )
        .aggregate(same=Count("person_id"), before=Sum("person__listed_ratings__rating"), now=Sum("rating"))
    )
    return found["same"], found["before"] or 0, found["now"] or 0


def _stamps(list_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Of each list the newest calculation that it was made of, and how many stand: it changes with them."""
    rows = (
        RatedEvent.objects.filter(current=True, period__rating_list_id__in=list_ids)
        .order_by()
        .values_list("period__rating_list_id")
        .annotate(newest=Max("pk"), number=Count("pk"))
    )
    return {pk: (newest, number) for pk, newest, number in rows}


def _tally(rating_list: RatingList, stamp: tuple[int, int] | None) -> tuple[Tally, ...]:
    """Forecast and result of the games that the list was made of; empty bands where there were none."""
    if stamp is None:
        return monitoring.tallies(())
    return _remembered(
        _key("games", rating_list.sha256, *stamp), lambda: monitoring.tallies(_games(rating_list))
    )


def _games(rating_list: RatingList) -> list[tuple[int, str, int]]:
    """The games between rated players of a list's events, as (difference, result code, number of such games).

    The ratings are those of the first day of play, which every entry keeps: whoever got his only after the event
    was not rated for his opponents (10.4). Stages that were rated together with their final belong to its list.
    """
    found: list[tuple[int, str, int]] = []
    for event in ("round__event", "round__event__stage_of"):
        calculation = {
            f"{event}__calculations__current": True,
            f"{event}__calculations__period__rating_list": rating_list,
        }
        found += (
            Game.objects.filter(**calculation, white__rating__gt=0, black__rating__gt=0)
            .order_by()
            .annotate(difference=F("white__rating") - F("black__rating"))
            .values_list("difference", "code")
            .annotate(number=Count("pk"))
        )
    return found


def _together(many: Iterable[dict[int, int]]) -> dict[int, int]:
    """Several counts as one."""
    total: dict[int, int] = {}
    for one in many:
        for rating, number in one.items():
            total[rating] = total.get(rating, 0) + number
    return total


def _remembered(key: str, compute: Callable[[], Result]) -> Result:
    """What the cache has under a key, else computed and kept."""
    found: Result | None = cache.get(key)
    if found is None:
        found = compute()
        cache.set(key, found, WEEK)
    return found


def _key(what: str, *parts: Hashable) -> str:
    return ":".join(["monitoring", str(VERSION), what, *(str(part) for part in parts)])
