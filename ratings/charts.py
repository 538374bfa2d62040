"""The rating history as points of an SVG; the template draws, no script is needed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tournaments.rulebook.rounding import half_up

# Two drawings, so that the labels keep their size: for a desk and for a phone.
WIDE, NARROW = (1080, 260), (360, 220)
LEFT, RIGHT, TOP, BOTTOM = 48, 24, 16, 28
STEPS = (10, 20, 25, 50, 100, 200, 250, 500)


@dataclass(frozen=True, slots=True)
class Point:
    """A dot of the chart in units of the view box, with what it says."""

    x: int
    y: int
    rating: int
    day: date


@dataclass(frozen=True, slots=True)
class Tick:
    """A line or label of an axis."""

    position: int
    label: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything that the template needs to draw the history."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    points: tuple[Point, ...]
    line: str
    area: str
    levels: tuple[Tick, ...]
    years: tuple[Tick, ...]


def history_chart(values: Sequence[tuple[date, int]], size: tuple[int, int] = WIDE) -> Chart | None:
    """The chart of (day, rating) pairs in order of days; nothing without a pair. `size` is the view box.

    >>> history_chart([]) is None
    True
    >>> [point.y for point in history_chart([(date(2026, 1, 1), 1900), (date(2026, 4, 1), 1900)]).points]
    [124, 124]
    """
    if not values:
        return None
    width, height = size
    low, high, step = _scale([rating for _, rating in values])
    first, last = values[0][0].toordinal(), values[-1][0].toordinal()
    span = max(last - first, 1)
    inner_width, inner_height = width - LEFT - RIGHT, height - TOP - BOTTOM

    def across(day: date) -> int:
        if last == first:
            return LEFT + inner_width // 2
        return LEFT + half_up(Fraction((day.toordinal() - first) * inner_width, span))

    def up(rating: int) -> int:
        return TOP + half_up(Fraction((high - rating) * inner_height, high - low))

    points = tuple(Point(across(day), up(rating), rating, day) for day, rating in values)
    line = " ".join(f"{point.x},{point.y}" for point in points)
    floor = height - BOTTOM
    area = f"{points[0].x},{floor} {line} {points[-1].x},{floor}"
    levels = tuple(Tick(up(level), str(level)) for level in range(low, high + 1, step))
    return Chart(
        width,
        height,
        LEFT,
        width - RIGHT,
        TOP,
        floor,
        points,
        line,
        area,
        levels,
        _years(values, across, 8 if size == WIDE else 4),
    )


def _scale(ratings: Sequence[int]) -> tuple[int, int, int]:
    spread = max(ratings) - min(ratings)
    step = next((size for size in STEPS if spread <= size * 4), STEPS[-1])
    low = (min(ratings) // step - (1 if min(ratings) % step == 0 else 0)) * step
    high = (max(ratings) // step + 1) * step
    return low, high, step


def _years(values: Sequence[tuple[date, int]], across: Callable[[date], int], most: int) -> tuple[Tick, ...]:
    """The beginnings of years, at most so many; the two ends by month where fewer than two years begin."""
    first, last = values[0][0], values[-1][0]
    starts = [date(year, 1, 1) for year in range(first.year, last.year + 1)]
    inside = [day for day in starts if first <= day <= last]
    if len(inside) < 2:
        if first == last:
            return (Tick(across(first), first.strftime("%m/%Y")),)
        return (
            Tick(across(first), first.strftime("%m/%Y"), "start"),
            Tick(across(last), last.strftime("%m/%Y"), "end"),
        )
    every = -(-len(inside) // most)
    return tuple(Tick(across(day), str(day.year)) for day in inside[::every])
