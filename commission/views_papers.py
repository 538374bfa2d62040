"""Papers that came by post or e-mail: the list, the form, the page of one paper with what comes next, the original."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from commission.forms_papers import PapersForm
from commission.models import Dossier
from commission.services_papers import list_of_papers, papers_receive, papers_take_back
from core.attachments import attachment_response
from core.keys import search_terms
from core.templatetags.ui import day, state
from players.listing import Column, ListPage
from players.permissions import allowed, require
from reports.models import ReceivedPapers, Report
from reports.permissions import PERMISSIONS
from reports.services import scan_of
from reports.services.paper_signatures import MOST_MEGABYTES
from tournaments.errors import DomainError
from tournaments.models import Event

STATES = {
    "open": gettext_lazy("to be handed in"),
    "handed_in": gettext_lazy("handed in"),
    "withdrawn": pgettext_lazy("papers", "withdrawn"),
}
CHIPS = {"open": "submitted", "handed_in": "valid", "withdrawn": "superseded"}


@login_required
@require_safe
def papers(request: HttpRequest) -> HttpResponse:
    """Everything that came on paper, the newest first; filtered by what became of it."""
    require(PERMISSIONS, "papers_enter", request.user)
    wanted = request.GET.get("state", "")
    rows = _with_state()
    if wanted in STATES:
        rows = _in_state(rows, wanted)
    for term in search_terms(request.GET.get("q", "")):
        rows = rows.filter(event__search_key__contains=term)
    table = ListPage(
        request,
        rows,
        _columns(),
        default_sort="-received",
        empty_title=_("Nothing came on paper"),
        empty_text=_("Reports by post or e-mail of arbiters without an account are entered here."),
        empty_action=(_("Enter papers"), reverse("commission:papers_new")),
        empty_icon="inbox",
        filters=[
            {
                "name": "state",
                "label": _("State"),
                "options": [("", _("all")), *STATES.items()],
                "value": wanted if wanted in STATES else "",
            }
        ],
        query_label=_("Event or number"),
        caption=_("Papers received"),
        desk=True,
    )
    context = {"table": table}
    return table.download("papers-received") or render(request, "commission/papers.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """Enter papers; a refusal comes back with all that was typed."""
    require(PERMISSIONS, "papers_enter", request.user)
    start = {"event": request.GET.get("event", "")[:20]}
    form = PapersForm(request.POST or None, request.FILES or None, initial=start)
    if request.method == "POST" and form.is_valid():
        data = dict(form.cleaned_data)
        upload = data.pop("original")
        try:
            original = scan_of(upload.read(MOST_MEGABYTES * 1024 * 1024 + 1))
            made = papers_receive(
                data.pop("event"),
                actor=request.user,  # type: ignore[arg-type]
                original=original,
                name=upload.name,
                **data,
            )
        except DomainError as error:
            field = "original" if error.field == "scan" else error.field
            form.add_error(field if field in form.fields else None, f"{error.message} {error.hint}".strip())
        else:
            messages.success(request, _("The papers are entered."))
            return redirect("commission:papers_one", pk=made.pk)
    context = {"form": form, "crumbs": [_queue_crumb(), _list_crumb()]}
    status = 422 if form.is_bound else 200
    return render(request, "commission/papers_new.html", context, status=status)


@login_required
@never_cache
@require_safe
def one(request: HttpRequest, pk: int) -> HttpResponse:
    """One paper: what was entered, the list it reaches, and what comes next."""
    return render(request, "commission/papers_one.html", _context(request, _readable(request, pk)))


@login_required
@never_cache
@require_safe
def original(request: HttpRequest, pk: int) -> HttpResponse:
    """The original, for those concerned."""
    found = _readable(request, pk)
    response = attachment_response(found.document, found.document_name)
    response["Cache-Control"] = "private, no-store"
    return response


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that papers were entered wrongly."""
    found = _readable(request, pk)
    require(PERMISSIONS, "papers_enter", request.user, found.event)
    try:
        papers_take_back(found, actor=request.user, reason=request.POST.get("reason", ""))  # type: ignore[arg-type]
    except DomainError as error:
        context = _context(request, found) | {"refusal": error}
        return render(request, "commission/papers_one.html", context, status=422)
    messages.success(request, _("Withdrawn; the row stays and says why."))
    return redirect("commission:papers_one", pk=pk)


def _readable(request: HttpRequest, pk: int) -> ReceivedPapers:
    """The papers if the account is concerned; else 404, as if there were none."""
    rows = ReceivedPapers.objects.select_related(
        "event", "event__region", "arbiter", "document", "entered_by", "withdrawn_by"
    )
    found = get_object_or_404(rows, pk=pk)
    if not allowed(PERMISSIONS, "papers_read", request.user, found):
        raise Http404
    return found


def _context(request: HttpRequest, found: ReceivedPapers) -> dict[str, Any]:
    event = found.event
    report = Report.objects.main().live().filter(event=event, received_papers=found).first()
    dossier = Dossier.objects.filter(event=event).first()
    return {
        "papers": found,
        "event": event,
        "report": report,
        "list": list_of_papers(event, found.received_on),
        "steps": _steps(found, report, dossier),
        "may_hand_in": found.counts
        and not event.is_locked
        and allowed(PERMISSIONS, "hand_in", request.user, event),
        "may_withdraw": found.counts
        and report is None
        and allowed(PERMISSIONS, "papers_enter", request.user, event),
        "is_finished": event.state == Event.State.FINISHED,
        "crumbs": [_queue_crumb(), _list_crumb()],
    }


def _steps(found: ReceivedPapers, report: Report | None, dossier: Dossier | None) -> list[dict[str, Any]]:
    """From the envelope to the commission: what is done, what is next."""
    is_played = found.event.state == Event.State.FINISHED
    done = [
        (_("Entered"), True, found.entered_by.shown_name),
        (_("Results entered, event finished"), is_played, ""),
        (_("Report handed in"), report is not None, report.code if report else ""),
        (_("Signatures recorded"), report is not None and report.state == Report.State.COUNTERSIGNED, ""),
        (
            _("With the commission"),
            report is not None and dossier is not None and dossier.report_id == report.pk,
            "",
        ),
    ]
    current = next((place for place, (_label, is_done, _note) in enumerate(done) if not is_done), None)
    return [
        {
            "label": label,
            "state": "done" if is_done else "current" if place == current else "todo",
            "note": note,
        }
        for place, (label, is_done, note) in enumerate(done)
    ]


def _queue_crumb() -> tuple[str, str]:
    return _("Commission"), reverse("commission:queue")


def _list_crumb() -> tuple[str, str]:
    return _("Papers received"), reverse("commission:papers")


def _with_state() -> QuerySet[Any]:
    live = Report.objects.main().live().filter(received_papers=OuterRef("pk"))
    rows = ReceivedPapers.objects.select_related("event", "entered_by")
    return rows.annotate(is_handed_in=Exists(live))


def _in_state(rows: QuerySet[Any], wanted: str) -> QuerySet[Any]:
    if wanted == "withdrawn":
        return rows.filter(withdrawn_by__isnull=False)
    return rows.filter(withdrawn_by__isnull=True, is_handed_in=wanted == "handed_in")


def _state_of(row: Any) -> str:
    if not row.counts:
        return "withdrawn"
    return "handed_in" if row.is_handed_in else "open"


def _columns() -> list[Column]:
    return [
        Column(
            "event",
            gettext_lazy("Event"),
            lambda row: row.event.name,
            order=("event__search_key", "-received_on"),
            link=lambda row: reverse("commission:papers_one", args=[row.pk]),
        ),
        Column(
            "received",
            gettext_lazy("Received"),
            lambda row: row.received_on.isoformat(),
            order=("received_on", "pk"),
            html=lambda row: day(row.received_on),
        ),
        Column("way", gettext_lazy("How they came"), lambda row: row.get_way_display(), fold=True),
        Column(
            "arbiter",
            gettext_lazy("Arbiter"),
            lambda row: row.arbiter_name,
            order=("arbiter_name",),
            fold=True,
        ),
        Column("number", gettext_lazy("Number"), lambda row: row.arbiter_number or "–", fold=True),
        Column("by", gettext_lazy("Entered by"), lambda row: row.entered_by.shown_name, fold=True),
        Column(
            "state",
            gettext_lazy("State"),
            lambda row: str(STATES[_state_of(row)]),
            html=lambda row: state(CHIPS[_state_of(row)], str(STATES[_state_of(row)])),
        ),
    ]
