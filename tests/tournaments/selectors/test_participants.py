"""A player's way through an event: the rounds of Berger's table for four, written down by hand."""

import pytest

from tournaments.models import Entry, Game
from tournaments.selectors.participants import way_of
from tournaments.services import bye_request, record_result

pytestmark = pytest.mark.django_db


def entry(event, number):
    return Entry.objects.get(event=event, number=number)


def play(event, director, white, black, code):
    game = Game.objects.get(round__event=event, white__number=white, black__number=black)
    record_result(game, actor=director, code=code, version=game.version)


def line(way):
    return [
        (each.number, each.opponent.number, each.colour, each.own_text, each.total) for each in way.rounds
    ]


def test_rounds_stand_with_colour_result_and_running_points(paired_event, director):
    # Berger for four: 1-4 2-3, 4-3 1-2, 2-4 3-1
    event = paired_event(4)
    play(event, director, 1, 4, "1-0")
    play(event, director, 1, 2, "1/2-1/2")
    way = way_of(event, entry(event, 1))
    assert line(way) == [(1, 4, "w", "1", 2), (2, 2, "w", "½", 3), (3, 3, "b", "", 3)]
    assert (way.halves, way.games) == (3, 2)
    assert (way.next.number, way.next.colour, way.next.opponent.number) == (3, "b", 3)


def test_a_forfeit_and_an_unrated_game_are_told_apart(paired_event, director):
    event = paired_event(4)
    play(event, director, 1, 4, "-/+")
    play(event, director, 1, 2, "1-0u")
    assert [each.own_text for each in way_of(event, entry(event, 1)).rounds] == ["−", "1u", ""]
    assert way_of(event, entry(event, 4)).rounds[0].own_text == "+"
    assert way_of(event, entry(event, 4)).halves == 2


def test_a_bye_asked_for_stands_in_its_round_and_gives_nothing_yet(new_event, director):
    event = new_event(4)
    own = entry(event, 2)
    bye_request(own, actor=director, round_number=2, code="H")
    way = way_of(event, own)
    assert [(each.bye, each.asked, each.halves) for each in way.rounds] == [
        ("", False, None), ("H", True, None), ("", False, None),
    ]  # fmt: skip
    assert (way.halves, way.next, way.waits) == (0, None, True)


def test_it_asks_the_same_for_one_game_and_three(paired_event, django_assert_num_queries):
    for players in (2, 6):
        event = paired_event(players)
        own = entry(event, 1)
        with django_assert_num_queries(3):
            way_of(event, own)
