"""How a view comes to its event: found, allowed, or as if it did not exist."""

from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from players.permissions import allowed, require
from tournaments.models import Entry, Event, Game
from tournaments.permissions import PERMISSIONS
from tournaments.selectors.moves import with_moves


def public_event(request: HttpRequest, pk: int) -> Event:
    """An event that this reader may see; a draft of somebody else does not exist for him."""
    events = Event.objects.select_related("region", "rating_list", "entry_settings").annotate(
        has_moves=with_moves()
    )
    event = get_object_or_404(events, pk=pk)
    if not allowed(PERMISSIONS, "event_view", request.user, event):
        raise Http404
    return event


def desk_event(request: HttpRequest, pk: int, permission: str) -> Event:
    """An event in which this account has the right; raises Http404 for a foreign draft, PermissionDenied."""
    event = public_event(request, pk)
    require(PERMISSIONS, permission, request.user, event)
    return event


def own_entry(event: Event, pk: int) -> Entry:
    """An entry of this event and no other; raises Http404."""
    return get_object_or_404(
        Entry.objects.select_related("person", "rating_list", "event"), pk=pk, event=event
    )


def own_game(event: Event, pk: int) -> Game:
    """A board of this event and no other; raises Http404."""
    games = Game.objects.select_related("round", "white", "black", "entered_by")
    return get_object_or_404(games, pk=pk, round__event=event)


def may(request: HttpRequest, permission: str, event: Event | None = None) -> bool:
    """Whether the account may, for a page that offers or hides something."""
    return allowed(PERMISSIONS, permission, request.user, event)


def actor_of(request: HttpRequest) -> Any:
    """The account that acts; views that write are behind the log-in."""
    return request.user


def posted_number(text: str | None) -> int:
    """The number that a form sent; 0, which nothing has, for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0
