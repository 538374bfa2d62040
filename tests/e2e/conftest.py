"""What the walks share: a browser in which somebody is logged in."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.e2e.people import SLOW


@pytest.fixture
def browse(browser: Browser, browser_context_args: dict[str, Any], live_server: Any) -> Callable[..., Page]:
    """A page of a browser in which somebody is logged in (None: nobody)."""

    def open_page(who: Any = None, **more: Any) -> Page:
        context = browser.new_context(**(browser_context_args | more), base_url=live_server.url)
        if who is not None:
            client = Client()
            client.force_login(who)
            cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
            context.add_cookies([cookie])
        page = context.new_page()
        page.set_default_timeout(SLOW)
        return page

    return open_page
