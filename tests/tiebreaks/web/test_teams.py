"""Standings of teams: two matches worked out by hand, their derivations and downloads."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tiebreaks.web.reading import Tables
from tiebreaks.engine.registry import codes_of
from tiebreaks.models import StoredStandings
from tiebreaks.teams import team_standings_of
from tournaments.models import Entry, Game, Team
from tournaments.rulebook.shelf import edition
from tournaments.services import facts_changed

pytestmark = pytest.mark.django_db

#  Team 1 is 1 and 2, team 2 is 3 and 4, team 3 is 5 and 6: a round robin of three.
#  Round 1: 1 beats 3, 2 draws 4; team 3 is free. Round 2: 1 loses to 5, 2 loses to 6. Round 3: 3 beats 5, 4 loses to 6.
LINES = {1: "3w1 5b0 .", 2: "4b= 6w0 .", 3: "1b0 . 5w1", 4: "2w= . 6b0", 5: ". 1w1 3b0", 6: ". 2b1 4w1"}


def team_event(make_event: Callable[..., Any]) -> Any:
    """Three teams of two, everybody has met everybody."""
    event = make_event(
        LINES, order="PTS,MPVGP,DE", system="team_round_robin", rounds_planned=3, state="finished"
    )
    seat_teams(event)
    Game.objects.filter(round__event=event).update(match=1)
    return event


def seat_teams(event: Any) -> None:
    """Three teams of two, in the order of the start numbers."""
    for number, members in ((1, (1, 2)), (2, (3, 4)), (3, (5, 6))):
        team = Team.objects.create(event=event, number=number, name=f"Team {number}")
        for board, member in enumerate(members, 1):
            Entry.objects.filter(event=event, number=member).update(team=team, board_order=board)


@pytest.fixture
def cup(make_event: Callable[..., Any]) -> Any:
    return team_event(make_event)


def table_of(text: str, caption: str) -> list[list[str]]:
    """The table of a page that has this caption: the head, then the rows."""
    parser = Tables()
    parser.feed(next(part for part in text.split("<table")[1:] if f"<caption>{caption}</caption>" in part))
    return parser.rows


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
    assert "1;3;Team 3;3;" in csv
    assert client.get(reverse("tiebreaks:team_value", args=[cup.pk, 9, "PTS"])).status_code == 404


def teams(client: Any, event: Any, **query: Any) -> Any:
    return client.get(reverse("tiebreaks:teams", args=[event.pk]), query)


def test_the_legend_names_article_edition_and_unplayed_regime(cup: Any, client: Any) -> None:
    text = teams(client, cup).content.decode()
    assert "<strong>PTS</strong> Match points" in text
    assert "<strong>MPVGP</strong> Game points" in text
    for article in ("11.1", "13.1", "16.3"):
        assert f"art. {article}" in text
    assert "c07-2026" in text


def test_every_rank_asks_why_and_every_value_opens_after_the_same_round(cup: Any, client: Any) -> None:
    for query in ({}, {"round": 2}):
        text = teams(client, cup, **query).content.decode()
        asked = re.findall(r'<a class="why" href="([^"]+)"', text)
        opened = re.findall(r'<a class="explain" href="([^"]+)"', text)
        assert (len(asked), len(opened)) == (3, 6)  # nobody is tied before DE, so there is nothing to open
        for address in map(unescape, asked + opened):
            assert client.get(address).status_code == 200, address
            assert ("round=2" in address) == bool(query)


def test_the_standing_after_a_round_counts_matches_and_members_of_these_rounds(cup: Any, client: Any) -> None:
    # After round 2 team 1 has 2 match points of two matches (1½ and 0), team 3 has 2 of one (2), team 2 none.
    document = teams(client, cup, format="json", round=2).json()
    found = [(row["number"], row["values"]["PTS"], row["values"]["MPVGP"]) for row in document["rows"]]
    assert found == [(3, "2", "2"), (1, "2", "1.5"), (2, "0", "0.5")]
    assert [member["points"] for member in document["rows"][0]["members"]] == ["1", "1"]
    assert document["rounds"] == 2


def test_two_teams_are_compared_with_criterion_values_article_and_matches(cup: Any, client: Any) -> None:
    text = client.get(reverse("tiebreaks:compare_teams", args=[cup.pk]), {"a": 2, "b": 1}).content.decode()
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", text))
    assert (
        "Team 1 stands before: the first criterion that separates the two is Match points. art. 11.1" in said
    )
    assert "Two teams compared" in said
    # Round 1 of team 2: against team 1, boards ½ : 1½, no match point; of team 1 the same from the other side.
    first, second = (table_of(text, caption) for caption in ("Team 2", "Team 1"))
    assert first[1][:4] == ["1", "Team 1", "½ : 1½", "0"]
    assert second[1][:4] == ["1", "Team 2", "1½ : ½", "2"]


def test_teams_equal_in_match_points_are_separated_by_game_points(cup: Any, client: Any) -> None:
    asked = {"a": 1, "round": 2}  # without a second one: against who stands next ahead
    text = client.get(reverse("tiebreaks:compare_teams", args=[cup.pk]), asked).content.decode()
    assert "<strong>Team 3</strong> stands before" in text
    assert "the two is <strong>Game points</strong>" in text


def test_a_comparison_of_what_is_no_team_says_so(cup: Any, six: Any, client: Any) -> None:
    for query, said in (
        ({"a": 1, "b": 1}, "Choose two different teams."),
        ({"a": 1, "b": 6}, "One of these numbers is not in the standings."),
        ({"a": "x", "b": "-1"}, "First team"),
    ):
        answer = client.get(reverse("tiebreaks:compare_teams", args=[cup.pk]), query)
        assert answer.status_code == 200
        assert said in answer.content.decode()
    answer = client.get(reverse("tiebreaks:compare_teams", args=[six.pk]), {"a": 1, "b": 2})
    assert "cannot be counted" in answer.content.decode()


def test_the_second_reader_gets_the_kept_page_after_one_query_and_then_not_modified(cup: Any) -> None:
    cache.clear()
    address = reverse("tiebreaks:teams", args=[cup.pk])
    first = Client().get(address)
    with CaptureQueriesContext(connection) as captured:
        second = Client().get(address)
        third = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert (len(captured), second.content, third.status_code) == (2, first.content, 304)
    facts_changed(cup)
    assert Client().get(address)["ETag"] != first["ETag"]


def test_the_standing_is_stored_once_a_version_beside_that_of_the_players(cup: Any, client: Any) -> None:
    teams(client, cup)
    teams(client, cup, format="csv")
    client.get(reverse("tiebreaks:standings", args=[cup.pk]))
    assert list(StoredStandings.objects.order_by("of_teams").values_list("of_teams", flat=True)) == [
        False,
        True,
    ]
    StoredStandings.objects.filter(of_teams=True).update(payload={**team_standings_of(cup), "rounds": 77})
    assert teams(client, cup, format="json").json()["rounds"] == 77
    facts_changed(cup)
    cup.refresh_from_db()
    assert teams(client, cup, format="json").json()["rounds"] == 3
    assert [row.event_version for row in StoredStandings.objects.filter(of_teams=True)] == [cup.version]


EDITIONS = ("c07-1998", "c07-2009", "c07-2022", "c07-2023", "c07-2026", "ua-2011")


@pytest.mark.parametrize("key", EDITIONS)
def test_every_criterion_of_teams_stands_in_the_table_and_opens(cup: Any, client: Any, key: str) -> None:
    cup.tie_break_edition = key
    cup.unplayed_edition = "c07-2009" if key == "ua-2011" else key
    codes = [code for code in codes_of(edition(key), teams=True) if code not in ("PTS", "MPVGP")]
    orders = [codes[start : start + 5] for start in range(0, len(codes), 5)]
    for order in [*orders, ["BH:GP/C1", "SB:MP"]] if key == "c07-2026" else orders:
        cup.tie_break_order = ",".join(["PTS", *order])
        cup.version += 1
        cup.save()
        text = teams(client, cup).content.decode()
        assert "cannot be counted" not in text
        for address in map(unescape, re.findall(r'<a class="explain" href="([^"]+)"', text)):
            assert client.get(address).status_code == 200, address


def test_before_the_first_round_the_teams_stand_as_they_are_entered(
    make_event: Callable[..., Any], client: Any
) -> None:
    event = make_event(
        dict.fromkeys(LINES, ""), system="team_round_robin", rounds_planned=3, state="registered"
    )
    seat_teams(event)
    page = teams(client, event)
    text = page.content.decode()
    assert page.status_code == 200
    assert "The first round has not begun" in text
    assert "Team 3" in text
    assert 'class="why"' not in text


def test_names_of_teams_are_words_and_nothing_else(cup: Any, client: Any) -> None:
    Team.objects.filter(event=cup, number=1).update(name="<b>\"&'</b>")
    Entry.objects.filter(event=cup, number=1).update(name="<i>One</i>, Test")
    pages = ("teams", {}), ("compare_teams", {"a": 1, "b": 2})
    for name, query in pages:
        text = client.get(reverse(f"tiebreaks:{name}", args=[cup.pk]), query).content.decode()
        assert "&lt;b&gt;&quot;&amp;&#x27;&lt;/b&gt;" in text
        assert "<b>" not in text
        assert "<i>One" not in text


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


def test_the_standings_of_teams_ask_again_while_the_event_is_played(cup: Any, client: Any) -> None:
    address = reverse("tiebreaks:teams", args=[cup.pk])
    assert "data-live" not in client.get(address).content.decode()
    type(cup).objects.filter(pk=cup.pk).update(state="playing")
    text = client.get(address).content.decode()
    tag = unescape(text.partition('data-etag="')[2].partition('"')[0])
    asked = {"path": f"{address}?part=live", "headers": {"if-none-match": tag}}
    assert client.get(**asked).status_code == 304
    Game.objects.filter(round__event=cup, white__number=1, black__number=3).update(code="0-1")
    facts_changed(cup)
    answer = client.get(**asked)
    assert answer.status_code == 200 and "<html" not in answer.content.decode()
    assert answer["ETag"] != tag and 'id="t1"' in answer.content.decode()


def test_where_all_rounds_are_paired_and_games_open_the_teams_stand_as_it_stands(
    cup: Any, client: Any
) -> None:
    address = reverse("tiebreaks:teams", args=[cup.pk])
    assert "After round 3 of 3" in client.get(address).content.decode()
    Game.objects.filter(round__event=cup, white__number=3, black__number=5).update(code="*")
    facts_changed(cup)
    text = client.get(address).content.decode()
    line = text.partition("standings-line")[2].partition("</span>")[0]
    assert "As it stands" in line and "After round" not in line
