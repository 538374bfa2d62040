"""How soon a browser shows the result grid: against a page of the same portal with hardly anything on it, in turn.

The portal runs as for its users, behind gunicorn; both pages are opened from the page of the rounds, as a director
comes to them. The ordinary run is small and looks at what is shown alone; `FULL_SIZE=1` holds the ratios.
"""

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.benchmarks.test_grid import hall, told
from tests.conftest import ROOT
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

__all__ = ["hall"]

SECONDS_TO_ANSWER = 60
MOST_OF_A_SMALL_PAGE = 1.75
MOST_OF_A_SMALL_PAGE_WITH_BOARDS = 2.25
# The last board above the lower edge of the window.
LAST_IN_SIGHT = 18
MARK = """
new MutationObserver((changes, observer) => {
  const board = document.querySelector("#board-BOARD .white");
  if (board) { board.setAttribute("elementtiming", "boards"); observer.disconnect(); }
}).observe(document, { childList: true, subtree: true });
window.shownAt = {};
new PerformanceObserver((list) => {
  list.getEntries().forEach((entry) => { shownAt[entry.identifier] = entry.renderTime; });
}).observe({ type: "element", buffered: true });
"""
READ = """() => ({
  first: performance.getEntriesByName("first-contentful-paint")[0].startTime, boards: shownAt.boards ?? null,
})"""


@pytest.fixture
def portal(hall: Any, tmp_path: Path) -> Iterator[tuple[str, Event, Client]]:
    """The address of a portal that has the event of `hall` in its own file."""
    if connection.vendor != "sqlite":
        pytest.skip("the browser paints the same whatever the database")
    _director, event, client = hall
    var = tmp_path / "var"
    shutil.copytree(ROOT / "var" / "static", var / "static")
    with sqlite3.connect(var / "db.sqlite3") as file:
        connection.connection.backup(file)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    address = f"http://127.0.0.1:{port}"
    web = subprocess.Popen(
        [
            *(sys.executable, "-m", "gunicorn", "config.wsgi:application", "-k", "gthread", "-w", "1"),
            *("--threads", "4", "--preload", "-b", f"127.0.0.1:{port}", "--log-level", "warning"),
        ],
        cwd=ROOT,
        env=inherited | {"VAR_DIR": str(var), "DEBUG": "0", "SECRET_KEY": settings.SECRET_KEY},
    )
    try:
        _wait_for(address)
        yield address, event, client
    finally:
        web.terminate()
        web.wait(20)


def _wait_for(address: str) -> None:
    ended = time.monotonic() + SECONDS_TO_ANSWER
    while True:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            assert time.monotonic() < ended, "the portal did not come up"
            time.sleep(0.1)


def _shown(page: Page, start: str, address: str) -> dict[str, float | None]:
    """Milliseconds from the click to the pictures."""
    page.goto(start)
    page.wait_for_timeout(200)
    page.goto(address)
    page.wait_for_timeout(300)
    found: dict[str, float | None] = page.evaluate(READ)
    return found


def _median(times: list[float | None]) -> float:
    found = sorted(each for each in times if each is not None)
    assert len(found) == len(times)
    return found[len(found) // 2]


def test_a_long_grid_is_seen_nearly_as_soon_as_any_page(
    portal: Any, browser: Browser, capsys: pytest.CaptureFixture[str], full_size: bool
) -> None:
    address, event, client = portal
    boards, loads = (150, 25) if full_size else (6, 1)
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])
    context.add_init_script(MARK.replace("BOARD", str(min(boards, LAST_IN_SIGHT))))
    page = context.new_page()
    desk = f"{address}/desk/{event.pk}"
    small_page, grid = f"{desk}/hall/", f"{desk}/rounds/{event.rounds_planned}/"
    times: dict[str, list[dict[str, float | None]]] = {small_page: [], grid: []}
    # The first loads fill the browser's store, as the first page of a director's day does.
    for load in range(loads + 2):
        for wanted, found in times.items():
            shown = _shown(page, f"{desk}/rounds/", wanted)
            if load >= 2:
                found.append(shown)
    assert page.locator("tr.board").count() == boards
    assert page.locator("tr.is-current").count() == 1
    context.close()
    of_small = _median([each["first"] for each in times[small_page]])
    first = _median([each["first"] for each in times[grid]])
    with_boards = _median([each["boards"] for each in times[grid]])
    told(
        capsys,
        f"{boards} boards: first paint after {first:.0f} ms, {first / of_small:.2f} of a small page's {of_small:.0f};"
        f" with boards {with_boards:.0f} ms, {with_boards / of_small:.2f}",
    )
    if full_size:
        assert first <= of_small * MOST_OF_A_SMALL_PAGE
        assert with_boards <= of_small * MOST_OF_A_SMALL_PAGE_WITH_BOARDS
