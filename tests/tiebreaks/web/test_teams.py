"""Standings of teams: two matches worked out by hand, their derivations and downloads."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db

#  Team 1 is 1 and 2, team 2 is 3 and 4, team 3 is 5 and 6: a round robin of three.
#  Round 1: 1 beats 3, 2 draws 4; team 3 is free. Round 2: 1 loses to 5, 2 loses to 6. Round 3: 3 beats 5, 4 loses to 6.
LINES = {1: "3w1 5b0 .", 2: "4b= 6w0 .", 3: "1b0 . 5w1", 4: "2w= . 6b0", 5: ". 1w1 3b0", 6: ". 2b1 4w1"}


@pytest.fixture
def cup(make_event: Callable[..., Any]) -> Any:
    from tournaments.models import Entry, Game, Team

    event = make_event(
        LINES, order="PTS,MPVGP,DE", system="team_round_robin", rounds_planned=3, state="finished"
    )
    for number, members in ((1, (1, 2)), (2, (3, 4)), (3, (5, 6))):
        team = Team.objects.create(event=event, number=number, name=f"Team {number}")
        for board, member in enumerate(members, 1):
            Entry.objects.filter(event=event, number=member).update(team=team, board_order=board)
    Game.objects.filter(round__event=event).update(match=1)
    return event


def test_teams_stand_by_match_points_then_by_game_points(cup: Any, client: Any) -> None:
    # Team 1: 1½ and 0: MP 2, GP 1½. Team 2: ½ and 1: MP 0 and 1, GP 1½. Team 3: 2 and 1: MP 2 and 1, GP 3.
    document = client.get(reverse("tiebreaks:teams", args=[cup.pk]), {"format": "json"}).json()
    found = [
        (row["place"], row["number"], row["values"]["PTS"], row["values"]["MPVGP"])
        for row in document["rows"]
    ]
    assert found == [(1, 3, "3", "3"), (2, 1, "2", "1.5"), (3, 2, "1", "1.5")]
    members = document["rows"][0]["members"]
    assert [(member["board"], member["points"], member["games"]) for member in members] == [
        ("1", "1", "2"),
        ("2", "2", "2"),
    ]


def test_the_page_its_derivations_and_the_csv_open(cup: Any, client: Any) -> None:
    page = client.get(reverse("tiebreaks:teams", args=[cup.pk])).content.decode()
    for text in ("Team 3", "MPVGP", "Player006"):
        assert text in page
    shown = client.get(reverse("tiebreaks:team_value", args=[cup.pk, 3, "PTS"])).content.decode()
    assert "Team 3" in shown
    csv = client.get(reverse("tiebreaks:teams", args=[cup.pk]), {"format": "csv"}).content.decode()
    assert "1,3,Team 3,3," in csv
    assert client.get(reverse("tiebreaks:team_value", args=[cup.pk, 9, "PTS"])).status_code == 404


def test_players_of_a_team_event_keep_their_own_standings_and_lead_to_the_teams(
    cup: Any, client: Any
) -> None:
    page = client.get(reverse("tiebreaks:standings", args=[cup.pk])).content.decode()
    assert "cannot be counted" not in page
    assert reverse("tiebreaks:teams", args=[cup.pk]) in page


def test_an_event_without_teams_says_so(six: Any, client: Any) -> None:
    answer = client.get(reverse("tiebreaks:teams", args=[six.pk]))
    assert answer.status_code == 200
    assert "cannot be counted" in answer.content.decode()
