"""Who has reached which norm of a correspondence event, as its standings stand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.models import Event
from tournaments.record.norms import parse_norms
from tournaments.words import norm_points, norm_words


@dataclass(frozen=True, slots=True)
class NormView:
    """A norm in words, its points, and the rows of those who have them."""

    category: str
    points: str
    rows: tuple[Mapping[str, Any], ...]


def norms_reached(event: Event, rows: Iterable[Mapping[str, Any]]) -> list[NormView]:
    """The norms of an event in descending strength; `rows` are those of its standings, in order."""
    if not event.correspondence:
        return []
    listed = [(Fraction(row["points"]) * 2, row) for row in rows]
    return [
        NormView(
            norm_words(norm.category),
            norm_points(_points(norm.halves), norm.games),
            tuple(row for halves, row in listed if halves >= norm.halves),
        )
        for norm in parse_norms(event.norms)
    ]


def _points(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)
