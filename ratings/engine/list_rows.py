"""One row of the next list, from the row before and what the period did: whole numbers and days, no rounding.

`next_row(rules, day, before, play, ...)` is the only place where a column is derived. The path that computes a
whole period at once derives the same columns from arrays and is held equal to this function:

* rating            what the period gives; none if that is below the floor (9.21, 7.2.1)
* previous_rating   what the period began with: the list before, as corrected since, or what he came with
* games             games counted in the period; for a first rating those of all results put together (9.12a)
* games_total       games in all: before, plus `games`; a player below the floor begins anew if he comes again
* highest           the highest rating ever published of him, this one included
* k                 what the edition's own article gives for rating, games in all, birth year and highest rating
* k_games           games with the newcomers' K (9.12a): before, plus `games` while he had fewer games in all
                    than a newcomer must complete; none where nobody knows how many there were
* last_played       last day of the latest event counted in the period, or that of the row before if later
* inactive_lists    0 while active; else one more than on the list before
* mark              delisted, first, entered, back, inactive, or nothing: the first of these that holds

Inactive is who was on the list before and has fewer counted games than `inactive_games` in events that ended in
the months before the list's first day (`inactive_months`; for a time `inactive_months_extended`). Where one game
is enough, the day on which he last played says it; else `year_games` does. Of the time before the first list of
a kind nothing is known, so nobody becomes inactive while the months reach back beyond it (`known_since`).
"""

from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeVar

from ratings.engine.factor import ASSUMED_GAMES, derived_factor
from ratings.engine.facts import Player
from ratings.engine.period import State
from tournaments.rulebook.editions import Edition

Mark = Literal["", "delisted", "first", "entered", "inactive", "back"]
DELISTED: Mark = "delisted"
FIRST: Mark = "first"
ENTERED: Mark = "entered"
INACTIVE: Mark = "inactive"
BACK: Mark = "back"
Comparable = TypeVar("Comparable", int, date)
NO_LIMIT = 10_000
USUAL_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Before:
    """A player as the list before left him, rated; `k_games` None: nobody knows."""

    rating: int
    games_total: int
    highest: int | None
    k_games: int | None = None
    inactive_lists: int = 0
    last_played: date | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """What the period did: state, old and new rating and games of its `PeriodRating`.

    `ended` is the last day of the latest event counted for him, `year_games` his counted games in events that
    ended in the months before the list (read only where more than one is needed), `known_games` the games
    that a player who came with a rating had completed before (None: not said, taken as 30).
    """

    state: State
    old: int | None
    new: int | None
    games: int = 0
    ended: date | None = None
    year_games: int = 0
    known_games: int | None = None


@dataclass(frozen=True, slots=True)
class ListRow:
    """The numbers of one row of a list; see the head of this module."""

    rating: int | None
    previous_rating: int | None
    k: int | None
    k_games: int | None
    games: int
    games_total: int
    highest: int | None
    mark: Mark
    inactive_lists: int
    last_played: date | None


def next_row(
    rules: Edition,
    day: date,
    before: Before | None,
    play: Play,
    *,
    birth_year: int | None = None,
    known_since: date | None = None,
) -> ListRow | None:
    """The row of a player on the list of `day`; None for one who has no rating and gets none.

    `before` is None for who was not on the list before, or was there as delisted. `known_since` is the first
    day of the first list of the kind; None: the list of `day` is the first.
    """
    if play.state in ("waiting", "unrated"):
        return None
    listed = None if play.state == "delisted" else play.new
    had = _games_before(before, play)
    total = had + play.games
    highest = _greater(before.highest if before else None, listed)
    played = _greater(before.last_played if before else None, play.ended)
    lists = 0
    if before is not None and listed is not None:
        inactive = _is_inactive(rules, day, before, played, play.year_games, known_since)
        lists = before.inactive_lists + 1 if inactive else 0
    return ListRow(
        rating=listed,
        previous_rating=play.old,
        k=None if listed is None else listed_factor(rules, day, birth_year, listed, total, highest),
        k_games=_k_games(rules, before, had, play.games),
        games=play.games,
        games_total=total,
        highest=highest,
        mark=_mark(before, play.state, lists),
        inactive_lists=lists,
        last_played=played,
    )


def listed_factor(
    rules: Edition, day: date, birth_year: int | None, rating: int, games_total: int, highest: int | None
) -> int | None:
    """The K printed on a list of `day` for these numbers (10.53, 8.3.3); None where an administrator sets it."""
    if rules.get("k_set_by") is not None:
        return None
    return derived_factor(rules, listed_player(rules, birth_year, rating, games_total, highest), day).value


def listed_player(
    rules: Edition, birth_year: int | None, rating: int, games_total: int, highest: int | None
) -> Player:
    """A player of a list as the article on K sees him."""
    top = max(rating, highest or 0)
    junior = rules.get("k_junior_below")
    return Player(
        number=0,
        name="",
        rating=rating,
        shown=rating,
        k=None,
        games=games_total,
        born=str(birth_year or ""),
        title="",
        ever_2400=top >= rules["k_high_from"].integer,
        ever_2300=top >= (junior.integer if junior else NO_LIMIT),
        first_event=False,
        valid_event_before=True,
    )


def active_from(rules: Edition, day: date) -> date:
    """The first day of the months before a list in which an active player has played (9.23a, 7.2.2).

    Twelve months before 1 January 2026 begin on 1 January 2025.
    """
    months, extended = rules.get("inactive_months"), rules.get("inactive_months_extended")
    if (
        extended is not None
        and isinstance(since := rules["inactive_extended_from"].value, date)
        and day >= since
    ):
        months = extended
    return months_before(day, months.integer if months else USUAL_MONTHS)


def months_before(day: date, months: int) -> date:
    """The same day of the month so many months before; the last of that month where it is shorter.

    >>> months_before(date(2024, 2, 29), 12), months_before(date(2026, 1, 1), 24)
    (datetime.date(2023, 2, 28), datetime.date(2024, 1, 1))
    """
    count = day.year * 12 + day.month - 1 - months
    year, month = divmod(count, 12)
    following = date(year + (month == 11), (month + 1) % 12 + 1, 1)
    last = (following - date(year, month + 1, 1)).days
    return date(year, month + 1, min(day.day, last))


def _games_before(before: Before | None, play: Play) -> int:
    if before is not None:
        return before.games_total
    if play.state == "first":
        return 0
    return ASSUMED_GAMES if play.known_games is None else play.known_games


def _k_games(rules: Edition, before: Before | None, had: int, games: int) -> int | None:
    """The games of a whole period count, or none of them: the K of its events is that of the list before."""
    limit = rules.get("k_new_games")
    new = limit is not None and had < limit.integer
    if before is None:
        return had + games if new else None
    if not new or before.k_games is None:
        return before.k_games
    return before.k_games + games


def _is_inactive(
    rules: Edition, day: date, before: Before, played: date | None, year_games: int, known_since: date | None
) -> bool:
    """Whether who was on the list before has not played enough; `played` is the day on which he last did."""
    first = active_from(rules, day)
    needed = rules["inactive_games"].integer
    enough = (played is not None and played >= first) if needed == 1 else year_games >= needed
    if enough or before.inactive_lists:
        return not enough
    return known_since is not None and known_since <= first


def _mark(before: Before | None, state: State, inactive_lists: int) -> Mark:
    if state == "delisted":
        return DELISTED
    if before is None:
        return FIRST if state == "first" else ENTERED
    if inactive_lists:
        return INACTIVE
    return BACK if before.inactive_lists else ""


def _greater(*values: Comparable | None) -> Comparable | None:
    return max((value for value in values if value is not None), default=None)
