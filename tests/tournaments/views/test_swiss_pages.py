"""Pages about the pairing of a Swiss: by hand, rules, byes and absences, and why a round came out so."""

import pytest
from django.test import Client
from django.urls import reverse

from core.models import Job
from tests.tiebreaks.web.reading import table
from tournaments.models import ByeRequest, FixedBoard, ForbiddenPair, Game, SwissSetup
from tournaments.services import (
    entry_add,
    proposal_make,
    proposal_store,
    record_result,
    round_pair,
    round_pair_manual,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(director):
    client = Client()
    client.force_login(director)
    return client


def address(name, event, *more):
    return reverse(f"tournaments:{name}", args=[event.pk, *more])


# -- by hand ---------------------------------------------------------------------------------------------


def test_the_engine_s_boards_stand_beside_and_can_be_taken_over(desk, new_event):
    event = new_event(6, first_colour="w")
    proposal_store(proposal_make(event.pk, 1), version=event.version)
    page = desk.get(address("round_by_hand", event, 1))
    assert [row["engine"][0].number for row in page.context["rows"] if row["engine"]] == [1, 5, 3]
    taken = desk.get(address("round_by_hand", event, 1), {"engine": "1"})
    slots = [(row["white"]["number"], row["black"]["number"]) for row in taken.context["rows"]]
    assert slots == [(1, 4), (5, 2), (3, 6)]
    assert all(row["taken"] for row in taken.context["rows"])
    assert not taken.context["free"]


def test_asking_the_engine_is_a_job_with_a_page(desk, new_event):
    event = new_event(4, first_colour="w")
    answer = desk.post(address("round_propose", event, 1))
    job = Job.objects.get(kind="tournaments.propose_round")
    assert answer.url == reverse("core:job", args=[job.pk])


def test_what_speaks_against_the_boards_is_told_while_they_are_made(desk, new_event, director):
    event = new_event(4, first_colour="w", rounds_planned=3)
    round_pair(event, actor=director)
    for game in Game.objects.filter(round__event=event):
        record_result(game, actor=director, code="1-0", version=1)
    asked = {"white": ["1", "4"], "black": ["3", "2"]}
    answer = desk.post(address("hand_check", event, 2), asked).content.decode()
    assert answer.count("have already played") == 2
    fine = desk.post(address("hand_check", event, 2), {"white": ["4", "2"], "black": ["1", "3"]})
    assert "Nothing speaks against this pairing" in fine.content.decode()
    half = desk.post(address("hand_check", event, 2), {"white": ["4", "2"], "black": ["1", ""]})
    assert "Board 2 has one player only" in half.content.decode()
    assert not Game.objects.filter(round__event=event, round__number=2).exists()


def test_byes_asked_for_stand_on_the_page_of_a_round_by_hand(desk, new_event):
    event = new_event(4, first_colour="w")
    ByeRequest.objects.create(entry=event.entries.get(number=2), round_number=1, code="H")
    page = desk.get(address("round_by_hand", event, 1))
    assert {player.number: player.rest for player in page.context["free"]} == {1: "", 2: "H", 3: "", 4: ""}


@pytest.mark.parametrize("players", [4, 24])
def test_a_round_by_hand_asks_the_same_number_of_questions_for_any_size(
    desk, new_event, django_assert_max_num_queries, players
):
    event = new_event(players, first_colour="w")
    with django_assert_max_num_queries(32):
        desk.get(address("round_by_hand", event, 1))


# -- rules -----------------------------------------------------------------------------------------------


def test_the_rules_are_saved_and_kept_where_they_are_refused(desk, new_event, director):
    event = new_event(6, first_colour="w")
    values = {"acceleration": "baku", "half_byes_most": "2", "half_byes_until": "", "late_byes": "H"}
    assert desk.post(address("pairing_rules", event), values).status_code == 302
    stored = SwissSetup.objects.get(event=event)
    assert (stored.acceleration, stored.half_byes_most, stored.late_byes) == ("baku", 2, "H")
    round_pair(event, actor=director)
    answer = desk.post(address("pairing_rules", event), values | {"acceleration": "", "half_byes_most": "5"})
    assert answer.status_code == 422
    assert answer.context["setup_form"]["half_byes_most"].value() == "5"
    assert SwissSetup.objects.get(event=event).half_byes_most == 2


def test_two_players_are_kept_apart_from_the_page(desk, new_event):
    event = new_event(4, rating_kind="")
    asked = {"apart-one": "1", "apart-other": "9", "apart-first_round": "1", "apart-last_round": ""}
    answer = desk.post(address("pair_forbid", event), asked)
    assert answer.status_code == 422
    assert "Nobody has the start number 9." in answer.content.decode()
    assert desk.post(address("pair_forbid", event), asked | {"apart-other": "3"}).status_code == 302
    pair = ForbiddenPair.objects.get(event=event)
    assert (pair.one.number, pair.other.number, pair.last_round) == (1, 3, 3)
    desk.post(address("pair_allow", event, pair.pk))
    assert not ForbiddenPair.objects.exists()


def test_a_rated_event_has_no_form_that_keeps_players_apart(desk, new_event):
    page = desk.get(address("pairing_rules", new_event(4))).content.decode()
    assert "apart-one" not in page
    assert "C.04.2" in page


def test_a_pair_of_another_event_is_not_found(desk, new_event):
    event, other = new_event(4, rating_kind=""), new_event(4, rating_kind="", name="Other")
    one, two = list(other.entries.all())[:2]
    pair = ForbiddenPair.objects.create(event=other, one=one, other=two, last_round=3)
    assert desk.post(address("pair_allow", event, pair.pk)).status_code == 404
    assert ForbiddenPair.objects.filter(pk=pair.pk).exists()


def test_a_table_is_given_and_taken_back(desk, new_event):
    event = new_event(4)
    desk.post(address("table_fix", event), {"table-entry": "2", "table-table": "7"})
    assert FixedBoard.objects.get().table == 7
    desk.post(address("table_fix", event), {"table-entry": "2"})
    assert not FixedBoard.objects.exists()


# -- byes and absences -----------------------------------------------------------------------------------


def test_byes_for_several_rounds_are_noted_from_one_form(desk, new_event):
    event = new_event(6, rounds_planned=5)
    SwissSetup.objects.create(event=event, half_byes_most=1)
    asked = {"byes-entry": "2", "byes-code": "H", "byes-rounds": ["1", "4"]}
    answer = desk.post(address("byes_ask", event), asked)
    assert answer.status_code == 422
    assert answer.context["byes_form"]["rounds"].value() == ["1", "4"]
    assert not ByeRequest.objects.exists()
    assert desk.post(address("byes_ask", event), asked | {"byes-reason": "exam"}).status_code == 302
    rows = table(desk.get(address("absences", event)))
    assert [(row["Name"], row["Round 1"], row["Round 4"]) for row in rows] == [("Player002, Test", "H", "H")]


def test_a_player_leaves_and_returns_from_the_page(desk, new_event):
    event = new_event(6)
    desk.post(address("absence_leave", event), {"leave-entry": "3", "leave-after_round": "0"})
    player = event.entries.get(number=3)
    assert player.withdrawn_after == 0
    desk.post(address("absence_leave", event), {"return": str(player.pk)})
    player.refresh_from_db()
    assert player.withdrawn_after is None


def test_late_entries_get_their_places_from_the_page(desk, new_event, director):
    event = new_event(4, first_colour="w", rounds_planned=5)
    round_pair(event, actor=director)
    entry_add(event, actor=director, name="Late, Lara", rating=2500)
    (row,) = table(desk.get(address("absences", event)))
    assert (row["SNo"], "from round 2" in row["Remark"]) == ("5", True)
    desk.post(address("late_numbers", event))
    assert event.entries.get(name="Late, Lara").number == 1


@pytest.mark.parametrize("players", [4, 24])
def test_absences_ask_the_same_number_of_questions_for_any_size(
    desk, new_event, django_assert_max_num_queries, players
):
    event = new_event(players, rounds_planned=5)
    for entry in event.entries.all():
        ByeRequest.objects.create(entry=entry, round_number=2, code="H")
    with django_assert_max_num_queries(24):
        desk.get(address("absences", event))


# -- why -------------------------------------------------------------------------------------------------


def test_a_round_is_explained_group_by_group_to_everybody(client, new_event, director):
    event = new_event(6, first_colour="w")
    round_pair(event, actor=director)
    games = Game.objects.filter(round__event=event).order_by("board")
    for game, code in zip(games, ("1-0", "0-1", "1/2-1/2"), strict=True):
        record_result(game, actor=director, code=code, version=1)
    # 1-4, 5-2, 3-6: 1 and 2 win, 3 and 6 draw and have met, so both float down to 4 and 5. All had one colour
    # and are strongly due the other.
    round_pair(event, actor=director)
    page = client.get(address("round_why", event, 2))
    groups = page.context["groups"]
    assert [group["halves"] for group in groups] == [2, 1]
    assert all(board["why"].floats for board in groups[1]["boards"])
    first = groups[0]["boards"][0]
    assert {first["why"].white.number, first["why"].black.number} == {1, 2}
    assert (first["white_due"]["mark"], first["black_due"]["mark"]) == ("W", "B")
    assert first["rule"] == "C.04.3 art. 5.2.1"
    assert "FIDE Dutch, C.04.3 as applied from 1 February 2026" in page.content.decode()


def test_a_board_is_explained_step_by_step_with_articles(client, new_event, director):
    event = new_event(4, first_colour="w")
    round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 2), (3, 4)], reason="drawn by lot")
    page = client.get(address("board_why", event, 1, 1)).content.decode()
    assert "drawn by lot" in page
    assert "C.04.3 art. 1.7.4" in page
    assert "Player001, Test has not played yet and is due no colour." in page


def test_there_is_nothing_to_explain_where_nothing_is_paired(client, new_event, paired_event):
    assert client.get(address("round_why", new_event(4), 1)).status_code == 404
    assert client.get(address("round_why", paired_event(4, name="Tables"), 1)).status_code == 404


def test_character_that_cannot_be_stored_is_refused_with_a_page(client, director, new_event):
    event = new_event(4, system="swiss")
    client.force_login(director)
    entry = event.entries.get(number=1)
    address = reverse("tournaments:entry_withdraw", args=[event.pk, entry.pk])
    response = client.post(address, {"after_round": "0", "reason": "ill\x00"})
    assert response.status_code == 400
    assert "cannot be stored (NUL)" in response.content.decode()
