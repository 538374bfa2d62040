"""The commission's room for requests: the queue, one request with its decision, a result for ratings alone."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from commission.forms_requests import RatingResultForm
from commission.models import CorrectionRequest, Dossier
from commission.permissions import PERMISSIONS
from commission.request_pages import queue_columns, room_context
from commission.searching import matching
from commission.services import dossier_of
from commission.services_carried import rate_otherwise_order, request_accept_and_carry, request_carry
from commission.services_requests import request_ask, request_reject
from players.listing import ListPage
from players.permissions import allowed, require
from ratings.decided_results import standing_results
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event

State = CorrectionRequest.State
WAITING = (State.OPEN, State.ACCEPTED)
RATED_STAGES = (Dossier.Stage.ACCEPTED, Dossier.Stage.PUBLISHED, Dossier.Stage.CORRECTED)


@login_required
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """All requests that were confirmed: what is due first, by state, overdue ones alone."""
    require(PERMISSIONS, "queue", request.user)
    wanted, overdue = request.GET.get("state", "waiting"), request.GET.get("overdue", "")
    confirmed = CorrectionRequest.objects.exclude(state=State.UNCONFIRMED)
    rows = confirmed.select_related("event", "person")
    if wanted == "waiting":
        rows = rows.filter(state__in=WAITING)
    elif wanted in State.values:
        rows = rows.filter(state=wanted)
    if overdue:
        rows = rows.filter(state__in=WAITING, due_on__lt=timezone.localdate())
    rows = matching(rows, request.GET.get("q", ""), "event", "person")
    table = ListPage(
        request,
        rows,
        queue_columns(),
        default_sort="due",
        empty_title=_("No request waits here"),
        empty_text=_("What players and directors hold to be wrong appears here."),
        empty_icon="inbox",
        filters=_filters(confirmed, wanted, overdue),
        caption=_("Requests for corrections"),
        query_label=_("Event or player"),
        desk=True,
    )
    context = {"table": table}
    return table.download("requests") or render(request, "commission/requests.html", context)


@login_required
@require_safe
def room(request: HttpRequest, pk: int) -> HttpResponse:
    """One request, with what may be decided."""
    return render(request, "commission/request.html", room_context(request, _found(request, pk)))


@login_required
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask back, reject, accept or carry out; a refusal comes back with what was typed."""
    found = _found(request, pk)
    require(PERMISSIONS, "request_decide", request.user, found)
    try:
        done = _decided(request, found)
    except DomainError as error:
        status = 409 if isinstance(error, StaleVersion) else 422
        context = room_context(request, _found(request, pk)) | {"refusal": error, "typed": request.POST}
        return render(request, "commission/request.html", context, status=status)
    messages.success(request, done)
    return redirect("commission:request_room", pk=pk)


def _decided(request: HttpRequest, found: CorrectionRequest) -> str:
    actor: Any = request.user
    reason, what = request.POST.get("reason", ""), request.POST.get("do", "")
    version = request.POST.get("version", "")
    seen = int(version) if version.isdecimal() and len(version) < 10 else None
    carried: dict[str, Any] = {"way": request.POST.get("way", "later"), "changes": request.POST.dict()}
    if what == "ask":
        request_ask(found, actor=actor, text=reason, version=seen)
        return _("The question is sent.")
    if what == "reject":
        request_reject(found, actor=actor, reason=reason, version=seen)
        return _("The request is rejected; whoever made it is told.")
    if what == "accept":
        request_accept_and_carry(found, actor=actor, reason=reason, version=seen, **carried)
        return _("The request is accepted; whoever made it is told.")
    if what == "carry":
        request_carry(found, actor=actor, reason=reason, version=seen, **carried)
        return _("Saved.")
    raise Http404(what)


@login_required
@require_http_methods(["GET", "POST"])
def rate_otherwise(request: HttpRequest, pk: int) -> HttpResponse:
    """Rate one game otherwise than it stands in the table; the decisions in force stand beside the form."""
    event = get_object_or_404(Event.objects.select_related("stage_of"), pk=pk)
    main = event.stage_of or event
    dossier = Dossier.objects.filter(event=main).first() or Dossier(event=main)
    require(PERMISSIONS, "correct", request.user, dossier)
    dossier = dossier_of(main)
    first = {name: request.GET.get(name, "") for name in ("round_number", "board")}
    form = RatingResultForm(request.POST or None, initial=first)
    found = _asked(request, event)
    if request.method == "POST" and form.is_valid():
        if dossier.stage in RATED_STAGES:
            data = form.cleaned_data
            facts = {
                "round": data["round_number"],
                "board": data["board"],
                "code": data["code"],
                "reason": data["reason"],
                "version": dossier.version,
                "request": found.pk if found is not None else None,
            }
            actor: Any = request.user
            return redirect("core:job", rate_otherwise_order(event, actor=actor, facts=facts).pk)
        form.add_error(None, _("The report is “%(stage)s” now.") % {"stage": dossier.get_stage_display()})
    context = {
        "form": form,
        "dossier": dossier,
        "event": event,
        "found": found,
        "in_force": standing_results(event),
        "can": dossier.stage in RATED_STAGES,
        "crumbs": [
            (_("Commission"), reverse("commission:queue")),
            (event.name, reverse("commission:dossier", args=[main.pk])),
        ],
    }
    return render(request, "commission/rate_otherwise.html", context, status=422 if form.errors else 200)


def _asked(request: HttpRequest, event: Event) -> CorrectionRequest | None:
    """The accepted request that the decision answers, if the address names one of this event."""
    text = request.GET.get("request", "")
    if not text.isdecimal() or len(text) > 17:
        return None
    found = CorrectionRequest.objects.filter(pk=text, event=event, state=State.ACCEPTED).first()
    if found is not None and not allowed(PERMISSIONS, "request_decide", request.user, found):
        return None
    return found


def _found(request: HttpRequest, pk: int) -> CorrectionRequest:
    rows = CorrectionRequest.objects.select_related("event__dossier", "person", "account", "calculation")
    require(PERMISSIONS, "queue", request.user)
    return get_object_or_404(rows.exclude(state=State.UNCONFIRMED), pk=pk)


def _filters(rows: Any, wanted: str, overdue: str) -> list[dict[str, Any]]:
    counts = dict(rows.values_list("state").annotate(count=Count("pk")))
    late = rows.filter(state__in=WAITING, due_on__lt=timezone.localdate()).count()
    waiting = sum(counts.get(name, 0) for name in WAITING)
    states = [
        ("waiting", f"{_('waiting')} ({waiting})"),
        ("all", f"{_('all')} ({sum(counts.values())})"),
        *((value, f"{label} ({counts[value]})") for value, label in State.choices if counts.get(value)),
    ]
    return [
        {"name": "state", "label": _("State"), "options": states, "value": wanted},
        {
            "name": "overdue",
            "label": _("Due"),
            "options": [("", _("all")), ("1", f"{_('overdue')} ({late})")],
            "value": overdue,
        },
    ]
