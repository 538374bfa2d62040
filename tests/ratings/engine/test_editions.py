"""The edition files: one for every text, without gap or overlap, each value with article, nothing unknown."""

import itertools
from datetime import date, timedelta

import pytest

from ratings.engine.gap import RULES
from tournaments.rulebook.editions import UnknownEdition
from tournaments.rulebook.shelf import edition, edition_in_force, editions

ALL = editions("fide-rating")


def test_editions_follow_each_other_without_gap_or_overlap() -> None:
    assert [item.key for item in ALL] == [
        "fide-2004",
        "fide-2005",
        "fide-2009",
        "fide-2012",
        "fide-2014",
        "fide-2017",
        "fide-2022",
        "fide-2024",
        "fide-2025-10",
    ]
    for item, following in itertools.pairwise(ALL):
        assert item.effective_until is not None
        assert following.effective_from == item.effective_until + timedelta(days=1)
    assert ALL[-1].effective_until is None


@pytest.mark.parametrize(
    ("day", "key"),
    [
        ("2005-07-01", "fide-2004"),
        ("2006-06-30", "fide-2004"),
        ("2006-07-01", "fide-2005"),
        ("2025-09-30", "fide-2024"),
        ("2025-10-01", "fide-2025-10"),
    ],
)
def test_first_day_of_play_decides_the_edition(day: str, key: str) -> None:
    assert edition_in_force("fide-rating", date.fromisoformat(day)).key == key


def test_event_before_the_oldest_text_has_no_edition() -> None:
    with pytest.raises(UnknownEdition, match="2005-06-30"):
        edition_in_force("fide-rating", date(2005, 6, 30))


@pytest.mark.parametrize(
    ("day", "key"),
    [
        ("2005-07-01", "fide-rb-2004"),
        ("2009-06-30", "fide-rb-2004"),
        ("2024-03-01", "fide-rb-2024"),
        ("2024-11-30", "fide-rb-2024"),
        ("2024-12-01", "fide-rb-2024-12"),
    ],
)
def test_rapid_and_blitz_have_editions_of_their_own(day: str, key: str) -> None:
    assert edition_in_force("fide-rapid-blitz", date.fromisoformat(day)).key == key


def test_years_without_a_text_on_rapid_and_blitz_are_named() -> None:
    with pytest.raises(
        UnknownEdition, match="fide-rb-2004 ended on 2009-06-30, fide-rb-2024 begins on 2024-03-01"
    ):
        edition_in_force("fide-rapid-blitz", date(2015, 3, 1))


def test_rapid_and_blitz_share_tables_factors_and_rounding_with_the_standard_chapter() -> None:
    chapter, standard = edition("fide-rb-2024-12"), edition("fide-2024")
    same = (
        "expected",
        "k_new",
        "k_ordinary",
        "k_high",
        "k_junior",
        "k_games_limit",
        "new_rating_rounding",
        "gap_cap",
    )
    assert [chapter[name].value for name in same] == [standard[name].value for name in same]
    assert chapter["gap_cap_games"].text == "every_game"
    assert (chapter["gap_excluded"].integer, chapter["gap_excluded_above"].integer) == (600, 2600)
    assert edition("fide-rb-2024").get("gap_excluded") is None


def test_every_value_has_article_and_source_or_says_that_it_is_not_verified() -> None:
    for item in (*ALL, *editions("fide-rapid-blitz")):
        for parameter in item.parameters.values():
            assert parameter.article
            assert parameter.source or parameter.note, (item.key, parameter.name)
            assert parameter.verified or parameter.note, (item.key, parameter.name)


def test_every_policy_is_one_that_the_engine_knows() -> None:
    known = {
        "method": {"mean_opponent", "per_game"},
        "round_robin": {"tournament_average", "as_swiss", "average_for_unrated"},
        "round_robin_second_pass": {"moved_to_the_cap", "none"},
        "gap_cap_games": set(RULES),
        "k_high_rule": {"reached_with_games_done", "ever_reached"},
        "k_junior_until": {"end_of_year_of_birthday", "eve_of_birthday"},
        "first_event_counts": {"all_games", "against_rated"},
        "rated_opponents_rule": {"in_each_event", "until_one_valid_event"},
        "first_rating": {"mean_opponent", "hypothetical_draws", "none"},
        "k_junior_rule": {"never_reached", "currently_below"},
        "match_after_decision": {"rated_unless_left_out", "not_rated_unless_waived"},
        "display": {"first_three_digits"},
        "first_rating_pool": {"weighted_mean_of_results", "all_games_together"},
        "first_result_floor": {"each_result", "pooled_result"},
        "pool_unit": {"periods", "months"},
        "new_rating_rounding": {"new_rating_half_up", "change_half_away"},
        "performance_rating": {"mean_plus_dp", "not_defined"},
        "list_in_force": {"list_of_start_day"},
        "long_events": {"list_of_each_game", "list_of_each_reported_part", "silent"},
    }
    for item in (*ALL, *editions("fide-rapid-blitz")):
        for name, policies in known.items():
            parameter = item.get(name)
            assert parameter is None or parameter.text in policies, (item.key, name)


@pytest.mark.parametrize(
    ("key", "floor", "cap", "factors", "step"),
    [
        ("fide-2004", 1601, 350, (25, 15, 10), "12.5"),
        ("fide-2009", 1200, 400, (25, 15, 10), "12.5"),
        ("fide-2012", 1000, 400, (30, 15, 10), "15"),
        ("fide-2014", 1000, 400, (40, 20, 10), "20"),
        ("fide-2022", 1000, 400, (40, 20, 10), "20"),
        ("fide-2024", 1400, 400, (40, 20, 10), None),
    ],
)
def test_values_are_those_of_the_text(
    key: str, floor: int, cap: int, factors: tuple[int, int, int], step: str | None
) -> None:
    chosen = edition(key)
    assert chosen["floor"].integer == floor
    assert chosen["gap_cap"].integer == cap
    assert tuple(chosen[name].integer for name in ("k_new", "k_ordinary", "k_high")) == factors
    plus = chosen.get("first_rating_plus")
    assert (plus and str(plus.number)) == step
