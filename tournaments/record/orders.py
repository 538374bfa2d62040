"""Where the points stand in an order of tie-breaks: at its head unless the order itself says otherwise."""

from collections.abc import Sequence

POINTS = "PTS"


def with_points(codes: Sequence[str]) -> tuple[str, ...]:
    """The whole order: points first where the codes do not place them.

    >>> with_points(("DE", "BH")), with_points(("WIN", "PTS", "BH"))
    (('PTS', 'DE', 'BH'), ('WIN', 'PTS', 'BH'))
    """
    return tuple(codes) if POINTS in codes else (POINTS, *codes)


def without_leading_points(codes: Sequence[str]) -> tuple[str, ...]:
    """The codes after the points; the order as it is where points stand elsewhere.

    >>> without_leading_points(("PTS", "DE")), without_leading_points(("WIN", "PTS"))
    (('DE',), ('WIN', 'PTS'))
    """
    return tuple(codes[1:]) if tuple(codes[:1]) == (POINTS,) else tuple(codes)
