"""The register's pages in Chromium: both widths, both themes, no sideways page, nothing that the policy refuses."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOKS = [(width, theme) for width in (1280, 390) for theme in ("light", "dark")]


@pytest.fixture
def federation(
    new_person: Callable[..., Any], listed: Callable[..., Any], accounts: Callable[..., Any]
) -> Any:
    """Sixty people in two scripts and one with a long name, a rating, a title and an event."""
    from players.services import title_award
    from tournaments.services import entries_add, event_create, event_register

    for number in range(58):
        native = ("Гнатюк", "Олег") if number % 5 == 0 else (f"Kosar{number}", "Ivo")
        person = new_person(*native, federation="INV", birth="1987", fide_id=str(999100100 + number))
        listed(person, 1500 + 7 * number)
    shown = new_person(
        "Вільхівська-Щербатюк-Перебийніс",
        "Олександра-Маргарита",
        federation="INV",
        birth="1990-05-17",
        club="Chess Club of the Harbour and the Railway of Inventown",
        fide_id="999100001",
        national_id="00120456",
        email="o@example.org",
    )
    listed(shown, 2105)
    title_award(shown, actor=None, title="WGM", awarded_on=date(2020, 3, 4), decision="Congress of 2020")
    director = accounts("dora")
    event = event_create(
        actor=director,
        name="International Memorial of the Harbour Masters of Inventown, Group A",
        city="Inventown",
        start=date(2026, 3, 7),
        end=date(2026, 3, 15),
    )
    entries_add(event, actor=director, rows=[{"person": shown}])
    event_register(event, actor=director)
    return shown


@pytest.fixture
def looked_at(browser: Browser, live_server: Any, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Opens a page in a width and a theme; whatever the console says against it fails the test."""
    said: list[str] = []
    contexts = []

    def look(address: str, width: int, theme: str, account: Any = None, name: str = "") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=theme,  # type: ignore[arg-type]
            locale="en-GB",
        )
        contexts.append(context)
        if account is not None:
            context.add_cookies([session_cookie(account, live_server.url)])
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text) if speaks_against(message) else None)
        page.on("pageerror", lambda fault: said.append(str(fault)))
        page.goto(f"{live_server.url}{address}")
        page.wait_for_load_state("networkidle")
        sideways = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert sideways <= 0, f"{address} at {width} runs {sideways} px sideways"
        page.screenshot(path=tmp_path / f"{name or 'page'}-{width}-{theme}.png", full_page=True)
        return page

    yield look
    for context in contexts:
        context.close()
    assert said == []


def speaks_against(message: Any) -> bool:
    """A refused form is answered with 422, which the console calls an error and we do not."""
    return message.type == "error" and "422" not in message.text


def session_cookie(account: Any, url: str) -> Any:
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(account)
    return {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies["sessionid"].value, "url": url}


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_the_register_and_a_profile_hold_both_widths_and_themes(federation, looked_at, width, theme):
    page = looked_at("/players/", width, theme, name="register")
    expect(page.get_by_role("link", name="Вільхівська")).to_be_visible()
    looked_at("/players/?q=nobody", width, theme, name="nobody")
    profile = looked_at(f"/players/{federation.pk}/", width, theme, name="profile")
    expect(profile.get_by_role("heading", name="Вільхівська")).to_be_visible()
    expect(profile.get_by_role("link", name="International Memorial")).to_be_visible()


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_the_form_and_the_log_in_hold_both_widths_and_themes(
    federation, commissioner, looked_at, tmp_path, width, theme
):
    looked_at("/accounts/login/?next=/players/new/", width, theme, name="login")
    page = looked_at("/players/new/", width, theme, account=commissioner, name="new")
    page.get_by_label("Surname", exact=False).first.fill("Гнатюк")
    page.get_by_label("Date of birth").fill("17.5.1987")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Reason")
    expect(page.get_by_text("Alike in the register")).to_be_visible()
    expect(page.get_by_label("Date of birth")).to_have_value("17.5.1987")
    page.screenshot(path=tmp_path / f"mend-{width}-{theme}.png", full_page=True)
