"""The result grid without a network, without a session, in two tabs, under two clerks: nothing lost or overwritten."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from core.ledger import rows_of
from players.models import Session
from tests.e2e.test_grid import LONG, PASSWORD, account, all_saved, event_of, log_in, open_grid, stored
from tournaments.models import Game
from tournaments.services import hall_rules_set, official_set, record_result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MEANING = {"1": "1-0", "0": "0-1", "=": "1/2-1/2"}


def type_keys(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def kept(page: Page) -> None:
    """The browser has put the page aside for a reload without a network."""
    expect(page.locator("html[data-kept]")).to_have_count(1, timeout=LONG)


def at_board(page: Page, board: int) -> None:
    page.locator(f"#board-{board} .result-input").focus()


def entered_by(event: Any, name: str) -> list[int]:
    rows = rows_of("event", event.pk).filter(verb="result.recorded", actor_name=name)
    return [row.payload["board"] for row in rows]


@pytest.mark.writers
def test_two_clerks_enter_150_boards_while_the_network_of_one_is_cut(
    browser, client, live_server, browser_context_args
):
    director, first, second = account("ana"), account("mira"), account("oleg")
    event = event_of(director, 150)
    pages = []
    for clerk in (first, second):
        official_set(event, actor=director, account=clerk, role="clerk")
        context = browser.new_context(**browser_context_args)
        log_in(context, live_server, clerk)
        pages.append(context.new_page())
        open_grid(pages[-1], live_server, event)
    mira, oleg = pages
    kept(mira)
    keys = "10=1=" * 30
    at_board(oleg, 76)
    type_keys(mira, keys[:40])
    type_keys(oleg, keys[75:110])
    mira.context.set_offline(True)
    type_keys(mira, keys[40:75])
    type_keys(oleg, keys[110:150])
    # Oleg has the slip of board 60 too, and reads it otherwise: Mira's last key says 1-0, his a draw.
    assert keys[59] == "="
    at_board(oleg, 60)
    type_keys(oleg, "1")
    all_saved(oleg)
    assert stored(event)[74] == "*"
    # The page itself comes back without a network, with what was typed.
    mira.once("dialog", lambda dialog: dialog.accept())
    mira.reload()
    expect(mira.locator("form.has-script")).to_have_count(1)
    expect(mira.locator("[data-line]")).to_contain_text("to send")
    expect(mira.locator("#board-75 .result-input")).to_have_value("½-½")
    expect(mira.locator("#board-10 .result-input")).to_have_value("½-½")
    mira.context.set_offline(False)
    question = mira.locator("#board-60 + .conflict-row [role=alert]")
    expect(question).to_contain_text("Two values for board 60: ½-½ (you), 1-0 (Oleg", timeout=LONG)
    expect(mira.locator("[data-line]")).to_have_text("saved · online", timeout=LONG)
    typed = [MEANING[key] for key in keys]
    assert stored(event) == [*typed[:59], "1-0", *typed[60:]]
    question.get_by_role("button", name="Keep theirs").click()
    expect(mira.locator(".conflict-row")).to_have_count(0)
    assert stored(event)[59] == "1-0"
    # Sent in the order in which they were typed, each once.
    assert entered_by(event, "Mira") == [board for board in range(1, 76) if board != 60]
    expect(mira.locator("[data-counter]")).to_have_text("0 of 150 boards open", timeout=LONG)
    expect(oleg.locator("[data-counter]")).to_have_text("0 of 150 boards open", timeout=LONG)
    for page in pages:
        page.context.close()


def test_a_conflict_survives_a_reload_until_somebody_decides(context, live_server):
    director, clerk = account("ana"), account("mira")
    event = event_of(director, 2)
    official_set(event, actor=director, account=clerk, role="clerk")
    log_in(context, live_server, director)
    page = context.new_page()
    open_grid(page, live_server, event)
    record_result(Game.objects.get(round__event=event, board=1), actor=clerk, code="1/2-1/2", version=1)
    page.keyboard.press("1")
    expect(page.locator(".conflict-row")).to_have_count(1)
    open_grid(page, live_server, event)
    box = page.locator("#board-1 + .conflict-row [role=alert]")
    expect(box).to_contain_text("Two values for board 1: 1-0 (you), ½-½ (Mira")
    assert stored(event) == ["1/2-1/2", "*"]
    box.get_by_role("button", name="Keep mine").click()
    all_saved(page)
    assert stored(event) == ["1-0", "*"]


def test_two_tabs_share_one_queue(context, live_server):
    director = account("ana")
    event = event_of(director, 6)
    log_in(context, live_server, director)
    one, two = context.new_page(), context.new_page()
    for page in (one, two):
        open_grid(page, live_server, event)
    context.set_offline(True)
    type_keys(one, "10")
    # The other tab shows at once what waits, and goes on from there.
    expect(two.locator("#board-2 .result-input")).to_have_value("0-1")
    at_board(two, 2)
    type_keys(two, "==")
    at_board(one, 4)
    type_keys(one, "1")
    one.once("dialog", lambda dialog: dialog.accept())
    one.close(run_before_unload=False)
    context.set_offline(False)
    all_saved(two)
    assert stored(event) == ["1-0", "1/2-1/2", "1/2-1/2", "1-0", "*", "*"]
    assert entered_by(event, "Ana") == [1, 2, 3, 4]


def test_an_ended_session_loses_nothing_and_goes_on_after_the_log_in(context, live_server):
    director = account("ana")
    event = event_of(director, 4)
    log_in(context, live_server, director)
    page = context.new_page()
    open_grid(page, live_server, event)
    type_keys(page, "1")
    all_saved(page)
    Session.objects.all().delete()
    type_keys(page, "0=")
    notice = page.locator("[data-notice=login]")
    expect(notice).to_contain_text("You are no longer logged in.", timeout=LONG)
    assert stored(event) == ["1-0", "*", "*", "*"]
    # In another tab, with a new token; this one goes on by itself.
    other = context.new_page()
    other.goto(f"{live_server.url}/accounts/login/?next=/desk/")
    other.get_by_label("Username").fill("ana")
    other.get_by_label("Password").fill(PASSWORD)
    other.keyboard.press("Enter")
    other.wait_for_url("**/desk/")
    page.bring_to_front()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    all_saved(page)
    expect(notice).to_be_hidden()
    assert stored(event) == ["1-0", "0-1", "1/2-1/2", "*"]


def test_entries_of_one_account_are_not_sent_under_another(context, live_server):
    director, clerk = account("ana"), account("mira")
    event = event_of(director, 3)
    official_set(event, actor=director, account=clerk, role="clerk")
    log_in(context, live_server, clerk)
    page = context.new_page()
    open_grid(page, live_server, event)
    log_in(context, live_server, director)
    type_keys(page, "10")
    expect(page.locator("[data-notice=other]")).to_be_visible(timeout=LONG)
    assert stored(event) == ["*", "*", "*"]
    page.once("dialog", lambda dialog: dialog.accept())
    open_grid(page, live_server, event)
    left = page.locator("[data-notice=left]")
    expect(left).to_contain_text("2 entries of Mira were left on this device and never sent.")
    assert stored(event) == ["*", "*", "*"]
    left.get_by_role("button", name="Enter them as mine").click()
    all_saved(page)
    assert stored(event) == ["1-0", "0-1", "*"]
    assert entered_by(event, "Ana") == [1, 2]


# -- the second look --


def test_the_second_look_stops_with_a_sound_and_a_mark_where_the_slip_says_something_else(
    context, live_server
):
    director = account("ana")
    event = event_of(director, 3)
    for game in Game.objects.filter(round__event=event):
        record_result(game, actor=director, code="1-0", version=1)
    log_in(context, live_server, director)
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/{event.pk}/rounds/1/?look=1")
    expect(page.locator("form.has-script")).to_have_count(1)
    expect(page.locator("#board-1 .result-input")).to_have_value("")
    type_keys(page, "10")
    expect(page.locator("#board-1")).to_have_attribute("data-mark", "confirmed")
    expect(page.locator("#board-2")).to_have_attribute("data-mark", "doubted")
    expect(page.locator("html")).to_have_attribute("data-beeps", "1")
    box = page.locator("#board-2 + .conflict-row [role=alert]")
    expect(box).to_contain_text("Board 2: entered 1-0")
    # The cursor did not go on: the next key is for the question, and the board keeps its result.
    expect(box.get_by_role("button", name="1-0 stands")).to_be_focused()
    expect(box).to_contain_text("Ana")
    all_saved(page)
    expect(page.locator("#board-2 .board-mark")).to_have_text("typed again: 0-1")
    assert stored(event) == ["1-0", "1-0", "1-0"]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    all_saved(page)
    assert stored(event) == ["1-0", "0-1", "1-0"]
    expect(page.locator("#board-3 .result-input")).to_be_focused()
    type_keys(page, "1")
    all_saved(page)
    expect(page.locator("[data-counter]")).to_have_text("2 of 3 boards confirmed")


def test_where_two_persons_are_asked_for_own_boards_are_passed_over(context, live_server):
    director, clerk = account("ana"), account("mira")
    event = event_of(director, 3)
    official_set(event, actor=director, account=clerk, role="clerk")
    hall_rules_set(event, actor=director, two_persons=True, players_report=False)
    for game, who in zip(Game.objects.filter(round__event=event), (director, clerk, director), strict=True):
        record_result(game, actor=who, code="1-0", version=1)
    log_in(context, live_server, director)
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/{event.pk}/rounds/1/?look=1")
    expect(page.locator("#board-2 .result-input")).to_be_focused()
    type_keys(page, "1")
    all_saved(page)
    at_board(page, 1)
    type_keys(page, "1")
    expect(page.locator("#board-1 .saved-at")).to_have_text(
        "You entered this board yourself; a second person looks at it."
    )
    expect(page.locator("[data-counter]")).to_have_text("1 of 3 boards confirmed")
