"""Signatures on paper: recorded with a scan by who has seen it; the scan is not public."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core.files import read
from players.permissions import allowed, require
from reports import services
from reports.following import after_signature
from reports.forms import PaperSignatureForm
from reports.models import PaperSignature, Report
from reports.permissions import PERMISSIONS
from reports.services.paper_signatures import MOST_MEGABYTES
from reports.views import visible_report
from reports.words import ROLES
from tournaments.errors import DomainError

ENDINGS = {"application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png"}


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that the printed document was signed by hand, with its scan; what was typed is kept on a refusal."""
    report = visible_report(request, pk)
    require(PERMISSIONS, "sign_on_paper", request.user, report)
    role = services.expected_role(report)
    on_received = report.received_papers is not None
    refusal: DomainError | None = None
    if request.method == "POST":
        form = PaperSignatureForm(request.POST, request.FILES, on_received=on_received)
        if form.is_valid():
            try:
                _record(request, report, role, form)
                messages.success(request, _("The signature on paper is recorded; its scan is stored."))
                if told := after_signature(report, request.user):
                    messages.info(request, told)
                return redirect("reports:report", pk=pk)
            except DomainError as error:
                if error.field in form.fields:
                    form.add_error(error.field, f"{error.message} {error.hint}".strip())
                else:
                    refusal = error
    else:
        start = {"name": _expected_name(report, role), "place": report.place}
        form = PaperSignatureForm(initial=start, on_received=on_received)
    context = {
        "report": report,
        "event": report.event,
        "form": form,
        "role": role,
        "role_label": ROLES.get(role, ""),
        "refusal": refusal,
        "crumbs": [
            (report.event.name, reverse("tournaments:event", args=[report.event_id])),
            (report.get_sheet_display(), reverse("reports:report", args=[pk])),
        ],
    }
    status = 422 if form.errors or refusal else 200
    return render(request, "reports/paper_signature.html", context, status=status)


@login_required
@never_cache
@require_safe
def scan(request: HttpRequest, pk: int, signature: int) -> HttpResponse:
    """The scan of a signature on paper, for officials, the commission and the region."""
    report = visible_report(request, pk)
    found = get_object_or_404(PaperSignature, pk=signature, report=report)
    if not allowed(PERMISSIONS, "see_scans", request.user, report):
        raise Http404
    response = HttpResponse(read(found.scan_sha256), content_type=found.media_type)
    name = f"{report.code}-{found.role}.{ENDINGS[found.media_type]}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response


def _record(request: HttpRequest, report: Report, role: str, form: PaperSignatureForm) -> None:
    values = form.cleaned_data
    scan = values["scan"].read(MOST_MEGABYTES * 1024 * 1024 + 1) if values["scan"] else None
    services.paper_sign(
        report,
        actor=request.user,  # type: ignore[arg-type]
        role=role,
        name=values["name"],
        signed_on=values["signed_on"],
        place=values["place"],
        note=values["note"],
        scan=services.scan_of(scan) if scan is not None else None,
        before=request.POST.get("before", ""),
    )


def _expected_name(report: Report, role: str) -> str:
    if role != "arbiter":
        return ""
    papers = report.received_papers
    return papers.arbiter_name if papers is not None else report.event.chief_arbiter_name
