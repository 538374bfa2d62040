"""How the scale of ratings behaves from list to list: level, entrants, drift, and forecast against result.

A rating of the same figure shall mean the same strength from year to year (12.2 of the 2004 text), and whoever
keeps the lists reports every shift of the scale and interprets it (12.3, 13.2). The texts say what must be
watched, not how; the measures chosen here are the usual ones, each written at its function. They take counts
(how many players have which rating, how many games had which difference and result), never single rows, so
that a list of a million players is as quick as one of ten.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isqrt

from ratings.engine.games import HALVES
from ratings.engine.tables import pd_hundredths
from tournaments.record.codes import GAME_CODES

# The 97.5 per cent point of the normal distribution, for intervals that hold in 95 of 100 cases.
Z = Fraction(196, 100)
BUCKET = 100
BANDS = ((1, 50), (51, 100), (101, 150), (151, 200), (201, 250), (251, 300), (301, 400), (401, None))


@dataclass(frozen=True, slots=True)
class Spread:
    """How many there are and how their ratings lie, in points. All exact but `deviation` (to a tenth)."""

    count: int
    mean: Fraction
    deviation: Fraction
    lower_quartile: Fraction
    median: Fraction
    upper_quartile: Fraction
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Bucket:
    """How many have a rating from `first` to `last`, both included."""

    first: int
    last: int
    count: int


@dataclass(frozen=True, slots=True)
class Drift:
    """What happened to the level between two lists, in points; positive is inflation.

    `same` players are active on both lists and `same_change` is the mean of their changes. `pool_mean` and
    `pool_median` are the shifts of all active players, whoever came and went.
    """

    same: int
    same_change: Fraction | None
    pool_mean: Fraction
    pool_median: Fraction


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of one band, seen from the higher rated player: counts that can be added up."""

    games: int = 0
    expected_hundredths: int = 0
    score_halves: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.games + other.games,
            self.expected_hundredths + other.expected_hundredths,
            self.score_halves + other.score_halves,
        )


@dataclass(frozen=True, slots=True)
class BandScore:
    """Forecast and result of the higher rated players of a band, each a share of 0 to 1 points a game.

    `low` and `high` are the 95 per cent interval of `achieved`. `last` is None for the band without end.
    """

    first: int
    last: int | None
    games: int
    expected: Fraction
    achieved: Fraction
    low: Fraction
    high: Fraction

    @property
    def agrees(self) -> bool:
        """Whether the forecast lies within what chance explains."""
        return self.low <= self.expected <= self.high


def spread(ratings: Mapping[int, int]) -> Spread | None:
    """Level and spread of a whole list, given how many players have each rating; nothing for nobody.

    The deviation is that of a whole population (divided by the number, not by one less): the list has everybody.

    >>> found = spread({1500: 1, 1600: 1, 1700: 1, 1800: 1})
    >>> str(found.mean), str(found.lower_quartile), str(found.median), str(found.deviation)
    ('1650', '1550', '1650', '559/5')
    """
    counts = sorted((rating, count) for rating, count in ratings.items() if count)
    if not counts:
        return None
    count = sum(number for _rating, number in counts)
    total = sum(rating * number for rating, number in counts)
    squares = sum(rating * rating * number for rating, number in counts)
    mean = Fraction(total, count)
    return Spread(
        count=count,
        mean=mean,
        deviation=root(Fraction(squares, count) - mean * mean, 1),
        lower_quartile=_quantile(counts, count, 1),
        median=_quantile(counts, count, 2),
        upper_quartile=_quantile(counts, count, 3),
        lowest=counts[0][0],
        highest=counts[-1][0],
    )


def _quantile(counts: list[tuple[int, int]], count: int, quarter: int) -> Fraction:
    """The value below which a number of quarters of all lie; between two values their middle.

    With `count` times quarters a whole number the middle of that place and the next, else the next place: the
    median as everybody knows it, and the quartiles in the same way.
    """
    place, rest = divmod(count * quarter, 4)
    if rest:
        return Fraction(_at(counts, place + 1))
    return Fraction(_at(counts, place) + _at(counts, place + 1), 2)


def _at(counts: list[tuple[int, int]], place: int) -> int:
    """The rating in this place, counted from the lowest, which is 1."""
    seen = 0
    for rating, number in counts:
        seen += number
        if seen >= place:
            return rating
    raise ValueError(f"There is no place {place} among {seen}.")


def buckets(ratings: Mapping[int, int], width: int = BUCKET) -> tuple[Bucket, ...]:
    """How many lie in each bucket of so many points, from the lowest that has any to the highest.

    >>> [(one.first, one.last, one.count) for one in buckets({1403: 2, 1499: 1, 1600: 4})]
    [(1400, 1499, 3), (1500, 1599, 0), (1600, 1699, 4)]
    """
    found: dict[int, int] = {}
    for rating, count in ratings.items():
        if count:
            found[rating // width] = found.get(rating // width, 0) + count
    if not found:
        return ()
    return tuple(
        Bucket(index * width, index * width + width - 1, found.get(index, 0))
        for index in range(min(found), max(found) + 1)
    )


def drift(same: int, sum_before: int, sum_now: int, before: Spread, now: Spread) -> Drift:
    """The drift between two lists; the sums are of the players active on both, on each list.

    >>> one, two = spread({1600: 2}), spread({1500: 1, 1610: 2})
    >>> found = drift(2, 3200, 3220, one, two)
    >>> str(found.same_change), str(found.pool_mean), str(found.pool_median)
    ('10', '-80/3', '10')
    """
    return Drift(
        same=same,
        same_change=Fraction(sum_now - sum_before, same) if same else None,
        pool_mean=now.mean - before.mean,
        pool_median=now.median - before.median,
    )


def band_of(difference: int) -> int | None:
    """The index in `BANDS` of a difference of ratings, whatever its sign; None for equals.

    A game of equals says nothing about the scale: the forecast is half a point for either.

    >>> band_of(50), band_of(-51), band_of(900), band_of(0)
    (0, 1, 7, None)
    """
    gap = abs(difference)
    if not gap:
        return None
    return next(index for index, (_first, last) in enumerate(BANDS) if last is None or gap <= last)


def tallies(
    games: Iterable[tuple[int, str, int]], expected: Callable[[int], int] = pd_hundredths
) -> tuple[Tally, ...]:
    """Forecast and result by band, from (White's rating minus Black's, result code, number of such games).

    Each game is seen once, from the higher rated side. The forecast is that of the table at the full
    difference: the limit at which greater ones count as smaller protects players, it is no forecast. Only
    games that count for ratings are taken. `expected` gives hundredths of a point for a difference.

    >>> tallies([(100, "1-0", 3), (-80, "1-0", 1), (0, "1-0", 9), (60, "+/-", 9)])[1]
    Tally(games=4, expected_hundredths=253, score_halves=6)
    """
    found = [Tally() for _band in BANDS]
    for difference, code, number in games:
        index = band_of(difference)
        white, black = GAME_CODES[code]
        side = white if difference > 0 else black
        if index is not None and side.played and side.rated and not side.open:
            halves = HALVES[side.outcome]
            found[index] += Tally(number, number * expected(abs(difference)), number * halves)
    return tuple(found)


def added(many: Iterable[tuple[Tally, ...]]) -> tuple[Tally, ...]:
    """The tallies of several lists as one."""
    total = tuple(Tally() for _band in BANDS)
    for one in many:
        total = tuple(left + right for left, right in zip(total, one, strict=True))
    return total


def band_scores(found: tuple[Tally, ...]) -> tuple[BandScore, ...]:
    """Forecast, result and interval of each band that has games, in the order of bands."""
    return tuple(
        _band_score(first, last, tally)
        for (first, last), tally in zip(BANDS, found, strict=True)
        if tally.games
    )


def all_bands(found: tuple[Tally, ...]) -> BandScore | None:
    """All bands as one; nothing without games."""
    total = sum(found, Tally())
    return _band_score(BANDS[0][0], None, total) if total.games else None


def _band_score(first: int, last: int | None, tally: Tally) -> BandScore:
    achieved = Fraction(tally.score_halves, 2)
    low, high = interval(achieved, tally.games)
    expected = Fraction(tally.expected_hundredths, 100 * tally.games)
    return BandScore(first, last, tally.games, expected, achieved / tally.games, low, high)


def interval(points: Fraction, games: int) -> tuple[Fraction, Fraction]:
    """Between which shares the true share of points lies with 95 per cent; three digits, widened outward.

    Wilson's score interval: (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n), with p the share of points, n
    the games and z = 1.96. It stays between 0 and 1 and is usable for few games. It takes every game as won or
    lost; draws make chance smaller than that, so the interval errs to the wide side.

    >>> [str(end) for end in interval(Fraction(50), 100)]
    ['403/1000', '597/1000']
    """
    if not 0 <= points <= games or not games:
        raise ValueError(f"{points} points in {games} games have no interval.")
    share = points / games
    square = Z * Z / games
    middle = share + square / 2
    inside = Z * Z * share * (1 - share) / games + square * square / 4
    half = _root_above(inside)
    scale = 10**3
    low = floor((middle - half) / (1 + square) * scale)
    high = ceil((middle + half) / (1 + square) * scale)
    return Fraction(max(low, 0), scale), Fraction(min(high, scale), scale)


def root(number: Fraction, digits: int) -> Fraction:
    """The square root rounded half up to so many digits, without a float.

    >>> str(root(Fraction(2), 2)), str(root(Fraction(12500), 2))
    ('141/100', '559/5')
    """
    scale = 10**digits
    doubled = isqrt(4 * scale * scale * number.numerator // number.denominator)
    return Fraction((doubled + 1) // 2, scale)


def _root_above(number: Fraction) -> Fraction:
    """The smallest number of eight decimals that is not below a square root."""
    scale = 10**8
    return Fraction(isqrt(ceil(number * scale * scale) - 1) + 1 if number else 0, scale)
