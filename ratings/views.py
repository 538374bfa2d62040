"""Published lists, the changes of an event, and the derivation of one change."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from core.files import read
from core.templatetags.ui import number
from players.listing import Column, ListPage
from players.models import ListedRating
from players.selectors import persons_matching
from ratings import selectors
from ratings.derivations import change_view, signed
from ratings.models import RatedEntry
from ratings.period_derivations import period_view
from ratings.templatetags.ratings import rating_step
from tournaments.models import Event


@require_safe
def lists(request: HttpRequest) -> HttpResponse:
    """All published lists, newest first."""
    return render(request, "ratings/lists.html", {"lists": list(selectors.published_lists())})


@require_safe
def rating_list(request: HttpRequest, key: str) -> HttpResponse:
    """One list: search, sort, page, download; official, with its day and hash."""
    chosen = get_object_or_404(selectors.published_lists(), key=key)
    rows = selectors.list_rows(chosen)
    query = request.GET.get("q", "").strip()
    if query:
        rows = rows.filter(person__in=persons_matching(query))
    if request.GET.get("show") == "changed":
        rows = rows.filter(games__gt=0)
    table = ListPage(
        request,
        rows,
        _columns(),
        default_sort="rating",
        per_page=100,
        empty_title=_("Nobody found"),
        empty_text=_("Try fewer letters, or show all players."),
        filters=[
            {
                "name": "show",
                "label": _("Show"),
                "options": [("", _("all players")), ("changed", _("with games in the period"))],
                "value": request.GET.get("show", ""),
            }
        ],
        query_label=_("Name or number"),
        caption=str(chosen),
    )
    return table.download(chosen.key) or render(
        request, "ratings/list.html", {"list": chosen, "table": table}
    )


@require_safe
def list_file(request: HttpRequest, key: str) -> HttpResponse:
    """The list's canonical bytes, whose SHA-256 the page shows."""
    chosen = get_object_or_404(selectors.published_lists(), key=key)
    response = HttpResponse(read(chosen.sha256), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{chosen.key}-canonical.csv"'
    response["ETag"] = f'"{chosen.sha256}"'
    return response


@require_safe
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Why a rating changed: every step, computed again and equal to what was stored."""
    row = get_object_or_404(selectors.rated_entry(pk))
    return render(
        request,
        "ratings/change.html",
        {"row": row, "others": _neighbours(row), **change_view(row)},
    )


@require_safe
def period_change(request: HttpRequest, key: str, person: int) -> HttpResponse:
    """How a player's number on a list came out of the period: the sum of his events, rounded once."""
    chosen = get_object_or_404(selectors.published_lists(), key=key)
    row = get_object_or_404(selectors.list_rows(chosen), person_id=person)
    return render(
        request,
        "ratings/period_change.html",
        {
            "row": row,
            "list": chosen,
            "derivation": period_view(row, chosen),
            "entries": selectors.entries_in(row),
        },
    )


@require_safe
def event(request: HttpRequest, pk: int) -> HttpResponse:
    """All changes of one event."""
    chosen = get_object_or_404(Event.objects.exclude(state=Event.State.DRAFT), pk=pk)
    calculation = selectors.current_calculation(pk)
    rows = (
        RatedEntry.objects.filter(rated_event=calculation).select_related("entry", "person")
        if calculation
        else RatedEntry.objects.none()
    )
    table = ListPage(
        request,
        rows,
        _change_columns(),
        default_sort="number",
        per_page=200,
        empty_title=_("Not calculated yet"),
        empty_text=_("The changes appear when the commission has accepted the report."),
        caption=_("Changes of the ratings"),
    )
    return table.download(f"event-{pk}-ratings") or render(
        request, "ratings/event.html", {"event": chosen, "calculation": calculation, "table": table}
    )


def _neighbours(row: RatedEntry) -> list[dict[str, Any]]:
    """The player's latest other changes."""
    same = RatedEntry.objects.filter(rated_event__current=True, person_id=row.person_id, games__gt=0)
    return [
        {
            "url": reverse("ratings:change", args=[other.pk]),
            "event": other.rated_event.event.name,
            "row": other,
        }
        for other in same.select_related("rated_event__event")
        .exclude(pk=row.pk)
        .order_by("-rated_event__event__start")[:5]
    ]


def _columns() -> list[Column]:
    def profile(row: ListedRating) -> str:
        return reverse("players:profile", args=[row.person_id])

    def why(row: ListedRating) -> str:
        return reverse("ratings:period_change", args=[row.rating_list.key, row.person_id])

    return [
        Column("title", gettext_lazy("Title"), lambda row: row.title, order=("title",), fold=True),
        Column(
            "name", gettext_lazy("Name"), lambda row: row.name, order=(selectors.name_order(),), link=profile
        ),
        Column("fed", gettext_lazy("Fed"), lambda row: row.federation, order=("federation",), fold=True),
        Column("born", gettext_lazy("Born"), lambda row: row.birth_year, numeric=True, fold=True),
        Column(
            "rating",
            gettext_lazy("Rtg"),
            lambda row: row.rating,
            order=("-rating",),
            numeric=True,
            strong=True,
        ),
        Column(
            "step",
            gettext_lazy("+/-"),
            lambda row: rating_step(row.previous_rating, row.rating),
            link=why,
            numeric=True,
            panel=True,
        ),
        Column(
            "games", gettext_lazy("Games"), lambda row: row.games, order=("-games",), numeric=True, fold=True
        ),
        Column("k", gettext_lazy("K"), lambda row: row.k, order=("-k",), numeric=True, fold=True),
        Column("mark", gettext_lazy("Mark"), lambda row: row.mark, order=("mark",), fold=True),
    ]


def _change_columns() -> list[Column]:
    def link(row: RatedEntry) -> str:
        return reverse("ratings:change", args=[row.pk])

    return [
        Column(
            "number",
            gettext_lazy("SNo"),
            lambda row: row.entry.number,
            order=("entry__number",),
            numeric=True,
        ),
        Column("name", gettext_lazy("Name"), lambda row: row.entry.name, order=("entry__name",), link=link),
        Column("ro", gettext_lazy("Ro"), lambda row: row.own_rating, order=("-own_rating",), numeric=True),
        Column("rc", gettext_lazy("Rc"), lambda row: row.opponents_rating, numeric=True, fold=True),
        Column("n", gettext_lazy("n"), lambda row: row.games, order=("-games",), numeric=True, fold=True),
        Column("we", gettext_lazy("we"), lambda row: row.expected, numeric=True, fold=True),
        Column("k", gettext_lazy("K"), lambda row: row.k, numeric=True, fold=True),
        Column(
            "change",
            gettext_lazy("rtg+/-"),
            lambda row: number(row.first_rating, 2) if row.first_rating else signed(row.change),
            link=link,
            numeric=True,
            strong=True,
            panel=True,
        ),
    ]
