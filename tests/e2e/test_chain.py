"""One tournament walks the whole chain in Chromium: imported, reported, signed twice, verified, reviewed, rated,
published, and read on a player's profile."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from players.models import Person, RatingList
from players.permissions import COMMISSION_MEMBER, FEDERATION_ADMIN, RATING_OFFICER
from ratings.models import RatedEntry
from ratings.services import period_open
from reports.services import key_issue
from tests.e2e.people import PASSPHRASE, account, sign_on_page, work
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.writers, pytest.mark.django_db(transaction=True)]


def test_a_real_tournament_travels_from_the_file_to_the_derivation_on_a_profile(
    shared: Path, browse: Callable[..., Page], live_server: Any, tmp_path: Path
) -> None:
    director = account("director")
    member = account("member", COMMISSION_MEMBER)
    officer = account("officer", RATING_OFFICER, COMMISSION_MEMBER)
    key_issue(director, actor=director, passphrase=PASSPHRASE)
    key_issue(officer, actor=officer, passphrase=PASSPHRASE)
    period_open(
        actor=officer, kind="standard", closing_day=date(2099, 12, 20), effective_from=date(2100, 1, 1)
    )

    event = imported(browse(director), shared / "data" / "sharly_events" / "liffre-2025__A.trf")
    assert event.entries.count() == 80
    assert event.start == date(2026, 3, 7)
    handed_in(browse(director), event)
    signed(browse(director), event)
    countersigned(browse(officer), event)
    verified(browse(), event, tmp_path)
    accepted(browse(member), event)
    published(browse(officer), browse(account("office", FEDERATION_ADMIN)))
    read_by_anybody(browse(), event)


def imported(page: Page, file: Path) -> Event:
    """The director chooses the file, types the first day that it lacks, completes the head, and finishes."""
    page.goto("/desk/import/")
    page.set_input_files("input[type=file]", str(file))
    page.get_by_role("button", name="See what it holds").click()
    expect(page.get_by_role("heading", name="What the file holds")).to_be_visible()
    page.locator("input[name=start]").fill("2026-03-07")
    page.locator("input[name=end]").fill("2026-03-08")
    page.get_by_role("button", name="Import as an event").click()
    page.wait_for_url("**/desk/*/**")
    event = Event.objects.get()
    page.goto(f"/desk/{event.pk}/edit/")
    for name, value in (
        ("city", "Inventown"),
        ("rate_of_play", "90'+30\""),
        ("chief_arbiter_name", "Director"),
        ("end", "2026-03-08"),
    ):
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Save").first.click()
    page.wait_for_load_state()
    event.refresh_from_db()
    assert event.city == "Inventown"
    page.goto(f"/desk/{event.pk}/")
    if event.state == Event.State.DRAFT:
        page.get_by_role("button", name="Register the event").click()
        page.wait_for_load_state()
        page.goto(f"/desk/{event.pk}/")
    page.get_by_role("button", name="Finish the event").first.click()
    page.wait_for_load_state()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    return event


def handed_in(page: Page, event: Event) -> None:
    page.goto(f"/events/{event.pk}/documents/")
    page.get_by_role("link", name="See what is handed in").click()
    page.locator("[name=unusual]").fill("none")
    page.get_by_role("button", name="Freeze and make the document").click()
    page.wait_for_url("**/reports/*/**")
    work()
    event.refresh_from_db()
    assert event.is_locked


def signed(page: Page, event: Event) -> None:
    """A wrong passphrase signs nothing; the right one certifies."""
    report = event.reports.main().get()
    page.goto(f"/reports/{report.pk}/")
    page.locator("[name=passphrase]").fill("not the phrase")
    page.get_by_role("button", name="Sign", exact=True).click()
    expect(page.locator("body")).to_contain_text("passphrase does not open")
    assert not report.signatures.exists()
    page.locator("[name=passphrase]").fill(PASSPHRASE)
    page.get_by_role("button", name="Sign", exact=True).click()
    page.wait_for_load_state()
    assert [row.role for row in report.signatures.all()] == ["arbiter"]


def countersigned(page: Page, event: Event) -> None:
    report = event.reports.main().get()
    sign_on_page(page, report)
    report.refresh_from_db()
    assert report.state == "countersigned"
    expect(page.locator("body")).to_contain_text("The report is handed in to the commission.")
    event.dossier.refresh_from_db()
    assert event.dossier.stage == "submitted"


def verified(page: Page, event: Event, folder: Path) -> None:
    """Anybody with the file learns that it holds, and that a changed byte or an added comment does not."""
    report = event.reports.main().get()
    whole = page.request.get(f"/reports/{report.pk}/document.pdf").body()
    place = whole.index(b"stream") + 60
    cases = {
        "whole.pdf": (whole, "Genuine and unchanged"),
        "byte.pdf": (whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :], "Changed after signing"),
        "comment.pdf": (whole + b"\n% a remark\n", "Something was added after signing"),
    }
    for name, (data, words) in cases.items():
        (folder / name).write_bytes(data)
        page.goto("/verify/")
        page.set_input_files("input[type=file]", str(folder / name))
        page.get_by_role("button", name="Check the file").click()
        expect(page.locator("main")).to_contain_text(words)
    page.goto(f"/verify/{report.code}/")
    expect(page.locator("main")).to_contain_text("Director")
    expect(page.locator("main")).to_contain_text("Officer")


def accepted(page: Page, event: Event) -> None:
    """Registered on paper in time and reported too late: the paper is stated, the late report waived."""
    page.goto("/commission/")
    page.get_by_role("link", name=event.name).click()
    page.get_by_role("button", name="Take into review").click()
    page.get_by_role("button", name="Admit those whom nobody resembles").click()
    page.get_by_text("Registered on paper").first.click()
    page.locator("details[open] input[name=day]").fill("2026-03-01")
    page.locator("details[open] textarea[name=reason]").first.fill("Letter no. 7 of the club.")
    page.get_by_role("button", name="State the day").click()
    page.wait_for_load_state()
    for _refusal in range(page.get_by_text("Waive by a decision").count()):
        page.get_by_text("Waive by a decision").first.click()
        page.locator("details[open] textarea[name=reason]").first.fill("Registered by letter in time.")
        page.get_by_role("button", name="Decide").first.click()
        page.wait_for_load_state()
    page.get_by_role("button", name="Accept").click()
    page.get_by_role("button", name="Rate").click()
    page.wait_for_url("**/jobs/**")
    work()
    event.dossier.refresh_from_db()
    assert event.dossier.stage == "rated"
    page.goto(f"/events/{event.pk}/")
    expect(page.locator("main")).to_contain_text("Registered by letter in time.")


def published(proposer: Page, page: Page) -> None:
    for each in (proposer, page):
        each.goto("/commission/periods/")
        each.get_by_role("link", name="2100").first.click()
        if each is proposer:
            each.get_by_role("button", name="Propose for publication").click()
            expect(each.locator("main")).to_contain_text("Proposed for publication by")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Confirm and publish the list").click()
    page.wait_for_url("**/jobs/**")
    work()
    chosen = RatingList.objects.get(state=RatingList.State.PUBLISHED)
    assert chosen.player_count == 80  # every entry of the file brings a rating


def read_by_anybody(page: Page, event: Event) -> None:
    """Number 2 of the file: nine games as White and Black, 7 points; the sum of the steps is the stored change."""
    row = RatedEntry.objects.select_related("person", "entry").get(entry__number=2)
    assert row.games == 9
    person: Person = row.person
    page.goto(f"/search/?q={person.surname}")
    page.get_by_role("link", name=person.surname).first.click()
    expect(page.get_by_role("heading", name=person.name).first).to_be_visible()
    page.goto(f"/players/{person.pk}/")
    page.locator(f"a[href='/ratings/changes/{row.pk}/']").first.click()
    expect(page.locator(".derivation").first).to_be_visible()
    page.goto(f"/ratings/changes/{row.pk}/")
    expect(page.locator("main")).to_contain_text("8.3.2")
    expect(page.locator("main")).to_contain_text(f"{event.name}")
    # By hand: 2446 against 2213 2191 2154 2259 2143 2328 2474 2287 2253, expected
    # .79 .81 .85 .74 .86 .66 .46 .71 .75 = 6.63 of table 8.1.2; (7 - 6.63) times K 10 (8.3.3: 2400 reached).
    assert row.change == "3.7"
    expect(page.locator("main")).to_contain_text("6.63")
