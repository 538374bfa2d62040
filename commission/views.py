"""The commission's queue and the page of one dossier."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from commission import selectors
from commission.findings import findings_of
from commission.models import Dossier
from commission.moves import MOVES
from commission.permissions import PERMISSIONS
from commission.services import dossier_move, dossier_of, finding_dismiss, moves_open_to
from core.jobs import submit
from players.listing import Column, ListPage
from players.permissions import allowed, require
from ratings.selectors import current_calculation
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event
from tournaments.services.people import persons_admit


@login_required
@require_GET
def queue(request: HttpRequest) -> HttpResponse:
    """Everything handed in: what is due first, filtered by state, mine or all; `j k Enter` by keyboard."""
    require(PERMISSIONS, "queue", request.user)
    stage = request.GET.get("stage", "waiting")
    rows = selectors.queue()
    if stage == "waiting":
        rows = rows.filter(stage__in=selectors.WAITING)
    elif stage in Dossier.Stage.values:
        rows = rows.filter(stage=stage)
    if request.GET.get("mine"):
        rows = rows.filter(assigned_to=request.user.pk)
    if request.GET.get("q"):
        rows = rows.filter(event__search_key__contains=request.GET["q"].casefold())
    table = ListPage(
        request,
        rows,
        _columns(),
        default_sort="due",
        empty_title=_("Nothing waits here"),
        empty_text=_("Reports appear as soon as both signatures are on the final table."),
        empty_icon="inbox",
        filters=_filters(stage, request.GET.get("mine", "")),
        caption=_("Dossiers"),
        desk=True,
    )
    counts = selectors.stage_counts()
    return table.download("dossiers") or render(
        request, "commission/queue.html", {"table": table, "counts": counts}
    )


@login_required
@require_GET
def dossier(request: HttpRequest, pk: int) -> HttpResponse:
    """One event's dossier: findings, documents, moves, history, and what may be done next."""
    event = get_object_or_404(Event, pk=pk)
    found = dossier_of(event)
    require(PERMISSIONS, "dossier_view", request.user, found)
    return render(request, "commission/dossier.html", _dossier_context(request, found))


@login_required
@require_POST
def move(request: HttpRequest, pk: int, verb: str) -> HttpResponse:
    """Make a move; a refusal comes back on the page with its reason and nothing is lost."""
    event = get_object_or_404(Event, pk=pk)
    found = dossier_of(event)
    if verb not in MOVES:
        return redirect("commission:dossier", pk=pk)
    require(PERMISSIONS, MOVES[verb].permission, request.user, found)
    version = request.POST.get("version", "")
    if verb == "rate":
        return _submit_rating(request, found)
    try:
        dossier_move(
            found,
            verb,
            actor=request.user,  # type: ignore[arg-type]
            reason=request.POST.get("reason", ""),
            version=int(version) if version.isdigit() else None,
        )
    except StaleVersion as error:
        return _refused(request, pk, error, 409)
    except DomainError as error:
        return _refused(request, pk, error, 422)
    messages.success(request, _("%(event)s: %(move)s.") % {"event": event.name, "move": MOVES[verb].done})
    return redirect(_after(request, found))


@login_required
@require_POST
def dismiss(request: HttpRequest, pk: int) -> HttpResponse:
    """Set a finding aside with a reason."""
    found = dossier_of(get_object_or_404(Event, pk=pk))
    known = {item.finding.fingerprint for item in findings_of(found)}
    fingerprint = request.POST.get("finding", "")
    if fingerprint not in known:
        return _refused(request, pk, StaleVersion(_("This finding is not there any more.")), 409)
    try:
        finding_dismiss(
            found,
            actor=request.user,  # type: ignore[arg-type]
            fingerprint=fingerprint,
            reason=request.POST.get("reason", ""),
        )
    except DomainError as error:
        return _refused(request, pk, error, 422)
    return redirect("commission:dossier", pk=pk)


@login_required
@require_POST
def admit(request: HttpRequest, pk: int) -> HttpResponse:
    """Admit as new players all entries that nobody in the register resembles."""
    event = get_object_or_404(Event, pk=pk)
    found = dossier_of(event)
    require(PERMISSIONS, "admit_players", request.user, found)
    try:
        admitted = persons_admit(event, actor=request.user)  # type: ignore[arg-type]
    except DomainError as error:
        return _refused(request, pk, error, 422)
    messages.success(request, _("%(count)s players admitted to the register.") % {"count": len(admitted)})
    return redirect("commission:dossier", pk=pk)


def _submit_rating(request: HttpRequest, found: Dossier) -> HttpResponse:
    job = submit(
        "commission.rate",
        {"event": found.event_id, "actor": request.user.pk, "version": found.version},
        created_by_id=request.user.pk,
    )
    return redirect("core:job", job.pk)


def _refused(request: HttpRequest, pk: int, error: DomainError, status: int) -> HttpResponse:
    found = dossier_of(get_object_or_404(Event, pk=pk))
    context = _dossier_context(request, found) | {
        "refusal": error,
        "typed_reason": request.POST.get("reason", ""),
    }
    return render(request, "commission/dossier.html", context, status=status)


def _after(request: HttpRequest, found: Dossier) -> str:
    if allowed(PERMISSIONS, "dossier_view", request.user, found):
        return reverse("commission:dossier", args=[found.event_id])
    return reverse("reports:documents", args=[found.event_id])


def _dossier_context(request: HttpRequest, found: Dossier) -> dict[str, Any]:
    items = findings_of(found)
    unidentified = found.event.entries.filter(person__isnull=True).count()
    return {
        "dossier": found,
        "event": found.event,
        "findings": items,
        "open_moves": moves_open_to(found, request.user),
        "history": found.moves.select_related("account"),
        "calculation": current_calculation(found.event_id),
        "unidentified": unidentified,
        "may_admit": bool(unidentified) and allowed(PERMISSIONS, "admit_players", request.user, found),
        "may_dismiss": allowed(PERMISSIONS, "dismiss_finding", request.user, found),
    }


def _columns() -> list[Column]:
    def event_link(row: Dossier) -> str:
        return reverse("commission:dossier", args=[row.event_id])

    return [
        Column(
            "event",
            gettext_lazy("Event"),
            lambda row: row.event.name,
            order=("event__name",),
            link=event_link,
        ),
        Column("director", gettext_lazy("Director"), lambda row: row.event.chief_arbiter_name, fold=True),
        Column(
            "arrived", gettext_lazy("Arrived"), lambda row: row.arrived_on, order=("arrived_on",), fold=True
        ),
        Column("due", gettext_lazy("Due"), lambda row: row.due_on, order=("due_on",)),
        Column("stage", gettext_lazy("State"), lambda row: row.get_stage_display(), order=("stage",)),
        Column("member", gettext_lazy("Member"), lambda row: row.assigned_to or "", fold=True),
    ]


def _filters(stage: str, mine: str) -> list[dict[str, Any]]:
    stages = [("waiting", _("waiting")), ("all", _("all")), *Dossier.Stage.choices[1:]]
    return [
        {"name": "stage", "label": _("State"), "options": stages, "value": stage},
        {
            "name": "mine",
            "label": _("Whose"),
            "options": [("", _("everybody's")), ("1", _("mine"))],
            "value": mine,
        },
    ]
