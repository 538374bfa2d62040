"""How wide a text is in the packaged faces, so that a column is made as wide as its longest text."""

from functools import cache

from core.fonts import SANS, advances_of, font_path

MM_PER_POINT = 25.4 / 72


@cache
def _advances(weight: int) -> tuple[dict[int, int], int]:
    return advances_of(font_path(SANS, weight))


def width_mm(text: str, points: float, *, weight: int = 400) -> float:
    """The width of one line in millimetres; kerning, which makes it a little narrower, is not counted.

    >>> from math import isclose
    >>> width_mm("", 9), isclose(width_mm("00", 9), 2 * width_mm("0", 9))
    (0.0, True)
    """
    advances, units = _advances(weight)
    missing = advances.get(ord("0"), units)
    return sum(advances.get(ord(letter), missing) for letter in text) / units * points * MM_PER_POINT
