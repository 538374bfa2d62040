"""A match decided before its last game: what the pages say, and that it can be closed without the rest."""

from typing import Any

import pytest
from django.urls import reverse

from tournaments.errors import DomainError
from tournaments.models import Game
from tournaments.services import event_finish, record_result, rounds_pair_all

pytestmark = pytest.mark.django_db


def match(new_event: Any, director: Any, codes: list[str], **fields: Any) -> Any:
    """A match of six games with these results from the view of number 1."""
    event = new_event(2, system="match", rounds_planned=6, **fields)
    rounds_pair_all(event, actor=director)
    turned = {"1-0": "0-1", "0-1": "1-0"}
    games = Game.objects.filter(round__event=event).select_related("white").order_by("round__number")
    for game, code in zip(games, codes, strict=False):
        own = code if game.white.number == 1 else turned.get(code, code)
        record_result(game, actor=director, code=own, version=game.version)
    event.refresh_from_db()
    return event


def test_standings_and_rounds_say_after_which_game_it_was_decided(
    new_event: Any, director: Any, client: Any
) -> None:
    event = match(new_event, director, ["1-0", "1-0", "1/2-1/2", "1-0", "0-1"], after_decision="unrated")
    name = event.entries.get(number=1).name
    page = client.get(reverse("tiebreaks:standings", args=[event.pk])).content.decode()
    # 3½ of six are more than half after the fourth game
    assert f"Decided after game 4: {name} led by 3½ to ½ and could not be caught." in page
    assert "Later games (5, 6) are not rated." in page
    late = client.get(reverse("tournaments:round", args=[event.pk, 5])).content.decode()
    assert "A game after the decision: the match was decided after game 4." in late
    early = client.get(reverse("tournaments:round", args=[event.pk, 4])).content.decode()
    assert "decision" not in early


def test_games_agreed_to_count_are_rated(new_event: Any, director: Any) -> None:
    from tiebreaks.decided import match_decision

    event = match(new_event, director, ["1-0"] * 4, after_decision="rated")
    found = match_decision(event)
    assert found is not None
    assert (found.game, found.halves, found.later, found.played, found.rated) == (4, (8, 0), (5, 6), (), True)


def test_an_open_match_is_not_decided(new_event: Any, director: Any) -> None:
    from tiebreaks.decided import match_decision

    assert match_decision(match(new_event, director, ["1-0", "1-0", "1-0"])) is None  # 3 of six is half


def test_a_decided_match_is_finished_without_the_games_that_are_left(new_event: Any, director: Any) -> None:
    event = match(new_event, director, ["1-0"] * 4)
    event_finish(event, actor=director)
    assert Game.objects.filter(round__event=event).count() == 4


def test_a_match_that_is_not_decided_is_not_finished(new_event: Any, director: Any) -> None:
    event = match(new_event, director, ["1-0"] * 3)
    with pytest.raises(DomainError) as refused:
        event_finish(event, actor=director)
    assert refused.value.code == "open_games"
    assert Game.objects.filter(round__event=event).count() == 6
