"""The result grid when a line hangs, a store was tampered with, and somebody else has the later word."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.test_grid import LONG, account, all_saved, event_of, log_in, open_grid, stored
from tournaments.models import Game
from tournaments.services import official_set, record_result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def type_at(page, board, key):
    page.locator(f"#board-{board} .result-input").focus()
    page.keyboard.press(key)


def games(event):
    return list(Game.objects.filter(round__event=event).select_related("round").order_by("board"))


@pytest.mark.writers
def test_undo_takes_back_own_keys_and_never_what_another_clerk_entered_since(context, live_server):
    director, clerk = account("ana"), account("mira")
    event = event_of(director, 3)
    official_set(event, actor=director, account=clerk, role="clerk")
    log_in(context, live_server, director)
    page = context.new_page()
    open_grid(page, live_server, event)
    type_at(page, 1, "1")
    type_at(page, 2, "1")
    all_saved(page)
    second = games(event)[1]
    record_result(second, actor=clerk, code="0-1", version=second.version)
    expect(page.locator("#board-2 .result-input")).to_have_value("0-1", timeout=LONG)
    page.keyboard.press("Control+z")
    expect(page.locator("#board-1 .result-input")).to_have_value("")
    all_saved(page)
    assert stored(event) == ["*", "0-1", "*"]
    page.keyboard.press("Control+z")
    expect(page.locator("[data-line]")).to_have_text("Nothing to undo")
    assert stored(event) == ["*", "0-1", "*"]


def test_a_line_that_never_answers_is_a_lost_line_and_the_entry_is_sent_again(context, live_server):
    director = account("ana")
    event = event_of(director, 2)
    log_in(context, live_server, director)
    page = context.new_page()
    page.clock.install()
    open_grid(page, live_server, event)
    hung: list[Route] = []

    def hang(route: Route) -> None:
        hung.append(route)

    page.route(re.compile(r"/entries/$"), hang)
    type_at(page, 1, "1")
    expect(page.locator("[data-line]")).to_have_text("1 to send")
    page.wait_for_timeout(200)
    assert len(hung) == 1
    page.clock.fast_forward(25_000)
    expect(page.locator("[data-line]")).to_contain_text("offline")
    page.unroute(re.compile(r"/entries/$"))
    page.clock.fast_forward(20_000)
    all_saved(page)
    assert stored(event) == ["1-0", "*"]


def test_a_store_that_somebody_changed_stops_neither_the_page_nor_the_other_entries(context, live_server):
    director = account("ana")
    event = event_of(director, 3)
    log_in(context, live_server, director)
    page = context.new_page()
    open_grid(page, live_server, event)
    first, second, third = games(event)
    prefix = f"grid:{event.pk}:1:"
    good = {"kind": "result", "code": "1-0", "version": 1, "by": director.pk, "byName": "Ana", "reason": ""}
    store = {
        f"{prefix}result:{first.pk}": good | {"n": 1, "game": first.pk, "state": "conflict"},
        f"{prefix}result:{second.pk}": good
        | {"n": 2, "game": second.pk, "state": "waiting", "code": "banana"},
        f"{prefix}result:{third.pk}": good | {"n": 3, "game": third.pk, "state": "waiting", "code": {"a": 1}},
        f"{prefix}result:x": good | {"n": 4, "game": "x", "state": "waiting"},
        f"{prefix}nonsense": [1, 2],
        f"seen:{event.pk}:1": {"t": 1e15, "boards": {str(third.pk): {"version": 99}}},
    }
    page.evaluate(
        "(all) => Object.entries(all).forEach(([key, item]) => localStorage.setItem(key, item))",
        {key: json.dumps(item) for key, item in store.items()},
    )
    page.goto("about:blank")
    open_grid(page, live_server, event)
    expect(page.locator("#board-1 .save-state")).to_have_attribute("data-state", "saved", timeout=LONG)
    expect(page.locator("#board-2 + .conflict-row")).to_contain_text(
        "“banana” is not a result.", timeout=LONG
    )
    type_at(page, 3, "0")
    expect(page.locator("#board-3 .save-state")).to_have_attribute("data-state", "saved", timeout=LONG)
    assert stored(event) == ["1-0", "*", "0-1"]


def test_a_store_emptied_in_another_tab_loses_no_entry(context, live_server):
    director = account("ana")
    event = event_of(director, 2)
    log_in(context, live_server, director)
    page, other = context.new_page(), context.new_page()
    open_grid(page, live_server, event)
    other.goto(f"{live_server.url}/healthz")
    page.route(re.compile(r"/entries/$"), lambda route: route.abort())
    type_at(page, 1, "1")
    expect(page.locator("[data-line]")).to_contain_text("offline")
    other.evaluate("localStorage.clear()")
    page.wait_for_timeout(300)
    page.unroute(re.compile(r"/entries/$"))
    all_saved(page)
    assert stored(event) == ["1-0", "*"]
