"""A play-off of three in a browser: announced, begun, played, and on the standings and the final table."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from tests.tiebreaks.web.test_play_off import CIRCLE
from tournaments.models import EventOfficial

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = {number: f"Player{number:03d}, Test" for number in CIRCLE}


@pytest.fixture
def event(make_event: Any, accounts: Any) -> Any:
    """Four players of whom three will be equal; registered, so that a play-off can still be announced."""
    made = make_event(
        CIRCLE,
        order="PTS,SB",
        state="registered",
        rounds_planned=3,
        start=date(2026, 4, 4),
        end=date(2026, 4, 6),
        rate_of_play="90'+30\"",
        rating_edition="fide-2025-10",
        city="Inventown",
    )
    EventOfficial.objects.create(event=made, account=accounts("director"), role="chief_arbiter")
    return made


@pytest.fixture
def director_page(context: BrowserContext, live_server: Any, event: Any) -> Page:
    """The browser of the director, with his session."""
    client = Client()
    client.force_login(event.officials.get().account)
    value = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
    return context.new_page()


def results_to_enter(page: Page) -> int:
    """How many games wait for a result."""
    return page.locator(".play-off-games > li.is-open").count()


def test_a_play_off_of_three_from_the_announcement_to_the_final_table(
    live_server: Any, director_page: Page, event: Any
) -> None:
    page = director_page
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))

    page.goto(live_server.url + reverse("tiebreaks:play_offs", args=[event.pk]))
    page.get_by_role("link", name="What the event announces").click()
    page.get_by_label("places played for").fill("1")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("the first place")).to_be_visible()

    event.state = "finished"
    event.save(update_fields=["state"])
    page.reload()
    expect(page.get_by_role("heading", name="Equal after the last round")).to_be_visible()
    page.get_by_role("button", name="Draw the lot and begin").click()
    expect(page.get_by_text("3 games to enter")).to_be_visible()

    played = 0
    while results_to_enter(page):
        game = page.locator(".play-off-games > li.is-open").first
        white, black = game.locator(".play-off-pair > span").all_inner_texts()
        # 2 beats both others, 3 beats 1
        better = next(NAMES[number] for number in (2, 3, 1) if NAMES[number] in f"{white} {black}")
        game.get_by_label("Result").select_option("1-0" if better in white else "0-1")
        game.get_by_label("Arbiter").fill("Dana Test")
        game.get_by_role("button", name="Save").click()
        played += 1
        expect(page.locator(".play-off-games strong", has_text="-")).to_have_count(played)
    assert played == 3
    places = page.locator(".play-off-places li")
    expect(places).to_have_text([f"1 {NAMES[2]}", f"2 {NAMES[3]}", f"3 {NAMES[1]}"])
    expect(page.get_by_text("the games are left out of the ratings")).to_be_visible()

    page.get_by_role("link", name="Standings").last.click()
    rows = page.locator("#standings-table tbody tr")
    expect(rows.locator("th").first).to_contain_text(NAMES[2])
    expect(page.locator(".play-off-mark")).to_have_count(3)
    page.get_by_role("link", name="Compare two players").click()
    page.get_by_label("First player").select_option("1")
    page.get_by_label("Second player").select_option("2")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".compare-answer")).to_contain_text(f"{NAMES[2]} stands before")
    expect(page.locator(".compare-answer")).to_contain_text("the play-off decides")

    page.goto(live_server.url + reverse("reports:hand_in", args=[event.pk]))
    expect(
        page.get_by_text(f"whatever the tie-breaks say: 1 {NAMES[2]}; 2 {NAMES[3]}; 3 {NAMES[1]}.")
    ).to_be_visible()
    page.get_by_role("button", name="Freeze and make the document").click()
    expect(page.get_by_text("Games of the play-off:")).to_be_visible()
    assert problems == []
