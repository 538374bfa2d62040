"""The start list as a filed document: frozen before the start, signed by the arbiter, its addresses apart."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.files import forget_expired, read
from core.models import StoredFile
from reports.frozen import frozen_of
from reports.models import Report
from reports.services import (
    expected_role,
    key_issue,
    report_document,
    report_rendered,
    report_return,
    report_sign,
    start_list_file,
)
from reports.start_lists import annex_of, filed_sheet, whole_sheet
from tests.reports.conftest import PASSPHRASE
from tests.reports.test_start_list import words
from tournaments.errors import DomainError
from tournaments.services import entries_add, entries_number, event_create
from tournaments.services.correspondence import (
    DAYS_KEPT,
    PlayerLine,
    correspondence_setup_set,
    start_list_save,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SECRETS = ("Вязовая, 7", "p2@example.invalid", "Oak 1", "1960-04-15", "15 Apr 1960")


@pytest.fixture
def event(director: Any) -> Any:
    """Three players that start in nine days; of the third only the year of birth is known."""
    today = timezone.localdate()
    made = event_create(
        actor=director,
        name="Заочный кубок",
        group_code="КЗ-1",
        start=today + timedelta(days=9),
        end=today + timedelta(days=300),
        system="round_robin",
        correspondence=True,
        rating_kind="ik",
        numbering="typed",
        organiser="Committee",
        chief_arbiter_name="Ana Belić",
        norms="KMS 1.5 of 2",
    )
    rows = [
        {"name": "Берёзин, Фёдор", "national_id": "34902", "rating": 2201, "birth": "1960-04-15"},
        {"name": "Алёхнович, Пётр", "national_id": "61901", "rating": 2325, "birth": "1971-06-22"},
        {"name": "Морошкин, Данила", "national_id": "14912", "birth": "1947"},
    ]
    entries = entries_add(made, actor=director, rows=rows)
    entries_number(made, actor=director, numbers={entry.pk: at for at, entry in enumerate(entries, 1)})
    start_list_save(
        made,
        actor=director,
        lines=[
            PlayerLine(
                entry.pk,
                category="кмс",
                region="Север",
                address="Вязовая, 7" if entry == entries[0] else "",
                email="p2@example.invalid" if entry == entries[1] else "",
            )
            for entry in entries
        ],
    )
    correspondence_setup_set(made, actor=director, secrets={"arbiter_address": "Oak 1"})
    made.refresh_from_db()
    return made


def document_of(report: Report) -> Report:
    return report_rendered(report, document=report_document(report))


def test_the_document_says_the_list_and_no_address_and_of_a_birth_the_year(event: Any, director: Any) -> None:
    report = document_of(start_list_file(event, actor=director, language="en"))
    data = read(report.pdf_sha256)

    class Answer:
        content = data

    said = words(Answer)
    for text in (
        "Заочный кубок",
        "КЗ-1",
        "34902",
        "Берёзин",
        "2201",
        "new",
        "1960",
        "1947",
        "1½ of 2",
        "Ana Belić",
    ):
        assert text in said
    frozen = read(report.standings_sha256).decode()
    for secret in SECRETS:
        assert secret not in said
        assert secret not in frozen
    assert frozen_of(report)["engine"]


def test_the_addresses_lie_sealed_in_a_file_of_their_own_until_their_day(event: Any, director: Any) -> None:
    report = start_list_file(event, actor=director)
    sha256 = filed_sheet(report).annex
    kept = StoredFile.objects.get(pk=sha256)
    last = event.end + timedelta(days=DAYS_KEPT)
    assert timezone.localdate(kept.expires_at) == last + timedelta(days=1)
    assert not any(secret.encode() in read(sha256) for secret in SECRETS)
    whole = whole_sheet(report)
    assert whole is not None
    assert [line.address for line in whole.lines] == ["Вязовая, 7", "", ""]
    assert [line.birth for line in whole.lines] == ["1960-04-15", "1971-06-22", "1947"]
    assert whole.below.arbiter_address == "Oak 1"
    forget_expired(kept.expires_at)
    assert annex_of(report) is None
    assert filed_sheet(report).lines[0].name.startswith("Берёзин")


def test_the_arbiter_signs_it_and_nobody_else_has_to(event: Any, director: Any) -> None:
    key_issue(director, actor=director, passphrase=PASSPHRASE)
    report = document_of(start_list_file(event, actor=director))
    assert expected_role(report) == "arbiter"
    signed = report_sign(report, actor=director, role="arbiter", passphrase=PASSPHRASE, place="Inventown")
    assert (signed.state, expected_role(signed)) == (Report.State.COUNTERSIGNED, "")
    with pytest.raises(DomainError) as refused:
        start_list_file(event, actor=director)
    assert refused.value.code == "paper_signed"
    client = Client()
    client.force_login(director)
    page = page_of(client, event).text
    assert f"Document {report.code} is signed and stands" in page
    assert "Freeze and make the document" not in page
    report_return(signed, actor=director, reason="A player joined")
    assert "Freeze and make the document" in page_of(client, event).text


def test_a_new_version_supersedes_the_one_before_and_a_returned_one_makes_room(
    event: Any, director: Any
) -> None:
    first = document_of(start_list_file(event, actor=director))
    second = start_list_file(event, actor=director)
    first.refresh_from_db()
    assert (first.state, second.number, second.supersedes) == (Report.State.SUPERSEDED, 2, first)
    report_return(second, actor=director, reason="A player joined")
    assert start_list_file(event, actor=director).number == 3
    event.refresh_from_db()
    assert not event.is_locked


def test_it_is_filed_on_the_first_day_at_the_latest(event: Any, director: Any) -> None:
    assert start_list_file(event, actor=director, on=event.start).number == 1
    with pytest.raises(DomainError) as refused:
        start_list_file(event, actor=director, on=event.start + timedelta(days=1))
    assert refused.value.code == "parts_missing"
    assert Report.objects.filter(event=event).count() == 1


def test_the_same_list_gives_the_same_bytes(event: Any, director: Any) -> None:
    report = start_list_file(event, actor=director)
    assert report_document(report).sha256 == report_document(report).sha256


def test_only_the_arbiter_of_an_event_by_correspondence_files(
    event: Any, officer: Any, director: Any, finished_event: Any
) -> None:
    with pytest.raises(PermissionDenied):
        start_list_file(event, actor=officer)
    with pytest.raises(DomainError) as refused:
        start_list_file(finished_event(finish=False), actor=director)
    assert refused.value.code == "not_by_correspondence"


def page_of(client: Client, event: Any, **posted: Any) -> Any:
    address = reverse("reports:start_list_file", args=[event.pk])
    return client.post(address, posted) if posted else client.get(address)


def test_the_page_shows_what_is_filed_and_files_it(event: Any, director: Any) -> None:
    client = Client()
    client.force_login(director)
    page = page_of(client, event).content.decode()
    assert "Nothing is missing." in page
    assert not any(secret in page for secret in SECRETS)
    answer = page_of(client, event, language="ru")
    report = Report.objects.get(event=event)
    assert answer.url == reverse("reports:report", args=[report.pk])
    assert report.language == "ru"
    shown = client.get(answer.url).content.decode()
    assert "Берёзин" in shown
    assert report.code in page_of(client, event).content.decode()


def test_what_is_missing_is_named_and_nothing_is_filed(event: Any, director: Any) -> None:
    event.norms = "KMS 3.0 of 2"
    event.save(update_fields=["norms"])
    client = Client()
    client.force_login(director)
    assert "needs 3 points; a player has 2 games" in page_of(client, event).content.decode()
    answer = page_of(client, event, language="en")
    assert answer.status_code == 422
    assert "needs 3 points; a player has 2 games" in answer.content.decode()
    assert not Report.objects.exists()


def test_the_filed_list_with_its_addresses_is_for_those_who_may_see_them(
    event: Any, director: Any, officer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = start_list_file(event, actor=director)
    address = reverse("reports:start_list_filed_pdf", args=[report.pk])
    client = Client()
    assert client.get(address).status_code == 302
    client.force_login(director)
    answer = client.get(address)
    assert "Вязовая, 7" in words(answer)
    assert "no-store" in answer["Cache-Control"]
    monkeypatch.setattr("reports.views_start_list.last_kept_day", lambda event: date(2020, 1, 1))
    assert client.get(address).status_code == 404


def test_the_page_asks_as_often_for_three_players_as_for_one(event: Any, director: Any) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = Client()
    client.force_login(director)
    page_of(client, event)
    with CaptureQueriesContext(connection) as three:
        page_of(client, event)
    event.entries.exclude(number=1).delete()
    with CaptureQueriesContext(connection) as one:
        page_of(client, event)
    assert len(one) == len(three)
