"""The result grid in Chromium: no key is lost, nothing is overwritten, nothing needs a mouse."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from core.ledger import rows_of
from tournaments.models import Game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "baize-and-ink-64"
LONG = 20_000


def account(username: str) -> Any:
    from players.services import account_create

    return account_create(actor=None, username=username, password=PASSWORD, display_name=username.title())


def event_of(director: Any, boards: int, **fields: Any) -> Any:
    """A match day: the players 1..boards have White against the others, paired by hand in one round."""
    from tournaments.services import (
        entries_add,
        entries_number,
        event_create,
        event_register,
        round_pair_manual,
    )

    event = event_create(
        actor=director,
        name="Keyboard Cup",
        start=date(2026, 3, 7),
        rounds_planned=1,
        first_colour="w",
        **fields,
    )
    rows = [{"name": f"Player{number:03d}, Test", "rating": 2600 - number} for number in range(2 * boards)]
    entries_add(event, actor=director, rows=rows)
    event = event_register(event, actor=director)
    entries_number(event, actor=director)
    pairs = [(number, boards + number) for number in range(1, boards + 1)]
    round_pair_manual(event, actor=director, round_number=1, pairs=pairs, reason="first round by lot")
    return event


def log_in(context: BrowserContext, live_server: Any, who: Any) -> None:
    """A session cookie in the browser, as the log-in page would give it; every browser has its own."""
    client = Client()
    client.force_login(who)
    value = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])


def open_grid(page: Page, live_server: Any, event: Any) -> None:
    page.goto(f"{live_server.url}/desk/{event.pk}/rounds/1/")
    expect(page.locator("form.has-script")).to_have_count(1)


def stored(event: Any) -> list[str]:
    return list(Game.objects.filter(round__event=event).order_by("board").values_list("code", flat=True))


def all_saved(page: Page) -> None:
    expect(page.locator("[data-line]")).to_have_text("saved · online", timeout=LONG)


@pytest.mark.writers
def test_a_hundred_boards_typed_in_one_go_are_all_stored(context, live_server):
    director = account("ana")
    event = event_of(director, 100)
    log_in(context, live_server, director)
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    open_grid(page, live_server, event)
    keys = ["1", "0", "=", "5", "+", "-", "1", "=", "0", "1"] * 10
    for key in keys:
        page.keyboard.press(key)
    all_saved(page)
    meaning = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "5": "1/2-1/2", "+": "+/-", "-": "-/+"}
    assert stored(event) == [meaning[key] for key in keys]
    expect(page.locator("[data-counter]")).to_have_text("0 of 100 boards open")
    assert rows_of("event", event.pk).filter(verb="result.recorded").count() == 100
    assert problems == []


def test_arrows_backspace_undo_and_the_menu_work_without_a_mouse(context, live_server):
    director = account("ana")
    event = event_of(director, 4)
    log_in(context, live_server, director)
    page = context.new_page()
    open_grid(page, live_server, event)
    page.keyboard.press("1")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Backspace")
    all_saved(page)
    assert stored(event) == ["*", "*", "*", "*"]
    page.keyboard.press("Control+z")
    all_saved(page)
    assert stored(event)[0] == "1-0"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("m")
    expect(page.locator("#code-menu")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    all_saved(page)
    assert stored(event) == ["1-0", "=/=", "*", "*"]
    # A letter that means nothing changes nothing and moves nothing.
    page.keyboard.press("x")
    page.keyboard.press("0")
    all_saved(page)
    assert stored(event) == ["1-0", "=/=", "0-1", "*"]


def test_a_half_sign_from_an_input_method_is_a_draw(context, live_server):
    director = account("ana")
    event = event_of(director, 2)
    log_in(context, live_server, director)
    page = context.new_page()
    open_grid(page, live_server, event)
    page.keyboard.insert_text("½")
    all_saved(page)
    assert stored(event) == ["1/2-1/2", "*"]
    expect(page.locator("#board-2 .result-input")).to_be_focused()


@pytest.mark.writers
def test_a_value_of_another_clerk_is_shown_and_kept_until_somebody_decides(context, live_server):
    from tournaments.services import official_set, record_result

    director, clerk = account("ana"), account("mira")
    event = event_of(director, 3)
    official_set(event, actor=director, account=clerk, role="clerk")
    log_in(context, live_server, director)
    page = context.new_page()
    open_grid(page, live_server, event)
    record_result(Game.objects.get(round__event=event, board=1), actor=clerk, code="1/2-1/2", version=1)
    page.keyboard.press("1")
    box = page.locator("#board-1 + .conflict-row [role=alert]")
    expect(box).to_contain_text("Two values for board 1: 1-0 (you), ½-½ (Mira")
    assert stored(event)[0] == "1/2-1/2"
    box.get_by_role("button", name="Keep mine").click()
    all_saved(page)
    assert stored(event)[0] == "1-0"
    expect(page.locator(".conflict-row")).to_have_count(0)


def test_what_was_typed_without_a_line_is_sent_after_a_reload(context, live_server):
    director = account("ana")
    event = event_of(director, 3)
    log_in(context, live_server, director)
    page = context.new_page()
    open_grid(page, live_server, event)
    page.route("**/entries/", lambda route: route.abort())
    page.keyboard.press("1")
    page.keyboard.press("=")
    expect(page.locator("[data-line]")).to_contain_text("offline, kept here", timeout=LONG)
    assert stored(event) == ["*", "*", "*"]
    page.unroute("**/entries/")
    page.once("dialog", lambda dialog: dialog.accept())
    open_grid(page, live_server, event)
    all_saved(page)
    assert stored(event) == ["1-0", "1/2-1/2", "*"]


@pytest.mark.writers
def test_two_clerks_enter_fifty_boards_at_once_by_keyboard(
    browser, client, live_server, browser_context_args
):
    from tournaments.services import official_set

    director, first, second = account("ana"), account("mira"), account("oleg")
    event = event_of(director, 50)
    pages = []
    for clerk in (first, second):
        official_set(event, actor=director, account=clerk, role="clerk")
        context = browser.new_context(**browser_context_args)
        log_in(context, live_server, clerk)
        pages.append(context.new_page())
        open_grid(pages[-1], live_server, event)
    # The second begins in the middle; both type at the same time, and agree where they meet.
    for _board in range(25):
        pages[1].keyboard.press("ArrowDown")
    keys = ["1", "0", "=", "1", "0"] * 10
    for board in range(25):
        pages[0].keyboard.press(keys[board])
        pages[1].keyboard.press(keys[25 + board])
    for page in pages:
        all_saved(page)
    meaning = {"1": "1-0", "0": "0-1", "=": "1/2-1/2"}
    assert stored(event) == [meaning[key] for key in keys]
    authors = (
        Game.objects.filter(round__event=event)
        .order_by("board")
        .values_list("entered_by__username", flat=True)
    )
    assert list(authors) == ["mira"] * 25 + ["oleg"] * 25
    # Each sees what the other has entered, without a reload.
    pages[0].evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(pages[0].locator("#board-50 .result-input")).to_have_value("0-1", timeout=LONG)
    expect(pages[0].locator("[data-counter]")).to_have_text("0 of 50 boards open")
    for page in pages:
        page.context.close()


@pytest.mark.writers
def test_two_clerks_on_one_board_get_one_result_and_one_question(
    browser, client, live_server, browser_context_args
):
    from tournaments.services import official_set

    director, first, second = account("ana"), account("mira"), account("oleg")
    event = event_of(director, 2)
    pages = []
    for clerk in (first, second):
        official_set(event, actor=director, account=clerk, role="clerk")
        context = browser.new_context(**browser_context_args)
        log_in(context, live_server, clerk)
        pages.append(context.new_page())
        open_grid(pages[-1], live_server, event)
    pages[0].keyboard.press("1")
    all_saved(pages[0])
    pages[1].keyboard.press("0")
    expect(pages[1].locator(".conflict-row")).to_have_count(1)
    expect(pages[0].locator(".conflict-row")).to_have_count(0)
    assert stored(event) == ["1-0", "*"]
    pages[1].get_by_role("button", name="Keep theirs").click()
    expect(pages[1].locator("#board-1 .result-input")).to_have_value("1-0")
    assert stored(event) == ["1-0", "*"]
    for page in pages:
        page.context.close()


def test_on_a_telephone_big_keys_enter_the_results(browser, live_server, browser_context_args):
    director = account("ana")
    event = event_of(director, 3)
    context = browser.new_context(
        **(browser_context_args | {"viewport": {"width": 390, "height": 844}, "has_touch": True})
    )
    log_in(context, live_server, director)
    page = context.new_page()
    open_grid(page, live_server, event)
    page.locator("#board-1 .white").tap()
    page.locator('[data-key="1"]').tap()
    page.locator('[data-key="="]').tap()
    page.locator('[data-key="0"]').tap()
    all_saved(page)
    assert stored(event) == ["1-0", "1/2-1/2", "0-1"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_on_a_telephone_two_values_for_a_board_can_be_decided_by_tapping(
    browser, live_server, browser_context_args
):
    from tournaments.services import official_set, record_result

    director, clerk = account("ana"), account("mira")
    event = event_of(director, 4)
    official_set(event, actor=director, account=clerk, role="clerk")
    context = browser.new_context(
        **(browser_context_args | {"viewport": {"width": 390, "height": 844}, "has_touch": True})
    )
    log_in(context, live_server, director)
    page = context.new_page()
    open_grid(page, live_server, event)
    record_result(Game.objects.get(round__event=event, board=2), actor=clerk, code="1/2-1/2", version=1)
    page.locator("#board-2 .result-input").tap()
    page.keyboard.press("1")
    page.locator("#board-2 + .conflict-row").get_by_role("button", name="Keep mine").tap()
    all_saved(page)
    assert stored(event)[1] == "1-0"
    context.close()


@pytest.fixture
def scriptless(browser, live_server, browser_context_args):
    """Makes a page without script for somebody who is logged in."""
    made: list[BrowserContext] = []

    def page_of(who: Any) -> Page:
        made.append(browser.new_context(**(browser_context_args | {"java_script_enabled": False})))
        log_in(made[-1], live_server, who)
        return made[-1].new_page()

    yield page_of
    for context in made:
        context.close()


def test_without_script_the_grid_is_a_form(scriptless, live_server):
    director = account("ana")
    event = event_of(director, 3)
    page = scriptless(director)
    page.goto(f"{live_server.url}/desk/{event.pk}/rounds/1/")
    page.locator("#board-1 .result-input").fill("0,5")
    page.locator("#board-3 .result-input").fill("0")
    page.get_by_role("button", name="Save the changed boards").click()
    assert stored(event) == ["1/2-1/2", "*", "0-1"]


def test_without_script_all_boards_of_a_long_round_stand_in_the_form(scriptless, live_server):
    director = account("ana")
    event = event_of(director, 45)
    page = scriptless(director)
    page.goto(f"{live_server.url}/desk/{event.pk}/rounds/1/?show=open")
    page.wait_for_url("**/rounds/1/?show=open&plain=1")
    page.locator("#board-45 .result-input").fill("1")
    page.get_by_role("button", name="Save the changed boards").click()
    assert stored(event)[44] == "1-0"
    assert stored(event).count("*") == 44
    expect(page.locator("tr.board:visible")).to_have_count(44)


def test_a_link_to_a_board_far_below_opens_it_under_the_keys(context, live_server):
    director = account("ana")
    event = event_of(director, 90)
    log_in(context, live_server, director)
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/{event.pk}/rounds/1/?show=all#board-88")
    expect(page.locator("#board-88.is-current .result-input")).to_be_focused()
    expect(page.locator("#board-88")).to_be_in_viewport()
    page.keyboard.press("0")
    all_saved(page)
    assert stored(event)[87] == "0-1"
    expect(page.locator("tr.board")).to_have_count(90)
    expect(page.locator("[data-counter]")).to_have_text("89 of 90 boards open")
