"""The pages of team events, at the desk, of a captain, and public."""

import csv
import json
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.jobs.context import JobContext
from core.models import Job
from tests.tournaments.teams import made_team_event
from tournaments.models import ForbiddenTeams, Game, Team, TeamMatch
from tournaments.services import entries_add, official_set, record_result
from tournaments.services.captains import captain_token
from tournaments.services.lineups import lineup_set
from tournaments.services.team_pairing import team_rounds_pair_all
from tournaments.services.team_swiss import team_round_pair
from tournaments.services.teams import captain_link_renew, rules_for
from tournaments.tasks import pair_teams

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def team_event(director):
    """Makes a registered team event of the director."""

    def make(*sizes, **fields):
        return made_team_event(director, *sizes, **fields)

    return make


@pytest.fixture
def desk(director):
    """The director's browser."""
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def paired(team_event, director):
    """Two teams of three players on two boards, paired."""
    event = team_event(2, 3)
    team_rounds_pair_all(event, actor=director)
    return event


def at(name, *args):
    return reverse(f"tournaments:{name}", args=args)


def members(team):
    return list(team.members.order_by("board_order").values_list("pk", flat=True))


def test_a_team_is_entered_on_the_page(team_event, desk):
    event = team_event(2, 2)
    answer = desk.post(at("desk_teams", event.pk), {"name": "Rooks", "captain": "C.", "federation": "cro"})
    team = event.teams.get(name="Rooks")
    assert (answer.status_code, answer.url) == (302, at("desk_team", event.pk, team.pk))
    assert (team.captain, team.federation, team.number) == ("C.", "CRO", 3)


def test_what_was_typed_stays_where_the_name_is_taken(team_event, desk):
    event = team_event(2, 2)
    answer = desk.post(at("desk_teams", event.pk), {"name": "Team 1", "captain": "Kept, K."})
    assert answer.status_code == 422
    assert "Kept, K." in answer.content.decode()
    assert "There is a team Team 1 already." in answer.content.decode()


def test_players_entered_twice_and_short_teams_are_told(team_event, director, desk):
    event = team_event(2, 1)
    entries_add(event, actor=director, rows=[{"name": "Test, T1P1", "birth": "1990"}])
    page = desk.get(at("desk_teams", event.pk)).content.decode()
    assert "T1P1, Test: entered twice?" in page
    assert page.count("fewer players than boards") == 2
    assert "1 player in no team" in page


def test_boards_typed_anew_change_the_order_and_an_empty_field_takes_out(team_event, desk):
    event = team_event(2, 3)
    team = event.teams.get(number=1)
    one, two, three = members(team)
    data = {"name": "Team 1", f"order-{one}": "3", f"order-{two}": "", f"order-{three}": "1"}
    assert desk.post(at("desk_team", event.pk, team.pk), data).status_code == 302
    assert members(team) == [three, one]
    data = {"name": "Team 1", f"order-{three}": "1", f"order-{one}": "2", "add": two}
    assert desk.post(at("desk_team", event.pk, team.pk), data).status_code == 302
    assert members(team) == [three, one, two]


def test_a_board_that_is_no_number_changes_nothing(team_event, desk):
    event = team_event(2, 2)
    team = event.teams.get(number=1)
    one, two = members(team)
    answer = desk.post(
        at("desk_team", event.pk, team.pk), {"name": "X", f"order-{one}": "x", f"order-{two}": "1"}
    )
    assert answer.status_code == 422
    assert "is no board number" in answer.content.decode()
    assert members(team) == [one, two] and Team.objects.get(pk=team.pk).name == "Team 1"


def test_rules_are_typed_as_points(team_event, desk):
    event = team_event(2, 2)
    data = {
        "boards": 3, "win_halves": "3", "draw_halves": "1", "loss_halves": "0", "primary": "GP",
        "bye_match_halves": "1.5", "bye_game_halves": "", "numbering": "lot", "most_members": "6",
    }  # fmt: skip
    assert desk.post(at("teams_rules", event.pk), data).status_code == 302
    rules = rules_for(event)
    assert (rules.boards, rules.win_halves, rules.draw_halves, rules.loss_halves) == (3, 6, 2, 0)
    assert (rules.primary, rules.bye_match_halves, rules.bye_game_halves) == ("GP", 3, None)
    assert (rules.ordered, rules.most_members, rules.numbering) == (False, 6, "lot")
    assert desk.post(at("teams_rules", event.pk), data | {"win_halves": "0.3"}).status_code == 422


LIST = "Rooks; Captain, C.\n1. New, Player\n2. T1P1, Test\n\nKnights\n4\n"


def test_a_pasted_list_is_shown_before_anything_is_written(team_event, desk):
    event = team_event(0, 0, number=False)
    assert not Team.objects.filter(event=event).exists()
    page = desk.post(at("teams_paste", event.pk), {"content": LIST}).content.decode()
    assert not Team.objects.filter(event=event).exists()
    assert "nobody has this number" in page
    assert "Enter 2 teams" not in page


def test_a_confirmed_list_enters_teams_with_known_and_new_players(team_event, director, desk):
    event = team_event(0, 0, number=False)
    known = entries_add(event, actor=director, rows=[{"name": "T1P1, Test"}, {"name": "Other, O."}])
    listed = LIST.replace("\n4\n", "\nOther, O.\n")
    page = desk.post(at("teams_paste", event.pk), {"content": listed}).content.decode()
    assert "Enter 2 teams" in page and "new: will be entered by name" in page
    assert desk.post(at("teams_paste", event.pk), {"content": listed, "confirm": "1"}).status_code == 302
    rooks, knights = event.teams.order_by("number")
    assert rooks.captain == "Captain, C."
    assert [entry.name for entry in rooks.members.order_by("board_order")] == ["New, Player", "T1P1, Test"]
    assert members(knights) == [known[1].pk]


def test_a_player_of_another_team_is_told_in_a_pasted_list(team_event, desk):
    event = team_event(2, 2)
    page = desk.post(
        at("teams_paste", event.pk), {"content": "Rooks\nT1P1, Test\nT1P1, Test"}
    ).content.decode()
    assert "plays for Team 1" in page
    answer = desk.post(at("teams_paste", event.pk), {"content": "Rooks\nT1P1, Test", "confirm": "1"})
    assert answer.status_code == 422
    assert event.teams.count() == 2


def test_rounds_of_matches_are_paired_from_the_page_of_rounds(team_event, desk):
    event = team_event(4)
    desk.post(at("round_pair", event.pk))
    assert TeamMatch.objects.filter(round__event=event).count() == 6


def test_a_round_of_a_team_swiss_is_ordered_as_a_job_and_marked_as_not_settled(team_event, desk):
    event = team_event(4, system="team_swiss")
    answer = desk.post(at("round_pair", event.pk))
    job = Job.objects.get()
    assert (answer.url, job.kind) == (reverse("core:job", args=[job.pk]), "tournaments.pair_teams")
    token = uuid4()
    Job.objects.filter(pk=job.pk).update(state="running", token=token, lease_until=timezone.now())
    job.refresh_from_db()
    pair_teams(JobContext(job, token))
    assert TeamMatch.objects.filter(round__event=event).count() == 2
    page = Client().get(at("round", event.pk, 1)).content.decode()
    assert "not settled" in page and "c0406-2026" in page


def test_line_ups_are_chosen_and_an_empty_board_is_shown(paired, desk):
    match = TeamMatch.objects.get(round__event=paired, number=1)
    one, _two, three = members(match.home)
    first, second, _third = members(match.away)
    address = at("match_lineups", paired.pk, 1, 1)
    data = {
        "version": match.version,
        f"team-{match.home_id}-1": one, f"team-{match.home_id}-2": three,
        f"team-{match.away_id}-1": first, f"team-{match.away_id}-2": "",
    }  # fmt: skip
    assert desk.post(address, data).status_code == 302
    match.refresh_from_db()
    assert (match.home_lineup, match.away_lineup) == ([one, three], [first, None])
    assert (match.home_set, match.away_set) == (True, True)
    stale = desk.post(address, data | {f"team-{match.away_id}-2": second})
    assert stale.status_code == 409
    page = desk.get(at("desk_round", paired.pk, 1)).content.decode()
    assert "T1P3, Test +" in page
    public = Client().get(at("round", paired.pk, 1)).content.decode()
    assert "1 : 0" in public and "nobody" in public


def test_a_match_not_played_is_noted_with_a_reason(paired, desk):
    address = at("match_forfeit", paired.pk, 1, 1)
    desk.post(address, {"forfeit": "+-"})
    assert TeamMatch.objects.get(round__event=paired).forfeit == ""
    desk.post(address, {"forfeit": "+-", "reason": "snow"})
    assert TeamMatch.objects.get(round__event=paired).forfeit == "+-"
    assert "not played" in Client().get(at("team", paired.pk, 1)).content.decode()


def test_a_captain_gives_the_line_up_by_his_link(paired, director, client):
    team = captain_link_renew(paired.teams.get(number=2), actor=director)
    match = TeamMatch.objects.get(round__event=paired)
    one, two, three = members(team)
    address = at("captain", captain_token(team))
    page = client.get(address).content.decode()
    assert "Round 1 against Team 1" in page
    data = {"match": match.pk, "version": match.version, f"team-{team.pk}-1": two, f"team-{team.pk}-2": three}
    assert client.post(address, data).status_code == 302
    match.refresh_from_db()
    assert match.away_lineup == [two, three]
    refused = client.post(
        address, data | {"version": match.version, f"team-{team.pk}-1": three, f"team-{team.pk}-2": one}
    )
    assert refused.status_code == 422
    assert "order of the team" in refused.content.decode()


def test_a_link_ends_with_the_first_result_and_with_a_new_link(paired, director, client):
    team = captain_link_renew(paired.teams.get(number=2), actor=director)
    address = at("captain", captain_token(team))
    game = Game.objects.get(round__event=paired, board=1)
    record_result(game, actor=director, code="1-0", version=game.version)
    assert "Nothing to decide now" in client.get(address).content.decode()
    captain_link_renew(team, actor=director)
    assert client.get(address).status_code == 404
    assert client.get(at("captain", "1.1:forged")).status_code == 404
    other = paired.teams.get(number=1)
    assert client.get(at("captain", captain_token(other))).status_code == 404


def test_a_captains_link_is_limited_by_its_own_writes_and_never_by_forged_links(paired, director, client):
    team = captain_link_renew(paired.teams.get(number=2), actor=director)
    match = TeamMatch.objects.get(round__event=paired)
    one, two, _three = members(team)
    forged = [client.get(at("captain", "1.1:forged")).status_code for _try in range(21)]
    assert forged == [404] * 20 + [429]
    address = at("captain", captain_token(team))
    answers = []
    for _try in range(13):
        match.refresh_from_db()
        data = {"match": match.pk, "version": match.version}
        data |= {f"team-{team.pk}-1": one, f"team-{team.pk}-2": two}
        answers.append(client.post(address, data).status_code)
    assert answers == [302] * 12 + [429]
    assert client.get(address).status_code == 200
    renewed = captain_link_renew(team, actor=director)
    match.refresh_from_db()
    assert client.post(at("captain", captain_token(renewed)), data).status_code == 302


def test_a_captain_cannot_touch_a_match_of_others(team_event, director, client):
    event = team_event(4)
    team_rounds_pair_all(event, actor=director)
    team = captain_link_renew(event.teams.get(number=1), actor=director)
    foreign = TeamMatch.objects.get(round__event=event, round__number=1, number=2)
    data = {"match": foreign.pk, "version": foreign.version}
    assert client.post(at("captain", captain_token(team)), data).status_code == 404


def test_matches_are_made_by_hand(team_event, desk):
    event = team_event(4, system="team_swiss")
    address = at("matches_by_hand", event.pk, 1)
    assert desk.get(at("round_by_hand", event.pk, 1)).url == address
    half = desk.post(address, {"home": ["1", "2"], "guests": ["3", ""]})
    assert half.status_code == 422 and "Match 2 has one team only." in half.content.decode()
    desk.post(address, {"home": ["1", "4"], "guests": ["2", "3"]})
    pairs = TeamMatch.objects.filter(round__event=event).order_by("number")
    assert list(pairs.values_list("home__number", "away__number")) == [(1, 2), (4, 3)]


def test_the_grid_groups_boards_by_match_with_the_score(paired, director, desk):
    game = Game.objects.get(round__event=paired, board=2)
    record_result(game, actor=director, code="1-0", version=game.version)  # the guests have White there
    page = desk.get(at("desk_round", paired.pk, 1)).content.decode()
    assert page.count('class="match-row"') == 1
    assert 'data-match="1" data-home-white="0"' in page
    assert "0 : 1" in page


def test_public_pages_show_teams_results_and_the_crosstable(team_event, director, client):
    """Team 1 beats Team 4 by 2-0, Team 2 and Team 3 part 1-1."""
    event = team_event(4)
    team_rounds_pair_all(event, actor=director)
    for board, code in ((1, "1-0"), (2, "0-1"), (3, "1-0"), (4, "1-0")):
        game = Game.objects.get(round__event=event, round__number=1, board=board)
        record_result(game, actor=director, code=code, version=game.version)
    table = client.get(at("team_crosstable", event.pk) + "?format=csv").content.decode("utf-8-sig")
    rows = list(csv.reader(table.splitlines(), delimiter=";"))
    assert rows[0] == ["No.", "Team", "1", "2", "3", "4", "MP", "GP"]
    assert [row[0:2] + row[-2:] for row in rows[1:]] == [
        ["1", "Team 1", "2", "2"],
        ["2", "Team 2", "1", "1"],
        ["3", "Team 3", "1", "1"],
        ["4", "Team 4", "0", "0"],
    ]
    assert client.get(at("team_crosstable", event.pk)).status_code == 200
    team = client.get(at("team", event.pk, 1)).content.decode()
    assert "T1P1, Test" in team and "reserve" in team and "2 : 0" in team
    assert client.get(at("team", event.pk, 9)).status_code == 404
    listed = json.loads(client.get(at("teams", event.pk) + "?format=json").content)
    assert [row["Name"] for row in listed["rows"][:3]] == ["T1P1, Test", "T1P2, Test", "T1P3, Test"]


def test_a_private_word_is_on_no_public_page(paired, director, client):
    """Nothing of the captain's link is shown but to the arbiter."""
    team = captain_link_renew(paired.teams.get(number=1), actor=director)
    token = captain_token(team)
    for address in (at("teams", paired.pk), at("team", paired.pk, 1), at("history", paired.pk)):
        assert token not in client.get(address).content.decode()


@pytest.mark.parametrize("name", ["teams", "team_crosstable", "desk_teams"])
def test_the_number_of_queries_does_not_grow_with_the_teams(
    team_event, director, desk, django_assert_max_num_queries, name
):
    counts = []
    for teams in (2, 6):
        event = team_event(teams, 3, name=f"League {teams}")
        team_rounds_pair_all(event, actor=director)
        with django_assert_max_num_queries(60) as asked:
            assert desk.get(at(name, event.pk)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_line_up_of_the_past_is_kept_in_the_record(paired, director):
    match = TeamMatch.objects.select_related("round", "home", "away").get(round__event=paired)
    one, _two, three = members(match.home)
    lineup_set(match, actor=director, team=match.home, lineup=[one, three], version=match.version)
    match.refresh_from_db()
    assert match.home_lineup == [one, three]


@pytest.mark.parametrize("verb", ["remove", "withdraw", "return", "link", "bye"])
def test_a_team_of_another_event_is_not_found_under_the_own_one(team_event, director, desk, verb):
    own, other = team_event(2, 2, name="Own"), team_event(2, 2, name="Other")
    team = other.teams.get(number=1)
    before = (team.captain_link, team.withdrawn_after)
    assert desk.post(at(f"team_{verb}", own.pk, team.pk), {"after": "0", "round": "1"}).status_code == 404
    team.refresh_from_db()
    assert (team.captain_link, team.withdrawn_after) == before
    assert desk.get(at("desk_team", own.pk, team.pk)).status_code == 404
    assert desk.get(at("match_lineups", own.pk, 1, 1)).status_code == 404


def test_a_clerk_enters_results_and_changes_no_line_up(paired, director, accounts, client):
    clerk = accounts("dora")
    official_set(paired, actor=director, account=clerk, role="clerk")
    client.force_login(clerk)
    page = client.get(at("desk_round", paired.pk, 1))
    assert page.status_code == 200 and "Line-ups" not in page.content.decode()
    assert client.get(at("match_lineups", paired.pk, 1, 1)).status_code == 403
    assert client.get(at("desk_teams", paired.pk)).status_code == 403


# -- why a round was paired so ----------------------------------------------------------------------------


def test_why_a_round_of_a_team_swiss_was_paired_so(team_event, director, client):
    """Round 1: 1 and 2 at home or not by their number; round 2: two groups, each team due what it had not."""
    event = team_event(4, 2, system="team_swiss", rounds_planned=3)
    team_round_pair(event, actor=director)
    first = client.get(at("round_why", event.pk, 1))
    (group,) = first.context["groups"]
    assert group["halves"] == 0
    assert [(match["row"].home.number, match["row"].away.number) for match in group["matches"]] == [
        (1, 3),
        (4, 2),
    ]
    assert {match["why"].article for match in group["matches"]} == {"4.3.1"}
    # The teams named first win every board; then 1 and 4 have two match points, 2 and 3 none.
    for game in Game.objects.filter(round__event=event):
        home = game.white.team_id in (Team.objects.get(event=event, number=n).pk for n in (1, 4))
        record_result(game, actor=director, code="1-0" if home else "0-1", version=game.version)
    event.refresh_from_db()
    team_round_pair(event, actor=director)
    page = client.get(at("round_why", event.pk, 2))
    assert [group["halves"] for group in page.context["groups"]] == [4, 0]
    text = page.content.decode()
    assert "Team 4" in text and "C.04.6 art. 4.3" in text
    # Type A: one match makes nobody due; equal differences, one colour: the team that stands higher alternates.
    assert {
        side["due"]["mark"]
        for group in page.context["groups"]
        for m in group["matches"]
        for side in m["sides"]
    } == {"–"}
    top = page.context["groups"][0]["matches"][0]
    assert (top["why"].article, top["row"].home.number) == ("4.3.8", 4)
    assert client.get(at("round", event.pk, 2)).content.decode().count(at("round_why", event.pk, 2)) == 1


def test_a_table_of_teams_has_no_page_of_reasons(paired, client):
    assert client.get(at("round_why", paired.pk, 1)).status_code == 404


# -- teams kept apart --------------------------------------------------------------------------------------


def test_teams_are_kept_apart_at_the_desk(team_event, director, desk):
    event = team_event(4, 2, system="team_swiss", rounds_planned=3, rating_kind="")
    one, two, three = (Team.objects.get(event=event, number=number) for number in (1, 2, 3))
    assert at("teams_apart", event.pk) in desk.get(at("desk_teams", event.pk)).content.decode()
    asked = {"one": one.pk, "other": three.pk, "first_round": 1, "last_round": "", "reason": "one club"}
    assert desk.post(at("teams_apart", event.pk), asked).status_code == 302
    page = desk.get(at("teams_apart", event.pk)).content.decode()
    assert "Team 1" in page and "one club" in page and "1–3" in page
    # Without the wish 1 would meet 3 in round 1.
    paired = team_round_pair(event, actor=director)
    matches = {(m.home.number, m.away.number) for m in paired.team_matches.select_related("home", "away")}
    assert not matches & {(1, 3), (3, 1)} and len(matches) == 2
    again = desk.post(at("teams_apart", event.pk), asked | {"one": three.pk, "other": one.pk})
    assert (
        again.status_code == 422
        and "already" in again.content.decode()
        and "one club" in again.content.decode()
    )
    assert desk.post(at("teams_apart", event.pk), asked | {"other": one.pk}).status_code == 422
    assert (
        desk.post(at("teams_apart", event.pk), asked | {"other": two.pk, "last_round": "9"}).status_code
        == 422
    )
    row = ForbiddenTeams.objects.get(event=event)
    assert desk.post(at("teams_allow", event.pk, row.pk)).status_code == 302
    assert not ForbiddenTeams.objects.filter(event=event).exists()


def test_in_a_rated_event_nobody_keeps_teams_apart(team_event, desk):
    event = team_event(4, 2, system="team_swiss", rounds_planned=3)
    assert event.rating_kind
    one, other = event.teams.filter(number__in=(1, 2)).values_list("pk", flat=True)
    page = desk.get(at("teams_apart", event.pk))
    assert "C.04.2" in page.content.decode() and "<select" not in page.content.decode()
    answer = desk.post(at("teams_apart", event.pk), {"one": one, "other": other, "first_round": 1})
    assert answer.status_code == 422 and not ForbiddenTeams.objects.exists()
    assert desk.get(at("teams_apart", team_event(2, 2, name="Tables").pk)).status_code == 404
