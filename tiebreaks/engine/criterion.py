"""One criterion: its code, how it is counted for everybody, how it is explained for one player."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.working import HALVES, Column, Working
from tournaments.rulebook.explained import Explained, Input, Step

Value = Fraction | int | None
Need = Literal["ratings", "colours", "fixed_pairings"]
Units = Literal["players", "teams", "both"]
Values = Callable[[Working, TieBreak], Column]
Explain = Callable[[Working, TieBreak, int], Explained[Value]]
Decide = Callable[[Working, TieBreak, Sequence[int]], "Decision"]
ExplainTied = Callable[[Working, TieBreak, int, Sequence[int]], Explained[Value]]


@dataclass(frozen=True, slots=True)
class Decision:
    """A tied group put into order: classes of players, equal inside a class, and why it came so."""

    classes: tuple[tuple[int, ...], ...]
    reason: str

    def ranks(self) -> dict[int, int]:
        """The rank of each player inside the group; empty if nothing was decided."""
        if len(self.classes) < 2:
            return {}
        ranks: dict[int, int] = {}
        place = 1
        for members in self.classes:
            ranks |= dict.fromkeys(members, place)
            place += len(members)
        return ranks


@dataclass(frozen=True, slots=True)
class Criterion:
    """A tie-break as the registry knows it.

    `name` is English; pages translate it. `type_letter` is that of C.07, 4.3: A games among the tied, B own
    record, C opponents' results, D data known beforehand. `values` counts it for the whole field in whole
    numbers, fast; `explain` derives it for one player, with steps. A criterion that only exists inside a tied
    group has `decide` and `explain_tied` in their place. `units` says whom it can rank; `needs` what an event
    must have; `digits` how many decimals are shown where the text says so (the value itself stays exact).
    Which modifiers it takes is a matter of the edition.
    """

    code: str
    name: str
    type_letter: str
    values: Values | None = None
    explain: Explain | None = None
    decide: Decide | None = None
    explain_tied: ExplainTied | None = None
    units: Units = "both"
    needs: frozenset[Need] = frozenset()
    digits: int | None = None


def shown(raw: int | None, unit: int) -> Value:
    """A whole number of which `unit` make one, as a value: an integer where it is counted in ones.

    >>> shown(27, 2), shown(3, 1), shown(None, 4)
    (Fraction(27, 2), 3, None)
    """
    if raw is None or unit == 1:
        return raw
    return Fraction(raw, unit)


def round_step(
    working: Working, article: str, key: str, player: int, place: int, *, value: Input, **inputs: Input
) -> Step:
    """A step about one round of a player, with the opponent if he had one."""
    opponent = working.field.opponents[player][place]
    about: dict[str, Input] = {"round": place + 1}
    if opponent >= 0:
        about["opponent"] = working.entry(opponent)
    return Step(article, key, about | inputs, value)


def halves_value(halves: int) -> Fraction:
    """Half points as points."""
    return Fraction(halves, HALVES)
