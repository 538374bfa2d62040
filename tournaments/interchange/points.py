"""Points as people and programs write them, as integers in half points."""

import re
from fractions import Fraction

LONGEST = 12
_HALF_SIGNS = ("½", "1/2")
_NUMBER = re.compile(r"(-?)([0-9]*)(?:[.,]([0-9]+))?", re.ASCII)


def parse_points(text: str) -> int:
    """Half points of `1.5`, `1,5`, `.5`, `½`, `1/2`, `1½`, `1 1/2`.

    A comma is a decimal comma in every language.

    Raises ValueError for anything else, quarters included: a points column that is nearly read is worse than
    one that is refused.

    >>> [parse_points(text) for text in ("0.5", "0,5", ".5", "1/2", "½", "1,5", "1½", "11.50", "3", "-0.5")]
    [1, 1, 1, 1, 1, 3, 3, 23, 6, -1]
    """
    stripped = text.strip()
    if len(stripped) > LONGEST:
        raise ValueError("So long a text is not a number of points.")
    for sign in _HALF_SIGNS:
        if stripped.endswith(sign):
            return _whole_and_half(stripped.removesuffix(sign), text)
    match = _NUMBER.fullmatch(stripped)
    if match is None or not (match[2] or match[3]):
        raise ValueError(f"{text!r} is not a number of points.")
    halves = Fraction(f"{match[1]}{match[2] or 0}.{match[3] or 0}") * 2
    if halves.denominator != 1:
        raise ValueError(f"{text!r} is not a multiple of a half point.")
    return halves.numerator


def _whole_and_half(whole: str, text: str) -> int:
    whole = whole.rstrip(" ")
    if whole and not (whole.isascii() and whole.isdigit()):
        raise ValueError(f"{text!r} is not a number of points.")
    return 2 * int(whole or 0) + 1


def points_text(halves: int) -> str:
    """Half points with one decimal, as TRF writes them.

    >>> points_text(3), points_text(0), points_text(-1)
    ('1.5', '0.0', '-0.5')
    """
    sign = "-" if halves < 0 else ""
    return f"{sign}{abs(halves) // 2}.{5 if halves % 2 else 0}"
