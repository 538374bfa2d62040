"""Game scores: a file is laid beside the boards, stored when confirmed, replayed, and handed out again."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from core.ledger import rows_of
from tournaments.models import Game, GameMoves
from tournaments.services import ResultChange, results_record

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(paired_event):
    """A round robin of four in which the first game was won by White."""
    return paired_event(4)


@pytest.fixture
def first(event, director):
    game = Game.objects.select_related("round", "white", "black").get(
        round__event=event, round__number=1, board=1
    )
    results_record(event, actor=director, changes=[ResultChange(game.pk, "1-0", game.version)])
    game.refresh_from_db()
    return game


def pgn(game: Game, *, moves: str = "1. e4 {best} e5 2. Nf3 Nc6 1-0", result: str = "1-0") -> bytes:
    return (
        f'[Event "Elsewhere"]\n[White "{game.white.name}"]\n[Black "{game.black.name}"]\n[Round "1"]\n'
        f'[Result "{result}"]\n[ECO "C44"]\n\n{moves}\n'
    ).encode()


def upload(client, event, content: bytes):
    return client.post(
        reverse("tournaments:moves_upload", args=[event.pk]),
        {"file": SimpleUploadedFile("games.pgn", content)},
    )


def hidden(response) -> dict[str, str]:
    page = response.content.decode()
    return {name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in ("sha256", "seal")}


def confirm(client, event, response, **fields):
    return client.post(reverse("tournaments:moves_upload", args=[event.pk]), hidden(response) | fields)


@pytest.fixture
def stored(client, event, first, director):
    client.force_login(director)
    confirm(client, event, upload(client, event, pgn(first)), **{"target-0": "1.1"})
    return GameMoves.objects.get(game=first)


def test_the_preview_proposes_the_board_and_stores_nothing(client, event, first, director):
    client.force_login(director)
    response = upload(client, event, pgn(first))
    page = response.content.decode()
    assert response.status_code == 200
    assert 'name="target-0" value="1.1"' in page
    assert "certain" in page
    assert GameMoves.objects.count() == 0


def test_a_confirmed_game_is_stored_with_its_ledger_row_and_leaves_the_result_alone(stored, first, event):
    assert stored.movetext == "1. e4 {best} 1... e5 2. Nf3 Nc6"
    assert (stored.plies, stored.tags) == (4, {"ECO": "C44"})
    first.refresh_from_db()
    assert first.code == "1-0"
    row = rows_of("event", event.pk).get(verb="moves.stored")
    assert (row.payload["games"], row.payload["replaced"]) == (1, 0)


@pytest.mark.parametrize(
    ("target", "said"),
    [("1.9", "has no board 9"), ("nine", "no round and board"), ("", "0 games have moves")],
)
def test_a_wrong_board_is_told_and_kept_in_its_field(client, event, first, director, target, said):
    client.force_login(director)
    response = confirm(client, event, upload(client, event, pgn(first)), **{"target-0": target})
    if target:
        assert response.status_code == 422
        assert f'value="{target}"' in response.content.decode()
    else:
        response = client.get(response.url)
    assert said in response.content.decode()
    assert GameMoves.objects.count() == 0


def test_another_account_cannot_confirm_what_it_did_not_see(client, event, first, director, commissioner):
    client.force_login(director)
    response = upload(client, event, pgn(first))
    client.force_login(commissioner)
    assert confirm(client, event, response, **{"target-0": "1.1"}).status_code == 302
    assert GameMoves.objects.count() == 0


def test_the_file_of_all_games_is_offered_once_there_is_a_game_in_it(client, event, director):
    page, file = (reverse(f"tournaments:{name}", args=[event.pk]) for name in ("moves_upload", "pgn"))
    client.force_login(director)
    assert file not in client.get(page).content.decode()
    assert client.get(file).status_code == 404
    game = Game.objects.filter(round__event=event).earliest("round__number", "board")
    results_record(event, actor=director, changes=[ResultChange(game.pk, "+/-", game.version)])
    assert file not in client.get(page).content.decode()
    game.refresh_from_db()
    results_record(event, actor=director, changes=[ResultChange(game.pk, "1-0", game.version)])
    assert file in client.get(page).content.decode()
    assert client.get(file).status_code == 200


def test_a_stranger_has_no_desk_for_it(client, event, stranger):
    client.force_login(stranger)
    assert client.get(reverse("tournaments:moves_upload", args=[event.pk])).status_code == 403


def test_what_is_no_pgn_is_refused_with_the_reason(client, event, director):
    client.force_login(director)
    response = upload(client, event, b"round;board\n1;2")
    assert response.status_code == 422
    assert "There is no game in this file" in response.content.decode()


def test_everybody_replays_the_game_move_by_move(client, stored, event, first):
    client.logout()
    address = reverse("tournaments:game", args=[event.pk, first.pk])
    end = client.get(address).content.decode()
    assert "Position after 2… Nc6" in end
    # After 1. e4 the pawn stands on e4, and Black's eight on their rank.
    page = client.get(address, {"ply": "1"}).content.decode()
    assert "Position after 1. e4" in page
    assert "pawns a2 b2 c2 d2 e4 f2 g2 h2" in page
    assert "pawns a7 b7 c7 d7 e7 f7 g7 h7" in page
    assert page.count('class="square-touched"') == 2
    assert "Position after 2… Nc6" in client.get(address, {"ply": "99"}).content.decode()


def test_the_list_finds_a_player_and_asks_the_same_for_every_length(
    client, stored, event, first, django_assert_num_queries
):
    address = reverse("tournaments:games", args=[event.pk])
    assert first.white.name in client.get(address, {"q": first.white.name.split(",")[0]}).content.decode()
    assert "No game can be replayed yet" in client.get(address, {"q": "Nobody"}).content.decode()
    client.logout()
    with django_assert_num_queries(5) as one:
        client.get(address)
    for game in Game.objects.filter(round__event=event).exclude(pk=first.pk):
        GameMoves.objects.create(game=game, movetext="1. d4", plies=1)
    with django_assert_num_queries(len(one)):
        client.get(address)


def test_a_game_without_moves_has_no_page(client, event, first):
    assert client.get(reverse("tournaments:game", args=[event.pk, first.pk])).status_code == 404


def test_the_event_goes_out_as_pgn_with_the_words_of_the_record(client, stored, event, first):
    content = client.get(reverse("tournaments:pgn", args=[event.pk])).content.decode()
    assert content == (
        '[Event "Invented Open"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "1.1"]\n'
        f'[White "{first.white.name}"]\n[Black "{first.black.name}"]\n[Result "1-0"]\n'
        f'[WhiteElo "{first.white.rating}"]\n[BlackElo "{first.black.rating}"]\n[EventDate "2026.03.07"]\n'
        '[PlyCount "4"]\n[ECO "C44"]\n\n1. e4 {best} 1... e5 2. Nf3 Nc6 1-0\n'
    )


def test_moves_are_removed_by_an_official_only(client, stored, event, first, stranger, director):
    address = reverse("tournaments:moves_remove", args=[event.pk, first.pk])
    client.force_login(stranger)
    assert client.post(address).status_code == 403
    client.force_login(director)
    assert client.post(address).status_code == 302
    assert GameMoves.objects.count() == 0
    assert rows_of("event", event.pk).filter(verb="moves.removed").count() == 1
