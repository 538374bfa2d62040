"""The whole life of one event in Chromium, each step by whoever has to do it: registered in time, played, handed in,
returned for a missing date of birth, handed in again, accepted, rated, published by two, corrected after a request,
appealed against and decided.

The ratings by hand: 1600, K 20, won against 1580 (.53), lost to 1650 (.43), no opponent in the third game: .47 - .43
= .04 x 20 = +0.8, 1601. With a draw instead of the win: -.03 - .43 = -.46 x 20 = -9.2, 1591.
"""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from commission.models import Appeal, CorrectionRequest
from core.ledger import rows_of, verify_chain
from players.permissions import APPEALS_COMMITTEE, COMMISSION_MEMBER, PLAYER, RATING_OFFICER
from players.services import persons_create
from ratings.services import period_open
from ratings.services_lists import OpeningRow, list_enter_opening
from reports.models import Report
from reports.services import key_issue, report_hand_in, report_sign
from tests.e2e.people import PASSPHRASE, account, sign_on_page, work
from tournaments.models import Event, Game
from tournaments.services import entries_add, record_result

pytestmark = [pytest.mark.browser, pytest.mark.writers, pytest.mark.django_db(transaction=True)]

NAME = "Cup of a Whole Life"
RATINGS = {"Aldermoor": 1600, "Birchlow": 1580, "Cinderford": 1650, "Dunwold": 1500}
# The results between two players from the first one's view; who forfeits has a slip of it.
RESULTS = {
    ("Aldermoor", "Birchlow"): "1-0",
    ("Aldermoor", "Cinderford"): "0-1",
    ("Aldermoor", "Dunwold"): "+/-",
}
TURNED = {"1-0": "0-1", "0-1": "1-0", "+/-": "-/+"}
KEYS = {"1-0": "1", "0-1": "0", "+/-": "+", "-/+": "-", "1/2-1/2": "="}
NEXT_LIST = "standard-2100-01-01"


class Life:
    """The people, the event, and a browser for each of them."""

    def __init__(self, browse: Callable[..., Page]) -> None:
        self.browse = browse
        self.people = {
            "director": account("ana"),
            "officer": account("olga", RATING_OFFICER, COMMISSION_MEMBER),
            "member": account("clara", COMMISSION_MEMBER),
            "second": account("dora", COMMISSION_MEMBER, RATING_OFFICER),
            "player": account("petra", PLAYER),
            "judge": account("jana", APPEALS_COMMITTEE),
        }
        self.pages: dict[str, Page] = {}
        self.event = Event()

    def of(self, who: str) -> Page:
        """The one window of a person, opened when it is first needed."""
        if who not in self.pages:
            self.pages[who] = self.browse(self.people[who])
            self.pages[who].on("dialog", lambda dialog: dialog.accept())
        return self.pages[who]

    def dossier(self, who: str) -> Page:
        """The event's dossier in somebody's window."""
        page = self.of(who)
        page.goto(f"/commission/events/{self.event.pk}/")
        return page

    def report(self) -> Report:
        """The final table that stands."""
        return Report.objects.main().live().get(event=self.event)

    def stage(self) -> str:
        """The state of the dossier."""
        self.event.dossier.refresh_from_db()
        return str(self.event.dossier.stage)


def press(page: Page, name: str) -> None:
    """Press a button and wait for the page that comes of it."""
    with page.expect_navigation():
        page.get_by_role("button", name=name).first.click()


def test_the_whole_life_of_one_event(browse: Callable[..., Page], live_server: Any) -> None:
    life = Life(browse)
    for who in ("director", "officer"):
        key_issue(life.people[who], actor=life.people[who], passphrase=PASSPHRASE)
    people_and_lists(life)
    registered(life)
    played(life)
    handed_in(life)
    returned(life)
    mended_and_handed_in_again(life)
    accepted_and_rated(life)
    published(life)
    asked_for_a_correction(life)
    corrected(life)
    appealed(life)
    read_by_anybody(life)


def people_and_lists(life: Life) -> None:
    """Four players with ratings, of one nobody knows the birth; the period of the next list is open."""
    officer, today = life.people["officer"], timezone.localdate()
    persons = persons_create(
        actor=None,
        people=[
            {
                "surname": surname,
                "given_name": "Test",
                "sex": "w",
                "birth": "" if surname == "Cinderford" else "1980",
                "federation": "INV",
            }
            for surname in RATINGS
        ],
    )
    list_enter_opening(
        actor=officer,
        kind="standard",
        effective_from=today.replace(day=1),
        edition_key="fide-2025-10",
        rows=[
            OpeningRow(person.pk, RATINGS[person.surname], games_total=100, highest=1700)
            for person in persons
        ],
    )
    period_open(
        actor=officer, kind="standard", closing_day=date(2099, 12, 20), effective_from=date(2100, 1, 1)
    )
    player = life.people["player"]
    player.person = persons[0]
    player.save()


def registered(life: Life) -> None:
    """The director opens the event, completes its head and registers it on its first day."""
    page, today = life.of("director"), timezone.localdate().isoformat()
    page.goto("/desk/new/")
    page.locator("[name=name]").fill(NAME)
    page.locator("[name=start]").fill(today)
    page.locator("[name=end]").fill(today)
    page.locator("[name=system]").select_option("round_robin")
    with page.expect_navigation():
        page.locator("button[name=register]").click()
    life.event = Event.objects.get()
    page.goto(f"/desk/{life.event.pk}/edit/")
    for name, value in (
        ("city", "Inventown"),
        ("federation", "INV"),
        ("rate_of_play", "60'+30\""),
        ("chief_arbiter_name", "Ana"),
        ("organiser", "SK Inventown"),
    ):
        page.locator(f"[name={name}]").fill(value)
    press(page, "Save")
    life.event.refresh_from_db()
    assert (life.event.state, life.event.registered_on) == ("registered", timezone.localdate())


def played(life: Life) -> None:
    """Numbers are drawn, all rounds paired, and the results typed as they come off the boards."""
    page, event = life.of("director"), life.event
    persons = [life.people["player"].person, *_others(life)]
    entries_add(event, actor=life.people["director"], rows=[{"person": person} for person in persons])
    page.goto(f"/desk/{event.pk}/players/")
    page.get_by_role("link", name="Draw the start numbers").first.click()
    press(page, "Draw")
    page.goto(f"/desk/{event.pk}/rounds/")
    press(page, "Pair all rounds")
    for number in (1, 2, 3):
        page.goto(f"/desk/{event.pk}/rounds/{number}/")
        expect(page.locator("form.has-script")).to_have_count(1)
        expect(page.locator("#board-1 .result-input")).to_be_focused()
        for game in _games(life).filter(round__number=number).order_by("board"):
            page.keyboard.press(KEYS[_result(game)])
        expect(page.locator("[data-counter]")).to_have_text("0 of 2 boards open")
        expect(page.locator("[data-line]")).to_have_text("saved · online")
    page.goto(f"/desk/{event.pk}/")
    press(page, "Finish the event")
    event.refresh_from_db()
    assert event.state == "finished"
    assert all(game.code == _result(game) for game in _games(life))


def handed_in(life: Life) -> None:
    """Frozen, signed by the arbiter, signed by the rating officer: with that it lies in the commission's queue."""
    _freeze(life)
    sign_on_page(life.of("director"), life.report())
    sign_on_page(life.of("officer"), life.report())
    expect(life.of("officer").locator("body")).to_contain_text("The report is handed in to the commission.")
    assert life.stage() == "submitted"


def returned(life: Life) -> None:
    """A member finds it in the queue, takes it and returns it: a date of birth is missing."""
    page = life.of("member")
    page.goto("/commission/")
    page.get_by_role("link", name=NAME).click()
    press(page, "Take into review")
    page.locator("#reason-return").fill("The date of birth of Cinderford is missing.")
    press(page, "Return to the director")
    assert life.stage() == "returned"


def mended_and_handed_in_again(life: Life) -> None:
    """The director reads why, completes the entry and signs a new version; the old paper is withdrawn."""
    page, event = life.of("director"), life.event
    page.goto(f"/events/{event.pk}/")
    expect(page.locator("main")).to_contain_text("The date of birth of Cinderford is missing.")
    entry = event.entries.get(name__startswith="Cinderford")
    page.goto(f"/desk/{event.pk}/players/{entry.pk}/")
    page.locator("[name=birth]").fill("1990-05-17")
    press(page, "Save")
    entry.refresh_from_db()
    assert entry.birth == "1990-05-17"
    _freeze(life)
    assert [report.state for report in Report.objects.main().order_by("number")] == ["superseded", "rendered"]
    for who, role in (("director", "arbiter"), ("officer", "rating_officer")):
        report_sign(
            life.report(), actor=life.people[who], role=role, passphrase=PASSPHRASE, place="Inventown"
        )
    page.goto(f"/reports/{life.report().pk}/")
    press(page, "Hand in to the commission")
    assert life.stage() == "submitted"


def accepted_and_rated(life: Life) -> None:
    """Another member sees what the new version changes, accepts it and has it rated."""
    page = life.dossier("second")
    expect(page.locator("main")).to_contain_text("Cinderford, Test, year of birth: – → 1990")
    press(page, "Accept")
    assert life.stage() == "accepted"
    press(page, "Rate")
    work()
    assert life.stage() == "rated"
    assert _rating_after(life) is None


def published(life: Life) -> None:
    """Two people publish the list: 1601."""
    for who, button in (("officer", "Propose for publication"), ("second", "Confirm and publish the list")):
        page = life.of(who)
        page.goto("/commission/periods/")
        page.get_by_role("link", name="2100").first.click()
        press(page, button)
    work()
    assert life.stage() == "published"
    assert _rating_after(life) == 1601


def asked_for_a_correction(life: Life) -> None:
    """The player says that the first game was a draw; a member accepts, which opens the event."""
    game = next(each for each in _games(life) if _pair(each) == ("Aldermoor", "Birchlow"))
    page = life.of("player")
    page.goto(f"/events/{life.event.pk}/")
    page.get_by_role("link", name="ask for a correction").click()
    page.locator("[name=subject]").select_option("result")
    page.locator("[name=round_number]").fill(str(game.round.number))
    page.locator("[name=board]").fill(str(game.board))
    page.locator("[name=claimed]").fill("½-½")
    press(page, "Send to the commission")
    found = CorrectionRequest.objects.get()
    room = life.of("member")
    room.goto("/commission/requests/")
    room.locator(f"a[href='/commission/requests/{found.pk}/']").first.click()
    room.locator("#reason").fill("Both score sheets show a draw.")
    press(room, "Accept")
    found.refresh_from_db()
    assert (found.state, life.stage()) == ("accepted", "returned")


def corrected(life: Life) -> None:
    """The director mends the result, both sign again, a member decides: 1591, and the request is closed."""
    director = life.people["director"]
    game = next(each for each in _games(life) if _pair(each) == ("Aldermoor", "Birchlow"))
    record_result(game, actor=director, code="1/2-1/2", version=game.version, reason="Score sheets seen")
    life.event.refresh_from_db()
    report_hand_in(life.event, actor=director, place="Inventown")
    work()
    for who, role in (("director", "arbiter"), ("officer", "rating_officer")):
        report_sign(
            life.report(), actor=life.people[who], role=role, passphrase=PASSPHRASE, place="Inventown"
        )
    page = life.of("director")
    page.goto(f"/reports/{life.report().pk}/")
    press(page, "Hand in to the commission")
    page = life.dossier("member")
    expect(page.locator("main")).to_contain_text("A correction of a published event")
    press(page, "Accept")
    expect(page.locator("main")).to_contain_text("1591")
    page.locator("#reason-correct").fill("Both score sheets show a draw.")
    press(page, "Correct the published ratings")
    work()
    assert life.stage() == "corrected"
    assert CorrectionRequest.objects.get().state == "done"
    assert _rating_after(life) == 1601, "a published list stays"


def appealed(life: Life) -> None:
    """Another player's director appeals against the correction; the committee decides."""
    page = life.of("director")
    page.goto(f"/events/{life.event.pk}/")
    page.get_by_role("link", name="Appeal against “corrected”").click()
    page.locator("[name=text]").fill("The arbiter's own slip shows a win.")
    press(page, "Appeal")
    made = Appeal.objects.get()
    judge = life.of("judge")
    judge.goto("/commission/appeals/")
    judge.get_by_role("link", name=NAME).click()
    judge.locator("[name=outcome]").select_option("upheld")
    judge.locator("[name=reason]").fill("Two score sheets go before one slip.")
    press(judge, "Decide")
    made.refresh_from_db()
    assert (made.outcome, made.decided_by) == ("upheld", life.people["judge"])


def read_by_anybody(life: Life) -> None:
    """Whoever opens the event reads all of it, and the chain of its ledger is whole."""
    page = life.browse()
    page.goto(f"/events/{life.event.pk}/")
    main = page.locator("main")
    for words in (
        "Both score sheets show a draw.",
        "the decision stands",
        "Two score sheets go before one slip.",
    ):
        expect(main).to_contain_text(words)
    page.goto("/corrections/")
    expect(page.locator("main")).to_contain_text("1601 → 1591")
    verbs = list(
        rows_of("event", life.event.pk).filter(verb__startswith="dossier.").values_list("verb", flat=True)
    )
    assert [verb.removeprefix("dossier.") for verb in verbs] == [
        "submit", "take", "return", "submit", "accept", "rate", "publish", "reopen", "submit", "accept", "correct",
    ]  # fmt: skip
    assert verify_chain("event", life.event.pk) > len(verbs)


def _freeze(life: Life) -> None:
    page = life.of("director")
    page.goto(f"/events/{life.event.pk}/documents/")
    page.get_by_role("link", name="See what is handed in").click()
    page.locator("[name=unusual]").fill("none")
    press(page, "Freeze and make the document")
    work()


def _others(life: Life) -> list[Any]:
    first = life.people["player"].person
    return list(type(first).objects.exclude(pk=first.pk).order_by("pk"))


def _games(life: Life) -> Any:
    return Game.objects.filter(round__event=life.event).select_related("round", "white", "black")


def _pair(game: Game) -> tuple[str, ...]:
    return tuple(sorted(entry.name.split(",")[0] for entry in (game.white, game.black)))


def _result(game: Game) -> str:
    """What was played, from White's view; draws where the table has nothing."""
    first, second = _pair(game)
    code = RESULTS.get((first, second), "1/2-1/2")
    return code if game.white.name.startswith(first) else TURNED.get(code, code)


def _rating_after(life: Life) -> int | None:
    row = life.people["player"].person.listed_ratings.filter(rating_list__key=NEXT_LIST).first()
    return row.rating if row is not None else None
