"""The measures of the scale, on numbers that can be worked out by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.engine.monitoring import (
    BANDS,
    BandScore,
    Bucket,
    Tally,
    added,
    all_bands,
    band_of,
    band_scores,
    buckets,
    drift,
    interval,
    root,
    spread,
    tallies,
)


def test_mean_deviation_and_quartiles_of_five_players() -> None:
    """1400, 1500, 1500, 1700, 1900: mean 8000/5; variance (200² + 2·100² + 100² + 300²)/5 = 32000."""
    found = spread({1400: 1, 1500: 2, 1700: 1, 1900: 1})
    assert found is not None
    assert (found.count, found.mean, found.lowest, found.highest) == (5, 1600, 1400, 1900)
    assert found.deviation == Fraction("178.9")  # 178.8854...
    assert (found.lower_quartile, found.median, found.upper_quartile) == (1500, 1500, 1700)


def test_quartiles_of_an_even_number_lie_between_two_players() -> None:
    found = spread({1500: 1, 1600: 1, 1701: 1, 1800: 1})
    assert found is not None
    assert (found.lower_quartile, found.median, found.upper_quartile) == (
        1550,
        Fraction(3301, 2),
        Fraction(3501, 2),
    )


def test_one_player_has_no_spread_and_nobody_has_no_figures() -> None:
    one = spread({1800: 1, 1900: 0})
    assert one is not None
    assert (one.count, one.mean, one.deviation, one.lower_quartile, one.upper_quartile) == (
        1,
        1800,
        0,
        1800,
        1800,
    )
    assert spread({}) is None
    assert spread({1500: 0}) is None


@given(st.lists(st.integers(1000, 2900), min_size=1, max_size=40))
def test_counts_say_the_same_as_the_sorted_row_of_players(ratings: list[int]) -> None:
    found = spread({rating: ratings.count(rating) for rating in ratings})
    row, number = sorted(ratings), len(ratings)
    middle = Fraction(row[(number - 1) // 2] + row[number // 2], 2)
    mean = Fraction(sum(row), number)
    variance = sum((rating - mean) ** 2 for rating in row) / number
    assert found is not None
    assert (found.median, found.mean) == (middle, mean)
    assert abs(found.deviation**2 - variance) <= found.deviation / 10 + 1
    assert sum(rating <= found.lower_quartile for rating in row) * 4 >= number
    assert sum(rating >= found.upper_quartile for rating in row) * 4 >= number


@pytest.mark.parametrize(
    ("square", "expected"), [(Fraction(2), "1.41"), (Fraction(0), "0"), (Fraction(9, 4), "1.5")]
)
def test_roots_are_rounded_half_up(square: Fraction, expected: str) -> None:
    assert root(square, 2) == Fraction(expected)


def test_buckets_without_players_stay_between_others() -> None:
    assert buckets({1401: 1, 1400: 2, 1699: 1}) == (
        Bucket(1400, 1499, 3),
        Bucket(1500, 1599, 0),
        Bucket(1600, 1699, 1),
    )
    assert buckets({1500: 0}) == ()


def test_drift_tells_the_same_players_from_all_players() -> None:
    """1600 and 1800 become 1610 and 1830, a newcomer has 1400: same +20, all 1613.33 − 1700, middle 1610 − 1700."""
    before, now = spread({1600: 1, 1800: 1}), spread({1400: 1, 1610: 1, 1830: 1})
    assert before is not None
    assert now is not None
    found = drift(2, 1600 + 1800, 1610 + 1830, before, now)
    assert (found.same, found.same_change, found.pool_median) == (2, 20, -90)
    assert found.pool_mean == Fraction(4840, 3) - 1700


def test_without_common_players_only_the_pools_are_compared() -> None:
    one = spread({1500: 1})
    assert one is not None
    assert drift(0, 0, 0, one, one).same_change is None


@pytest.mark.parametrize(
    ("difference", "index"),
    [(0, None), (1, 0), (-50, 0), (51, 1), (300, 5), (301, 6), (400, 6), (401, 7), (-1900, 7)],
)
def test_every_difference_has_its_band(difference: int, index: int | None) -> None:
    assert band_of(difference) == index


def test_bands_follow_each_other_without_a_gap() -> None:
    assert BANDS[0][0] == 1
    assert [last for _first, last in BANDS[:-1]] == [first - 1 for first, _last in BANDS[1:]]
    assert BANDS[-1][1] is None


def test_forecast_and_result_are_those_of_the_higher_rated_player() -> None:
    """Table 8.1b: 26 to 32 is .54, 77 to 83 is .61, above 735 it is 1.00."""
    found = tallies(
        [
            (30, "1-0", 2),  # White is higher and wins twice
            (-30, "1-0", 1),  # Black is higher and loses
            (-80, "0-1", 1),  # Black is higher and wins
            (80, "1/2-1/2", 1),
            (740, "0-1", 1),
        ]
    )
    assert found[0] == Tally(games=3, expected_hundredths=3 * 54, score_halves=4)
    assert found[1] == Tally(games=2, expected_hundredths=2 * 61, score_halves=3)
    assert found[7] == Tally(games=1, expected_hundredths=100, score_halves=0)
    assert sum(tally.games for tally in found) == 6


@pytest.mark.parametrize("code", ["1-0u", "1/2-1/2u", "+/-", "-/-", "=/=", "*", "*j"])
def test_what_is_not_rated_is_no_result(code: str) -> None:
    assert all(tally == Tally() for tally in tallies([(100, code, 5)]))


def test_adjudged_and_penalty_results_count_as_the_engine_counts_them() -> None:
    """A penalty of ½-0: the half belongs to White, who is the lower; the higher scored nothing."""
    assert tallies([(-30, "1/2-0", 1), (30, "1-0a", 1)])[0] == Tally(2, 108, 2)


def test_equals_are_left_out() -> None:
    assert all(tally == Tally() for tally in tallies([(0, "1-0", 5)]))


def test_lists_are_added_up_band_by_band() -> None:
    one, two = tallies([(30, "1-0", 1)]), tallies([(30, "0-1", 1), (90, "1-0", 1)])
    together = added([one, two])
    assert together[:2] == (Tally(2, 108, 2), Tally(1, 62, 2))  # 84 to 91 is .62
    total = all_bands(together)
    assert total is not None
    assert (total.games, total.expected, total.achieved) == (3, Fraction(170, 300), Fraction(2, 3))
    assert all_bands(tallies([])) is None
    assert [(score.first, score.last, score.games) for score in band_scores(together)] == [
        (1, 50, 2),
        (51, 100, 1),
    ]


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [
        # centre ½; √(.25/100 + 3.8416/40000) · 1.96 / 1.038416 = .09617
        ("50", 100, "0.403", "0.597"),
        # at nothing the upper end is z²/(n + z²) = 3.8416/13.8416 = .27754
        ("0", 10, "0", "0.278"),
        ("10", 10, "0.722", "1"),
        # one game won: 1/(1 + 3.8416) = .20654
        ("1", 1, "0.206", "1"),
        # 3½ of 5: p = .7, (.7 + .38416 ± 1.96·√(.042 + .0384160)) / 1.76832
        ("3.5", 5, "0.298", "0.928"),
    ],
)
def test_wilson_s_interval(points: str, games: int, low: str, high: str) -> None:
    assert interval(Fraction(points), games) == (Fraction(low), Fraction(high))


@given(st.integers(1, 500).flatmap(lambda games: st.tuples(st.integers(0, 2 * games), st.just(games))))
def test_the_interval_holds_the_share_and_is_the_same_seen_from_the_other_side(
    facts: tuple[int, int],
) -> None:
    halves, games = facts
    low, high = interval(Fraction(halves, 2), games)
    assert 0 <= low <= Fraction(halves, 2 * games) <= high <= 1
    assert interval(games - Fraction(halves, 2), games) == (1 - high, 1 - low)


@pytest.mark.parametrize(("points", "games"), [(Fraction(3), 2), (Fraction(-1), 2), (Fraction(0), 0)])
def test_impossible_scores_have_no_interval(points: Fraction, games: int) -> None:
    with pytest.raises(ValueError, match="no interval"):
        interval(points, games)


def test_a_forecast_inside_the_interval_agrees() -> None:
    low, high = Fraction("0.45"), Fraction("0.55")
    assert BandScore(1, 50, 9, low, Fraction(1, 2), low, high).agrees
    assert not BandScore(1, 50, 9, Fraction("0.56"), Fraction(1, 2), low, high).agrees
