"""The pages of a bracket: what they show, what their forms do, and that they ask the database as often for many."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.models import Game
from tournaments.services import record_result
from tournaments.services.kinds import kind_rules_set
from tournaments.services.knock_out import knock_out_draw

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(director: Any) -> Client:
    """The director's browser."""
    client = Client()
    client.force_login(director)
    return client


def bracket(new_event: Any, director: Any, players: int, **rules: Any) -> Any:
    event = new_event(players, system="knock_out")
    kind_rules_set(event, actor=director, **({"tie_games": 1, "colours": "seeded"} | rules))
    knock_out_draw(event, actor=director)
    event.refresh_from_db()
    return event


def enter(event: Any, director: Any, number: int, board: int, code: str) -> None:
    game = Game.objects.get(round__event=event, round__number=number, board=board)
    record_result(game, actor=director, code=code, version=game.version)


def test_the_way_from_the_choices_over_the_draw_to_a_play_off_and_the_winner(
    new_event: Any, director: Any, desk: Client
) -> None:
    event = new_event(2, system="knock_out")
    kind = reverse("tournaments:kind", args=[event.pk])
    assert desk.post(kind, {"tie_games": 0, "colours": "lot"}).status_code == 422
    assert desk.post(kind, {"tie_games": 1, "colours": "seeded"}).status_code == 302
    assert desk.post(reverse("tournaments:bracket_draw", args=[event.pk])).status_code == 302
    enter(event, director, 1, 1, "1/2-1/2")
    tie = event.ties.get()
    assert "1 tie is level" in desk.get(reverse("tournaments:desk_bracket", args=[event.pk])).content.decode()
    step = reverse("tournaments:tie_step", args=[event.pk, tie.pk])
    refused = desk.post(step, {"step-rate": "", "step-games": 2, "step-white": "upper"})
    assert refused.status_code == 422
    desk.post(step, {"step-rate": "10+5", "step-games": 2, "step-white": "upper"})
    first, second = tie.play_off_games.all()
    for game, code in ((first, "1-0"), (second, "1/2-1/2")):
        address = reverse("tournaments:tie_game", args=[event.pk, tie.pk, game.pk])
        assert desk.post(address, {"code": code, "version": 1}).status_code == 302
    page = desk.get(reverse("tournaments:tie", args=[event.pk, tie.pk])).content.decode()
    assert "<strong>Player001, Test</strong> goes on, in the play-off." in page
    public = Client().get(reverse("tournaments:bracket", args=[event.pk])).content.decode()
    assert "Winner: <strong>Player001, Test</strong>" in public


def test_a_decision_is_shown_with_its_reason(new_event: Any, director: Any, desk: Client) -> None:
    event = bracket(new_event, director, 4)
    tie = event.ties.get(number=1)
    decide = reverse("tournaments:tie_decide", args=[event.pk, tie.pk])
    assert desk.post(decide, {"decision-winner": tie.lower_id, "decision-reason": ""}).status_code == 422
    assert (
        desk.post(decide, {"decision-winner": tie.lower_id, "decision-reason": "He fell ill"}).status_code
        == 302
    )
    assert "He fell ill" in Client().get(reverse("tournaments:bracket", args=[event.pk])).content.decode()
    history = Client().get(reverse("tournaments:history", args=[event.pk])).content.decode()
    assert "Player004, Test goes on (by decision)" in history


def test_standings_follow_the_bracket_and_not_the_points(new_event: Any, director: Any) -> None:
    from tiebreaks.services import standings_of

    event = bracket(new_event, director, 3, tie_games=2)
    # 1 is free; 2 wins both games against 3, then loses the final by 1½:½: 2½ points for 2, 1½ for 1
    for number, code in ((1, "1-0"), (2, "0-1"), (3, "1-0"), (4, "1/2-1/2")):
        board = 2 if number < 3 else 1
        enter(event, director, number, board, code)
    event.refresh_from_db()
    rows = standings_of(event)["rows"]
    assert [(row["place"], row["number"], row["points"]) for row in rows] == [
        (1, 1, "1.5"),
        (2, 2, "2.5"),
        (3, 3, "0"),
    ]


@pytest.mark.parametrize("name", ["bracket", "desk_bracket"])
def test_a_bracket_of_sixteen_asks_as_often_as_one_of_four(
    name: str, new_event: Any, director: Any, desk: Client
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counted = []
    for players in (4, 16):
        event = bracket(new_event, director, players)
        address = reverse(f"tournaments:{name}", args=[event.pk])
        desk.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(address).status_code == 200
        counted.append(len(queries))
    assert counted[0] == counted[1]


def test_other_kinds_of_event_have_no_bracket(new_event: Any, desk: Client) -> None:
    event = new_event(4)
    assert Client().get(reverse("tournaments:bracket", args=[event.pk])).status_code == 404
    assert desk.get(reverse("tournaments:desk_bracket", args=[event.pk])).status_code == 404


def test_the_final_table_follows_the_bracket(new_event: Any, director: Any) -> None:
    from reports.ready import ready_of

    event = bracket(new_event, director, 4)
    enter(event, director, 1, 1, "0-1")
    enter(event, director, 1, 2, "1-0")
    enter(event, director, 2, 1, "1-0")  # 2 has White against 4
    sheet = ready_of(event, arbiter="Ana", unusual="", place="Inventown").sheet
    # 3 lost to the winner and 1 to the other finalist: they share the place, the Buchholz orders their lines
    assert [(line.number, line.place) for line in sheet.lines] == [(2, 1), (4, 2), (3, 3), (1, 3)]


def test_boards_of_a_bracket_are_not_changed_by_hand(new_event: Any, director: Any) -> None:
    from tournaments.errors import DomainError
    from tournaments.services import round_pair_manual

    event = bracket(new_event, director, 4)
    with pytest.raises(DomainError) as refused:
        round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 2), (3, 4)])
    assert refused.value.code == "follows_bracket"


def test_a_round_says_which_game_of_which_stage_it_is(new_event: Any, director: Any) -> None:
    event = bracket(new_event, director, 5, tie_games=2)
    page = Client().get(reverse("tournaments:round", args=[event.pk, 2])).content.decode()
    assert "Quarter-finals, game 2" in page
