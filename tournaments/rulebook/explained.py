"""Numbers that argue for themselves: a value and the steps that led to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Generic, Literal, TypeVar

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class Reference:
    """Points at an entry, a round or a game of the record, so that a page can link it.

    `number` is the start number of the entry, the number of the round, or the board of the game;
    `round_number` is given for a game only.
    """

    kind: Literal["entry", "round", "game"]
    number: int
    round_number: int | None = None


Input = int | str | bool | date | Decimal | Fraction | Reference | None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a derivation: the article relied on, a message key, its inputs and its value.

    The sentence is made from `key` and `inputs` at the edge and translated there.
    `parts` holds the steps inside this one (nine games inside one expected score).
    """

    article: str
    key: str
    inputs: Mapping[str, Input]
    value: Input
    parts: tuple["Step", ...] = ()


@dataclass(frozen=True, slots=True)
class Explained(Generic[ValueT]):
    """A value with its steps and the key of the edition it was computed under."""

    value: ValueT
    steps: tuple[Step, ...] = ()
    edition: str = field(default="")
