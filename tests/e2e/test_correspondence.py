"""A correspondence league in the browser: start list, results in any order, a substitute, the final table by hand."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from tournaments.models import Game
from tournaments.services import entries_add, event_create, event_register
from tournaments.services.correspondence import private_token, setup_of
from tournaments.services.team_pairing import team_rounds_pair_all
from tournaments.services.teams import team_add, team_rules_set, teams_number

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SLOW = 20_000
REASON = "a bishop ahead when the time of the event ended"


@pytest.fixture
def director() -> Any:
    from players.services import account_create

    return account_create(actor=None, username="ana", password="baize-and-ink-64", display_name="Ana")


@pytest.fixture
def league(director: Any) -> Any:
    """Alpha (1 and 2) and Beta (3 and 4) meet twice on two boards.

    By the tables: round 1 is 1–3 and 4–2, round 2 is 3–1 and 2–4, White first.
    """
    today = timezone.localdate()
    event = event_create(
        actor=director,
        name="Postal League",
        start=today - timedelta(days=400),
        end=today + timedelta(days=30),
        system="team_round_robin",
        cycles=2,
        correspondence=True,
        rating_kind="ik",
        first_colour="w",
        norms="KMS 1.5 of 2",
    )
    team_rules_set(event, actor=director, boards=2)
    ratings = {"Alpha First": 2300, "Alpha Second": 2290, "Beta First": 2200, "Beta Second": 2190}
    rows = [
        {"name": name, "rating": rating, "national_id": f"0{place}", "birth": "1960-01-01"}
        for place, (name, rating) in enumerate(ratings.items(), start=1)
    ]
    entries = entries_add(event, actor=director, rows=rows)
    team_add(event, actor=director, name="Alpha", members=[entry.pk for entry in entries[:2]])
    team_add(event, actor=director, name="Beta", members=[entry.pk for entry in entries[2:]])
    event = event_register(event, actor=director)
    teams_number(event, actor=director)
    team_rounds_pair_all(event, actor=director)
    event.refresh_from_db()
    return event


@pytest.fixture
def desk(context: Any, live_server: Any, director: Any) -> Page:
    client = Client()
    client.force_login(director)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    context.add_cookies([cookie])
    page: Page = context.new_page()
    page.set_default_timeout(SLOW)
    return page


def enter(page: Page, typed: str) -> None:
    """A result by keys alone; the cursor stands in the field when the page has come, and Enter brings the next page."""
    expect(page.locator("#typed")).to_be_focused()
    page.keyboard.type(typed)
    expect(page.locator("#typed")).to_have_value(typed)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_correspondence_league_with_a_substitute_from_the_start_list_to_the_final_table(
    league: Any, desk: Page, live_server: Any, browser: Any
) -> None:
    home = f"{live_server.url}/desk/{league.pk}/correspondence/"
    first = league.entries.get(number=1)
    assert list(league.entries.order_by("number").values_list("name", flat=True)) == [
        "Alpha First", "Alpha Second", "Beta First", "Beta Second",
    ]  # fmt: skip

    # The start list: an address typed by the arbiter is read by a participant with his private link.
    desk.goto(home)
    desk.get_by_label("Postal address of Alpha First").fill("Lane of Elms 7")
    desk.get_by_label("E-mail of Alpha First").fill("first@example.invalid")
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_text("1 player changed.")).to_be_visible()
    token = private_token(league.entries.get(number=3), setup_of(league).link_series)
    visitor = browser.new_page()
    visitor.goto(f"{live_server.url}/events/{league.pk}/correspondence/{token}/")
    expect(visitor.get_by_text("Lane of Elms 7")).to_be_visible()
    visitor.goto(f"{live_server.url}/events/{league.pk}/players/")
    expect(visitor.get_by_text("Alpha First")).to_be_visible()
    expect(visitor.get_by_text("Lane of Elms 7")).to_have_count(0)

    # Results in any order: the second round's first board comes last, the second round's second board first.
    desk.goto(f"{home}games/")
    expect(desk.get_by_text("4 of 4 games open")).to_be_visible()
    enter(desk, "2 4 =")
    expect(desk.get_by_text("3 of 4 games open")).to_be_visible()
    enter(desk, "1 3 1")
    expect(desk.get_by_text("2 of 4 games open")).to_be_visible()
    enter(desk, "4 2 1")
    expect(desk.get_by_text("1 of 4 games open")).to_be_visible()

    # A substitute takes over the open game of the first player.
    desk.goto(f"{home}players/{first.pk}/")
    desk.locator("#id_substitute-name").fill("Alpha Substitute")
    desk.locator("#id_substitute-rating").fill("2500")
    desk.locator("#id_substitute-reason").fill("illness")
    desk.get_by_role("button", name="Enter the substitute").click()
    expect(desk.get_by_text("Alpha Substitute plays on for Alpha First.")).to_be_visible()

    # His game is adjudicated: not without the arbiter's reason.
    desk.goto(f"{home}games/")
    enter(desk, "5 3 1a")
    expect(desk.get_by_text("needs the arbiter's reason")).to_be_visible()
    expect(desk.locator("#typed")).to_have_value("5 3 1a")
    desk.locator("#reason").fill(REASON)
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_text("0 of 4 games open")).to_be_visible()
    stored = Game.objects.filter(round__event=league).order_by("round__number", "board")
    assert [(game.white.number, game.black.number, game.code) for game in stored] == [
        (1, 3, "1-0"), (4, 2, "1-0"), (3, 5, "0-1a"), (2, 4, "1/2-1/2"),
    ]  # fmt: skip

    # By hand: round 1 ends 1–1, round 2 1½–½ for Alpha; match points 1+2 and 1+0, board points 2½ and 1½.
    visitor.goto(f"{live_server.url}/events/{league.pk}/teams/crosstable/")
    lines = [
        " ".join(text.split()) for text in visitor.locator("table.team-cross tbody tr").all_inner_texts()
    ]
    assert lines == ["1 Alpha 1 1½ 3 2½", "2 Beta 1 ½ 1 1½"]

    # Each of the two on the board has his own result; the reason stands in the public history.
    visitor.goto(f"{live_server.url}/events/{league.pk}/crosstable/?by=number")
    points = {}
    for row in visitor.locator("table.crosstable tbody tr").all():
        points[row.locator(".name").inner_text().strip()] = row.locator("td.points").inner_text().strip()
    assert points == {
        "Alpha First": "1", "Alpha Second": "½", "Beta First": "0", "Beta Second": "1½", "Alpha Substitute": "1",
    }  # fmt: skip
    visitor.goto(f"{live_server.url}/events/{league.pk}/history/")
    expect(visitor.get_by_text(REASON)).to_be_visible()
    expect(
        visitor.get_by_text("Alpha: Alpha Substitute replaces Alpha First in 1 open games")
    ).to_be_visible()
    assert "Elms" not in visitor.content()

    # The event ends by the desk's own button.
    desk.goto(f"{live_server.url}/desk/{league.pk}/")
    desk.get_by_role("button", name="Finish the event").first.click()
    desk.wait_for_load_state("load")
    league.refresh_from_db()
    assert league.state == "finished"
    visitor.close()
