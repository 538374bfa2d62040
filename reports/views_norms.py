"""Title norms of an event: who can still make one, one of them round by round, and the papers IT1 and IT3."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.listing import Column, ListPage
from players.listing_rows import Rows
from players.permissions import allowed, require
from reports.forms_norms import It1Form, It3Form
from reports.kinds.kind import PaperOrder
from reports.models import Report
from reports.norm_events import norm_of, norms_of
from reports.norm_pages import (
    TITLE_ORDER,
    Candidate,
    candidates,
    it1_initial,
    it3_initial,
    norm_context,
    norm_words,
)
from reports.permissions import PERMISSIONS
from reports.services.papers import paper_freeze
from reports.sheets.it1 import points_text
from reports.sheets.it3 import deputies_needed
from reports.views import visible_event
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.permissions import PERMISSIONS as EVENT_PERMISSIONS
from tournaments.snapshot import record_of
from tournaments.table_files import file_name

STATES = ("reached", "possible")


@require_safe
@never_cache
def norms(request: HttpRequest, pk: int) -> HttpResponse:
    """All norms of an event that are there or can still be made, with what they need."""
    event = _norms_event(request, pk)
    context: dict[str, Any] = {
        "event": event,
        "may_hand_in": allowed(PERMISSIONS, "hand_in", request.user, event),
    }
    try:
        found = norms_of(event)
    except DomainError as error:
        return render(request, "reports/norms.html", context | {"cannot_tell": error})
    entries = {entry.number or 0: entry for entry in event.entries.filter(number__isnull=False)}
    rows = candidates(event, found, entries)
    title, state = request.GET.get("title", ""), request.GET.get("state", "")
    query = request.GET.get("q", "").casefold().split()
    table = ListPage(
        request,
        Rows([row for row in rows if _chosen(row, title, state, query)]),
        _columns(),
        default_sort="state",
        empty_title=_("No norm within reach"),
        empty_text=_(
            "A player stands here as soon as a norm is reached or can be reached in the rounds to come."
        ),
        filters=[
            {
                "name": "title",
                "label": _("Title"),
                "options": [("", _("all titles")), *((each, each) for each in TITLE_ORDER)],
                "value": title,
            },
            {
                "name": "state",
                "label": _("State"),
                "options": [
                    ("", _("reached and possible")),
                    ("reached", _("reached")),
                    ("possible", _("possible")),
                ],
                "value": state,
            },
        ],
        query_label=_("Name"),
        caption=_("Title norms"),
        empty_icon="award",
    )
    context |= {"table": table, "reached": norm_words(sum(row.reached for row in rows)), "count": len(rows)}
    context |= {"main": _standing(event), "papers": _papers(event) if context["may_hand_in"] else []}
    return table.download(file_name(event, "norms")) or render(request, "reports/norms.html", context)


@require_safe
@never_cache
def norm(request: HttpRequest, pk: int, number: int, title: str) -> HttpResponse:
    """One norm of a player round by round, with its derivation."""
    event = _norms_event(request, pk)
    context = _norm_of(event, number, title)
    may_make = allowed(PERMISSIONS, "hand_in", request.user, event)
    form = It1Form(initial=it1_initial(event) | {"language": get_language()}) if may_make else None
    context |= {"form": form, "may_make": may_make, "main": _standing(event)}
    context["certificate"] = (
        Report.objects.live().filter(event=event, entry__number=number, title=title).first()
    )
    return render(request, "reports/norm.html", context)


@login_required
@never_cache
@require_POST
def make_it1(request: HttpRequest, pk: int, number: int, title: str) -> HttpResponse:
    """Freeze the certificate of a norm; a refusal keeps what was typed."""
    event = _norms_event(request, pk)
    require(PERMISSIONS, "hand_in", request.user, event)
    context = _norm_of(event, number, title)
    form, main = It1Form(request.POST), _standing(event)
    refusal: DomainError | None = None
    if form.is_valid():
        entry = get_object_or_404(event.entries, number=number)
        order = PaperOrder(event, request.user, main, entry, title, form.typed)  # type: ignore[arg-type]
        try:
            made = paper_freeze(order, "it1", language=form.cleaned_data["language"])
            return redirect("reports:report", pk=made.pk)
        except DomainError as error:
            refusal = error
    context |= {"form": form, "may_make": True, "main": main, "refusal": refusal}
    return render(request, "reports/norm.html", context, status=422)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def make_it3(request: HttpRequest, pk: int) -> HttpResponse:
    """What the tournament report asks beside the event; then the freezing. A refusal keeps what was typed."""
    event = visible_event(request, pk)
    require(PERMISSIONS, "hand_in", request.user, event)
    record, main = record_of(event.pk), _standing(event)
    initial = it3_initial(event, record) | {"language": get_language()}
    form = It3Form(request.POST if request.method == "POST" else None, initial=initial)
    status, refusal = 200, None
    if request.method == "POST":
        status = 422
        if form.is_valid():
            order = PaperOrder(event, request.user, main, typed=form.typed)  # type: ignore[arg-type]
            try:
                made = paper_freeze(order, "it3", language=form.cleaned_data["language"])
                return redirect("reports:report", pk=made.pk)
            except DomainError as error:
                refusal = error
    context = {
        "event": event,
        "form": form,
        "main": main,
        "refusal": refusal,
        "players": len(record.entries),
        "deputies_needed": deputies_needed(len(record.entries)),
        "crumbs": [
            (event.name, reverse("tournaments:event", args=[event.pk])),
            (_("Documents"), reverse("reports:documents", args=[event.pk])),
        ],
    }
    return render(request, "reports/it3.html", context, status=status)


def _norms_event(request: HttpRequest, pk: int) -> Event:
    """An event whose norms the account may see: shown in public, or its own; else 404."""
    event = visible_event(request, pk)
    if not event.title_norms and not allowed(EVENT_PERMISSIONS, "event_edit", request.user, event):
        raise Http404
    return event


def _norm_of(event: Event, number: int, title: str) -> dict[str, Any]:
    crumbs = [
        (event.name, reverse("tournaments:event", args=[event.pk])),
        (_("Norms"), reverse("reports:norms", args=[event.pk])),
    ]
    try:
        record, found = norm_of(event, number, title)
    except (KeyError, DomainError) as error:
        raise Http404 from error
    return norm_context(event, record, found) | {"crumbs": crumbs}


def _standing(event: Event) -> Report | None:
    return Report.objects.main().live().filter(event=event).first()


def _papers(event: Event) -> list[Report]:
    """The papers of norms that stand: the tournament report, then certificates."""
    found = Report.objects.live().filter(event=event, sheet__in=["it3", "it1"]).select_related("entry")
    return sorted(found, key=lambda each: (each.sheet != "it3", each.title, each.pk))


def _chosen(row: Candidate, title: str, state: str, words: list[str]) -> bool:
    return (
        (title not in TITLE_ORDER or row.title == title)
        and (state not in STATES or row.reached is (state == "reached"))
        and all(word in row.name.casefold() for word in words)
    )


def _columns() -> list[Column]:
    return [
        Column(
            "title", gettext_lazy("Norm"), lambda row: row.title, ("place_of_title", "state"), strong=True
        ),
        Column("name", gettext_lazy("Name"), lambda row: row.name, ("name",), link=lambda row: row.url),
        Column("held", gettext_lazy("Title"), lambda row: row.held, ("held",), fold=True),
        Column("fed", gettext_lazy("Fed"), lambda row: row.federation, ("federation",), fold=True),
        Column("rtg", gettext_lazy("Rtg"), lambda row: row.rating, ("rating",), numeric=True, fold=True),
        Column("pts", gettext_lazy("Pts"), lambda row: points_text(row.points), ("points",), numeric=True),
        Column("games", gettext_lazy("Games"), lambda row: row.games, ("games",), numeric=True, fold=True),
        Column(
            "average", gettext_lazy("Average"), lambda row: row.average, ("average",), numeric=True, fold=True
        ),
        Column("rp", gettext_lazy("Rp"), lambda row: row.performance, ("performance",), numeric=True),
        Column(
            "state", gettext_lazy("State"), lambda row: row.state_words, ("state", "needed", "place_of_title")
        ),
        Column(
            "objections",
            gettext_lazy("Objections"),
            lambda row: row.objections,
            ("objections",),
            numeric=True,
            fold=True,
        ),
    ]
