"""Tie-breaks from ratings (C.07, 10; Ukrainian articles 30.4.1 to 30.4.3.1): games over the board only."""

from fractions import Fraction
from math import lcm
from typing import NamedTuple

from tiebreaks.engine.criterion import Criterion, Need, Value, round_step, shown
from tiebreaks.engine.field import PLAYED
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.opponent_sums import without_ends
from tiebreaks.engine.working import Column, Working
from tournaments.rulebook.explained import Explained, Input, Step
from tournaments.rulebook.rounding import half_up_ratio


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
    return tie_break.unrated is None and working.somebody_unrated


# -- average rating of opponents (10.1, 30.4.1, 30.4.2) ---------------------------------------------------


def average_rating(working: Working, tie_break: TieBreak) -> Column:
    """The mean of the opponents' ratings after the cuts.

    The edition says whether it is divided by the games played or by the rounds (each less what was cut), and
    whether it is rounded. Undefined where nothing is left.
    """
    exact = working.edition["average_rating_rounding"].text == "none"
    unit = lcm(*range(1, max(working.field.rounds, 1) + 1)) if exact else 1

    low, high, by_rounds = tie_break.low, tie_break.high, _is_by_rounds(working, tie_break)
    rounds = working.field.rounds - low - high

    if is_dropped(working, tie_break):
        return Column([None for _ in working.field.numbers], unit)
    # Half up by hand: (2 * total + divisor) // (2 * divisor), as `half_up_ratio` for one quotient.
    cut, doubled = low + high, 2 * unit
    return Column(
        [
            (doubled * total + (divisor := rounds if by_rounds else games - cut)) // (2 * divisor)
            if games > cut
            else None
            for total, games in zip(_kept_ratings(working, tie_break), working.games, strict=True)
        ],
        unit,
    )


def _kept_ratings(working: Working, tie_break: TieBreak) -> list[int]:
    """The sum of the opponents' ratings after the cuts; of who has fewer games than cuts it says nothing."""
    low, high, unrated = tie_break.low, tie_break.high, tie_break.unrated
    if min(working.games, default=0) >= low + high:
        rising = working.ratings_sorted(unrated) if low or high else []
        return without_ends(working.ratings_total(unrated), rising, low, high)
    return [sum(row[low : len(row) - high]) for row in working.ratings_sorted(unrated)]


def _is_by_rounds(working: Working, tie_break: TieBreak) -> bool:
    return "N" in tie_break.flags or working.edition["average_rating_divisor"].text == "rounds"


def _divisor(working: Working, tie_break: TieBreak, kept: int) -> int:
    if _is_by_rounds(working, tie_break):
        return working.field.rounds - tie_break.low - tie_break.high
    return kept


def explain_average_rating(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The ratings, what was cut, the divisor and the rounding."""
    article = working.article_of(tie_break)
    if is_dropped(working, tie_break):
        return dropped(working, article)
    played = games(working, tie_break, player)
    by_rating = sorted(played, key=lambda game: game.rating)
    kept = by_rating[tie_break.low :]
    kept = kept[: max(0, len(kept) - tie_break.high)]
    steps = [rating_step(working, article, player, game) for game in played]
    for game in by_rating:
        if game not in kept:
            key = "cut.least" if by_rating.index(game) < tie_break.low else "cut.greatest"
            cut = working.cut_article(tie_break)
            steps.append(round_step(working, cut, key, player, game.place, value=game.rating))
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
        return dropped(working, article)
    known = working.field.ratings[player]
    value = tie_break.unrated if known is None else known
    key = "number.ascending" if "R" in tie_break.flags else "number.descending"
    return Explained(shown(value, 1), (Step(article, key, {}, value),), working.edition.key)


def rating_step(working: Working, article: str, player: int, game: Game, counted: int | None = None) -> Step:
    """The step of one game: the opponent's rating, and what it counts where a rule limits it."""
    value = game.rating if counted is None else counted
    key = "round.rating" if value == game.rating else "round.rating_limited"
    result = Fraction(game.result, 2)
    return round_step(
        working, article, key, player, game.place, value=value, rating=game.rating, result=result
    )


def dropped(working: Working, article: str) -> Explained[Value]:
    """The derivation of a tie-break that is dropped because somebody is unrated (10)."""
    reason = working.edition["unrated_opponents"].article
    return Explained(
        None, (Step(reason or article, "undefined.unrated_players", {}, None),), working.edition.key
    )


RATED: frozenset[Need] = frozenset({"ratings"})
RATING_CRITERIA = (
    Criterion(
        "ARO",
        "Average rating of opponents",
        "D",
        average_rating,
        explain_average_rating,
        units="players",
        needs=RATED,
    ),
    Criterion("RTNG", "Rating", "B", rating, explain_rating, units="players", needs=RATED),
)
