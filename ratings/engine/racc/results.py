"""What the correspondence engine hands back for one event: a line for each player, findings."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tournaments.record.findings import Finding
from tournaments.record.model import Norm
from tournaments.rulebook.explained import Step

Protection = Literal["", "first_place", "favourite", "substitute"]
METHOD = "coefficient"


@dataclass(frozen=True, slots=True)
class CoefficientLine:
    """What one event does to one player's coefficient.

    `ik_old` is the one he begins with (`estimated` from the event itself where he has none; None if he has
    none and played nothing); `n` counted games, `w` points in them; `average` of the opponents, rounded, and
    `average_exact`; `d` own minus average; `e` the expected share of a game, `expected` n times e. `raw` is
    20 × (w − expected), `delta` the same after the limit of an event (`limited`) and the protections
    (`protection` names the one that turned a loss into 0). `ik_new` is `ik_old` plus `delta`, rounded half up.
    """

    number: int
    name: str
    ik_old: int | None
    estimated: bool = False
    n: int = 0
    w: Fraction = Fraction(0)
    average: int | None = None
    average_exact: Fraction | None = None
    d: int | None = None
    e: Fraction | None = None
    expected: Fraction | None = None
    raw: Fraction = Fraction(0)
    delta: Fraction = Fraction(0)
    limited: bool = False
    protection: Protection = ""
    ik_new: int | None = None
    steps: tuple[Step, ...] = ()
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventCoefficients:
    """One event under one edition: the norm used, players by start number, findings."""

    edition: str
    norm: Norm
    players: tuple[CoefficientLine, ...]
    findings: tuple[Finding, ...] = ()

    def player(self, number: int) -> CoefficientLine:
        """The line of a start number; raises KeyError if nobody has it."""
        for line in self.players:
            if line.number == number:
                return line
        raise KeyError(number)
