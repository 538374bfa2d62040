"""Long work of reports, each one job row."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.jobs import JobContext, expect, job
from reports.desk_kinds import Options
from reports.models import Report
from reports.services import RENDER_JOB, report_document, report_rendered
from reports.services import desk_documents as desk
from reports.services.archive import ARCHIVE_JOB, archive_checked
from reports.services.tables import TABLE_JOB, table_document
from reports.verification import anchors_now
from tournaments.errors import DomainError
from tournaments.models import Event

expect(DomainError)


@job(TABLE_JOB, title=gettext_lazy("Making the table"))
def table(context: JobContext) -> dict[str, Any]:
    """Make the table of an event as it stands, for print; nothing is signed."""
    event = Event.objects.select_related("rating_list", "region").get(pk=context.payload["event"])
    context.progress(0, 1, _("setting the table"))
    return {"sha256": table_document(event, context.payload["language"])}


@job(ARCHIVE_JOB, title=gettext_lazy("Checking the archive"))
def verify_archive(context: JobContext) -> dict[str, Any]:
    """Check every stored file and every signature; the outcome stands on the page of the archive's check."""
    context.progress(0, 0, _("reading the files"))
    found = archive_checked(anchors_now(), now=timezone.now(), progress=context.progress)
    return found.as_json() | {"url": reverse("reports:archive_check"), "label": _("See what was found")}


@job(RENDER_JOB, title=gettext_lazy("Making the document"))
def render(context: JobContext) -> dict[str, Any]:
    """Make the document of a frozen report: the file by its hash first, then one short transaction."""
    report = Report.objects.get(pk=context.payload["report"])
    context.progress(0, 2, _("setting the pages"))
    document = report_document(report)
    context.progress(1, 2, _("storing the document"))
    with context.effect():
        report_rendered(report, document=document)
        context.result = {"url": reverse("reports:report", args=[report.pk])}
    return context.result


@job(desk.DESK_JOB, title=gettext_lazy("Making a document of the hall"))
def desk_document(context: JobContext) -> dict[str, Any]:
    """Put a document of the hall together, set it in type, keep it."""
    event, options = Event.objects.get(pk=context.payload["event"]), Options(**context.payload["options"])
    context.progress(0, 3, _("putting the document together"))
    made = desk.document_set(event, options)
    context.progress(1, 3, _("setting the pages"))
    rendered = desk.document_rendered(made)
    context.progress(2, 3, _("storing the document"))
    with context.effect():
        kept = desk.document_keep(
            event, actor_id=context.payload["actor"], options=options, made=made, rendered=rendered
        )
        context.result = {
            "url": reverse("reports:desk_pdf", args=[event.pk, kept.pk]),
            "label": _("Open the PDF"),
        }
    return context.result
