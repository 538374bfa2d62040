"""Lists page, sort and filter by their address, and download without running in a spreadsheet."""

import csv
import io
import json
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.listing import neutral
from players.listing_days import day_column, moment_column

URL = "/players/"


def names(response) -> list[str]:
    return [row.cells[1].text for row in response.context["table"].rows]


@pytest.fixture
def sixty(new_person):
    return [new_person(f"Player{number:02d}", "") for number in range(60)]


def test_fifty_stand_on_a_page_and_the_rest_on_the_next(client, sixty):
    assert names(client.get(URL)) == [f"Player{number:02d}" for number in range(50)]
    assert names(client.get(URL, {"page": 2})) == [f"Player{number:02d}" for number in range(50, 60)]


@pytest.mark.parametrize("page", ["99", "0", "-1", "x", ""])
def test_a_page_that_does_not_exist_is_no_error(client, sixty, page):
    assert client.get(URL, {"page": page}).status_code == 200


def test_a_head_sorts_and_sorts_back(client, new_person, listed):
    for surname, rating in (("Aden", 1800), ("Bost", 2200), ("Cern", None)):
        person = new_person(surname, "")
        if rating:
            listed(person, rating)
    assert names(client.get(URL, {"sort": "rating"})) == ["Bost", "Aden", "Cern"]
    assert names(client.get(URL, {"sort": "-rating"})) == ["Aden", "Bost", "Cern"]
    assert names(client.get(URL, {"sort": "-name"})) == ["Cern", "Bost", "Aden"]


@pytest.mark.parametrize(
    ("sort", "head", "told"),
    [
        ("rating", "rating", "desc"),
        ("-rating", "rating", "asc"),
        ("name", "name", "asc"),
        ("-name", "name", "desc"),
    ],
)
def test_a_head_tells_how_its_values_run(client, new_person, sort, head, told):
    new_person("Aden", "")
    columns = client.get(URL, {"sort": sort}).context["table"].columns
    assert {column.key: column.sorted for column in columns if column.sorted} == {head: told}


@pytest.mark.parametrize("sort", ["birth", "email", "-national_id", "pk", "name__x", "born", "'"])
def test_an_unknown_or_private_sort_falls_back_to_the_name(client, new_person, sort):
    new_person("Bost", "", birth="2014-01-02")
    new_person("Aden", "", birth="2014-12-30")
    response = client.get(URL, {"sort": sort})
    assert names(response) == ["Aden", "Bost"]


def test_filters_and_search_hold_together_and_stay_in_the_addresses(client, new_person):
    new_person("Aden", "Ivo", federation="INV", title="FM")
    new_person("Adenar", "Ivo", federation="HAR", title="FM")
    new_person("Bost", "Ivo", federation="INV", title="FM")
    response = client.get(URL, {"q": "aden", "fed": "INV", "title": "FM"})
    table = response.context["table"]
    assert names(response) == ["Aden, Ivo"]
    assert table.downloads[0] == ("CSV", "?q=aden&fed=INV&title=FM&format=csv")
    assert table.columns[1].sort_url == "?q=aden&fed=INV&title=FM&sort=-name"


def test_an_empty_register_and_an_empty_search_say_different_things(client, new_person, commissioner):
    assert "The register is empty" in client.get(URL).content.decode()
    assert "/players/new/" not in client.get(URL).content.decode()
    client.force_login(commissioner)
    assert "/players/new/" in client.get(URL).content.decode()
    new_person()
    response = client.get(URL, {"q": "nobody"})
    assert "No player found" in response.content.decode()
    assert 'name="q"' in response.content.decode()
    kept = client.get(URL, {"fed": "XYZ"}).content.decode()
    assert 'name="fed"' in kept


def test_one_row_and_three_rows_take_the_same_queries(client, new_person, listed, region):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(URL).status_code == 200
        return len(queries)

    listed(new_person("Aden", region=region), 2000)
    one = count()
    for surname in ("Bost", "Cern"):
        listed(new_person(surname, region=region, federation="INV"), 2100)
    assert count() == one


def rows_of_csv(response) -> list[list[str]]:
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.startswith("\ufeff".encode())
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")), delimiter=";"))


def test_a_download_holds_the_whole_list_and_not_the_page(client, sixty):
    assert len(rows_of_csv(client.get(URL, {"format": "csv"}))) == 61
    assert len(json.loads(client.get(URL, {"format": "json"}).content)) == 60


def test_a_name_that_is_a_formula_does_not_run_in_a_spreadsheet(client, new_person):
    new_person('=HYPERLINK("http://example.invalid","x")', "@Nora", fide_id="00999100")
    (_head, row) = rows_of_csv(client.get(URL, {"format": "csv"}))
    assert row[1] == '\'=HYPERLINK("http://example.invalid","x"), @Nora'
    assert row[5] == "00999100"
    (told,) = json.loads(client.get(URL, {"format": "json"}).content)
    assert told["name"] == '=HYPERLINK("http://example.invalid","x"), @Nora'


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("@Nora", "'@Nora"),
        ("-2+3", "'-2+3"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        (" =1+1", "' =1+1"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("＝1+1", "'＝1+1"),
        ("-12", "-12"),
        ("+4", "+4"),
        ("-6.15", "-6.15"),
        (-12, -12),
        (4, 4),
        ("-", "-"),
        ("+", "+"),
        ("+/-", "+/-"),
        ("-/-", "-/-"),
        ("12w1", "12w1"),
        (None, ""),
        ("Kosar, Ivo", "Kosar, Ivo"),
    ],
)
def test_formulas_are_neutralised_and_numbers_and_forfeits_stay(cell, written):
    assert neutral(cell) == written


def test_days_are_words_on_the_page_and_iso_in_downloads():
    column = day_column("day", "Day", lambda row: row)
    at_night = datetime(2026, 3, 8, 23, 30, tzinfo=UTC)  # half past midnight in Zagreb
    assert [column.value(day) for day in (date(2026, 3, 9), at_night, None)] == [
        "2026-03-09",
        "2026-03-09",
        "",
    ]
    assert [column.html(day) for day in (at_night, None)] == ["9 Mar 2026", "–"]
    moment = moment_column("at", "At", lambda row: row)
    assert (moment.value(at_night), moment.html(at_night)) == ("2026-03-09T00:30+01:00", "9 Mar 2026, 00:30")
    assert (moment.value(None), moment.html(None)) == ("", "–")
