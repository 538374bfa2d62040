"""Performances: what rating a score stands for (C.07, 10.2 to 10.5; Ukrainian articles 30.4.3, 30.4.3.1)."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from ratings.engine.tables import dp, pd_hundredths
from tiebreaks.engine.criteria.expected import ZERO_SCORE_DROP, expected_scores
from tiebreaks.engine.criteria.ratings import (
    RATED,
    Game,
    dropped,
    games,
    is_dropped,
    rating_step,
)
from tiebreaks.engine.criterion import Criterion, Value, round_step
from tiebreaks.engine.field import MISSED_BY_CHOICE
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.working import Column, Working
from tournaments.rulebook.explained import Explained, Input, Step
from tournaments.rulebook.rounding import half_up_ratio

LIMIT_400 = 400

# -- tournament performance rating (10.2, 30.4.3, 30.4.3.1) ------------------------------------------------


def performance(working: Working, tie_break: TieBreak) -> Column:
    """Mean rating of the opponents plus the difference of the score in per cent (10.2).

    Where the edition limits the rounds missed by choice, who missed more ranks below everybody else (30.4.3).
    """
    return working.shared(tie_break.code, lambda: _performance(working, tie_break))


def _performance(working: Working, tie_break: TieBreak) -> Column:
    if is_dropped(working, tie_break):
        return Column([None for _ in working.field.numbers], 1)
    differences = dict[tuple[int, int], int]()
    made = list(zip(working.made_over_the_board, working.games, strict=True))
    for result, played in set(made):
        differences[result, played] = dp(half_up_ratio(50 * result, played)) if played else 0
    totals = _ratings_counted(working, tie_break)
    # Half up by hand: (2 * total + divisor) // (2 * divisor), as `half_up_ratio` for one quotient.
    values = [
        (2 * total + of[1]) // (2 * of[1]) + differences[of] if of[1] else None
        for total, of in zip(totals, made, strict=True)
    ]
    if working.edition.get("skipped_rounds_allowed") is None:
        return Column(values, 1)
    keys: list[int | tuple[int, ...] | None] = [
        None if value is None else (_finished(working, player), value) for player, value in enumerate(values)
    ]
    return Column(values, 1, keys)


def _ratings_counted(working: Working, tie_break: TieBreak) -> list[int]:
    """The sum of the opponents' ratings of each player, as they count."""
    if "400" not in tie_break.flags:
        return working.ratings_total(tie_break.unrated)
    rows = working.ratings_met(tie_break.unrated)
    return [
        sum([_within_400(known, own, tie_break) for known in row])
        for row, own in zip(rows, working.field.ratings, strict=True)
    ]


def explain_performance(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The ratings, their mean, the score in per cent and the difference of the table."""
    return _explain_performance(
        working, tie_break, player, working.article_of(replace(tie_break, name="TPR"))
    )


def _explain_performance(
    working: Working, tie_break: TieBreak, player: int, article: str
) -> Explained[Value]:
    if is_dropped(working, tie_break):
        return dropped(working, article)
    played = games(working, tie_break, player)
    if not played:
        return Explained(None, (Step(article, "undefined.no_game", {}, None),), working.edition.key)
    own, steps, total = working.field.ratings[player], list[Step](), 0
    for game in played:
        counted = _within_400(game.rating, own, tie_break)
        total += counted
        steps.append(rating_step(working, article, player, game, counted))
    mean, share = half_up_ratio(total, len(played)), _per_cent(played)
    score = Fraction(sum(game.result for game in played), 2)
    steps.append(Step(article, "sum.average_rounded", {"total": total, "count": len(played)}, mean))
    steps.append(Step(article, "performance.share", {"score": score, "games": len(played)}, share))
    steps.append(Step(article, "performance.difference", {"per_cent": share}, dp(share)))
    steps.append(
        Step(article, "performance.rating", {"mean": mean, "difference": dp(share)}, mean + dp(share))
    )
    if not _finished(working, player):
        rule, missed = working.edition["skipped_rounds_allowed"], _missed(working, player)
        about: dict[str, Input] = {"missed": missed, "allowed": rule.integer}
        steps.append(Step(rule.article, "performance.missed_too_many", about, missed))
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
    return working.shared(tie_break.code, lambda: _perfect_performance(working, tie_break))


def _perfect_performance(working: Working, tie_break: TieBreak) -> Column:
    if is_dropped(working, tie_break):
        return Column([None for _ in working.field.numbers], 1)
    known = [rating or tie_break.unrated or 0 for rating in working.field.ratings]
    expected = expected_scores(frozenset(known), max(working.games, default=0))
    coarse = working.sum_over_met([expected.coarse[rating] for rating in known])
    rows = zip(working.ratings_met(tie_break.unrated), working.made_over_the_board, coarse, strict=True)
    return Column(expected.lowest_ratings(rows), 1)


def perfect_rating(ratings: list[int], result: int) -> int | None:
    """The lowest rating that would expect `result` (in halves) against these ratings; None without a game.

    >>> perfect_rating([1700, 1950, 1850, 2050, 2150], 7), perfect_rating([2200, 1750], 0)
    (2112, 950)
    """
    expected = expected_scores(frozenset(ratings), len(ratings))
    coarse = sum(map(expected.coarse.__getitem__, ratings))
    return expected.lowest_ratings([(ratings, result, coarse)])[0]


def explain_perfect_performance(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The expected score game by game at the rating found, and at one point less."""
    article = working.article("PTP")
    if is_dropped(working, tie_break):
        return dropped(working, article)
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
            value=Fraction(pd_hundredths(value - game.rating), 100),
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
    return _average_of(working, performance(working, replace(tie_break, name="TPR")))


def average_perfect_performance(working: Working, tie_break: TieBreak) -> Column:
    """The mean PTP of the opponents played over the board, half up (10.5)."""
    return _average_of(working, perfect_performance(working, replace(tie_break, name="PTP")))


def _average_of(working: Working, column: Column) -> Column:
    if all(value is None for value in column.values):
        return column
    # Whoever was met over the board has a game himself, hence a performance.
    totals = working.sum_over_met([value or 0 for value in column.values])
    return Column(
        [
            (2 * total + played) // (2 * played) if played else None
            for total, played in zip(totals, working.games, strict=True)
        ],
        1,
    )


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
        return dropped(working, article)
    steps, total = list[Step](), 0
    for game in games(working, tie_break, player):
        told = explain(working, tie_break, working.field.opponents[player][game.place])
        step = round_step(
            working, article, "round.opponent_performance", player, game.place, value=told.value
        )
        steps.append(Step(step.article, step.key, step.inputs, step.value, told.steps))
        total += int(told.value or 0)
    if not steps:
        return Explained(None, (Step(article, "undefined.no_game", {}, None),), working.edition.key)
    value = half_up_ratio(total, len(steps))
    steps.append(Step(article, "sum.average_rounded", {"total": total, "count": len(steps)}, value))
    return Explained(value, tuple(steps), working.edition.key)


PERFORMANCE_CRITERIA = (
    Criterion(
        "TPR",
        "Tournament performance rating",
        "DB",
        performance,
        explain_performance,
        units="players",
        needs=RATED,
    ),
    Criterion(
        "PTP",
        "Perfect tournament performance",
        "DB",
        perfect_performance,
        explain_perfect_performance,
        units="players",
        needs=RATED,
    ),
    Criterion(
        "APRO",
        "Average performance of opponents",
        "DC",
        average_performance,
        explain_average_performance,
        units="players",
        needs=RATED,
    ),
    Criterion(
        "APPO",
        "Average perfect performance of opponents",
        "DC",
        average_perfect_performance,
        explain_average_perfect_performance,
        units="players",
        needs=RATED,
    ),
)
