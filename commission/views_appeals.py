"""Appeals: the committee's list, one appeal with its decision, an appeal against a move of a dossier."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from commission.forms_requests import AppealDecisionForm, AppealForm
from commission.models import Appeal, DossierMove, RequestStep
from commission.moves import MOVES
from commission.permissions import PERMISSIONS
from commission.request_pages import about
from commission.searching import matching
from commission.services_appeals import appeal_decide, appeal_make, appeal_until, can_be_appealed
from core.templatetags.ui import state
from players.listing import Column, ListPage
from players.listing_days import day_column
from players.permissions import allowed, require
from tournaments.errors import DomainError, StaleVersion

Outcome = Appeal.Outcome
WHOLE = ("step__request__event", "step__request__person", "move__dossier__event", "move__account")


@login_required
@require_safe
def appeals(request: HttpRequest) -> HttpResponse:
    """All appeals: those that wait, the longest due first; by outcome."""
    require(PERMISSIONS, "appeals", request.user)
    wanted = request.GET.get("outcome", "waiting")
    rows = Appeal.objects.select_related(*WHOLE)
    counts = dict(Appeal.objects.values_list("outcome").annotate(count=Count("pk")))
    if wanted == "waiting":
        rows = rows.filter(outcome=Outcome.OPEN)
    elif wanted in STATES:
        rows = rows.filter(outcome=wanted)
    ways = ("step__request__event", "step__request__person", "move__dossier__event")
    rows = matching(rows, request.GET.get("q", ""), *ways)
    options = [
        ("waiting", f"{_('waiting')} ({counts.get('', 0)})"),
        ("all", f"{_('all')} ({sum(counts.values())})"),
        *(
            (value, f"{label} ({counts[value]})")
            for value, label in Outcome.choices
            if counts.get(value) and value
        ),
    ]
    table = ListPage(
        request,
        rows,
        _columns(),
        default_sort="due",
        empty_title=_("No appeal waits here"),
        empty_text=_("Appeals against decisions of the commission appear here."),
        empty_icon="scale",
        filters=[{"name": "outcome", "label": _("Outcome"), "options": options, "value": wanted}],
        query_label=_("Event or player"),
        caption=_("Appeals"),
        desk=True,
    )
    return table.download("appeals") or render(request, "commission/appeals.html", {"table": table})


@login_required
@require_http_methods(["GET", "POST"])
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """One appeal: the decision it is against, what is said, and the form for who may decide."""
    found = get_object_or_404(Appeal.objects.select_related(*WHOLE, "decided_by"), pk=pk)
    require(PERMISSIONS, "appeals", request.user)
    actor: Any = request.user
    form = AppealDecisionForm(request.POST or None)
    status, refusal = 200, None
    if request.method == "POST":
        if not found.outcome:
            require(PERMISSIONS, "appeal_decide", actor, found)
        status = 422
        if form.is_valid():
            try:
                appeal_decide(found, actor=actor, **form.cleaned_data)
            except DomainError as error:
                refusal, status = error, 409 if isinstance(error, StaleVersion) else 422
            else:
                messages.success(request, _("The appeal is decided; those concerned see it."))
                return redirect("commission:appeal", pk=pk)
    context = {
        "appeal": found,
        "about": subject_of(found),
        "decision": decision_of(found),
        "steps": list(found.step.request.steps.all()) if found.step else [],
        "form": form,
        "refusal": refusal,
        "may_decide": not found.outcome and allowed(PERMISSIONS, "appeal_decide", actor, found),
        "may_open_request": found.step is not None and allowed(PERMISSIONS, "queue", actor),
        "crumbs": [(_("Appeals"), reverse("commission:appeals"))],
    }
    return render(request, "commission/appeal.html", context, status=status)


@login_required
@require_http_methods(["GET", "POST"])
def against_move(request: HttpRequest, pk: int, move: int) -> HttpResponse:
    """Appeal against a decision in an event's dossier, for the event's officials and players."""
    rows = DossierMove.objects.select_related("dossier__event", "account", "appeal")
    found = get_object_or_404(rows, pk=move, dossier__event_id=pk)
    crumbs = [(found.dossier.event.name, reverse("tournaments:event", args=[pk]))]
    return _against(request, found, reverse("tournaments:event", args=[pk]), crumbs)


@login_required
@require_http_methods(["GET", "POST"])
def against_decision(request: HttpRequest, pk: int) -> HttpResponse:
    """Appeal against a decision on a request, for others whom it concerns: they need not see what was asked."""
    rows = RequestStep.objects.filter(verb__in=RequestStep.DECISIONS)
    found = get_object_or_404(rows.select_related("request__event", "request__person", "appeal"), pk=pk)
    back = reverse("commission:request_decisions")
    return _against(request, found, back, [(_("Decisions on requests"), back)])


def _against(
    request: HttpRequest, found: DossierMove | RequestStep, back: str, crumbs: list[tuple[str, str]]
) -> HttpResponse:
    require(PERMISSIONS, "appeal", request.user, found)
    form = AppealForm(request.POST or None)
    account: Any = request.user
    status = 422 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            appeal_make(found, account=account, text=form.cleaned_data["text"])
            messages.success(request, _("Your appeal has arrived; the appeals committee decides."))
            return redirect(back)
        except DomainError as error:
            form.show_refusal(error)
            status = 409 if isinstance(error, StaleVersion) else 422
    context = {
        "form": form,
        "decision": _words_of(found),
        "can": can_be_appealed(found),
        "until": appeal_until(found),
        "crumbs": crumbs,
    }
    return render(request, "commission/appeal_new.html", context, status=status)


def subject_of(found: Appeal) -> str:
    """What an appeal is about: an event, a player."""
    if found.step is not None:
        return about(found.step.request)
    assert found.move is not None
    return found.move.dossier.event.name


def decision_of(found: Appeal) -> dict[str, Any]:
    """The decision that is appealed against: what, who, when, why."""
    made = found.step or found.move
    assert made is not None
    return _words_of(made)


def _words_of(made: DossierMove | RequestStep) -> dict[str, Any]:
    if isinstance(made, RequestStep):
        return {"what": made.get_verb_display(), "by": made.by_name, "at": made.at, "reason": made.text}
    what = MOVES[made.verb].done if made.verb in MOVES else made.verb
    return {"what": what, "by": made.account.shown_name, "at": made.made_at, "reason": made.reason}


STATES = {Outcome.UPHELD: "done", Outcome.CHANGED: "corrected", Outcome.RETURNED: "returned"}


def outcome_html(found: Appeal) -> Any:
    """The outcome as a chip; `overdue` beside one that waits too long."""
    chip = state(STATES.get(Outcome(found.outcome), "open"), found.get_outcome_display())
    if found.outcome or found.due_on >= timezone.localdate():
        return chip
    return format_html('{} <span class="chip chip--danger">{}</span>', chip, _("overdue"))


def _columns() -> list[Column]:
    return [
        Column(
            "about",
            gettext_lazy("About"),
            subject_of,
            link=lambda row: reverse("commission:appeal", args=[row.pk]),
        ),
        Column(
            "decision",
            gettext_lazy("Against"),
            lambda row: f"{decision_of(row)['by']}: {decision_of(row)['what']}",
            fold=True,
        ),
        day_column(
            "made",
            gettext_lazy("Made"),
            lambda row: row.made_at,
            order=("-made_at",),
            fold=True,
        ),
        day_column("due", gettext_lazy("Due"), lambda row: row.due_on, order=("due_on",), fold=True),
        Column(
            "outcome",
            gettext_lazy("Outcome"),
            lambda row: row.get_outcome_display(),
            order=("outcome",),
            html=outcome_html,
        ),
    ]
