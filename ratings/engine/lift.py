"""The one increase of all lower ratings with the list of 1 March 2024: a decision, not a rule of the chapter."""

from fractions import Fraction

from ratings.engine.errors import EditionLacksRuleError
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Input, Step


def lifted(edition: Edition, rating: int) -> Explained[Fraction]:
    """A rating after the increase: below the limit, more by a share of what it lacks; unrounded.

    Published lists hold the raised ratings, so no calculation applies this; it explains a difference between
    two lists that no game made. How the figures were rounded is not known. Raises EditionLacksRuleError for
    an edition without such an increase.
    """
    limit, share = edition.get("lift_below"), edition.get("lift_share")
    if limit is None or share is None:
        raise EditionLacksRuleError("no_lift", {"edition": edition.key})
    value = rating + max(Fraction(0), Fraction(share.number) * (limit.integer - rating))
    inputs: dict[str, Input] = {"rating": rating, "limit": limit.integer, "share": share.number}
    return Explained(value, (Step(limit.article, "lift", inputs, value),), edition.key)
