"""A knock-out of four in Chromium: drawn, typed by keys, the final drawn by itself, decided in a play-off."""

from datetime import date
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.test_grid import account, all_saved, log_in
from tournaments.services import entries_add, entries_number, event_create, event_register

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_knock_out_from_the_draw_to_the_winner(context: Any, live_server: Any) -> None:
    director = account("ana")
    event = event_create(actor=director, name="Cup", start=date(2026, 3, 7), system="knock_out")
    rows = [{"name": f"Player{n}, Test", "rating": 2300 - n} for n in range(1, 5)]
    entries_add(event, actor=director, rows=rows)
    event_register(event, actor=director)
    entries_number(event, actor=director)
    log_in(context, live_server, director)
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    desk = f"{live_server.url}/desk/{event.pk}"

    page.goto(f"{desk}/kind/")
    page.get_by_label("Games of a tie").fill("1")
    page.get_by_label("White for the smaller start number").check()
    page.get_by_role("button", name="Save").click()
    page.goto(f"{desk}/bracket/")
    page.get_by_role("button", name="Draw the bracket").click()
    expect(page.locator(".bracket-tie:not(.is-todo)")).to_have_count(2)

    page.goto(f"{desk}/rounds/1/")
    expect(page.locator("form.has-script")).to_have_count(1)
    page.keyboard.press("1")  # 1 beats 4
    page.keyboard.press("0")  # 3 beats 2
    all_saved(page)
    page.goto(f"{desk}/rounds/2/")
    expect(page.locator("tr.board")).to_have_count(1)
    expect(page.locator("tr.board")).to_contain_text("Player3, Test")
    expect(page.locator("form.has-script")).to_have_count(1)
    page.keyboard.press("=")
    all_saved(page)

    page.goto(f"{desk}/bracket/")
    expect(page.get_by_text("1 tie is level.")).to_be_visible()
    page.locator(".bracket-tie.is-level").get_by_role("link", name="Open the tie").click()
    page.get_by_label("Rate of play").fill("5:4")
    page.get_by_label("Number of games").fill("1")
    page.get_by_label("Armageddon").check()
    page.get_by_label("White in the first game").select_option(label="Player1, Test")
    page.get_by_role("button", name="Add these games").click()
    page.get_by_label("Result of game 1 of step 1").select_option("1/2-1/2")
    page.locator("form.tie-game").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Player3, Test goes on, in the play-off.")).to_be_visible()

    page.goto(f"{live_server.url}/events/{event.pk}/bracket/")
    expect(page.locator(".bracket-champion")).to_have_text("Winner: Player3, Test")
    page.goto(f"{live_server.url}/events/{event.pk}/standings/")
    expect(page.locator("table.standings tbody tr").first).to_contain_text("Player3, Test")
    assert problems == []
