"""The first page of the federation, the search over players and events, and the words about the portal."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from commission.selectors import events_finished, events_next, events_playing
from core.keys import search_terms
from players.selectors import persons_suggested
from ratings.selectors import movers, newest_list
from tournaments.models import Event
from tournaments.rulebook.shelf import editions


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is played now, what comes next, the newest list with its movers, and a search box."""
    newest = newest_list()
    return render(
        request,
        "commission/home.html",
        {
            "playing": events_playing(),
            "coming": events_next(),
            "finished": events_finished(),
            "newest": newest,
            "movers": movers(newest) if newest else [],
        },
    )


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Players and events that hold every word; a single hit on a number goes straight there."""
    query = request.GET.get("q", "").strip()
    found_persons = persons_suggested(query, limit=40)
    found_events = Event.objects.exclude(state=Event.State.DRAFT)
    for term in search_terms(query):
        found_events = found_events.filter(search_key__contains=term)
    events = list(found_events[:40]) if query else []
    if query.isdigit() and len(found_persons) == 1 and not events:
        return redirect("players:profile", pk=found_persons[0].pk)
    return render(
        request, "commission/search.html", {"query": query, "persons": found_persons, "events": events}
    )


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What the portal is, whose work it builds on, and which texts it knows."""
    return render(request, "commission/about.html", {"editions": editions()})
