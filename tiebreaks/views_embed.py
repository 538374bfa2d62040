"""Standings and crosstable in a frame of another site."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ratings.selectors import current_calculation, event_changes
from tiebreaks.freshness import stamp_or_404
from tiebreaks.services import standings_of
from tiebreaks.views import crosstable_page, standings_context, start_list_context
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.views.live import LivePage, embeddable, live_page

STANDINGS = LivePage("tiebreaks/standings.html", "tiebreaks/_standings.html")


@embeddable
@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    """The standings as they stand; before round 1 the start list."""
    stamp = stamp_or_404(pk)

    def make(event: Event) -> dict[str, Any] | HttpResponse:
        is_part = request.GET.get("part") == "live"
        try:
            payload = standings_of(event)
        except DomainError as problem:
            return HttpResponse(status=204) if is_part else {"problem": problem}
        if not payload["started"]:
            return HttpResponse(status=204) if is_part else start_list_context(event)
        calculation = current_calculation(pk) if stamp.rated else None
        found = standings_context(
            request,
            event,
            stamp,
            payload,
            payload["rows"],
            changes=event_changes(pk) if calculation else {},
            calculation=calculation,
            through_round=None,
        )
        return {**found, "through_round": None}

    return live_page(request, pk, STANDINGS, make, "standings", stamp=stamp, embedded=True)


@embeddable
@require_safe
def crosstable(request: HttpRequest, pk: int) -> HttpResponse:
    """The crosstable, by rank."""
    return crosstable_page(request, pk, embedded=True)
