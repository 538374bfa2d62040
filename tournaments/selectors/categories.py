"""Who belongs to the categories and prize groups of an event. Nothing of it is stored."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from tournaments.models import Category, Entry, Event

IN, OUT, UNKNOWN = "in", "out", "unknown"


@dataclass(frozen=True, slots=True)
class Membership:
    """A category with its members, and those of whom the event does not know enough to tell."""

    category: Category
    members: tuple[Entry, ...]
    unknown: tuple[Entry, ...]


def categories_of(event: Event) -> list[Category]:
    """The categories and prize groups of an event, in their order."""
    return list(Category.objects.filter(event_id=event.pk).order_by("order", "pk"))


def members_of(category: Category, entries: Sequence[Entry] | None = None) -> list[Entry]:
    """The entries that belong to a category for certain, by start number; `entries` spares the query."""
    return [entry for entry in _entries(category.event_id, entries) if standing(category, entry) == IN]


def memberships(event: Event, entries: Sequence[Entry] | None = None) -> list[Membership]:
    """Every category of an event with its members and doubtful ones; two queries whatever the size."""
    rows = _entries(event.pk, entries)
    found = []
    for category in categories_of(event):
        told = [(entry, standing(category, entry)) for entry in rows]
        found.append(
            Membership(
                category,
                tuple(entry for entry, where in told if where == IN),
                tuple(entry for entry, where in told if where == UNKNOWN),
            )
        )
    return found


def categories_by_entry(event: Event, entries: Iterable[Entry]) -> dict[int, list[Category]]:
    """The categories of each entry by its id; one query."""
    categories = categories_of(event)
    return {
        entry.pk: [category for category in categories if standing(category, entry) == IN]
        for entry in entries
    }


def _entries(event_id: int, entries: Sequence[Entry] | None) -> Sequence[Entry]:
    return (
        list(Entry.objects.filter(event_id=event_id).order_by("number", "pk")) if entries is None else entries
    )


def standing(category: Category, entry: Entry) -> str:
    """Whether an entry belongs: `in`, `out`, or `unknown` where sex, birth or federation is not known.

    A rating that a player does not have is no gap in what is known: unrated players belong to a rating group only
    where it takes them. The rating is that of the start list.
    """
    answers = (
        _same(category.sex, entry.sex),
        _same(category.federation, entry.federation),
        _age(category, entry.birth),
        _rating(category, entry.seeding),
    )
    if OUT in answers:
        return OUT
    return UNKNOWN if UNKNOWN in answers else IN


def _same(asked: str, known: str) -> str:
    if not asked or asked == known:
        return IN
    return OUT if known else UNKNOWN


def _age(category: Category, birth: str) -> str:
    least, most = category.age_least, category.age_most
    if least is None and most is None:
        return IN
    ages = ages_on(birth, category.age_on) if category.age_on else None
    if ages is None:
        return UNKNOWN
    fits = [(least is None or age >= least) and (most is None or age <= most) for age in ages]
    return IN if all(fits) else UNKNOWN if any(fits) else OUT


def ages_on(birth: str, on: date) -> tuple[int, ...] | None:
    """The whole years that somebody may have reached on a day, by as much of the birth as is known.

    None where nothing is known. Somebody born on 29 February has his birthday on 1 March of a common year.

    >>> ages_on("1990-06-15", date(2026, 6, 14)), ages_on("1990-06-15", date(2026, 6, 15))
    ((35,), (36,))
    >>> ages_on("1990", date(2026, 6, 15)), ages_on("1990", date(2026, 12, 31)), ages_on("", date(2026, 1, 1))
    ((35, 36), (36,), None)
    """
    parts = [int(part) for part in birth.split("-") if part.isdigit()]
    if not parts or parts[0] == 0:
        return None
    first = (*parts, 1, 1)[:3] if len(parts) < 3 else tuple(parts)
    last = (parts[0], 12, 31) if len(parts) == 1 else (*parts, 31)[:3]
    youngest = on.year - last[0] - ((on.month, on.day) < (last[1], last[2]))
    oldest = on.year - first[0] - ((on.month, on.day) < (first[1], first[2]))
    return tuple(range(youngest, oldest + 1))


def _rating(category: Category, rating: int | None) -> str:
    least, most = category.rating_least, category.rating_most
    if least is None and most is None:
        return IN
    if not rating:
        return IN if category.with_unrated else OUT
    return IN if (least is None or rating >= least) and (most is None or rating <= most) else OUT
