"""Roundings by name: ties, signs and the digits that are shown, against the definition and by hand."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rulebook.rounding import (
    exact_text,
    half_away,
    half_up,
    half_up_ratio,
    half_up_to,
    is_finite_decimal,
    plain,
    whole_per_cent,
)

fractions = st.fractions(min_value=-10_000, max_value=10_000, max_denominator=5_000)


@pytest.mark.parametrize(
    ("number", "up", "away"),
    [
        (Fraction(5, 2), 3, 3),
        (Fraction(-5, 2), -2, -3),
        (Fraction(1, 2), 1, 1),
        (Fraction(-1, 2), 0, -1),
        (Decimal("2.49"), 2, 2),
        (Decimal("-2.49"), -2, -2),
        (Decimal("1600.5"), 1601, 1601),
        (Decimal("1600.4"), 1600, 1600),
        (Decimal("2400.5"), 2401, 2401),
        (0, 0, 0),
        (-7, -7, -7),
    ],
)
def test_a_half_goes_up_or_away_from_nought_and_never_to_even(
    number: int | Decimal | Fraction, up: int, away: int
) -> None:
    assert (half_up(number), half_away(number)) == (up, away)


@given(fractions)
def test_half_up_is_the_one_integer_that_lies_within_a_half_above_or_below(number: Fraction) -> None:
    rounded = half_up(number)
    assert Fraction(-1, 2) < rounded - number <= Fraction(1, 2)


@given(fractions)
def test_half_away_is_a_mirror(number: Fraction) -> None:
    assert half_away(-number) == -half_away(number)
    assert abs(half_away(number) - number) <= Fraction(1, 2)


@given(st.integers(-10_000, 10_000), st.integers(1, 500))
def test_a_quotient_rounds_as_its_fraction(numerator: int, denominator: int) -> None:
    assert half_up_ratio(numerator, denominator) == half_up(Fraction(numerator, denominator))


@given(fractions, st.integers(0, 6))
def test_so_many_digits_are_left_and_no_more_than_half_a_last_one_is_lost(
    number: Fraction, digits: int
) -> None:
    rounded = half_up_to(number, digits)
    assert (rounded * 10**digits).denominator == 1
    assert Fraction(-1, 2) < (rounded - number) * 10**digits <= Fraction(1, 2)


def test_per_cents_of_eighths_both_round_up() -> None:
    assert [whole_per_cent(Fraction(part, 8)) for part in (3, 5)] == [38, 63]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (Fraction(0), "0"),
        (Decimal("-0.0"), "0"),
        (10, "10"),
        (Decimal("100"), "100"),
        (Decimal("4.590"), "4.59"),
        (Fraction(-5, 2), "-2.5"),
        (Fraction(1, 64), "0.015625"),
        (Fraction(1, 3), "0.3333"),
        (Fraction(2, 3), "0.6667"),
        (Fraction(-2, 3), "-0.6667"),
        (Fraction(1, 30_000), "0"),
        (Fraction(-1, 30_000), "0"),
        (Fraction(29_999, 30_000), "1"),
        (Decimal("1E+3"), "1000"),
        (Decimal("1E-3"), "0.001"),
    ],
)
def test_text_is_a_plain_decimal_without_idle_noughts_or_signs(
    number: int | Decimal | Fraction, text: str
) -> None:
    assert plain(number) == text


@given(fractions)
def test_text_is_the_number_itself_or_its_fraction_stands_beside_it(number: Fraction) -> None:
    if is_finite_decimal(number):
        assert Fraction(plain(number)) == number
        assert exact_text(number) is None
    else:
        assert Fraction(exact_text(number) or "0") == number
        assert abs(Fraction(plain(number)) - number) <= Fraction(1, 20_000)
    assert "E" not in plain(number).upper()
