"""The derivation of a norm: the opponents round by round, average, score and performance, every condition."""

from collections.abc import Sequence
from fractions import Fraction

from ratings.engine.tables import is_notional
from ratings.engine.title_norms.choosing import Choice
from ratings.engine.title_norms.conditions import Asked, performance_of, score_required
from ratings.engine.title_norms.model import Condition, RoundRow
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Input, Reference, Step


def steps_of(
    edition: Edition, asked: Asked, rows: Sequence[RoundRow], choice: Choice, average: int
) -> tuple[Step, ...]:
    """The steps in the order of the calculation; rounds that do not count stand among the others and say why."""
    games, halves = len(choice.rows), sum(row.halves or 0 for row in choice.rows)
    if not games:
        return (
            Step(
                edition["games"].article,
                "norm.no_games",
                {},
                None,
                tuple(_round_step(edition, row) for row in rows),
            ),
        )
    per_cent, difference, performance = performance_of(edition, average, halves, games)
    total = sum(row.adjusted or 0 for row in rows)
    required = score_required(edition, asked, average, games)
    table = edition["score_rounding"].article
    key = "norm.difference_notional" if is_notional(per_cent) else "norm.difference"
    return (
        Step(
            edition["average"].article,
            "norm.average",
            {"total": total, "games": games, "exact": Fraction(total, games)},
            average,
            tuple(_round_step(edition, row) for row in rows),
        ),
        Step(table, "norm.per_cent", {"points": Fraction(halves, 2), "games": games}, per_cent),
        Step(table, key, {"per_cent": per_cent}, difference),
        Step(
            edition["performance"].article,
            "norm.performance",
            {"average": average, "difference": difference},
            performance,
        ),
        _required_step(edition, asked, average, required, halves, games),
        *(_condition_step(condition) for condition in choice.conditions),
    )


def _required_step(
    edition: Edition, asked: Asked, average: int, required: int | None, halves: int, games: int
) -> Step:
    article = edition["performance"].article
    if required is None:
        return Step(article, "norm.required_none", {"average": average, "games": games}, None)
    inputs: dict[str, Input] = {
        "average": average,
        "games": games,
        "performance": asked.performance,
        "margin": Fraction(halves - required, 2),
    }
    return Step(article, "norm.required", inputs, Fraction(required, 2))


def _condition_step(condition: Condition) -> Step:
    if condition.waived:
        return Step(condition.article, f"norm.{condition.key}.waived", {"figure": condition.figure}, None)
    state = "met" if condition.met else "missed"
    return Step(
        condition.article,
        f"norm.{condition.key}.{state}",
        {"asked": condition.asked},
        condition.figure,
    )


def _round_step(edition: Edition, row: RoundRow) -> Step:
    inputs: dict[str, Input] = {
        "round": row.round,
        "opponent": None if row.opponent is None else Reference("entry", row.opponent),
    }
    if not row.counted:
        return Step(row.article, row.reason, inputs, None)
    inputs |= {"score": Fraction(row.halves or 0, 2), "rating": row.rating, "title": row.title or "–"}
    inputs["federation"] = row.federation or "–"
    if row.raised:
        return Step(edition["floor"].article, "norm.opponent.raised", inputs, row.adjusted)
    if row.rating is None:
        return Step(edition["unrated"].article, "norm.opponent.unrated", inputs, row.adjusted)
    return Step("1.4.6a", "norm.opponent", inputs, row.adjusted)
