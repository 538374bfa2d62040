"""The charts of the scale as numbers of an SVG: levels over lists, drift around zero, forecast against result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from ratings.charts import BOTTOM, LEFT, NARROW, RIGHT, STEPS, TOP, WIDE, Tick
from ratings.engine.monitoring import BandScore, Bucket
from tournaments.rulebook.rounding import half_up

SIZES = (WIDE, NARROW)
MOST_LABELS = {WIDE: 10, NARROW: 4}


@dataclass(frozen=True, slots=True)
class Frame:
    """The view box and what its axes say; positions in its units."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    levels: tuple[Tick, ...]
    labels: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line over lists: its points for the drawing, and each dot with its day and value."""

    name: str
    points: str
    dots: tuple[tuple[int, int, date, Fraction], ...]


@dataclass(frozen=True, slots=True)
class LinesChart:
    """Lines over the days of lists, and a filled area between two of them where wanted."""

    frame: Frame
    lines: tuple[Line, ...]
    area: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar from `y` down, with its label and number."""

    x: int
    y: int
    width: int
    height: int
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class BarsChart:
    """Bars of counts."""

    frame: Frame
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Whisker:
    """One band: where the forecast, the result and the two ends of its interval stand."""

    x: int
    left: int
    right: int
    expected: int
    achieved: int
    low: int
    high: int
    score: BandScore
    label: str


@dataclass(frozen=True, slots=True)
class BandsChart:
    """Forecast and result by band of difference."""

    frame: Frame
    whiskers: tuple[Whisker, ...]


Values = Sequence[tuple[date, Fraction]]


def lines_chart(
    lines: Sequence[tuple[str, Values]],
    size: tuple[int, int] = WIDE,
    *,
    between: tuple[Values, Values] | None = None,
    with_zero: bool = False,
) -> LinesChart | None:
    """Lines over the days of lists, each (name, pairs of day and value); nothing without a value.

    `between` are the lower and the upper edge of an area, of the same days.

    >>> chart = lines_chart([("mean", [(date(2026, 1, 1), Fraction(1650)), (date(2026, 7, 1), Fraction(1650))])])
    >>> [(x, y) for x, y, _day, _value in chart.lines[0].dots]
    [(48, 124), (1056, 124)]
    """
    edges = between or ((), ())
    every = [pair for values in (*(values for _name, values in lines), *edges) for pair in values]
    if not every:
        return None
    low, high, step = _scale([value for _day, value in every], with_zero=with_zero)
    days = sorted({day for day, _value in every})
    across, up = _across(days, size), _up(low, high, size)
    drawn = tuple(
        Line(
            name,
            " ".join(f"{across(day)},{up(value)}" for day, value in values),
            tuple((across(day), up(value), day, value) for day, value in values),
        )
        for name, values in lines
    )
    around = [*edges[1], *reversed(edges[0])]
    frame = _frame(size, _levels(low, high, step, up), _days(days, across, MOST_LABELS[size]))
    return LinesChart(frame, drawn, " ".join(f"{across(day)},{up(value)}" for day, value in around))


def bars_chart(buckets: Sequence[Bucket], size: tuple[int, int] = WIDE) -> BarsChart | None:
    """How many are in each bucket; nothing without a bucket.

    >>> [bar.height for bar in bars_chart([Bucket(1400, 1499, 4), Bucket(1500, 1599, 2)]).bars]
    [216, 108]
    """
    if not buckets:
        return None
    most = max(bucket.count for bucket in buckets)
    step = next((step for step in (1, 2, 5, *STEPS) if most <= step * 4), most)
    high = -(-most // step) * step
    up = _up(0, high, size)
    slots = _slots(len(buckets), size)
    bars = tuple(
        Bar(left, up(bucket.count), right - left, up(0) - up(bucket.count), str(bucket.first), bucket.count)
        for (left, right), bucket in zip(slots, buckets, strict=True)
    )
    every = -(-len(bars) // (MOST_LABELS[size] + 2))
    labels = tuple(Tick(bar.x + bar.width // 2, bar.label) for bar in bars[::every])
    return BarsChart(_frame(size, _levels(0, high, step, up), labels), bars)


def bands_chart(scores: Sequence[BandScore], size: tuple[int, int] = WIDE) -> BandsChart | None:
    """Each band's forecast as a step and its result as a dot with whiskers, over shares of 0 to 100 per cent.

    >>> score = BandScore(1, 50, 9, Fraction(1, 2), Fraction(1), Fraction(1, 2), Fraction(1))
    >>> [(one.expected, one.achieved) for one in bands_chart([score]).whiskers]
    [(124, 16)]
    """
    if not scores:
        return None
    up = _up(0, 100, size)
    slots = _slots(len(scores), size)
    whiskers = tuple(
        Whisker(
            x=(left + right) // 2,
            left=left,
            right=right,
            expected=up(score.expected * 100),
            achieved=up(score.achieved * 100),
            low=up(score.low * 100),
            high=up(score.high * 100),
            score=score,
            label=band_label(score),
        )
        for (left, right), score in zip(slots, scores, strict=True)
    )
    every = -(-len(whiskers) // (MOST_LABELS[size] * 2))
    labels = tuple(Tick(one.x, str(one.score.first)) for one in whiskers)
    if size == WIDE:
        labels = tuple(Tick(one.x, one.label) for one in whiskers)
    return BandsChart(_frame(size, _levels(0, 100, 25, up), labels[::every]), whiskers)


def band_label(score: BandScore) -> str:
    """A band of differences as pages print it: `51–100`, `401–`."""
    return f"{score.first}–{score.last or ''}"


def _frame(size: tuple[int, int], levels: tuple[Tick, ...], labels: tuple[Tick, ...]) -> Frame:
    width, height = size
    return Frame(width, height, LEFT, width - RIGHT, TOP, height - BOTTOM, levels, labels)


def _scale(values: Sequence[Fraction], *, with_zero: bool) -> tuple[int, int, int]:
    """Lowest and highest level of the axis and the step between, around all values."""
    least, most = min(values), max(values)
    if with_zero:
        least, most = min(least, Fraction(0)), max(most, Fraction(0))
    step = next((size for size in (1, 2, 5, *STEPS) if most - least <= size * 4), STEPS[-1])
    low = (least // step - (1 if least % step == 0 and not (with_zero and least == 0) else 0)) * step
    high = (most // step + 1) * step
    return int(low), int(high), step


def _up(low: int, high: int, size: tuple[int, int]) -> Callable[[int | Fraction], int]:
    inner = size[1] - TOP - BOTTOM

    def up(value: int | Fraction) -> int:
        return TOP + half_up(Fraction(high - value) * inner / (high - low))

    return up


def _across(days: Sequence[date], size: tuple[int, int]) -> Callable[[date], int]:
    inner = size[0] - LEFT - RIGHT
    first, span = days[0].toordinal(), days[-1].toordinal() - days[0].toordinal()

    def across(day: date) -> int:
        if not span:
            return LEFT + inner // 2
        return LEFT + half_up(Fraction((day.toordinal() - first) * inner, span))

    return across


def _slots(number: int, size: tuple[int, int]) -> list[tuple[int, int]]:
    """Left and right edge of so many equal places with gaps between."""
    inner = size[0] - LEFT - RIGHT
    gap = max(2, inner // number // 5)
    return [
        (LEFT + inner * place // number + gap // 2, LEFT + inner * (place + 1) // number - gap // 2)
        for place in range(number)
    ]


def _levels(low: int, high: int, step: int, up: Callable[[int | Fraction], int]) -> tuple[Tick, ...]:
    return tuple(Tick(up(level), str(level).replace("-", "−")) for level in range(low, high + 1, step))


def _days(days: Sequence[date], across: Callable[[date], int], most: int) -> tuple[Tick, ...]:
    """The days of the lists as month and year, at most so many, those at the ends turned inward."""
    every = -(-len(days) // most)
    chosen = list(days[::every])
    ends = {days[0]: "start", days[-1]: "end"} if len(days) > 1 else {}
    return tuple(Tick(across(day), day.strftime("%m/%Y"), ends.get(day, "middle")) for day in chosen)
