"""Fewer games in the great team events, and how many games a long norm stands for."""

from ratings.engine.title_norms.norm import title_norm
from tests.ratings.title_norms.builder import record_of
from tournaments.rulebook.shelf import edition

RULES = edition("fide-titles-2024")
# 16660 / 7 = 2380; 5.5 of 7 are 79 %, dp 230
SEVEN = (
    "2500 GM GER 1; 2480 GM GER 1; 2460 GM HUN =; 2340 IM HUN =; 2320 IM SLO 1; 2300 FM SLO 1; 2260 - CRO ="
)


def test_seven_games_are_enough_in_a_continental_team_championship() -> None:
    norm = title_norm(record_of(SEVEN, system="team_swiss", occasion="continental_team"), RULES, 1, "GM")
    assert norm.reached
    assert (norm.average, norm.performance, norm.games_for_title) == (2380, 2610, 7)


def test_elsewhere_seven_games_are_too_few() -> None:
    norm = title_norm(record_of(SEVEN), RULES, 1, "GM")
    assert [condition.key for condition in norm.failed] == ["games"]


def test_a_norm_of_fourteen_games_counts_as_thirteen() -> None:
    """The seven opponents twice: 33320 / 14 = 2380, 11 of 14 are 79 %; a third of fourteen are five GMs."""
    norm = title_norm(record_of(f"{SEVEN}; {SEVEN}"), RULES, 1, "GM")
    assert norm.reached
    assert (norm.average, norm.games, norm.games_for_title) == (2380, 14, 13)
