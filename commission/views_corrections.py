"""The whole effect of a correction or an annulment before it is decided, on a page and as a download."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from commission.corrections import Effect, effect_of
from commission.models import Dossier
from commission.permissions import PERMISSIONS
from players.listing import csv_response, json_response
from players.permissions import require
from ratings.models import ListCorrection

COLUMNS = ("list", "person", "name", "before", "after", "k_before", "k_after", "games_before", "games_after")


@login_required
@require_safe
def effect(request: HttpRequest, pk: int, verb: str) -> HttpResponse:
    """What `correct` or `annul` would change: each player's change, each row of each list."""
    require(PERMISSIONS, "queue", request.user)
    dossier = get_object_or_404(Dossier.objects.select_related("event"), event_id=pk)
    found = effect_of(dossier, verb) if verb in ("correct", "annul") else None
    if found is None:
        raise Http404(verb)
    return _download(request, dossier, found) or render(
        request,
        "commission/effect.html",
        {
            "effect": found,
            "dossier": dossier,
            "event": dossier.event,
            "crumbs": [
                (_("Commission"), reverse("commission:queue")),
                (dossier.event.name, reverse("commission:dossier", args=[pk])),
            ],
        },
    )


def _download(request: HttpRequest, dossier: Dossier, found: Effect) -> HttpResponse | None:
    name = f"event-{dossier.event_id}-{found.verb}"
    if request.GET.get("format") == "csv":
        return csv_response(name, COLUMNS, _cells(found))
    if request.GET.get("format") == "json":
        return json_response(name, [dict(zip(COLUMNS, cells, strict=True)) for cells in _cells(found)])
    return None


def _cells(found: Effect) -> Iterator[tuple[Any, ...]]:
    for row in found.rows:
        yield row.corrected_list.key, row.person_id, row.person.name, *_figures(row)


def _figures(row: ListCorrection) -> tuple[int | None, ...]:
    return row.before, row.after, row.k_before, row.k_after, row.games_before, row.games_after
