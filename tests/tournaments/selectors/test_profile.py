"""Points of a player's events, under the score system of each."""

from typing import Any

import pytest

pytestmark = pytest.mark.django_db


def test_a_free_round_gives_no_points_where_a_loss_gives_some(paired_event: Any, director: Any) -> None:
    """Three players under 3-2-1: everybody is free in one round of three and loses, wins or draws in two."""
    from tournaments.models import Entry, Game
    from tournaments.selectors.profile import games_of
    from tournaments.services import record_result

    event = paired_event(3, win_halves=6, draw_halves=4, loss_halves=2)
    for game in Game.objects.filter(round__event=event).select_related("white", "black"):
        code = "1-0" if game.white.number < game.black.number else "0-1"
        record_result(game, actor=director, code=code, version=game.version)
    entries = list(Entry.objects.filter(event=event).select_related("event").order_by("number"))
    # number 1 wins twice, number 2 wins and loses, number 3 loses twice
    assert [each.halves for each in games_of(entries)] == [12, 8, 4]
