"""Active, inactive, dormant (3.5): who is on the list, and who comes back as a player without a coefficient."""

from datetime import date
from typing import Literal

from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Input, Step

Group = Literal["active", "inactive", "dormant"]


def years_before(day: date, years: int) -> date:
    """The same day so many years earlier; 29 February becomes the 28th.

    >>> years_before(date(2028, 2, 29), 5)
    datetime.date(2023, 2, 28)
    """
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return day.replace(year=day.year - years, day=28)


def activity(
    edition: Edition,
    day: date,
    *,
    last_finished: date | None,
    last_listed: date | None,
    plays: bool,
) -> Explained[Group]:
    """The group of a player on a day, and the line of 3.5 that decides it.

    Active is who plays in a registered event, or finished one at most five years ago. Of the others those are
    dormant whom no list has shown for more than ten years. `last_listed` counts from the last list that showed
    him; a player who never was on one is measured by his last finished event, and one who has neither has
    nothing to lose: dormant.
    """
    if plays:
        return _group(edition, "active_years", "racc.group.plays", {"day": day}, "active")
    fresh = years_before(day, edition["active_years"].integer)
    if last_finished is not None and last_finished >= fresh:
        inputs: dict[str, Input] = {"finished": last_finished, "years": edition["active_years"].integer}
        return _group(edition, "active_years", "racc.group.finished", inputs, "active")
    absent_since = last_listed or last_finished
    limit = edition["dormant_years"].integer
    if absent_since is not None and absent_since >= years_before(day, limit):
        return _group(
            edition,
            "dormant_years",
            "racc.group.inactive",
            {"since": absent_since, "years": limit},
            "inactive",
        )
    return _group(
        edition, "dormant_years", "racc.group.dormant", {"since": absent_since, "years": limit}, "dormant"
    )


def is_dormant(edition: Edition, start: date | None, last_listed: date | None) -> bool:
    """Whether a player who enters an event that starts on `start` enters it as one without a coefficient.

    No list has shown him for more than ten years, exactly ten still being inactive. Without both days nobody
    is taken to be dormant.
    """
    if start is None or last_listed is None:
        return False
    return last_listed < years_before(start, edition["dormant_years"].integer)


def _group(edition: Edition, rule: str, key: str, inputs: dict[str, Input], value: Group) -> Explained[Group]:
    return Explained(value, (Step(edition[rule].article, key, inputs, value),), edition.key)
