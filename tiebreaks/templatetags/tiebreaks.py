"""Where the pages about one value or two players stand."""

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Event

register = template.Library()


@register.simple_tag
def standings_crumbs(event: Event) -> list[tuple[str, str]]:
    """The way down to a page under an event's standings."""
    return [
        (_("Events"), reverse("tournaments:events")),
        (event.name, reverse("tournaments:event", args=[event.pk])),
        (_("Standings"), reverse("tiebreaks:standings", args=[event.pk])),
    ]
