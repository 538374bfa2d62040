"""Results through the web: one board at a time, or the whole form; two people at once lose nothing."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.models import Game
from tournaments.services import event_lock, official_set, round_pair_manual

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_clerks(director, stranger, paired_event):
    """An event of six with two people logged in, each in a session of his own."""
    event = paired_event(6)
    official_set(event, actor=director, account=stranger, role="clerk")
    clients = (Client(), Client())
    clients[0].force_login(director)
    clients[1].force_login(stranger)
    return event, *clients


def boards(event, number=1):
    return list(Game.objects.filter(round__event=event, round__number=number).order_by("board"))


def one_round(director, new_event, count):
    """An event whose only round has that many boards, paired by hand."""
    event = new_event(2 * count, rounds_planned=1, first_colour="w")
    pairs = [(number, count + number) for number in range(1, count + 1)]
    round_pair_manual(event, actor=director, round_number=1, pairs=pairs, reason="lot")
    return event


def form_of(event, **typed):
    """What a browser sends that loaded the page now: every board, with the versions it was shown."""
    data = {}
    for game in boards(event):
        data[f"stood-{game.pk}"] = f"{game.version} {game.code}"
        data[f"result-{game.pk}"] = typed.get(f"b{game.board}", "" if game.code == "*" else game.code)
    return data


def test_an_old_page_saves_its_own_board_and_leaves_the_others_alone(two_clerks):
    event, first, second = two_clerks
    address = reverse("tournaments:desk_round", args=[event.pk, 1])
    old_page = form_of(event, b2="=")
    assert first.post(address, form_of(event, b1="1")).status_code == 302
    assert second.post(address, old_page).status_code == 302
    assert [game.code for game in boards(event)] == ["1-0", "1/2-1/2", "*"]


def test_two_values_for_one_board_answer_409_with_both_and_overwrite_nothing(two_clerks):
    event, first, second = two_clerks
    address = reverse("tournaments:desk_round", args=[event.pk, 1])
    old_page = form_of(event, b1="0", b2="=")
    first.post(address, form_of(event, b1="1"))
    response = second.post(address, old_page)
    assert response.status_code == 409
    page = response.content.decode()
    assert "Two values for board 1: 0-1 (you), 1-0 (Ana" in page
    assert 'value="0-1"' in page
    assert [game.code for game in boards(event)] == ["1-0", "1/2-1/2", "*"]


def test_a_board_sent_by_script_answers_with_version_author_and_time(two_clerks):
    event, first, second = two_clerks
    game = boards(event)[0]
    address = reverse("tournaments:result", args=[event.pk, game.pk])
    answer = first.post(address, {"code": "1-0", "version": 1})
    assert answer.status_code == 200
    assert {**answer.json(), "at": "x"} == {
        "game": game.pk,
        "code": "1-0",
        "version": 2,
        "by": "Ana",
        "author": game.round.event.created_by_id,
        "at": "x",
        "mark": "",
        "note": "",
    }
    conflict = second.post(address, {"code": "1/2-1/2", "version": 1})
    assert conflict.status_code == 409
    told = conflict.json()
    assert (told["sent"], told["code"], told["version"], told["by"]) == ("1/2-1/2", "1-0", 2, "Ana")
    assert boards(event)[0].code == "1-0"


@pytest.mark.parametrize("language", ["en", "hr", "ru", "uk", "es"])
@pytest.mark.parametrize("half", ["0.5", "0,5", ".5", "1/2", "½", "=", "5"])
def test_one_half_is_one_half_in_every_spelling_and_language(two_clerks, half, language):
    event, first, _second = two_clerks
    game = boards(event)[0]
    first.post(
        reverse("tournaments:desk_round", args=[event.pk, 1]),
        form_of(event, b1=half),
        headers={"accept-language": language},
    )
    game.refresh_from_db()
    assert game.code == "1/2-1/2"


@pytest.mark.parametrize("typed", ["1,5", "15", "2", "won", "1-1", "½1"])
def test_what_is_no_result_stays_in_the_field_and_stores_nothing(two_clerks, typed):
    event, first, _second = two_clerks
    response = first.post(reverse("tournaments:desk_round", args=[event.pk, 1]), form_of(event, b1=typed))
    assert response.status_code == 422
    assert f'value="{typed}"' in response.content.decode()
    assert boards(event)[0].code == "*"


def test_the_state_of_a_round_is_sent_only_when_something_changed(two_clerks):
    event, first, second = two_clerks
    address = reverse("tournaments:round_state", args=[event.pk, 1])
    etag = first.get(address)["ETag"]
    assert first.get(address, headers={"if-none-match": etag}).status_code == 304
    second.post(
        reverse("tournaments:result", args=[event.pk, boards(event)[2].pk]), {"code": "0-1", "version": 1}
    )
    fresh = first.get(address, headers={"if-none-match": etag})
    assert [board["code"] for board in fresh.json()["boards"]] == ["*", "*", "0-1"]
    assert fresh["ETag"] != etag


def test_a_frozen_event_takes_no_result_and_says_what_to_do(two_clerks):
    event, first, _second = two_clerks
    event_lock(event, 1)
    game = boards(event)[0]
    answer = first.post(
        reverse("tournaments:result", args=[event.pk, game.pk]), {"code": "1-0", "version": 1}
    )
    assert answer.status_code == 422
    assert "Return the report first" in answer.json()["message"]
    page = first.get(reverse("tournaments:desk_round", args=[event.pk, 1])).content.decode()
    assert "The report has frozen the results" in page
    assert "readonly" in page


def test_undo_without_script_puts_the_board_back(two_clerks):
    event, first, _second = two_clerks
    game = boards(event)[0]
    first.post(reverse("tournaments:result", args=[event.pk, game.pk]), {"code": "1-0", "version": 1})
    first.post(reverse("tournaments:result_undo", args=[event.pk, game.pk]))
    game.refresh_from_db()
    assert (game.code, game.version) == ("*", 3)


def test_the_counter_and_the_filter_know_the_open_boards(two_clerks):
    event, first, _second = two_clerks
    first.post(
        reverse("tournaments:result", args=[event.pk, boards(event)[0].pk]), {"code": "1-0", "version": 1}
    )
    address = reverse("tournaments:desk_round", args=[event.pk, 1])
    page = first.get(address).content.decode()
    assert "2 of 3 boards open" in page
    assert page.count('class="board ') == 3
    # A board that is not asked for stays in the form, out of sight.
    assert first.get(address, {"show": "open"}).content.decode().count('data-mark="" hidden>') == 1


def test_names_and_slots_in_the_lines_of_the_grid_stay_text(two_clerks):
    event, first, _second = two_clerks
    game = boards(event)[0]
    game.white.name = '<b>{pk}</b> "Quote", {oops}'
    game.white.title = "<i>"
    game.white.save()
    page = first.get(reverse("tournaments:desk_round", args=[event.pk, 1])).content.decode()
    assert '<span class="title-abbr">&lt;i&gt;</span>' in page
    assert "&lt;b&gt;{pk}&lt;/b&gt; &quot;Quote&quot;, {oops}<td" in page
    assert "<b>{pk}" not in page


def halves_of(page):
    """The boards that stand in the table, and those that wait behind the first picture."""
    now, _mark, later = page.content.decode().partition("<template data-later>")
    later, _mark, after = later.partition("</template>")
    return [re.findall(r'id="board-(\d+)"', part) for part in (now + after, later)]


def test_boards_behind_the_first_picture_wait_in_a_template(director, new_event):
    event = one_round(director, new_event, 50)
    client = Client()
    client.force_login(director)
    address = reverse("tournaments:desk_round", args=[event.pk, 1])
    first, rest = [str(n) for n in range(1, 41)], [str(n) for n in range(41, 51)]
    assert halves_of(client.get(address)) == [first, rest]
    # Hidden boards fill no picture: of those that are shown the first 40 stand in the table.
    Game.objects.filter(round__event=event, board__lte=20).update(code="1-0")
    assert halves_of(client.get(address, {"show": "open"})) == [first + rest, []]
    assert halves_of(client.get(address)) == [first, rest]
    # Nobody would take them up: a browser without script, a page that cannot be changed, a form that comes back.
    every = [first + rest, []]
    assert halves_of(client.get(address, {"plain": 1})) == every
    assert halves_of(client.post(address, form_of(event, b50="?!"))) == every
    event_lock(event, 1)
    assert halves_of(client.get(address)) == every


def test_a_short_round_has_no_template_and_a_script_less_browser_is_sent_on_once(director, new_event):
    event = one_round(director, new_event, 40)
    client = Client()
    client.force_login(director)
    address = reverse("tournaments:desk_round", args=[event.pk, 1])
    page = client.get(address, {"show": "look"}).content.decode()
    assert "<template" not in page
    assert 'url=?show=look&amp;plain=1"' in page
    assert "http-equiv" not in client.get(address, {"plain": 1}).content.decode()


def test_a_round_that_the_event_does_not_have_is_not_found(director, paired_event):
    event = paired_event(4)
    client = Client()
    client.force_login(director)
    assert client.get(reverse("tournaments:desk_round", args=[event.pk, 3])).status_code == 200
    assert client.get(reverse("tournaments:desk_round", args=[event.pk, 4])).status_code == 404
