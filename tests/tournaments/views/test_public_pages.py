"""The public pages that follow the play: what they show, how they are kept, files, frames and the card."""

import csv
import io
import json
from datetime import date, time
from html import unescape

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.teams import made_team_event
from tournaments.interchange.xlsx import sheet_rows
from tournaments.models import Entry, Event, Game
from tournaments.record.statistics import Tally
from tournaments.services import category_save, event_create, record_result, schedule_set
from tournaments.services.team_pairing import team_rounds_pair_all
from tournaments.views.public_live import shares

pytestmark = pytest.mark.django_db
LIVE = ["schedule", "statistics", "participant", "round", "entries", "teams", "team_crosstable"]


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


def at(name, event, query=""):
    first = event.entries.order_by("number").first()
    arguments = {"round": [1], "participant": [first.pk if first else 0]}
    app = "tiebreaks" if name.startswith(("standings", "crosstable")) else "tournaments"
    return reverse(f"{app}:{name}", args=[event.pk, *arguments.get(name, [])]) + query


def text(response) -> str:
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def play(event, director, number, code):
    game = Game.objects.filter(round__event=event).order_by("round__number", "board")[number - 1]
    record_result(game, actor=director, code=code, version=game.version)
    return game


@pytest.mark.parametrize("name", LIVE)
def test_the_second_reader_gets_the_same_bytes_after_one_query(paired_event, name):
    event = paired_event(4)
    first = Client().get(at(name, event))
    address = at(name, event)
    with CaptureQueriesContext(connection) as captured:
        second = Client().get(address)
    assert second.content == first.content
    assert len(captured) == 1


@pytest.mark.parametrize("name", LIVE)
def test_an_unchanged_part_is_an_empty_answer_and_a_result_makes_it_new(paired_event, director, name):
    event = paired_event(4)
    page = text(Client().get(at(name, event)))
    assert "data-live" in page
    tag = page.partition('data-etag="')[2].partition('"')[0].replace("&quot;", '"')
    asked = at(name, event, "?part=live")
    headers = {"if-none-match": tag}
    for client in (Client(), Client()):
        assert client.get(asked, headers=headers).status_code == 304
    known = Client()
    known.force_login(director)
    assert known.get(asked, headers=headers).status_code == 304
    play(event, director, 1, "1-0")
    answer = Client().get(asked, headers=headers)
    assert answer.status_code == 200 and answer["ETag"] != tag
    assert "<html" not in answer.content.decode() and "data-live" in answer.content.decode()


@pytest.mark.parametrize("name", LIVE)
def test_a_page_asks_the_same_for_four_players_and_ten(paired_event, name):
    asked = []
    for players in (4, 10):
        event = paired_event(players)
        play(event, None, 1, "1-0")
        address = at(name, event)
        with CaptureQueriesContext(connection) as captured:
            text(Client().get(address))
        asked.append(len(captured))
    assert asked[0] == asked[1]


@pytest.mark.parametrize("name", ["schedule", "statistics", "embed", "card", "standings_embedded",
                                  "crosstable_embedded", "round_embedded", "schedule_embedded"])  # fmt: skip
def test_an_empty_event_has_its_pages_and_a_draft_has_none_for_strangers(client, new_event, director, name):
    empty = new_event(0)
    assert client.get(at(name, empty)).status_code == 200
    draft = event_create(actor=director, name="Secret Draft", system="swiss", start=date(2026, 3, 7))
    assert client.get(at(name, draft)).status_code == 404


def test_the_schedule_shows_days_times_and_what_is_open(client, paired_event, director):
    event = paired_event(4)
    days = {1: (date(2026, 3, 7), time(10, 0)), 2: (date(2026, 3, 7), time(15, 30))}
    schedule_set(event, actor=director, rounds=days)
    play(event, director, 1, "1-0")
    rows = json.loads(client.get(at("schedule", event, "?format=json")).content)["rows"]
    assert [(row["Round"], row["Date"], row["Time"], row["Open"]) for row in rows] == [
        (1, "2026-03-07", "10:00", 1), (2, "2026-03-07", "15:30", 2), (3, None, "", 2),
    ]  # fmt: skip
    page = text(client.get(at("schedule", event)))
    assert "15:30" in page and "1 board open" in page


def test_a_player_finds_his_next_board_and_colour(client, paired_event, director):
    event = paired_event(4)  # Berger for four: 1-4 2-3, 4-3 1-2, 2-4 3-1
    play(event, director, 1, "1-0")
    page = text(client.get(at("participant", event)))
    panel = page.partition("next-board")[2].partition("</div>")[0]
    assert "Round 2" in panel and "Board 2" in panel and "White" in panel
    assert event.entries.get(number=2).name in panel
    other = event_create(actor=director, name="Another", system="swiss")
    foreign = reverse("tournaments:participant", args=[other.pk, event.entries.first().pk])
    known = Client()
    known.force_login(director)
    assert known.get(foreign).status_code == 404


def test_files_hold_the_same_rows_in_three_formats_and_run_nothing(client, paired_event, director):
    event = paired_event(4)
    Entry.objects.filter(event=event, number=1).update(name='=HYPERLINK("x")', rating=2390)
    Entry.objects.filter(event=event, number=4).update(name="Fourth")
    play(event, director, 1, "1-0")
    address = at("round", event)
    lines = list(
        csv.reader(
            io.StringIO(client.get(f"{address}?format=csv").content.decode("utf-8-sig")), delimiter=";"
        )
    )
    sheet = sheet_rows(client.get(f"{address}?format=xlsx").content)
    rows = json.loads(client.get(f"{address}?format=json").content)["rows"]
    assert lines[1][:6] == ["1", "1", '\'=HYPERLINK("x")', "2390", "1-0", "Fourth"]
    assert sheet[1][:6] == ("1", "1", '=HYPERLINK("x")', "2390", "1-0", "Fourth")
    assert (rows[0]["White"], rows[0]["Result"], rows[0]["Black"]) == (
        '=HYPERLINK("x")',
        "1-0",
        "Fourth",
    )
    assert len(lines) == len(sheet) == len(rows) + 1 == 3


@pytest.mark.parametrize("name", ["standings", "crosstable", "entries", "schedule", "participant"])
def test_every_table_is_a_spreadsheet(client, paired_event, director, name):
    event = paired_event(4)
    play(event, director, 1, "1-0")
    answer = client.get(at(name, event, "?format=xlsx"))
    assert answer["Content-Disposition"].endswith('.xlsx"')
    assert len(sheet_rows(answer.content)) == (4 if name in ("schedule", "participant") else 5)


@pytest.fixture
def mixed(paired_event, director):
    """Four players of two federations and both sexes; the category `W` is for women."""
    event = paired_event(4)
    Entry.objects.filter(event=event, number__in=(1, 2)).update(federation="CRO", sex="w")
    Entry.objects.filter(event=event, number__in=(3, 4)).update(federation="UKR", sex="m")
    Entry.objects.filter(event=event, number=3).update(sex="w")
    category_save(event, actor=director, code="W", name="Women", sex="w", age_on=date(2026, 1, 1))
    play(event, director, 1, "1-0")
    return event


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("category=W", {1, 2, 3}),
        ("fed=UKR", {3, 4}),
        ("sex=m", {4}),
        ("category=W&fed=UKR", {3}),
        ("q=player00+test&sex=w", {1, 2, 3}),
        ("category=NONE", set()),
    ],
)
def test_filters_choose_the_same_players_in_standings_and_list(client, mixed, query, numbers):
    standings = json.loads(client.get(at("standings", mixed, f"?{query}&format=json")).content)
    assert {row["start_number"] for row in standings["standings"]} == numbers
    players = json.loads(client.get(at("entries", mixed, f"?{query}&format=json")).content)
    assert {row["number"] for row in players} == numbers


def test_a_round_keeps_the_boards_on_which_one_of_the_chosen_sits(client, mixed):
    rows = json.loads(client.get(at("round", mixed, "?sex=m&format=json")).content)["rows"]
    assert [(row["SNo"], row["SNo (Black)"]) for row in rows] == [(1, 4)]
    page = text(client.get(at("round", mixed, "?sex=m")))
    assert mixed.entries.get(number=1).name in page
    assert mixed.entries.get(number=2).name not in page


def test_a_team_is_a_filter_in_an_event_of_teams(client, director):
    event = made_team_event(director, 4, 2)
    team_rounds_pair_all(event, actor=director)
    team = event.teams.get(number=1)
    page = text(client.get(at("round", event, "?team=1")))
    assert page.count('class="panel match-card"') == 1 and team.name in page
    rows = json.loads(client.get(at("entries", event, "?team=1&format=json")).content)
    assert {row["number"] for row in rows} == set(team.members.values_list("number", flat=True))


@pytest.mark.parametrize("name", ["standings", "crosstable", "round", "schedule"])
def test_the_frame_of_another_site_is_allowed_there_alone(client, paired_event, director, name):
    event = paired_event(4)
    play(event, director, 1, "1-0")
    for theme in ("", "?theme=dark"):
        framed = client.get(at(f"{name}_embedded", event, theme))
        assert "frame-ancestors *" in framed["Content-Security-Policy"]
        assert "script-src 'self'" in framed["Content-Security-Policy"]
        assert "X-Frame-Options" not in framed
        assert ('data-theme="dark"' in text(framed)) == bool(theme)
        assert "<form" not in text(framed)
    whole = client.get(at(name, event))
    assert "frame-ancestors 'none'" in whole["Content-Security-Policy"]
    assert whole["X-Frame-Options"] == "DENY"


def test_a_theme_that_does_not_exist_is_none(client, paired_event):
    page = text(client.get(at("round_embedded", paired_event(4), '?theme="><script>')))
    assert "<script>" not in page and "data-theme" not in page


def test_the_line_for_another_site_is_text_even_with_a_name_full_of_signs(client, paired_event):
    event = paired_event(4, name='Cup "A" <b>')
    page = text(client.get(at("embed", event)))
    assert "&lt;iframe src=" in page and "<iframe" not in page and "<b>" not in page
    assert reverse("tiebreaks:standings_embedded", args=[event.pk]) in page


def test_the_card_is_named_on_every_page_and_kept_until_the_event_changes(client, paired_event, director):
    event = paired_event(4)
    page = text(client.get(at("schedule", event)))
    address = reverse("tournaments:card", args=[event.pk])
    assert f'property="og:image" content="http://localhost:8000{address}"' in page
    first = client.get(address)
    assert (first["Content-Type"], first.content[:4]) == ("image/png", b"\x89PNG")
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 304
    play(event, director, 1, "1-0")
    assert client.get(address)["ETag"] != first["ETag"]


def test_numbers_of_the_statistics_page_and_its_files(client, paired_event, director):
    event = paired_event(4)
    Entry.objects.filter(event=event, number=1).update(rating=2390)
    Entry.objects.filter(event=event, number=4).update(rating=2360)
    play(event, director, 1, "0-1")  # 1 against 4: no upset, the gap is 30
    play(event, director, 2, "+/-")
    rows = json.loads(client.get(at("statistics", event, "?table=rounds&format=json")).content)["rows"]
    assert (rows[0]["Games"], rows[0]["Black wins"], rows[0]["Forfeits"], rows[0]["Mean rating"]) == (
        1,
        1,
        1,
        2375,
    )
    assert rows[-1]["Round"] == "all"
    assert client.get(at("statistics", event, "?table=none&format=csv")).status_code == 404
    assert "None so far." in text(client.get(at("statistics", event)))


def test_shares_are_rounded_each_by_itself_and_the_bar_is_full():
    # 66, 17 and 45 of 128 are 51.56, 13.28 and 35.16 per cent
    found = shares(Tally(None, 128, 66, 17, 45, 0, 0, 0, 0, None))
    assert [each["percent"] for each in found] == [52, 13, 35]
    assert sum(each["width"] for each in found) == 100
    assert shares(Tally(None, 0, 0, 0, 0, 0, 2, 0, 0, None)) == []


@pytest.mark.parametrize(("name", "rows"), [("teams", 8), ("team_crosstable", 4)])
def test_tables_of_teams_are_spreadsheets(client, director, name, rows):
    event = made_team_event(director, 4, 2)
    team_rounds_pair_all(event, actor=director)
    assert len(sheet_rows(client.get(at(name, event, "?format=xlsx")).content)) == rows + 1


def test_a_finished_event_is_not_asked_again(client, paired_event):
    event = paired_event(4)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    assert "data-live" not in text(client.get(at("round", event)))


def part_of(page: str) -> dict[str, str]:
    """The address and the tag under which a page's part asks for itself."""
    address = unescape(page.partition('hx-get="')[2].partition('"')[0])
    return {"address": address, "tag": unescape(page.partition('data-etag="')[2].partition('"')[0])}


@pytest.mark.parametrize("name", ["event", "standings"])
def test_overview_and_start_list_follow_what_the_director_does(new_event, director, name):
    from tournaments.services import entries_add

    event = new_event(4, system="swiss")
    asked = part_of(text(Client().get(at(name, event))))
    again = Client().get(asked["address"], headers={"if-none-match": asked["tag"]})
    assert (again.status_code, again.content) == (304, b"")
    entries_add(event, actor=director, rows=[{"name": "Latecomer, Lana"}])
    answer = Client().get(asked["address"], headers={"if-none-match": asked["tag"]})
    assert "<html" not in text(answer) and "Latecomer, Lana" in text(answer)
    assert part_of(text(answer))["tag"] == answer["ETag"] != asked["tag"]


def test_the_part_of_the_overview_needs_as_many_queries_for_four_as_for_forty(new_event):
    counts = []
    for players in (4, 40):
        event = new_event(players, system="swiss")
        text(Client().get(at("event", event)))
        with CaptureQueriesContext(connection) as captured:
            text(Client().get(at("event", event, "?part=live")))
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_page_of_an_earlier_round_tells_of_the_newest_one(paired_event):
    event = paired_event(4)
    assert "Round 3 is paired" in text(Client().get(at("round", event)))
    last = text(Client().get(reverse("tournaments:round", args=[event.pk, 3])))
    assert "is paired" not in last
