"""The table of attacks on a document that the portal stored: what page and command say of each."""

import json
import os
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pyhanko.pdf_utils import writer
from pyhanko.pdf_utils.reader import PdfFileReader

from core.files import read
from core.models import Job, LedgerRow, StoredFile
from reports import verification, views_verify
from reports.authority import Authority
from reports.models import PaperSignature, Report, Signature
from reports.services import key_revoke, report_return
from reports.signing import Field, with_fields
from reports.verifying import check
from tests.reports.signed_papers import TAMPERING, enclosure_replaced, person, signed, written, written_anew

pytestmark = pytest.mark.django_db

ARBITER, OFFICER = Field("Arbiter", 0, (40, 60, 240, 120)), Field("RatingOfficer", 0, (260, 60, 460, 120))


@pytest.fixture(autouse=True)
def _checks_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of its own takes a second each time; that it is used and says the same is tested elsewhere."""

    def checked(data: bytes, anchors: Any) -> Any:
        return check(data, anchors, now=datetime.now(UTC))

    monkeypatch.setattr(verification, "check_limited", checked)
    monkeypatch.setattr("reports.management.commands.verify_pdf.check_limited", checked)
    monkeypatch.setattr(views_verify, "MOST_PER_MINUTE", 1000)


@pytest.fixture
def on_the_page(client: Client) -> Callable[..., Any]:
    """Uploads a file: the page, or with `as_json` the JSON."""

    def ask(data: bytes, *, as_json: bool = False) -> Any:
        answer = client.post(
            reverse("reports:verify") + ("?format=json" if as_json else ""),
            {"file": SimpleUploadedFile("table.pdf", data, "application/pdf")},
        )
        assert answer.status_code == 200
        return answer.json() if as_json else answer.text

    return ask


@pytest.fixture
def by_command(tmp_path: Path, capsys: Any) -> Callable[[bytes], Any]:
    """Gives a file to the command: its JSON with the exit code in `exit`."""

    def ask(data: bytes) -> Any:
        path, code = tmp_path / "table.pdf", 0
        path.write_bytes(data)
        try:
            call_command("verify_pdf", str(path), "--json")
        except SystemExit as end:
            code = int(end.code or 0)
        return json.loads(capsys.readouterr().out) | {"exit": code}

    return ask


def without_signatures(data: bytes) -> bytes:
    """The document written anew, with the record inside exchanged."""
    return enclosure_replaced(written_anew(data))


def test_every_attack_has_its_verdict_on_the_page_and_on_the_command_line(
    signed_twice: Any, on_the_page: Any, by_command: Any
) -> None:
    data = read(signed_twice.pdf_sha256)
    genuine = on_the_page(data, as_json=True)
    assert (genuine["verdict"], genuine["valid"], genuine["changes"]) == ("valid", True, [])
    for attack, document, change in TAMPERING:
        if attack.__name__ == "pages_swapped":
            continue  # this table has one page; tests of the check itself swap those of a longer one
        file = attack(data)
        page, told, command = on_the_page(file), on_the_page(file, as_json=True), by_command(file)
        assert f'data-verdict="{document}"' in page, attack.__name__
        assert change in told["changes"], attack.__name__
        assert (told["verdict"], told["valid"], told["hash_known"]) == (document, False, False)
        assert command.pop("exit") == 1
        del command["notes"]
        assert command == told, attack.__name__


def test_what_is_said_of_a_genuine_document_is_stable(signed_twice: Any, on_the_page: Any) -> None:
    """The schema of docs/signing.md: a key that goes or changes its meaning needs another `schema`."""
    told = on_the_page(read(signed_twice.pdf_sha256), as_json=True)
    assert set(told) == {
        "schema", "valid", "verdict", "document", "changes", "signed", "signatures", "paper_signatures", "sha256",
        "hash_known", "files", "files_inside", "rated_from_this_record", "results_by_decision", "standing", "number",
        "newer_number", "sheet", "event",
    }  # fmt: skip
    assert set(told["signatures"][0]) == {
        "name", "role", "time", "time_proven", "holds", "intact", "trusted", "chain", "covers", "problem", "serial",
    }  # fmt: skip
    assert told["schema"] == 1
    assert told["number"] == signed_twice.code
    assert (told["files_inside"], told["standing"], told["rated_from_this_record"]) == (
        "same",
        "current",
        None,
    )
    assert [item["name"] for item in told["signatures"]] == ["Ana Belić", "Ольга Гнатюк"]
    assert all(item["chain"][0] == item["name"] and len(item["chain"]) == 3 for item in told["signatures"])


def test_the_page_says_through_whom_a_signature_is_trusted_and_that_the_record_is_the_frozen_one(
    signed_twice: Any, on_the_page: Any, settings: Any
) -> None:
    page = on_the_page(read(signed_twice.pdf_sha256))
    assert f"trusted through {settings.FEDERATION_NAME}" in page
    assert "The record and the other files inside are those that the portal froze." in page


def test_an_exchanged_record_signed_anew_by_a_stranger_is_not_trusted_and_not_the_portals(
    signed_twice: Any, on_the_page: Any, by_command: Any, other_authority: Authority
) -> None:
    copy = without_signatures(read(signed_twice.pdf_sha256))
    empty = with_fields(copy, certifying=ARBITER, locking=OFFICER)
    once = signed(empty, person(other_authority, "Ana Belić"), other_authority, ARBITER, "certify")
    file = signed(once, person(other_authority, "Ольга Гнатюк"), other_authority, OFFICER, "approve")
    told, page = on_the_page(file, as_json=True), on_the_page(file)
    assert (told["verdict"], told["document"], told["valid"]) == ("untrusted", "unchanged", False)
    assert [item["problem"] for item in told["signatures"]] == ["unknown_authority"] * 2
    assert (told["files_inside"], told["number"]) == ("differs", signed_twice.code)
    assert "says that it was issued by Some Other Federation Signing" in page
    assert "The record or another file inside is not the one that the portal froze." in page
    assert by_command(file)["exit"] == 1


def test_a_copy_without_signatures_leads_to_the_document_that_it_was_made_from(
    signed_twice: Any, on_the_page: Any, by_command: Any
) -> None:
    data = read(signed_twice.pdf_sha256)
    for file, inside in ((written_anew(data), "same"), (without_signatures(data), "differs")):
        told = on_the_page(file, as_json=True)
        assert (told["verdict"], told["valid"], told["signed"]) == ("stripped", False, False)
        assert (told["files_inside"], told["number"]) == (inside, signed_twice.code)
        assert by_command(file)["exit"] == 1
    assert "Made from a document of this portal, but not that document" in on_the_page(written_anew(data))


def test_a_copy_without_signatures_and_files_is_found_by_the_number_in_it(
    signed_twice: Any, on_the_page: Any
) -> None:
    bare = writer.copy_into_new_writer(PdfFileReader(_stream(written_anew(read(signed_twice.pdf_sha256)))))
    del bare.root["/Names"]
    told = on_the_page(written(bare), as_json=True)
    assert (told["verdict"], told["number"], told["files_inside"]) == (
        "stripped",
        signed_twice.code,
        "missing",
    )


def test_a_signer_whose_key_had_been_revoked_is_named(
    signed_twice: Any, director: Any, on_the_page: Any, by_command: Any
) -> None:
    key = Signature.objects.get(role="arbiter").key
    since = datetime.now(UTC) - timedelta(days=1)
    key_revoke(key, actor=director, reason="lost", not_trusted_since=since)
    from reports.services.keys import revocations_publish

    revocations_publish()
    file = read(signed_twice.pdf_sha256)
    told = on_the_page(file, as_json=True)
    assert (told["verdict"], told["valid"], told["hash_known"]) == ("untrusted", False, True)
    assert [item["problem"] for item in told["signatures"]] == ["revoked", ""]
    assert "Its key had been revoked." in on_the_page(file)
    assert [item["problem"] for item in by_command(file)["signatures"]] == ["revoked", ""]


def test_a_superseded_version_leads_to_the_one_that_stands(
    signed_twice: Any, rendered: Any, director: Any, on_the_page: Any
) -> None:
    report_return(signed_twice, actor=director, reason="misprint", by_commission=True)
    newer = rendered(signed_twice.event)
    told = on_the_page(read(signed_twice.pdf_sha256), as_json=True)
    assert (told["verdict"], told["standing"], told["newer_number"]) == ("valid", "superseded", newer.code)
    assert told["files_inside"] == "same"


def test_the_record_that_the_event_was_rated_from_is_compared(signed_twice: Any, on_the_page: Any) -> None:
    from ratings.models import RatedEvent

    data = read(signed_twice.pdf_sha256)
    calculation = RatedEvent.objects.create(
        event=signed_twice.event,
        kind="standard",
        edition="fide-2024",
        edition_sha256="0" * 64,
        method="bulk",
        record_sha256=signed_twice.record_sha256,
        engine_version="1",
        rated_at=datetime.now(UTC),
        received_on=datetime.now(UTC).date(),
    )
    assert on_the_page(data, as_json=True)["rated_from_this_record"] is True
    assert "The event was rated from exactly this record." in on_the_page(data)
    RatedEvent.objects.filter(pk=calculation.pk).update(record_sha256="1" * 64)
    assert on_the_page(data, as_json=True)["rated_from_this_record"] is False
    assert "The event was rated from another record" in on_the_page(data)


def test_a_print_signed_by_hand_is_called_so(
    rendered: Any, officer: Any, on_the_page: Any, client: Client
) -> None:
    report = rendered()
    PaperSignature.objects.create(
        report=report,
        role="arbiter",
        name="Ana Belić",
        signed_on="2026-03-16",
        scan_sha256="0" * 64,
        media_type="image/png",
        document_sha256=report.unsigned_sha256,
        seen_by=officer,
        seen_on=datetime(2026, 3, 17, 9, tzinfo=UTC),
    )
    told, page = (
        on_the_page(read(report.unsigned_sha256), as_json=True),
        on_the_page(read(report.unsigned_sha256)),
    )
    assert (told["verdict"], told["valid"], told["hash_known"]) == ("on_paper", False, True)
    assert [(item["name"], item["signed_on"]) for item in told["paper_signatures"]] == [
        ("Ana Belić", "2026-03-16")
    ]
    assert "Signed by hand on paper" in page
    assert "seen by Ольга Гнатюк" in page
    number = client.get(reverse("reports:verify_code", args=[report.code]))
    assert "by hand on paper" in number.text


def test_a_number_answers_as_json_too(signed_twice: Any, client: Client) -> None:
    told = client.get(reverse("reports:verify_code", args=[signed_twice.code]) + "?format=json").json()
    assert (told["state"], told["standing"], told["sha256"]) == (
        "countersigned",
        "current",
        signed_twice.pdf_sha256,
    )
    assert [item["role"] for item in told["signatures"]] == ["arbiter", "rating_officer"]
    unknown = client.get(reverse("reports:verify_code", args=["ZZZZ-2222"]) + "?format=json")
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "unknown_number")


def test_nothing_of_a_checked_file_is_left_anywhere(
    signed_twice: Any, on_the_page: Any, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large one too, which Django would lay down in a temporary file."""
    spool = tmp_path / "spool"
    spool.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(spool))
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 1000
    watched = [spool, Path(settings.MEDIA_ROOT)]
    counted = (StoredFile, Report, Signature, Job, LedgerRow)

    def state() -> tuple[Any, ...]:
        files = [sorted(str(path) for path in folder.rglob("*")) for folder in watched]
        return files, [model.objects.count() for model in counted]

    data = read(signed_twice.pdf_sha256) + b"\n% looked at by nobody\n"
    before = state()
    opened: list[Any] = []
    real = os.open
    monkeypatch.setattr(
        os, "open", lambda path, *rest, **more: (opened.append(path), real(path, *rest, **more))[1]
    )
    on_the_page(data)
    assert state() == before
    assert not [path for path in opened if str(path).startswith(str(spool))]


def test_a_file_that_is_far_too_large_is_refused_before_it_is_read(client: Client) -> None:
    answer = client.post(
        reverse("reports:verify"), {"file": SimpleUploadedFile("x.pdf", b"%PDF-" + bytes(11 * 1024 * 1024))}
    )
    assert answer.status_code == 413
    assert "larger than 10 MB" in answer.text


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"", "refused", "empty"),
        (b"PK\x03\x04" + bytes(100), "archive", "Take the PDF out of it first."),
        (b"%PDF-1.7\n1 0 obj\n<<", "cut_off", "Download it again."),
        (b"%PDF-1.7\nstartxref\n9\n%%EOF\n", "damaged", "damaged"),
    ],
)
def test_what_cannot_be_read_says_why_in_words_and_json(
    client: Client, data: bytes, code: str, words: str
) -> None:
    def post(address: str) -> Any:
        return client.post(address, {"file": SimpleUploadedFile("x.pdf", data, "application/pdf")})

    page, told = post(reverse("reports:verify")), post(reverse("reports:verify") + "?format=json")
    assert (page.status_code, told.status_code) == (422, 422)
    assert words in page.text
    assert told.json()["error"]["code"] == code
    assert words in told.json()["error"]["message"]


def test_too_many_questions_are_told_in_json_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views_verify, "MOST_PER_MINUTE", 0)
    answer = client.post(reverse("reports:verify") + "?format=json", {})
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    assert answer.json()["error"]["code"] == "too_many"
    page = client.get(reverse("reports:verify_code", args=["ZZZZ-2222"]))
    assert (page.status_code, page["Retry-After"]) == (429, "60")


def test_a_program_needs_no_token_of_a_form() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(
        reverse("reports:verify") + "?format=json", {"file": SimpleUploadedFile("x", b"letter")}
    )
    assert answer.json()["error"]["code"] == "not_pdf"


def _stream(data: bytes) -> Any:
    from io import BytesIO

    return BytesIO(data)
