"""Why one stands before another: two players, or two teams, compared."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tiebreaks import pages
from tiebreaks.comparing import comparison
from tiebreaks.freshness import etag_of, stamp_or_404, tagged, unchanged
from tiebreaks.selectors import rivals
from tiebreaks.services import standings_of
from tiebreaks.stored import Payload
from tiebreaks.teams import team_standings_of
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.views.access import public_event


@require_safe
def compare(request: HttpRequest, pk: int) -> HttpResponse:
    """Why one player stands before another: the first criterion that separates them, with both values."""
    return _compare(request, pk, standings_of, of_teams=False)


@require_safe
def compare_teams(request: HttpRequest, pk: int) -> HttpResponse:
    """Why one team stands before another: the first criterion that separates them, and the matches behind it."""
    return _compare(request, pk, team_standings_of, of_teams=True)


def _compare(
    request: HttpRequest, pk: int, standings: Callable[[Event, int | None], Payload], *, of_teams: bool
) -> HttpResponse:
    """The page of two start numbers, `a` and `b`; without `b` against who stands next ahead of `a`."""
    event = public_event(request, pk)
    through_round = pages.asked_round(request, event)
    etag = etag_of(stamp_or_404(pk), "compare", of_teams, request.GET.urlencode())
    answer = unchanged(request, etag)
    if answer is not None:
        return answer
    context: dict[str, Any] = {"event": event, "through_round": through_round, "of_teams": of_teams}
    try:
        payload = standings(event, through_round)
    except DomainError as problem:
        return render(request, "tiebreaks/compare.html", context | {"problem": problem})
    first, second = _number(request, "a"), _number(request, "b")
    if first is not None and second is None:
        second = rivals(payload["rows"]).get(first)
    if first is not None and second is not None:
        context |= comparison(event, payload, first, second, through_round)
    else:
        second, first = [*(row["number"] for row in payload["rows"][:2]), None, None][:2]
    context |= {
        "payload": payload,
        "players": sorted(payload["rows"], key=lambda row: row["number"]),
        "first": first,
        "second": second,
    }
    return tagged(render(request, "tiebreaks/compare.html", context), request, etag)


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= 5 else None
