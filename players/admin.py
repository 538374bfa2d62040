"""The office's pages about people: persons, accounts, regions, and lists to look at."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.models import Account, CurrentRating, Person, RatingList, Region, TitleAward
from players.office import ReadOnlyAdmin, ServiceAdmin, ServiceForm
from players.permissions import ROLES
from players.selectors import persons_matching
from players.services import (
    PERSON_FIELDS,
    account_create,
    account_update,
    person_create,
    person_update,
    region_save,
)

admin.site.site_header = _("Office of the federation")
admin.site.site_title = _("Office")
admin.site.index_title = _("Registers")


class OfficeAdmin(ServiceAdmin):
    """Pages that the federation's administrator opens; the services check the finer rights again."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """The office sees its registers."""
        return _is_office(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The office may look."""
        return _is_office(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The office may add; the service decides."""
        return _is_office(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The office may change; the service decides."""
        return _is_office(request)


def _is_office(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_staff)


@admin.register(Person)
class PersonAdmin(OfficeAdmin):
    """Persons, in the order of the newcomer's questionnaire."""

    list_display = ("name", "latin_name", "title", "federation", "region", "national_id", "fide_id")
    list_filter = ("federation", "region", "title")
    search_fields = ("search_key",)
    list_per_page = 100
    readonly_fields = ("merged_into",)
    fieldsets = (
        (_("Name"), {"fields": ("surname", "given_name", "patronymic", "latin_surname", "latin_given_name")}),
        (_("Person"), {"fields": ("sex", "birth", "federation", "region", "club", "email")}),
        (_("Numbers and title"), {"fields": ("national_id", "fide_id", "title", "merged_into")}),
        (_("Ledger"), {"fields": ("reason",)}),
    )

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Either script, any case, accents or none."""
        return (persons_matching(search_term, queryset) if search_term else queryset), False

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create or change through the register's services."""
        values = {name: data[name] for name in PERSON_FIELDS if name in data}
        actor: Any = request.user
        if form.instance.pk:
            stored = Person.objects.get(pk=form.instance.pk)
            return person_update(stored, actor=actor, reason=data["reason"], **values)
        return person_create(actor=actor, reason=data["reason"], **values)


@admin.register(Region)
class RegionAdmin(OfficeAdmin):
    """Regions of the federation."""

    list_display = ("code", "name")
    fields = ("code", "name", "reason")

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create or change through the service."""
        actor: Any = request.user
        return region_save(
            form.instance.pk, actor=actor, code=data["code"], name=data["name"], reason=data["reason"]
        )


class AccountForm(ServiceForm):
    """An account with its roles, regions and, at the start, a password."""

    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        choices=[(name, name) for name in ROLES],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    regions = forms.ModelMultipleChoiceField(
        label=_("Represents the regions"), queryset=Region.objects.all(), required=False
    )
    new_password = forms.CharField(
        label=_("Password"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Left empty, the password stays as it is; a new account then cannot log in yet."),
    )

    class Meta:
        model = Account
        fields = ("username", "display_name", "email", "language", "person", "is_active")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["roles"] = list(self.instance.groups.values_list("name", flat=True))
            self.initial["regions"] = [row.region_id for row in self.instance.regional_assignments.all()]


@admin.register(Account)
class AccountAdmin(OfficeAdmin):
    """Accounts and their roles."""

    form = AccountForm
    list_display = ("username", "display_name", "email", "person", "is_active")
    list_filter = ("groups", "is_active")
    search_fields = ("username", "display_name", "email")
    autocomplete_fields = ("person",)
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

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Create or change through the services of accounts."""
        actor: Any = request.user
        common = {
            "username": data["username"],
            "display_name": data["display_name"],
            "email": data["email"],
            "person": data["person"],
            "roles": data["roles"],
            "regions": list(data["regions"]),
        }
        if not form.instance.pk:
            return account_create(actor=actor, password=data["new_password"] or None, **common)
        stored = Account.objects.get(pk=form.instance.pk)
        return account_update(
            stored,
            actor=actor,
            reason=data["reason"],
            language=data["language"],
            is_active=data["is_active"],
            password=data["new_password"] or None,
            **common,
        )


@admin.register(RatingList)
class RatingListAdmin(ReadOnlyAdmin):
    """Published lists, to look at; their rows have a page of their own in the portal."""

    list_display = ("key", "kind", "effective_from", "edition", "state", "player_count", "sha256")
    list_filter = ("kind", "state")


@admin.register(TitleAward)
class TitleAwardAdmin(ReadOnlyAdmin):
    """Titles with their decisions."""

    list_display = ("person", "title", "awarded_on", "decision")


@admin.register(CurrentRating)
class CurrentRatingAdmin(ReadOnlyAdmin):
    """The newest figures, rolled up from the lists."""

    list_display = ("person", "kind", "rating", "k", "games_total", "rating_list")
    list_filter = ("kind",)
