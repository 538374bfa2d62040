"""The rating history as points of an SVG; the template draws, no script is needed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tournaments.rulebook.rounding import half_up

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 64, 44, 16, 36
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


def history_chart(values: Sequence[tuple[date, int]]) -> Chart | None:
    """The chart of (day, rating) pairs in order of days; nothing without a pair.

    >>> history_chart([]) is None
    True
    >>> [point.y for point in history_chart([(date(2026, 1, 1), 1900), (date(2026, 4, 1), 1900)]).points]
    [110, 110]
    """
    if not values:
        return None
    low, high, step = _scale([rating for _, rating in values])
    first, last = values[0][0].toordinal(), values[-1][0].toordinal()
    span = max(last - first, 1)
    inner_width, inner_height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def across(day: date) -> int:
        if last == first:
            return LEFT + inner_width // 2
        return LEFT + half_up(Fraction((day.toordinal() - first) * inner_width, span))

    def up(rating: int) -> int:
        return TOP + half_up(Fraction((high - rating) * inner_height, high - low))

    points = tuple(Point(across(day), up(rating), rating, day) for day, rating in values)
    line = " ".join(f"{point.x},{point.y}" for point in points)
    floor = HEIGHT - BOTTOM
    area = f"{points[0].x},{floor} {line} {points[-1].x},{floor}"
    levels = tuple(Tick(up(level), str(level)) for level in range(low, high + 1, step))
    return Chart(
        WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, TOP, floor, points, line, area, levels, _years(values, across)
    )


def _scale(ratings: Sequence[int]) -> tuple[int, int, int]:
    spread = max(ratings) - min(ratings)
    step = next((size for size in STEPS if spread <= size * 4), STEPS[-1])
    low = (min(ratings) // step - (1 if min(ratings) % step == 0 else 0)) * step
    high = (max(ratings) // step + 1) * step
    return low, high, step


def _years(values: Sequence[tuple[date, int]], across: Callable[[date], int]) -> tuple[Tick, ...]:
    first, last = values[0][0], values[-1][0]
    starts = [date(year, 1, 1) for year in range(first.year, last.year + 1)]
    inside = [day for day in starts if first <= day <= last]
    if len(inside) < 2:
        ends = [values[0][0], values[-1][0]] if first != last else [first]
        return tuple(Tick(across(day), day.strftime("%m/%Y")) for day in ends)
    every = -(-len(inside) // 8)
    return tuple(Tick(across(day), str(day.year)) for day in inside[::every])
