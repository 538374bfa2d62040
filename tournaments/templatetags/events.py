"""The heads of an event's pages, public and at the desk, and small words about play."""

from typing import Any

from django import template
from django.template.context import Context
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.ui import points
from players.permissions import allowed
from tournaments.models import Category, Entry, Event
from tournaments.pairing.team_swiss import UNSETTLED
from tournaments.permissions import PERMISSIONS
from tournaments.record.codes import shown
from tournaments.selectors.events import round_in_play
from tournaments.selectors.knock_out import round_title
from tournaments.selectors.special import special_points_listed
from tournaments.words import (
    bye_word,
    category_bounds_words,
    event_facts,
    rating_source,
    start_source,
    state_words,
)

register = template.Library()

#   key          address
PUBLIC_TABS = (
    ("standings", "tiebreaks:standings"),
    ("bracket", "tournaments:bracket"),
    ("crosstable", "tiebreaks:crosstable"),
    ("rounds", "tournaments:rounds"),
    ("games", "tournaments:games"),
    ("players", "tournaments:entries"),
    ("teams", "tournaments:teams"),
    ("schedule", "tournaments:schedule"),
    ("statistics", "tournaments:statistics"),
    ("ratings", "ratings:event"),
    ("norms", "reports:norms"),
    ("documents", "reports:documents"),
    ("history", "tournaments:history"),
)
DESK_TABS = (
    ("desk", "tournaments:desk_event", "event_desk"),
    ("edit", "tournaments:event_edit", "event_edit"),
    ("players", "tournaments:desk_entries", "entries_edit"),
    ("teams", "tournaments:desk_teams", "entries_edit"),
    ("bracket", "tournaments:desk_bracket", "event_desk"),
    ("correspondence", "tournaments:correspondence", "contacts_edit"),
    ("rounds", "tournaments:desk_rounds", "event_desk"),
    ("moves", "tournaments:moves_upload", "event_edit"),
    ("documents", "reports:desk_documents", "event_desk"),
    ("officials", "tournaments:officials", "officials_edit"),
    ("order", "tiebreaks:order", "event_edit"),
    ("norms", "reports:norms", "event_edit"),
    ("play_off", "tiebreaks:play_offs", "event_desk"),
)


LABELS = {
    "overview": gettext_lazy("Overview"),
    "standings": gettext_lazy("Standings"),
    "crosstable": gettext_lazy("Crosstable"),
    "bracket": gettext_lazy("Bracket"),
    "rounds": gettext_lazy("Rounds"),
    "games": gettext_lazy("Games"),
    "moves": gettext_lazy("Game scores"),
    "players": gettext_lazy("Players"),
    "teams": gettext_lazy("Teams"),
    "correspondence": gettext_lazy("Correspondence"),
    "ratings": gettext_lazy("Ratings"),
    "norms": gettext_lazy("Norms"),
    "schedule": gettext_lazy("Schedule"),
    "statistics": gettext_lazy("Statistics"),
    "documents": gettext_lazy("Documents"),
    "history": gettext_lazy("History"),
    "desk": gettext_lazy("Desk"),
    "edit": gettext_lazy("Event"),
    "officials": gettext_lazy("Officials"),
    "order": gettext_lazy("Tie-breaks"),
    "play_off": gettext_lazy("Play-off"),
}


def _tab(key: str, name: str, event: Event, active: str) -> dict[str, Any] | None:
    """A tab, or nothing where no page has that address, and for what only other kinds of event have."""
    is_knock_out = event.system == Event.System.KNOCK_OUT
    if (key == "teams" and not event.is_team_event) or (key == "bracket" and not is_knock_out):
        return None
    if key == "norms" and event.correspondence:
        return None
    if (key == "correspondence" and not event.correspondence) or (key == "play_off" and is_knock_out):
        return None
    try:
        url = reverse(name, args=[event.pk])
    except NoReverseMatch:
        return None
    return {"label": str(LABELS[key]), "url": url, "active": key == active}


@register.inclusion_tag("tournaments/_event_head.html", takes_context=True)
def event_head(context: Context, event: Event, active: str = "overview") -> dict[str, Any]:
    """The head of an event's public pages: title, facts, state, tabs; for officials the way to the desk."""
    user = context.get("user")
    last_round = round_in_play(event) if event.state == Event.State.PLAYING else 0
    tabs = [_tab("overview", "tournaments:event", event, active)]
    tabs += [
        _tab(key, name, event, active) for key, name in PUBLIC_TABS if active == key or _is_shown(event, key)
    ]
    return {
        "event": event,
        "facts": event_facts(event),
        "state_label": state_words(event, last_round),
        "tabs": [tab for tab in tabs if tab],
        "crumbs": [(_("Events"), reverse("tournaments:events"))],
        "may_desk": allowed(PERMISSIONS, "event_desk", user, event),
        "user": user,
        "request": context.get("request"),
    }


def _is_shown(event: Event, key: str) -> bool:
    """Whether a public tab has something to show: games that were typed, norms that the director shows."""
    if key == "norms":
        return event.title_norms
    return key != "games" or getattr(event, "has_moves", False)


@register.inclusion_tag("tournaments/_desk_head.html", takes_context=True)
def desk_head(context: Context, event: Event, active: str = "desk") -> dict[str, Any]:
    """The head of an event's pages at the desk, with the tabs that the account may use."""
    user = context.get("user")
    last_round = round_in_play(event) if event.state == Event.State.PLAYING else 0
    tabs = [
        _tab(key, name, event, active)
        for key, name, permission in DESK_TABS
        if allowed(PERMISSIONS, permission, user, event)
    ]
    return {
        "event": event,
        "facts": event_facts(event, short=True),
        "state_label": state_words(event, last_round),
        "tabs": [tab for tab in tabs if tab],
        "crumbs": [(_("My desk"), reverse("tournaments:desk"))],
        "user": user,
        "request": context.get("request"),
    }


@register.inclusion_tag("tournaments/_special_points.html")
def special_points(event: Event) -> dict[str, Any]:
    """Under a table: what was given or taken beside the results, and why; nothing, and no query, where nothing was."""
    return {"given": special_points_listed(event)}


@register.filter
def given_points(halves: int) -> str:
    """Points given or taken, always with their sign: `+½`, `−1`."""
    return f"+{points(halves)}" if halves > 0 else points(halves)


@register.simple_tag
def bracket_round(event: Event, number: int) -> str:
    """What a round of a knock-out is: `Semi-finals, game 1`; empty for other events and without a bracket."""
    return round_title(event, number) if event.system == Event.System.KNOCK_OUT else ""


@register.filter
def result(code: str) -> str:
    """A result code with the sign for one half; nothing for an open board."""
    return "" if code == "*" else shown(code)


@register.filter
def is_special(code: str) -> bool:
    """Whether a result says more than its points: a forfeit, a penalty, an adjudication, an unrated game."""
    return code not in ("*", "1-0", "0-1", "1/2-1/2")


@register.filter
def is_unsettled(edition: str) -> bool:
    """Whether programs do not agree yet in what this edition of the pairing rules asks."""
    return edition in UNSETTLED


@register.filter
def bye(code: str) -> str:
    """The words for a bye."""
    return bye_word(code)


@register.filter
def rating_from(entry: Entry) -> str:
    """Where the rating of an entry that is counted with is from, and of which day."""
    return rating_source(entry)


@register.filter
def seeded_from(entry: Entry) -> str:
    """Where the rating of the start list is from, and of which day."""
    return start_source(entry)


@register.filter
def category_bounds(category: Category) -> str:
    """What a category asks for."""
    return category_bounds_words(category)
