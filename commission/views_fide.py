"""What goes on to FIDE: the list of it, the page of one event with its comparison, files, and FIDE's lists."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from commission.checks import live_report
from commission.fide import STAGES, STATES, in_state, is_past_term, is_to_be_sent, term_of, to_be_sent
from commission.fide_columns import comparison_columns, fide_columns, list_columns
from commission.fide_comparison import VERDICTS, Comparison, comparison_of, lists_after
from commission.fide_files import list_lines
from commission.forms_fide import AnswerForm, FideListForm, SendForm
from commission.models import Dossier, FideList, FideSending
from commission.permissions import PERMISSIONS
from commission.services_fide import fide_answer, fide_list_read, fide_send
from core.attachments import attachment_response
from core.keys import fold, search_terms
from players.listing import ListPage
from players.listing_rows import Rows
from players.permissions import require
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event

YEAR_DIGITS = 4


@login_required
@require_safe
def sendings(request: HttpRequest) -> HttpResponse:
    """Every accepted event that goes to FIDE: to be sent, overdue, sent, received, returned."""
    require(PERMISSIONS, "fide", request.user)
    today, wanted = timezone.localdate(), request.GET.get("state", "")
    rows = in_state(to_be_sent(), wanted, today)
    for term in search_terms(request.GET.get("q", "")):
        rows = rows.filter(event__search_key__contains=term)
    table = ListPage(
        request,
        rows,
        fide_columns(today),
        default_sort="-end",
        empty_title=_("Nothing goes to FIDE"),
        empty_text=_("Accepted events over the board stand here until FIDE has their reports."),
        empty_icon="circle-check",
        filters=[
            {
                "name": "state",
                "label": _("State"),
                "options": [("", _("all")), *STATES.items()],
                "value": wanted if wanted in STATES else "",
            }
        ],
        query_label=_("Event or number"),
        caption=_("Reports for FIDE"),
        desk=True,
    )
    context = {"table": table}
    return table.download("reports-for-fide") or render(request, "commission/fide.html", context)


@login_required
@require_safe
def event(request: HttpRequest, pk: int) -> HttpResponse:
    """One event: its sendings with what came back, and its changes beside FIDE's next list."""
    context = _context(request, _event(request, pk))
    table = context["table"]
    return (table and table.download(f"event-{pk}-fide")) or render(
        request, "commission/fide_event.html", context
    )


@login_required
@require_POST
def send(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the file and note that it was sent."""
    found = _event(request, pk)
    form = SendForm(request.POST)
    if form.is_valid():
        try:
            fide_send(found, actor=request.user, **form.cleaned_data)  # type: ignore[arg-type]
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            messages.success(request, _("Noted; the file that was sent is kept."))
            return redirect("commission:fide_event", pk=pk)
    context = _context(request, found) | {"send_form": form}
    return render(request, "commission/fide_event.html", context, status=422)


@login_required
@require_POST
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Note FIDE's answer to a sending."""
    sending = _sending(request, pk)
    form = AnswerForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            fide_answer(sending, actor=request.user, **form.cleaned_data)  # type: ignore[arg-type]
        except StaleVersion as error:
            messages.warning(request, str(error))
            return redirect("commission:fide_event", pk=sending.event_id)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            messages.success(request, _("FIDE's answer is noted."))
            return redirect("commission:fide_event", pk=sending.event_id)
    context = _context(request, sending.event) | {"answer_form": form}
    return render(request, "commission/fide_event.html", context, status=422)


@login_required
@require_safe
def file(request: HttpRequest, pk: int, which: str) -> HttpResponse:
    """The file that was sent, or the receipt; the file has whole dates of birth and is for the commission alone."""
    sending = _sending(request, pk)
    stored, name = {
        "sent": (sending.file, sending.file_name),
        "receipt": (sending.receipt, sending.receipt_name),
    }.get(which, (None, ""))
    if stored is None:
        raise Http404(which)
    response = attachment_response(stored, name)
    response["Cache-Control"] = "private, no-store"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def lists(request: HttpRequest) -> HttpResponse:
    """FIDE's lists that were read, and the form that reads one."""
    require(PERMISSIONS, "fide", request.user)
    form = FideListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = fide_list_read(
                list_lines(data["file"].file),
                actor=request.user,  # type: ignore[arg-type]
                kind=data["kind"],
                effective_from=data["effective_from"],
            )
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            told = _("%(list)s is read: %(known)s players of the register on it.")
            messages.success(request, told % {"list": made, "known": made.known})
            return redirect("commission:fide_lists")
    rows, year = FideList.objects.all(), request.GET.get("q", "").strip()
    if year.isdecimal() and len(year) == YEAR_DIGITS:
        rows = rows.filter(effective_from__year=int(year))
    table = ListPage(
        request,
        rows,
        list_columns(),
        default_sort="-day",
        empty_title=_("No list of FIDE is read"),
        empty_text=_(
            "Read the list before an event and the one after it: the step between them is compared."
        ),
        empty_icon="list-ordered",
        query_label=_("Year"),
        caption=_("Lists of FIDE"),
        desk=True,
    )
    crumbs = [_queue_crumb(), (_("Reports for FIDE"), reverse("commission:fide"))]
    status = 422 if form.is_bound else 200
    return table.download("fide-lists") or render(
        request, "commission/fide_lists.html", {"table": table, "form": form, "crumbs": crumbs}, status=status
    )


def _event(request: HttpRequest, pk: int) -> Event:
    require(PERMISSIONS, "fide", request.user)
    return get_object_or_404(Event, pk=pk)


def _sending(request: HttpRequest, pk: int) -> FideSending:
    require(PERMISSIONS, "fide", request.user)
    rows = FideSending.objects.select_related("event", "file", "receipt")
    return get_object_or_404(rows, pk=pk)


def _queue_crumb() -> tuple[str, str]:
    return _("Commission"), reverse("commission:queue")


def _context(request: HttpRequest, found: Event) -> dict[str, Any]:
    dossier = Dossier.objects.filter(event=found).first()
    report = live_report(dossier) if dossier is not None else None
    rows = list(found.fide_sendings.select_related("sent_by", "answered_by", "report"))  # type: ignore[attr-defined]
    newest = rows[0] if rows else None
    is_accepted = dossier is not None and dossier.stage in STAGES and report is not None
    is_new = newest is None or newest.state == FideSending.State.RETURNED or _is_other(newest, report)
    chosen = _chosen_list(request, found, newest)
    compared = comparison_of(found, chosen["new"]) if chosen["new"] else None
    table = None
    if compared is not None:
        table = _comparison_table(request, compared)
    term = term_of(found)
    return chosen | {
        "event": found,
        "sendings": rows,
        "term": term,
        "is_overdue": is_past_term(found, newest, timezone.localdate()),
        "may_send": is_accepted and is_to_be_sent(found) and is_new,
        "is_for_fide": is_to_be_sent(found),
        "may_answer": newest is not None and newest.state == FideSending.State.SENT,
        "newest": newest,
        "send_form": SendForm(initial={"event_code": newest.event_code if newest else ""}),
        "answer_form": AnswerForm(initial={"event_code": newest.event_code if newest else ""}),
        "comparison": compared,
        "counts": [(key, compared.count(key)) for key in VERDICTS] if compared else [],
        "table": table,
        "crumbs": [_queue_crumb(), (_("Reports for FIDE"), reverse("commission:fide"))],
    }


def _comparison_table(request: HttpRequest, compared: Comparison) -> ListPage:
    """The players, filtered by name and by what came of the comparison."""
    verdict, query = request.GET.get("verdict", ""), request.GET.get("q", "")
    rows = [row for row in compared.players if verdict not in VERDICTS or row.verdict == verdict]
    for term in search_terms(query):
        rows = [row for row in rows if term in fold(row.name)]
    return ListPage(
        request,
        Rows(rows),
        comparison_columns(),
        default_sort="number",
        per_page=100,
        empty_title=_("Nobody is here"),
        empty_text=_("No player of that name, or with that outcome."),
        filters=[
            {
                "name": "verdict",
                "label": _("Comparison"),
                "options": [("", _("all")), *VERDICTS.items()],
                "value": verdict if verdict in VERDICTS else "",
            }
        ],
        query_label=_("Name"),
        caption=_("Our changes beside FIDE's list"),
        desk=True,
    )


def _is_other(sending: FideSending, report: Any) -> bool:
    """The report that stands has another record than the one that was sent: a correction goes to FIDE too."""
    return report is not None and sending.report.record_sha256 != report.record_sha256


def _chosen_list(request: HttpRequest, found: Event, newest: FideSending | None) -> dict[str, Any]:
    """FIDE's lists after the sending, and the one that is compared: the next, or another that was asked for."""
    after = lists_after(found, newest)
    try:
        wanted = date.fromisoformat(request.GET.get("list", ""))
    except ValueError:
        wanted = None
    new = next((each for each in after if each.effective_from == wanted), after[0] if after else None)
    return {"fide_lists": after, "new": new}
