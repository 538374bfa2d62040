"""Which norm of an event counts, and the coefficient from which a player without one starts."""

from fractions import Fraction

from ratings.engine.errors import RatingError, UnknownPolicyError
from tournaments.record.model import Norm, Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Step
from tournaments.rulebook.rounding import plain


class NormMissing(RatingError):
    """The event has no norm of 1st category or higher, or not the one that was asked for."""

    code = "norm_missing"


def rated_norms(record: Record, edition: Edition) -> tuple[Norm, ...]:
    """The norms of the event that make it a rated one, strongest first; raises NormMissing without any (1.2)."""
    rule = edition["rated_norms"]
    order = [str(category) for category in rule.items]
    found = sorted(
        (norm for norm in record.event.norms if norm.category in order),
        key=lambda norm: order.index(norm.category),
    )
    if not found:
        named = (f"{norm.category}, {plain(Fraction(norm.halves, 2))} points" for norm in record.event.norms)
        others = "; ".join(named) or "none"
        raise NormMissing(
            f"Events with a norm of 1st category or higher are rated; the norms of this one: {others}.",
            hint="Give the norm with its points, such as kms=8.",
            article=rule.article,
        )
    return tuple(found)


def chosen_norm(record: Record, edition: Edition, category: str | None) -> Norm:
    """The norm from which K0 and H are taken: the strongest, or that of the category asked for.

    K0 and H always come from one norm. Raises NormMissing.
    """
    norms = rated_norms(record, edition)
    if category is None:
        if edition["start_norm"].text != "highest":
            raise UnknownPolicyError(f"{edition.key}: no rule {edition['start_norm'].text!r} for two norms.")
        return norms[0]
    for norm in norms:
        if norm.category == category:
            return norm
    raise NormMissing(f"The event has no norm {category}.", article=edition["start_norm"].article)


def start_coefficient(edition: Edition, norm: Norm, score: Fraction) -> Explained[int]:
    """K0 + 20 × (P − H): the coefficient with which a player without one enters the formula (3.2).

    `score` are his points in the event. Points come in halves, so the figure is whole.
    """
    rule = edition[f"start_{norm.category}"]
    needed = Fraction(norm.halves, 2)
    value = rule.integer + edition["factor"].integer * (score - needed)
    step = Step(
        rule.article,
        f"racc.start.{norm.category}",
        {"k0": rule.integer, "points": score, "needed": needed, "factor": edition["factor"].integer},
        int(value),
    )
    return Explained(int(value), (step,), edition.key)
