"""Which contributions a modifier takes away (C.07, 14.1 to 14.4 and the exception of 16.5)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from tiebreaks.engine.working import Contribution

Reason = Literal["least", "missed", "greatest"]
Measure = Callable[[Contribution], int]


@dataclass(frozen=True, slots=True)
class Cut:
    """A contribution that was cut, and why."""

    contribution: Contribution
    reason: Reason


def cut(
    contributions: Sequence[Contribution],
    *,
    low: int,
    high: int,
    measure: Measure,
    exception: Callable[[int, int], bool],
) -> tuple[list[Contribution], list[Cut]]:
    """What is left and what was cut: first the least significant values, then the greatest.

    The least significant value belongs to the lowest opponent (of several, the lowest `measure`), which in
    Sonneborn-Berger is not always the lowest product (14.1.2 d). Where `exception(missed, least)` holds, the
    lowest contribution of a round missed by choice goes instead (16.5). Each further cut looks at what is
    left. With nothing left, nothing more is cut.
    """
    left, cuts = list(contributions), []
    for _ in range(min(low, len(left))):
        cuts.append(_least(left, measure, exception))
        left.remove(cuts[-1].contribution)
    for _ in range(min(high, len(left))):
        greatest = max(left, key=lambda item: (item.value, measure(item), -item.place))
        cuts.append(Cut(greatest, "greatest"))
        left.remove(greatest)
    return left, cuts


def _least(left: Sequence[Contribution], measure: Measure, exception: Callable[[int, int], bool]) -> Cut:
    least = min(left, key=lambda item: (item.value, measure(item), item.place))
    missed = [item for item in left if item.missed]
    if missed:
        lowest = min(missed, key=lambda item: (measure(item), item.value, item.place))
        if exception(measure(lowest), measure(least)):
            return Cut(lowest, "missed")
    return Cut(least, "least")


def buchholz_measure(contribution: Contribution) -> int:
    """What a round gives to Buchholz, in halves."""
    return contribution.value


def sonneborn_measure(contribution: Contribution) -> int:
    """What a round gives to Sonneborn-Berger, in quarters."""
    return contribution.product
