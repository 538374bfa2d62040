"""The average of opponents as the mean method counts it, and what is looked up from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ratings.engine.games import Meeting
from ratings.engine.gap import counted_differences
from ratings.engine.tables import pd_hundredths
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Input, Reference, Step
from tournaments.rulebook.rounding import half_up


@dataclass(frozen=True, slots=True)
class Average:
    """Rc rounded and exact, with the step that tells how it came about."""

    rounded: int
    exact: Fraction
    step: Step


def opponent_step(edition: Edition, meeting: Meeting, rating: int, counted: int, own: int | None) -> Step:
    """One opponent as he enters an average: with his rating, or cut to within the cap of the own rating."""
    inputs: dict[str, Input] = {
        "opponent": Reference("entry", meeting.opponent),
        "round": meeting.round,
        "rating": rating,
        "own": own,
        "cap": edition["gap_cap"].integer,
        "score": Fraction(meeting.halves, 2),
    }
    if counted == rating:
        article = edition["first_rating" if own is None else "average"].article
        return Step(article, "opponent.counted", inputs, counted)
    return Step(edition["gap_cap"].article, "opponent.cut", inputs, counted)


def counted_ratings(edition: Edition, own: int, ratings: Sequence[int]) -> tuple[int, ...]:
    """The opponents' ratings as they count for a player rated `own`: at most the cap above or below him."""
    return tuple(own - difference for difference in counted_differences(edition, own, ratings))


def mean_of_opponents(
    edition: Edition, meetings: Sequence[Meeting], ratings: Sequence[int], own: int | None
) -> Average:
    """The mean of the opponents, a rated player's cut to the cap, rounded half up (10.51, 10.21a)."""
    counted = tuple(ratings) if own is None else counted_ratings(edition, own, ratings)
    exact = Fraction(sum(counted), len(counted))
    rounded = half_up(exact)  # Rc is a whole number: article 10.51 in the reading of the example of 2003
    parts = tuple(
        opponent_step(edition, meeting, rating, shown, own)
        for meeting, rating, shown in zip(meetings, ratings, counted, strict=True)
    )
    inputs: dict[str, Input] = {"sum": sum(counted), "games": len(counted), "mean": exact}
    if own is not None:
        return Average(
            rounded, exact, Step(edition["average"].article, "average.mean", inputs, rounded, parts)
        )
    key, value = _first_average(edition, exact)
    return Average(rounded, exact, Step(edition["first_rating"].article, key, inputs, value, parts))


def _first_average(edition: Edition, exact: Fraction) -> tuple[str, Fraction | int]:
    """What an unrated player's average is for: added draws make it information, the mean method rounds it."""
    if edition["first_rating"].text == "hypothetical_draws":
        return "average.information", exact
    if edition["method"].text == "mean_opponent":
        return "average.mean", half_up(exact)
    return "average.exact", exact


def expected_steps(edition: Edition, own: int, average: int, games: int) -> tuple[Fraction, tuple[Step, ...]]:
    """Expected points against an average: one look-up of the difference, times the games."""
    difference = own - average
    share = Fraction(pd_hundredths(difference), 100)
    expected = games * share
    looked_up = Step(
        edition["expected"].article,
        "expected.share",
        {"own": own, "average": average, "difference": difference},
        share,
    )
    total = Step(edition["method"].article, "expected.points", {"share": share, "games": games}, expected)
    return expected, (looked_up, total)


def rounding_decided(own: int, average: Average) -> bool:
    """Whether rounding the difference instead of the mean would look up another row.

    >>> rounding_decided(2004, Average(2001, Fraction(4001, 2), Step("", "", {}, None)))
    True
    """
    difference = own - average.exact
    size = half_up(abs(difference))
    other = size if difference >= 0 else -size
    return pd_hundredths(other) != pd_hundredths(own - average.rounded)
