"""A Scheveningen of players: paired by the standard tables, the points of both sides over the standings."""

from typing import Any

import pytest
from django.urls import reverse

from tournaments.models import Game
from tournaments.services import record_result, rounds_pair_all

pytestmark = pytest.mark.django_db


def test_the_sides_are_the_halves_of_the_numbers_and_their_points_stand_over_the_players(
    new_event: Any, director: Any, client: Any
) -> None:
    event = new_event(6, system="scheveningen")
    rounds = rounds_pair_all(event, actor=director)
    assert [each.engine for each in rounds] == ["Scheveningen"] * 3
    games = Game.objects.filter(round__event=event).select_related("white", "black")
    assert all((game.white.number <= 3) != (game.black.number <= 3) for game in games)
    for game in games:
        code = "1-0" if game.white.number <= 3 else "1/2-1/2"
        record_result(game, actor=director, code=code, version=game.version)
    wins = sum(game.white.number <= 3 for game in games)
    assert wins in (4, 5)  # of nine boards in three rounds of three, White on one or two in each
    page = client.get(reverse("tiebreaks:standings", args=[event.pk])).content.decode()
    draws = 9 - wins
    said = {4: ("6½", "2½"), 5: ("7", "2")}[wins]
    assert draws in (5, 4)
    assert f"Numbers 1 to 3: {said[0]} · Numbers 4 to 6: {said[1]}" in page
