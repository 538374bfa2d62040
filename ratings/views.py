"""The changes of an event, and the derivation of one change."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from core.templatetags.ui import number
from players.listing import Column, ListPage
from players.models import RatingKind
from ratings import selectors
from ratings.derivations import change_view, signed
from ratings.models import RatedEntry, RatedEvent
from ratings.racc_pages import coefficient_columns
from tournaments.models import Event


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
        _columns_of(calculation),
        default_sort="number",
        per_page=200,
        empty_title=_("Not calculated yet"),
        empty_text=_("The changes appear when the commission has accepted the report."),
        caption=_("Changes of the ratings"),
    )
    return table.download(f"event-{pk}-ratings") or render(
        request, "ratings/event.html", {"event": chosen, "calculation": calculation, "table": table}
    )


def _columns_of(calculation: RatedEvent | None) -> list[Column]:
    by_post = calculation is not None and calculation.kind == RatingKind.CORRESPONDENCE
    return coefficient_columns() if by_post else _change_columns()


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
