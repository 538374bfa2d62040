"""Coefficients between engine and database: facts and figures as JSON and columns, exact numbers as text."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from ratings.engine.racc.facts import CoefficientFacts
from ratings.engine.racc.output import figures
from ratings.engine.racc.results import CoefficientLine
from ratings.exact import exact
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.rounding import plain

DAYS = ("day", "last_listed")


def facts_as_json(facts: CoefficientFacts) -> dict[str, Any]:
    """The coefficient used, with its value, source and date, to be kept with the calculation."""
    kept = {name: getattr(facts, name) for name in CoefficientFacts.__slots__}
    return kept | {name: kept[name].isoformat() for name in DAYS if kept[name] is not None}


def facts_from_json(data: Mapping[str, Any]) -> CoefficientFacts:
    """The facts of a kept calculation."""
    days = {name: date.fromisoformat(data[name]) for name in DAYS if data.get(name)}
    return CoefficientFacts(**{**data, **days})


def columns_of(line: CoefficientLine, rules: Edition) -> dict[str, Any]:
    """What is kept of a player's line, by column of `RatedEntry`.

    A player without a coefficient has no `own_rating`, and his new coefficient as first rating; the estimate
    from which he started stands among the figures.
    """
    factor = rules["factor"].integer
    return {
        "own_rating": None if line.estimated else line.ik_old,
        "opponents_rating": "" if line.average is None else str(line.average),
        "games": line.n,
        "score_halves": int(line.w * 2),
        "expected": "" if line.expected is None else plain(line.expected),
        "k": factor,
        "k_nominal": factor,
        "gain": "0" if line.expected is None else exact(line.w - line.expected),
        "change": exact(line.delta),
        "first_rating": str(line.ik_new) if line.estimated else "",
        "first_part": {},
        "coefficient": figures(line),
    }
