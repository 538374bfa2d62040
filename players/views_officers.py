"""The public registers of arbiters and rating officers, and the pages on which they are kept."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from core.templatetags.ui import day
from players.forms_officers import ArbiterForm, GradeForm, TermChangeForm, TermForm, player_number
from players.listing import Column, ListPage
from players.models import Arbiter, ArbiterGrade, RatingOfficerTerm, Region
from players.officers import arbiters_matching, standing_on, with_standing
from players.permissions import PERMISSIONS, allowed, require
from players.services import (
    arbiter_grade_add,
    arbiter_save,
    officer_term_begin,
    officer_term_change,
)


@require_safe
def arbiters(request: HttpRequest) -> HttpResponse:
    """The register of arbiters: search, filter by region and by what is valid today, sort, page, download."""
    rows = arbiters_matching(request.GET.get("q", ""), with_standing(timezone.localdate()))
    region, valid = request.GET.get("region", ""), request.GET.get("valid", "")
    if region:
        rows = rows.filter(region__code=region)
    if valid == "today":
        rows = rows.exclude(title_now="", licence_now="")
    elif valid == "none":
        rows = rows.filter(title_now="", licence_now="")
    may_keep = allowed(PERMISSIONS, "registers_keep", request.user)
    table = ListPage(
        request,
        rows,
        _arbiter_columns(),
        default_sort="name",
        empty_title=_("No arbiter stands here"),
        empty_text=_("The commission and the office enter those who direct events."),
        empty_action=(_("Enter an arbiter"), reverse("players:arbiter_new")) if may_keep else None,
        empty_icon="users",
        filters=_arbiter_filters(region, valid),
        query_label=_("Name or number"),
        caption=_("Register of arbiters"),
    )
    context = {"table": table, "may_keep": may_keep}
    return table.download("arbiters") or render(request, "players/arbiters.html", context)


@require_safe
def arbiter(request: HttpRequest, pk: int) -> HttpResponse:
    """One arbiter: what counts today, and every row with its decision."""
    return _arbiter_page(request, _arbiter(pk), GradeForm())


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def arbiter_edit(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """Enter an arbiter, or change his entry; a refusal comes back with all that was typed."""
    require(PERMISSIONS, "registers_keep", request.user)
    found = _arbiter(pk) if pk is not None else None
    names = ("number", "surname", "given_name", "fide_id", "region")
    initial = {name: getattr(found, name, "") for name in names}
    form = ArbiterForm(
        request.POST or None, initial=initial | {"player": player_number(found.person if found else None)}
    )

    def save(data: dict[str, Any]) -> Arbiter:
        return arbiter_save(
            found, actor=_actor(request), reason=data.pop("reason"), person=data.pop("player"), **data
        )

    made = _saved(form, save)
    if made is not None:
        messages.success(request, _("Saved."))
        return redirect("players:arbiter", pk=made.pk)
    head = _("Change the entry of an arbiter") if found else _("Enter an arbiter")
    back = reverse("players:arbiter", args=[found.pk]) if found else reverse("players:arbiters")
    return _form_page(request, form, head, back, _arbiter_crumbs())


@login_required
@require_http_methods(["POST"])
def arbiter_grade(request: HttpRequest, pk: int) -> HttpResponse:
    """Write down a category, title or licence, or that it was taken away."""
    require(PERMISSIONS, "registers_keep", request.user)
    found, form = _arbiter(pk), GradeForm(request.POST)

    def save(data: dict[str, Any]) -> ArbiterGrade:
        return arbiter_grade_add(found, actor=_actor(request), **(data | {"revoked": bool(data["revoked"])}))

    if _saved(form, save) is not None:
        messages.success(request, _("Saved."))
        return redirect("players:arbiter", pk=pk)
    return _arbiter_page(request, found, form)


@require_safe
def officers(request: HttpRequest) -> HttpResponse:
    """The federation's rating officers with their terms of office (11.5)."""
    may_keep = allowed(PERMISSIONS, "registers_keep", request.user)
    rows = RatingOfficerTerm.objects.all()
    query = request.GET.get("q", "").strip()
    if query:
        rows = rows.filter(name__icontains=query)
    table = ListPage(
        request,
        rows,
        _officer_columns(may_keep=may_keep),
        default_sort="-since",
        empty_title=_("No rating officer is entered"),
        empty_text=_("Each federation names an officer who coordinates and forwards rating matters (11.5)."),
        empty_action=(_("Enter a term of office"), reverse("players:officer_new")) if may_keep else None,
        empty_icon="users",
        query_label=_("Name"),
        caption=_("Rating officers of the federation"),
    )
    context = {"table": table, "may_keep": may_keep}
    return table.download("rating-officers") or render(request, "players/officers.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def officer_new(request: HttpRequest) -> HttpResponse:
    """Enter a term of office."""
    require(PERMISSIONS, "registers_keep", request.user)
    form = TermForm(request.POST or None)
    if _saved(form, lambda data: officer_term_begin(actor=_actor(request), **data)) is not None:
        messages.success(request, _("Saved."))
        return redirect("players:officers")
    return _form_page(
        request, form, _("Enter a term of office"), reverse("players:officers"), _officer_crumbs()
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def officer_change(request: HttpRequest, pk: int) -> HttpResponse:
    """State the end of a term, or when FIDE was told."""
    require(PERMISSIONS, "registers_keep", request.user)
    term = get_object_or_404(RatingOfficerTerm, pk=pk)
    form = TermChangeForm(request.POST or None, initial={"until": term.until, "told_on": term.told_on})
    if _saved(form, lambda data: officer_term_change(term, actor=_actor(request), **data)) is not None:
        messages.success(request, _("Saved."))
        return redirect("players:officers")
    head = _("Term of office: %(name)s") % {"name": term.name}
    return _form_page(request, form, head, reverse("players:officers"), _officer_crumbs())


def _actor(request: HttpRequest) -> Any:
    return request.user


def _saved(form: Any, save: Callable[[dict[str, Any]], Any]) -> Any:
    """What was saved from a form that was sent; None, with the errors in the form, where nothing was."""
    if not form.is_bound or not form.is_valid():
        return None
    try:
        return save(dict(form.cleaned_data))
    except ValidationError as error:
        told: Mapping[str, list[str]] = error.message_dict if hasattr(error, "error_dict") else {}
        for name, errors in told.items():
            form.add_error(name if name in form.fields else None, errors)
        if not told:
            form.add_error(None, error)
    return None


def _form_page(
    request: HttpRequest, form: Any, head: str, back: str, crumbs: list[tuple[str, str]]
) -> HttpResponse:
    context = {"form": form, "head": head, "back": back, "crumbs": crumbs}
    status = 422 if form.is_bound else 200
    return render(request, "players/officer_form.html", context, status=status)


def _arbiter(pk: int) -> Arbiter:
    rows = Arbiter.objects.select_related("region", "person").prefetch_related("grades")
    return get_object_or_404(rows, pk=pk)


def _arbiter_page(request: HttpRequest, found: Arbiter, form: GradeForm) -> HttpResponse:
    context = {
        "arbiter": found,
        "standing": standing_on(found, timezone.localdate()),
        "grades": list(found.grades.select_related("entered_by").order_by("-since", "-pk")),
        "form": form,
        "may_keep": allowed(PERMISSIONS, "registers_keep", request.user),
        "crumbs": _arbiter_crumbs(),
    }
    return render(request, "players/arbiter.html", context, status=422 if form.is_bound else 200)


def _arbiter_crumbs() -> list[tuple[str, str]]:
    return [(_("Arbiters"), reverse("players:arbiters"))]


def _officer_crumbs() -> list[tuple[str, str]]:
    return [(_("Rating officers"), reverse("players:officers"))]


def _arbiter_filters(region: str, valid: str) -> list[dict[str, Any]]:
    regions = [(one.code, f"{one.code} {one.name}") for one in Region.objects.all()]
    return [
        {
            "name": "region",
            "label": _("Region"),
            "options": [("", _("all regions")), *regions],
            "value": region,
        },
        {
            "name": "valid",
            "label": _("Valid"),
            "options": [("", _("all")), ("today", _("today")), ("none", _("not any more"))],
            "value": valid,
        },
    ]


def _arbiter_columns() -> list[Column]:
    return [
        Column("number", gettext_lazy("Number"), lambda row: row.number, order=("number",), fold=True),
        Column(
            "name",
            gettext_lazy("Name"),
            lambda row: row.name,
            order=("sort_key",),
            link=lambda row: reverse("players:arbiter", args=[row.pk]),
        ),
        Column(
            "title",
            gettext_lazy("Category or title"),
            lambda row: row.title_now or "–",
            order=("title_now", "sort_key"),
        ),
        Column(
            "since",
            gettext_lazy("Since"),
            lambda row: _iso(row.title_since),
            order=("title_since",),
            html=lambda row: day(row.title_since),
            fold=True,
        ),
        Column("decision", gettext_lazy("Decision"), lambda row: row.title_by or "–", fold=True),
        Column(
            "licence",
            gettext_lazy("Licence"),
            lambda row: row.licence_now or "–",
            order=("licence_now", "sort_key"),
            fold=True,
        ),
        Column(
            "until",
            gettext_lazy("Valid until"),
            lambda row: _iso(row.licence_until),
            order=("licence_until",),
            html=lambda row: day(row.licence_until) or "–",
            fold=True,
        ),
        Column(
            "region",
            gettext_lazy("Region"),
            lambda row: row.region.name if row.region else "–",
            order=("region__code", "sort_key"),
            fold=True,
        ),
    ]


def _officer_columns(*, may_keep: bool) -> list[Column]:
    def change(row: RatingOfficerTerm) -> str:
        return reverse("players:officer_change", args=[row.pk]) if may_keep else ""

    return [
        Column("name", gettext_lazy("Name"), lambda row: row.name, order=("name",), link=change),
        Column(
            "since",
            gettext_lazy("In office since"),
            lambda row: _iso(row.since),
            order=("since",),
            html=lambda row: day(row.since),
        ),
        Column(
            "until",
            gettext_lazy("In office until"),
            lambda row: _iso(row.until),
            order=("until",),
            html=lambda row: day(row.until) or "–",
        ),
        Column("decision", gettext_lazy("Decision"), lambda row: row.decision, fold=True),
        Column("end", gettext_lazy("Decision on the end"), lambda row: row.end_decision or "–", fold=True),
        Column(
            "told",
            gettext_lazy("FIDE was told on"),
            lambda row: _iso(row.told_on),
            html=lambda row: day(row.told_on) or "–",
            fold=True,
        ),
    ]


def _iso(value: Any) -> str:
    return value.isoformat() if value else ""
