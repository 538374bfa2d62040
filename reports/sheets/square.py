"""Whether a crosstable of players against each other still fits a page, in whole millimetres of A4 across."""

MARGIN_MM = 14
LANDSCAPE_MM = 297 - 2 * MARGIN_MM
NARROWEST_NAME_MM = 44
# Position, number and title before the name; one column before and one after the results; number and norm by post.
LEAD_MM, BEFORE_MM, VALUE_MM, ID_MM, NORM_MM = 28, 10, 11, 17, 20
# A result with its distance to the next: a sign for each cycle, a half being the widest.
NARROWEST_CELL_MM = {1: 4, 2: 7}


def square_beside(criteria: int, *, postal: bool = False, norms: bool = False) -> int:
    """Millimetres of all columns beside results and names: with points, place and so many criteria.

    >>> square_beside(3)
    103
    """
    before = BEFORE_MM if postal else 2 * BEFORE_MM
    return LEAD_MM + before + VALUE_MM * (2 + criteria) + ID_MM * postal + NORM_MM * norms


def square_fits(
    players: int, cycles: int, criteria: int, *, postal: bool = False, norms: bool = False
) -> bool:
    """Whether so many players can be read in a square; a wider one would run into the columns beside it.

    >>> square_fits(30, 1, 3), square_fits(31, 1, 3), square_fits(17, 2, 3), square_fits(18, 2, 3)
    (True, False, True, False)
    """
    room = LANDSCAPE_MM - NARROWEST_NAME_MM - square_beside(criteria, postal=postal, norms=norms)
    least = NARROWEST_CELL_MM.get(cycles)
    return least is not None and players * least <= room
