"""The office's pages about people: persons, accounts, regions, and lists to look at."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from players.models import (
    Account,
    CurrentRating,
    FederationNote,
    MembershipNote,
    Person,
    RatingList,
    Region,
    TitleAward,
)
from players.office import OfficeAdmin, ReadOnlyAdmin, ServiceForm
from players.role_words import ROLE_WORDS
from players.selectors import persons_matching
from players.services import (
    account_create,
    account_update,
    federation_note_save,
    membership_note_save,
    person_create,
    person_update,
    region_save,
)

admin.site.site_header = _("Office of the federation")
admin.site.site_title = _("Office")
admin.site.index_title = _("Registers")
# Roles are given on the account's page, where the ledger writes along.
admin.site.unregister(Group)


@admin.register(Person)
class PersonAdmin(OfficeAdmin):
    """Persons, in the order of the newcomer's questionnaire."""

    list_display = ("name", "latin_name", "title", "federation", "region", "national_id", "fide_id")
    list_select_related = ("region",)
    list_filter = ("federation", "region", "title")
    search_fields = ("search_key",)
    search_help_text = _("Name in either script, FIDE ID, or a whole national number")
    ordering = ("sort_key_en",)
    list_per_page = 100
    readonly_fields = ("merged_into",)
    fieldsets = (
        (_("Name"), {"fields": ("surname", "given_name", "patronymic", "latin_surname", "latin_given_name")}),
        (_("Person"), {"fields": ("sex", "birth", "federation", "region", "club", "organisation", "email")}),
        (_("Numbers and title"), {"fields": ("national_id", "fide_id", "title", "merged_into")}),
        (_("Ledger"), {"fields": ("reason",)}),
    )

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Either script, any case, accents or none."""
        if not search_term:
            return queryset, False
        return persons_matching(search_term, queryset, national_numbers=True), False

    def view_on_site(self, obj: Person) -> str:  # type: ignore[override]
        """The person's profile."""
        return reverse("players:profile", args=[obj.pk])

    def chain(self, obj: Person) -> tuple[str, str]:
        """The person's own chain."""
        return "person", str(obj.pk)

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create or change through the register's services."""
        actor: Any = request.user
        values = {name: data[name] for name in form.stored_values()}
        if form.instance.pk:
            stored = Person.objects.get(pk=form.instance.pk)
            return person_update(stored, actor=actor, reason=data["reason"], seen=data["seen"], **values)
        return person_create(actor=actor, reason=data["reason"], **values)


@admin.register(Region)
class RegionAdmin(OfficeAdmin):
    """Regions of the federation."""

    list_display = ("code", "name")
    fieldsets = ((None, {"fields": ("code", "name")}), (_("Ledger"), {"fields": ("reason",)}))

    def chain(self, obj: Region) -> tuple[str, str]:
        """The chain of all regions."""
        return "federation", "regions"

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create or change through the service."""
        actor: Any = request.user
        values = form.stored_values() | form.changes(data)
        return region_save(
            form.instance.pk, actor=actor, code=values["code"], name=values["name"], reason=data["reason"]
        )


@admin.register(MembershipNote)
class MembershipNoteAdmin(OfficeAdmin):
    """Suspensions, missing memberships and special inclusions of players (16)."""

    list_display = ("person", "kind", "since", "until", "decision")
    list_select_related = ("person",)
    list_filter = ("kind",)
    search_fields = ("person__search_key", "decision")
    autocomplete_fields = ("person",)
    ordering = ("-since", "-pk")
    list_per_page = 100
    fieldsets = (
        (None, {"fields": ("person", "kind", ("since", "until"), "decision")}),
        (_("Ledger"), {"fields": ("reason",)}),
    )

    def chain(self, obj: MembershipNote) -> tuple[str, str]:
        """The player's chain."""
        return "person", str(obj.person_id)

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create or change through the service."""
        actor: Any = request.user
        values = {name: data[name] for name in form.stored_values()}
        return membership_note_save(form.instance.pk, actor=actor, reason=data["reason"], **values)


@admin.register(FederationNote)
class FederationNoteAdmin(OfficeAdmin):
    """Federations that are inactive (9.24) or suspended (16.1) for a time."""

    list_display = ("federation", "kind", "since", "until", "decision")
    list_filter = ("kind", "federation")
    search_fields = ("federation", "decision")
    list_per_page = 100
    fieldsets = (
        (None, {"fields": ("federation", "kind", ("since", "until"), "decision")}),
        (_("Ledger"), {"fields": ("reason",)}),
    )

    def chain(self, obj: FederationNote) -> tuple[str, str]:
        """The chain of all federations."""
        return "federation", "federations"

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create or change through the service."""
        actor: Any = request.user
        values = {name: data[name] for name in form.stored_values()}
        return federation_note_save(form.instance.pk, actor=actor, reason=data["reason"], **values)


class AccountForm(ServiceForm):
    """An account with its roles, regions and, at the start, a password."""

    language = forms.ChoiceField(
        label=_("Language"),
        choices=lambda: [("", _("as the browser asks")), *settings.LANGUAGES],
        required=False,
    )
    roles = forms.MultipleChoiceField(
        label=_("Roles"), choices=ROLE_WORDS, required=False, widget=forms.CheckboxSelectMultiple
    )
    regions = forms.ModelMultipleChoiceField(
        label=_("Represents the regions"),
        queryset=Region.objects.all(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    new_password = forms.CharField(
        label=_("Password"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Left empty, the password stays as it is; a new account then cannot log in yet."),
    )

    class Meta:
        model = Account
        fields = ("username", "display_name", "email", "language", "person", "is_active")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        instance = kwargs.get("instance")
        if instance is not None and instance.pk:
            held = {
                "roles": list(instance.groups.values_list("name", flat=True)),
                "regions": [row.region_id for row in instance.regional_assignments.all()],
            }
            kwargs["initial"] = held | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)


# Secrets of second factors are for nobody to look at; they go by the page that resets them.
for secret in (TOTPDevice, StaticDevice):
    if admin.site.is_registered(secret):
        admin.site.unregister(secret)


@admin.register(Account)
class AccountAdmin(OfficeAdmin):
    """Accounts and their roles."""

    form = AccountForm
    change_form_template = "admin/players/account/change_form.html"
    list_display = ("username", "display_name", "email", "person", "role_words", "is_active")
    list_select_related = ("person",)
    list_filter = ("groups", "is_active")
    search_fields = ("username", "display_name", "email")
    autocomplete_fields = ("person",)
    ordering = ("username",)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "username",
                    "display_name",
                    "email",
                    "language",
                    "person",
                    "is_active",
                    "new_password",
                )
            },
        ),
        (_("Roles"), {"fields": ("roles", "regions")}),
        (_("Ledger"), {"fields": ("reason",)}),
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        """With the roles, which each row of the list prints."""
        return super().get_queryset(request).prefetch_related("groups")

    @admin.display(description=_("roles"))
    def role_words(self, obj: Account) -> str:
        """The names of the account's roles."""
        return ", ".join(sorted(group.name for group in obj.groups.all()))

    def chain(self, obj: Account) -> tuple[str, str]:
        """The chain of all accounts."""
        return "federation", "accounts"

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create or change through the services of accounts."""
        actor: Any = request.user
        values = form.changes(data)
        password = data["new_password"] or None
        if not form.instance.pk:
            return account_create(actor=actor, password=password, reason=data["reason"], **values)
        stored = Account.objects.get(pk=form.instance.pk)
        # An administrator who changes his own account stays where he is.
        keep = request.session.session_key or "" if stored.pk == actor.pk else ""
        return account_update(
            stored, actor=actor, reason=data["reason"], password=password, keep=keep, **values
        )


@admin.register(RatingList)
class RatingListAdmin(ReadOnlyAdmin):
    """Published lists, to look at; their rows have a page of their own in the portal."""

    list_display = ("key", "kind", "effective_from", "edition", "state", "players", "rows_link")
    list_filter = ("kind", "state")
    fields = (
        "key",
        "kind",
        "effective_from",
        "closing_day",
        "edition",
        "engine_version",
        "previous",
        "initial",
        "state",
        "published_at",
        "published_by_name",
        "sha256",
        "players",
        "rows_link",
    )

    @admin.display(description=_("players"), ordering="player_count")
    def players(self, obj: RatingList) -> str:
        """How many rows the list has."""
        return str(obj.player_count)

    @admin.display(description=_("rows"))
    def rows_link(self, obj: RatingList) -> str:
        """The way to the list's page, where its rows stand."""
        try:
            url = reverse("ratings:list", args=[obj.key])
        except NoReverseMatch:
            return "–"
        return format_html('<a href="{}">{}</a>', url, _("Open the list"))


@admin.register(TitleAward)
class TitleAwardAdmin(ReadOnlyAdmin):
    """Titles with their decisions."""

    list_display = ("person", "system", "title", "awarded_on", "revoked", "decision")
    list_select_related = ("person",)


@admin.register(CurrentRating)
class CurrentRatingAdmin(ReadOnlyAdmin):
    """The newest figures, rolled up from the lists."""

    list_display = ("person", "kind", "rating_text", "k", "games_total", "rating_list")
    list_select_related = ("person", "rating_list")
    list_filter = ("kind",)

    @admin.display(description=_("rating"), ordering="rating")
    def rating_text(self, obj: CurrentRating) -> str:
        """The rating, a label and no quantity."""
        return "–" if obj.rating is None else str(obj.rating)
