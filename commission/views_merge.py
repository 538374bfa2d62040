"""Two records of one player: who may be recorded twice, side by side, proposed, decided, undone."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from commission.forms_merge import DecisionForm, PairForm, ProposeForm, UndoForm
from commission.merge_candidates import COMPARED, WHY, Candidate, candidates
from commission.merging import merge_preview, merges_listed, undo_lines
from commission.permissions import PERMISSIONS
from commission.services_merge import merge_confirm, merge_decline, merge_propose, merge_undo
from core.templatetags.ui import state
from players.listing import Column, ListPage
from players.listing_days import moment_column
from players.listing_rows import Rows
from players.models import Person, PersonMerge
from players.permissions import allowed, require
from players.selectors import persons_matching
from tournaments.errors import DomainError

TONES = {"proposed": "submitted", "declined": "cancelled", "confirmed": "accepted", "undone": "returned"}


@login_required
@require_safe
def merges(request: HttpRequest) -> HttpResponse:
    """Every merge ever proposed, by state and by a name or number of either record."""
    require(PERMISSIONS, "merge", request.user)
    chosen, query = request.GET.get("state", ""), request.GET.get("q", "").strip()
    chosen = chosen if chosen in PersonMerge.State.values else ""
    table = ListPage(
        request,
        merges_listed(chosen, _either(query)),
        _merge_columns(),
        default_sort="proposed",
        empty_title=_("No such merge") if chosen or query else _("Nobody was merged yet"),
        empty_text=_("Choose another state, or show all.")
        if chosen or query
        else _("Records that may be one person are found among the candidates."),
        empty_action=(_("Show the candidates"), reverse("commission:merge_candidates")),
        empty_icon="users",
        filters=[
            {
                "name": "state",
                "label": _("State"),
                "options": [("", _("any state")), *PersonMerge.State.choices],
                "value": chosen,
            }
        ],
        query_label=_("Name or number"),
        caption=_("Merges of records"),
        desk=True,
    )
    return table.download("merges") or render(request, "commission/merges.html", {"table": table})


def _either(query: str) -> Any:
    """The records meant by a search, merged ones among them."""
    if not query:
        return None
    if query.isdecimal() and len(query) < 18:
        return (
            Person.objects.filter(pk=int(query))
            | Person.objects.filter(fide_id=query)
            | Person.objects.filter(national_id=query)
        )
    return persons_matching(query, Person.objects.all(), national_numbers=True)


@login_required
@require_safe
def candidates_page(request: HttpRequest) -> HttpResponse:
    """Pairs of records that may be one person: among the newest records, or among those that a search finds."""
    require(PERMISSIONS, "merge", request.user)
    why = request.GET.get("why", "")
    pairs = [
        pair for pair in candidates(request.GET.get("q", "").strip()) if why not in WHY or pair.why == why
    ]
    table = ListPage(
        request,
        Rows(pairs),
        _candidate_columns(),
        default_sort="-second",
        empty_title=_("Nobody seems to be recorded twice"),
        empty_text=_("Search for a name to compare other records, or name two records yourself."),
        empty_action=(_("Name two records"), reverse("commission:merge_new")),
        empty_icon="users",
        filters=[
            {
                "name": "why",
                "label": _("Why"),
                "options": [("", _("any sign")), *WHY.items()],
                "value": why if why in WHY else "",
            }
        ],
        query_label=_("Name or number"),
        caption=_("Records that may be one person"),
        desk=True,
    )
    return table.download("candidates") or render(
        request,
        "commission/merge_candidates.html",
        {"table": table, "crumbs": _crumbs(), "compared": COMPARED},
    )


@login_required
@require_http_methods(["GET", "POST"])
def propose(request: HttpRequest) -> HttpResponse:
    """Name two records, see them side by side with what a merge would do, and propose it with a reason."""
    require(PERMISSIONS, "merge", request.user)
    named = "survivor" in request.GET or "merged" in request.GET
    pair = PairForm(request.GET if named else None)
    context: dict[str, Any] = {"pair": pair, "crumbs": _crumbs()}
    if not pair.is_valid():
        return render(request, "commission/merge_new.html", context, status=422 if named else 200)
    survivor, merged = pair.cleaned_data["survivor"], pair.cleaned_data["merged"]
    preview = merge_preview(survivor, merged)
    form = ProposeForm(request.POST or None, kinds=preview.kinds)
    if request.method == "POST" and form.is_valid():
        try:
            made = merge_propose(
                survivor,
                merged,
                actor=request.user,  # type: ignore[arg-type]
                reason=form.cleaned_data["reason"],
                ratings=form.ratings,
            )
        except DomainError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Proposed. Another member confirms it."))
            return redirect("commission:merge", pk=made.pk)
    context |= {"preview": preview, "form": form, "is_one": survivor.pk == merged.pk}
    return render(request, "commission/merge_new.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def merge(request: HttpRequest, pk: int) -> HttpResponse:
    """One merge: both records, what it would do or did, its decisions, and what may be decided now."""
    require(PERMISSIONS, "merge", request.user)
    return _page(request, _found(pk), DecisionForm())


@login_required
@require_POST
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the two records one."""
    found = _found(pk)
    require(PERMISSIONS, "merge", request.user)
    form = DecisionForm(request.POST)
    if form.is_valid():
        try:
            actor: Any = request.user
            merge_confirm(found, actor=actor, reason=form.cleaned_data["reason"])
        except DomainError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The two records are one."))
            return redirect("commission:merge", pk=pk)
    return _page(request, _found(pk), form, status=409)


@login_required
@require_POST
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline a proposal, or withdraw it."""
    found = _found(pk)
    require(PERMISSIONS, "merge", request.user)
    form = DecisionForm(request.POST)
    if form.is_valid():
        try:
            actor: Any = request.user
            merge_decline(found, actor=actor, reason=form.cleaned_data["reason"])
        except DomainError as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("Declined; both records stay."))
            return redirect("commission:merge", pk=pk)
    return _page(request, _found(pk), form, status=422)


@login_required
@require_http_methods(["GET", "POST"])
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """What undoing would do, to which record each entry made since belongs, and the decision."""
    require(PERMISSIONS, "merge", request.user)
    found = _found(pk)
    if found.state != PersonMerge.State.CONFIRMED:
        return redirect("commission:merge", pk=pk)
    names = (_name(found.survivor), _name(found.merged))
    form = UndoForm(request.POST or None, lines=undo_lines(found), names=names)
    if request.method == "POST" and form.is_valid():
        try:
            actor: Any = request.user
            merge_undo(found, actor=actor, reason=form.cleaned_data["reason"], to_merged=form.to_merged)
        except DomainError as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("The two records are two again."))
            return redirect("commission:merge", pk=pk)
    return render(
        request,
        "commission/merge_undo.html",
        {
            "merge": found,
            "form": form,
            "kinds": found.merged_ratings.select_related("base_list", "shown_on").order_by("pk"),
            "moved_back": len(found.journal.get("entries", [])),
            "crumbs": [*_crumbs(), (str(found), reverse("commission:merge", args=[pk]))],
        },
        status=422 if form.errors else 200,
    )


def _found(pk: int) -> PersonMerge:
    return get_object_or_404(merges_listed(), pk=pk)


def _page(request: HttpRequest, found: PersonMerge, form: DecisionForm, status: int = 200) -> HttpResponse:
    proposed = found.state == PersonMerge.State.PROPOSED
    return render(
        request,
        "commission/merge.html",
        {
            "merge": found,
            "form": form,
            "tone": TONES[found.state],
            "preview": merge_preview(found.survivor, found.merged) if proposed else None,
            "kinds": found.merged_ratings.select_related("base_list", "shown_on", "stands").order_by("pk"),
            "entries": len(found.journal.get("entries", [])),
            "may_confirm": proposed and allowed(PERMISSIONS, "merge_confirm", request.user, found),
            "proposed": proposed,
            "may_undo": found.state == PersonMerge.State.CONFIRMED,
            "crumbs": _crumbs(),
        },
        status=status,
    )


def _crumbs() -> list[tuple[str, str]]:
    return [
        (_("Commission"), reverse("commission:queue")),
        (_("Merges of records"), reverse("commission:merges")),
    ]


def _name(person: Person) -> str:
    return _("%(name)s (record %(number)s)") % {"name": person.name, "number": person.pk}


def _merge_columns() -> list[Column]:
    return [
        Column(
            "merged",
            gettext_lazy("Merged"),
            lambda row: _name(row.merged),
            order=("merged__sort_key_en",),
            link=lambda row: reverse("commission:merge", args=[row.pk]),
        ),
        Column(
            "survivor",
            gettext_lazy("Into"),
            lambda row: _name(row.survivor),
            order=("survivor__sort_key_en",),
        ),
        Column(
            "state",
            gettext_lazy("State"),
            lambda row: row.get_state_display(),
            order=("state",),
            html=lambda row: state(TONES[row.state], row.get_state_display()),
        ),
        moment_column(
            "proposed",
            gettext_lazy("Proposed"),
            lambda row: row.proposed_at,
            order=("-proposed_at",),
            fold=True,
        ),
        Column("by", gettext_lazy("Proposed by"), lambda row: row.proposed_by.shown_name, fold=True),
        Column(
            "decided",
            gettext_lazy("Decided by"),
            lambda row: row.decided_by.shown_name if row.decided_by else "",
            fold=True,
        ),
        Column("reason", gettext_lazy("Reason"), lambda row: row.reason, fold=True),
    ]


def _candidate_columns() -> list[Column]:
    def compare(row: Candidate) -> str:
        return f"{reverse('commission:merge_new')}?survivor={row.first.pk}&merged={row.second.pk}"

    def before(row: Candidate) -> str:
        return str(row.before.get_state_display()) if row.before else ""

    return [
        Column(
            "first",
            gettext_lazy("Older record"),
            lambda row: _name(row.first),
            order=("name",),
            link=compare,
        ),
        Column("second", gettext_lazy("Newer record"), lambda row: _name(row.second), order=("second_pk",)),
        Column("why", gettext_lazy("Why"), lambda row: str(WHY[row.why]), order=("why",), fold=True),
        Column("births", gettext_lazy("Born"), lambda row: _both(row, "birth_year"), fold=True),
        Column("feds", gettext_lazy("Fed"), lambda row: _both(row, "federation"), fold=True),
        Column("fide", gettext_lazy("FIDE ID"), lambda row: _both(row, "fide_id"), fold=True),
        Column("before", gettext_lazy("Decided before"), before, fold=True),
    ]


def _both(row: Candidate, name: str) -> str:
    """What each record says, once if both say the same."""
    said = [str(getattr(person, name) or "–") for person in (row.first, row.second)]
    return said[0] if said[0] == said[1] else " / ".join(said)
