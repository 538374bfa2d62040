"""Sums over the opponents of everybody at once: Buchholz and Sonneborn-Berger in one pass, with their cuts.

A round gives a value (the opponent's score, halves) and a product (value times points, quarters). Both stand in
one whole number, `value * 2**shift + product`: what such numbers sum to holds the sum of the values and that of
the products, and their order is by value, among equal values by product, which is how 14.1.2 orders the rounds.
The derivation (`cuts.cut`) goes the same steps with an object for each round; a property test holds both equal.
"""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter, sub
from typing import Literal

Gather = Callable[[Sequence[int]], tuple[int, ...]]
Exempt = Callable[[int, int], bool]
Family = Literal["values", "products"]
# What cuts have left of the rounds of a player: all in rising order, those missed by choice, the sum.
Left = tuple[list[int], list[int], int]


def gather(places: Sequence[int]) -> Gather:
    """What takes the items at some places out of a list, as a tuple.

    >>> gather([2, 0])([7, 8, 9]), gather([1])([7, 8, 9]), gather([])([7, 8, 9])
    ((9, 7), (8,), ())
    """
    if len(places) > 1:
        return itemgetter(*places)
    return lambda values: tuple([values[place] for place in places])


def without_ends(totals: list[int], rising: list[list[int]], low: int, high: int) -> list[int]:
    """The totals of rows less their `low` first and `high` last numbers; each row has so many.

    >>> without_ends([15, 24], [[1, 2, 3, 9], [4, 5, 7, 8]], 1, 1)
    [5, 12]
    """
    for place in (*range(low), *range(-high, 0)):
        totals = list(map(sub, totals, map(itemgetter(place), rising)))
    return totals


class Packing:
    """How a value and a product stand in one number: what a round gives is `value * factors[points]`.

    It holds for every value of `values` and every number of points of `own`, and for sums of at most `rounds`.
    """

    def __init__(self, values: Iterable[int], own: Iterable[int], rounds: int) -> None:
        points = set(own)
        greatest = max(map(abs, values), default=0) * max(map(abs, points), default=0)
        self.shift = (2 * greatest * rounds).bit_length() + 1
        # Products may be negative where a bye is worth more than a win: half the room below is theirs.
        self.middle, self.mask = 1 << (self.shift - 1), (1 << self.shift) - 1
        self.factors = {number: (1 << self.shift) + number for number in points}

    def value(self, packed: int) -> int:
        """The values of a sum, in halves."""
        return (packed + self.middle) >> self.shift

    def product(self, packed: int) -> int:
        """The products of a sum, in quarters.

        >>> packing = Packing([3, 5], [1, 2], rounds=2)
        >>> both = 3 * packing.factors[1] + 5 * packing.factors[2]
        >>> packing.value(both), packing.product(both)
        (8, 13)
        """
        return (packed + self.middle & self.mask) - self.middle


class OpponentSums:
    """The sums of everybody and what cuts leave of them.

    `rising` are the packed rounds of each player from the lowest on; `missed` those of rounds missed by choice,
    of who has any; `exempt` is the exception of 16.5 between a missed round and the least one.
    """

    def __init__(
        self, packing: Packing, rising: list[list[int]], missed: dict[int, list[int]], exempt: Exempt
    ) -> None:
        self.packing, self.rising, self.missed, self.exempt = packing, rising, missed, exempt
        self.totals = list(map(sum, rising))
        self.least = min(map(len, rising), default=0)
        self._kept: dict[tuple[int, int], list[int]] = {(0, 0): self.totals}
        self._left: dict[tuple[Family, int], dict[int, Left | None]] = {}

    def whole(self, family: Family) -> list[int]:
        """The sums of everybody without any cut."""
        return self._measured(family, self.totals)

    def after_cuts(self, family: Family, low: int, high: int, derived: Callable[[int], int]) -> list[int]:
        """The sums of everybody without the least `low` and greatest `high` rounds.

        For whom it depends on which of two equal rounds goes, one missed and one not, `derived` is asked.
        """
        found = self._measured(family, self._without_ends(low, high))
        if low:
            measure = self._measure(family)
            for player, left in self._after_exceptions(family, low).items():
                if left is None:
                    found[player] = derived(player)
                else:
                    rising, _, total = left
                    if high:
                        total -= sum(rising[max(0, len(rising) - high) :])
                    found[player] = measure(total)
        return found

    def _measure(self, family: Family) -> Callable[[int], int]:
        return self.packing.value if family == "values" else self.packing.product

    def _measured(self, family: Family, sums: Iterable[int]) -> list[int]:
        """The values or the products of many sums."""
        middle, mask, shift = self.packing.middle, self.packing.mask, self.packing.shift
        if family == "values":
            return [(packed + middle) >> shift for packed in sums]
        return [(packed + middle & mask) - middle for packed in sums]

    def _without_ends(self, low: int, high: int) -> list[int]:
        """The sums without so many rounds at both ends, whatever was missed."""
        if (low, high) not in self._kept:
            enough = self.least >= low + high
            self._kept[low, high] = (
                without_ends(self.totals, self.rising, low, high)
                if enough
                else [sum(row[low : max(low, len(row) - high)]) for row in self.rising]
            )
        return self._kept[low, high]

    def _after_exceptions(self, family: Family, low: int) -> dict[int, Left | None]:
        """What `low` cuts leave to each player who missed rounds by choice."""
        if (family, low) not in self._left:
            self._left[family, low] = (
                self._cut_again(family, self._after_exceptions(family, low - 1))
                if low
                else {
                    player: (self.rising[player], self._order(family, missed), self.totals[player])
                    for player, missed in self.missed.items()
                }
            )
        return self._left[family, low]

    def _order(self, family: Family, missed: list[int]) -> list[int]:
        """Rounds missed by choice, the lowest first: by value, or by product and then value."""
        if len(missed) == 1:
            return missed
        if family == "values":
            return sorted(missed)
        return sorted(missed, key=lambda packed: (self.packing.product(packed), packed))

    def _cut_again(self, family: Family, before: dict[int, Left | None]) -> dict[int, Left | None]:
        """The same after one more cut of a low round; None if it matters which of two equal rounds goes."""
        exempt, measure, found = self.exempt, self._measure(family), dict[int, Left | None]()
        for player, left in before.items():
            if left is None or not left[0]:
                found[player] = left
                continue
            rising, missed, total = left
            least = rising[0]
            if missed and exempt(measure(missed[0]), measure(least)):
                lowest, kept = missed[0], rising.copy()
                kept.remove(lowest)
                found[player] = kept, missed[1:], total - lowest
            elif least not in missed:
                found[player] = rising[1:], missed, total - least
            elif rising.count(least) == missed.count(least):
                still = missed.copy()
                still.remove(least)
                found[player] = rising[1:], still, total - least
            else:
                found[player] = None
        return found
