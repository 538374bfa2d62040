"""Whoever leaves a knock-out plays no further tie: the other one goes on; worked out by hand."""

from typing import Any

import pytest

from tests.tournaments.services.test_knock_out import boards, drawn, enter, winners
from tournaments.errors import DomainError
from tournaments.models import Entry
from tournaments.services import entry_withdraw

pytestmark = pytest.mark.django_db


def leave(event: Any, director: Any, number: int, after: int | None) -> None:
    """Withdraw the player with the start number, or take him back."""
    entry_withdraw(Entry.objects.get(event=event, number=number), actor=director, after_round=after)


def test_opponent_of_a_player_who_left_in_the_middle_of_the_tie_goes_on(
    new_event: Any, director: Any
) -> None:
    """1 won the first game and left: the second is not played, and 4 goes on although he is behind."""
    event = drawn(new_event, director)
    enter(event, director, 1, b1="1-0")

    leave(event, director, 1, after=1)

    assert winners(event, 1) == [(4, "free"), (None, "")]
    assert boards(event) == [(1, 1, 1, 4), (1, 2, 2, 3), (2, 2, 3, 2)]


def test_game_that_was_begun_before_the_withdrawal_is_waited_for(new_event: Any, director: Any) -> None:
    """Whoever leaves after round 2 still plays round 2; if that makes 2:0 for him, he has won his tie."""
    event = drawn(new_event, director)
    enter(event, director, 1, b1="1-0")
    leave(event, director, 1, after=2)
    assert winners(event, 1)[0] == (None, "")

    enter(event, director, 2, b1="0-1")

    assert winners(event, 1)[0] == (1, "games")


def test_level_tie_needs_no_play_off_against_a_player_who_left(new_event: Any, director: Any) -> None:
    event = drawn(new_event, director, tie_games=1)
    enter(event, director, 1, b1="1/2-1/2")
    assert winners(event, 1)[0] == (None, "")

    leave(event, director, 4, after=1)

    assert winners(event, 1)[0] == (1, "free")


def test_winner_who_leaves_before_the_next_stage_loses_it_at_once(new_event: Any, director: Any) -> None:
    """1 wins his semi-final and leaves; when 3 wins the other one, the final is over before it is played."""
    event = drawn(new_event, director, tie_games=1)
    enter(event, director, 1, b1="1-0")
    leave(event, director, 1, after=1)
    assert winners(event, 1) == [(1, "games"), (None, "")]

    enter(event, director, 1, b2="0-1")

    assert winners(event, 2) == [(3, "free")]
    assert boards(event) == [(1, 1, 1, 4), (1, 2, 2, 3)]


def test_tie_is_played_again_when_the_player_comes_back_and_not_after_the_next_stage_has_results(
    new_event: Any, director: Any
) -> None:
    event = drawn(new_event, director, tie_games=1)
    leave(event, director, 1, after=0)
    assert winners(event, 1) == [(4, "free"), (None, "")]
    leave(event, director, 1, after=None)
    assert winners(event, 1) == [(None, ""), (None, "")]
    assert boards(event) == [(1, 1, 1, 4), (1, 2, 2, 3)]

    leave(event, director, 1, after=0)
    enter(event, director, 1, b2="1-0")
    enter(event, director, 2, b1="1-0")
    with pytest.raises(DomainError) as raised:
        leave(event, director, 1, after=None)
    assert raised.value.code == "later_stage_played"


def test_where_both_have_left_the_director_decides(new_event: Any, director: Any) -> None:
    event = drawn(new_event, director, tie_games=1)
    leave(event, director, 1, after=0)
    leave(event, director, 4, after=0)
    assert winners(event, 1)[0] == (None, "")
