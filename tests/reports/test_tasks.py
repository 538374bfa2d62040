"""The job that makes a document."""

from typing import Any

import pytest

from core.files import read
from core.jobs.running import run
from core.models import Job
from reports.models import Report
from reports.services import report_hand_in, report_return


@pytest.mark.django_db(transaction=True)
def test_the_worker_makes_the_document_and_leads_to_it(finished_event: Any, director: Any) -> None:
    report = report_hand_in(finished_event(), actor=director)
    assert report.job_id is not None
    assert run(report.job_id)
    report.refresh_from_db()
    assert report.state == Report.State.RENDERED
    assert read(report.pdf_sha256).startswith(b"%PDF-")
    job = Job.objects.get(pk=report.job_id)
    assert (job.state, job.result) == (Job.State.DONE, {"url": f"/reports/{report.pk}/"})


@pytest.mark.django_db(transaction=True)
def test_a_report_returned_meanwhile_stays_returned(finished_event: Any, director: Any) -> None:
    report = report_hand_in(finished_event(), actor=director)
    report_return(report, actor=director, reason="handed in too early")
    assert report.job_id is not None
    assert run(report.job_id)
    report.refresh_from_db()
    assert (report.state, report.pdf_sha256) == (Report.State.RETURNED, "")
