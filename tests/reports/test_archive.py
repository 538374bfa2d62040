"""The archive: who finds what, by what; nothing of it can be deleted; the check of the whole finds every fault."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import DatabaseError, transaction
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.files import name_of, read, store
from core.models import Job, StoredFile
from reports.archive import Wanted, archived
from reports.models import PaperSignature, Report, Signature
from reports.services.archive import ARCHIVE_JOB, archive_checked
from reports.verification import anchors_now
from reports.verifying import check
from tests.reports.signed_papers import byte_of_a_page

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()


@pytest.fixture
def own_files(settings: Any, tmp_path: Path) -> Path:
    """A storage of this test alone, so that other tests' files are not unknown ones."""
    settings.MEDIA_ROOT = tmp_path / "files"
    return tmp_path / "files"


def numbers(account: Any, **wanted: Any) -> list[str]:
    return [report.code for report in archived(account, Wanted(**wanted))]


def checked(now: datetime | None = None) -> Any:
    return archive_checked(anchors_now(), now=now or timezone.now())


def faults(found: Any) -> list[tuple[str, str]]:
    return [(problem.kind, problem.file) for problem in found.problems]


class TestFinding:
    def test_a_signed_table_is_found_by_everything_that_names_it(self, signed_twice: Any) -> None:
        code, day = signed_twice.code, timezone.localtime(signed_twice.created_at).date()
        first = signed_twice.signatures.get(role="arbiter").after_sha256
        finding: list[dict[str, Any]] = [
            {},
            {"text": "masters"},
            {"text": code.replace("-", "").lower()},
            {"text": signed_twice.pdf_sha256},
            {"text": signed_twice.record_sha256[:8]},
            {"text": first[:12].upper()},
            {"person": "Invented02"},
            {"person": "Belić"},
            {"person": "Гнатюк"},
            {"sheet": "form_1", "state": "countersigned"},
            {"since": day, "until": day},
        ]
        for wanted in finding:
            assert numbers(NOBODY, **wanted) == [code], wanted

    def test_what_names_another_finds_nothing(self, signed_twice: Any) -> None:
        day = timezone.localtime(signed_twice.created_at).date()
        missing: list[dict[str, Any]] = [
            {"text": "olympiad"},
            {"text": "ZZZZ-2222"},
            {"text": signed_twice.pdf_sha256[:5]},
            {"text": "%"},
            {"person": "Nobody"},
            {"sheet": "form_2"},
            {"state": "returned"},
            {"since": day + timedelta(days=1)},
            {"until": day - timedelta(days=1)},
        ]
        for wanted in missing:
            assert numbers(NOBODY, **wanted) == [], wanted

    def test_what_nobody_signed_is_for_those_concerned(
        self, rendered: Any, director: Any, officer: Any, accounts: Any
    ) -> None:
        report = rendered()
        seen = {name: numbers(who) for name, who in (("director", director), ("officer", officer))}
        assert seen == {"director": [report.code], "officer": [report.code]}
        assert numbers(NOBODY) == numbers(accounts("boris")) == []

    def test_a_print_signed_by_hand_is_public(self, rendered: Any, officer: Any) -> None:
        report = rendered()
        on_paper(report, officer)
        assert numbers(NOBODY) == [report.code]
        assert numbers(NOBODY, person="Kos") == [report.code]

    def test_a_start_list_is_for_officials_and_the_office_though_it_is_signed(
        self, signed_twice: Any, director: Any, accounts: Any, client: Client
    ) -> None:
        Report.objects.filter(pk=signed_twice.pk).update(sheet="start_list")
        assert numbers(director) == [signed_twice.code]
        assert numbers(NOBODY) == numbers(accounts("boris")) == []
        assert client.get(reverse("reports:pdf", args=[signed_twice.pk])).status_code == 404
        assert client.get(reverse("reports:report", args=[signed_twice.pk])).status_code == 404
        page = client.get(reverse("reports:verify_code", args=[signed_twice.code]))
        assert (page.status_code, reverse("reports:pdf", args=[signed_twice.pk]) in page.text) == (200, False)


def on_paper(report: Report, officer: Any, **more: Any) -> PaperSignature:
    values = {
        "role": "arbiter",
        "name": "Ivo Kos",
        "signed_on": "2026-03-16",
        "scan_sha256": store(b"a scan", "image/png").sha256,
        "media_type": "image/png",
        "document_sha256": report.unsigned_sha256,
        "seen_by": officer,
        "seen_on": timezone.now(),
    }
    return PaperSignature.objects.create(report=report, **(values | more))


class TestPages:
    def test_the_list_shows_links_and_downloads(self, signed_twice: Any, client: Client) -> None:
        page = client.get(reverse("reports:archive"), {"q": "masters", "sort": "event"})
        assert page.status_code == 200
        for address in ("verify_code", "documents", "pdf"):
            argument = {
                "verify_code": signed_twice.code,
                "documents": signed_twice.event_id,
                "pdf": signed_twice.pk,
            }
            assert reverse(f"reports:{address}", args=[argument[address]]) in page.text
        rows = client.get(reverse("reports:archive"), {"format": "json"}).json()
        assert [(row["number"], row["sha256"]) for row in rows] == [
            (signed_twice.code, signed_twice.pdf_sha256)
        ]
        table = client.get(reverse("reports:archive"), {"format": "csv"}).text
        assert signed_twice.code in table
        assert "Ana Belić, Ольга Гнатюк" in table

    def test_an_empty_archive_says_what_belongs_there(self, client: Client) -> None:
        assert "No document found" in client.get(reverse("reports:archive")).text

    def test_a_day_that_is_none_is_told_and_nothing_typed_is_lost(self, client: Client) -> None:
        page = client.get(reverse("reports:archive"), {"since": "yesterday", "person": "Kos", "page": "x"})
        assert page.status_code == 422
        assert "Enter a valid date." in page.text
        assert 'value="Kos"' in page.text

    def test_three_documents_ask_the_database_as_often_as_one(
        self, rendered: Any, finished_event: Any, director: Any, django_assert_num_queries: Any
    ) -> None:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        client = Client()
        client.force_login(director)
        rendered()
        client.get(reverse("reports:archive"))
        with CaptureQueriesContext(connection) as once:
            client.get(reverse("reports:archive"))
        for number in (2, 3):
            rendered(finished_event(name=f"Invented Masters {number}"))
        with django_assert_num_queries(len(once)):
            page = client.get(reverse("reports:archive"))
        assert "3 rows" in page.text

    def test_only_the_office_sees_and_orders_the_check(
        self, accounts: Any, officer: Any, signed_twice: Any
    ) -> None:
        other, office = Client(), Client()
        other.force_login(officer)
        office.force_login(accounts("ofelia", "federation_admin"))
        assert other.get(reverse("reports:archive_check")).status_code == 403
        assert other.post(reverse("reports:archive_check_order")).status_code == 403
        assert "Not checked yet" in office.get(reverse("reports:archive_check")).text
        answer = office.post(reverse("reports:archive_check_order"))
        again = office.post(reverse("reports:archive_check_order"))
        ordered = Job.objects.get(kind=ARCHIVE_JOB)
        assert answer.url == again.url == reverse("core:job", args=[ordered.pk])

    def test_the_outcome_of_the_job_is_shown_to_the_office(
        self, accounts: Any, signed_twice: Any, own_files: Path
    ) -> None:
        from core.jobs import submit
        from core.jobs.running import run

        office = Client()
        office.force_login(accounts("ofelia", "federation_admin"))
        run(submit(ARCHIVE_JOB, {}).pk)
        page = office.get(reverse("reports:archive_check")).text
        assert 'data-whole="no"' in page  # the files of the report lie in another folder than this test's
        assert "The file is gone." in page
        assert reverse("reports:verify_code", args=[signed_twice.code]) in page
        assert "The archive is not whole" in office.get(reverse("reports:archive")).text
        assert "The archive is not whole" not in Client().get(reverse("reports:archive")).text


class TestKeptForGood:
    def test_nobody_deletes_a_document_or_a_signature(self, signed_twice: Any, officer: Any) -> None:
        on_paper(signed_twice, officer)
        for model in (PaperSignature, Signature, Report):
            with pytest.raises((DatabaseError, ProtectedError)), transaction.atomic():
                model.objects.all().delete()
            with pytest.raises(DatabaseError, match="kept for good"), transaction.atomic():
                model.objects.all()._raw_delete("default")
            assert model.objects.exists()

    def test_nobody_deletes_a_file_that_a_document_names(self, signed_twice: Any) -> None:
        named = {signed_twice.pdf_sha256, signed_twice.unsigned_sha256, signed_twice.record_sha256}
        for sha256 in named | {signed_twice.standings_sha256}:
            with pytest.raises(DatabaseError, match="kept for good"), transaction.atomic():
                StoredFile.objects.filter(pk=sha256).delete()


class TestCheckOfTheWhole:
    @pytest.fixture
    def kept(self, own_files: Path, signed_twice: Any) -> Any:
        """A twice signed report whose files lie in a storage of its own."""
        return signed_twice

    def place(self, sha256: str) -> Path:
        return Path(settings.MEDIA_ROOT) / name_of(sha256)

    def test_a_whole_archive_is_whole(self, kept: Any) -> None:
        told: list[tuple[int, int]] = []
        found = archive_checked(
            anchors_now(), now=timezone.now(), progress=lambda done, total: told.append((done, total))
        )
        assert (found.whole, found.documents, found.signatures) == (True, 1, 3)
        assert told[-1] == (found.files, found.files)

    def test_each_fault_is_found_and_named(self, kept: Any, tmp_path: Path, capsys: Any) -> None:
        second = kept.signatures.get(role="rating_officer").after_sha256
        self.place(second).write_bytes(read(second) + b"\n")
        self.place(kept.standings_sha256).unlink()
        stranger = tmp_path / "files" / "ab" / "stranger.pdf"
        stranger.parent.mkdir(parents=True, exist_ok=True)
        stranger.write_bytes(b"%PDF-")
        assert faults(checked()) == [
            *sorted([("altered", second), ("missing", kept.standings_sha256)], key=lambda item: item[1]),
        ]
        an_hour_ago = timezone.now().timestamp() - 3700
        os.utime(stranger, (an_hour_ago, an_hour_ago))
        assert faults(checked())[-1] == ("unknown", "ab/stranger.pdf")
        with pytest.raises(SystemExit) as ended:
            call_command("verify_archive", "--json")
        told = json.loads(capsys.readouterr().out)
        assert (ended.value.code, told["whole"], told["problem_count"]) == (1, False, 3)
        assert {problem["number"] for problem in told["problems"] if problem["kind"] == "altered"} == {
            kept.code
        }

    def test_a_signature_that_does_not_hold_is_found_though_the_file_is_whole(self, kept: Any) -> None:
        """Somebody who can write to database and storage puts another file in the place of the signed one."""
        forged = store(read(kept.pdf_sha256) + b"\n% forged\n", "application/pdf").sha256
        Signature.objects.filter(report=kept, role="rating_officer").update(after_sha256=forged)
        Report.objects.filter(pk=kept.pk).update(pdf_sha256=forged)
        (problem,) = checked().problems
        assert (problem.kind, problem.file, problem.number, problem.detail) == (
            "signature", forged, kept.code, "appended",
        )  # fmt: skip
        unsigned = kept.unsigned_sha256
        Signature.objects.filter(report=kept, role="rating_officer").update(after_sha256=unsigned)
        assert ("signature", unsigned) in faults(checked())

    def test_a_file_that_a_report_names_and_nobody_stored_is_found(self, kept: Any) -> None:
        Report.objects.filter(pk=kept.pk).update(record_sha256="f" * 64)
        assert faults(checked()) == [("unrecorded", "f" * 64)]

    def test_the_command_tells_a_whole_archive_in_words(self, kept: Any, capsys: Any) -> None:
        call_command("verify_archive")
        said = capsys.readouterr()
        assert "everything holds" in said.out
        assert "3 signatures checked" in said.out
        assert "files" in said.err

    def test_signatures_of_keys_that_ended_since_still_hold(self, kept: Any, own_authority: Any) -> None:
        from reports import authority as authorities
        from reports.keys import authority

        later = datetime.now(UTC) + timedelta(days=3 * 365)
        opened = authority()
        anchors = opened.anchors(authorities.revocation_list(opened, {}, now=later))
        assert faults(archive_checked(anchors, now=later)) == []


def test_an_archive_of_nothing_is_whole(own_files: Path, db: Any) -> None:
    found: Callable[[], Any] = checked
    assert (found().whole, found().files) == (True, 0)


class TestAnotherProgramAgrees:
    """Debian's pdfsig counts a signature field that is still empty too; ours counts signatures."""

    def agree(self, sha256: str, folder: Path) -> tuple[int, int]:
        """How many signatures both call valid, and how many cover the whole file."""
        if not shutil.which("pdfsig"):
            pytest.skip("pdfsig (poppler-utils) is not installed")
        path = folder / "signed.pdf"
        path.write_bytes(read(sha256))
        told = subprocess.run(["pdfsig", str(path)], capture_output=True, text=True, check=False).stdout
        ours = check(read(sha256), anchors_now(), now=timezone.now())
        assert ours.signatures_hold
        valid = sum(item.intact for item in ours.signatures)
        whole = sum(item.covers == "document" for item in ours.signatures)
        assert (told.count("Signature is Valid."), told.count("- Total document signed")) == (valid, whole)
        return valid, whole

    def test_on_each_state_of_every_document_and_after_an_attack(
        self, signed_twice: Any, tmp_path: Path
    ) -> None:
        states = [signature.after_sha256 for signature in signed_twice.signatures.order_by("signed_at")]
        assert [self.agree(sha256, tmp_path) for sha256 in states] == [(1, 1), (2, 1)]
        path = tmp_path / "changed.pdf"
        path.write_bytes(byte_of_a_page(read(signed_twice.pdf_sha256)))
        told = subprocess.run(["pdfsig", str(path)], capture_output=True, text=True, check=False).stdout
        assert told.count("Signature is Valid.") == 0
        assert told.count("Digest Mismatch") == 2
