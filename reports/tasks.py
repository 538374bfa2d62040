"""Long work of reports, each one job row."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.jobs import JobContext, expect, job
from reports.models import Report
from reports.services import RENDER_JOB, report_document, report_rendered
from reports.services.tables import TABLE_JOB, table_document
from tournaments.errors import DomainError
from tournaments.models import Event

expect(DomainError)


@job(TABLE_JOB, title=gettext_lazy("Making the table"))
def table(context: JobContext) -> dict[str, Any]:
    """Make the table of an event as it stands, for print; nothing is signed."""
    event = Event.objects.select_related("rating_list", "region").get(pk=context.payload["event"])
    context.progress(0, 1, _("setting the table"))
    return {"sha256": table_document(event, context.payload["language"])}


@job(RENDER_JOB, title=gettext_lazy("Making the final table"))
def render(context: JobContext) -> dict[str, Any]:
    """Make the document of a frozen report: the file by its hash first, then one short transaction."""
    report = Report.objects.get(pk=context.payload["report"])
    context.progress(0, 2, _("setting the final table"))
    document = report_document(report)
    context.progress(1, 2, _("storing the document"))
    with context.effect():
        report_rendered(report, document=document)
        context.result = {"url": reverse("reports:report", args=[report.pk])}
    return context.result
