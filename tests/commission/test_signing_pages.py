"""Many documents and one passphrase: what waits for a signature, and what becomes of each."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from reports import authority as authorities
from reports.models import Report
from reports.services import key_issue, report_document, report_hand_in, report_rendered, report_sign
from reports.waiting import waiting_for

PASSPHRASE = "a phrase that nobody guesses"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick_passphrases_of_an_authority_of_its_own(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    """The clock of these tests stands still in April; an authority of today would not be valid yet."""
    settings.KEYS_ROOT = tmp_path / "keys"
    monkeypatch.setattr(authorities, "PASSPHRASE_ROUNDS", 1000)


@pytest.fixture
def certified(director: Any, officer: Any, finished: Any) -> Callable[..., Report]:
    """Makes a report of an event that its arbiter has signed; both have keys."""
    for account in (director, officer):
        key_issue(account, actor=account, passphrase=PASSPHRASE)

    def make(**fields: Any) -> Report:
        report = report_hand_in(finished(**fields), actor=director, place="Inventown")
        report = report_rendered(report, document=report_document(report))
        return report_sign(report, actor=director, role="arbiter", passphrase=PASSPHRASE)

    return make


def states(*reports: Report) -> list[str]:
    return [Report.objects.get(pk=report.pk).state for report in reports]


def test_each_waits_for_whose_turn_it_is(director: Any, officer: Any, finished: Any, certified: Any) -> None:
    report = certified()
    other = report_hand_in(finished(name="Second"), actor=director)
    assert list(waiting_for(director)) == []
    other = report_rendered(other, document=report_document(other))
    assert list(waiting_for(director)) == [other]
    assert list(waiting_for(officer)) == [report]


def test_several_are_signed_with_one_passphrase_and_a_refused_one_stops_no_other(
    officer: Any, certified: Any, client: Client
) -> None:
    first, second, third = (certified(name=f"Invented {number}") for number in range(3))
    client.force_login(officer)
    page = client.get(reverse("commission:signing"))
    assert all(each.code in page.text for each in (first, second, third))
    typed: dict[str, Any] = {f"before-{each.pk}": each.pdf_sha256 for each in (first, second, third)}
    typed[f"before-{second.pk}"] = "0" * 64
    chosen = {"report": [first.pk, second.pk, third.pk], "passphrase": PASSPHRASE, "place": "Harbourland"}
    answer = client.post(reverse("commission:signing"), typed | chosen)
    assert answer.status_code == 422
    assert states(first, second, third) == ["countersigned", "certified", "countersigned"]
    assert "The document has changed since you opened it." in answer.text
    assert answer.text.count("The report is handed in to the commission.") == 2
    assert PASSPHRASE not in answer.text


def test_a_wrong_passphrase_is_tried_once(officer: Any, certified: Any, client: Client) -> None:
    first, second = certified(name="Invented 1"), certified(name="Invented 2")
    client.force_login(officer)
    chosen = {"report": [first.pk, second.pk], "passphrase": "surely not the phrase"}
    answer = client.post(reverse("commission:signing"), chosen)
    assert states(first, second) == ["certified", "certified"]
    assert answer.text.count("The passphrase does not open your key; nothing was signed.") == 1
    assert "not tried" in answer.text
    assert "surely not the phrase" not in answer.text


def test_nobody_signs_what_does_not_wait_for_him(director: Any, certified: Any, client: Client) -> None:
    report = certified()
    client.force_login(director)
    client.post(reverse("commission:signing"), {"report": [report.pk], "passphrase": PASSPHRASE})
    assert states(report) == ["certified"]
    assert client.post(reverse("commission:signing"), {"passphrase": PASSPHRASE}).status_code == 422


def test_a_script_is_answered_for_each_document(officer: Any, certified: Any, client: Client) -> None:
    report = certified()
    client.force_login(officer)
    address = reverse("reports:sign", args=[report.pk])
    asks = {"HTTP_ACCEPT": "application/json"}
    typed = {"role": "rating_officer", "before": report.pdf_sha256}
    wrong = client.post(address, typed | {"passphrase": "surely not the phrase"}, **asks)
    assert (wrong.status_code, json.loads(wrong.content)["stop"]) == (422, True)
    stale = client.post(address, typed | {"passphrase": PASSPHRASE, "before": "0" * 64}, **asks)
    assert (stale.status_code, json.loads(stale.content)["stop"]) == (409, False)
    good = json.loads(client.post(address, typed | {"passphrase": PASSPHRASE}, **asks).content)
    assert good == {"signed": True, "message": "signed · The report is handed in to the commission."}


def test_the_page_asks_the_same_questions_for_one_and_for_three(
    officer: Any, certified: Any, client: Client
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.force_login(officer)
    counts = []
    for number in (1, 2, 3):
        certified(name=f"Invented {number}")
        client.get(reverse("commission:signing"))
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("commission:signing"))
        counts.append(len(asked))
    assert counts[0] == counts[2]


def test_the_passphrase_stands_in_no_table_and_in_no_log(
    officer: Any, certified: Any, client: Client, caplog: pytest.LogCaptureFixture, capfd: Any
) -> None:
    """Signed by hand, signed in a row, and mistyped: every column of every table is searched."""
    caplog.set_level(logging.DEBUG)
    report, wrong = certified(), "mistyped but nearly right"
    client.force_login(officer)
    client.post(reverse("commission:signing"), {"report": [report.pk], "passphrase": wrong})
    client.post(reverse("commission:signing"), {"report": [report.pk], "passphrase": PASSPHRASE})
    assert states(report) == ["countersigned"]
    searched = 0
    for model in apps.get_models():
        for row in model._default_manager.values_list():
            for value in row:
                text = bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()
                assert PASSPHRASE.encode() not in text, model
                assert wrong.encode() not in text, model
                searched += 1
    assert searched > 100
    output = capfd.readouterr()
    said = caplog.text + output.out + output.err
    assert PASSPHRASE not in said
    assert wrong not in said


@pytest.mark.django_db(transaction=True)
def test_the_script_signs_one_after_the_other_and_empties_the_field(
    live_server: Any, page: Any, client: Client, officer: Any, certified: Any
) -> None:
    first, second = certified(name="Invented 1"), certified(name="Invented 2")
    client.force_login(officer)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    page.context.add_cookies([cookie])
    page.goto(live_server.url + reverse("commission:signing"))
    phrase, sign = (
        page.get_by_label("Passphrase of your key"),
        page.get_by_role("button", name="Sign", exact=True),
    )
    page.get_by_role("button", name="Choose all of this page").click()
    phrase.fill("surely not the phrase")
    sign.click()
    page.get_by_text("not tried").wait_for()
    assert phrase.input_value() == ""
    assert states(first, second) == ["certified", "certified"]
    phrase.fill(PASSPHRASE)
    sign.click()
    page.get_by_text("2 of 2 signed").wait_for()
    assert phrase.input_value() == ""
    assert states(first, second) == ["countersigned", "countersigned"]
    assert PASSPHRASE not in page.content()
