"""Cases RES-01, RES-05 and RES-07 at the result grid, as the collection of known mistakes tells them."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tiebreaks.web.reading import table
from tournaments.models import Event, Game
from tournaments.services import (
    entries_add,
    entries_number,
    event_create,
    event_register,
    official_set,
    rounds_pair_all,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def arbiters() -> tuple[Any, Any]:
    from players.services import account_create

    return tuple(
        account_create(actor=None, username=name, password="baize-and-ink-64", display_name=name.title())
        for name in ("ana", "boris")
    )


def robin(director: Any, rows: list[dict[str, Any]]) -> Event:
    event = event_create(
        actor=director, name="Cases", start=date(2026, 7, 18), system="round_robin", numbering="typed"
    )
    entries_add(event, actor=director, rows=rows)
    event = event_register(event, actor=director)
    numbers = {entry.pk: place for place, entry in enumerate(event.entries.order_by("pk"), start=1)}
    entries_number(event, actor=director, numbers=numbers)
    rounds_pair_all(event, actor=director)
    return Event.objects.get(pk=event.pk)


def session(account: Any) -> Client:
    client = Client()
    client.force_login(account)
    return client


def fields(page: str) -> dict[str, str]:
    """The fields of the grid as a browser would send them, out of the page itself."""
    tags = re.findall(r"<input[^>]*name=\"(?:result|stood)-\d+\"[^>]*>", page)
    return {
        re.search(r'name="([^"]+)"', tag)[1]: re.search(r'value="([^"]*)"', tag)[1]  # type: ignore[index]
        for tag in tags
    }


def codes(event: Event, number: int) -> list[str]:
    games = Game.objects.filter(round__event=event, round__number=number).order_by("board")
    return list(games.values_list("code", flat=True))


# ---- RES-01: two people save the same form ----


def test_res_01_a_later_save_writes_the_boards_that_its_author_changed_and_no_other(arbiters):
    first, second = arbiters
    rows = [{"name": f"Player {number:02d}, Test", "rating": 2400 - number} for number in range(20)]
    event = robin(first, rows)
    official_set(event, actor=first, account=second, role="deputy")
    a, b = session(first), session(second)
    address = reverse("tournaments:desk_round", args=[event.pk, 3])
    of_a, of_b = (fields(client.get(address).content.decode()) for client in (a, b))
    board = dict(
        Game.objects.filter(round__event=event, round__number=3).values_list("board", "pk").order_by("board")
    )
    assert len(board) == 10
    assert a.post(address, of_a | {f"result-{board[1]}": "1-0"}).status_code == 302
    assert b.post(address, of_b | {f"result-{board[2]}": "="}).status_code == 302
    assert codes(event, 3) == ["1-0", "1/2-1/2", *["*"] * 8]
    # On his old page B types another value for board 1 too.
    answer = b.post(address, of_b | {f"result-{board[1]}": "0-1", f"result-{board[2]}": "="})
    assert answer.status_code == 409
    assert "Two values for board 1: 0-1 (you), 1-0 (Ana" in answer.content.decode()
    assert codes(event, 3) == ["1-0", "1/2-1/2", *["*"] * 8]


# ---- RES-05: penalty results ----


def test_res_05_penalty_results_give_each_side_its_own_points(arbiters):
    rows = [
        {"name": "Alderon, Nora", "rating": 2150},
        {"name": "Birkov, Emil", "rating": 2100},
        {"name": "Cedrin, Ota", "rating": 2050},
        {"name": "Dunmar, Ilja", "rating": 2000},
    ]
    event = robin(arbiters[0], rows)
    client = session(arbiters[0])
    typed = {
        (1, 1, 4): "1",
        (1, 2, 3): "½-0",
        (2, 4, 3): "0-0",
        (2, 1, 2): "=",
        (3, 2, 4): "1",
        (3, 3, 1): "1",
    }
    for (number, white, black), text in typed.items():
        game = Game.objects.get(
            round__event=event, round__number=number, white__number=white, black__number=black
        )
        address = reverse("tournaments:result", args=[event.pk, game.pk])
        assert client.post(address, {"code": text, "version": 1}).status_code == 200
    rows_shown = table(client.get(reverse("tiebreaks:standings", args=[event.pk])))
    assert {row["SNo"]: row["Pts"] for row in rows_shown} == {"1": "1½", "2": "2", "3": "1", "4": "0"}
    assert codes(event, 1) == ["1-0", "1/2-0"]


# ---- RES-07: one half in every spelling and language ----


@pytest.mark.parametrize("language", ["en", "hr", "ru", "uk", "es"])
def test_res_07_every_spelling_of_one_half_is_one_half_and_one_and_a_half_is_no_result(arbiters, language):
    rows = [{"name": f"Player {number}, Test", "rating": 2400 - number} for number in range(2)]
    event = robin(arbiters[0], rows)
    client = session(arbiters[0])
    address = reverse("tournaments:desk_round", args=[event.pk, 1])
    game = Game.objects.get(round__event=event, round__number=1)
    headers = {"accept-language": language}
    for half in ("0.5", "0,5", ".5", "1/2", "½"):
        for text, code in ((half, "1/2-1/2"), ("", "*")):
            form = fields(client.get(address, headers=headers).content.decode())
            client.post(address, form | {f"result-{game.pk}": text}, headers=headers)
            game.refresh_from_db()
            assert game.code == code, (half, text)
    form = fields(client.get(address, headers=headers).content.decode())
    for text in ("1,5", "1.5", "15", "5,0"):
        answer = client.post(address, form | {f"result-{game.pk}": text}, headers=headers)
        assert answer.status_code == 422
        game.refresh_from_db()
        assert game.code == "*"
