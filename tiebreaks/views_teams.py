"""Standings of the teams of an event, and the derivation of a team's value."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tiebreaks.derivations import derivation_view, derive_in
from tiebreaks.freshness import etag_of, stamp_or_404, tagged, unchanged
from tiebreaks.pages import asked_round, ways_on
from tiebreaks.selectors import findings_of, legend_of
from tiebreaks.team_pages import team_download, team_table, team_toolbar
from tiebreaks.teams import team_count_of, team_standings_of
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.views.access import public_event
from tournaments.views.live import Context, LivePage, live_page

TEAMS = LivePage("tiebreaks/teams.html", "tiebreaks/_team_standings.html")


@require_safe
def team_standings(request: HttpRequest, pk: int) -> HttpResponse:
    """The teams by place: both scores, tie-breaks, members with their results."""

    def make(event: Event) -> Context | HttpResponse:
        return _standings(request, event)

    return live_page(request, pk, TEAMS, make, "team_standings", stamp=stamp_or_404(pk))


def _standings(request: HttpRequest, event: Event) -> Context | HttpResponse:
    through_round = asked_round(request, event)
    context: Context = {"through_round": through_round}
    try:
        payload = team_standings_of(event, through_round)
    except DomainError as problem:
        return context | {"problem": problem}
    return team_download(event, payload, request.GET.get("format", "")) or context | {
        "payload": payload,
        "table": team_table(event, payload, through_round),
        "toolbar": team_toolbar(request, payload, through_round),
        "legend": legend_of(payload),
        "findings": findings_of(payload),
        "is_open": any(each["key"] == "standings.matches_open" for each in payload["findings"]),
        "shared": payload["started"]
        and len({row["place"] for row in payload["rows"]}) < len(payload["rows"]),
    }


@require_safe
def team_value(request: HttpRequest, pk: int, number: int, code: str) -> HttpResponse:
    """The derivation of one value of a team."""
    event = public_event(request, pk)
    through_round = asked_round(request, event)
    etag = etag_of(stamp_or_404(pk), "team_value", number, code, through_round)
    answer = unchanged(request, etag)
    if answer is not None:
        return answer
    try:
        count = team_count_of(event, through_round)
    except DomainError as problem:
        return render(request, "tiebreaks/value.html", {"event": event, "problem": problem}, status=422)
    derived = derive_in(count, event, number, code)
    if derived is None:
        raise Http404
    context = {
        "event": event,
        "derivation": derivation_view(event, derived, through_round),
        "row": f"t{number}",
        **ways_on("tiebreaks:compare_teams", "tiebreaks:teams", pk, number, through_round),
    }
    return tagged(render(request, "tiebreaks/value.html", context), request, etag)
