"""The calendar of events: a month, a list, and files that other calendars read."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from core.keys import search_terms
from core.templatetags.ui import day
from core.templatetags.ui import state as state_chip
from players.listing import Column, ListPage
from players.models import RatingKind
from tournaments.interchange.icalendar import calendar_text
from tournaments.models import Event
from tournaments.selectors import calendar
from tournaments.views.access import public_event
from tournaments.words import system_words

FILTERS = ("kind", "region", "speed", "state", "play")
CONTENT_TYPE = "text/calendar; charset=utf-8"


@require_safe
def month(request: HttpRequest) -> HttpResponse:
    """One month, `?month=2026-11`, by default the present one."""
    today = timezone.localdate()
    chosen = _chosen(request)
    first = calendar.month_of(request.GET.get("month", ""), today)
    shown = calendar.month_view(first, chosen, today)
    context = {
        "month": shown,
        "month_name": date_format(first, "F Y"),
        "weekdays": [(WEEKDAYS[number], WEEKDAYS_ABBR[number]) for number in range(7)],
        "before": _address(request, month=shown.before) if shown.before else "",
        "after": _address(request, month=shown.after) if shown.after else "",
        "today_url": _address(request, month=""),
        "hidden": [("month", f"{first:%Y-%m}")],
        **_shared(request, chosen, "month"),
    }
    return render(request, "tournaments/calendar.html", context)


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """The same events as a list: those to come, those that are over, or all; search, sort, download."""
    today, chosen = timezone.localdate(), _chosen(request)
    when = request.GET.get("when", "")
    rows = calendar.events_chosen(chosen).annotate(last=F("end"))
    if when == "past":
        rows = rows.filter(end__lt=today)
    elif when != "all":
        when, rows = "", rows.exclude(end__lt=today)
    for term in search_terms(request.GET.get("q", "")):
        rows = rows.filter(search_key__contains=term)
    shared = _shared(request, chosen, "list")
    spans = [("", _("to come or being played")), ("past", _("over")), ("all", _("all days"))]
    table = ListPage(
        request,
        rows,
        _columns(),
        default_sort="-start" if when == "past" else "start",
        empty_title=_("No event found"),
        empty_text=_("Try another filter, or look at the days that are over."),
        empty_icon="calendar-x",
        filters=[{"name": "when", "label": _("Days"), "options": spans, "value": when}, *shared["filters"]],
        query_label=_("Name, place or number"),
        caption=_("Calendar"),
    )
    return table.download("calendar") or render(
        request, "tournaments/calendar_list.html", {**shared, "table": table}
    )


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """The calendar as iCalendar, filtered as the page is; whoever subscribes gets what comes later too."""
    chosen = _chosen(request)
    name = settings.FEDERATION_NAME
    region = dict(calendar.regions()).get(chosen.region, "") if chosen.region else ""
    entries = calendar.feed_entries(calendar.feed_events(chosen, timezone.localdate()))
    return _file(calendar_text(f"{name} · {region}" if region else name, entries), "events")


@require_safe
def event_file(request: HttpRequest, pk: int) -> HttpResponse:
    """One event as iCalendar. Raises Http404 for an event without a first day."""
    event = public_event(request, pk)
    if event.start is None:
        raise Http404
    entries = calendar.feed_entries(Event.objects.filter(pk=event.pk))
    return _file(calendar_text(event.name, entries), f"event-{event.pk}")


def _file(text: str, name: str) -> HttpResponse:
    response = HttpResponse(text.encode(), content_type=CONTENT_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{name}.ics"'
    return response


def _chosen(request: HttpRequest) -> calendar.Chosen:
    return calendar.Chosen(**{name: request.GET.get(name, "")[:20] for name in FILTERS})


def _address(request: HttpRequest, **changes: str) -> str:
    """The page's address with its filters and other values; empty ones are left out."""
    pairs = {name: request.GET.get(name, "") for name in FILTERS} | changes
    return "?" + urlencode({name: value for name, value in pairs.items() if value})


def _shared(request: HttpRequest, chosen: calendar.Chosen, view: str) -> dict[str, Any]:
    """What both views show: filters, tabs that keep them, and the address of the feed."""
    query = _address(request)
    pages = (("month", _("Month"), "tournaments:calendar"), ("list", _("List"), "tournaments:calendar_list"))
    return {
        "filters": _filters(chosen),
        "tabs": [
            {"label": label, "url": reverse(name) + query, "active": key == view}
            for key, label, name in pages
        ],
        "feed_url": settings.PUBLIC_ADDRESS + reverse("tournaments:calendar_feed") + query.rstrip("?"),
    }


def _filters(chosen: calendar.Chosen) -> list[dict[str, Any]]:
    kinds = dict(RatingKind.choices)
    states = dict(Event.State.choices)
    rows = (
        ("kind", _("Kind"), _("all kinds"), [("individual", _("individual")), ("team", _("team"))]),
        ("region", _("Region"), _("all regions"), calendar.regions()),
        ("speed", _("Rated for"), _("all speeds"), [(key, kinds[key]) for key in calendar.SPEEDS]),
        ("state", _("State"), _("all states"), [(key, states[key]) for key in calendar.STATES]),
        (
            "play",
            _("Play"),
            _("over the board and by correspondence"),
            [("board", _("over the board")), ("correspondence", _("by correspondence"))],
        ),
    )
    return [
        {"name": name, "label": label, "options": [("", every), *options], "value": getattr(chosen, name)}
        for name, label, every, options in rows
    ]


def _columns() -> list[Column]:
    return [
        Column(
            "start",
            gettext_lazy("Start"),
            lambda event: event.start.isoformat(),
            order=("start", "name"),
            html=lambda event: day(event.start),
        ),
        Column(
            "end",
            gettext_lazy("End"),
            lambda event: event.end.isoformat() if event.end else "",
            order=("last",),
            html=lambda event: day(event.end),
            fold=True,
        ),
        Column(
            "name",
            gettext_lazy("Event"),
            lambda event: event.name,
            order=("search_key",),
            link=lambda event: reverse("tournaments:event", args=[event.pk]),
        ),
        Column("city", gettext_lazy("Place"), lambda event: event.city, order=("city",), fold=True),
        Column(
            "region",
            gettext_lazy("Region"),
            lambda event: event.region.name if event.region else "–",
            fold=True,
        ),
        Column("system", gettext_lazy("System"), system_words, fold=True),
        Column(
            "speed",
            gettext_lazy("Rated for"),
            lambda event: event.get_rating_kind_display() if event.rating_kind else _("not rated"),
            fold=True,
        ),
        Column(
            "state",
            gettext_lazy("State"),
            lambda event: event.get_state_display(),
            html=lambda event: state_chip(event.state, event.get_state_display()),
            fold=True,
        ),
    ]
