"""Tables of an event as files: numbers are numbers, days are days, and the file has the name of the event."""

import csv
import io
import json
from datetime import date, time
from urllib.parse import unquote

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournaments.teams import made_team_event
from tournaments.models import Event, Game
from tournaments.services import record_result, schedule_set
from tournaments.services.team_pairing import team_rounds_pair_all

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


def address(name, event, *arguments):
    return reverse(name, args=[event.pk, *arguments])


def sheet(response):
    """The rows of a spreadsheet with the types that they have there."""
    return [
        list(row) for row in load_workbook(io.BytesIO(response.content)).active.iter_rows(values_only=True)
    ]


def lines(response):
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")), delimiter=";"))


@pytest.fixture
def played(paired_event, director):
    """Berger for four, of which 1-4 is won and 2-3 is drawn."""
    event = paired_event(4)
    for board, code in ((1, "1-0"), (2, "1/2-1/2")):
        game = Game.objects.get(round__event=event, round__number=1, board=board)
        record_result(game, actor=director, code=code, version=game.version)
    return event


def test_points_and_tie_breaks_are_numbers_in_a_spreadsheet_of_the_standings(client, played):
    head, first, second, *_others = sheet(
        client.get(address("tiebreaks:standings", played), {"format": "xlsx"})
    )
    points = head.index("Pts")
    assert (first[points], second[points]) == (1, 0.5)
    assert all(isinstance(value, int | float | None) for value in first[points:])


def test_a_crosstable_file_has_the_points_and_tie_breaks_of_the_page(client, played):
    where = address("tiebreaks:crosstable", played)
    head, *rows = lines(client.get(where, {"format": "csv", "view": "rounds"}))
    points = head.index("Pts")
    assert [row[points] for row in rows] == ["1", "0.5", "0.5", "0"]
    order = json.loads(client.get(address("tiebreaks:standings", played), {"format": "json"}).content)[
        "order"
    ]
    assert head[points:] == ["Pts", *order[1:]]
    assert [row[points] for row in sheet(client.get(where, {"format": "xlsx", "view": "rounds"}))[1:]] == [
        1, 0.5, 0.5, 0,
    ]  # fmt: skip
    told = json.loads(client.get(where, {"format": "json"}).content)["lines"]
    assert [line["values"]["PTS"] for line in told] == ["1", "0.5", "0.5", "0"]


def test_points_of_federations_and_of_a_player_are_numbers(client, played):
    where = address("tournaments:statistics", played)
    head, *rows = sheet(client.get(where, {"table": "federations", "format": "xlsx"}))
    assert sum(row[head.index("Points")] for row in rows) == 2
    second = played.entries.get(number=2)
    own = address("tournaments:participant", played, second.pk)
    assert json.loads(client.get(own, {"format": "json"}).content)["rows"][0]["Pts"] == "0.5"
    assert lines(client.get(own, {"format": "csv"}))[1][-1] == "0.5"


def test_days_of_the_schedule_are_days_in_a_spreadsheet(client, played, director):
    schedule_set(played, actor=director, rounds={1: (date(2026, 3, 7), time(10, 0))})
    head, first, *_others = sheet(client.get(address("tournaments:schedule", played), {"format": "xlsx"}))
    assert first[head.index("Date")].date() == date(2026, 3, 7)
    assert lines(client.get(address("tournaments:schedule", played), {"format": "csv"}))[1][1] == "2026-03-07"


def test_columns_of_a_spreadsheet_are_as_wide_as_their_texts(client, played):
    played.entries.filter(number=1).update(name="Хлебоедов-Преображенский, Константин")
    Event.objects.filter(pk=played.pk).update(version=played.version + 9)
    answer = client.get(address("tournaments:entries", played), {"format": "xlsx"})
    book = load_workbook(io.BytesIO(answer.content)).active
    column = next(cell.column_letter for cell in book[1] if cell.value == "Name")
    assert book.column_dimensions[column].width > len("Хлебоедов-Преображенский, Константин")


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Осенний мемориал", "осенний-мемориал"), ("Proljetni kup", "proljetni-kup"), ("***", "event")],
)
def test_files_bear_the_name_of_the_event_in_its_letters(client, played, name, slug):
    Event.objects.filter(pk=played.pk).update(name=name)
    for what, where, ending in (
        ("standings", address("tiebreaks:standings", played) + "?format=csv", "csv"),
        ("schedule", address("tournaments:schedule", played) + "?format=xlsx", "xlsx"),
        ("players", address("tournaments:entries", played) + "?format=json", "json"),
        ("trf16", address("tournaments:download", played, "trf16"), "trf"),
        ("trf26", address("tournaments:download", played, "trf26"), "trf"),
    ):
        told = unquote(client.get(where)["Content-Disposition"])
        assert told.removesuffix('"').endswith(f"{slug}-{played.pk}-{what}.{ending}"), told


def test_a_round_of_matches_tells_match_and_teams(director):
    event = made_team_event(director, 4)
    team_rounds_pair_all(event, actor=director)
    head, *rows = lines(Client().get(address("tournaments:round", event, 1), {"format": "csv"}))
    assert head[:4] == ["Match", "Team (White)", "Team (Black)", "Bd"]
    assert [row[0] for row in rows] == ["1", "1", "2", "2"]
    # Berger for four teams: 1-4 and 2-3; the guests have White at the second board
    assert [row[1:3] for row in rows] == [
        ["Team 1", "Team 4"], ["Team 4", "Team 1"], ["Team 2", "Team 3"], ["Team 3", "Team 2"],
    ]  # fmt: skip
    players = [(row[head.index("White")], row[head.index("Black")]) for row in rows]
    assert players[1] == ("T4P2, Test", "T1P2, Test")
