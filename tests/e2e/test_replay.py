"""A game on its page in Chromium: the keyboard plays it, and without JavaScript the links do."""

from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tournaments.interchange.pgn import read_pgn
from tournaments.models import Game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOVES = b'[White "A"]\n\n1. e4 e5 2. Nf3 {natural} Nc6 3. Bb5 a6 *\n'


@pytest.fixture
def address(live_server: Any) -> str:
    from players.services import account_create
    from tournaments.services import (
        entries_add,
        entries_number,
        event_create,
        event_register,
        moves_store,
        round_pair_manual,
    )

    director = account_create(actor=None, username="ana", password="baize-and-ink-64", display_name="Ana")
    event = event_create(
        actor=director, name="Replay Cup", start=date(2026, 3, 7), rounds_planned=1, first_colour="w"
    )
    entries_add(event, actor=director, rows=[{"name": "Alderon, Nora"}, {"name": "Birkov, Emil"}])
    event = event_register(event, actor=director)
    entries_number(event, actor=director)
    round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 2)], reason="only two")
    moves_store(event, actor=director, games=read_pgn(MOVES), targets={0: (1, 1)}, sha256="0" * 64)
    game = Game.objects.get(round__event=event)
    return f"{live_server.url}/events/{event.pk}/games/{game.pk}/"


def test_arrows_home_and_end_play_the_game(page: Page, address: str) -> None:
    page.goto(address)
    said = page.locator(".replay-said")
    expect(said).to_contain_text("3… a6")
    page.keyboard.press("Home")
    expect(said).to_have_text("")
    for _ in range(3):
        before = said.inner_text()
        page.keyboard.press("ArrowRight")
        expect(said).not_to_have_text(before)
    expect(said).to_have_text("2. Nf3 natural")
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text("1… e5")
    assert page.url.endswith("?ply=2#replay")
    page.keyboard.press("End")
    expect(said).to_contain_text("3… a6")


def test_without_javascript_every_move_is_a_link(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(address)
    page.get_by_role("link", name="To the start").click()
    expect(page.locator(".chessboard title")).to_have_text("Position before the first move")
    page.get_by_role("link", name="Nf3").click()
    expect(page.locator(".chessboard title")).to_have_text("Position after 2. Nf3")
    expect(page.locator(".chessboard desc")).to_contain_text("knights b1 f3")
    context.close()
