"""The documents page of the desk: choose, look at it, order the PDF, find what was made."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.files import read
from core.models import Job
from players.permissions import allowed, require
from reports.desk_kinds import KINDS
from reports.desk_setting import refuse_letters, shown_sheet
from reports.desk_sheets import sheet_of
from reports.forms_desk import DocumentForm
from reports.models import DeskDocument
from reports.permissions import PERMISSIONS
from reports.services.desk_documents import DESK_JOB, document_order, job_key
from reports.views import visible_event
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.selectors.events import last_paired_round

A_PAGE = 25


@login_required
@never_cache
@require_safe
def documents(request: HttpRequest, pk: int) -> HttpResponse:
    """The form, what is being made, what was made."""
    return _page(request, desk_event(request, pk))


def desk_event(request: HttpRequest, pk: int, permission: str = "documents_make") -> Event:
    """An event in which the account has the right. Raises Http404 for a foreign draft, PermissionDenied."""
    event = visible_event(request, pk)
    require(PERMISSIONS, permission, request.user, event)
    return event


def _page(
    request: HttpRequest, event: Event, form: DocumentForm | None = None, refusal: DomainError | None = None
) -> HttpResponse:
    kept = DeskDocument.objects.filter(event=event).select_related("created_by")
    wanted = request.GET.get("only", "")
    if wanted in KINDS:
        kept = kept.filter(kind=wanted)
    page = Paginator(kept, A_PAGE).get_page(request.GET.get("page"))
    refused = refusal is not None or (form is not None and not form.is_valid())
    context = {
        "event": event,
        "form": form or _form(request, event, None),
        "kinds": [(key, KINDS[key]) for key in _kinds(request, event)],
        "refusal": refusal,
        "jobs": _jobs(request, event),
        "page": page,
        "made": [_told(request, event, each) for each in page],
        "only": wanted,
        "may_prizes": allowed(PERMISSIONS, "prizes_edit", request.user, event),
    }
    return render(request, "reports/desk_documents.html", context, status=422 if refused else 200)


def _kinds(request: HttpRequest, event: Event) -> list[str]:
    """The documents that this account may make of this event."""
    return [
        key
        for key, kind in KINDS.items()
        if allowed(PERMISSIONS, kind.permission, request.user, event)
        and (key != "team_sheets" or event.is_team_event)
    ]


def _form(request: HttpRequest, event: Event, data: Any) -> DocumentForm:
    newest = event.rounds.aggregate(last=Max("number"))["last"] or 0
    last = last_paired_round(event.pk)
    start = {
        "kind": "boards" if last else "start_list",
        "round_number": last or "",
        "language": get_language() or "en",
        "columns": 1,
    }
    kinds, rounds = _kinds(request, event), max(newest, event.rounds_planned)
    return DocumentForm(data, initial=start, rounds=rounds, kinds=kinds)


def _told(request: HttpRequest, event: Event, made: DeskDocument) -> dict[str, Any]:
    kind, options = KINDS.get(made.kind), made.options
    parts = [options.get("paper", ""), _("across") if options.get("landscape") else _("upright")]
    if options.get("round_number"):
        parts.insert(0, _("Round %(number)s") % {"number": options["round_number"]})
    return {
        "made": made,
        "label": kind.label if kind else made.kind,
        "told": " · ".join(part for part in parts if part),
        "is_current": made.event_version == event.version,
        "may_open": kind is not None and allowed(PERMISSIONS, kind.permission, request.user, event),
    }


def _jobs(request: HttpRequest, event: Event) -> list[Job]:
    """The orders of this account that wait, run or have failed after the newest document."""
    orders = Job.objects.filter(
        kind=DESK_JOB, dedupe_key__startswith=job_key(event), created_by_id=request.user.pk
    ).order_by("-created_at")[:3]
    shown = (Job.State.QUEUED, Job.State.RUNNING)
    return [
        each
        for index, each in enumerate(orders)
        if each.state in shown or (index == 0 and each.state in (Job.State.FAILED, Job.State.DONE))
    ]


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """The document as a page, which the browser can print too; nothing is made or kept.

    What the form sends becomes an address, so that the page can be loaded again.
    """
    event = desk_event(request, pk)
    form = _form(request, event, request.GET or None)
    if request.method == "POST":
        chosen = {name: request.POST[name] for name in form.fields if name in request.POST}
        return redirect(f"{request.path}?{urlencode(chosen)}")
    if not form.is_valid():
        return _page(request, event, form)
    options = form.options()
    require(PERMISSIONS, KINDS[options.kind].permission, request.user, event)
    try:
        sheet = sheet_of(event, options)
        refuse_letters(sheet)
    except DomainError as error:
        return _page(request, event, form, error)
    with translation.override(options.language):
        shown = shown_sheet(sheet)
    context = {
        **shown,
        "event": event,
        "options": options,
        "fields": [(name, value) for name, value in request.GET.items() if name in form.fields],
        "back": reverse("reports:desk_documents", args=[pk]),
    }
    return render(request, "reports/desk_preview.html", context)


@login_required
@require_POST
def order(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the document if it was made before, else have it made; a refusal keeps what was chosen."""
    event = desk_event(request, pk)
    form = _form(request, event, request.POST)
    if not form.is_valid():
        return _page(request, event, form)
    try:
        found = document_order(event, actor=request.user, options=form.options())  # type: ignore[arg-type]
    except DomainError as error:
        return _page(request, event, form, error)
    if isinstance(found, DeskDocument):
        messages.success(request, _("Nothing has changed since this document was made."))
        return redirect("reports:desk_pdf", pk=pk, document=found.pk)
    return redirect("reports:desk_documents", pk=pk)


@login_required
@require_safe
def pdf(request: HttpRequest, pk: int, document: int) -> HttpResponse:
    """The bytes of a document that was made. Those with private links are for arbiters alone."""
    event = desk_event(request, pk)
    made = get_object_or_404(DeskDocument, pk=document, event=event)
    if made.kind not in KINDS:
        raise Http404
    require(PERMISSIONS, KINDS[made.kind].permission, request.user, event)
    response = HttpResponse(read(made.sha256), content_type="application/pdf")
    kind = "attachment" if request.GET.get("download") else "inline"
    name = f"{made.kind.replace('_', '-')}-{event.pk}-v{made.event_version}.pdf"
    response["Content-Disposition"] = f'{kind}; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response
