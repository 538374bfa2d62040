"""Documents signed by hand: recorded with a scan by who has seen it, and said as such wherever they are shown."""

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from core.files import read
from core.ledger import rows_of
from reports.models import PaperSignature, Report
from reports.selectors import signatures_of
from reports.services import paper_sign, report_sign, scan_of
from tests.reports.conftest import PASSPHRASE
from tournaments.errors import DomainError, StaleVersion


def picture(kind: str = "PNG") -> bytes:
    stream = BytesIO()
    Image.new("L", (20, 30), 200).save(stream, kind)
    return stream.getvalue()


def on_paper(report: Report, actor: Any, role: str, name: str = "Ana Belić", **more: Any) -> Report:
    values = {"signed_on": timezone.localdate(), "scan": scan_of(picture()), "place": "Inventown"} | more
    return paper_sign(report, actor=actor, role=role, name=name, **values)


def test_both_on_paper_complete_the_document(rendered: Any, officer: Any) -> None:
    report = rendered()
    once = on_paper(report, officer, "arbiter")
    assert once.state == Report.State.CERTIFIED
    twice = on_paper(once, officer, "rating_officer", "Ольга Гнатюк", note="by post")
    assert twice.state == Report.State.COUNTERSIGNED
    assert twice.pdf_sha256 == twice.unsigned_sha256
    told = [(each.role, each.name, each.on_paper, each.seen_by) for each in signatures_of(twice)]
    assert told == [
        ("arbiter", "Ana Belić", True, "Ольга Гнатюк"),
        ("rating_officer", "Ольга Гнатюк", True, "Ольга Гнатюк"),
    ]
    rows = [row for row in rows_of("event", report.event_id) if row.verb == "report.signed_on_paper"]
    assert [row.payload["role"] for row in rows] == ["arbiter", "rating_officer"]
    kept = PaperSignature.objects.get(role="arbiter")
    assert rows[0].payload["scan_sha256"] == kept.scan_sha256
    assert read(kept.scan_sha256) == picture()
    assert kept.document_sha256 == report.pdf_sha256


def test_after_a_signature_on_paper_none_by_key_follows(rendered: Any, keys: Any, officer: Any) -> None:
    report = on_paper(rendered(), officer, "arbiter")
    with pytest.raises(DomainError) as refusal:
        report_sign(report, actor=officer, role="rating_officer", passphrase=PASSPHRASE)
    assert refusal.value.code == "signed_on_paper"


def test_after_a_signature_by_key_the_countersignature_may_stand_on_paper(
    rendered: Any, keys: Any, director: Any, officer: Any
) -> None:
    report = report_sign(rendered(), actor=director, role="arbiter", passphrase=PASSPHRASE)
    done = on_paper(report, officer, "rating_officer", "Ольга Гнатюк")
    assert done.state == Report.State.COUNTERSIGNED
    assert [each.on_paper for each in signatures_of(done)] == [False, True]


def test_order_days_and_who_may_record(rendered: Any, director: Any, officer: Any) -> None:
    report = rendered()
    with pytest.raises(PermissionDenied):
        on_paper(report, director, "arbiter")
    with pytest.raises(StaleVersion):
        on_paper(report, officer, "arbiter", before="0" * 64)
    today = timezone.localdate()
    refused = (
        ({"role": "rating_officer"}, "not_your_turn"),
        ({"name": "  "}, "name_missing"),
        ({"signed_on": today + timedelta(days=1)}, "day_in_the_future"),
        ({"signed_on": today - timedelta(days=1)}, "day_before_the_document"),
    )
    for values, code in refused:
        with pytest.raises(DomainError) as refusal:
            on_paper(report, officer, **({"role": "arbiter"} | values))  # type: ignore[arg-type]
        assert refusal.value.code == code
    assert not PaperSignature.objects.exists()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (picture(), "image/png"),
        (picture("JPEG"), "image/jpeg"),
        (b"%PDF-1.7\n1 0 obj\n%%EOF\n", "application/pdf"),
    ],
)
def test_a_scan_is_known_by_its_content(data: bytes, told: str) -> None:
    assert scan_of(data).media_type == told


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "scan_unreadable"),
        (b"<html><script>alert(1)</script>", "scan_unreadable"),
        (picture()[:40], "scan_unreadable"),
        (picture("GIF"), "scan_unreadable"),
        (b"%PDF-1.7 and no end", "scan_unreadable"),
        (b"%PDF-" + b"0" * (10 * 1024 * 1024), "scan_too_large"),
    ],
    ids=["empty", "page", "cut off", "gif", "no end", "large"],
)
def test_what_is_no_scan_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(DomainError) as refusal:
        scan_of(data)
    assert refusal.value.code == code


def test_the_page_records_it_and_everybody_reads_what_kind_it_is(
    rendered: Any, officer: Any, client: Client, director: Any
) -> None:
    report = rendered()
    client.force_login(officer)
    address = reverse("reports:paper_sign", args=[report.pk])
    assert report.code in client.get(address).text
    typed = {"name": "Ana Belić", "signed_on": timezone.localdate().isoformat(), "place": "Inventown"}
    bad = client.post(address, typed | {"scan": SimpleUploadedFile("scan.png", b"no picture at all")})
    assert bad.status_code == 422
    assert "The scan is no PDF, JPEG or PNG that can be opened." in bad.text
    assert 'value="Ana Belić"' in bad.text
    good = client.post(address, typed | {"scan": SimpleUploadedFile("scan.html", picture())})
    assert good.status_code == 302
    scan = reverse("reports:scan", args=[report.pk, PaperSignature.objects.get().pk])
    answer = client.get(scan)
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert answer["Content-Disposition"].startswith("attachment")
    client.logout()
    assert client.get(scan).status_code == 302
    # Other tests ask the page of a number too, all from one address.
    cache.clear()
    for page in (
        reverse("reports:report", args=[report.pk]),
        reverse("reports:documents", args=[report.event_id]),
        reverse("reports:verify_code", args=[report.code]),
    ):
        shown = client.get(page).text
        assert "by hand on paper" in shown
        assert "Seen by Ольга Гнатюк" in shown
        assert scan not in shown
    assert client.get(reverse("reports:pdf", args=[report.pk])).content == read(report.unsigned_sha256)
    client.force_login(director)
    assert client.get(scan).status_code == 200
