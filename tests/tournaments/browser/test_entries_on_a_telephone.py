"""A list taken over and a player's own registration, at the width of a telephone."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tournaments.interchange.xlsx import xlsx_bytes
from tournaments.models import Entry, Registration

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TELEPHONE = {"width": 390, "height": 844}
SLOW = 30_000


@pytest.fixture
def browse(browser: Browser, browser_context_args: dict[str, Any], live_server: Any) -> Callable[..., Page]:
    """A page at 390 pixels in which somebody is logged in (None: nobody)."""

    def open_page(who: Any = None) -> Page:
        arguments = browser_context_args | {"viewport": TELEPHONE}
        context = browser.new_context(**arguments, base_url=live_server.url)
        if who is not None:
            client = Client()
            client.force_login(who)
            cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
            context.add_cookies([cookie])
        page = context.new_page()
        page.set_default_timeout(SLOW)
        return page

    return open_page


def fits(page: Page) -> bool:
    """Nothing goes over the edge of the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.fixture
def event(director):
    from tournaments.services import event_create, event_register, registration_settings_set

    made = event_create(actor=director, name="Invented Open", start=timezone.localdate() + timedelta(days=30))
    made = event_register(made, actor=director)
    registration_settings_set(
        made, actor=director, is_open=True, closes_at=timezone.now() + timedelta(days=20), limit=1
    )
    return made


def test_columns_of_a_spreadsheet_are_set_right_before_anybody_is_entered(browse, director, event):
    rows = [
        ["Sudionik", "Sjedište", "Rejting", "Godište"],
        ["Belić, Ana", "Velden", 2012, 1990],
        ["Kos, Ivo", "Osijek", 1850, 1988],
    ]
    page = browse(director)
    page.goto(f"/desk/{event.pk}/players/paste/")
    file = {"name": "prijave.xlsx", "mimeType": "application/zip", "buffer": xlsx_bytes(rows)}
    page.set_input_files("input[type=file]", file)
    page.get_by_role("button", name="See what it holds").click()
    expect(page.get_by_role("heading", name="Which column is what")).to_be_visible()
    assert fits(page)
    assert not Entry.objects.exists()
    # Of the headings only two are known, and none that names a player: the columns are guessed.
    page.get_by_label("The first line names the columns").check()
    for column, field in (("A", "name"), ("B", "club"), ("C", "rating"), ("D", "birth")):
        page.locator(f"#col-{ord(column) - ord('A')}").select_option(field)
    page.get_by_role("button", name="Read again").click()
    expect(page.get_by_role("heading", name="2 rows were read")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="Take over these rows").click()
    expect(page.get_by_text("2 players entered.")).to_be_visible()
    assert set(Entry.objects.values_list("name", "club", "rating", "birth")) == {
        ("Belić, Ana", "Velden", 2012, "1990"),
        ("Kos, Ivo", "Osijek", 1850, "1988"),
    }


def register(page: Page, event: Any, surname: str) -> None:
    page.goto(f"/events/{event.pk}/")
    page.get_by_role("link", name="Register").click()
    page.get_by_label("Surname").fill(surname)
    page.get_by_label("Date of birth").fill("1990-04-01")
    page.get_by_label("I agree that the portal").check()
    assert fits(page)
    page.get_by_role("button", name="Register").click()


def test_player_registers_waits_and_moves_up_without_an_account(browse, director, event):
    first, second = browse(), browse()
    register(first, event, "Belić")
    expect(first.get_by_text("You hold a place; the director decides.")).to_be_visible()
    register(second, event, "Kos")
    expect(second.get_by_text("On the waiting list, place 1.")).to_be_visible()
    assert fits(second)
    first.get_by_text("Take the registration back").click()
    first.get_by_role("button", name="I do not play").click()
    expect(first.get_by_text("Taken back.", exact=True)).to_be_visible()
    second.reload()
    expect(second.get_by_text("You hold a place; the director decides.")).to_be_visible()

    desk = browse(director)
    desk.goto(f"/desk/{event.pk}/registrations/")
    assert fits(desk)
    desk.get_by_role("button", name="Enter").click()
    expect(desk.get_by_text("Kos is entered.")).to_be_visible()
    second.reload()
    expect(second.get_by_text("You are entered.")).to_be_visible()
    assert Registration.objects.get(surname="Kos").entry.name == "Kos"
