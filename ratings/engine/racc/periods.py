"""The lists of a year, the day by which papers must have come, and papers that come late."""

from calendar import monthrange
from datetime import date
from itertools import count

from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Step


def list_day(edition: Edition, received: date) -> Explained[date]:
    """The first day of the list into which an event goes whose papers came on that day (1.4, 1.5).

    Papers up to the 10th of December, March, June and September, that day included, go into the list that
    follows; later ones into the one after it.
    """
    value = next(
        first
        for year in count(received.year)
        for closing, first in zip(closing_days(edition, year), list_days(edition, year), strict=True)
        if received <= closing
    )
    step = Step(edition["closing_days"].article, "racc.list", {"received": received}, value)
    return Explained(value, (step,), edition.key)


def list_days(edition: Edition, year: int) -> tuple[date, ...]:
    """The first days of the lists of a year, in order."""
    return tuple(date.fromisoformat(f"{year}-{text}") for text in edition["list_days"].items)


def closing_days(edition: Edition, year: int) -> tuple[date, ...]:
    """The last day of the papers for each list of a year; the one of January lies in the year before."""
    closing = []
    for first, text in zip(list_days(edition, year), edition["closing_days"].items, strict=True):
        day = date.fromisoformat(f"{year}-{text}")
        closing.append(day if day < first else day.replace(year=year - 1))
    return tuple(closing)


def closing_day(edition: Edition, first: date) -> date:
    """The last day of the papers for the list of that day; raises ValueError if no list begins on it."""
    days = list_days(edition, first.year)
    return closing_days(edition, first.year)[days.index(first)]


def papers_due(edition: Edition, end: date) -> date:
    """The last day on which the final papers of an event are in time: three months after its end (2.2)."""
    months = end.year * 12 + end.month - 1 + edition["late_months"].integer
    year, month = divmod(months, 12)
    return date(year, month + 1, min(end.day, monthrange(year, month + 1)[1]))
