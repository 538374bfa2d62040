"""The office in Chromium: the policy refuses nothing, no page runs sideways, a refusal keeps what was typed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def in_the_office(
    browser: Browser, live_server: Any, office: Any, tmp_path: Path
) -> Iterator[Callable[..., Page]]:
    """Opens a page of the office as its administrator; the console must stay silent."""
    from django.conf import settings

    said: list[str] = []
    contexts = []
    cookie: Any = {
        "name": settings.SESSION_COOKIE_NAME,
        "value": office.cookies["sessionid"].value,
        "url": live_server.url,
    }

    def look(address: str, width: int = 1280, theme: str = "light", name: str = "page") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=theme,  # type: ignore[arg-type]
            locale="en-GB",
        )
        contexts.append(context)
        context.add_cookies([cookie])
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda fault: said.append(str(fault)))
        page.goto(f"{live_server.url}{address}")
        page.wait_for_load_state("networkidle")
        page.screenshot(path=tmp_path / f"{name}-{width}-{theme}.png", full_page=True)
        return page

    yield look
    for context in contexts:
        context.close()
    assert said == []


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")])
def test_the_office_pages_break_no_policy(in_the_office, person, event, published, width, theme):
    for name, address in (
        ("index", "/admin/"),
        ("persons", "/admin/players/person/?q=kosar"),
        ("person", f"/admin/players/person/{person.pk}/change/"),
        ("account", "/admin/players/account/add/"),
        ("events", "/admin/tournaments/event/"),
        ("event", f"/admin/tournaments/event/{event.pk}/change/"),
        ("ledger", "/admin/core/ledgerrow/"),
        ("lists", "/admin/players/ratinglist/"),
        ("editions", "/admin/tournaments/event/editions/"),
    ):
        page = in_the_office(address, width, theme, name)
        expect(page.get_by_text("Office of the federation")).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{address} at {width} runs {wide} px sideways"


def test_a_player_is_chosen_by_typing_a_name_and_a_refusal_keeps_the_form(in_the_office, person, tmp_path):
    page = in_the_office("/admin/players/account/add/")
    page.get_by_label("Username").fill("mira")
    page.locator(".field-person .select2-selection").click()
    page.locator(".select2-search__field").fill("birkov")
    expect(page.locator(".select2-results")).to_contain_text("No results found")
    page.locator(".select2-search__field").fill("kosar")
    page.locator(".select2-results__option", has_text="Kosar, Ivo").click()
    page.get_by_label("Password").fill("12345")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("This password is too common.")).to_be_visible()
    page.screenshot(path=tmp_path / "refused.png", full_page=True)
    expect(page.get_by_label("Username")).to_have_value("mira")
    expect(page.locator(".field-person .select2-selection")).to_contain_text("Kosar, Ivo")
    page.get_by_label("Password").fill("green-table-7421")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was added successfully")).to_be_visible()
