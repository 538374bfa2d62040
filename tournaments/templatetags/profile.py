"""What play adds to a player's profile: the events he entered, with his points."""

from typing import Any

from django import template
from django.core.paginator import Paginator
from django.template.context import Context

from players.models import Person
from tournaments.selectors.profile import appearances_of, games_of

register = template.Library()
EVENTS_PER_PAGE = 20


@register.inclusion_tag("tournaments/_profile_events.html", takes_context=True)
def profile_events(context: Context, person: Person) -> dict[str, Any]:
    """The announced events of a player, newest first, twenty a page (`?events=2`)."""
    request = context.get("request")
    wanted = request.GET.get("events") if request is not None else None
    page = Paginator(appearances_of(person), EVENTS_PER_PAGE).get_page(wanted)
    return {"page": page, "appearances": games_of(list(page.object_list)), "request": request}
