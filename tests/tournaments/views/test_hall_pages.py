"""The pages around the grid: batches of entries, second look, private links, check-in, locked rounds."""

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.ledger import rows_of
from tournaments.links import PlayerLink
from tournaments.models import CheckIn, Game, PlayerReport, RoundOpening
from tournaments.services import (
    check_in_open,
    hall_rules_set,
    official_set,
    record_result,
    round_pair_manual,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted():
    cache.clear()


@pytest.fixture
def desk(director):
    client = Client()
    client.force_login(director)
    return client


def boards(event, number=1):
    return list(Game.objects.filter(round__event=event, round__number=number).order_by("board"))


def send(client, event, account, *entries, number=1):
    return client.post(
        reverse("tournaments:round_entries", args=[event.pk, number]),
        json.dumps({"account": account.pk, "entries": list(entries)}),
        content_type="application/json",
    )


def entry(game, code, version=1, **more):
    return {"n": game.board, "game": game.pk, "code": code, "version": version} | more


def link_of(event, player, round_number=0, days=2):
    until = int((timezone.now() + timedelta(days=days)).timestamp())
    return PlayerLink(event.pk, player.pk, round_number, 1, until)


def page_of(link):
    return reverse("tournaments:player_link", args=[link.token()])


# -- entries in their order --


def test_a_batch_stores_each_entry_and_answers_each(desk, paired_event, director, commissioner):
    event = paired_event(6)
    first, second, third = boards(event)
    record_result(second, actor=commissioner, code="1/2-1/2", version=1)
    answer = send(
        desk,
        event,
        director,
        entry(first, "1-0"),
        entry(second, "0-1"),
        entry(third, "won"),
        entry(first, "1-0", 2, kind="look"),
    )
    told = answer.json()["answers"]
    assert [each["status"] for each in told] == [200, 409, 422, 200]
    assert (told[1]["code"], told[1]["by"], told[1]["sent"]) == ("1/2-1/2", "Clara", "0-1")
    assert [game.code for game in boards(event)] == ["1-0", "1/2-1/2", "*"]


def test_nothing_is_entered_under_another_name_than_the_one_that_typed_it(
    desk, paired_event, director, stranger
):
    event = paired_event()
    answer = send(desk, event, stranger, entry(boards(event)[0], "1-0"))
    assert (answer.status_code, answer.json()["error"]) == (409, "other_account")
    assert boards(event)[0].code == "*"


def test_who_lost_the_right_is_told_so_in_json(paired_event, stranger):
    event = paired_event()
    client = Client()
    client.force_login(stranger)
    answer = send(client, event, stranger, entry(boards(event)[0], "1-0"))
    assert (answer.status_code, answer.json()["error"]) == (403, "denied")


def test_boards_of_another_round_or_event_are_refused_one_by_one(desk, paired_event, director):
    event, other = paired_event(), paired_event(name="Another Open")
    strange, own = boards(other)[0], boards(event)[0]
    told = send(desk, event, director, entry(strange, "1-0"), entry(own, "1-0")).json()["answers"]
    assert [(each["status"], each.get("error", "")) for each in told] == [(422, "unknown_board"), (200, "")]
    assert boards(other)[0].code == "*"


@pytest.mark.parametrize(
    "body", ["", "[]", '{"entries": 5, "account": 1}', '{"account": "x", "entries": []}']
)
def test_what_is_no_batch_is_refused_in_words(desk, paired_event, body):
    event = paired_event()
    address = reverse("tournaments:round_entries", args=[event.pk, 1])
    assert desk.post(address, body, content_type="application/json").status_code == 400


# -- the second look without script --


def test_the_second_look_is_a_form_with_empty_fields(desk, paired_event, director, commissioner):
    event = paired_event(6)
    for game, code in zip(boards(event), ("1-0", "0-1", "*"), strict=True):
        if code != "*":
            record_result(game, actor=commissioner, code=code, version=1)
    address = reverse("tournaments:desk_round", args=[event.pk, 1]) + "?look=1"
    page = desk.get(address).content.decode()
    assert 'value="1-0" maxlength' not in page
    assert "0 of 3 boards confirmed" in page
    form = {}
    for game, typed in zip(boards(event), ("1", "=", ""), strict=True):
        form |= {f"result-{game.pk}": typed, f"stood-{game.pk}": f"{game.version} {game.code}"}
    answer = desk.post(address, form)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "The second look says ½-½, entered is 0-1. Nothing was changed." in page
    assert "1 of 3 boards confirmed" in page
    assert [game.code for game in boards(event)] == ["1-0", "0-1", "*"]


def test_an_upset_is_offered_for_a_second_look(desk, new_event, director):
    event = new_event(2, first_colour="w")
    event.entries.filter(number=2).update(rating=1990)
    event.entries.filter(number=1).update(rating=2400)
    round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 2)], reason="lot")
    record_result(boards(event)[0], actor=director, code="0-1", version=1)
    page = desk.get(reverse("tournaments:desk_round", args=[event.pk, 1])).content.decode()
    assert "the winner is rated 410 points lower" in page
    assert 'data-mark="look"' in page


# -- a locked round --


def test_a_round_is_opened_in_two_steps(desk, new_event, director):
    event = new_event(4, first_colour="w")
    round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 3), (2, 4)], reason="lot")
    for game in boards(event):
        record_result(game, actor=director, code="1-0", version=1)
    round_pair_manual(event, actor=director, round_number=2, pairs=[(2, 1), (4, 3)], reason="lot")
    address = reverse("tournaments:round_open", args=[event.pk, 1])
    assert (
        "This round is locked"
        in desk.get(reverse("tournaments:desk_round", args=[event.pk, 1])).content.decode()
    )
    assert desk.post(address, {"reason": " ", "step": "open"}).status_code == 422
    asked = desk.post(address, {"reason": "wrong slip", "step": "ask"}).content.decode()
    assert "Pairings up to round 2 were made from the results" in asked
    assert not RoundOpening.objects.exists()
    desk.post(address, {"reason": "wrong slip", "step": "open"})
    page = desk.get(reverse("tournaments:desk_round", args=[event.pk, 1])).content.decode()
    assert "This round is open for corrections." in page
    assert (
        send(desk, event, director, entry(boards(event)[0], "0-1", 2)).json()["answers"][0]["status"] == 200
    )
    desk.post(reverse("tournaments:round_close", args=[event.pk, 1]))
    told = send(desk, event, director, entry(boards(event)[0], "1-0", 3)).json()["answers"][0]
    assert (told["status"], told["error"]) == (422, "round_locked")
    public = Client().get(reverse("tournaments:history", args=[event.pk])).content.decode()
    assert "Round 1 opened for corrections after round 2 was paired" in public
    assert "wrong slip" in public


def test_a_clerk_opens_no_round(paired_event, director, stranger):
    event = paired_event()
    official_set(event, actor=director, account=stranger, role="clerk")
    client = Client()
    client.force_login(stranger)
    for name in ("round_open", "round_close"):
        assert client.post(reverse(f"tournaments:{name}", args=[event.pk, 1])).status_code == 403
    assert client.get(reverse("tournaments:hall", args=[event.pk])).status_code == 403


# -- the history of a board --


def test_the_history_of_a_board_names_every_hand(desk, paired_event, director, commissioner):
    event = paired_event()
    game = record_result(boards(event)[0], actor=commissioner, code="1-0", version=1)
    record_result(game, actor=director, code="0-1", version=2)
    page = desk.get(reverse("tournaments:board_history", args=[event.pk, game.pk])).content.decode()
    assert page.index("0-1 (before: 1-0)") < page.index("1-0 (before: none)")
    assert "Clara" in page
    assert "Undo the last change" in page


# -- private links --


def test_both_players_report_by_their_links_without_a_log_in(client, paired_event, director):
    event = paired_event()
    hall_rules_set(event, actor=director, two_persons=False, players_report=True)
    game = boards(event)[0]
    white, black = (page_of(link_of(event, each, 1)) for each in (game.white, game.black))
    page = client.get(white)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    answer = client.post(white, {"game": game.pk, "code": "0-1"}, follow=True).content.decode()
    assert "Waiting for your opponent." in answer
    answer = client.post(black, {"game": game.pk, "code": "0-1"}, follow=True).content.decode()
    assert "Both of you say the same. The result is entered." in answer
    assert boards(event)[0].code == "0-1"


def test_a_link_reports_no_other_board(client, paired_event, director):
    event = paired_event()
    hall_rules_set(event, actor=director, two_persons=False, players_report=True)
    own, other = boards(event)
    client.post(page_of(link_of(event, own.white)), {"game": other.pk, "code": "1-0"})
    assert not PlayerReport.objects.exists()


def test_an_ended_link_is_410_and_a_forged_one_404_until_it_is_too_often(client, paired_event, director):
    event = paired_event()
    player = boards(event)[0].white
    assert client.get(page_of(link_of(event, player, days=-1))).status_code == 410
    forged = page_of(link_of(event, player)).replace("-", "-1", 1)
    assert [client.get(forged).status_code for _try in range(21)] == [404] * 20 + [429]
    # The hall shares one address: whoever forges links shuts nobody else out.
    assert client.get(page_of(link_of(event, player))).status_code == 200


def test_a_link_writes_so_often_and_no_oftener(client, paired_event, director):
    event = paired_event()
    address = page_of(link_of(event, boards(event)[0].white))
    answers = [client.post(address, {"game": 1, "code": "x"}).status_code for _try in range(13)]
    assert answers[-1] == 429
    assert 429 not in answers[:-1]


def test_slips_and_links_are_for_arbiters_and_hold_codes_only_where_players_report(
    desk, client, paired_event, director
):
    event = paired_event()
    slips = reverse("tournaments:round_slips", args=[event.pk, 1])
    assert desk.get(slips).content.decode().count('class="qr"') == 0
    hall_rules_set(event, actor=director, two_persons=False, players_report=True)
    assert desk.get(slips).content.decode().count('class="qr"') == 4
    links = desk.get(reverse("tournaments:hall", args=[event.pk]), {"links": "1"}).content.decode()
    assert links.count("/play/") == 4
    one = event.entries.first()
    assert (
        'class="qr"' in desk.get(reverse("tournaments:link_code", args=[event.pk, one.pk])).content.decode()
    )
    assert client.get(slips).status_code == 302


# -- check-in --


def test_check_in_counts_down_and_settles_the_absent(desk, new_event, director):
    event = new_event(3)
    one, two, three = event.entries.order_by("number")
    address = reverse("tournaments:check_in", args=[event.pk, 1])
    desk.post(address, {"deadline": ""})
    desk.post(address, {"mark": one.pk, "here": "1"})
    told = desk.post(reverse("tournaments:check_in_mark", args=[event.pk, 1, two.pk]), {"here": "1"}).json()
    assert told == {"missing": 1, "expected": 3}
    page = desk.get(address).content.decode()
    assert "1 of 3 missing" in page
    assert f'name="absent-{three.pk}"' in page
    desk.post(reverse("tournaments:absent", args=[event.pk, 1]), {f"absent-{three.pk}": "withdraw"})
    three.refresh_from_db()
    assert three.withdrawn_after == 0
    assert "Everybody is here or away with a bye." in desk.get(address).content.decode()


def test_a_wrong_deadline_is_refused_in_words(desk, new_event):
    event = new_event(2)
    address = reverse("tournaments:check_in", args=[event.pk, 1])
    answer = desk.post(address, {"deadline": "tomorrow"}, follow=True)
    assert "is not a date and time" in answer.content.decode()


def test_a_player_says_by_his_link_that_he_is_here(client, new_event, director):
    event = new_event(2)
    check_in_open(event, actor=director, round_number=1)
    player = event.entries.first()
    address = page_of(link_of(event, player))
    assert "I am here" in client.get(address).content.decode()
    answer = client.post(address, {"check_in": "1"}, follow=True).content.decode()
    assert "You are checked in" in answer
    assert CheckIn.objects.get().entry == player


# -- queries --


@pytest.mark.parametrize("players", [4, 12])
def test_the_grid_asks_the_same_number_of_questions_whatever_the_size(
    desk, new_event, director, players, django_assert_num_queries
):
    event = new_event(players, first_colour="w")
    half = players // 2
    pairs = [(number, half + number) for number in range(1, half + 1)]
    round_pair_manual(event, actor=director, round_number=1, pairs=pairs, reason="lot")
    for game in boards(event):
        record_result(game, actor=director, code="1-0", version=1)
    address = reverse("tournaments:desk_round", args=[event.pk, 1])
    assert desk.get(address).content
    with django_assert_num_queries(18):
        assert desk.get(address).content


def test_a_reason_that_no_database_can_hold_stops_no_other_entry(paired_event, director, desk):
    event = paired_event(4)
    first, second = boards(event)
    entries = [
        {"n": 1, "game": first.pk, "kind": "result", "code": "1-0", "version": 1, "reason": "slip\x00"},
        {"n": 2, "game": second.pk, "kind": "result", "code": "0-1", "version": 1, "reason": ""},
    ]
    answers = send(desk, event, director, *entries).json()["answers"]
    assert [answer["status"] for answer in answers] == [200, 200]
    assert rows_of("event", event.pk).filter(verb="result.recorded").first().reason == "slip"


def test_boards_that_wait_for_a_second_person_are_told_and_let_through_with_a_reason(
    paired_event, director, desk
):
    event = paired_event(2)
    hall_rules_set(event, actor=director, two_persons=True, players_report=False)
    record_result(boards(event)[0], actor=director, code="1-0", version=1)
    rounds = desk.get(reverse("tournaments:desk_rounds", args=[event.pk])).content.decode()
    assert "1 board waits for a second person." in rounds
    address = reverse("tournaments:hall", args=[event.pk])
    assert '?look=1#board-1">1/1</a>' in desk.get(address).content.decode()
    empty = desk.post(address, {"let_through": "1", "reason": " "})
    assert empty.status_code == 422 and "Say why nobody confirms" in empty.content.decode()
    assert desk.post(address, {"let_through": "1", "reason": "one arbiter"}).status_code == 302
    assert "waits for a second person" not in desk.get(rounds_of(event)).content.decode()


def rounds_of(event):
    return reverse("tournaments:desk_rounds", args=[event.pk])
