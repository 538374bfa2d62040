"""An event by keyboard alone, and a telephone in the hall: the clerk's grid, the player's private link."""

from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from players.services import person_create
from tests.e2e.test_grid import LONG, account, all_saved, event_of, log_in, open_grid, stored
from tournaments.links import player_link
from tournaments.models import Event, Game
from tournaments.services import check_in_open, hall_rules_set

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ACTIVE = """([selector, words]) => {
  const active = document.activeElement;
  return active.matches(selector) && (active.textContent || '').includes(words);
}"""
NAMES = ("Amsel", "Buchfink", "Dohle", "Elster", "Fasan", "Gimpel")


def tab_to(page: Page, selector: str, words: str = "", *, back: bool = False) -> None:
    """Press Tab until the focus stands on what is meant, as somebody without a mouse does."""
    for _press in range(200):
        if page.evaluate(ACTIVE, [selector, words]):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"no Tab comes to {selector} {words}")


def press_and_load(page: Page, address: str = "**") -> None:
    with page.expect_navigation(url=address):
        page.keyboard.press("Enter")
    page.wait_for_load_state()


def test_a_double_round_robin_of_six_is_played_without_a_mouse(context, live_server):
    director = account("ana")
    for place, name in enumerate(NAMES):
        person_create(actor=None, surname=name, given_name="Test", federation="INV", birth=str(1980 + place))
    log_in(context, live_server, director)
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/new/")
    # Day and month are alike, so that it does not matter in which order this browser asks for them.
    for field, value in (("name", "Six by Keyboard"), ("start", "03032026"), ("end", "04042026")):
        tab_to(page, f"[name={field}]")
        page.keyboard.type(value)
    tab_to(page, "[name=system]")
    page.keyboard.type("round robin")
    tab_to(page, "[name=cycles]")
    page.keyboard.press("Control+a")
    page.keyboard.type("2")
    tab_to(page, "button[name=register]")
    press_and_load(page)
    event = Event.objects.get()
    assert (event.state, event.system, event.cycles, str(event.start)) == (
        "registered", "round_robin", 2, "2026-03-03",
    )  # fmt: skip

    # The players, out of the register, letter by letter.
    page.goto(f"{live_server.url}/desk/{event.pk}/players/")
    tab_to(page, "#entry-search")
    for place, name in enumerate(NAMES, start=1):
        page.keyboard.type(name)
        expect(page.locator("#entry-suggestions li.is-active")).to_contain_text(name, timeout=LONG)
        page.keyboard.press("Enter")
        expect(page.locator("#entries strong.num").first).to_have_text(str(place), timeout=LONG)
    tab_to(page, "#entries a", "Draw the start numbers")
    press_and_load(page)
    tab_to(page, "main button", "Draw")
    press_and_load(page)

    tab_to(page, "nav a, .tabs a", "Rounds")
    press_and_load(page)
    tab_to(page, "button", "Pair all rounds")
    press_and_load(page)
    assert Game.objects.filter(round__event=event).count() == 30
    tab_to(page, "tbody a", "Results")
    press_and_load(page)

    # Ten rounds of three boards; the first of the start list wins all, the others draw.
    for number in range(1, 11):
        expect(page.locator("form.has-script .round-title")).to_have_text(f"Round {number} of 10")
        expect(page.locator("#board-1 .result-input")).to_be_focused()
        for game in Game.objects.filter(round__event=event, round__number=number).order_by("board"):
            page.keyboard.press("1" if game.white.number == 1 else "0" if game.black.number == 1 else "=")
        all_saved(page)
        if number < 10:
            with page.expect_navigation():
                page.keyboard.press("PageDown")
    tab_to(page, ".page-head a", "Public page", back=True)
    press_and_load(page)
    tab_to(page, "a", "Standings")
    press_and_load(page)
    # 10 of 10, and four points each for the others: two lost to the first, eight drawn.
    points = page.locator("main table").first.locator("tbody tr")
    expect(points.first).to_contain_text("10")
    assert points.count() == 6
    event.refresh_from_db()
    assert {game.code for game in Game.objects.filter(round__event=event)} == {"1-0", "0-1", "1/2-1/2"}


def telephone(browser: Any, args: dict[str, Any]) -> Any:
    return browser.new_context(**(args | {"viewport": {"width": 390, "height": 844}, "has_touch": True}))


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.writers
def test_on_a_telephone_two_players_report_and_the_clerk_sees_it_without_a_reload(
    browser, live_server, browser_context_args, settings
):
    settings.PUBLIC_ADDRESS = live_server.url
    director = account("ana")
    event = event_of(director, 3)
    hall_rules_set(event, actor=director, two_persons=False, players_report=True)
    clerk = telephone(browser, browser_context_args)
    log_in(clerk, live_server, director)
    grid = clerk.new_page()
    open_grid(grid, live_server, event)
    board = Game.objects.get(round__event=event, board=2)
    for number, player in enumerate((board.white, board.black), start=1):
        context = telephone(browser, browser_context_args)
        page = context.new_page()
        page.goto(f"{live_server.url}/play/{player_link(player, event, 1).token()}/")
        fits(page)
        key = page.get_by_role("button", name="0–1")
        assert key.bounding_box()["height"] >= 60
        key.tap()
        said = "Waiting for your opponent" if number == 1 else "The result is entered"
        expect(page.locator("main")).to_contain_text(said)
        context.close()
    assert stored(event) == ["*", "0-1", "*"]
    expect(grid.locator("#board-2 .result-input")).to_have_value("0-1", timeout=LONG)
    expect(grid.locator("#board-2 .board-mark")).to_have_text("both players reported it")
    fits(grid)
    for key in grid.locator(".key-pad .pad-key").all():
        assert key.bounding_box()["height"] >= 44
    clerk.close()


def test_check_in_by_keyboard_counts_down(context, live_server):
    from tournaments.services import entries_add, entries_number, event_create, event_register

    director = account("ana")
    event = event_create(actor=director, name="Arrivals", start=date(2026, 3, 7), rounds_planned=3)
    entries_add(event, actor=director, rows=[{"name": f"{name}, Test"} for name in NAMES])
    event = event_register(event, actor=director)
    entries_number(event, actor=director)
    check_in_open(event, actor=director, round_number=1)
    log_in(context, live_server, director)
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/{event.pk}/rounds/1/check-in/")
    expect(page.locator("[data-find]")).to_be_focused()
    page.keyboard.type("dohl")
    page.keyboard.press("Enter")
    expect(page.locator("[data-counter]")).to_have_text("5 of 6 missing")
    page.keyboard.type("1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator("[data-counter]")).to_have_text("4 of 6 missing")
