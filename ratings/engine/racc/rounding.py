"""Every rounding of the correspondence method. The text names none, so both are choices, marked in the edition.

A number is whole where it is looked up or carried on: the opponents' average before the difference is taken,
and the coefficient after each counted event. Nothing else is rounded: points, n × E and the change are exact.
"""

from fractions import Fraction

from tournaments.rulebook.rounding import half_up, half_up_ratio


def opponents_average(total: int, games: int) -> int:
    """The average coefficient of the opponents, a half up, before the difference is taken (3.2).

    >>> opponents_average(4393, 2), opponents_average(35143, 16)
    (2197, 2196)
    """
    return half_up_ratio(total, games)


def new_coefficient(exact: Fraction) -> int:
    """The coefficient after a counted event, a half up; the next event begins with it (3.2).

    >>> new_coefficient(Fraction("2300.6")), new_coefficient(Fraction("2396.8"))
    (2301, 2397)
    """
    return half_up(exact)
