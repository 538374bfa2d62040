"""The two tables of the method, as printed: probability to difference (3.1), difference to expected share (3.2).

They are read, never computed. The formulas use table 2 alone; table 1 is kept because the text prints it, with
the misprint of one row noted beside it. The rows lie in `ratings/editions/tables/racc_table*.csv`.
"""

import csv
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "editions" / "tables"


@dataclass(frozen=True, slots=True)
class ProbabilityRow:
    """One row of table 1: a probability in hundredths, the difference as printed, and what is odd about it.

    `mirrored` is the difference that the opposite row gives with its sign changed; a misprint differs from it.
    """

    hundredths: int
    printed: int
    mirrored: int
    note: str


@dataclass(frozen=True, slots=True)
class ShareRow:
    """One row of table 2: differences `first` to `last` (None: without end), expected hundredths a game.

    `above` holds for a positive difference (and for none), `below` for a negative one.
    """

    first: int
    last: int | None
    above: int
    below: int


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


PROBABILITIES = tuple(
    ProbabilityRow(int(row["per_cent"]), int(row["printed"]), int(row["mirrored"]), row["note"])
    for row in _rows("racc_table1_p_to_d.csv")
)
SHARES = tuple(
    ShareRow(
        int(row["d_from"]),
        int(row["d_to"]) if row["d_to"] else None,
        int(row["e_above"]),
        int(row["e_below"]),
    )
    for row in _rows("racc_table2_d_to_e.csv")
)
_FIRSTS = tuple(row.first for row in SHARES)


def expected_share(difference: int) -> Fraction:
    """Expected points a game, 0 to 1, of a player whose coefficient is `difference` above the average.

    A difference of 0 stands in the first row, whose columns agree.

    >>> expected_share(129), expected_share(-112), expected_share(735), expected_share(736)
    (Fraction(67, 100), Fraction(7, 20), Fraction(99, 100), Fraction(1, 1))
    """
    row = SHARES[bisect_right(_FIRSTS, abs(difference)) - 1]
    return Fraction(row.above if difference >= 0 else row.below, 100)
