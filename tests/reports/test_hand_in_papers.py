"""Differences to the list, the computer table, files of the same report, versions that cite the one before."""

import json
import subprocess
import sys
import textwrap
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.files import read
from players.models import ListedRating, Person, RatingList
from reports.differences import differences_of
from reports.documents import papers_of, sheet_of_report
from reports.models import Report
from reports.services import (
    report_document,
    report_hand_in,
    report_hand_in_with_papers,
    report_return,
    report_sign,
)
from tests.reports.conftest import PASSPHRASE
from tests.reports.reading import enclosed
from tournaments.errors import DomainError
from tournaments.models import Event

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def rated_event(finished_event: Any) -> Event:
    """A finished round robin of four registered players, rated 2399, 2398, 2397, 2396 on the list in force."""
    event: Event = finished_event()
    chosen = RatingList.objects.create(kind="standard", key="2026-03", effective_from=date(2026, 3, 1))
    for entry in event.entries.order_by("pk"):
        surname, _comma, given = entry.name.partition(", ")
        person = Person.objects.create(surname=surname, given_name=given, federation="INV", birth=entry.birth)
        entry.person, entry.rating_list, entry.rating_k, entry.rating_games = person, chosen, 20, 40
        entry.save()
        ListedRating.objects.create(
            rating_list=chosen,
            person=person,
            name=entry.name,
            federation="INV",
            birth_year=1990,
            rating=entry.rating,
            k=20,
            games_total=40,
        )
    Event.objects.filter(pk=event.pk).update(
        rating_list=chosen, rating_kind="standard", rating_edition="fide-2025-10"
    )
    return Event.objects.get(pk=event.pk)


def listed(event: Event, number: int) -> Any:
    return ListedRating.objects.filter(person=event.entries.get(number=number).person)


# -- differences ------------------------------------------------------------------------------------------


def test_an_event_that_agrees_with_the_list_has_no_differences(rated_event: Event) -> None:
    assert differences_of(rated_event) == ()


def test_a_changed_surname_a_new_title_and_another_federation_are_found(rated_event: Event) -> None:
    listed(rated_event, 1).update(name="Former, Player")
    listed(rated_event, 2).update(title="FM")
    listed(rated_event, 3).update(federation="OTH", birth_year=1991)
    listed(rated_event, 4).update(rating=2001)
    found = [(each.number, each.part, each.listed) for each in differences_of(rated_event)]
    assert found == [
        (1, "name", "Former, Player"),
        (2, "title", "FM"),
        (3, "federation", "OTH"),
        (3, "birth", "1991"),
        (4, "rating", "2001"),
    ]


def test_the_two_scripts_of_the_register_are_one_name(rated_event: Event) -> None:
    entry = rated_event.entries.get(number=1)
    Person.objects.filter(pk=entry.person_id).update(
        surname="Гнатюк", given_name="Олег", latin_surname="Hnatiuk", latin_given_name="Oleh"
    )
    rated_event.entries.filter(number=1).update(name="Гнатюк, Олег")
    listed(rated_event, 1).update(name="Hnatiuk, Oleh")
    assert differences_of(rated_event) == ()
    listed(rated_event, 1).update(name="Petrenko, Oleh")
    assert [each.part for each in differences_of(rated_event)] == ["name"]


def test_an_unexplained_difference_keeps_the_report_back_and_what_was_typed_stays(
    rated_event: Event, director: Any
) -> None:
    listed(rated_event, 1).update(name="Former, Player")
    listed(rated_event, 2).update(title="FM")
    client = Client()
    client.force_login(director)
    address = reverse("reports:hand_in", args=[rated_event.pk])
    typed = {"difference-1-name": "Married in May", "unusual": "Power cut", "language": "en"}
    answer = client.post(address, typed)
    assert answer.status_code == 422
    assert "nobody has said why: numbers 2." in answer.text
    assert 'value="Married in May"' in answer.text
    assert "Power cut" in answer.text
    assert not Report.objects.exists()
    answer = client.post(address, typed | {"difference-2-title": "Awarded in February"})
    assert answer.status_code == 302
    notes = {note.key: note.inputs["explanation"] for note in sheet_of_report(Report.objects.get()).notes}
    assert notes == {"difference_name": "Married in May", "difference_title": "Awarded in February"}


# -- the computer table -----------------------------------------------------------------------------------


def test_the_computer_table_goes_with_the_report_and_has_the_columns_of_the_rating(
    rated_event: Event, director: Any, settings: Any
) -> None:
    """Each meets three opponents within three points: .50 each, so We is 1½ and W − We is W less 1½."""
    settings.PROGRAM_APPROVED_ON, settings.PROGRAM_APPROVED_BY = "2026-02-01", "rating administrator"
    report = report_hand_in_with_papers(rated_event, actor=director, papers=["computer_table"])
    paper = report.papers.get()
    settings.PROGRAM_APPROVED_ON = ""
    made = sheet_of_report(paper)
    assert (paper.sheet, paper.record_sha256, made.main_code) == (
        "computer_table",
        report.record_sha256,
        report.code,
    )
    main = sheet_of_report(report)
    assert [(line.place, line.number) for line in made.lines] == [
        (line.place, line.number) for line in main.lines
    ]
    for line in made.lines:
        others = [other.rating for other in made.lines if other.number != line.number]
        assert line.rar == (2 * sum(others) + 3) // 6  # the mean of three, half up
        own = {"0": "−1.50", "½": "−1.00", "1": "−0.50", "1½": "0.00", "2": "+0.50", "3": "+1.50"}
        assert line.change == own[line.w]
    assert "computer_approved" in {note.key for note in made.notes}
    assert report_document(paper).pages == 1


def test_an_event_that_is_not_rated_offers_no_computer_table(finished_event: Any, director: Any) -> None:
    event = finished_event()
    Event.objects.filter(pk=event.pk).update(rating_kind="", rating_edition="")
    client = Client()
    client.force_login(director)
    assert (
        "Papers that go with the report" not in client.get(reverse("reports:hand_in", args=[event.pk])).text
    )
    with pytest.raises(DomainError) as refused:
        report_hand_in_with_papers(event, actor=director, papers=["computer_table"])
    assert refused.value.code == "not_computed"
    assert not Report.objects.exists()


# -- freezing ---------------------------------------------------------------------------------------------


def test_the_steps_of_every_change_lie_inside_the_documents(rated_event: Event, director: Any) -> None:
    report = report_hand_in_with_papers(rated_event, actor=director, papers=["computer_table"])
    for each in (report, report.papers.get()):
        inside = enclosed(read(report_document(each).sha256))
        players = json.loads(inside["derivations.json"])["rating"]["players"]
        assert [player["start_number"] for player in players] == [1, 2, 3, 4]
        assert all(step["article"] and step["text"] for player in players for step in player["steps"])
        assert b"1990-05" not in inside["record.json"] + inside["derivations.json"]
    assert 'organisation":""' in read(report.standings_sha256).decode()


def test_a_version_after_a_correction_cites_the_number_and_the_record_of_the_one_before(
    rated_event: Event, director: Any
) -> None:
    first = report_hand_in(rated_event, actor=director)
    report_return(first, actor=director, reason="A name is wrong.")
    rated_event.refresh_from_db()
    second = report_hand_in(rated_event, actor=director)
    first.refresh_from_db()
    assert first.state == Report.State.SUPERSEDED
    cited = papers_of(second).replaces
    assert cited.startswith(first.code)
    assert first.record_sha256[:4] in cited
    client = Client()
    client.force_login(director)
    page = client.get(reverse("reports:report", args=[second.pk])).text
    assert first.record_sha256 in page
    assert second.code in client.get(reverse("reports:report", args=[first.pk])).text


def test_the_same_sheet_gives_the_same_bytes_in_another_process() -> None:
    """Form 3 and the computer table, set by two interpreters with different seeds of their hashes."""
    program = textwrap.dedent(
        """
        import django; django.setup()
        import hashlib
        from reports.paper_typesetting import computer_html, computer_style, team_html, team_style
        from reports.render import render_table
        from tests.reports.sheets.test_computer_table import sheet as computer
        from tests.reports.sheets.test_team_table import league, sheet as teams
        from tests.reports.test_render import papers
        own = papers()
        tables = (teams(league()), team_html, team_style), (computer(), computer_html, computer_style)
        for made, html, style in tables:
            names = [field.name for field in made.signatures]
            pdf = render_table(lambda at: html(made, own, break_before=at), style(made, own),
                               lines=len(made.lines), fields=names, moment=own.moment).pdf
            print(hashlib.sha256(pdf).hexdigest())
        """
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={
                "DJANGO_SETTINGS_MODULE": "config.settings.test",
                "PYTHONHASHSEED": seed,
                "PATH": "/usr/bin",
            },
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert len(told.pop().split()) == 2


# -- the same report as data ------------------------------------------------------------------------------


def test_the_files_of_a_report_are_of_its_frozen_record(rated_event: Event, director: Any) -> None:
    report = report_hand_in(rated_event, actor=director)
    rated_event.entries.filter(number=1).update(name="Renamed, Later", sex="w")
    client = Client()
    client.force_login(director)

    def got(name: str) -> bytes:
        answer = client.get(reverse("reports:download", args=[report.pk, name]))
        assert answer.status_code == 200
        return bytes(answer.content)

    assert got("trf26").startswith(b"012 Invented Masters")
    assert b"Renamed" not in got("trf26") + got("data") + got("dbf")
    rows = got("data").decode().replace("\ufeff", "").splitlines()
    assert rows[0].split(";") == ["CODE", "NAME", "COUNTRY", "RC", "W", "N", "BIRTHDAY", "SEX"]
    assert len(rows) == 5
    assert got("dbf")[0] == 3
    assert got("dbf-866")[29] == 0x65


def test_the_public_has_no_birthdays_in_any_file(
    rated_event: Event, rendered: Any, keys: None, director: Any, client: Client
) -> None:
    report = report_sign(
        rendered(rated_event), actor=director, role="arbiter", passphrase=PASSPHRASE, place="Inventown"
    )
    for name in ("trf26", "data", "dbf"):
        answer = client.get(reverse("reports:download", args=[report.pk, name]))
        assert answer.status_code == 200
        assert b"1990/05" not in answer.content
        assert b"1990-05" not in answer.content
        assert b"199005" not in answer.content
    assert client.get(reverse("reports:download", args=[report.pk, "xml"])).status_code == 404


HAND_IN_QUERIES = 40


@pytest.mark.parametrize("players", [4, 6])
def test_handing_in_shows_more_players_with_the_same_queries(
    finished_event: Any, director: Any, players: int, django_assert_max_num_queries: Any
) -> None:
    event = finished_event(players)
    client = Client()
    client.force_login(director)
    with django_assert_max_num_queries(HAND_IN_QUERIES):
        assert client.get(reverse("reports:hand_in", args=[event.pk])).status_code == 200
