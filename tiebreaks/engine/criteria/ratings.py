"""Tie-breaks from ratings (C.07, 10; Ukrainian articles 30.4.1 to 30.4.3.1): games over the board only."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import lcm
from typing import NamedTuple

from ratings.engine.tables import dp, pd_hundredths
from tiebreaks.engine.criterion import Criterion, Need, Value, round_step, shown
from tiebreaks.engine.field import MISSED_BY_CHOICE, PLAYED
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.working import Column, Working
from tournaments.rulebook.explained import Explained, Input, Step
from tournaments.rulebook.rounding import half_up_ratio

FULL_SCALE = 6000  # wider than any difference of two ratings
ZERO_SCORE_DROP = 800  # 10.3: for a zero score, below the lowest rated opponent
LIMIT_400 = 400


class Game(NamedTuple):
    """A game over the board: the opponent's rating as it counts, the result 2, 1, 0 and the round from 0."""

    rating: int
    result: int
    place: int


def games(working: Working, tie_break: TieBreak, player: int) -> list[Game]:
    """The games of a player with the opponents' ratings, unrated ones at the rating of modifier U."""
    field, found = working.field, []
    for place, kind in enumerate(field.kinds[player]):
        if kind == PLAYED:
            rating = field.ratings[field.opponents[player][place]]
            found.append(Game(rating or tie_break.unrated or 0, field.results[player][place], place))
    return found


def is_dropped(working: Working, tie_break: TieBreak) -> bool:
    """Whether the tie-break is dropped: somebody is unrated and no rating is told for them (10)."""
    return tie_break.unrated is None and None in working.field.ratings


def _over_everybody(
    working: Working, tie_break: TieBreak, count: Callable[[int, list[Game]], int | None]
) -> list[int | None]:
    players = range(len(working.field.numbers))
    if is_dropped(working, tie_break):
        return [None for _ in players]
    return [count(player, games(working, tie_break, player)) for player in players]


# -- average rating of opponents (10.1, 30.4.1, 30.4.2) ---------------------------------------------------


def average_rating(working: Working, tie_break: TieBreak) -> Column:
    """The mean of the opponents' ratings after the cuts.

    The edition says whether it is divided by the games played or by the rounds (each less what was cut), and
    whether it is rounded. Undefined where nothing is left.
    """
    exact = working.edition["average_rating_rounding"].text == "none"
    unit = lcm(*range(1, max(working.field.rounds, 1) + 1)) if exact else 1

    def average(player: int, played: list[Game]) -> int | None:
        kept = sorted(game.rating for game in played)[tie_break.low :]
        kept = kept[: max(0, len(kept) - tie_break.high)]
        divisor = _divisor(working, tie_break, len(kept))
        return half_up_ratio(sum(kept) * unit, divisor) if kept and divisor > 0 else None

    return Column(_over_everybody(working, tie_break, average), unit)


def _divisor(working: Working, tie_break: TieBreak, kept: int) -> int:
    if "N" in tie_break.flags or working.edition["average_rating_divisor"].text == "rounds":
        return working.field.rounds - tie_break.low - tie_break.high
    return kept


def explain_average_rating(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The ratings, what was cut, the divisor and the rounding."""
    article = working.article("ARO")
    if is_dropped(working, tie_break):
        return _dropped(working, article)
    played = games(working, tie_break, player)
    by_rating = sorted(played, key=lambda game: game.rating)
    kept = by_rating[tie_break.low :]
    kept = kept[: max(0, len(kept) - tie_break.high)]
    steps = [_rating_step(working, article, player, game) for game in played]
    for game in by_rating:
        if game not in kept:
            key = "cut.least" if by_rating.index(game) < tie_break.low else "cut.greatest"
            steps.append(round_step(working, working.cut_article, key, player, game.place, game.rating))
    divisor = _divisor(working, tie_break, len(kept))
    if not kept or divisor <= 0:
        steps.append(Step(article, "undefined.nothing_left", {}, None))
        return Explained(None, tuple(steps), working.edition.key)
    total = sum(game.rating for game in kept)
    inputs: dict[str, Input] = {"total": total, "count": divisor}
    exact = working.edition["average_rating_rounding"].text == "none"
    value: Value = Fraction(total, divisor) if exact else half_up_ratio(total, divisor)
    steps.append(Step(article, "sum.average" if exact else "sum.average_rounded", inputs, value))
    return Explained(value, tuple(steps), working.edition.key)


# -- tournament performance rating (10.2, 30.4.3, 30.4.3.1) ------------------------------------------------


def performance(working: Working, tie_break: TieBreak) -> Column:
    """Mean rating of the opponents plus the difference of the score in per cent (10.2).

    Where the edition limits the rounds missed by choice, who missed more ranks below everybody else (30.4.3).
    """
    own = working.field.ratings

    def rating(player: int, played: list[Game]) -> int | None:
        if not played:
            return None
        counted = [_within_400(game.rating, own[player], tie_break) for game in played]
        return half_up_ratio(sum(counted), len(counted)) + dp(_per_cent(played))

    values = _over_everybody(working, tie_break, rating)
    keys: list[int | tuple[int, ...] | None] = [
        None if value is None else (_finished(working, player), value) for player, value in enumerate(values)
    ]
    return Column(values, 1, keys)


def explain_performance(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The ratings, their mean, the score in per cent and the difference of the table."""
    return _explain_performance(working, tie_break, player, working.article("TPR"))


def _explain_performance(
    working: Working, tie_break: TieBreak, player: int, article: str
) -> Explained[Value]:
    if is_dropped(working, tie_break):
        return _dropped(working, article)
    played = games(working, tie_break, player)
    if not played:
        return Explained(None, (Step(article, "undefined.no_game", {}, None),), working.edition.key)
    own, steps, total = working.field.ratings[player], list[Step](), 0
    for game in played:
        counted = _within_400(game.rating, own, tie_break)
        total += counted
        steps.append(_rating_step(working, article, player, game, counted))
    mean, share = half_up_ratio(total, len(played)), _per_cent(played)
    score = Fraction(sum(game.result for game in played), 2)
    steps.append(Step(article, "sum.average_rounded", {"total": total, "count": len(played)}, mean))
    steps.append(Step(article, "performance.share", {"score": score, "games": len(played)}, share))
    steps.append(Step(article, "performance.difference", {"per_cent": share}, dp(share)))
    steps.append(
        Step(article, "performance.rating", {"mean": mean, "difference": dp(share)}, mean + dp(share))
    )
    if not _finished(working, player):
        missed, allowed = _missed(working, player), working.edition["skipped_rounds_allowed"].integer
        steps.append(
            Step("30.4.3", "performance.missed_too_many", {"missed": missed, "allowed": allowed}, missed)
        )
    return Explained(mean + dp(share), tuple(steps), working.edition.key)


def _within_400(rating: int, own: int | None, tie_break: TieBreak) -> int:
    """The opponent's rating as it counts: with the 400-point rule at most so far from the own rating."""
    own = tie_break.unrated if own is None else own
    if "400" not in tie_break.flags or own is None:
        return rating
    return max(own - LIMIT_400, min(own + LIMIT_400, rating))


def _per_cent(played: list[Game]) -> int:
    """The score in whole per cent, half up."""
    return half_up_ratio(50 * sum(game.result for game in played), len(played))


def _missed(working: Working, player: int) -> int:
    return sum(kind in MISSED_BY_CHOICE for kind in working.field.kinds[player])


def _finished(working: Working, player: int) -> int:
    """1, or 0 for a player who missed more rounds by choice than the edition allows."""
    allowed = working.edition.get("skipped_rounds_allowed")
    return int(allowed is None or _missed(working, player) <= allowed.integer)


# -- perfect tournament performance (10.3) -----------------------------------------------------------------


def perfect_performance(working: Working, tie_break: TieBreak) -> Column:
    """The lowest rating whose expected score reaches the score made, without the 400-point cut (10.3)."""

    def rating(player: int, played: list[Game]) -> int | None:
        return perfect_rating([game.rating for game in played], sum(game.result for game in played))

    return Column(_over_everybody(working, tie_break, rating), 1)


def perfect_rating(ratings: list[int], result: int) -> int | None:
    """The lowest rating that would expect `result` (in halves) against these ratings; None without a game.

    >>> perfect_rating([1700, 1950, 1850, 2050, 2150], 7), perfect_rating([2200, 1750], 0)
    (2112, 950)
    """
    if not ratings:
        return None
    if not result:
        return min(ratings) - ZERO_SCORE_DROP
    table, needed = _expected_table(), 50 * result
    low, high = min(ratings) - ZERO_SCORE_DROP, max(ratings) + ZERO_SCORE_DROP
    while low < high:
        middle = (low + high) // 2
        shift = middle + FULL_SCALE
        if sum([table[shift - rating] for rating in ratings]) >= needed:
            high = middle
        else:
            low = middle + 1
    return low


@cache
def _expected_table() -> tuple[int, ...]:
    """The expected score in hundredths for every difference from -FULL_SCALE to +FULL_SCALE."""
    return tuple(pd_hundredths(difference) for difference in range(-FULL_SCALE, FULL_SCALE + 1))


def explain_perfect_performance(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The expected score game by game at the rating found, and at one point less."""
    article = working.article("PTP")
    if is_dropped(working, tie_break):
        return _dropped(working, article)
    played = games(working, tie_break, player)
    value = perfect_rating([game.rating for game in played], sum(game.result for game in played))
    if value is None:
        return Explained(None, (Step(article, "undefined.no_game", {}, None),), working.edition.key)
    score = Fraction(sum(game.result for game in played), 2)
    if not score:
        lowest = min(game.rating for game in played)
        step = Step(article, "perfect.zero_score", {"lowest": lowest, "drop": ZERO_SCORE_DROP}, value)
        return Explained(value, (step,), working.edition.key)
    parts = tuple(
        round_step(
            working,
            article,
            "perfect.game",
            player,
            game.place,
            Fraction(pd_hundredths(value - game.rating), 100),
            rating=game.rating,
            difference=value - game.rating,
        )
        for game in played
    )
    below = Fraction(sum(pd_hundredths(value - 1 - game.rating) for game in played), 100)
    expected = sum((Fraction(pd_hundredths(value - game.rating), 100) for game in played), Fraction(0))
    steps = (
        Step(article, "perfect.expected", {"rating": value, "score": score}, expected, parts),
        Step(article, "perfect.one_below", {"rating": value - 1, "score": score}, below),
        Step(article, "perfect.rating", {"score": score}, value),
    )
    return Explained(value, steps, working.edition.key)


# -- averages of the opponents' performances (10.4, 10.5) ----------------------------------------------


def average_performance(working: Working, tie_break: TieBreak) -> Column:
    """The mean TPR of the opponents played over the board, half up (10.4)."""
    return _average_of(working, performance(working, tie_break))


def average_perfect_performance(working: Working, tie_break: TieBreak) -> Column:
    """The mean PTP of the opponents played over the board, half up (10.5)."""
    return _average_of(working, perfect_performance(working, tie_break))


def _average_of(working: Working, column: Column) -> Column:
    field, values = working.field, list[int | None]()
    for opponents, kinds in zip(field.opponents, field.kinds, strict=True):
        rows = [column.values[o] for o, kind in zip(opponents, kinds, strict=True) if kind == PLAYED]
        known = [value for value in rows if value is not None]
        values.append(half_up_ratio(sum(known), len(known)) if known else None)
    return Column(values, 1)


def explain_average_performance(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The performance of each opponent and the mean."""
    return _explain_average(working, tie_break, player, "APRO", explain_performance)


def explain_average_perfect_performance(
    working: Working, tie_break: TieBreak, player: int
) -> Explained[Value]:
    """The perfect performance of each opponent and the mean."""
    return _explain_average(working, tie_break, player, "APPO", explain_perfect_performance)


def _explain_average(
    working: Working,
    tie_break: TieBreak,
    player: int,
    name: str,
    explain: Callable[[Working, TieBreak, int], Explained[Value]],
) -> Explained[Value]:
    article = working.article(name)
    if is_dropped(working, tie_break):
        return _dropped(working, article)
    steps, total = list[Step](), 0
    for game in games(working, tie_break, player):
        told = explain(working, tie_break, working.field.opponents[player][game.place])
        step = round_step(working, article, "round.opponent_performance", player, game.place, told.value)
        steps.append(Step(step.article, step.key, step.inputs, step.value, told.steps))
        total += int(told.value or 0)
    if not steps:
        return Explained(None, (Step(article, "undefined.no_game", {}, None),), working.edition.key)
    value = half_up_ratio(total, len(steps))
    steps.append(Step(article, "sum.average_rounded", {"total": total, "count": len(steps)}, value))
    return Explained(value, tuple(steps), working.edition.key)


# -- rating (10.6) -----------------------------------------------------------------------------------------


def rating(working: Working, tie_break: TieBreak) -> Column:
    """The rating, highest first; with R lowest first (10.6)."""
    if is_dropped(working, tie_break):
        return Column([None for _ in working.field.numbers], 1)
    values = [tie_break.unrated if known is None else known for known in working.field.ratings]
    sign = -1 if "R" in tie_break.flags else 1
    return Column(values, 1, keys=[None if value is None else sign * value for value in values])


def explain_rating(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The rating itself."""
    article = working.article("RTNG")
    if is_dropped(working, tie_break):
        return _dropped(working, article)
    known = working.field.ratings[player]
    value = tie_break.unrated if known is None else known
    key = "number.ascending" if "R" in tie_break.flags else "number.descending"
    return Explained(shown(value, 1), (Step(article, key, {}, value),), working.edition.key)


def _rating_step(working: Working, article: str, player: int, game: Game, counted: int | None = None) -> Step:
    value = game.rating if counted is None else counted
    key = "round.rating" if value == game.rating else "round.rating_limited"
    result = Fraction(game.result, 2)
    return round_step(working, article, key, player, game.place, value, rating=game.rating, result=result)


def _dropped(working: Working, article: str) -> Explained[Value]:
    reason = working.edition["unrated_opponents"].article
    return Explained(
        None, (Step(reason or article, "undefined.unrated_players", {}, None),), working.edition.key
    )


RATED: frozenset[Need] = frozenset({"ratings"})
U = frozenset({"U"})
RATING_CRITERIA = (
    Criterion(
        "ARO",
        "Average rating of opponents",
        "D",
        average_rating,
        explain_average_rating,
        U | {"C", "M", "N"},
        RATED,
    ),
    Criterion(
        "TPR", "Tournament performance rating", "DB", performance, explain_performance, U | {"400"}, RATED
    ),
    Criterion(
        "PTP",
        "Perfect tournament performance",
        "DB",
        perfect_performance,
        explain_perfect_performance,
        U,
        RATED,
    ),
    Criterion(
        "APRO",
        "Average performance of opponents",
        "DC",
        average_performance,
        explain_average_performance,
        U,
        RATED,
    ),
    Criterion(
        "APPO",
        "Average perfect performance of opponents",
        "DC",
        average_perfect_performance,
        explain_average_perfect_performance,
        U,
        RATED,
    ),
    Criterion("RTNG", "Rating", "B", rating, explain_rating, U | {"R"}, RATED),
)
