"""A team event in Chromium: line-ups with a reserve and an empty board, a round typed by keys, the standings."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_grid import account, all_saved, log_in
from tests.tournaments.teams import made_team_event
from tournaments.models import Game, Seat
from tournaments.services.team_pairing import team_rounds_pair_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Round 1 of eight teams by the Berger table: 1-8, 2-7, 3-6, 4-5. Home has White on boards 1 and 3 of a match.
KEYS = (
    "1010"  # 1-8: home wins with White, then with Black, again and again: 4-0
    "==="  # 2-7: three draws, and board 4 is won by the guests without play: 1½-2½
    "1111"  # 3-6: White wins everywhere: 2-2
    "0101"  # 4-5: the guests win everywhere: 0-4
)
SCORES = ["4 : 0", "1½ : 2½", "2 : 2", "0 : 4"]
# Match points and board points.
STANDINGS = {
    "Team 1": ("2", "4"), "Team 5": ("2", "4"), "Team 7": ("2", "2.5"), "Team 3": ("1", "2"),
    "Team 6": ("1", "2"), "Team 2": ("0", "1.5"), "Team 4": ("0", "0"), "Team 8": ("0", "0"),
}  # fmt: skip


def choose(page: Page, label: str, name: str) -> None:
    """Choose a player, or the empty board, for a board of a line-up."""
    select = page.get_by_label(label)
    value = select.locator("option", has_text=name).first.get_attribute("value")
    select.select_option(value)


def test_eight_teams_on_four_boards(context: Any, live_server: Any) -> None:
    director = account("ana")
    event = made_team_event(director, 8, 5, boards=4, tie_break_order="PTS,MPVGP")
    log_in(context, live_server, director)
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    desk = f"{live_server.url}/desk/{event.pk}"

    page.goto(f"{desk}/rounds/")
    page.get_by_role("button", name="Pair all rounds").click()
    expect(page.get_by_text("7 rounds are paired by the tables.")).to_be_visible()

    # The reserve of team 1 sits at the last board; team 2 leaves its last board empty.
    page.goto(f"{desk}/rounds/1/")
    page.get_by_role("link", name="Line-ups").first.click()
    choose(page, "Board 4 of Team 1", "T1P5, Test")
    page.get_by_role("button", name="Save the line-ups").click()
    page.get_by_role("link", name="Line-ups").nth(1).click()
    choose(page, "Board 4 of Team 2", "empty board")
    page.get_by_role("button", name="Save the line-ups").click()
    expect(page.locator("tr.board")).to_have_count(15)
    expect(page.locator("tr.match-row").nth(1)).to_contain_text("T7P4, Test +")

    expect(page.locator("form.has-script")).to_have_count(1)
    for key in KEYS:
        page.keyboard.press(key)
    expect(page.locator("tr.match-row [data-score]")).to_have_text(SCORES)
    all_saved(page)
    assert not Game.objects.filter(round__event=event, round__number=1, code="*").exists()
    assert Seat.objects.get(round__event=event, game__isnull=True).bye == "+"

    page.goto(f"{live_server.url}/events/{event.pk}/rounds/1/")
    expect(page.locator(".match-score")).to_have_text(SCORES)
    page.goto(f"{live_server.url}/events/{event.pk}/teams/1/")
    expect(page.locator("tr", has_text="T1P5, Test").locator("td.num")).to_have_text(["5", "2750", "1", "1"])
    page.goto(f"{live_server.url}/events/{event.pk}/standings/teams/")
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(8)
    told = page.request.get(f"{live_server.url}/events/{event.pk}/standings/teams/?format=json").json()
    found = {row["name"]: (row["values"]["PTS"], row["values"]["MPVGP"]) for row in told["rows"]}
    assert found == STANDINGS
    expect(rows.nth(2)).to_contain_text("Team 7")
    assert problems == []


def test_the_pages_fit_a_telephone(context: Any, live_server: Any) -> None:
    director = account("ana")
    event = made_team_event(director, 4, 3)
    from tournaments.services.team_pairing import team_rounds_pair_all

    team_rounds_pair_all(event, actor=director)
    log_in(context, live_server, director)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 800})
    team = event.teams.get(number=1)
    for address in (
        f"/desk/{event.pk}/teams/",
        f"/desk/{event.pk}/teams/{team.pk}/",
        f"/desk/{event.pk}/rounds/1/",
        f"/desk/{event.pk}/rounds/1/matches/1/",
        f"/events/{event.pk}/rounds/1/",
        f"/events/{event.pk}/teams/",
        f"/events/{event.pk}/teams/crosstable/",
    ):
        page.goto(live_server.url + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address


def test_the_score_of_the_last_of_many_matches_follows_its_own_boards(context: Any, live_server: Any) -> None:
    director = account("ana")
    event = made_team_event(director, 22, 4, boards=4)
    team_rounds_pair_all(event, actor=director)
    log_in(context, live_server, director)
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/{event.pk}/rounds/1/#board-44")
    last = page.locator("tr.match-row [data-score]").last
    expect(page.locator("#board-44 .result-input")).to_be_focused()
    expect(last).to_have_text("0 : 0")
    # Board 4 of a match: the guests have White.
    page.keyboard.press("1")
    expect(last).to_have_text("0 : 1")
    expect(page.locator("tr.match-row [data-score]")).to_have_text(["0 : 0"] * 10 + ["0 : 1"])
    expect(page.locator("tr.board")).to_have_count(44)
