"""The page on the scale in Chromium: both widths and themes, no sideways page, one drawing for each width, paper."""

from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def watched(people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any) -> None:
    """Two lists a year apart with games and a newcomer between them."""
    crowd = people(7)
    opening({person: 1500 + 60 * place for place, person in enumerate(crowd[:6])})
    april = period()
    rate(played(crowd, [[(7, number, "1/2-1/2")] for number in range(1, 7)]))
    rate(played(crowd[:2], [[(1, 2, "1-0")]], name="Match"))
    publish(april)
    # Four games keep the six active.
    autumn = played(
        crowd[:6],
        [[(1, 2, "1-0"), (3, 4, "1/2-1/2"), (5, 6, "0-1")]] * 4,
        start=date(2026, 9, 5),
        name="Autumn",
    )
    following = period(date(2027, 4, 1))
    rate(autumn, received_on=date(2026, 9, 20))
    publish(following)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "drawn"), [(1280, "1080"), (390, "360")])
def test_charts_and_tables_fit_the_width(
    browser: Browser, live_server: Any, watched: None, width: int, drawn: str, theme: Any
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    page, refused = context.new_page(), []
    page.on("console", lambda message: refused.append(message.text) if "policy" in message.text else None)
    page.goto(f"{live_server.url}/ratings/monitoring/")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    charts = page.locator("svg.chart:visible")
    expect(charts).to_have_count(5)
    assert {charts.nth(place).get_attribute("viewBox").split()[2] for place in range(5)} == {drawn}
    expect(page.get_by_role("columnheader", name="Their mean change")).to_be_visible()
    assert refused == []
    page.emulate_media(media="print")
    expect(page.get_by_role("link", name="CSV").first).to_be_hidden()
    expect(page.locator("table.data").first).to_be_visible()
    context.close()
