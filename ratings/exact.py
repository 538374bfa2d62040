"""Exact numbers as text and back, without loss."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from ratings.engine.facts import PlayerFacts
from ratings.engine.results import FirstResult, PlayerRating
from tournaments.rulebook.rounding import exact_text, plain


def exact(number: Fraction) -> str:
    """A number as text without loss: a plain decimal where it ends, else a fraction.

    >>> exact(Fraction(123, 20)), exact(Fraction(40, 3))
    ('6.15', '40/3')
    """
    return exact_text(number) or plain(number)


def facts_as_json(facts: PlayerFacts) -> dict[str, Any]:
    """The facts used, to be kept with the calculation."""
    kept = {name: getattr(facts, name) for name in PlayerFacts.__slots__ if name != "lists"}
    return kept | {"lists": {day.isoformat(): facts_as_json(known) for day, known in facts.lists.items()}}


def facts_from_json(data: Mapping[str, Any]) -> PlayerFacts:
    """The facts of a kept calculation."""
    lists = {date.fromisoformat(day): facts_from_json(known) for day, known in data.get("lists", {}).items()}
    return PlayerFacts(**(dict(data) | {"lists": lists}))


def first_as_json(first: FirstResult) -> dict[str, Any]:
    """A part of a first rating, exact numbers as text."""
    return {
        "n": first.n,
        "halves": first.halves,
        "opponents_sum": exact(first.opponents_sum),
        "ru": exact(first.ru),
        "rated_opponents": first.rated_opponents,
        "few": first.few,
        "floor": first.floor,
    }


def first_from_json(data: Mapping[str, Any]) -> FirstResult:
    """The part again."""
    return FirstResult(
        n=data["n"],
        halves=data["halves"],
        opponents_sum=Fraction(data["opponents_sum"]),
        ru=Fraction(data["ru"]),
        rated_opponents=data["rated_opponents"],
        few=data.get("few", False),
        floor=data.get("floor"),
    )


def columns_of(line: PlayerRating) -> dict[str, Any]:
    """What is kept of a player's line, by column of `RatedEntry`; exact numbers as text."""
    return {
        "own_rating": line.ro,
        "opponents_rating": "" if line.rc is None else str(line.rc),
        "games": line.n,
        "score_halves": int(line.w * 2),
        "expected": "" if line.we is None else plain(line.we),
        "k": line.k,
        "k_nominal": line.k_nominal,
        "gain": exact(line.gain),
        "change": exact(line.change),
        "first_rating": "" if line.ru is None else exact(line.ru),
        "first_part": first_as_json(line.first) if line.first else {},
    }
