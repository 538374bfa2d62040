"""The page that shows what a TRF file holds before anything is stored."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tournaments.models import Event, Game

pytestmark = pytest.mark.django_db

PLAYERS = "".join(f"001 {number:4}      Player{number:<27} {2000 + number:4}\n" for number in range(1, 5))
TEAMS = "".join(
    f"310 {number:3} {name:32} {'':5} {'':6} {'':6} {'':6} {'':3}  {2 * number - 1:4} {2 * number:4}\n"
    for number, name in ((1, "Rooks"), (2, "Knights"))
)
TEAM_FILE = (
    "012 Cup\n042 2026/03/07\n052 2026/03/08\n142 3\n192 FIDE_TEAM_MP_GP\n"
    "250  2.0        1   1    1    1\n260   1   2    1    2\n240 H   2    2\n299 -   1.0          1    2\n"
    "330 +-   1   1   2\n352 WB\n362 TW 3.0   TD 1.0   TL 0.0\n### a remark\nCRO    1\n" + PLAYERS + TEAMS
)


def preview(client, content: str) -> str:
    file = SimpleUploadedFile("cup.trf", content.encode())
    response = client.post(reverse("tournaments:event_import"), {"file": file})
    return response.content.decode()


def test_everything_that_a_team_file_says_is_shown_and_nothing_stored(client, director):
    client.force_login(director)
    page = " ".join(preview(client, TEAM_FILE).split())
    for words in (
        "Rooks",
        "half-point bye</td><td>2 Knights",
        '<td>1</td><td>1</td><td class="num">2</td>',
        "<td>1–2</td><td>1, 2</td>",
        "forfeit loss",
        "<td>1 Rooks</td><td>+/-</td><td>2 Knights</td>",
        "3-1-0",
        "WB",
        "a remark",
        "national ratings",
        "kept word for word",
    ):
        assert words in page, words
    assert Event.objects.count() == 0


def test_an_unreadable_line_is_found_by_line_and_column(client, director):
    client.force_login(director)
    page = preview(client, TEAM_FILE.replace("260   1   2    1    2", "260   1   2    1   77"))
    assert "Line 7 of the file, column 18" in page
    assert "read, unreadable ones kept" in page


def test_a_file_of_players_shows_no_team_tables(client, director):
    client.force_login(director)
    page = preview(client, "012 Open\n042 2026/03/07\n" + PLAYERS)
    assert "All lines by kind" in page
    assert "Board points" not in page
    assert "Acceleration" not in page


def test_a_crosstable_is_previewed_asked_for_its_day_and_becomes_an_event(client, director):
    client.force_login(director)
    table = "No\tName\tRtg\t1\t2\n1\tAlderon, Nora\t2345\t2:W\t2:D\n2\tBirkov, Emil\t2200\t1:L\t1:D\n"
    file = SimpleUploadedFile("export.txt", table.encode())
    address = reverse("tournaments:event_import")
    page = client.post(address, {"file": file}).content.decode()
    assert "crosstable" in page
    assert "All lines by kind" not in page
    hidden = {name: re.search(rf'name="{name}"[^>]* value="([^"]*)"', page)[1] for name in ("sha256", "seal")}
    answers = {"start": "2026-03-07", "end": "2026-03-08", "system": "match", "rating_kind": "standard"}
    assert client.post(address, hidden | answers | {"name": "export.txt"}).status_code == 302
    event = Event.objects.get()
    assert (event.entries.count(), event.source_format, event.rounds_planned) == (2, "table", 2)
    assert [game.code for game in Game.objects.filter(round__event=event).order_by("round__number")] == [
        "1-0",
        "1/2-1/2",
    ]
