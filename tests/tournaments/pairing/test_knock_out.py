"""The bracket, when a tie is decided, and the places; every value worked out by hand."""

import pytest

from tournaments.pairing.knock_out import (
    DecidedTie,
    PlayOffStep,
    TieGame,
    TieScore,
    bracket_order,
    decided_for_upper,
    final_places,
    first_ties,
    last_step_is_level,
    play_off_for_upper,
    stages_needed,
    tie_score,
)
from tournaments.record.model import ScoreSystem

THREE_ONE_NIL = ScoreSystem(6, 2, 0, 6)


def test_the_two_best_meet_in_the_final_and_the_best_four_not_before_the_semi_finals() -> None:
    order = bracket_order(16)
    assert order == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)
    halves = [set(order[:8]), set(order[8:])]
    assert {1, 2} & halves[0] == {1}
    quarters = [set(order[start : start + 4]) & {1, 2, 3, 4} for start in (0, 4, 8, 12)]
    assert quarters == [{1}, {4}, {2}, {3}]


@pytest.mark.parametrize("size", [0, 3, 6, 12])
def test_a_bracket_of_no_power_of_two_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="power of two"):
        bracket_order(size)


def test_byes_up_to_a_power_of_two_go_to_the_smallest_numbers() -> None:
    assert first_ties(5) == ((1, None), (4, 5), (2, None), (3, None))
    assert [pair for pair in first_ties(13) if pair[1] is None] == [(1, None), (2, None), (3, None)]
    assert first_ties(2) == ((1, 2),)


def test_a_knock_out_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="two players"):
        stages_needed(1)


@pytest.mark.parametrize(
    ("score", "decided"),
    [
        (TieScore(5, 1, 1), True),  # 2½:½ of four: one game left cannot bring two points
        (TieScore(4, 2, 1), None),  # 2:1, one to play: the other can draw level
        (TieScore(2, 4, 0), False),
        (TieScore(4, 4, 0), None),  # level after all games
    ],
)
def test_a_tie_is_decided_when_who_is_behind_cannot_draw_level(score: TieScore, decided: bool | None) -> None:
    assert decided_for_upper(score, ScoreSystem()) is decided


def test_with_three_points_for_a_win_a_lead_of_two_can_be_made_good_in_one_game() -> None:
    drawn_and_won = tie_score(
        [TieGame("1-0", True), TieGame("1/2-1/2", False), TieGame("*", True)], THREE_ONE_NIL
    )
    assert drawn_and_won == TieScore(8, 2, 1)
    assert decided_for_upper(drawn_and_won, THREE_ONE_NIL) is None
    assert decided_for_upper(TieScore(10, 2, 1), THREE_ONE_NIL) is True


def test_points_go_to_the_right_player_whoever_had_white() -> None:
    games = [TieGame("1-0", True), TieGame("0-1", False), TieGame("+/-", False)]
    assert tie_score(games, ScoreSystem()) == TieScore(4, 2, 0)


def test_the_first_step_of_a_play_off_that_is_not_level_decides() -> None:
    level = PlayOffStep((TieGame("1/2-1/2", True), TieGame("1/2-1/2", False)))
    won = PlayOffStep((TieGame("0-1", True), TieGame("1/2-1/2", False)))
    assert play_off_for_upper([level]) is None
    assert last_step_is_level([level])
    assert play_off_for_upper([level, won]) is False
    assert not last_step_is_level([level, won])


def test_a_step_with_an_open_game_that_can_still_turn_decides_nothing() -> None:
    half_played = PlayOffStep((TieGame("1-0", True), TieGame("*", False)))
    assert play_off_for_upper([half_played]) is None
    assert not last_step_is_level([half_played])


@pytest.mark.parametrize(("upper_white", "wins"), [(True, False), (False, True)])
def test_black_wins_an_armageddon_game_with_a_draw(upper_white: bool, wins: bool) -> None:
    step = PlayOffStep((TieGame("1/2-1/2", upper_white),), armageddon=True)
    assert play_off_for_upper([step]) is wins


def test_losers_of_a_stage_share_their_place_and_the_third_may_be_played_for() -> None:
    quarter = [
        DecidedTie(1, 1, 1, 8, 1),
        DecidedTie(1, 2, 4, 5, 5),
        DecidedTie(1, 3, 2, 7, 2),
        DecidedTie(1, 4, 3, 6, 3),
    ]
    semi = [DecidedTie(2, 1, 1, 5, 5), DecidedTie(2, 2, 2, 3, 2)]
    last = [DecidedTie(3, 1, 5, 2, 2), DecidedTie(3, 2, 1, 3, 3)]
    assert final_places([*quarter, *semi, *last], 3) == {2: 1, 5: 2, 3: 3, 1: 4, 4: 5, 6: 5, 7: 5, 8: 5}
    assert final_places([*quarter, *semi, last[0]], 3) == {2: 1, 5: 2, 3: 3, 1: 3, 4: 5, 6: 5, 7: 5, 8: 5}
    assert final_places(quarter, 3) == {1: 1, 5: 1, 2: 1, 3: 1, 4: 5, 6: 5, 7: 5, 8: 5}
