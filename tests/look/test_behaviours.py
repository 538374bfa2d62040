"""What the pages do in a browser: panels, sorting, folding, themes, and no page that runs sideways."""

import re
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.urls import include, path
from playwright.sync_api import Browser, Page, expect

from core.views_styleguide import styleguide

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Addresses:
    """The gallery alone."""

    urlpatterns = [
        path("styleguide/", styleguide),
        path("i18n/", include("django.conf.urls.i18n")),
        path("login/", lambda request: HttpResponse('<link rel="icon" href="data:,">'), name="login"),
    ]


@pytest.fixture
def gallery(live_server: object, settings: object) -> str:
    settings.ROOT_URLCONF = Addresses  # type: ignore[attr-defined]
    settings.DEBUG = True  # type: ignore[attr-defined]
    return f"{live_server}/styleguide/"


@pytest.fixture
def quiet_page(page: Page) -> Iterator[Page]:
    """A page whose console must stay silent: a violated content policy or a script's fault speaks there."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda fault: said.append(str(fault)))
    yield page
    assert said == []


def first_names(page: Page) -> list[str]:
    cells = page.locator("table[data-sortable]").first.locator("tbody th a")
    return [text.strip() for text in cells.all_text_contents()]


def test_a_number_opens_its_derivation_at_the_side_and_escape_gives_the_focus_back(
    quiet_page: Page, gallery: str
) -> None:
    quiet_page.goto(gallery)
    link = quiet_page.locator("a.explain").first
    link.click()
    panel = quiet_page.locator("dialog.side-panel")
    expect(panel.locator(".derivation-result")).to_contain_text("+6.15")
    expect(panel.get_by_role("link", name="Open as a page")).to_have_attribute(
        "href", re.compile(r"\?part=derivation$")
    )
    expect(panel.locator(".site-head")).to_have_count(0)
    quiet_page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(link).to_be_focused()
    assert quiet_page.url == gallery


def test_without_script_the_same_number_opens_a_page(browser: Browser, gallery: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(gallery)
    expect(page.locator("[data-theme-toggle]").first).to_be_hidden()
    page.locator("a.explain").first.click()
    expect(page).to_have_url(re.compile(r"\?part=derivation$"))
    expect(page.locator(".derivation-result")).to_contain_text("+6.15")
    context.close()


def test_an_answer_that_is_no_page_of_ours_is_opened_whole(quiet_page: Page, gallery: str) -> None:
    quiet_page.goto(gallery)
    quiet_page.locator("a[data-dialog]").first.evaluate("link => link.href = '/login/'")
    quiet_page.locator("a[data-dialog]").first.click()
    expect(quiet_page).to_have_url(re.compile("/login/$"))


def test_a_head_sorts_numbers_as_numbers_and_a_second_click_turns_the_order(
    quiet_page: Page, gallery: str
) -> None:
    quiet_page.goto(gallery)
    table = quiet_page.locator("table[data-sortable]").first
    rating = table.get_by_role("button", name="Rtg")
    rating.click()
    expect(table.locator("thead th", has_text="Rtg")).to_have_attribute("aria-sort", "descending")
    assert first_names(quiet_page)[0] == "Belić, Ana"
    rating.click()
    expect(table.locator("thead th", has_text="Rtg")).to_have_attribute("aria-sort", "ascending")
    assert first_names(quiet_page)[0] == "Ruiz Ñáñez, Marta"
    table.get_by_role("button", name="Pts").click()
    points = table.locator("tbody tr td:nth-child(5)").all_text_contents()
    assert points == ["4", "3", "2½", "2", "1½", "1"]
    expect(table.locator("th[aria-sort]")).to_have_count(1)


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_no_page_runs_sideways(quiet_page: Page, gallery: str, width: int) -> None:
    quiet_page.set_viewport_size({"width": width, "height": 844})
    for address in (gallery, f"{gallery}?part=derivation"):
        quiet_page.goto(address)
        wide = quiet_page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, address


def test_a_strip_of_long_words_breaks_into_lines_on_a_phone(quiet_page: Page, gallery: str) -> None:
    quiet_page.set_viewport_size({"width": 390, "height": 844})
    quiet_page.goto(gallery)
    strip = quiet_page.locator(".segmented").first
    words = ("Стартовий список", "Налаштування", "Результати", "Незакінчені партії")
    parts = "".join(f'<a href="#">{word}</a>' for word in words)
    strip.evaluate("(strip, parts) => { strip.innerHTML = parts; }", parts)
    right = strip.locator("a").last.evaluate("part => part.getBoundingClientRect().right")
    assert right <= 390
    assert quiet_page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_what_is_pressed_in_crumbs_and_heads_of_tables_is_24_pixels_high(
    quiet_page: Page, gallery: str
) -> None:
    quiet_page.goto(gallery)
    heights = quiet_page.locator(".crumbs a, th .sort").evaluate_all(
        "parts => parts.map(part => part.getBoundingClientRect().height)"
    )
    assert len(heights) > 2
    assert min(heights) >= 24


def test_on_a_phone_columns_fold_under_the_name_and_the_menu_holds_the_navigation(
    quiet_page: Page, gallery: str
) -> None:
    quiet_page.set_viewport_size({"width": 390, "height": 844})
    quiet_page.goto(gallery)
    row = quiet_page.locator("table[data-sortable]").first.locator("tbody tr").first
    expect(row.locator("td", has_text=re.compile("^2512$"))).to_be_hidden()
    expect(row.locator(".fold-line")).to_have_text(re.compile(r"Fed CRO\s*Rtg 2512"))
    expect(quiet_page.locator(".site-nav")).to_be_hidden()
    quiet_page.locator(".site-menu--phone > summary").click()
    expect(quiet_page.locator(".site-menu--phone").get_by_role("link", name="Rating lists")).to_be_visible()
    quiet_page.keyboard.press("Escape")
    expect(quiet_page.locator(".site-menu--phone").get_by_role("link", name="Rating lists")).to_be_hidden()


def test_the_chosen_theme_stays_and_the_system_is_followed_again_when_both_agree(
    browser: Browser, gallery: str
) -> None:
    context = browser.new_context(color_scheme="light", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(gallery)
    toggle = page.locator("[data-theme-toggle]").first
    toggle.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("body")).to_have_css("background-color", "rgb(20, 21, 19)")
    toggle.click()
    expect(page.locator("html")).not_to_have_attribute("data-theme", re.compile("."))
    assert [cookie for cookie in context.cookies() if cookie["name"] == "theme"] == []
    context.close()


def test_the_first_press_of_tab_offers_to_skip_to_the_content(quiet_page: Page, gallery: str) -> None:
    quiet_page.goto(gallery)
    quiet_page.keyboard.press("Tab")
    expect(quiet_page.locator(".skip-link")).to_be_focused()
    quiet_page.keyboard.press("Enter")
    expect(quiet_page.locator("main")).to_be_focused()


def test_a_toast_is_shown_when_the_server_asks_for_one(quiet_page: Page, gallery: str) -> None:
    quiet_page.goto(gallery)
    quiet_page.locator("body").evaluate(
        "body => body.dispatchEvent(new CustomEvent('toast',"
        " {bubbles: true, detail: {tone: 'good', text: 'Saved <b>'}}))"
    )
    expect(quiet_page.locator(".toasts .notice")).to_contain_text("Saved <b>")


def test_print_leaves_out_navigation_and_the_paper_is_white(quiet_page: Page, gallery: str) -> None:
    quiet_page.goto(gallery)
    quiet_page.emulate_media(media="print", color_scheme="dark")
    for gone in (".site-head", ".site-foot", ".toolbar", ".tabs"):
        expect(quiet_page.locator(gone).first).to_be_hidden()
    expect(quiet_page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(quiet_page.locator("table.data thead").first).to_have_css("display", "table-header-group")
    expect(quiet_page.locator("table.data td").first).to_have_css("color", "rgb(0, 0, 0)")


def test_the_page_is_set_in_the_packaged_faces(quiet_page: Page, gallery: str) -> None:
    quiet_page.goto(gallery)
    quiet_page.wait_for_load_state("networkidle")
    loaded = quiet_page.evaluate(
        "() => Array.from(document.fonts).filter(face => face.status === 'loaded')"
        ".map(face => face.family.replaceAll('\"', ''))"
    )
    assert set(loaded) == {"Source Sans Pro", "Source Serif Pro"}


@pytest.mark.parametrize("width", [1280, 390])
def test_the_form_that_sets_a_finding_aside_stays_on_the_page(
    quiet_page: Page, gallery: str, width: int
) -> None:
    quiet_page.set_viewport_size({"width": width, "height": 800})
    quiet_page.goto(gallery)
    quiet_page.evaluate(
        """document.querySelector("main").innerHTML = '<ul class="findings"><li><details class="menu" open>' +
        '<summary>Set aside</summary><form class="menu-body"><textarea></textarea></form></details></li></ul>'"""
    )
    box = quiet_page.locator("main .menu-body").bounding_box()
    assert box is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= width


def test_a_row_of_tabs_wider_than_the_phone_shows_where_one_is(quiet_page: Page, gallery: str) -> None:
    quiet_page.set_viewport_size({"width": 390, "height": 800})
    quiet_page.goto(gallery)
    tabs = "".join(f"<li><a href='#' id='tab-{number}'>Part {number}</a></li>" for number in range(12))
    quiet_page.evaluate(
        "tabs => { document.querySelector('main').innerHTML = `<nav class='tabs'><ul>${tabs}</ul></nav>`; }",
        tabs.replace("id='tab-9'", "id='tab-9' aria-current='page'"),
    )
    source = quiet_page.locator("script[src*='menu']").get_attribute("src")
    quiet_page.add_script_tag(url=source)
    box = quiet_page.locator("#tab-9").bounding_box()
    assert box is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
