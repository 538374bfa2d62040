"""Bonuses and penalties: given with a reason, counted, taken back by another entry, read from files and written."""

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied

from core.ledger import rows_of
from tests.tournaments.teams import made_team_event
from tiebreaks.services import standings_of
from tiebreaks.teams import team_standings_of
from tournaments.errors import DomainError
from tournaments.exporting import trf_of
from tournaments.interchange.trf import read_trf
from tournaments.models import Event, Game, SpecialPoints
from tournaments.record.model import SpecialPoints as RecordSpecialPoints
from tournaments.record.special import STANDINGS_ONLY
from tournaments.selectors.participants import way_of
from tournaments.selectors.profile import games_of
from tournaments.selectors.rounds import points_before
from tournaments.services import event_import, points_give, points_take_back, record_result
from tournaments.snapshot import record_of

pytestmark = pytest.mark.django_db

START = date(2026, 3, 7)


@pytest.fixture
def played(paired_event, director):
    """A round robin of four in which White has won every game of round 1."""
    event = paired_event(4)
    for game in Game.objects.filter(round__event=event, round__number=1):
        record_result(game, actor=director, code="1-0", version=game.version)
    event.refresh_from_db()
    return event


def numbered(event):
    return {entry.number: entry for entry in event.entries.all()}


def refused(code):
    return pytest.raises(DomainError, check=lambda error: error.code == code)


def points_of(event):
    event.refresh_from_db()
    return {row["number"]: row["points"] for row in standings_of(event)["rows"]}


def test_a_penalty_is_in_standings_record_ledger_and_points_before_the_next_round(played, director):
    # Berger, four players, round 1: 1-4 and 2-3.
    assert points_of(played) == {1: "1", 2: "1", 3: "0", 4: "0"}
    first = numbered(played)[1]
    version = played.version
    points_give(played, actor=director, holders=[first], halves=-1, round_number=1, reason="Telephone rang")
    assert record_of(played.pk).special_points == (RecordSpecialPoints("", -1, None, 1, (1,)),)
    assert points_of(played) == {1: "0.5", 2: "1", 3: "0", 4: "0"}
    assert played.version == version + 1
    assert points_before(played, 2) == {1: 1, 2: 2, 3: 0, 4: 0}
    assert points_before(played, 1) == {1: 0, 2: 0, 3: 0, 4: 0}
    row = rows_of("event", played.pk).get(verb="points.given")
    assert (row.reason, row.payload["points"], row.payload["holders"]) == (
        "Telephone rang", "-0.5", first.name,
    )  # fmt: skip
    way = way_of(played, first)
    assert (way.halves, way.special, [each.total for each in way.rounds]) == (1, True, [1, 1, 1])
    assert [each.halves for each in games_of([first])] == [1]


def test_what_is_taken_back_counts_no_more_and_stays_in_both_entries(played, director):
    given = points_give(
        played, actor=director, holders=[numbered(played)[3]], halves=2, reason="Fair play prize"
    )
    assert points_of(played)[3] == "1"
    points_take_back(given, actor=director, reason="The rules of the event know no such prize")
    assert points_of(played)[3] == "0"
    assert record_of(played.pk).special_points == ()
    verbs = [row.verb for row in rows_of("event", played.pk) if row.verb.startswith("points.")]
    assert sorted(verbs) == ["points.given", "points.taken_back"]
    assert SpecialPoints.objects.get().taken_back_reason == "The rules of the event know no such prize"
    with refused("taken_back"):
        points_take_back(given, actor=director, reason="Again")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"reason": " "}, "reason_missing"),
        ({"halves": 0}, "no_points"),
        ({"halves": 200}, "too_many_points"),
        ({"round_number": 4}, "unknown_round"),
        ({"match_halves": 2}, "match_points"),
        ({"holders": []}, "no_holder"),
    ],
)
def test_what_cannot_be_given_is_refused_and_changes_nothing(played, director, change, code):
    wanted = {"holders": [numbered(played)[1]], "halves": 1, "reason": "Why"} | change
    with refused(code):
        points_give(played, actor=director, **wanted)
    assert not SpecialPoints.objects.exists()
    assert not rows_of("event", played.pk).filter(verb="points.given").exists()


def test_a_player_of_another_event_cannot_be_given_points(played, new_event, director):
    other = numbered(new_event(4, name="Another"))[1]
    with refused("no_holder"):
        points_give(played, actor=director, holders=[other], halves=1, reason="Why")


def test_a_stranger_gives_no_points_and_nobody_does_while_a_report_has_frozen_the_event(
    played, director, stranger
):
    first = numbered(played)[1]
    with pytest.raises(PermissionDenied):
        points_give(played, actor=stranger, holders=[first], halves=1, reason="Why")
    given = points_give(played, actor=director, holders=[first], halves=1, reason="Why")
    Event.objects.filter(pk=played.pk).update(locked_by_report=7)
    with refused("event_frozen"):
        points_give(played, actor=director, holders=[first], halves=1, reason="Why")
    with refused("event_frozen"):
        points_take_back(given, actor=director, reason="Why not")


def test_a_team_loses_a_match_point_for_the_standing_alone(director):
    event = made_team_event(director, teams=2)
    team = event.teams.get(number=1)
    points_give(
        event, actor=director, holders=[team], match_halves=-2, round_number=STANDINGS_ONLY, reason="Late"
    )
    assert record_of(event.pk).special_points == (RecordSpecialPoints("", None, -2, STANDINGS_ONLY, (1,)),)
    event.refresh_from_db()
    rows = {row["number"]: row for row in team_standings_of(event)["rows"]}
    assert (rows[1]["points"], rows[2]["points"]) == ("-1", "0")
    assert rows[1]["special"]
    assert "special" not in rows[2]


FILE = "\r\n".join(
    [
        "012 Small Open",
        "142 3",
        "299          -0.5    1    2",
        "001    1      One, Test                         2400                             1.0    1     2 w 1",
        "001    2      Two, Test                         2300                            -0.5    2     1 b 0",
        "192 FIDE_DUTCH_2025",
        "",
    ]
)


def test_a_file_s_points_become_rows_and_are_written_as_they_were(director):
    reading = read_trf(FILE.encode(), start=START)
    assert "points.differ" not in {finding.code for finding in reading.findings}
    event = event_import(FILE.encode(), actor=director, start=START, system="swiss").event
    row = SpecialPoints.objects.get(event=event)
    assert (row.halves, row.round_number, row.holders) == (-1, 1, [numbered(event)[2].pk])
    assert record_of(event.pk).special_points == reading.record.special_points
    assert points_of(event) == {1: "1", 2: "-0.5"}
    lines = trf_of(event, "trf26", public=False).text.split("\r\n")
    assert "299          -0.5    1    2" in lines
    assert next(line for line in lines if line.startswith("001    2"))[80:84] == "-0.5"


def test_points_given_after_the_import_stand_beside_the_file_s_and_in_what_is_written(director):
    event = event_import(FILE.encode(), actor=director, start=START, system="swiss").event
    points_give(event, actor=director, holders=[numbered(event)[1]], halves=2, round_number=1, reason="Bonus")
    text = trf_of(event, "trf26", public=False).text
    again = read_trf(text.encode(), start=START)
    assert again.record.special_points == (
        RecordSpecialPoints("", -1, None, 1, (2,)),
        RecordSpecialPoints("", 2, None, 1, (1,)),
    )
    assert [entry.stated_points for entry in again.record.entries] == [4, -1]
    assert "points.differ" not in {finding.code for finding in again.findings}


def test_an_event_of_which_only_the_file_tells_counts_the_file_s_points(director):
    event = event_import(FILE.encode(), actor=director, start=START, system="swiss").event
    SpecialPoints.objects.filter(event=event).delete()
    Event.objects.filter(pk=event.pk).update(source_facts={})
    event.refresh_from_db()
    assert record_of(event.pk).special_points == (RecordSpecialPoints("", -1, None, 1, (2,)),)
    assert points_of(event) == {1: "1", 2: "-0.5"}


def test_points_of_an_imported_game_entered_later_are_written_anew(director):
    # After the import round 2 is played by hand: the points of the file are out of date.
    lines = FILE.replace("299          -0.5    1    2\r\n", "").replace("-0.5    2", " 0.0    2")
    event = event_import(lines.encode(), actor=director, start=START, system="swiss").event
    game = Game.objects.get(round__event=event)
    record_result(game, actor=director, code="1/2-1/2", version=game.version, reason="Slip misread")
    text = trf_of(event, "trf26", public=False).text
    points = [line[80:84] for line in text.split("\r\n") if line.startswith("001")]
    assert points == [" 0.5", " 0.5"]
