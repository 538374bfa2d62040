"""The days of a year on which an edition's lists come out, and the last day of papers for each (9.11, 9.13, 7.1)."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from types import MappingProxyType

from ratings.engine.errors import UnknownPolicyError
from ratings.engine.list_rows import months_before
from tournaments.rulebook.editions import Edition

CLOSINGS: Mapping[str, Callable[[date], date]] = MappingProxyType(
    {
        "one_month_before": lambda day: months_before(day, 1),
        "seven_days_before": lambda day: day - timedelta(days=7),
        "three_days_before": lambda day: day - timedelta(days=3),
    }
)


def is_list_day(edition: Edition, day: date) -> bool:
    """Whether the edition has a list of this day."""
    return f"{day:%m-%d}" in _days(edition)


def days_in_words(edition: Edition) -> tuple[tuple[int, int], ...]:
    """Month and day of each list of a year, in order.

    A text with four lists gives ((1, 1), (4, 1), (7, 1), (10, 1)).
    """
    return tuple((int(text[:2]), int(text[3:])) for text in _days(edition))


def closing_day(edition: Edition, day: date) -> date:
    """The last day on which papers for the list of `day` come in time: a month, seven or three days before.

    A text may name the days themselves, in the order of its lists: the next before the list then counts. Raises
    UnknownPolicyError for a rule that is not known, EditionFileError where the edition has none.
    """
    fixed = edition.get("closing_days")
    if fixed is not None:
        text = str(fixed.items[_days(edition).index(f"{day:%m-%d}")])
        same_year = date.fromisoformat(f"{day.year}-{text}")
        return same_year if same_year < day else date.fromisoformat(f"{day.year - 1}-{text}")
    rule = edition["list_closing"]
    if rule.text not in CLOSINGS:
        raise UnknownPolicyError(f"{edition.key}: no rule {rule.text!r} for the closing day.")
    return CLOSINGS[rule.text](day)


def _days(edition: Edition) -> tuple[str, ...]:
    return tuple(str(text) for text in edition["list_days"].items)
