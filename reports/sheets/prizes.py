"""Who gets how much: prizes by place, shared among those with equal points, in exact cents.

`place` gives each place its prize, `equal` adds up the prizes of all who have equal points and splits the sum, `hort`
gives half of the prize of the place and half of the equal share. Those who share a place after all tie-breaks split
the prizes of their places under each of the three. Places without a prize count as nothing.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal

Method = Literal["hort", "equal", "place"]
OnePrize = Literal["all", "first", "largest"]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player of the standings: start number, place (shared places are equal), points as they are written."""

    number: int
    place: int
    points: str


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of one list in cents by place, and the start numbers of those who may win them."""

    key: str
    prizes: tuple[int, ...]
    eligible: frozenset[int]


@dataclass(frozen=True, slots=True)
class Award:
    """What a player gets from a list: `exact` before rounding, `cents` paid; `place` is his in this list."""

    number: int
    place: int
    points: str
    exact: Fraction
    cents: int


def shares(ranking: Sequence[Ranked], prizes: Sequence[int], method: Method) -> list[Fraction]:
    """The exact share of each in cents, in the order of the ranking.

    Three players with 5 points share places 2 to 4, of which two have a prize: 600, 300, nothing.

    >>> field = [Ranked(1, 1, "6"), Ranked(2, 2, "5"), Ranked(3, 3, "5"), Ranked(4, 4, "5")]
    >>> [str(share) for share in shares(field, (1000, 600, 300), "equal")]
    ['1000', '300', '300', '300']
    >>> [str(share) for share in shares(field, (1000, 600, 300), "hort")]
    ['1000', '450', '300', '150']
    """
    by_place = _split(ranking, [each.place for each in ranking], _padded(prizes, len(ranking)))
    if method == "place":
        return by_place
    by_points = _split(ranking, [each.points for each in ranking], _padded(prizes, len(ranking)))
    if method == "equal":
        return by_points
    return [(own + shared) / 2 for own, shared in zip(by_place, by_points, strict=True)]


def _padded(prizes: Sequence[int], count: int) -> list[int]:
    return [*prizes[:count], *[0] * (count - len(prizes))]


def _split(ranking: Sequence[Ranked], keys: Sequence[object], prizes: Sequence[int]) -> list[Fraction]:
    """The prizes of neighbours with the same key, split equally."""
    found: list[Fraction] = []
    for _key, group in groupby(range(len(ranking)), key=lambda index: keys[index]):
        members = list(group)
        total = sum(prizes[index] for index in members)
        found += [Fraction(total, len(members))] * len(members)
    return found


def rounded(exact: Sequence[Fraction], unit: int) -> list[int]:
    """Whole cents for exact shares of one group: down to a multiple of `unit`, the rest from the top unit by unit.

    Nothing is lost: the sum stays. A last piece smaller than the unit goes to whoever is next.

    >>> rounded([Fraction(1000, 3)] * 3, 1)
    [334, 333, 333]
    >>> rounded([Fraction(12550, 2)] * 2, 100)
    [6300, 6250]
    """
    paid = [int(share // unit) * unit for share in exact]
    rest = int(sum(exact, Fraction(0))) - sum(paid)
    index = 0
    while rest > 0 and paid:
        piece = min(unit, rest)
        paid[index % len(paid)] += piece
        rest -= piece
        index += 1
    return paid


def award(
    ranking: Sequence[Ranked], prize_list: PrizeList, method: Method, unit: int, without: Collection[int] = ()
) -> tuple[Award, ...]:
    """The awards of one list among the eligible, those `without` left out; players who get nothing are not named.

    Nor is he whose share is rounded down to nothing: he has won no prize, and may win one of another list.
    """
    field = [each for each in ranking if each.number in prize_list.eligible and each.number not in without]
    exact = shares(field, prize_list.prizes, method)
    paid: list[int] = []
    # What rounding leaves stays with those who share: by place, nobody else's prize may grow by it.
    shared: list[object] = [each.place if method == "place" else each.points for each in field]
    for _key, group in groupby(range(len(field)), key=lambda index: shared[index]):
        paid += rounded([exact[index] for index in group], unit)
    places = _places(field)
    return tuple(
        Award(each.number, place, each.points, share, cents)
        for each, place, share, cents in zip(field, places, exact, paid, strict=True)
        if cents > 0
    )


def _places(field: Sequence[Ranked]) -> list[int]:
    """Places within a list: shared where they are shared in the standings."""
    found: list[int] = []
    for index, each in enumerate(field):
        shared = index > 0 and field[index - 1].place == each.place
        found.append(found[-1] if shared else index + 1)
    return found


def awards(
    ranking: Sequence[Ranked], lists: Sequence[PrizeList], *, method: Method, unit: int = 1, one: OnePrize
) -> dict[str, tuple[Award, ...]]:
    """The awards of all lists by key.

    `all`: a player keeps what he wins in every list. `first`: whoever gets something in a list is out of those after
    it, where the others move up. `largest`: of several prizes a player keeps the largest (of equal ones that of the
    list that stands first), and the others move up where he leaves; the best placed chooses first.
    """
    if one == "first":
        return _in_order(ranking, lists, method, unit)
    out: dict[str, set[int]] = {each.key: set() for each in lists}
    while True:
        found = {each.key: award(ranking, each, method, unit, out[each.key]) for each in lists}
        chooser = None if one == "all" else _first_with_several(ranking, found)
        if chooser is None:
            return found
        won = {key: _cents(each, chooser) for key, each in found.items() if _cents(each, chooser) is not None}
        best = max(won, key=lambda key: won[key] or 0)
        for key in won:
            if key != best:
                out[key].add(chooser)


def _in_order(
    ranking: Sequence[Ranked], lists: Iterable[PrizeList], method: Method, unit: int
) -> dict[str, tuple[Award, ...]]:
    winners: set[int] = set()
    found = {}
    for each in lists:
        found[each.key] = award(ranking, each, method, unit, winners)
        winners |= {one.number for one in found[each.key]}
    return found


def _first_with_several(ranking: Sequence[Ranked], found: Mapping[str, Sequence[Award]]) -> int | None:
    for each in ranking:
        if sum(_cents(given, each.number) is not None for given in found.values()) > 1:
            return each.number
    return None


def _cents(given: Sequence[Award], number: int) -> int | None:
    return next((each.cents for each in given if each.number == number), None)
