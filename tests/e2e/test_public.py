"""The public pages while a round is played, in the browser of a player who is not logged in."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from tests.e2e.test_grid import LONG, account, event_of
from tournaments.models import Entry, Game
from tournaments.services import record_result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ASK_NOW = "document.dispatchEvent(new Event('visibilitychange'))"  # as when somebody comes back to the tab
UNTOUCHED = "window.untouched = true"


def store(event, director, board, code):
    game = Game.objects.get(round__event=event, board=board)
    record_result(game, actor=director, code=code, version=game.version)


def test_a_result_comes_into_the_round_without_a_reload(page, live_server):
    director = account("ana")
    event = event_of(director, 3)
    page.goto(f"{live_server.url}/events/{event.pk}/rounds/1/")
    row = page.locator("#round-live tbody tr").nth(1)
    expect(row.locator("td.result")).to_have_text("·")
    page.evaluate(UNTOUCHED)
    with page.expect_response(lambda answer: "part=live" in answer.url) as unchanged:
        page.evaluate(ASK_NOW)
    assert unchanged.value.status == 304
    store(event, director, 2, "0-1")
    page.evaluate(ASK_NOW)
    expect(row.locator("td.result")).to_contain_text("0-1", timeout=LONG)
    expect(page.locator("#round-live")).to_contain_text("1 of 3 boards in")
    assert page.evaluate("window.untouched") is True


def test_a_player_marks_himself_and_finds_his_games_everywhere(page, live_server):
    director = account("ana")
    event = event_of(director, 3)
    own = Entry.objects.get(event=event, number=5)  # Black against 2 on board 2
    page.goto(f"{live_server.url}/events/{event.pk}/players/")
    expect(page.locator("#my-games")).to_be_hidden()
    page.get_by_role("link", name=own.name).click()
    panel = page.locator(".next-board")
    expect(panel).to_contain_text("Board 2")
    expect(panel).to_contain_text("Black")
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("button", name="This is me: forget it")).to_have_attribute("aria-pressed", "true")

    page.goto(f"{live_server.url}/events/{event.pk}/rounds/1/")
    expect(page.locator("tr.is-me")).to_have_count(1)
    expect(page.locator("tr.is-me")).to_contain_text(own.name)
    store(event, director, 2, "0-1")
    page.evaluate(ASK_NOW)
    expect(page.locator("tr.is-me td.result")).to_contain_text("0-1", timeout=LONG)
    page.goto(f"{live_server.url}/events/{event.pk}/standings/")
    expect(page.locator("tr.is-me")).to_contain_text(own.name)
    page.goto(f"{live_server.url}/events/{event.pk}/crosstable/")
    expect(page.locator("tr.is-me")).to_contain_text(own.name)

    page.get_by_role("link", name="My games").click()
    expect(page).to_have_url(f"{live_server.url}/events/{event.pk}/players/{own.pk}/")
    expect(page.locator(".next-board")).to_have_count(0)
    expect(page.locator("#participant-live tbody tr").first).to_contain_text("1")
    assert page.context.cookies() == []
    page.get_by_role("button", name="This is me: forget it").click()
    page.goto(f"{live_server.url}/events/{event.pk}/rounds/1/")
    expect(page.locator("tr.is-me")).to_have_count(0)
    expect(page.locator("#my-games")).to_be_hidden()


@pytest.mark.parametrize("name", ["rounds/1", "schedule", "statistics", "players", "embed", "embed/round"])
def test_nothing_is_wider_than_a_telephone(page, live_server, name):
    director = account("ana")
    event = event_of(director, 3)
    store(event, director, 1, "1-0")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_server.url}/events/{event.pk}/{name}/")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.fixture
def another_site():
    """Serves a page from a port, and so from an origin, of its own; gives its address."""
    servers = []

    def serve(body: str) -> str:
        class OnePage(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_words: object) -> None:
                """The output of a test run holds no requests."""

        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), OnePage))
        Thread(target=servers[-1].serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{servers[-1].server_port}/"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def test_a_frame_on_another_site_follows_the_play_and_tells_its_height(page, live_server, another_site):
    director = account("ana")
    event = event_of(director, 3)
    frame = f"{live_server.url}/events/{event.pk}/embed/round/?theme=dark"
    outside = f"""<html><body><iframe id="table" src="{frame}" width="700" height="500"></iframe><script>
      window.addEventListener("message", function (event) {{ window.told = event.data.crosstable; }});
    </script></body></html>"""
    page.goto(another_site(outside))
    table = page.frame_locator("#table")
    expect(table.locator("#round-live tbody tr")).to_have_count(3, timeout=LONG)
    expect(table.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_function("window.told > 100")
    store(event, director, 1, "1-0")
    table.locator("html").evaluate(ASK_NOW)
    expect(table.locator("#round-live td.result").first).to_contain_text("1-0", timeout=LONG)
