"""What everybody may read: the list of events, an event's overview, rounds, players, history."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from core.ledger import ledger_length
from core.templatetags.ui import day
from players.listing import Column, ListPage
from tournaments.models import Category, Entry, Event
from tournaments.selectors.categories import IN, categories_of, standing
from tournaments.selectors.choosing import Choice, choice_filters, chosen_entries
from tournaments.selectors.events import events_public, round_in_play, round_in_play_of, rounds_progress
from tournaments.selectors.ledger import OF_NOBODY, SENTENCES, ledger_page
from tournaments.selectors.notices import unrated_notice
from tournaments.selectors.registering import registration_state
from tournaments.table_files import file_name, xlsx_response
from tournaments.views.access import may, public_event
from tournaments.views.live import LivePage, live_context, live_page, live_part
from tournaments.words import edition_title, rating_source, start_source, state_words, system_words

OVERVIEW_PART = "tournaments/_overview.html"
ENTRIES = LivePage("tournaments/entries.html", "tournaments/_entries_public.html")


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """All announced events: search, filter by state, sort, page, download."""
    state = request.GET.get("state", "")
    table = ListPage(
        request,
        events_public(request.GET.get("q", ""), state),
        _event_columns(),
        default_sort="-start",
        empty_title=_("No event found"),
        empty_text=_("Try fewer letters, or another state."),
        filters=[_state_filter(state)],
        query_label=_("Name, place or number"),
        caption=_("Events"),
        empty_icon="trophy",
    )
    return table.download("events") or render(
        request, "tournaments/events.html", {"table": table, "may_create": may(request, "event_create")}
    )


def _event_columns() -> list[Column]:
    return [
        Column(
            "start",
            gettext_lazy("Start"),
            lambda event: event.start.isoformat() if event.start else "",
            order=("start",),
            html=lambda event: day(event.start),
        ),
        Column(
            "name",
            gettext_lazy("Event"),
            lambda event: event.name,
            order=("search_key",),
            link=lambda event: reverse("tournaments:event", args=[event.pk]),
        ),
        Column("city", gettext_lazy("Place"), lambda event: event.city, order=("city",), fold=True),
        Column("system", gettext_lazy("System"), system_words, fold=True),
        Column("players", gettext_lazy("Players"), _players, order=("-players",), numeric=True),
        Column(
            "state",
            gettext_lazy("State"),
            lambda event: state_words(event, round_in_play_of(event)),
            order=("state",),
            fold=True,
        ),
        Column(
            "number",
            gettext_lazy("Number"),
            lambda event: event.registration_number,
            order=("registration_number",),
            fold=True,
        ),
    ]


def _players(event: Any) -> int:
    return int(event.players)


def _state_filter(chosen: str) -> dict[str, Any]:
    labels = dict(Event.State.choices)
    options = [("", _("all states"))]
    options += [(value, str(labels[value])) for value in ("playing", "registered", "finished")]
    return {"name": "state", "label": _("State"), "options": options, "value": chosen}


@require_safe
def overview(request: HttpRequest, pk: int) -> HttpResponse:
    """The event at a glance: what is fixed, how far it is, where the files are.

    The procedure's state and the registration, which stand beside, are no facts of play: rounds and changes alone
    keep themselves up to date.
    """
    key = ("overview", ledger_length("event", pk))
    if request.GET.get("part") == "live":
        return live_part(request, pk, OVERVIEW_PART, _overview_part, *key)
    event = public_event(request, pk)
    return render(
        request,
        "tournaments/overview.html",
        {
            "event": event,
            "editions": [
                (_("Ratings"), edition_title(event.rating_edition)),
                (_("Tie-breaks"), edition_title(event.tie_break_edition)),
                (_("Unplayed rounds"), edition_title(event.unplayed_edition)),
            ],
            "notice": unrated_notice(event),
            "registration": registration_state(event) if event.state == Event.State.REGISTERED else None,
            "sees_private": may(request, "event_view_private", event),
            "part": OVERVIEW_PART,
            **_overview_part(event),
            **live_context(request, event, *key),
        },
    )


def _overview_part(event: Event) -> dict[str, Any]:
    return {
        "players": event.entries.count(),
        "rounds": rounds_progress(event),
        "lines": ledger_page(event, None, per_page=6, without=OF_NOBODY)[0],
    }


@require_safe
def rounds(request: HttpRequest, pk: int) -> HttpResponse:
    """The newest paired round, or the first."""
    event = public_event(request, pk)
    return redirect("tournaments:round", pk=pk, number=max(round_in_play(event), 1))


@require_safe
def entries(request: HttpRequest, pk: int) -> HttpResponse:
    """The players of an event; of a birth date everybody sees the year alone. Categories filter the list."""

    def make(event: Event) -> dict[str, Any] | HttpResponse:
        choice = Choice.asked(request.GET)
        categories = categories_of(event)
        found = event.entries.select_related("person", "rating_list", "team")
        chosen = chosen_entries(event, choice)
        if chosen is not None:
            found = found.filter(pk__in=chosen)
        table = ListPage(
            request,
            found,
            _entry_columns(event, categories, with_start=has_sequence(event)),
            default_sort="number",
            per_page=200,
            empty_title=_("Nobody is entered yet"),
            empty_text=_("The players appear here as the director enters them."),
            empty_icon="users",
            filters=choice_filters(event, choice, categories),
            query_label=_("Name"),
            caption=_("Players"),
            writers={"xlsx": xlsx_response},
        )
        return table.download(file_name(event, "players")) or {"table": table}

    return live_page(request, pk, ENTRIES, make, "players")


def has_sequence(event: Event) -> bool:
    """Whether the event takes the ratings of its start list from several lists."""
    settings = getattr(event, "entry_settings", None)
    return bool(settings and settings.rating_sequence)


def participant_link(entry: Entry) -> str:
    """The player's page in the event, from which his profile is one step away."""
    return reverse("tournaments:participant", args=[entry.event_id, entry.pk])


def _entry_columns(event: Event, categories: list[Category], *, with_start: bool) -> list[Column]:
    # Sorting by the year and never by the day: a list cannot be used to find a birthday.
    columns = [
        Column("number", gettext_lazy("SNo"), lambda entry: entry.number, order=("number",), numeric=True),
        Column("title", gettext_lazy("Title"), lambda entry: entry.title, order=("title",)),
        Column(
            "name", gettext_lazy("Name"), lambda entry: entry.name, order=("name",), link=participant_link
        ),
        Column("fed", gettext_lazy("Fed"), lambda entry: entry.federation, order=("federation",), fold=True),
        Column("rating", gettext_lazy("Rtg"), lambda entry: entry.rating, order=("-rating",), numeric=True),
        Column("from", gettext_lazy("From"), rating_source, fold=True),
        Column("born", gettext_lazy("Born"), lambda entry: entry.birth[:4], numeric=True, fold=True),
        Column("fide_id", gettext_lazy("FIDE ID"), lambda entry: entry.fide_id, fold=True),
        Column("club", gettext_lazy("Club"), lambda entry: entry.club, order=("club",), fold=True),
        Column("remark", gettext_lazy("Remark"), partial(_remark, event), fold=True),
    ]
    if with_start:
        columns[4:4] = [
            Column(
                "start_rating",
                gettext_lazy("Start rtg"),
                lambda entry: entry.seeding,
                order=("-start_rating",),
                numeric=True,
            ),
            Column("start_from", gettext_lazy("Start rtg from"), start_source, fold=True),
        ]
    if categories:
        columns.insert(-1, Column("categories", gettext_lazy("Categories"), _codes_of(categories), fold=True))
    return columns


def _codes_of(categories: list[Category]) -> Callable[[Entry], str]:
    return lambda entry: ", ".join(one.code for one in categories if standing(one, entry) == IN)


def _remark(event: Event, entry: Entry) -> str:
    if entry.withdrawn_after is not None:
        if event.correspondence:
            return _("has left")  # results come in any order: no round tells when
        return _("withdrawn after round %(number)s") % {"number": entry.withdrawn_after}
    return ""


@require_safe
def history(request: HttpRequest, pk: int) -> HttpResponse:
    """The ledger of an event: who changed what, when and why."""
    event = public_event(request, pk)
    verb = request.GET.get("verb", "")
    verb = verb if verb in SENTENCES else ""
    lines, page = ledger_page(event, request.GET.get("page"), verb=verb)
    filters = [
        ("", _("everything")),
        ("result.recorded", _("results")),
        ("entry.changed", _("players changed")),
    ]
    context = {"event": event, "lines": lines, "page": page, "verb": verb, "filters": filters}
    return render(request, "tournaments/history.html", context)
