"""Standings of the teams of an event, and the derivation of a team's value."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from players.listing import csv_response, json_response
from tiebreaks.derivations import derivation_view, derive_in
from tiebreaks.pages import downloads, file_name
from tiebreaks.team_pages import TeamStandings, team_standings
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.views.access import public_event


@require_safe
def team_table(request: HttpRequest, pk: int) -> HttpResponse:
    """The teams by place: both scores, tie-breaks, members with their results."""
    event = public_event(request, pk)
    try:
        found = team_standings(event)
    except DomainError as problem:
        return render(request, "tiebreaks/teams.html", {"event": event, "problem": problem})
    wanted = request.GET.get("format", "")
    if wanted in ("csv", "json"):
        return _download(event, found, wanted)
    context = {"event": event, "table": found, "rows": found.rows(), "downloads": downloads(request)}
    return render(request, "tiebreaks/teams.html", context)


def _download(event: Event, found: TeamStandings, wanted: str) -> HttpResponse:
    rows, name = found.rows(), file_name(event, "teams")
    if wanted == "csv":
        heads = ["Rk", "No.", "Team", *found.standings.labels]
        cells = ([row["place"], row["number"], row["name"], *row["exact"].values()] for row in rows)
        return csv_response(name, heads, cells)
    document: dict[str, Any] = {
        "event": event.pk,
        "edition": found.standings.edition,
        "unplayed": found.standings.unplayed,
        "order": list(found.standings.order),
        "rows": [
            {"place": row["place"], "number": row["number"], "name": row["name"], "values": row["exact"]}
            | {"members": row["members"]}
            for row in rows
        ],
    }
    return json_response(name, document)


@require_safe
def team_value(request: HttpRequest, pk: int, number: int, code: str) -> HttpResponse:
    """The derivation of one value of a team."""
    event = public_event(request, pk)
    try:
        found = team_standings(event)
    except DomainError as problem:
        return render(request, "tiebreaks/value.html", {"event": event, "problem": problem}, status=422)
    derived = derive_in(found.count, event, number, code)
    if derived is None:
        raise Http404
    view = derivation_view(event, derived)
    here = reverse("tiebreaks:team_value", args=[pk, number, code])
    view |= {"subject_url": "", "permalink": here}
    context = {
        "event": event,
        "derivation": view,
        "number": number,
        "label": derived.label,
        "standings_url": reverse("tiebreaks:teams", args=[pk]),
    }
    return render(request, "tiebreaks/value.html", context)
