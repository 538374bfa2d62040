"""The two tables of the rating regulations: per cent to rating difference, and back.

They are printed, not computed: no normal or logistic curve gives them exactly, and the text forbids a third
digit (14.2 of the 2004 text). The rows lie in `ratings/editions/tables/*.csv`. The tables are 10.1a and 10.1b
of the texts of 2004 and 2005, 8.1a and 8.1b (8.1.1, 8.1.2) of the later ones; their figures never changed.
"""

import csv
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

FOLDER = Path(__file__).resolve().parents[1] / "editions" / "tables"


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row of the first table: a score in whole per cent and the rating difference it stands for.

    `notional` marks 0 and 100 per cent, where the difference is necessarily indeterminate.
    """

    per_cent: int
    dp: int
    notional: bool


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """One row of the second table: differences `first` to `last` (None: without end), expected hundredths.

    `high` is the expected score of the higher rated player, `low` of the lower rated one.
    """

    first: int
    last: int | None
    high: int
    low: int


def _score_rows() -> Mapping[int, ScoreRow]:
    with (FOLDER / "table_a_p_to_dp.csv").open(encoding="utf-8", newline="") as lines:
        rows = [
            ScoreRow(int(row["per_cent"]), int(row["dp"]), row["notional"] == "yes")
            for row in csv.DictReader(lines)
        ]
    return MappingProxyType({row.per_cent: row for row in rows})


def _difference_rows() -> tuple[DifferenceRow, ...]:
    with (FOLDER / "table_b_d_to_pd.csv").open(encoding="utf-8", newline="") as lines:
        return tuple(
            DifferenceRow(
                int(row["d_from"]),
                int(row["d_to"]) if row["d_to"] else None,
                int(row["pd_high"]),
                int(row["pd_low"]),
            )
            for row in csv.DictReader(lines)
        )


SCORE_ROWS = _score_rows()
DIFFERENCE_ROWS = _difference_rows()
_FIRSTS = tuple(row.first for row in DIFFERENCE_ROWS)


def dp(per_cent: int) -> int:
    """Rating difference for a score of 0 to 100 whole per cent, in Elo points.

    0 and 100 give the notional 800 (see `is_notional`). Raises ValueError outside 0 to 100.

    >>> dp(50), dp(57), dp(38), dp(100)
    (0, 50, -87, 800)
    """
    if per_cent not in SCORE_ROWS:
        raise ValueError(f"A score is 0 to 100 per cent, not {per_cent}.")
    return SCORE_ROWS[per_cent].dp


def is_notional(per_cent: int) -> bool:
    """Whether the table's difference for this score is only notional: 0 and 100 per cent.

    >>> is_notional(100), is_notional(99)
    (True, False)
    """
    return SCORE_ROWS[per_cent].notional


def difference_row(difference: int) -> DifferenceRow:
    """The row of the second table in which a difference lies, whatever its sign.

    >>> difference_row(-400).first, difference_row(736).last is None
    (392, True)
    """
    return DIFFERENCE_ROWS[bisect_right(_FIRSTS, abs(difference)) - 1]


def pd_hundredths(difference: int) -> int:
    """Expected score, in hundredths of a point, of the player rated `difference` above his opponent.

    A negative difference is looked up in the column of the lower rated player.

    >>> pd_hundredths(6), pd_hundredths(-87), pd_hundredths(735), pd_hundredths(736)
    (51, 38, 99, 100)
    """
    row = difference_row(difference)
    return row.high if difference >= 0 else row.low
