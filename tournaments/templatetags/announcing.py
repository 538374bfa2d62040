"""What was registered of an event, and what was changed of it since."""

from typing import Any

from django import template

from tournaments.models import Event
from tournaments.selectors.changes import changes_of

register = template.Library()
SHOWN = 20


@register.inclusion_tag("tournaments/_registered.html")
def event_registered(event: Event) -> dict[str, Any]:
    """Number and day, regulations in force, sources, and the changes after the registration, newest first."""
    changes = changes_of(event)
    return {
        "event": event,
        "regulations": event.regulations.first(),
        "sources": list(event.sources.all()),
        "changes": changes[:SHOWN],
        "more": max(len(changes) - SHOWN, 0),
        "count": len(changes),
    }
