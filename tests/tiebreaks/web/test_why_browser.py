"""“Why am I behind her?” in a browser: from the rank by keyboard, of players and of teams; and the language's form."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from tests.tiebreaks.web.test_teams import team_event
from tournaments.models import EventOfficial

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def press_rank(page: Page, rank: str) -> None:
    """Open the reason of a rank as somebody without a mouse does."""
    page.locator("a.why", has_text=rank).first.focus()
    page.keyboard.press("Enter")


def no_sideways_page(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.parametrize("width", [390, 1280])
def test_a_rank_says_why_and_the_way_back_leads_to_the_standings(
    live_server: Any, page: Page, six: Any, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(live_server.url + reverse("tiebreaks:standings", args=[six.pk]))
    press_rank(page, "2")
    answer = page.locator(".compare-answer")
    expect(answer).to_contain_text("Player006, Test stands before")
    expect(answer).to_contain_text("Sonneborn-Berger")
    assert no_sideways_page(page)
    page.go_back()
    expect(page.locator("table.standings")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_team_says_why_shows_its_matches_and_opens_its_values(
    live_server: Any, page: Page, make_event: Any, width: int
) -> None:
    event = team_event(make_event)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(live_server.url + reverse("tiebreaks:teams", args=[event.pk]))
    page.locator("#t3 summary").click()
    expect(page.get_by_text("Player006, Test")).to_be_visible()
    page.locator("#t3 a.explain").first.click()
    expect(page.locator("dialog .derivation")).to_contain_text("no. 3 Team 3")
    page.keyboard.press("Escape")
    assert no_sideways_page(page)
    press_rank(page, "3")
    expect(page.locator(".compare-answer")).to_contain_text("Team 1 stands before")
    expect(page.locator(".compare-sides table").first).to_contain_text("½ : 1½")
    assert no_sideways_page(page)


def choose_language(page: Page, code: str) -> None:
    page.locator("details.wide-only > summary").first.click()
    page.locator(f"details.wide-only button[lang={code}]").click()
    expect(page.locator("html")).to_have_attribute("lang", code)


def test_the_language_changes_on_a_kept_page_and_the_reader_stays_on_it(
    live_server: Any, page: Page, six: Any
) -> None:
    address = live_server.url + reverse("tiebreaks:standings", args=[six.pk]) + "?round=2"
    for code in ("hr", "uk", "en"):
        page.goto(address)
        choose_language(page, code)
        assert page.url == address


def test_the_language_changes_on_a_refused_form_and_leads_back_to_where_it_stood(
    live_server: Any, context: BrowserContext, six: Any, accounts: Any
) -> None:
    EventOfficial.objects.create(event=six, account=accounts("director"), role="chief_arbiter")
    client = Client()
    client.force_login(six.officials.get().account)
    value = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
    page = context.new_page()
    desk = live_server.url + reverse("tiebreaks:order", args=[six.pk])
    page.goto(desk)
    page.get_by_label("Tie-break order").fill("PTS,NONSENSE")
    page.get_by_role("button", name="Show what it would do").click()
    expect(page.get_by_label("Tie-break order")).to_have_value("PTS,NONSENSE")
    choose_language(page, "es")
    assert page.url == desk


def test_a_page_of_another_origin_sets_no_language(live_server: Any, context: BrowserContext) -> None:
    other = live_server.url.replace("localhost", "127.0.0.1")
    assert other != live_server.url
    page = context.new_page()
    page.route(
        f"{other}/**",
        lambda route: route.fulfill(
            content_type="text/html",
            body=f'<form method="post" action="{live_server.url}{reverse("set_language")}">'
            '<button name="language" value="uk">uk</button></form>',
        ),
    )
    page.goto(f"{other}/evil/")
    with page.expect_navigation() as moved:
        page.get_by_role("button").click()
    assert moved.value is not None
    assert moved.value.status == 403
    assert "django_language" not in [cookie["name"] for cookie in context.cookies()]
