"""The performance in an event: at what rating the score would have been the expected one."""

from collections.abc import Sequence
from fractions import Fraction

from ratings.engine.errors import UnknownPolicyError
from ratings.engine.tables import dp, is_notional
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Input, Step
from tournaments.rulebook.rounding import half_up, whole_per_cent


def performance(edition: Edition, ratings: Sequence[int], points: Fraction) -> Explained[int | None]:
    """Mean of the rated opponents plus the table's difference for the score, in Elo points.

    None where the edition knows no performance, or there was no game. A score of 0 or 100 % takes the
    notional 800, which the step says.
    """
    rule = edition["performance_rating"]
    if rule.text == "not_defined" or not ratings:
        return Explained(None, (), edition.key)
    if rule.text != "mean_plus_dp":
        raise UnknownPolicyError(f"{edition.key}: no rule {rule.text!r} for the performance.")
    mean = Fraction(sum(ratings), len(ratings))
    per_cent = whole_per_cent(points / len(ratings))
    value = half_up(mean) + dp(per_cent)
    key = "performance.notional" if is_notional(per_cent) else "performance"
    inputs: dict[str, Input] = {
        "mean": mean,
        "rounded": half_up(mean),
        "per_cent": per_cent,
        "dp": dp(per_cent),
    }
    return Explained(value, (Step(rule.article, key, inputs, value),), edition.key)
