"""A team file becomes an event with its matches, byes and forfeits, and goes out saying the same."""

from datetime import date

import pytest

from tournaments.exporting import trf_of
from tournaments.interchange.trf import read_trf
from tournaments.models import Event, ForbiddenTeams, Game, TeamByeRequest, TeamMatch, TeamRules
from tournaments.record.matches import byes_of_teams, matches_of
from tournaments.services import event_import
from tournaments.services.teams_apart import forbidden_teams_add, forbidden_teams_remove
from tournaments.snapshot import record_of

pytestmark = pytest.mark.django_db

START = date(2026, 3, 7)


def said(record):
    """What a record says of its teams. A file without line 352 does not say how many boards a forfeit had."""
    matches = {
        (match.round, match.home, match.away, match.forfeit or (match.home_halves, match.away_halves))
        for match in matches_of(record)
    }
    return matches, byes_of_teams(record)


@pytest.mark.parametrize(
    ("name", "matches"),
    [
        ("gacrux/fideteam_nocolor.trf", 28),
        ("bbp_sharly/team_330_forfeit.trf", 2),
        ("litour/friendship_cup_2024.trf", 49),
    ],
)
def test_matches_of_a_file_are_stored_and_say_the_same(shared, director, name, matches):
    data = (shared / "data" / name).read_bytes()
    read = read_trf(data).record
    event = event_import(data, actor=director, start=START).event
    assert TeamMatch.objects.filter(round__event=event, away__isnull=False).count() == matches
    stored = record_of(event.pk)
    assert said(stored) == said(read)
    assert len(stored.games) == len(read.games)
    again = read_trf(trf_of(event, "trf26", public=False).text.encode()).record
    assert said(again) == said(read)
    assert again.teams == stored.teams


def test_boards_are_counted_through_a_round_and_bear_their_match(shared, director):
    data = (shared / "data" / "gacrux/fideteam_nocolor.trf").read_bytes()
    event = event_import(data, actor=director, start=START).event
    games = Game.objects.filter(round__event=event, round__number=1).order_by("board")
    # Four matches of two boards; the ninth team has the bye.
    assert list(games.values_list("board", "match")) == [
        (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4),
    ]  # fmt: skip
    assert TeamMatch.objects.get(round__event=event, round__number=1, away__isnull=True).bye == "U"
    assert TeamRules.objects.get(event=event).boards == 2


def test_a_bye_that_a_team_asked_for_ahead_is_a_request(shared, director):
    data = (shared / "data" / "bbp_sharly/team_240_bye.trf").read_bytes()
    event = event_import(data, actor=director, start=START).event
    asked = TeamByeRequest.objects.get(team__event=event)
    assert (asked.team.number, asked.round_number, asked.code) == (5, 1, "H")
    assert [(bye.round, bye.team, bye.code) for bye in record_of(event.pk).team_byes] == [(1, 5, "H")]


def test_teams_that_a_file_keeps_apart_can_all_be_allowed_to_meet_again(shared, director):
    """Line 260 of a team event names teams: three of them are three pairs, beside the one added here."""
    data = (shared / "data" / "bbp_sharly/team_240_bye.trf").read_bytes().rstrip()
    event = event_import(data + b"\r\n260   1   2    1    2    3\r\n", actor=director, start=START).event
    Event.objects.filter(pk=event.pk).update(rating_kind="")
    event.refresh_from_db()
    assert event.system == "team_swiss"
    assert [each.numbers for each in record_of(event.pk).forbidden] == [(1, 2, 3)]
    first, fourth = (event.teams.get(number=number) for number in (1, 4))
    forbidden_teams_add(event, actor=director, one=first, other=fourth, last_round=1)
    assert {each.numbers for each in record_of(event.pk).forbidden} == {(1, 2), (1, 3), (2, 3), (1, 4)}
    assert "\r\n260" in trf_of(event, "trf26", public=False).text
    for pair in ForbiddenTeams.objects.filter(event=event):
        forbidden_teams_remove(pair, actor=director)
    assert record_of(event.pk).forbidden == ()
    assert "\r\n260" not in trf_of(event, "trf26", public=False).text
