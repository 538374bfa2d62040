"""Prizes shared by hand: ties within the prizes, at their border, in two lists, with a remainder."""

from fractions import Fraction

from reports.sheets.prizes import Award, PrizeList, Ranked, awards, rounded, shares

#  1 with 7 points; 2, 3, 4 with 6; 5 and 6 with 5½
FIELD = [
    Ranked(1, 1, "7"), Ranked(2, 2, "6"), Ranked(3, 3, "6"), Ranked(4, 4, "6"),
    Ranked(5, 5, "5½"), Ranked(6, 6, "5½"),
]  # fmt: skip
EVERYBODY = frozenset(range(1, 7))


def paid(given: tuple[Award, ...]) -> list[tuple[int, int]]:
    return [(each.number, each.cents) for each in given]


def test_a_tie_within_the_prizes_is_shared_equally() -> None:
    # places 2 to 4: 600 + 300 + 150 = 1050 euro, 350 each
    assert shares(FIELD, (100000, 60000, 30000, 15000), "equal")[1:4] == [Fraction(35000)] * 3


def test_hort_gives_half_by_place_and_half_shared() -> None:
    # 2: 300 + 175, 3: 150 + 175, 4: 75 + 175
    assert shares(FIELD, (100000, 60000, 30000, 15000), "hort")[1:4] == [47500, 32500, 25000]


def test_at_the_border_places_without_a_prize_count_as_nothing() -> None:
    # two prizes left for three: equal (600 + 300) / 3 = 300; Hort 300 + 150, 150 + 150, 0 + 150
    assert shares(FIELD, (100000, 60000, 30000), "equal")[1:4] == [30000] * 3
    assert shares(FIELD, (100000, 60000, 30000), "hort")[1:4] == [45000, 30000, 15000]
    # one prize for two at the last place
    assert shares(FIELD, (10, 10, 10, 10, 9000), "hort")[4:] == [6750, 2250]


def test_by_place_nobody_shares_but_those_on_one_place() -> None:
    shared = [Ranked(1, 1, "6"), Ranked(2, 1, "6"), Ranked(3, 3, "6")]
    assert shares(shared, (50000, 30000, 20000), "place") == [40000, 40000, 20000]
    # Hort: the half by place is (500 + 300) / 4 = 200 for the first two, 100 for the third; the shared half 500 / 3
    assert shares(shared, (50000, 30000, 20000), "hort") == [
        20000 + Fraction(50000, 3), 20000 + Fraction(50000, 3), 10000 + Fraction(50000, 3),
    ]  # fmt: skip


def test_the_remainder_goes_to_the_higher_places_and_nothing_is_lost() -> None:
    assert rounded([Fraction(100, 3)] * 3, 1) == [34, 33, 33]
    assert rounded([Fraction(200, 3)] * 3, 1) == [67, 67, 66]
    # 1,000 euro for three in whole euro: 333 each, one euro left
    assert rounded([Fraction(100000, 3)] * 3, 100) == [33400, 33300, 33300]


def test_a_player_keeps_his_largest_prize_and_the_others_move_up() -> None:
    lists = [
        PrizeList("general", (50000, 20000, 10000), EVERYBODY),
        PrizeList("women", (30000, 5000), frozenset({2, 3, 6})),
    ]
    found = awards(FIELD, lists, method="place", one="largest")
    # 2 has 200 in general and 300 among women: she takes 300. General: 1, then 3 with 200 against 50 among women,
    # so she leaves the women; 4 moves up to 100; 6 moves up among the women.
    assert paid(found["general"]) == [(1, 50000), (3, 20000), (4, 10000)]
    assert paid(found["women"]) == [(2, 30000), (6, 5000)]


def test_the_order_of_the_lists_can_decide_instead() -> None:
    lists = [
        PrizeList("general", (50000, 20000, 10000), EVERYBODY),
        PrizeList("women", (30000, 5000), frozenset({2, 3, 6})),
    ]
    found = awards(FIELD, lists, method="place", one="first")
    assert paid(found["general"]) == [(1, 50000), (2, 20000), (3, 10000)]
    assert paid(found["women"]) == [(6, 30000)]


def test_every_prize_can_be_kept() -> None:
    lists = [
        PrizeList("general", (50000, 20000), EVERYBODY),
        PrizeList("women", (30000,), frozenset({2, 3, 6})),
    ]
    found = awards(FIELD, lists, method="place", one="all")
    assert paid(found["general"]) == [(1, 50000), (2, 20000)]
    assert paid(found["women"]) == [(2, 30000)]


def test_the_sum_paid_is_the_sum_of_the_prizes() -> None:
    prizes = (70001, 30003, 20007, 10009, 5003, 1)
    for method in ("hort", "equal", "place"):
        for unit in (1, 100):
            found = awards(
                FIELD, [PrizeList("general", prizes, EVERYBODY)], method=method, unit=unit, one="all"
            )
            assert sum(each.cents for each in found["general"]) == sum(prizes)


def test_a_list_without_players_or_prizes_awards_nothing() -> None:
    lists = [PrizeList("a", (), EVERYBODY), PrizeList("b", (100,), frozenset())]
    assert awards(FIELD, lists, method="hort", one="largest") == {"a": (), "b": ()}


def test_who_gets_nothing_after_rounding_has_won_nothing_and_may_win_elsewhere() -> None:
    """Whole amounts: 1.00 for the three with 6 points is 0.33 each; the first gets 1 and the others nothing."""
    lists = [PrizeList("general", (500, 100), EVERYBODY), PrizeList("women", (900,), frozenset({3, 5}))]
    given = awards(FIELD, lists, method="equal", unit=100, one="first")
    assert paid(given["general"]) == [(1, 500), (2, 100)]
    assert paid(given["women"]) == [(3, 900)]


#  General prizes 1000, 600, 300; seniors (3, 4 and 5) 200, 100. 2, 3 and 4 have equal points.
ACROSS = [
    PrizeList("general", (100_000, 60_000, 30_000), EVERYBODY),
    PrizeList("seniors", (20_000, 10_000), frozenset({3, 4, 5})),
]


def test_a_tie_of_three_across_a_category_by_hort() -> None:
    """Equal share of 600, 300 and nothing: 300. So 2 has (600 + 300) / 2 = 450, 3 has 300, 4 has (0 + 300) / 2 = 150.

    Seniors: 3 has (200 + 150) / 2 = 175 and keeps the 300. Then 4 stands alone in front of them: 200, more than
    his 150, and 5 has the 100. 2 and 3 share 600 and 300 alone: 450 each, so (600 + 450) / 2 = 525 and 375.
    """
    given = awards(FIELD, ACROSS, method="hort", one="largest")
    assert paid(given["general"]) == [(1, 100_000), (2, 52_500), (3, 37_500)]
    assert paid(given["seniors"]) == [(4, 20_000), (5, 10_000)]


def test_a_tie_of_three_across_a_category_by_equal_split() -> None:
    """2, 3 and 4 have 300 each. Seniors: 3 and 4 would share 150 each and keep 300, so 5 is first of them: 200."""
    given = awards(FIELD, ACROSS, method="equal", one="largest")
    assert paid(given["general"]) == [(1, 100_000), (2, 30_000), (3, 30_000), (4, 30_000)]
    assert paid(given["seniors"]) == [(5, 20_000)]


def test_by_place_nobody_gets_more_than_the_prize_of_a_place_that_he_has_alone() -> None:
    """Places 3 and 4 share 100.03 and 33.00: 66.515 each, so 66.52 and 66.51, or 67.00 and 66.03 in whole amounts."""
    field = [Ranked(1, 1, "7"), Ranked(2, 2, "6.5"), Ranked(3, 3, "6.5"), Ranked(4, 3, "6.5")]
    general = PrizeList("general", (50001, 25000, 10003, 3300), frozenset((1, 2, 3, 4)))
    for unit, expected in ((1, [50001, 25000, 6652, 6651]), (100, [50001, 25000, 6700, 6603])):
        found = awards(field, [general], method="place", unit=unit, one="all")["general"]
        assert [each.cents for each in found] == expected
