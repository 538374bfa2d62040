"""The office's pages about events and entries, in the order of the report forms and of the start list."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.admin import OfficeAdmin
from players.office import ReadOnlyAdmin
from tournaments.errors import DomainError
from tournaments.models import Entry, Event, EventOfficial, Round
from tournaments.services.entries import entry_add, entry_update
from tournaments.services.events import HEAD_FIELDS, event_create, event_update

ENTRY_FIELDS = (
    "name",
    "sex",
    "title",
    "federation",
    "birth",
    "fide_id",
    "national_id",
    "club",
)


@admin.register(Event)
class EventAdmin(OfficeAdmin):
    """Events: the head of forms 1 to 3 (11.21, 11.22), then the rules that the start day fixes."""

    mendable = (DomainError,)
    list_display = (
        "name",
        "city",
        "start",
        "end",
        "system",
        "state",
        "registration_number",
        "chief_arbiter_name",
    )
    list_filter = ("state", "system", "correspondence", "rating_kind")
    search_fields = ("name", "city", "registration_number")
    date_hierarchy = "start"
    list_per_page = 100
    readonly_fields = ("state", "registration_number", "registered_on", "rating_list")
    fieldsets = (
        (_("Event"), {"fields": ("name", "group_code", ("start", "end"), ("city", "federation"), "region")}),
        (_("Play"), {"fields": ("rate_of_play", "correspondence", "system", "cycles", "rounds_planned")}),
        (
            _("Points, in halves"),
            {"fields": (("win_halves", "draw_halves", "loss_halves"), "pairing_bye_halves")},
        ),
        (_("Officials"), {"fields": ("chief_arbiter_name", "deputies", "organiser", "contact")}),
        (_("Norms"), {"fields": ("norms",)}),
        (
            _("Rules"),
            {
                "fields": (
                    "rating_kind",
                    "rating_edition",
                    "rating_list",
                    "tie_break_edition",
                    "unplayed_edition",
                    "tie_break_order",
                    "first_colour",
                    "numbering",
                )
            },
        ),
        (_("Procedure"), {"fields": ("state", "registration_number", "registered_on")}),
        (_("Ledger"), {"fields": ("reason",)}),
    )

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create or change through the services of events."""
        actor: Any = request.user
        values = {name: data[name] for name in HEAD_FIELDS if name in data}
        if form.instance.pk:
            stored = Event.objects.get(pk=form.instance.pk)
            return event_update(stored, actor=actor, reason=data["reason"], **values)
        return event_create(actor=actor, **values)


@admin.register(Entry)
class EntryAdmin(OfficeAdmin):
    """Entries: the columns of the start list."""

    mendable = (DomainError,)
    list_display = ("event", "number", "title", "name", "federation", "rating", "rating_list")
    list_select_related = ("event", "rating_list")
    list_filter = ("title", "federation")
    search_fields = ("name", "event__name", "fide_id", "national_id")
    autocomplete_fields = ("person", "event")
    list_per_page = 100
    readonly_fields = (
        "number",
        "rating",
        "rating_k",
        "rating_games",
        "rating_list",
        "rating_source",
        "withdrawn_after",
    )
    fieldsets = (
        (
            _("Start list"),
            {"fields": ("event", "number", "national_id", "birth", "title", "rating", "rating_list")},
        ),
        (_("Player"), {"fields": ("person", "name", "sex", "federation", "fide_id", "club")}),
        (_("As of the start"), {"fields": ("rating_k", "rating_games", "rating_source", "withdrawn_after")}),
        (_("Ledger"), {"fields": ("reason",)}),
    )

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create or change through the services of entries."""
        actor: Any = request.user
        values = {name: data[name] for name in ENTRY_FIELDS if name in data}
        if form.instance.pk:
            return entry_update(Entry.objects.get(pk=form.instance.pk), actor=actor, **values)
        return entry_add(data["event"], actor=actor, person=data["person"], **values)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """Rounds, to look at; results are entered at the desk, where the ledger writes along."""

    list_display = ("event", "number", "day", "pairing_edition", "engine", "locked")
    list_select_related = ("event",)


@admin.register(EventOfficial)
class EventOfficialAdmin(ReadOnlyAdmin):
    """Who has which role in which event."""

    list_display = ("event", "account", "role")
    list_select_related = ("event", "account")
