"""Which round an event is in: the last one paired, or where all are paired at once, the last one with a result."""

import pytest

from tournaments.models import Game
from tournaments.selectors.events import events_public, round_in_play, round_in_play_of
from tournaments.services import record_result

pytestmark = pytest.mark.django_db


def in_play(event):
    """Both ways of asking, which must agree."""
    listed = round_in_play_of(events_public().get(pk=event.pk))
    assert listed == round_in_play(event)
    return listed


def test_a_round_robin_is_in_the_last_round_with_a_result(paired_event, director):
    event = paired_event(6)
    assert in_play(event) == 1
    game = Game.objects.get(round__event=event, round__number=3, board=2)
    record_result(game, actor=director, code="1-0", version=game.version)
    assert in_play(event) == 3


def test_an_adjourned_board_is_no_result(paired_event, director):
    event = paired_event(6)
    game = Game.objects.get(round__event=event, round__number=2, board=1)
    record_result(game, actor=director, code="*j", version=game.version)
    assert in_play(event) == 1


def test_before_the_pairing_there_is_none(new_event):
    event = new_event(4)
    assert round_in_play(event) == 0
