"""The files of a published list: they parse back, say the same, stay as they are, and are computed again."""

import csv
import hashlib
import io
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.ratings.lists.test_recompute import recompute

pytestmark = pytest.mark.django_db
# FIDE's list of one kind, from the table of its columns: start (from 1) of each field.
STARTS = {
    "id": 1,
    "name": 16,
    "fed": 77,
    "sex": 81,
    "title": 85,
    "w_title": 90,
    "o_title": 95,
    "foa": 110,
    "rating": 114,
    "games": 120,
    "k": 124,
    "born": 127,
    "flag": 133,
}


@pytest.fixture
def published(officer: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any) -> Any:
    """A list with names in three scripts, a woman, an inactive player, one below the floor, one titled unrated."""
    from players.services import persons_create
    from ratings.services_lists import OpeningRow, list_enter_opening

    rows = [
        {"surname": "Šarić", "given_name": "Đuro", "sex": "m", "birth": "1980-05-06", "fide_id": "999100001"},
        {"surname": "Гнатюк", "given_name": "Олена", "sex": "w", "birth": "1991", "title": "WGM"},
        {"surname": "Παπάς & Υιοί", "given_name": "<Γιώργος>", "sex": "m", "birth": "1950-01-02"},
        {"surname": "Floor", "given_name": "Under", "sex": "m"},
        {"surname": "Titled", "given_name": "Un", "sex": "w", "title": "WFM"},
    ]
    persons = persons_create(actor=None, people=[row | {"federation": "INV"} for row in rows])
    list_enter_opening(
        actor=officer,
        kind="standard",
        effective_from=date(2026, 1, 1),
        edition_key="fide-2025-10",
        rows=[
            OpeningRow(persons[0].pk, 2105, games_total=1200, highest=2410, last_played=date(2025, 9, 1)),
            OpeningRow(persons[1].pk, 2105, games_total=20, last_played=date(2025, 9, 1)),
            OpeningRow(persons[2].pk, 1500, games_total=60, inactive_lists=3, last_played=date(2023, 9, 1)),
            OpeningRow(persons[3].pk, 1401, games_total=60, last_played=date(2025, 9, 1)),
        ],
    )
    chosen = period()
    rate(played(persons[:2], [[(1, 2, "1-0")]], name="First"))
    rate(played([persons[1], persons[3]], [[(2, 1, "0-1")]], name="Second"))
    return publish(chosen)


def stored(chosen: Any, name: str) -> bytes:
    from core.files import read

    return read(chosen.files.get(format=name).sha256)


def fields_of(line: str) -> dict[str, str]:
    names = list(STARTS)
    ends = [STARTS[name] - 1 for name in names[1:]] + [len(line) + 10]
    return {name: line[STARTS[name] - 1 : end].strip() for name, end in zip(names, ends, strict=True)}


def test_the_text_has_fides_columns_and_plain_latin_names(published: Any) -> None:
    lines = stored(published, "txt").decode("ascii").split("\r\n")
    assert lines.pop() == ""
    head = fields_of(lines[0])
    assert (head["name"], head["fed"], head["rating"], head["born"]) == ("Name", "Fed", "APR26", "B-day")
    rows = {row["name"]: row for row in map(fields_of, lines[1:])}
    # 2105 against 2105: +.50 with K 10 (2410 was published once) is +5; with K 40 of a newcomer, and a win against
    # 1401, whose difference counts as 400 (.92): 40 x (-.50 + .08) = -16.8, so 2105 - 17.
    assert {name: (row["rating"], row["games"], row["k"]) for name, row in rows.items()} == {
        "Saric, Duro": ("2110", "1", "10"),
        "Gnatiuk, Olena": ("2088", "2", "40"),
        "Papas & Yioi, <Giorgos>": ("1500", "0", "20"),
    }
    assert rows["Saric, Duro"]["id"] == "999100001"
    woman, idle = rows["Gnatiuk, Olena"], rows["Papas & Yioi, <Giorgos>"]
    assert (woman["sex"], woman["title"], woman["w_title"], woman["flag"]) == ("F", "WGM", "WGM", "w")
    assert (idle["sex"], idle["flag"], idle["born"]) == ("M", "i", "1950")


def test_all_formats_say_the_same(published: Any) -> None:
    root = ElementTree.fromstring(stored(published, "xml"))
    assert root.tag == "playerslist"
    xml = [{child.tag: child.text or "" for child in player} for player in root]
    assert {"fideid", "country", "w_title", "rapid_rating", "blitz_k", "birthday", "flag"} <= set(xml[0])
    text = [fields_of(line) for line in stored(published, "txt").decode().splitlines()[1:]]
    table = list(csv.DictReader(io.StringIO(stored(published, "csv").decode(), newline="")))
    document = json.loads(stored(published, "json"))
    rated = [row for row in table if row["rating"]]
    keys = ("number", "rating", "games", "k", "birth_year")
    said = [tuple(row[key] for key in keys) for row in rated]
    assert said == [(row["fideid"], row["rating"], row["games"], row["k"], row["birthday"]) for row in xml]
    assert said == [(row["id"], row["rating"], row["games"], row["k"], row["born"]) for row in text]
    assert [row["name"] for row in xml] == [row["name"] for row in text]
    assert [
        {key: "" if value is None else str(value) for key, value in row.items()}
        for row in document["players"]
    ] == table
    assert document["sha256"] == published.sha256
    assert document["previous_sha256"] == published.previous.sha256


def test_csv_and_json_hold_those_without_a_rating_too(published: Any) -> None:
    players = {row["latin_name"]: row for row in json.loads(stored(published, "json"))["players"]}
    floor, titled = players["Floor, Under"], players["Titled, Un"]
    # 1401 lost to 2105: .08 expected, 20 x -.08 = -1.6, so 1401 - 2 = 1399: below 1400.
    assert (floor["previous_rating"], floor["rating"], floor["mark"]) == (1401, None, "delisted")
    assert (titled["rating"], titled["mark"], titled["title"]) == (None, "titled", "WFM")
    assert players["Gnatiuk, Olena"]["name"] == "Гнатюк, Олена"


def test_no_file_holds_more_of_a_birth_than_the_year(published: Any) -> None:
    from core.files import read

    for data in (read(published.sha256), *(read(file.sha256) for file in published.files.all())):
        for words in (b"1980-05", b"05-06", b"1950-01"):
            assert words not in data


def test_the_page_shows_hashes_and_downloads_give_the_stored_bytes(published: Any, client: Any) -> None:
    page = client.get(f"/ratings/{published.key}/").content.decode()
    for file in published.files.all():
        assert file.sha256 in page
        answer = client.get(f"/ratings/{published.key}/file/{file.format}/")
        assert hashlib.sha256(answer.content).hexdigest() == file.sha256
        assert answer["ETag"] == f'"{file.sha256}"'
    assert {file.format for file in published.files.all()} == {"csv", "json", "xml", "txt"}
    assert client.get(f"/ratings/{published.key}/file/pdf/").status_code == 404


def test_whole_births_are_for_the_federation_alone(published: Any, client: Any, officer: Any) -> None:
    from players.services import account_create

    path = f"/ratings/{published.key}/births/"
    assert client.get(path).status_code == 302
    client.force_login(
        account_create(actor=None, username="dan", password="baize-and-ink-64", display_name="Dan")
    )
    assert client.get(path).status_code == 403
    assert path not in client.get(f"/ratings/{published.key}/").content.decode()
    client.force_login(officer)
    assert path in client.get(f"/ratings/{published.key}/").content.decode()
    answer = client.get(path)
    assert "1980-05-06" in answer.content.decode()
    assert answer["Cache-Control"] == "private, no-store"


def test_all_files_are_computed_again_when_names_have_changed(published: Any, officer: Any) -> None:
    from players.models import Person
    from players.services import person_update

    for person in Person.objects.all():
        person_update(
            person,
            actor=officer,
            surname=f"Married{person.pk}",
            latin_surname=f"Wed{person.pk}",
            title="GM",
            reason="married",
        )
    assert recompute(published.key)[0] == 0


def test_a_file_that_is_not_that_of_the_list_is_noticed(published: Any) -> None:
    from core.files import store
    from ratings.models import ListFile

    other = stored(published, "txt").replace(b"2110", b"2111")
    ListFile.objects.filter(rating_list=published, format="txt").update(
        sha256=store(other, "text/plain").sha256
    )
    code, said = recompute(published.key)
    assert (code, said["equal"]) == (1, False)
    assert said["difference"].startswith("txt: line ")
    assert "2111" in said["difference"]


def test_a_file_that_is_gone_is_noticed(published: Any, without_guard: Callable[[], None]) -> None:
    from ratings.models import ListFile

    ListFile.objects.filter(rating_list=published, format="xml")._raw_delete("default")
    code, said = recompute(published.key)
    assert (code, "xml" in said["difference"]) == (1, True)


def test_a_file_changed_on_the_disk_is_noticed(published: Any, settings: Any) -> None:
    sha256 = published.files.get(format="json").sha256
    path = Path(settings.MEDIA_ROOT) / sha256[:2] / sha256[2:4] / sha256
    data = path.read_bytes()
    try:
        path.write_bytes(data.replace(b"2110", b"2112"))
        code, said = recompute(published.key)
    finally:
        path.write_bytes(data)
    assert code == 1
    assert sha256 in said["difference"]


def test_a_long_name_leaves_the_columns_where_they_are() -> None:
    from ratings.list_contents import BuiltRow, Identity
    from ratings.list_files import FORMATS

    long = Identity("x" * 90, "GM", "INV", "m", 1980, latin_name="x" * 90, number="99910000123")
    row = BuiltRow(1, long, 2105, 2100, 20, 12, 1234, 2410, "")
    head = {"in_force_from": "2026-12-01", "kind": "standard"}
    lines = FORMATS["txt"].make(head, [row]).decode().splitlines()
    assert fields_of(lines[0])["rating"] == "DEC26"
    found = fields_of(lines[1])
    assert (found["name"], found["fed"], found["rating"], found["games"]) == ("x" * 60, "INV", "2105", "12")


def test_a_rapid_list_puts_its_numbers_under_rapid() -> None:
    from ratings.list_contents import BuiltRow, Identity
    from ratings.list_files import FORMATS

    row = BuiltRow(1, Identity("A", "", "INV", "w", None), 2105, 2100, 20, 12, 34, 2105, "")
    player = ElementTree.fromstring(FORMATS["xml"].make({"kind": "rapid"}, [row]))[0]
    assert (player.findtext("rapid_rating"), player.findtext("rapid_games"), player.findtext("rapid_k")) == (
        "2105",
        "12",
        "20",
    )
    assert player.findtext("rating") == ""


def test_text_that_looks_like_a_formula_does_not_run() -> None:
    from ratings.list_contents import BuiltRow, Identity
    from ratings.list_files import FORMATS

    row = BuiltRow(1, Identity("=HYPERLINK(1)", "", "INV", "w", None), 2105, 2100, 20, 12, 34, 2105, "")
    assert "'=HYPERLINK(1)" in FORMATS["csv"].make({}, [row]).decode()
