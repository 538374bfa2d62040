"""The page on the scale of ratings: what each list tells about level, entrants, drift and forecasts."""

from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from players.listing import csv_response, json_response
from players.models import RatingKind
from ratings.engine.monitoring import Drift, Spread, band_scores
from ratings.monitoring import ListFigures, Series, kinds_with_lists, series
from ratings.monitoring_charts import SIZES, Values, bands_chart, bars_chart, lines_chart
from ratings.monitoring_tables import FiguresTable, tables_of

NEWEST = 24
SHOWN_ON = ("d-none d-sm-block", "d-sm-none")


@require_safe
def monitoring(request: HttpRequest) -> HttpResponse:
    """The scale of one kind of lists: charts with their tables, each to be downloaded."""
    kinds = kinds_with_lists()
    wanted = request.GET.get("kind", "")
    kind = wanted if wanted in kinds else next(iter(kinds), RatingKind.STANDARD.value)
    shows_all = request.GET.get("lists") == "all"
    found = series(kind, None if shows_all else NEWEST)
    address = partial(_address, kind, shows_all)
    tables = tables_of(found, address)
    return _download(request, kind, tables) or render(
        request,
        "ratings/monitoring.html",
        {
            "crumbs": [(_("Rating lists"), reverse("ratings:lists"))],
            "series": found,
            "kind_label": RatingKind(kind).label,
            "sections": _sections(found, tables),
            "filters": _filters(kinds, kind, shows_all=shows_all),
            "count_text": ngettext("%(count)s list", "%(count)s lists", len(found.lists))
            % {"count": len(found.lists)},
        },
    )


def _address(kind: str, shows_all: bool, **changes: str) -> str:
    pairs = {"kind": kind, **({"lists": "all"} if shows_all else {}), **changes}
    return "?" + urlencode(pairs)


def _download(request: HttpRequest, kind: str, tables: dict[str, FiguresTable]) -> HttpResponse | None:
    """One table as CSV or JSON if the request asks for one, else nothing."""
    table = tables.get(request.GET.get("table", ""))
    wanted = request.GET.get("format")
    if table is None or wanted not in ("csv", "json"):
        return None
    name = f"monitoring-{kind}-{table.key}"
    rows = [[figure.value for figure in row] for row in table.figures]
    if wanted == "csv":
        return csv_response(name, [label for _key, label, *_looks in table.heads], rows)
    keys = [key for key, *_looks in table.heads]
    return json_response(name, [dict(zip(keys, row, strict=True)) for row in rows])


def _filters(kinds: Sequence[str], kind: str, *, shows_all: bool) -> list[dict[str, Any]]:
    newest = ngettext("the newest list", "the newest %(count)s lists", NEWEST) % {"count": NEWEST}
    return [
        {
            "name": "kind",
            "label": _("Kind"),
            "options": [(one, RatingKind(one).label) for one in kinds],
            "value": kind,
        },
        {
            "name": "lists",
            "label": _("Lists"),
            "options": [("", newest), ("all", _("all lists"))],
            "value": "all" if shows_all else "",
        },
    ]


def _sections(found: Series, tables: dict[str, FiguresTable]) -> dict[str, dict[str, Any]]:
    """Each section's table and its charts, one for a desk and one for a phone."""
    active = partial(_spreads, found.lists, lambda one: one.active)
    entrants = partial(_spreads, found.lists, lambda one: one.entrants)
    drift = partial(_drifts, found.lists)
    makers: dict[str, Callable[[tuple[int, int]], Any]] = {
        "players": lambda size: lines_chart(
            [(_("Median"), active("median")), (_("Mean"), active("mean"))],
            size,
            between=(active("lower_quartile"), active("upper_quartile")),
        ),
        "entrants": lambda size: lines_chart(
            [(_("Median"), entrants("median")), (_("Mean"), entrants("mean"))], size
        ),
        "entry_levels": lambda size: bars_chart(found.entry_buckets, size),
        "inflation": lambda size: lines_chart(
            [
                (_("Mean change of the same players"), drift("same_change")),
                (_("Mean of all"), drift("pool_mean")),
            ],
            size,
            with_zero=True,
        ),
        "forecast": lambda size: bands_chart(band_scores(found.tally), size),
    }
    return {
        key: {
            "table": tables[key],
            "charts": [
                {"shown": shown, "chart": chart}
                for shown, size in zip(SHOWN_ON, SIZES, strict=True)
                if (chart := make(size)) is not None
            ],
        }
        for key, make in makers.items()
    }


def _spreads(
    lists: Sequence[ListFigures], which: Callable[[ListFigures], Spread | None], name: str
) -> Values:
    """One measure of the spreads by day of the list, where there is one."""
    return [
        (one.rating_list.effective_from, getattr(spread, name))
        for one in lists
        if (spread := which(one)) is not None
    ]


def _drifts(lists: Sequence[ListFigures], name: str) -> list[tuple[date, Fraction]]:
    """One measure of the drift by day of the list, where it is known."""
    pairs: list[tuple[date, Fraction]] = []
    for one in lists:
        value = _drift_value(one.drift, name)
        if value is not None:
            pairs.append((one.rating_list.effective_from, value))
    return pairs


def _drift_value(drift: Drift | None, name: str) -> Fraction | None:
    return None if drift is None else getattr(drift, name)
