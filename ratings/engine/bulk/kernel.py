"""All games of a period at once: score minus expectation for each player and event, and first results.

Each function takes the events of one edition. Whole numbers throughout: half points, hundredths, Elo points.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ratings.engine.bulk.arrays import (
    EXACT,
    MATCH,
    MAY_BE_FIRST,
    UNRATED_FOR_OPPONENTS,
    VALID_BEFORE,
    Ints,
    Lines,
    Mask,
    PeriodArrays,
    empty_lines,
)
from ratings.engine.bulk.counting import (
    code_tables,
    counts,
    difference_for,
    expected_hundredths,
    firsts,
    sums,
)
from ratings.engine.bulk.rules import NO_LIMIT, EventRules
from tournaments.rulebook.rounding import half_up_ratio


@dataclass(frozen=True, slots=True)
class Sides:
    """Counted games from both sides: own place, opponent's place, half points of the own side."""

    own: Ints
    opponent: Ints
    halves: Ints

    def where(self, chosen: Mask) -> "Sides":
        """Those of a selection."""
        if chosen.all():
            return self
        places = np.flatnonzero(chosen)
        return Sides(self.own[places], self.opponent[places], self.halves[places])


def lines_of(period: PeriodArrays, rules: Sequence[EventRules | None]) -> Lines:
    """What every event does to its entries; events marked `EXACT`, or whose edition has no rules here, stay undone.

    `rules` go by the places that `period.editions` names.
    """
    lines = empty_lines(period.entry_count)
    sides = _sides(period)
    shown = np.where(period.entry_marks & UNRATED_FOR_OPPONENTS, 0, period.ratings)
    for place, known in enumerate(rules):
        if known is None:
            continue
        events = (period.editions == place) & ((period.event_marks & EXACT) == 0)
        mine = events[period.events]
        lines.done[mine] = True
        own = sides if mine.all() else sides.where(mine[sides.own])
        own = _without_matches(period, known, own, shown)
        _rate(period, known, own, shown, lines)
    return lines


def _sides(period: PeriodArrays) -> Sides:
    counted, white_halves, black_halves = code_tables()
    white, black, codes = period.white, period.black, period.codes
    games = counted[codes]
    if not games.all():
        places = np.flatnonzero(games)
        white, black, codes = white[places], black[places], codes[places]
    return Sides(
        np.concatenate((white, black)),
        np.concatenate((black, white)),
        np.concatenate((white_halves[codes], black_halves[codes])),
    )


def _without_matches(period: PeriodArrays, rules: EventRules, sides: Sides, shown: Ints) -> Sides:
    """Without the games of matches in which a player is unrated, where the edition does not rate them."""
    if not rules.refuses_matches or not (period.event_marks & MATCH).any():
        return sides
    unrated = counts(period.events[shown == 0], len(period.event_marks)) > 0
    out = unrated & ((period.event_marks & MATCH) != 0)
    return sides.where(~out[period.events[sides.own]])


def _rate(period: PeriodArrays, rules: EventRules, sides: Sides, shown: Ints, lines: Lines) -> None:
    own, other = period.ratings[sides.own], shown[sides.opponent]
    against, rated = other > 0, own > 0
    counted = against & rated
    if rules.excluded_from < NO_LIMIT:  # rapid and blitz: too far apart, one of them above a limit
        far = np.abs(own - other) >= rules.excluded_from
        counted &= ~(far & (np.maximum(own, other) > rules.excluded_above))
    _rate_rated(period, rules, sides.where(counted), shown, lines)
    if rules.admits_unrated:
        _rate_unrated(period, rules, sides, sides.where(against & ~rated), shown, lines)


def _rate_rated(period: PeriodArrays, rules: EventRules, sides: Sides, shown: Ints, lines: Lines) -> None:
    """Games of rated players against rated opponents (8.3.1 and 8.3.2, 10.51 to 10.53)."""
    size = period.entry_count
    differences = _counted_differences(
        rules, period.ratings[sides.own] - shown[sides.opponent], period, sides
    )
    games = counts(sides.own, size)
    if rules.by_mean:
        expected = _expected_by_mean(period, sides, games, differences)
    else:
        expected = sums(sides.own, expected_hundredths(differences), size)
    halves = sums(sides.own, sides.halves, size)
    lines.games[:] += games
    lines.halves[:] += halves
    lines.gain[:] += 50 * halves - expected


def _expected_by_mean(period: PeriodArrays, sides: Sides, games: Ints, differences: Ints) -> Ints:
    """One look-up at the rounded mean of the opponents as they count, times the games (10.51, 10.52)."""
    size = period.entry_count
    total = sums(sides.own, period.ratings[sides.own] - differences, size)
    average = half_up_ratios(total, np.maximum(games, 1))
    return games * expected_hundredths(np.where(games > 0, period.ratings - average, 0))


def _counted_differences(rules: EventRules, differences: Ints, period: PeriodArrays, sides: Sides) -> Ints:
    """Own rating minus opponent's as the edition counts it (8.3.1 and its earlier forms)."""
    cut = np.clip(differences, -rules.cap, rules.cap)
    if rules.one_game:
        return np.where(_greatest(differences, sides.own, period.entry_count), cut, differences)
    if int(period.ratings.max(initial=0)) < rules.own_limit:
        return cut
    return np.where(period.ratings[sides.own] >= rules.own_limit, differences, cut)


def _greatest(differences: Ints, own: Ints, size: int) -> Mask:
    """One game of each entry: that with the greatest difference, of equal ones that of the stronger side."""
    ranks = 2 * np.abs(differences) + (differences > 0)
    greatest = np.zeros(size, dtype=np.int64)
    np.maximum.at(greatest, own, ranks)
    candidates = np.flatnonzero(ranks == greatest[own])
    chosen = np.zeros(size, dtype=np.int64)
    chosen[own[candidates][::-1]] = candidates[::-1]
    found = np.zeros(len(differences), dtype=np.bool_)
    found[chosen[own]] = True
    return found


def _rate_unrated(
    period: PeriodArrays, rules: EventRules, every: Sides, against: Sides, shown: Ints, lines: Lines
) -> None:
    """First results of unrated players: who is refused, and what rating each result stands for."""
    size = period.entry_count
    games = counts(against.own, size)
    halves = sums(against.own, against.halves, size)
    total = sums(against.own, shown[against.opponent], size)
    met = _distinct(against, size)
    first_halves = sums(every.own, every.halves, size) if rules.first_by_all_games else halves
    dropped = ((period.entry_marks & MAY_BE_FIRST) != 0) & (first_halves <= rules.first_limit_halves)
    needed = np.full(size, rules.opponents_needed, dtype=np.int64)
    if rules.until_one_valid_event:
        needed[(period.entry_marks & VALID_BEFORE) != 0] = 1
    stands = (games > 0) & ~dropped & (met >= needed)
    top, bottom = first_results(rules, total, games, halves)
    counted = stands
    if rules.drops_below_floor:
        counted = stands & (half_up_ratios(top, bottom) >= rules.floor)
    for column, values in ((lines.games, games), (lines.halves, halves), (lines.met, met)):
        column[stands] = values[stands]
    lines.counts[counted] = True
    for column, values in (
        (lines.opponents_sum, total),
        (lines.ru_top, top),
        (lines.ru_bottom, bottom),
    ):
        column[counted] = values[counted]


def _distinct(sides: Sides, size: int) -> Ints:
    """How many different opponents each entry met."""
    pairs = np.sort(sides.own * size + sides.opponent)
    return counts(pairs[firsts(pairs)] // max(size, 1), size)


def first_results(rules: EventRules, total: Ints, games: Ints, halves: Ints) -> tuple[Ints, Ints]:
    """The rating that each result stands for, as top and bottom of a fraction; 0/1 without a game.

    `total` is the sum of the opponents' ratings.
    """
    played = np.maximum(games, 1)
    top, bottom = (
        _by_draws(rules, total, played, halves) if rules.draws else _by_mean(rules, total, played, halves)
    )
    none = games == 0
    return np.where(none, 0, top), np.where(none, 1, bottom)


def _by_draws(rules: EventRules, total: Ints, played: Ints, halves: Ints) -> tuple[Ints, Ints]:
    """Draws with hypothetical opponents added; the table read at that score; limited (8.2.2, 8.2.3)."""
    games = played + rules.draws
    per_cent = half_up_ratios(100 * (halves + rules.draws), 2 * games)
    top = total + rules.draws * rules.draws_rating + difference_for(per_cent) * games
    over = top > rules.first_limit * games
    return np.where(over, rules.first_limit, top), np.where(over, 1, games)


def _by_mean(rules: EventRules, total: Ints, played: Ints, halves: Ints) -> tuple[Ints, Ints]:
    """The mean of the opponents, plus so much a half point above 50 %, or plus the table's difference."""
    if rules.by_mean:
        total = half_up_ratios(total, played) * played
    above = halves - played
    per_cent = half_up_ratios(100 * halves, 2 * played)
    added = np.where(
        above > 0,
        rules.plus_halves * above * played,
        np.where(above < 0, 2 * difference_for(np.minimum(per_cent, 100)) * played, 0),
    )
    return 2 * total + added, 2 * played


def half_up_ratios(tops: Ints, bottoms: Ints) -> Ints:
    """Nearest integer to each quotient, a half goes up: `rulebook.rounding.half_up_ratio` for arrays.

    >>> half_up_ratios(np.array([3201, -5]), np.array([2, 2])).tolist()
    [1601, -2]
    """
    rounded: Ints = half_up_ratio(tops, bottoms)  # type: ignore[arg-type, assignment]
    return rounded
