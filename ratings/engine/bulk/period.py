"""A period over arrays: each player's events summed and rounded once, first results put together.

The same rules as `ratings.engine.period`, which explains one player; see there for the articles.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

import numpy as np

from ratings.engine.bulk.arrays import Ints, Lines, Mask, Parts, PeriodArrays
from ratings.engine.bulk.counting import sums
from ratings.engine.bulk.kernel import first_results, half_up_ratios
from ratings.engine.bulk.rules import NO_LIMIT, EventRules, event_rules, knows
from ratings.engine.lists import list_index
from tournaments.rulebook.editions import Edition

KNOWN = MappingProxyType(
    {
        "new_rating_rounding": {"new_rating_half_up", "change_half_away"},
        "first_rating_pool": {"all_games_together"},
        "first_result_floor": {"pooled_result"},
        "first_rating_rounding": {"half_up"},
        "pool_unit": {"periods", "months"},
        "change": {"factor_times_difference"},
    }
)


@dataclass(frozen=True, slots=True)
class PeriodRules:
    """The numbers of the edition that makes a list. `first` holds what it says of first results."""

    edition: Edition
    rounds_rating: bool
    games_limit: int
    floor: int
    first: EventRules
    first_games: int
    window: int
    by_months: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a period does to players, by rising person: new rating before any floor, games, last day played.

    `old` is 0 for a player without a rating, `change` in hundredths before rounding, `published` whether a
    player without a rating gets one now.
    """

    persons: Ints
    old: Ints
    new: Ints
    games: Ints
    change: Ints
    ended: Ints
    published: Mask


def period_rules(edition: Edition) -> PeriodRules | None:
    """The edition's rules for a list; None where the arrays cannot follow it and the exact engine must.

    Results that are weighed one by one, or for which fewer games may do, are left to the exact engine.
    """
    first = event_rules(edition)
    if first is None or not first.admits_unrated or not knows(edition, KNOWN):
        return None
    if edition.get("first_rating_games_less") is not None:
        return None
    limit = edition.get("k_games_limit")
    return PeriodRules(
        edition=edition,
        rounds_rating=edition["new_rating_rounding"].text == "new_rating_half_up",
        games_limit=NO_LIMIT if limit is None else limit.integer,
        floor=edition["floor"].integer,
        first=first,
        first_games=edition["first_rating_games"].integer,
        window=edition["pool_window"].integer,
        by_months=edition["pool_unit"].text == "months",
    )


def parts_of(period: PeriodArrays, lines: Lines, lists: date) -> Parts:
    """The lines that are done as parts of a period, those without a counted game left out."""
    chosen = lines.done & (lines.games > 0)
    return Parts(
        persons=period.persons[chosen],
        ratings=period.ratings[chosen],
        factors=period.factors[chosen],
        games=lines.games[chosen],
        halves=lines.halves[chosen],
        gain=lines.gain[chosen],
        counts=lines.counts[chosen],
        opponents_sum=lines.opponents_sum[chosen],
        ended=period.last_days[period.events[chosen]],
        lists=np.full(int(chosen.sum()), lists.toordinal(), dtype=np.int64),
    )


def changes(rules: PeriodRules, persons: Ints, ratings: Ints, parts: Parts) -> Outcome:
    """What the period does to rated players (10.54, 8.3.3, 8.3.4).

    `persons` rise; parts of others, and those in which a player was not rated, bring no points.
    """
    size = len(persons)
    place, mine = places(persons, parts.persons)
    ended = latest(place[mine], parts.ended[mine], size)
    mine &= parts.ratings > 0
    chosen, own = parts.where(mine), place[mine]
    games = sums(own, chosen.games, size)
    factors = effective_factors(rules, chosen.factors, games[own])
    change = sums(own, factors * chosen.gain, size)
    return Outcome(
        persons=persons,
        old=ratings,
        new=new_ratings(rules, ratings, change),
        games=games,
        change=change,
        ended=ended,
        published=np.zeros(size, dtype=np.bool_),
    )


def effective_factors(rules: PeriodRules, factors: Ints, games: Ints) -> Ints:
    """K, or the greatest whole number whose product with the games stays within the limit (8.3.3)."""
    reduced = rules.games_limit // np.maximum(games, 1)
    return np.where(factors * games > rules.games_limit, reduced, factors)


def new_ratings(rules: PeriodRules, old: Ints, change: Ints) -> Ints:
    """Old rating and change in hundredths, rounded once: the rating half up, or the change away from zero."""
    if rules.rounds_rating:
        return half_up_ratios(100 * old + change, np.full_like(old, 100))
    size = half_up_ratios(np.abs(change), np.full_like(old, 100))  # 8.3.4: a half away from zero
    return old + np.where(change < 0, -size, size)


def first_ratings(rules: PeriodRules, day: date, persons: Ints, parts: Parts) -> Outcome:
    """The first ratings of players without one: all games of the window as if played together (8.2, 7.1.4).

    `persons` rise; `parts` are those of this period and of the ones before.
    """
    size = len(persons)
    place, mine = places(persons, parts.persons)
    ended = latest(place[mine], parts.ended[mine], size)
    mine &= (parts.ratings == 0) & parts.counts & _in_window(rules, day, parts.lists)
    chosen, own = parts.where(mine), place[mine]
    games = sums(own, chosen.games, size)
    top, bottom = first_results(
        rules.first,
        sums(own, chosen.opponents_sum, size),
        games,
        sums(own, chosen.halves, size),
    )
    new = half_up_ratios(top, bottom)  # the one rounding of a first rating: 8.2.3
    return Outcome(
        persons=persons,
        old=np.zeros(size, dtype=np.int64),
        new=new,
        games=games,
        change=np.zeros(size, dtype=np.int64),
        ended=ended,
        published=(games >= rules.first_games) & (new >= rules.floor),
    )


def _in_window(rules: PeriodRules, day: date, lists: Ints) -> Mask:
    """Which results lie near enough to be put together (9.14c, 7.1.4)."""
    near = np.zeros(len(lists), dtype=np.bool_)
    for ordinal in np.unique(lists).tolist():
        first = date.fromordinal(ordinal)
        if rules.by_months:
            age = (day.year - first.year) * 12 + day.month - first.month
        else:
            age = list_index(rules.edition, day) - list_index(rules.edition, first)
        near[lists == ordinal] = age < rules.window
    return near


def places(persons: Ints, wanted: Ints) -> tuple[Ints, Mask]:
    """Where each wanted person stands among the rising `persons`, and whether he is there at all.

    >>> where, there = places(np.array([3, 5, 9]), np.array([9, 4]))
    >>> where[there].tolist(), there.tolist()
    ([2], [True, False])
    """
    if not len(persons):
        return np.zeros(len(wanted), dtype=np.int64), np.zeros(len(wanted), dtype=np.bool_)
    found = np.minimum(np.searchsorted(persons, wanted), len(persons) - 1).astype(np.int64)
    return found, persons[found] == wanted


def latest(own: Ints, days: Ints, size: int) -> Ints:
    """The latest day at each place, 0 where there is none."""
    found = np.zeros(size, dtype=np.int64)
    np.maximum.at(found, own, days)
    return found


def rising(persons: Sequence[int] | Ints) -> Ints:
    """The persons once each, rising."""
    return np.unique(np.asarray(persons, dtype=np.int64))
