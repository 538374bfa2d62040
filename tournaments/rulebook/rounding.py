"""The only place where a number is rounded; each call names the article that asks for it."""

from decimal import Decimal
from fractions import Fraction

Exact = int | Decimal | Fraction


def half_up(number: Exact) -> int:
    """Nearest integer, a half goes up: floor(x + 0.5).

    >>> half_up(Fraction(3201, 2)), half_up(Fraction(-5, 2))
    (1601, -2)
    """
    doubled = Fraction(number) * 2 + 1
    return doubled.numerator // (doubled.denominator * 2)


def half_up_ratio(numerator: int, denominator: int) -> int:
    """Nearest integer to a quotient of two integers, a half goes up; `denominator` is positive.

    The same as `half_up` of the fraction, without making one: for counts over whole fields.

    >>> half_up_ratio(7550, 4), half_up_ratio(-5, 2)
    (1888, -2)
    """
    return (2 * numerator + denominator) // (2 * denominator)


def half_away(number: Exact) -> int:
    """Nearest integer, a half goes away from zero.

    >>> half_away(Fraction(-5, 2)), half_away(Fraction(5, 2)), half_away(Decimal("2.49"))
    (-3, 3, 2)
    """
    exact = Fraction(number)
    return half_up(exact) if exact >= 0 else -half_up(-exact)


def half_up_to(number: Exact, digits: int) -> Fraction:
    """The number rounded half up to so many decimal digits, as an exact fraction.

    >>> half_up_to(Fraction(1, 8), 2)
    Fraction(13, 100)
    """
    scale = 10**digits
    return Fraction(half_up(Fraction(number) * scale), scale)


def whole_per_cent(share: Fraction) -> int:
    """A share in whole per cent, half up: 5/8 is 63.

    >>> whole_per_cent(Fraction(5, 8)), whole_per_cent(Fraction(3, 8))
    (63, 38)
    """
    return half_up(share * 100)


def is_finite_decimal(number: Exact) -> bool:
    """Whether the number can be written as a plain decimal without end.

    >>> is_finite_decimal(Fraction(1, 8)), is_finite_decimal(Fraction(1, 3))
    (True, False)
    """
    denominator = Fraction(number).denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    return denominator == 1


def plain(number: Exact) -> str:
    """Plain decimal text without trailing zeros; without end, four digits half up.

    >>> plain(Fraction(27, 2)), plain(Decimal("4.590")), plain(-3), plain(Fraction(40, 3))
    ('13.5', '4.59', '-3', '13.3333')
    """
    exact = Fraction(number)
    if not is_finite_decimal(exact):
        exact = half_up_to(exact, 4)
    sign = "-" if exact < 0 else ""
    exact = abs(exact)
    digits = 0
    while (exact * 10**digits).denominator != 1:
        digits += 1
    scaled = str((exact * 10**digits).numerator).rjust(digits + 1, "0")
    return sign + (scaled if not digits else f"{scaled[:-digits]}.{scaled[-digits:]}")


def exact_text(number: Exact) -> str | None:
    """The fraction as text where the plain decimal has no end, else nothing.

    >>> exact_text(Fraction(40, 3)), exact_text(Fraction(1, 2)) is None
    ('40/3', True)
    """
    return None if is_finite_decimal(number) else str(Fraction(number))
