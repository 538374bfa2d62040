"""The texts: which binds which event, and that each of their policies is one that the engine knows."""

from datetime import date

import pytest

from tiebreaks.engine.policies import (
    CUT_EXCEPTION,
    FIXED_FORFEITS,
    OPPONENT_SCORE,
    OWN_RESULT,
    OWN_UNPLAYED,
    ROUND_COUNT,
    unplayed_edition,
)
from tournaments.rulebook.editions import MissingStartDay, UnknownEdition
from tournaments.rulebook.shelf import edition, edition_in_force, editions

BOUND = {
    "opponent_score": set(OPPONENT_SCORE),
    "own_unplayed": set(OWN_UNPLAYED),
    "own_unplayed_result": set(OWN_RESULT),
    "cut_exception": set(CUT_EXCEPTION),
    "round_robin_unplayed": set(FIXED_FORFEITS),
    "round_count": set(ROUND_COUNT),
    "buchholz_in_round_robin": {"allowed", "refused"},
    "direct_encounter": {"all_have_met", "met_or_out_of_reach"},
    "direct_encounter_repeat": {"sum", "average"},
    "wins": {"games_won", "rounds_worth_a_win"},
    "average_rating_divisor": {"rounds", "games_played"},
    "average_rating_rounding": {"none", "half_up"},
    "unrated_opponents": {"drop_the_tie_break"},
}


@pytest.mark.parametrize(
    ("day", "key"),
    [
        (date(2005, 3, 1), "c07-1998"),
        (date(2011, 12, 1), "c07-2009"),
        (date(2023, 6, 30), "c07-2009"),
        (date(2023, 7, 1), "c07-2022"),
        (date(2023, 8, 31), "c07-2022"),
        (date(2023, 9, 1), "c07-2023"),
        (date(2026, 2, 28), "c07-2023"),
        (date(2026, 3, 1), "c07-2026"),
    ],
)
def test_first_day_of_play_decides_the_text(day: date, key: str) -> None:
    assert edition_in_force("c07", day).key == key
    assert unplayed_edition(edition("ua-2011"), day).key == key


def test_without_a_first_day_no_text_is_taken() -> None:
    with pytest.raises(MissingStartDay):
        edition_in_force("c07", None)


def test_ukrainian_articles_bind_nobody_before_their_day() -> None:
    assert edition_in_force("ua-tiebreaks", date(2011, 11, 21)).key == "ua-2011"
    with pytest.raises(UnknownEdition):
        edition_in_force("ua-tiebreaks", date(2011, 11, 20))


@pytest.mark.parametrize("key", [item.key for item in (*editions("c07"), *editions("ua-tiebreaks"))])
def test_every_policy_of_a_text_is_bound_to_a_function(key: str) -> None:
    chosen = edition(key)
    used = {name: chosen[name].text for name in BOUND if chosen.get(name) is not None}
    assert {name: policy for name, policy in used.items() if policy not in BOUND[name]} == {}


@pytest.mark.parametrize("key", ["c07-2022", "c07-2023"])
def test_doubtful_first_days_are_marked(key: str) -> None:
    chosen = edition(key)
    assert chosen["effective_day"].value == chosen.effective_from
    assert not chosen["effective_day"].verified


def test_no_doubt_stands_without_a_note_of_file_or_value() -> None:
    for item in (*editions("c07"), *editions("ua-tiebreaks")):
        for parameter in item.parameters.values():
            assert parameter.verified or parameter.note or item.note, (item.key, parameter.name)
