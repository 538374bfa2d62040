"""The tables are the printed ones: whole, without hole, and in agreement with each other."""

import csv
import itertools
from pathlib import Path

import pytest

from ratings.engine.tables import (
    DIFFERENCE_ROWS,
    SCORE_ROWS,
    difference_row,
    dp,
    is_notional,
    pd_hundredths,
)

SHARED_TABLES = Path(__file__).resolve().parents[4] / "shared" / "regulations" / "tables"


def test_second_table_has_51_rows_without_hole_or_overlap() -> None:
    assert len(DIFFERENCE_ROWS) == 51
    assert DIFFERENCE_ROWS[0].first == 0
    for row, following in itertools.pairwise(DIFFERENCE_ROWS):
        assert row.last is not None
        assert following.first == row.last + 1
    assert DIFFERENCE_ROWS[-1].last is None


def test_expected_scores_of_both_players_add_up_to_one_point() -> None:
    assert [row.high for row in DIFFERENCE_ROWS] == list(range(50, 101))
    assert all(row.high + row.low == 100 for row in DIFFERENCE_ROWS)
    assert all(pd_hundredths(gap) + pd_hundredths(-gap) == 100 for gap in range(1, 1000))


def test_first_table_has_every_whole_per_cent_and_is_its_own_mirror() -> None:
    assert sorted(SCORE_ROWS) == list(range(101))
    assert all(dp(per_cent) == -dp(100 - per_cent) for per_cent in range(101))


def test_each_difference_of_the_first_table_lies_in_the_row_of_its_own_score() -> None:
    assert all(pd_hundredths(dp(per_cent)) == per_cent for per_cent in range(101))


def test_only_zero_and_hundred_per_cent_are_notional() -> None:
    assert [per_cent for per_cent in range(101) if is_notional(per_cent)] == [0, 100]


@pytest.mark.parametrize(("gap", "expected"), [(0, 50), (3, 50), (4, 51), (53, 57), (54, 58), (61, 58)])
def test_edges_of_rows_are_read_as_printed(gap: int, expected: int) -> None:
    assert pd_hundredths(gap) == expected
    assert difference_row(gap).high == expected


@pytest.mark.parametrize("per_cent", [-1, 101])
def test_a_score_outside_0_to_100_is_refused(per_cent: int) -> None:
    with pytest.raises(ValueError, match="0 to 100"):
        dp(per_cent)


@pytest.mark.skipif(not SHARED_TABLES.exists(), reason="the shared transcription lies beside the repository")
def test_both_tables_equal_the_shared_transcription() -> None:
    with (SHARED_TABLES / "fide_8_1a_p_to_dp.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            assert dp(int(row["p"].replace(".", ""))) == int(row["dp"])
    with (SHARED_TABLES / "fide_8_1b_d_to_pd.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            ends = {int(row["d_from"]), int(row["d_to"] or 2000)}
            assert {pd_hundredths(gap) for gap in ends} == {int(row["pd_high"].replace(".", ""))}
            assert {pd_hundredths(-gap) for gap in ends - {0}} <= {int(row["pd_low"].replace(".", ""))}
