"""A team event from its last result to form 3, signed, with the steps of its numbers inside."""

import json
import shutil
import subprocess
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from reports.models import Report
from reports.services import report_hand_in, report_sign
from reports.sheets.team_table import TeamTable
from tests.reports.conftest import PASSPHRASE
from tests.reports.reading import enclosed
from tests.tournaments.teams import made_team_event
from tournaments.models import Event, Game
from tournaments.services import event_finish, record_result
from tournaments.services.team_pairing import team_rounds_pair_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(director: Any) -> Event:
    """Four teams of two boards and a reserve who never plays; White wins every game."""
    event = made_team_event(
        director,
        city="Inventown",
        federation="INV",
        end=date(2026, 3, 9),
        rate_of_play="90'",
        tie_break_order="PTS,EDE,SB",
    )
    event.entries.update(federation="INV")
    team_rounds_pair_all(event, actor=director)
    for game in Game.objects.filter(round__event=event).order_by("round__number", "board"):
        record_result(game, actor=director, code="1-0", version=game.version)
    event.refresh_from_db()
    event_finish(event, actor=director)
    event.refresh_from_db()
    return event


def test_a_team_event_is_handed_in_on_form_3_and_signed_by_both(
    league: Event, rendered: Any, keys: Any, director: Any, officer: Any
) -> None:
    report = rendered(league)
    assert (report.sheet, report.state) == ("form_3", Report.State.RENDERED)
    report = report_sign(report, actor=director, role="arbiter", passphrase=PASSPHRASE)
    report = report_sign(report, actor=officer, role="rating_officer", passphrase=PASSPHRASE)
    assert report.state == Report.State.COUNTERSIGNED


def test_form_3_is_read_from_its_frozen_files_alone(league: Event, director: Any) -> None:
    """White wins on each board, so every match of two boards is 1 to 1, and each team has three match points."""
    from reports.documents import sheet_of_report

    report = report_hand_in(league, actor=director)
    league.teams.update(name="Renamed later")
    made = sheet_of_report(report)
    assert isinstance(made, TeamTable)
    assert sorted(line.name for line in made.lines) == ["Team 1", "Team 2", "Team 3", "Team 4"]
    assert {(line.match_points, line.game_points) for line in made.lines} == {("3", "3")}
    assert [len(roster.members) for roster in made.rosters] == [3, 3, 3, 3]
    assert all(roster.members[2].is_reserve and not roster.members[2].games for roster in made.rosters)


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")
def test_the_document_names_every_player_and_holds_the_steps_of_the_standing(
    league: Event, rendered: Any, tmp_path: Any
) -> None:
    from core.files import read

    report = rendered(league)
    path = tmp_path / "form.pdf"
    path.write_bytes(read(report.pdf_sha256))
    text = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True
    ).stdout
    for name in league.entries.values_list("name", flat=True):
        assert name in text
    inside = enclosed(path.read_bytes())
    assert sorted(inside) == ["derivations.json", "record.json", "standings.json"]
    frozen = json.loads(inside["standings.json"])
    assert frozen["engine"]
    assert frozen["editions"]["tie_break"] == league.tie_break_edition
    steps = json.loads(inside["derivations.json"])["standings"]["values"]
    assert {each["number"] for each in steps} == {1, 2, 3, 4}
    assert all(each["steps"] for each in steps)


def test_the_page_shows_the_teams_as_they_are_printed(league: Event, director: Any) -> None:
    client = Client()
    client.force_login(director)
    page = client.get(reverse("reports:hand_in", args=[league.pk])).text
    assert "Form 3" in page
    assert "Members of teams who did not play" in page
    for name in league.entries.values_list("name", flat=True):
        assert name in page
    for place in ("tournaments:event_edit", "tournaments:desk_teams", "tournaments:desk_rounds"):
        assert reverse(place, args=[league.pk]) in page


def test_the_unsigned_table_of_a_team_event_is_form_3_too(league: Event) -> None:
    from reports.services.tables import table_rendered

    assert table_rendered(league, "en").pdf.startswith(b"%PDF-")
