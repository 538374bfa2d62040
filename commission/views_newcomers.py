"""Questionnaires of newcomers: the queue, one questionnaire with candidates and papers, and the forms."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from commission import services_newcomers as services
from commission.forms_newcomers import InvitationForm, NewcomerForm, PaperForm, secrets_of
from commission.models import Newcomer
from commission.newcomer_candidates import candidates_for, twins_of
from commission.permissions import PERMISSIONS, directs_something
from core.keys import search_terms
from core.templatetags.ui import day, state
from players.listing import Column, ListPage
from players.models import Person, Region
from players.permissions import allowed, require
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import EventOfficial, Questionnaire

VERBS = ("admit", "identify", "return", "refuse", "reopen")
DONE = {
    "admit": gettext_lazy("Admitted to the register."),
    "identify": gettext_lazy("Joined with the player of the register."),
    "return": gettext_lazy("Returned; the private page shows the reason."),
    "refuse": gettext_lazy("Refused; the private page shows the reason."),
    "reopen": gettext_lazy("Taken up again."),
}


@login_required
@require_safe
def newcomers(request: HttpRequest) -> HttpResponse:
    """The questionnaires that wait, or all of a state; the commission sees everybody's, a director his own."""
    require(PERMISSIONS, "newcomer_begin", request.user)
    wanted = request.GET.get("state", "waiting")
    rows = _seen_by(request)
    waits_open = rows.filter(state__in=Newcomer.UNDECIDED)
    if wanted == "waiting":
        rows = waits_open
    elif wanted in Newcomer.State.values:
        rows = rows.filter(state=wanted)
    region = request.GET.get("region", "")
    if region:
        rows = rows.filter(region__code=region)
    for term in search_terms(request.GET.get("q", "")):
        rows = rows.filter(search_key__contains=term)
    table = ListPage(
        request,
        rows,
        _columns(),
        default_sort="filled",
        empty_title=_("No questionnaire waits"),
        empty_text=_("They appear here when a director or a player has filled one in."),
        empty_action=(_("Fill in a questionnaire"), reverse("commission:newcomer_enter")),
        empty_icon="user-plus",
        filters=_filters(wanted, region),
        query_label=_("Name"),
        caption=_("Questionnaires of newcomers"),
        desk=True,
    )
    return table.download("newcomers") or render(
        request, "commission/newcomers.html", {"table": table, "at_events": _at_events(request)}
    )


@login_required
@never_cache
@require_safe
def newcomer(request: HttpRequest, pk: int) -> HttpResponse:
    """One questionnaire: answers, papers, whom it resembles, what was done and what may be done."""
    return render(request, "commission/newcomer.html", _context(request, _readable(request, pk)))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """Fill in a questionnaire for a player; a refusal comes back with all that was typed."""
    require(PERMISSIONS, "newcomer_begin", request.user)
    form = NewcomerForm(request.POST or None)
    return _filled(request, form, None)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change an undecided questionnaire."""
    found = _readable(request, pk)
    require(PERMISSIONS, "newcomer_fill", request.user, found)
    if not found.is_undecided:
        return redirect("commission:newcomer", pk=pk)
    return _filled(request, NewcomerForm(request.POST or None, instance=found), found)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest) -> HttpResponse:
    """Make a private link for a player, who fills in his questionnaire himself."""
    require(PERMISSIONS, "newcomer_begin", request.user)
    form = InvitationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.newcomer_begin(actor=request.user, **form.cleaned_data)  # type: ignore[arg-type]
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("Give the private link to the player."))
            return redirect("commission:newcomer", pk=made.pk)
    context = {"form": form, "crumbs": _crumbs()}
    return render(request, "commission/newcomer_invite.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def take(request: HttpRequest, event: int, entry: int) -> HttpResponse:
    """Hand the questionnaire of an event by correspondence to the commission."""
    rows = Questionnaire.objects.select_related("entry__event", "papers_seen_by")
    found = get_object_or_404(rows, entry_id=entry, entry__event_id=event)
    try:
        made = services.newcomer_take(found, actor=request.user)  # type: ignore[arg-type]
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("tournaments:correspondence_questionnaire", pk=event, entry=entry)
    if made.region is None:
        messages.warning(
            request, _("The region is none of the federation's; choose it in the questionnaire.")
        )
    else:
        messages.success(request, _("The commission has the questionnaire."))
    return redirect("commission:newcomer", pk=made.pk)


@login_required
@require_POST
def papers(request: HttpRequest, pk: int) -> HttpResponse:
    """Note a paper that was seen."""
    found = _readable(request, pk)
    form = PaperForm(request.POST)
    if not form.is_valid():
        return _refused(request, found, None, paper_form=form)
    try:
        services.newcomer_paper_seen(
            found,
            actor=request.user,  # type: ignore[arg-type]
            kind=form.cleaned_data["kind"],
            on=form.cleaned_data["seen_on"],
        )
    except DomainError as error:
        form.add_error(error.field or None, str(error))
        return _refused(request, found, None, paper_form=form)
    messages.success(request, _("Noted."))
    return redirect("commission:newcomer", pk=pk)


@login_required
@require_POST
def link(request: HttpRequest, pk: int) -> HttpResponse:
    """End the private link and make another one."""
    found = _readable(request, pk)
    try:
        services.newcomer_link_renew(found, actor=request.user)  # type: ignore[arg-type]
    except DomainError as error:
        return _refused(request, found, error)
    messages.success(request, _("The link given out before is worth nothing now."))
    return redirect("commission:newcomer", pk=pk)


@login_required
@require_POST
def decide(request: HttpRequest, pk: int, verb: str) -> HttpResponse:
    """Admit, join with a person, return, refuse or take up again; a refusal comes back on the page."""
    if verb not in VERBS:
        raise Http404
    found = _readable(request, pk)
    require(PERMISSIONS, "newcomer_decide", request.user, found)
    try:
        _decide(request, found, verb)
    except DomainError as error:
        return _refused(request, found, error)
    messages.success(request, DONE[verb])
    return redirect("commission:newcomer", pk=pk)


def _decide(request: HttpRequest, found: Newcomer, verb: str) -> None:
    actor: Any = request.user
    reason = request.POST.get("reason", "")
    version = _number(request.POST.get("version", ""))
    if verb == "admit":
        others = [_number(one) for one in request.POST.getlist("none_of")]
        services.newcomer_admit(found, actor=actor, version=version, none_of=others, reason=reason)
    elif verb == "identify":
        person = get_object_or_404(Person, pk=_number(request.POST.get("person", "")))
        services.newcomer_identify(found, actor=actor, version=version, person=person, reason=reason)
    elif verb == "return":
        services.newcomer_return(found, actor=actor, version=version, reason=reason)
    elif verb == "refuse":
        services.newcomer_refuse(found, actor=actor, version=version, reason=reason)
    else:
        services.newcomer_reopen(found, actor=actor, version=version, reason=reason)


def _number(text: str) -> int:
    """The key or version that was sent; 0, which nothing has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0


def _filled(request: HttpRequest, form: NewcomerForm, found: Newcomer | None) -> HttpResponse:
    actor: Any = request.user
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                if found is None:
                    saved = services.newcomer_enter(actor=actor, **form.values)
                else:
                    saved = services.newcomer_fill(found, actor=actor, **form.values)
                messages.success(request, _("The questionnaire is submitted."))
                return redirect("commission:newcomer", pk=saved.pk)
            except StaleVersion as error:
                form.add_error(None, str(error))
                status = 409
            except ValidationError as error:
                form.show_refusal(error)
            except DomainError as error:
                form.add_error(None, str(error))
    context = {"form": form, "newcomer": found, "crumbs": _crumbs()}
    return render(request, "commission/newcomer_form.html", context, status=status)


def _refused(request: HttpRequest, found: Newcomer, error: DomainError | None, **more: Any) -> HttpResponse:
    context = _context(request, _readable(request, found.pk))
    context |= {"refusal": error, "typed_reason": request.POST.get("reason", ""), **more}
    status = 409 if isinstance(error, StaleVersion) else 422
    return render(request, "commission/newcomer.html", context, status=status)


def _readable(request: HttpRequest, pk: int) -> Newcomer:
    rows = Newcomer.objects.select_related("region", "entry__event", "created_by", "filled_by", "person")
    found = get_object_or_404(rows, pk=pk)
    require(PERMISSIONS, "newcomer_view", request.user, found)
    return found


def _context(request: HttpRequest, found: Newcomer) -> dict[str, Any]:
    decides = allowed(PERMISSIONS, "newcomer_decide", request.user, found)
    sees_register = allowed(PERMISSIONS, "newcomers_all", request.user)
    address = reverse("commission:newcomer_own", args=[services.newcomer_token(found)])
    return {
        "newcomer": found,
        "secrets": secrets_of(found),
        "papers": found.papers.select_related("seen_by"),
        "steps": found.steps.select_related("account"),
        "candidates": candidates_for(found) if sees_register and found.is_undecided else [],
        "twins": twins_of(found) if sees_register and found.is_undecided else [],
        "link": f"{settings.PUBLIC_ADDRESS}{address}",
        "paper_form": PaperForm(),
        "may_fill": found.is_undecided and allowed(PERMISSIONS, "newcomer_fill", request.user, found),
        "may_decide": decides and found.state == Newcomer.State.SUBMITTED,
        "may_close": decides and found.is_undecided,
        "may_reopen": decides and found.state == Newcomer.State.REFUSED,
        "crumbs": _crumbs(),
    }


def _crumbs() -> list[tuple[str, str]]:
    return [(_("Newcomers"), reverse("commission:newcomers"))]


def _seen_by(request: HttpRequest) -> QuerySet[Newcomer]:
    rows = Newcomer.objects.select_related("region", "entry__event", "created_by")
    if allowed(PERMISSIONS, "newcomers_all", request.user):
        return rows
    if not directs_something(request.user, None):
        raise PermissionDenied
    events = EventOfficial.objects.filter(account=request.user.pk).values("event")
    return rows.filter(
        Q(created_by=request.user.pk) | Q(filled_by=request.user.pk) | Q(entry__event__in=events)
    )


def _at_events(request: HttpRequest) -> int:
    """How many questionnaires lie at events and have not been handed to the commission; 0 for a director."""
    if not allowed(PERMISSIONS, "newcomers_all", request.user):
        return 0
    return Questionnaire.objects.filter(entry__person__isnull=True, entry__newcomers__isnull=True).count()


def _filters(wanted: str, region: str) -> list[dict[str, Any]]:
    states = [("waiting", _("undecided")), ("all", _("all")), *Newcomer.State.choices]
    regions = [("", _("all regions")), *Region.objects.values_list("code", "name")]
    return [
        {"name": "state", "label": _("State"), "options": states, "value": wanted},
        {"name": "region", "label": _("Region"), "options": regions, "value": region},
    ]


def _columns() -> list[Column]:
    return [
        Column(
            "name",
            gettext_lazy("Name"),
            lambda row: row.name,
            order=("surname", "given_name"),
            link=lambda row: reverse("commission:newcomer", args=[row.pk]),
        ),
        Column(
            "born",
            gettext_lazy("Born"),
            lambda row: row.birth.year if row.birth else None,
            numeric=True,
            fold=True,
        ),
        Column(
            "region",
            gettext_lazy("Region"),
            lambda row: str(row.region or ""),
            order=("region__code",),
            fold=True,
        ),
        Column(
            "event",
            gettext_lazy("Event"),
            lambda row: row.entry.event.name if row.entry else "",
            fold=True,
        ),
        Column("by", gettext_lazy("Begun by"), lambda row: row.created_by.shown_name, fold=True),
        Column(
            "filled",
            gettext_lazy("Filled in"),
            lambda row: row.filled_at.date().isoformat() if row.filled_at else None,
            order=("filled_at",),
            html=lambda row: day(row.filled_at) if row.filled_at else "",
            fold=True,
        ),
        Column(
            "state",
            gettext_lazy("State"),
            lambda row: row.get_state_display(),
            order=("state",),
            html=lambda row: state(row.state, row.get_state_display()),
        ),
    ]
