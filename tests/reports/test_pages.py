"""The pages of documents, signatures, keys and verification."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from core.files import read
from reports.models import Report, Signature, SigningKey
from reports.services import key_issue, report_return, report_sign
from tests.reports.conftest import PASSPHRASE

pytestmark = pytest.mark.django_db


@pytest.fixture
def director_client(director: Any) -> Client:
    client = Client()
    client.force_login(director)
    return client


def upload(client: Client, data: bytes) -> Any:
    return client.post(
        reverse("reports:verify"), {"file": SimpleUploadedFile("table.pdf", data, "application/pdf")}
    )


def test_an_event_without_documents_says_what_belongs_there(finished_event: Any, client: Client) -> None:
    page = client.get(reverse("reports:documents", args=[finished_event().pk]))
    assert page.status_code == 200
    assert "No document yet" in page.text


def test_the_director_sees_what_will_be_frozen_and_what_is_missing(
    finished_event: Any, director_client: Client
) -> None:
    event = finished_event(rate_of_play="")
    page = director_client.get(reverse("reports:hand_in", args=[event.pk]))
    assert "The rate of play is missing." in page.text
    assert "Every board has a result" in page.text
    assert "It cannot be frozen yet" in page.text
    assert re.search(r'<button[^>]*disabled[^>]*aria-describedby="held-back"', page.text)
    answer = director_client.post(
        reverse("reports:hand_in", args=[event.pk]), {"unusual": "Power cut in round 2", "language": "en"}
    )
    assert answer.status_code == 422
    assert "Power cut in round 2" in answer.text
    assert not Report.objects.exists()


def test_open_boards_are_linked_to_their_grid(finished_event: Any, director_client: Client) -> None:
    event = finished_event(finish=False)
    page = director_client.get(reverse("reports:hand_in", args=[event.pk]))
    assert "6 boards have no result" in page.text
    assert reverse("tournaments:desk_round", args=[event.pk, 1]) in page.text


def test_handing_in_leads_to_the_report_with_its_progress(
    finished_event: Any, director_client: Client
) -> None:
    event = finished_event()
    assert (
        "It cannot be frozen yet" not in director_client.get(reverse("reports:hand_in", args=[event.pk])).text
    )
    answer = director_client.post(
        reverse("reports:hand_in", args=[event.pk]), {"place": "Inventown", "language": "hr"}, follow=True
    )
    report = Report.objects.get()
    assert answer.redirect_chain == [(reverse("reports:report", args=[report.pk]), 302)]
    assert report.language == "hr"
    assert reverse("core:job", args=[report.job_id]) in answer.text


def test_signing_on_the_page_certifies_the_document(
    rendered: Any, keys: Any, director_client: Client, director: Any
) -> None:
    report = rendered()
    page = director_client.get(reverse("reports:report", args=[report.pk]))
    assert "Sign as Chief arbiter" in page.text
    answer = director_client.post(
        reverse("reports:sign", args=[report.pk]),
        {"place": "Inventown", "passphrase": PASSPHRASE, "before": report.pdf_sha256},
    )
    assert answer.status_code == 302
    assert Signature.objects.get().account == director


def test_a_wrong_passphrase_is_told_at_its_field_and_not_sent_back(
    rendered: Any, keys: Any, director_client: Client
) -> None:
    report, wrong = rendered(), "surely not the phrase"
    answer = director_client.post(
        reverse("reports:sign", args=[report.pk]), {"place": "Inventown", "passphrase": wrong}
    )
    assert answer.status_code == 422
    assert "The passphrase does not open your key; nothing was signed." in answer.text
    assert wrong not in answer.text
    assert 'value="Inventown"' in answer.text


def test_a_page_that_grew_old_answers_409(rendered: Any, keys: Any, director_client: Client) -> None:
    report = rendered()
    answer = director_client.post(
        reverse("reports:sign", args=[report.pk]), {"passphrase": PASSPHRASE, "before": "0" * 64}
    )
    assert answer.status_code == 409
    assert "The document has changed since you opened it." in answer.text


def test_a_foreign_official_can_neither_hand_in_nor_sign_nor_return(
    rendered: Any, accounts: Any, client: Client
) -> None:
    report = rendered()
    client.force_login(accounts("boris"))
    posts = ("reports:sign", "reports:return")
    codes = [
        client.post(reverse(name, args=[report.pk]), {"passphrase": PASSPHRASE, "reason": "x"}).status_code
        for name in posts
    ]
    codes.append(client.post(reverse("reports:hand_in", args=[report.event_id])).status_code)
    assert codes == [403, 403, 403]


def test_documents_of_a_draft_do_not_exist_for_the_public(
    accounts: Any, director: Any, client: Client
) -> None:
    from tournaments.services import event_create

    event = event_create(actor=director, name="Secret plans")
    assert client.get(reverse("reports:documents", args=[event.pk])).status_code == 404


def test_the_unsigned_document_is_not_public_the_signed_one_is(
    rendered: Any, keys: Any, director: Any, director_client: Client, client: Client
) -> None:
    report = rendered()
    address = reverse("reports:pdf", args=[report.pk])
    assert client.get(address).status_code == 404
    assert director_client.get(address).content == read(report.unsigned_sha256)
    report = report_sign(report, actor=director, role="arbiter", passphrase=PASSPHRASE)
    answer = client.get(address)
    assert answer.content == read(report.pdf_sha256)
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == f'inline; filename="form-1-{report.code}.pdf"'
    assert client.get(address, {"sha256": report.unsigned_sha256}).status_code == 404
    assert client.get(address, {"sha256": report.record_sha256}).status_code == 404


def test_the_public_document_tells_no_birth_day_and_no_national_number(signed_twice: Any) -> None:
    import zlib

    data = read(signed_twice.pdf_sha256)
    plain = data
    start = 0
    while (start := data.find(b"stream\n", start)) >= 0:
        start += len(b"stream\n")
        try:
            plain += zlib.decompressobj().decompress(data[start:])
        except zlib.error:
            continue
    assert b'"birth":"1990"' in plain
    assert b"1990-05" not in plain
    assert b"national_id" not in plain


def test_the_documents_page_asks_the_database_as_often_for_three_as_for_one(
    rendered: Any, director: Any, client: Client, django_assert_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    report = rendered()
    address = reverse("reports:documents", args=[report.event_id])
    client.get(address)
    with CaptureQueriesContext(connection) as once:
        client.get(address)
    queries = len(once)
    for _again in range(2):
        report_return(report, actor=director, reason="once more")
        report = rendered(report.event)
    client.get(address)
    with django_assert_num_queries(queries):
        page = client.get(address)
    assert page.text.count("A newer version stands in its place:") == 2


def test_a_genuine_file_is_called_genuine(signed_twice: Any, client: Client) -> None:
    page = upload(client, read(signed_twice.pdf_sha256))
    assert 'data-verdict="valid"' in page.text
    assert "Genuine and unchanged" in page.text
    assert "Ana Belić" in page.text
    assert "Ольга Гнатюк" in page.text


def test_an_earlier_state_of_a_document_is_told_apart(signed_twice: Any, client: Client) -> None:
    first = signed_twice.signatures.get(role="arbiter")
    page = upload(client, read(first.after_sha256))
    assert "Genuine, but not the last state" in page.text


def test_a_superseded_document_names_the_newer_one(
    signed_twice: Any, rendered: Any, director: Any, client: Client
) -> None:
    data = read(signed_twice.pdf_sha256)
    report_return(signed_twice, actor=director, reason="misprint", by_commission=True)
    assert "Genuine, but withdrawn" in upload(client, data).text
    newer = rendered(signed_twice.event)
    page = upload(client, data)
    assert "Genuine, but superseded" in page.text
    assert newer.code in page.text


def test_a_changed_byte_and_an_appended_comment_are_told_apart(signed_twice: Any, client: Client) -> None:
    data = read(signed_twice.pdf_sha256)
    changed = bytearray(data)
    changed[data.index(b"stream\n") + 40] ^= 1
    assert "Changed after signing" in upload(client, bytes(changed)).text
    assert "Something was added after signing" in upload(client, data + b"\n% note\n").text


def test_a_file_that_is_no_pdf_is_refused_in_words(client: Client) -> None:
    answer = upload(client, b"Dear federation, here is my table.")
    assert answer.status_code == 422
    assert "Nothing can be said about this file." in answer.text


def test_a_file_that_is_too_large_is_refused(client: Client) -> None:
    answer = upload(client, b"%PDF-" + bytes(10 * 1024 * 1024))
    assert answer.status_code == 422
    assert "larger than 10 MB" in answer.text


def test_neither_file_nor_number_is_told(client: Client) -> None:
    answer = client.post(reverse("reports:verify"), {})
    assert answer.status_code == 422
    assert "Choose the PDF file, or type the number printed on it." in answer.text


def test_nothing_of_an_uploaded_file_is_kept(signed_twice: Any, client: Client) -> None:
    from core.models import StoredFile

    before = StoredFile.objects.count()
    upload(client, read(signed_twice.pdf_sha256) + b"\n")
    assert StoredFile.objects.count() == before


def test_the_number_on_paper_is_found_however_it_is_typed(signed_twice: Any, client: Client) -> None:
    typed = signed_twice.code.replace("-", "").lower()
    answer = client.post(reverse("reports:verify"), {"code": f" {typed} "}, follow=True)
    assert answer.redirect_chain[0][0] == reverse("reports:verify_code", args=[signed_twice.code])
    assert "Signed by all, and it stands" in answer.text
    short = signed_twice.record_sha256
    assert f"{short[:4]} {short[4:8]} {short[8:12]} {short[12:16]}" in answer.text


def test_an_unknown_number_is_told(client: Client) -> None:
    answer = client.get(reverse("reports:verify_code", args=["ZZZZ-2222"]))
    assert answer.status_code == 404
    assert "There is no document ZZZZ-2222" in answer.text


def test_the_twenty_first_question_in_a_minute_waits(client: Client) -> None:
    from django.core.cache import cache

    cache.clear()
    answers = [client.get(reverse("reports:verify_code", args=["ZZZZ-2222"])).status_code for _ in range(21)]
    cache.clear()
    assert answers == [404] * 20 + [429]


def test_somebody_makes_a_key_on_the_page(director: Any, director_client: Client) -> None:
    answer = director_client.post(
        reverse("reports:keys"), {"passphrase": PASSPHRASE, "again": PASSPHRASE}, follow=True
    )
    assert "Your key is ready." in answer.text
    assert SigningKey.objects.get().account == director
    assert PASSPHRASE not in answer.text


def test_two_different_phrases_make_no_key(director_client: Client) -> None:
    answer = director_client.post(
        reverse("reports:keys"), {"passphrase": PASSPHRASE, "again": PASSPHRASE + "s"}
    )
    assert answer.status_code == 422
    assert "The two are not the same." in answer.text
    assert not SigningKey.objects.exists()


def test_nobody_revokes_somebody_elses_key(officer: Any, director_client: Client) -> None:
    key = key_issue(officer, actor=officer, passphrase=PASSPHRASE)
    answer = director_client.post(reverse("reports:revoke", args=[key.pk]), {"reason": "mischief"})
    assert answer.status_code == 404
    key.refresh_from_db()
    assert key.revoked_at is None


def test_before_a_signature_only_those_concerned_read_what_a_report_says(
    rendered: Any, client: Client, director: Any, keys: Any
) -> None:
    report = rendered(unusual="The lights went out in round two.")
    own = Client()
    own.force_login(director)
    page = reverse("reports:report", args=[report.pk])
    trf = reverse("reports:download", args=[report.pk, "trf26"])
    assert "Invented01" in own.get(page).text
    assert "lights went out" in own.get(page).text and own.get(trf).status_code == 200
    unsigned = client.get(page)
    assert unsigned.status_code == 200 and "Not signed yet" in unsigned.text
    assert (
        "lights went out" not in unsigned.text
        and "Invented01" not in unsigned.text
        and trf not in unsigned.text
    )
    assert client.get(trf).status_code == 404
    report_sign(report, actor=director, role="arbiter", passphrase=PASSPHRASE, place="Inventown")
    assert "lights went out" in client.get(page).text
    assert client.get(trf).status_code == 200


def test_what_is_frozen_cannot_be_frozen_again_and_the_page_says_so(
    rendered: Any, director: Any, client: Client
) -> None:
    report = rendered()
    client.force_login(director)
    page = client.get(reverse("reports:hand_in", args=[report.event_id]))
    assert page.context["held_back"] and "A report of this event stands already." in page.text


def test_a_file_that_cannot_be_checked_is_not_told_to_be_unsaved(client: Client) -> None:
    answer = upload(client, b"no document at all")
    assert "The file is no PDF document." in answer.text and "That could not be checked:" in answer.text
    assert "Nothing is saved yet" not in answer.text
