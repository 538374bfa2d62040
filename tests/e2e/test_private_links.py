"""What is saved by a private link, in Chromium: the address of a player, the line-up of a captain."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.test_correspondence import director, league  # noqa: F401 - fixtures
from tests.e2e.test_grid import account
from tests.tournaments.teams import made_team_event
from tournaments.models import Entry, Team
from tournaments.sealing import unseal
from tournaments.services.captains import captain_token
from tournaments.services.correspondence import private_token, setup_of
from tournaments.services.team_pairing import team_rounds_pair_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_player_saves_his_address(league: Any, live_server: Any, browser: Any) -> None:  # noqa: F811
    entry = league.entries.get(number=3)
    page = browser.new_page()
    page.goto(
        f"{live_server.url}/events/{league.pk}/correspondence/{private_token(entry, setup_of(league).link_series)}/"
    )
    page.get_by_text("Change your address, or reminders").click()
    page.locator("#id_address").fill("Lane of Limes 9")
    page.locator("#id_email").fill("third@example.invalid")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert unseal(Entry.objects.get(pk=entry.pk).contact.sealed)["address"] == "Lane of Limes 9"


def test_a_captain_saves_his_line_up(live_server: Any, browser: Any) -> None:
    chief = account("ana")
    event = made_team_event(chief, 4, 5, boards=4)
    team_rounds_pair_all(event, actor=chief)
    team = Team.objects.get(event=event, number=1)
    Team.objects.filter(pk=team.pk).update(captain_link=1)
    team.refresh_from_db()
    page = browser.new_page()
    page.goto(f"{live_server.url}/captain/{captain_token(team)}/")
    form = page.locator("form.panel").first
    select = form.locator("select").last
    value = select.locator("option", has_text="T1P5").first.get_attribute("value")
    select.select_option(value)
    form.get_by_role("button", name="Save this line-up").click()
    expect(page.get_by_text("The line-up of round 1 is saved.")).to_be_visible()
