"""The rating that expects a score: the search behind the perfect tournament performance (C.07, 10.3).

An expected score is a sum of the table of hundredths, one entry for each opponent. A whole number holds many such
entries side by side, each in a lane of its own: added up for all opponents it is the expected score at many
ratings at once. A first number, at every STRIDE-th rating, says between which two the score lies; a second, at
each rating between those two, says where.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from ratings.engine.tables import pd_hundredths

STRIDE: Final = 32  # ratings between two points of the first search
ZERO_SCORE_DROP: Final = 800  # 10.3: for a zero score, below the lowest rated opponent
CERTAIN: Final = ZERO_SCORE_DROP  # from this difference on the table says 0 and 100
STEPS: Final = 2 * CERTAIN // STRIDE + 2


class Expected:
    """Expected scores against opponents with some ratings, for players who have at most so many games.

    `coarse[r]` holds the hundredths expected against a rating `r` by `lowest`, `lowest + STRIDE` and so on;
    nobody expects anything by `lowest`, and everybody everything by the last of them.
    """

    def __init__(self, ratings: frozenset[int], games: int) -> None:
        least, greatest = min(ratings, default=0), max(ratings, default=0)
        span = greatest - least
        self.lane = (100 * games).bit_length() + 1  # the highest bit stays free for the comparison
        self.lowest, self.points = least - CERTAIN, (span + 2 * CERTAIN) // STRIDE + 2
        self.ones = _side_by_side([1] * self.points, self.lane)
        self.coarse = self._coarse_numbers(ratings, least)
        # The fine numbers for every difference between a rating that may be tried and one that is known.
        everything = _side_by_side([100] * STRIDE, self.lane)
        self.fine = [*[0] * span, *_fine(self.lane), *[everything] * (span + 2 * STRIDE)]
        self.first = span + CERTAIN + STRIDE

    def _coarse_numbers(self, ratings: frozenset[int], least: int) -> dict[int, int]:
        lane, steps = self.lane, _coarse(self.lane)
        certain = 100 * (self.ones >> (lane * STEPS) << (lane * STEPS))
        lanes, found = (1 << (lane * self.points)) - 1, dict[int, int]()
        for rating in ratings:
            nothing = -((least - rating) // STRIDE)  # points at which nobody expects anything
            from_there = steps[nothing * STRIDE - rating + least] | certain
            found[rating] = from_there << (lane * nothing) & lanes
        return found

    def lowest_ratings(self, rows: Iterable[tuple[Sequence[int], int, int]]) -> list[int | None]:
        """The lowest rating that expects the result of each player; None without a game.

        A row has the ratings of the opponents, the result in halves, and the sum of the coarse numbers of
        the ratings.
        """
        fine, lane, found = self.fine, self.lane, list[int | None]()
        at_once = _side_by_side([1] * STRIDE, lane)
        tops, fine_tops = self.ones << (lane - 1), at_once << (lane - 1)
        limit, last = 1 << (lane - 1), self.lowest + STRIDE * (self.points - 1)
        for ratings, result, coarse in rows:
            if not ratings or not result:
                found.append(min(ratings) - ZERO_SCORE_DROP if ratings else None)
                continue
            # A lane reaches its highest bit where so much is expected, which rises with the rating.
            short = limit - 50 * result
            low = last - STRIDE * (coarse + short * self.ones & tops).bit_count()
            first = self.first + low
            total = sum([fine[first - rating] for rating in ratings])
            found.append(low + STRIDE - (total + short * at_once & fine_tops).bit_count())
        return found


@lru_cache(maxsize=16)
def expected_scores(ratings: frozenset[int], games: int) -> Expected:
    """The tables for some ratings; an event that is counted after each result asks for the same ones again."""
    return Expected(ratings, games)


def _side_by_side(numbers: Sequence[int], lane: int) -> int:
    """Numbers as one, `lane` bits each, the first one lowest.

    >>> hex(_side_by_side([1, 10, 15], 8))
    '0xf0a01'
    """
    found = 0
    for number in reversed(numbers):
        found = found << lane | number
    return found


@cache
def _fine(lane: int) -> list[int]:
    """STRIDE expected scores from a difference on, for every difference from `-CERTAIN - STRIDE` to `CERTAIN`."""
    found, number, top = list[int](), 0, lane * (STRIDE - 1)
    for difference in range(-CERTAIN - STRIDE, CERTAIN):
        found.append(number)
        number = number >> lane | pd_hundredths(difference + STRIDE) << top
    return found


@cache
def _coarse(lane: int) -> list[int]:
    """STEPS expected scores at every STRIDE-th difference from `-CERTAIN`, `-CERTAIN + 1` and so on."""
    return [
        _side_by_side([pd_hundredths(first + STRIDE * step) for step in range(STEPS)], lane)
        for first in range(-CERTAIN, STRIDE - CERTAIN)
    ]
