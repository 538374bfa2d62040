"""The office's pages about events and entries, in the order of the report forms and of the start list."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _

from core.keys import search_terms
from players.office import OfficeAdmin, ReadOnlyAdmin
from tournaments.errors import DomainError
from tournaments.models import Entry, Event, EventOfficial, Round
from tournaments.rulebook.shelf import editions
from tournaments.services import entry_add, entry_identify, entry_update, event_create, event_update

EDITION_REGULATIONS = {
    "rating_edition": ("fide-rating", "fide-rapid-blitz", "racc"),
    "tie_break_edition": ("c07", "ua-tiebreaks"),
    "unplayed_edition": ("c07",),
}
_NOT_TAKEN_BACK = _("Who an entry is can be corrected, but not forgotten: name the right player.")


def editions_view(request: HttpRequest) -> HttpResponse:
    """Every edition file with its source, the days it binds and the hash of its bytes. To look at only."""
    context = {
        **admin.site.each_context(request),
        "title": _("Editions of the rules"),
        "editions": editions(),
    }
    return TemplateResponse(request, "admin/editions.html", context)


@admin.register(Event)
class EventAdmin(OfficeAdmin):
    """Events: the head of forms 1 to 3 (11.21, 11.22), then the rules that the start day fixes."""

    mendable = (DomainError,)
    reason_on_creation = False
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
    search_fields = ("search_key",)
    search_help_text = _("Words of the name, place or registration number")
    date_hierarchy = "start"
    autocomplete_fields = ("stage_of",)
    list_per_page = 100
    readonly_fields = ("state", "registration_number", "registered_on", "rating_list")
    fieldsets = (
        (
            _("Event"),
            {
                "fields": (
                    "name",
                    "group_code",
                    ("start", "end"),
                    ("city", "federation"),
                    "region",
                    "occasion",
                    "stage_of",
                )
            },
        ),
        (
            _("Play"),
            {
                "fields": (
                    "rate_of_play",
                    "correspondence",
                    "system",
                    "cycles",
                    "after_decision",
                    "rounds_planned",
                )
            },
        ),
        (
            _("Points, in halves"),
            {"fields": (("win_halves", "draw_halves", "loss_halves"), "pairing_bye_halves")},
        ),
        (_("Officials"), {"fields": ("chief_arbiter_name", "deputies", "organiser", "contact")}),
        (_("Norms"), {"fields": ("norms", "title_norms")}),
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

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Every word, in any case and with or without accents."""
        for term in search_terms(search_term):
            queryset = queryset.filter(search_key__contains=term)
        return queryset, False

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Editions are chosen from those on the shelf; left open, the first day chooses."""
        if db_field.name not in EDITION_REGULATIONS:
            return super().formfield_for_dbfield(db_field, request, **kwargs)
        known = [
            (one.key, f"{one.key} · {one.source_title}")
            for regulation in EDITION_REGULATIONS[db_field.name]
            for one in editions(regulation)
        ]
        choices = [("", _("by the first day of play")), *known]
        return forms.ChoiceField(label=db_field.verbose_name.capitalize(), choices=choices, required=False)

    def get_urls(self) -> list[Any]:
        """The register's addresses, and the one of the edition files."""
        page = path("editions/", self.admin_site.admin_view(editions_view), name="editions")
        return [page, *super().get_urls()]

    def view_on_site(self, obj: Event) -> str:  # type: ignore[override]
        """The event's public page."""
        return reverse("tournaments:event", args=[obj.pk])

    def chain(self, obj: Event) -> tuple[str, str]:
        """The event's own chain."""
        return "event", str(obj.pk)

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create or change through the services of events."""
        actor: Any = request.user
        values = form.changes(data)
        if form.instance.pk:
            stored = Event.objects.get(pk=form.instance.pk)
            return event_update(stored, actor=actor, version=stored.version, reason=data["reason"], **values)
        return event_create(actor=actor, **values)


@admin.register(Entry)
class EntryAdmin(OfficeAdmin):
    """Entries: the columns of the start list."""

    mendable = (DomainError,)
    reason_on_creation = False
    ordering = ("-event__start", "-event", "number")
    list_display = ("event", "number", "title", "name", "federation", "rating_text", "rating_list")
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

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """An entry stays in its event."""
        fields = super().get_readonly_fields(request, obj)
        return (*fields, "event") if obj is not None else fields

    def chain(self, obj: Entry) -> tuple[str, str]:
        """The chain of the entry's event."""
        return "event", str(obj.event_id)

    @admin.display(description=_("rating"), ordering="rating")
    def rating_text(self, obj: Entry) -> str:
        """The rating, a label and no quantity."""
        return "–" if obj.rating is None else str(obj.rating)

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create, change or identify through the services of entries."""
        actor: Any = request.user
        values = form.changes(data)
        person = values.pop("person", None)
        if not form.instance.pk:
            return entry_add(values.pop("event"), actor=actor, person=person, **values)
        stored = Entry.objects.get(pk=form.instance.pk)
        if "person" in form.changes(data) and person is None:
            raise DomainError(str(_NOT_TAKEN_BACK), "identified_already", field="person")
        if values:
            stored = entry_update(
                stored, actor=actor, version=stored.version, reason=data["reason"], **values
            )
        return entry_identify(stored, actor=actor, person=person) if person is not None else stored


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
