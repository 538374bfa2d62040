"""The columns of the next list over arrays: the same as `ratings.engine.list_rows.next_row` for every row.

What each column is stands there, with the articles.
"""

from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

import numpy as np

from ratings.engine.bulk.arrays import Ints, ListAfter, ListBefore, Mask
from ratings.engine.bulk.period import Outcome
from ratings.engine.bulk.rules import knows
from ratings.engine.list_rows import BACK, DELISTED, FIRST, INACTIVE, NO_LIMIT, Mark, active_from
from tournaments.rulebook.editions import Edition

MARKS: tuple[Mark, ...] = ("", DELISTED, FIRST, INACTIVE, BACK)
KNOWN = MappingProxyType(
    {
        "k_high_rule": {"ever_reached", "reached_with_games_done"},
        "k_junior_until": {"end_of_year_of_birthday", "eve_of_birthday"},
        "k_junior_rule": {"never_reached", "currently_below"},
    }
)
UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class ListRules:
    """The numbers of the edition for the columns of a list.

    `junior_since` is the first year of birth of juniors, `junior_ever` whether the rating that ends their K ends
    it for good. `active_from` is the first day of the months in which an active player has played; `known`
    whether the kind's lists reach back so far.
    """

    floor: int
    k_new: int
    k_ordinary: int
    k_high: int
    k_high_from: int
    k_high_needs_games: bool
    k_new_games: int
    k_junior: int
    k_junior_below: int
    junior_ever: bool
    junior_since: int
    active_from: int
    known: bool


def list_rules(edition: Edition, day: date, known_since: date | None) -> ListRules | None:
    """The edition's rules for a list of `day`; None where the arrays cannot follow it.

    Where more than one game a year keeps a player active, the exact builder must count them.
    """
    needed = edition.get("inactive_games")
    if not knows(edition, KNOWN) or edition.get("k_ordinary") is None:
        return None
    if needed is None or needed.integer != 1:
        return None
    junior, rule = edition.get("k_junior"), edition.get("k_junior_rule")
    below = edition.get("k_junior_below")
    first = active_from(edition, day)
    return ListRules(
        floor=edition["floor"].integer,
        k_new=edition["k_new"].integer,
        k_ordinary=edition["k_ordinary"].integer,
        k_high=edition["k_high"].integer,
        k_high_from=edition["k_high_from"].integer,
        k_high_needs_games=edition["k_high_rule"].text == "reached_with_games_done",
        k_new_games=edition["k_new_games"].integer,
        k_junior=0 if junior is None else junior.integer,
        k_junior_below=NO_LIMIT if below is None else below.integer,
        junior_ever=rule is not None and rule.text == "never_reached",
        junior_since=NO_LIMIT if junior is None else _youngest_adults(edition, day),
        active_from=first.toordinal(),
        known=known_since is not None and known_since <= first,
    )


def _youngest_adults(edition: Edition, day: date) -> int:
    """The first year of birth of juniors on a day; the year is all that is known of a birth here."""
    age = edition["k_junior_age"].integer
    if edition["k_junior_until"].text == "end_of_year_of_birthday":
        return day.year - age
    return day.year - age + (day >= date(day.year, 12, 31))


def rows_of_rated(rules: ListRules, before: ListBefore, outcome: Outcome, births: Ints) -> ListAfter:
    """The rows of those who were on the list before; `outcome` and `births` (years, 0 unknown) go by its rows."""
    total = before.games_total + outcome.games
    delisted = (outcome.games > 0) & (outcome.new < rules.floor)
    rating = np.where(delisted, 0, outcome.new)
    highest = np.maximum(before.highest, rating)
    played = np.maximum(before.last_played, outcome.ended)
    inactive = ~delisted & (played < rules.active_from) & ((before.inactive_lists > 0) | rules.known)
    lists = np.where(inactive, before.inactive_lists + 1, 0)
    back = ~delisted & ~inactive & (before.inactive_lists > 0)
    counting = (before.games_total < rules.k_new_games) & (before.k_games != UNKNOWN)
    return ListAfter(
        persons=before.persons,
        rating=rating,
        previous_rating=before.rating,
        k=np.where(delisted, 0, listed_factors(rules, births, rating, total, highest)),
        k_games=np.where(counting, before.k_games + outcome.games, before.k_games),
        games=outcome.games,
        games_total=total,
        highest=highest,
        marks=_marks(delisted, inactive, back),
        inactive_lists=lists,
        last_played=played,
        change=outcome.change,
    )


def rows_of_first(rules: ListRules, outcome: Outcome, births: Ints) -> ListAfter:
    """The rows of those who get their first rating; `births` go by the outcome's persons."""
    own = outcome.published
    rating, games = outcome.new[own], outcome.games[own]
    zeros = np.zeros(len(rating), dtype=np.int64)
    return ListAfter(
        persons=outcome.persons[own],
        rating=rating,
        previous_rating=zeros,
        k=listed_factors(rules, births[own], rating, games, rating),
        k_games=games if rules.k_new_games > 0 else np.full_like(games, UNKNOWN),
        games=games,
        games_total=games,
        highest=rating,
        marks=np.full_like(games, MARKS.index(FIRST)),
        inactive_lists=zeros,
        last_played=outcome.ended[own],
        change=zeros,
    )


def listed_factors(rules: ListRules, births: Ints, rating: Ints, total: Ints, highest: Ints) -> Ints:
    """The K printed for rating, games in all, year of birth and highest rating (10.53, 8.3.3)."""
    top = np.maximum(rating, highest)
    new = total < rules.k_new_games
    high = top >= rules.k_high_from
    if rules.k_high_needs_games:
        high &= ~new
    held_against = top if rules.junior_ever else rating
    junior = (births >= rules.junior_since) & (held_against < rules.k_junior_below)
    return np.select(
        [high, junior, new], [rules.k_high, rules.k_junior, rules.k_new], rules.k_ordinary
    ).astype(np.int64)


def carried_over(before: ListBefore) -> ListAfter:
    """What the rows would be if nothing happened in the period: the form in which most are copied.

    Who was inactive stays so, one list longer.
    """
    inactive = before.inactive_lists > 0
    zeros = np.zeros(len(before.persons), dtype=np.int64)
    return ListAfter(
        persons=before.persons,
        rating=before.rating,
        previous_rating=before.rating,
        k=before.k,
        k_games=before.k_games,
        games=zeros,
        games_total=before.games_total,
        highest=before.highest,
        marks=np.where(inactive, MARKS.index(INACTIVE), 0),
        inactive_lists=before.inactive_lists + inactive,
        last_played=before.last_played,
        change=zeros,
    )


def differing(rows: ListAfter, others: ListAfter) -> Mask:
    """Which rows, person for person the same, differ in any column."""
    found = np.zeros(len(rows.persons), dtype=np.bool_)
    for name in ListAfter.__slots__:
        found |= getattr(rows, name) != getattr(others, name)
    return found


def _marks(delisted: Mask, inactive: Mask, back: Mask) -> Ints:
    codes = [MARKS.index(DELISTED), MARKS.index(INACTIVE), MARKS.index(BACK)]
    return np.select([delisted, inactive, back], codes, 0).astype(np.int64)
