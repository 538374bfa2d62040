"""Sums and look-ups over arrays, exact: whole numbers only, so that nothing is rounded on the way."""

from functools import cache

import numpy as np

from ratings.engine.bulk.arrays import CODES, Ints, Mask
from ratings.engine.games import HALVES
from ratings.engine.tables import SCORE_ROWS, dp, pd_hundredths
from tournaments.record.codes import GAME_CODES

EXACT_TO = 2**53
WIDEST = 4_000  # no two ratings lie further apart; from 736 on the table says the same


def sums(places: Ints, values: Ints, size: int) -> Ints:
    """The sum of the values at each of `size` places, as whole numbers.

    numpy adds them as binary floats, which hold whole numbers exactly up to 2**53; more than that is refused.

    >>> sums(np.array([0, 2, 0]), np.array([5, 7, -1]), 3).tolist()
    [4, 0, 7]
    """
    if len(values) and max(int(values.max()), -int(values.min())) * len(values) >= EXACT_TO:
        raise OverflowError("These sums are too great to be exact.")
    return np.bincount(places, weights=values, minlength=size).astype(np.int64)


def counts(places: Ints, size: int) -> Ints:
    """How often each of `size` places is named."""
    return np.bincount(places, minlength=size).astype(np.int64)


def firsts(sorted_keys: Ints) -> Mask:
    """Which of the sorted keys stands for the first time.

    >>> firsts(np.array([3, 3, 5])).tolist()
    [True, False, True]
    """
    found = np.ones(len(sorted_keys), dtype=np.bool_)
    found[1:] = sorted_keys[1:] != sorted_keys[:-1]
    return found


def expected_hundredths(differences: Ints) -> Ints:
    """Expected score in hundredths for each difference of ratings: the printed table, looked up."""
    return expectation_table()[np.clip(differences, -WIDEST, WIDEST) + WIDEST]


def difference_for(per_cent: Ints) -> Ints:
    """Rating difference for each score in whole per cent: the printed table, looked up."""
    return score_table()[per_cent]


@cache
def expectation_table() -> Ints:
    """The second table for every difference from -4000 to 4000."""
    return np.array([pd_hundredths(gap) for gap in range(-WIDEST, WIDEST + 1)], dtype=np.int64)


@cache
def score_table() -> Ints:
    """The first table for 0 to 100 per cent."""
    return np.array([dp(per_cent) for per_cent in sorted(SCORE_ROWS)], dtype=np.int64)


@cache
def code_tables() -> tuple[Mask, Ints, Ints]:
    """For each number of a result code: whether the game counts, White's and Black's half points.

    The numbers run to 255; those of no code, and those marked as left out, do not count.
    """
    counted = np.zeros(256, dtype=np.bool_)
    halves = np.zeros((2, 256), dtype=np.int64)
    for number, code in enumerate(CODES):
        for row, side in enumerate(GAME_CODES[code]):
            counted[number] = side.played and side.rated and not side.open
            halves[row, number] = HALVES.get(side.outcome, 0)
    return counted, halves[0], halves[1]
