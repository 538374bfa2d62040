"""The page of points beside the results, and what the public pages tell of them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.teams import made_team_event
from tournaments.models import SpecialPoints
from tournaments.services import points_give

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(director):
    client = Client()
    client.force_login(director)
    return client


def address(event, *more):
    name = "special_points_back" if more else "special_points"
    return reverse(f"tournaments:{name}", args=[event.pk, *more])


VALUES = {"number": "2", "points": "-½", "counted": "round", "round_number": "1", "reason": "Telephone rang"}


def test_a_penalty_is_entered_shown_and_taken_back(desk, paired_event):
    event = paired_event(4)
    assert "Nothing was given or taken" in desk.get(address(event)).content.decode()
    assert desk.post(address(event), VALUES).status_code == 302
    row = SpecialPoints.objects.get()
    assert (row.halves, row.round_number, row.reason) == (-1, 1, "Telephone rang")
    page = desk.get(address(event)).content.decode()
    assert f"2 {event.entries.get(number=2).name}: <strong>−½</strong> from round 1 on." in page
    assert desk.get(address(event, row.pk)).status_code == 200
    assert desk.post(address(event, row.pk), {"reason": ""}).status_code == 422
    assert desk.post(address(event, row.pk), {"reason": "Not his telephone"}).status_code == 302
    assert "taken back: Not his telephone" in desk.get(address(event)).content.decode()


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("points", "a lot", "is not a number of points"),
        ("points", "", "Say how many points are given"),
        ("number", "77", "Nobody has the start number 77."),
        ("round_number", "9", "The event has rounds 1 to 3."),
        ("reason", "", "This field is required."),
    ],
)
def test_a_wrong_entry_is_told_and_loses_nothing(desk, paired_event, field, value, told):
    event = paired_event(4)
    answer = desk.post(address(event), VALUES | {field: value})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert told in page
    assert "Telephone rang" in page or field == "reason"
    assert not SpecialPoints.objects.exists()


def test_a_team_is_given_match_points_for_the_standing_alone(desk, director):
    event = made_team_event(director, teams=2)
    values = {"number": "1", "match_points": "1", "counted": "apart", "reason": "Host's bonus"}
    assert desk.post(address(event), values).status_code == 302
    row = SpecialPoints.objects.get()
    assert (row.halves, row.match_halves, row.is_apart) == (None, 2, True)
    assert "in the standing alone" in desk.get(address(event)).content.decode()


def test_a_clerk_and_a_reader_do_not_see_the_page(client, paired_event):
    event = paired_event(4)
    assert client.get(address(event)).status_code == 302
    assert "log" in client.get(address(event)).url


@pytest.mark.parametrize("name", ["tiebreaks:standings", "tiebreaks:crosstable"])
def test_public_tables_mark_who_has_such_points_and_give_the_reason(
    client, director, paired_event, record_all, name
):
    event = paired_event(4)
    record_all(event, 1)
    second = event.entries.get(number=2)
    before = client.get(reverse(name, args=[event.pk])).content.decode()
    assert "special-points" not in before
    points_give(
        event, actor=director, holders=[second], halves=-1, round_number=1, reason="<b>Telephone</b> rang"
    )
    page = client.get(reverse(name, args=[event.pk])).content.decode()
    assert page.count('href="#special-points"') == 1
    assert f"<li>2 {second.name}: <strong>−½</strong> from round 1 on." in page
    assert "&lt;b&gt;Telephone&lt;/b&gt; rang" in page


def test_the_player_s_own_page_tells_it(client, director, paired_event, record_all):
    event = paired_event(4)
    record_all(event, 1)
    second = event.entries.get(number=2)
    points_give(event, actor=director, holders=[second], halves=-1, round_number=1, reason="Telephone rang")
    page = client.get(reverse("tournaments:participant", args=[event.pk, second.pk])).content.decode()
    assert "Telephone rang" in page


def test_the_page_asks_the_database_the_same_for_one_row_and_thirty(desk, director, paired_event):
    counted = []
    for number in (1, 29):
        event = paired_event(4)
        for _each in range(number):
            points_give(
                event, actor=director, holders=[event.entries.get(number=1)], halves=1, reason="Bonus"
            )
        desk.get(address(event))
        with CaptureQueriesContext(connection) as queries:
            desk.get(address(event))
        counted.append(len(queries))
    assert counted[0] == counted[1]


@pytest.fixture
def record_all(director):
    from tournaments.models import Game
    from tournaments.services import record_result

    def record(event, number):
        for game in Game.objects.filter(round__event=event, round__number=number):
            record_result(game, actor=director, code="1-0", version=game.version)

    return record
