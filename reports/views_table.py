"""The table of an event as PDF: the report's document where one stands, else the table as it is now."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from core.files import read
from core.models import Job
from reports.models import Report
from reports.services.tables import table_job, table_order
from reports.views import visible_event

NO_CONTENT = 204


@require_GET
def table_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Serve the PDF, or order it and show that it is being made; the page asks again by itself.

    The same version in the same language is made once, however many ask.
    """
    event = visible_event(request, pk)
    report = Report.objects.main().filter(event=event, state=Report.State.COUNTERSIGNED).first()
    if report is not None:
        return redirect("reports:pdf", pk=report.pk)
    language = get_language() or "en"
    job = table_job(event, language)
    if job is None or (job.state == Job.State.CANCELLED):
        account = request.user.pk if request.user.is_authenticated else None
        job = table_order(event, language=language, created_by_id=account)
    asked_by_script = request.headers.get("HX-Request") == "true"
    if job.state == Job.State.DONE and job.result:
        if asked_by_script:
            return HttpResponse(status=200, headers={"HX-Redirect": request.path})
        response = HttpResponse(read(job.result["sha256"]), content_type="application/pdf")
        response["Content-Disposition"] = f'inline; filename="table-{event.pk}.pdf"'
        return response
    if asked_by_script and job.state != Job.State.FAILED:
        return HttpResponse(status=NO_CONTENT)
    if asked_by_script:
        return HttpResponse(status=200, headers={"HX-Refresh": "true"})
    return render(request, "reports/table.html", {"event": event, "job": job})
