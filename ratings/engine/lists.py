"""Which rating list is in force: for an event, for a game of a long league, and how lists are counted."""

from datetime import date

from ratings.engine.errors import ImpossibleDayError, UnknownPolicyError
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Input, Step

FIRST_YEAR = 1900  # no event of players who have a rating was before


def list_day(edition: Edition, day: date) -> date:
    """The first day of the list in force on this day.

    The text of 2004 has lists of 1 January, 1 April, 1 July and 1 October (9.11); later there are more.
    Raises ImpossibleDayError for a day on which there was no list by any rules.
    """
    if day.year < FIRST_YEAR:
        raise ImpossibleDayError("day_impossible", {"day": day.isoformat(), "year": FIRST_YEAR})
    days = [date.fromisoformat(f"{day.year}-{text}") for text in _days(edition)]
    earlier = [first for first in days if first <= day]
    return earlier[-1] if earlier else date.fromisoformat(f"{day.year - 1}-{_days(edition)[-1]}")


def list_index(edition: Edition, day: date) -> int:
    """A running number of the list in force on this day: the next list has the next number."""
    first = list_day(edition, day)
    return first.year * len(_days(edition)) + _days(edition).index(f"{first:%m-%d}")


def list_days_between(edition: Edition, first: date, last: date) -> tuple[date, ...]:
    """The first days of the lists that come into force after `first`, up to `last`, in order."""
    years = range(first.year, last.year + 1)
    days = (date.fromisoformat(f"{year}-{text}") for year in years for text in _days(edition))
    return tuple(day for day in days if first < day <= last)


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


def _days(edition: Edition) -> tuple[str, ...]:
    """Month and day of each list of a year, in order."""
    return tuple(str(text) for text in edition["list_days"].items)
