"""A Swiss of sixty in nine rounds, walked through in Chromium: byes, a late entry, a withdrawal, a forfeit and a
corrected result; and boards made by hand by keyboard and by drag."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.e2e.people import account, work
from tests.tiebreaks.web.reading import table
from tournaments.models import Event, Game, Seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEYS = {"1-0": "1", "0-1": "0", "1/2-1/2": "=", "+/-": "+"}
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "+/-": (2, 0)}
ROUNDS = 9


def event_of(director: Any, players: int, **fields: Any) -> Event:
    from tournaments.services import entries_add, entries_number, event_create, event_register

    event = event_create(
        actor=director,
        name="Sixty Open",
        start=date(2026, 3, 7),
        first_colour="w",
        tie_break_order="PTS,WON",
        **fields,
    )
    rows = [
        {"name": f"Player{number:02d}, Test", "rating": 2500 - 10 * number}
        for number in range(1, players + 1)
    ]
    entries_add(event, actor=director, rows=rows)
    event = event_register(event, actor=director)
    entries_number(event, actor=director)
    return event


def outcome(white: int, black: int, round_number: int) -> str:
    """The result that the test types: mostly the better rated wins, with draws and upsets by a fixed pattern."""
    pattern = (white * 7 + black * 3 + round_number) % 5
    if pattern < 2:
        return "1/2-1/2"
    better = "1-0" if white < black else "0-1"
    worse = "0-1" if white < black else "1-0"
    return worse if pattern == 2 else better


class Book:
    """The test's own record of the event, kept by name: points in halves, wins over the board, who met whom."""

    def __init__(self) -> None:
        self.halves: dict[str, int] = {}
        self.won: dict[str, int] = {}
        self.met: set[frozenset[str]] = set()

    def game(self, white: str, black: str, code: str, sign: int = 1) -> None:
        for name, halves in zip((white, black), POINTS[code], strict=True):
            self.halves[name] = self.halves.get(name, 0) + sign * halves
            won = halves == 2 and code != "+/-"
            self.won[name] = self.won.get(name, 0) + sign * won
        if sign > 0 and code != "+/-":
            assert frozenset((white, black)) not in self.met, f"{white} and {black} meet twice"
            self.met.add(frozenset((white, black)))

    def bye(self, name: str, code: str) -> None:
        self.halves[name] = self.halves.get(name, 0) + {"U": 2, "H": 1, "Z": 0}[code]
        self.won.setdefault(name, 0)


def pair_next(page: Page, event: Event, number: int) -> None:
    """Press the button, let the worker work, and arrive at the boards by the page of the job."""
    page.goto(f"/desk/{event.pk}/rounds/")
    page.get_by_role("button", name=f"Pair round {number}").click()
    expect(page.locator("#job")).to_be_visible()
    work()
    page.wait_for_url(f"**/desk/{event.pk}/rounds/{number}/")


def games_of(event: Event, number: int) -> list[Game]:
    games = Game.objects.filter(round__event=event, round__number=number)
    return list(games.select_related("white", "black").order_by("board"))


def play(event: Event, number: int, book: Book, forfeit: int = 0) -> list[str]:
    """The codes of a round in the order of the boards, entered in the test's own record."""
    codes = []
    for game in games_of(event, number):
        code = outcome(int(game.white.name[6:8]), int(game.black.name[6:8]), number)
        if game.board == forfeit:
            code = "+/-"
        book.game(game.white.name, game.black.name, code)
        codes.append(code)
    for seat in Seat.objects.filter(round__event=event, round__number=number, game=None):
        book.bye(seat.entry.name, seat.bye)
    return codes


def post_results(client: Client, event: Event, number: int, codes: list[str]) -> None:
    """The whole grid as the form without script sends it."""
    data: dict[str, Any] = {}
    for game, code in zip(games_of(event, number), codes, strict=True):
        data |= {f"result-{game.pk}": code, f"stood-{game.pk}": f"{game.version} {game.code}"}
    answer = client.post(f"/desk/{event.pk}/rounds/{number}/", data)
    assert answer.status_code == 302


def half_points(text: str) -> int:
    """Halves of a score as the page prints it."""
    whole, half = text.replace("½", ""), "½" in text
    return int(Fraction(whole or 0) * 2) + half


def test_nine_rounds_of_sixty_with_everything_that_happens(browse):
    director = account("ana")
    event = event_of(director, 60, rounds_planned=ROUNDS)
    book = Book()
    client = Client()
    client.force_login(director)
    page = browse(director)

    # Byes of two rounds are asked for ahead.
    page.goto(f"/desk/{event.pk}/absences/")
    page.get_by_label("Start number").first.fill("7")
    page.get_by_label("3", exact=True).check()
    page.get_by_label("5", exact=True).check()
    page.get_by_role("button", name="Note the byes").click()
    expect(page.locator("table.absences")).to_contain_text("Player07, Test")

    # Round 1 and its thirty results by keys, with a forfeit on board 30.
    pair_next(page, event, 1)
    codes = play(event, 1, book, forfeit=30)
    expect(page.locator("form.has-script")).to_have_count(1)
    for code in codes:
        page.keyboard.press(KEYS[code])
    expect(page.locator("[data-line]")).to_have_text("saved · online")
    assert [game.code for game in games_of(event, 1)] == codes

    # Somebody comes late, is entered by name, and gets his place by rating.
    page.goto(f"/desk/{event.pk}/players/new/")
    page.get_by_label("Name").fill("Player61, Late")
    page.get_by_label("Rating", exact=True).fill("2325")
    page.get_by_role("button", name="Save").click()
    page.goto(f"/desk/{event.pk}/absences/")
    expect(page.locator("table.absences")).to_contain_text("from round 2")
    page.get_by_role("button", name="Number anew by rating").click()
    late = event.entries.get(name="Player61, Late")
    # 2500 - 10 n: numbers 1 to 17 have 2330 and more.
    assert late.number == 18
    book.bye(late.name, "Z")

    wrong = ("", "")
    for number in range(2, ROUNDS + 1):
        pair_next(page, event, number)
        codes = play(event, number, book)
        if number == 2:
            # A slip: board 3 is entered the wrong way round, and found out two rounds later.
            game = games_of(event, 2)[2]
            true, slip = codes[2], {"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1-0"}[codes[2]]
            wrong = (slip, true)
            book.game(game.white.name, game.black.name, true, sign=-1)
            book.met.discard(frozenset((game.white.name, game.black.name)))
            book.game(game.white.name, game.black.name, slip)
            codes[2] = slip
        post_results(client, event, number, codes)
        if number == 3:
            correct_round_two(page, client, event, book, wrong)
        if number == 4:
            page.goto(f"/desk/{event.pk}/absences/")
            leave = page.locator("form", has=page.get_by_role("button", name="Withdraw"))
            leave.get_by_label("Start number").fill(str(event.entries.get(name="Player50, Test").number))
            leave.get_by_label("After round").fill("4")
            page.get_by_role("button", name="Withdraw").click()
            expect(page.locator("table.absences")).to_contain_text("left after 4")

    # From round 2 on there are 61; 7 is away in rounds 3 and 5, and 50 from round 5 on. An odd number, and so an
    # allocated bye, is there in rounds 2, 4 and 5.
    seven, fifty = event.entries.get(name="Player07, Test"), event.entries.get(name="Player50, Test")
    rest = dict(seven.seats.filter(game=None).values_list("round__number", "bye"))
    assert {number: code for number, code in rest.items() if code == "H"} == {3: "H", 5: "H"}
    assert dict(fifty.seats.filter(bye="Z").values_list("round__number", "bye")) == dict.fromkeys(
        range(5, 10), "Z"
    )
    allocated = list(Seat.objects.filter(round__event=event, bye="U").values_list("entry_id", flat=True))
    assert len(allocated) == len(set(allocated)) == 3

    # The final standings, against the test's own book.
    rows = table(client.get(f"/events/{event.pk}/standings/"))
    shown = {row["Name"]: (half_points(row["Pts"]), int(row["WON"])) for row in rows}
    assert len(rows) == 61
    assert shown == {name: (book.halves[name], book.won[name]) for name in book.halves}
    order = sorted(shown.values(), reverse=True)
    assert [row["Rk"] for row in rows] == [str(order.index(shown[row["Name"]]) + 1) for row in rows]


def correct_round_two(page: Page, client: Client, event: Event, book: Book, wrong: tuple[str, str]) -> None:
    """Open the locked round with a reason, and put the board right in the grid."""
    slip, true = wrong
    page.goto(f"/desk/{event.pk}/rounds/2/")
    page.get_by_role("link", name="Open it for corrections").click()
    page.locator("[name=reason]").fill("slips of board 3 compared")
    page.get_by_role("button", name="Next: what follows").click()
    page.get_by_role("button", name="Open round 2").click()
    expect(page.get_by_text("This round is open for corrections.")).to_be_visible()
    game = games_of(event, 2)[2]
    assert game.code == slip
    codes = [each.code for each in games_of(event, 2)]
    codes[2] = true
    post_results(client, event, 2, codes)
    book.game(game.white.name, game.black.name, slip, sign=-1)
    book.met.discard(frozenset((game.white.name, game.black.name)))
    book.game(game.white.name, game.black.name, true)


def test_boards_are_made_by_keyboard_and_by_drag_beside_the_engine_s(browse):
    director = account("ana")
    event = event_of(director, 7, rounds_planned=5)
    page = browse(director)
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.goto(f"/desk/{event.pk}/rounds/1/by-hand/")
    page.get_by_role("button", name="Show the engine's proposal beside it").click()
    expect(page.locator("#job")).to_be_visible()
    work()
    page.wait_for_url("**/by-hand/")
    page.get_by_role("link", name="Take over the engine's boards").click()
    white = page.locator("[name=white]")
    black = page.locator("[name=black]")
    expect(page.locator("[data-engine-mark][data-state=same]")).to_have_count(3)
    # The engine's: 1-4, 5-2, 3-6, bye 7. Number 6 typed for Black on board 1: he and 4 change places.
    black.first.fill("6")
    black.first.press("Enter")
    expect(black.nth(2)).to_have_value("4")
    expect(page.locator("[data-engine-mark][data-state=differs]")).to_have_count(2)
    # x turns the colours of board 2; then 7 is dragged onto board 3, and 3 is left without a board.
    white.nth(1).press("x")
    expect(white.nth(1)).to_have_value("2")
    expect(page.locator("[data-engine-mark][data-state=colours]")).to_have_count(1)
    free = page.locator("[data-hand-free='7'] [data-slot-name]")
    free.drag_to(white.nth(2).locator("xpath=.."))
    expect(white.nth(2)).to_have_value("7")
    expect(page.locator("[data-hand-free='3']")).to_be_visible()
    page.locator("[name=bye-3]").select_option("U")
    expect(page.locator("#hand-findings")).to_contain_text("Nothing speaks against this pairing")
    page.locator("[name=reason]").fill("two of one family")
    page.get_by_role("button", name="Store this pairing").click()
    page.wait_for_url(f"**/desk/{event.pk}/rounds/1/")
    assert [(game.white.number, game.black.number) for game in games_of(event, 1)] == [(1, 6), (2, 5), (7, 4)]
    assert Seat.objects.get(round__event=event, game=None).entry.number == 3
    assert {game.manual_reason for game in games_of(event, 1)} == {"two of one family"}
    assert problems == []


def test_boards_are_made_on_a_phone_by_two_presses(browse):
    director = account("ana")
    event = event_of(director, 4, rounds_planned=3)
    page = browse(director, viewport={"width": 390, "height": 800})
    page.goto(f"/desk/{event.pk}/rounds/1/by-hand/")
    places = [page.locator("[name=white]").nth(0), page.locator("[name=black]").nth(0),
              page.locator("[name=white]").nth(1), page.locator("[name=black]").nth(1)]  # fmt: skip
    for number, place in zip((1, 3, 4, 2), places, strict=True):
        page.locator(f"[data-hand-free='{number}'] [data-slot-name]").click()
        place.locator("xpath=..").locator("[data-slot-name]").click()
        expect(place).to_have_value(str(number))
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.get_by_role("button", name="Store this pairing").click()
    page.wait_for_url(f"**/desk/{event.pk}/rounds/1/")
    assert [(game.white.number, game.black.number) for game in games_of(event, 1)] == [(1, 3), (4, 2)]
