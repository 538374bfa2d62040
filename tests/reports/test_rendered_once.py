"""An unchanged document is set in type once, however often it is asked for; the renderer counts."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.files import read
from core.jobs.running import run
from core.models import Job
from reports import documents
from reports.desk_kinds import Options
from reports.models import DeskDocument
from reports.services import desk_documents, report_document, report_hand_in, tables
from reports.services.tables import table_job


class Counting:
    """A renderer that counts its calls."""

    def __init__(self, render: Any) -> None:
        self.render, self.calls = render, 0

    def __call__(self, *args: Any, **more: Any) -> Any:
        self.calls += 1
        return self.render(*args, **more)


def counting(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> Counting:
    counted = Counting(getattr(module, name))
    monkeypatch.setattr(module, name, counted)
    return counted


@pytest.mark.django_db(transaction=True)
def test_a_report_is_set_once(finished_event: Any, director: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = counting(monkeypatch, documents, "render_table")
    report = report_hand_in(finished_event(), actor=director)
    assert run(report.job_id)
    report.refresh_from_db()
    client = Client()
    client.force_login(director)
    for _again in range(3):
        answer = client.get(reverse("reports:pdf", args=[report.pk]))
        assert answer.content == read(report.pdf_sha256)
        assert report_document(report).sha256 == report.pdf_sha256
    assert counted.calls == 1


@pytest.mark.django_db(transaction=True)
def test_a_table_without_a_report_is_set_once_for_each_version(
    finished_event: Any, director: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = counting(monkeypatch, tables, "render_table")
    event, client = finished_event(), Client()
    client.force_login(director)
    address = reverse("reports:table_pdf", args=[event.pk])
    for _again in range(3):
        client.get(address)
        job = table_job(event, "en")
        assert job is not None
        run(job.pk)
    assert client.get(address)["Content-Type"] == "application/pdf"
    assert counted.calls == 1


@pytest.mark.django_db(transaction=True)
def test_a_document_of_the_hall_is_set_once(
    finished_event: Any, director: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = counting(monkeypatch, desk_documents, "render_sheet")
    event, options = finished_event(), Options(kind="standings")
    ordered = desk_documents.document_order(event, actor=director, options=options)
    assert isinstance(ordered, Job)
    assert run(ordered.pk)
    for _again in range(2):
        assert isinstance(desk_documents.document_order(event, actor=director, options=options), DeskDocument)
    assert counted.calls == 1
