"""Which rating list is in force: for an event, for a game of a long league, and how lists are counted."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from types import MappingProxyType

from ratings.engine.errors import UnknownPolicyError
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Input, Step


def list_day(edition: Edition, day: date) -> date:
    """The first day of the list in force on this day.

    The text of 2004 has lists of 1 January, 1 April, 1 July and 1 October (9.11); later there are more.
    """
    days = [date.fromisoformat(f"{day.year}-{text}") for text in _days(edition)]
    earlier = [first for first in days if first <= day]
    return earlier[-1] if earlier else date.fromisoformat(f"{day.year - 1}-{_days(edition)[-1]}")


def list_index(edition: Edition, day: date) -> int:
    """A running number of the list in force on this day: the next list has the next number."""
    first = list_day(edition, day)
    return first.year * len(_days(edition)) + _days(edition).index(f"{first:%m-%d}")


def list_of_event(edition: Edition, start: date) -> Explained[date]:
    """The list that an event uses: that in force on its first day of play."""
    rule = edition["list_in_force"]
    if rule.text != "list_of_start_day":
        raise UnknownPolicyError(f"{edition.key}: no rule {rule.text!r} for the list in force.")
    value = list_day(edition, start)
    return Explained(value, (Step(rule.article, "list.start_day", {"start": start}, value),), edition.key)


def list_of_game(edition: Edition, start: date, end: date, played_on: date) -> Explained[date]:
    """The list that one game of an event uses.

    The same for all games, that of the first day, but for leagues longer than the edition's usual length
    where the text says that each game takes the list of the period in which it was played (4.11 of 2004).
    """
    limit, rule = edition["event_days"], edition["long_events"]
    days = (end - start).days + 1
    if days <= limit.integer or rule.text == "silent":
        return list_of_event(edition, start)
    if rule.text == "list_of_each_reported_part":
        # Parts reported month by month: the list of the first day of the month, as long lists are monthly.
        value = list_day(edition, max(start, played_on.replace(day=1)))
    elif rule.text == "list_of_each_game":
        value = list_day(edition, played_on)
    else:
        raise UnknownPolicyError(f"{edition.key}: no rule {rule.text!r} for long events.")
    inputs: dict[str, Input] = {"days": days, "limit": limit.integer}
    return Explained(value, (Step(rule.article, "list.game_day", inputs, value),), edition.key)


def closing_day(edition: Edition, first: date, *, official: bool = False) -> Explained[date]:
    """The last day on which the papers of an event may come in for the list of this first day (9.13, 7.1).

    `official` events have a later day where the edition gives them one.
    """
    rule, key = edition["list_closing"], "list.closing"
    later = edition.get("list_closing_official")
    if official and later is not None:
        rule, key = later, "list.closing_official"
    if rule.text not in CLOSING:
        raise UnknownPolicyError(f"{edition.key}: no rule {rule.text!r} for the closing of a list.")
    value = CLOSING[rule.text](first)
    return Explained(value, (Step(rule.article, key, {"list": first}, value),), edition.key)


def _month_before(first: date) -> date:
    """The same day of the month before, or the last that it has."""
    end = first.replace(day=1) - timedelta(days=1)
    return end.replace(day=min(first.day, end.day))


CLOSING: Mapping[str, Callable[[date], date]] = MappingProxyType(
    {
        "one_month_before": _month_before,
        "seven_days_before": lambda first: first - timedelta(days=7),
        "three_days_before": lambda first: first - timedelta(days=3),
        "day_before": lambda first: first - timedelta(days=1),
        "last_day": lambda first: first - timedelta(days=1),
    }
)


def _days(edition: Edition) -> tuple[str, ...]:
    """Month and day of each list of a year, in order."""
    return tuple(str(text) for text in edition["list_days"].items)
