"""The standings of an event being played, in a browser: they follow the play, the reader keeps the place."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tournaments.models import Game
from tournaments.services import facts_changed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ASK = "document.dispatchEvent(new Event('visibilitychange'))"


def board(event, number, code):
    """Enter a result behind the page's back."""
    Game.objects.filter(round__event=event, board=number).update(code=code)
    facts_changed(event)


@pytest.fixture
def event(make_event):
    lines = {}
    for number in range(1, 61, 2):
        lines |= {number: f"{number + 1}w*", number + 1: f"{number}b*"}
    return make_event(lines, order="PTS,BH")


def test_a_result_appears_and_scroll_sort_and_focus_stay(live_server, page: Page, event):
    answers = []
    page.on("response", lambda answer: answers.append(answer.status) if "/live/" in answer.url else None)
    page.goto(live_server.url + reverse("tiebreaks:standings", args=[event.pk]))
    expect(page.locator("#p9 .points")).to_have_text("0")

    page.evaluate(ASK)
    page.wait_for_timeout(500)
    assert answers == [304]
    assert page.locator("#p9").count() == 1

    page.get_by_role("button", name="SNo").click()
    descending = page.locator("tbody tr").first.get_attribute("id")
    assert descending == "p60"
    page.locator("#p30 .points a").focus()
    page.evaluate("window.scrollTo(0, 700)")
    before = page.evaluate("window.scrollY")
    board(event, 5, "1-0")
    page.evaluate(ASK)
    expect(page.locator("#p9 .points")).to_have_text("1")
    assert answers == [304, 200]
    assert page.locator("tbody tr").first.get_attribute("id") == "p60"
    assert page.evaluate("window.scrollY") == before
    assert page.evaluate("document.activeElement.closest('tr').id") == "p30"

    page.evaluate(ASK)
    page.wait_for_timeout(500)
    assert answers == [304, 200, 304]


def test_nothing_is_asked_while_a_panel_is_open(live_server, page: Page, event):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/live/" in request.url else None)
    page.goto(live_server.url + reverse("tiebreaks:standings", args=[event.pk]))
    page.locator("#p9 .points a").click()
    expect(page.locator("dialog .derivation-result")).to_have_text("0")
    page.evaluate(ASK)
    page.wait_for_timeout(300)
    assert asked == []
    page.keyboard.press("Escape")
    page.evaluate(ASK)
    page.wait_for_timeout(500)
    assert len(asked) == 1


@pytest.mark.parametrize("name", ["standings", "crosstable"])
def test_on_a_phone_the_line_wraps_under_the_name_and_the_page_does_not_run_sideways(
    live_server, page: Page, six, name
):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(live_server.url + reverse(f"tiebreaks:{name}", args=[six.pk]))
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    row = page.locator("#p6")
    last = row.locator("td").last.bounding_box()
    named = row.locator("th").bounding_box()
    assert last
    assert named
    assert last["x"] + last["width"] <= 390
    assert any(
        (box := cell.bounding_box()) and box["y"] > named["y"] + 5 for cell in row.locator("td:visible").all()
    )


def test_nothing_is_replaced_while_a_reader_types_into_its_filter(live_server, page: Page, event):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "part=live" in request.url else None)
    page.goto(live_server.url + reverse("tournaments:entries", args=[event.pk]))
    page.locator("#players-live input[type=search]").fill("Pla")
    page.evaluate(ASK)
    page.wait_for_timeout(300)
    assert asked == []
    page.locator("#players-live input[type=search]").blur()
    page.evaluate(ASK)
    page.wait_for_timeout(500)
    assert len(asked) == 1
