"""The coefficients of a correspondence event as the annex of its final table prints them (RACC 3.2 to 3.4).

The annex is frozen as plain values, `coefficients_document`, and printed from them alone. The calculation that
counts is made later, from the coefficients of its own moment (3.2); the annex says with which its figures were
made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ratings.engine.racc.output import coefficients_document
from ratings.engine.racc.results import EventCoefficients
from ratings.engine.version import ENGINE_VERSION
from tournaments.rulebook.explained import Step

DASH = "–"
MINUS = "−"


@dataclass(frozen=True, slots=True)
class CoefficientRow:
    """One player, every figure as it is printed: `old`, `average`, `d`, `e`, `expected`, `change`, `new`.

    `old` stands in brackets where it is a newcomer's estimate. `change` is final; `correction` is the key of what
    corrected the formula's own `raw`: `limit` (±200, 3.3), `first_place`, `favourite` (3.3), `substitute` (3.4);
    a protection takes back the whole loss, so the limit says nothing beside it.
    """

    number: int
    name: str
    old: str
    games: str
    points: str
    average: str
    d: str
    e: str
    expected: str
    raw: str
    correction: str
    change: str
    new: str


@dataclass(frozen=True, slots=True)
class CoefficientAnnex:
    """The annex: rows in the order of the final table, the edition, the norm a newcomer starts from, the engine."""

    edition: str
    engine: str
    norm: str
    norm_points: str
    rows: tuple[CoefficientRow, ...]

    @property
    def corrections(self) -> tuple[str, ...]:
        """The keys of the corrections that happened, each once, in the order of the articles."""
        met = {row.correction for row in self.rows}
        return tuple(key for key in ("limit", "first_place", "favourite", "substitute") if key in met)

    @property
    def has_estimates(self) -> bool:
        """Whether somebody began without a coefficient."""
        return any(row.old.startswith("(") for row in self.rows)


def frozen_coefficients(result: EventCoefficients) -> dict[str, Any]:
    """What a report freezes of the calculation: figures and steps of each player, edition and engine.

    Steps are said in keys, not in a language: their article and their key.
    """
    return {"engine": ENGINE_VERSION} | coefficients_document(result, _key)


def _key(step: Step) -> str:
    return step.key


def coefficient_annex(frozen: Mapping[str, Any], order: Sequence[int]) -> CoefficientAnnex:
    """The annex from what was frozen; `order` are the start numbers as the table has them."""
    lines = {line["start_number"]: line for line in frozen["players"]}
    return CoefficientAnnex(
        edition=frozen["edition"],
        engine=frozen["engine"],
        norm=frozen["norm"]["category"],
        norm_points=frozen["norm"]["points"],
        rows=tuple(_row(lines[number]) for number in order if number in lines),
    )


def _row(line: Mapping[str, Any]) -> CoefficientRow:
    old = DASH if line["ik_old"] is None else str(line["ik_old"])
    played = line["average"] is not None
    correction = line["protection"] or ("limit" if line["limited"] else "")
    return CoefficientRow(
        number=line["start_number"],
        name=line["name"],
        old=f"({old})" if line["estimated"] else old,
        games=str(line["n"]),
        points=_places(line["w"], 1) if played else DASH,
        average=str(line["average"]) if played else DASH,
        d=_signed(str(line["d"])) if played else DASH,
        e=_places(line["e"], 2) if played else DASH,
        expected=_places(line["expected"], 2) if played else DASH,
        raw=_signed(_places(line["delta_raw"], 1)) if played else DASH,
        correction=correction,
        change=_signed(_places(line["delta"], 1)) if played else DASH,
        new=DASH if line["ik_new"] is None else str(line["ik_new"]),
    )


def _places(value: str, places: int) -> str:
    """An exact decimal with at least so many places; nothing is rounded here.

    >>> _places("10.72", 2), _places("5.6", 2), _places("-32", 1)
    ('10.72', '5.60', '-32.0')
    """
    whole, _point, digits = value.partition(".")
    return f"{whole}.{digits.ljust(places, '0')}"


def _signed(value: str) -> str:
    """A change with its sign, minus as it is printed.

    >>> _signed("3.2"), _signed("-24.4"), _signed("0.0")
    ('+3.2', '−24.4', '0.0')
    """
    if value.startswith("-"):
        return MINUS + value[1:]
    return value if Fraction(value) == 0 else f"+{value}"
