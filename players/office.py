"""The office's forms: the Django admin, saving through the same services as every other page."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.admin import LookOnly
from players.edits import conflicts, touched
from players.errors import StaleValues
from players.forms import SeenForm


class ServiceForm(SeenForm):
    """A form whose last check is the service itself, run and rolled back: a refusal keeps what was typed."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=gettext_lazy("Stands in the ledger with your name and the time."),
    )
    request: HttpRequest
    owner: "ServiceAdmin"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance.pk:
            self.fields["reason"].required = False

    def changes(self, data: dict[str, Any]) -> dict[str, Any]:
        """What its author changed since he opened the form; everything on a new one."""
        return touched({name: data[name] for name in self.stored_values() if name in data}, data.get("seen"))

    def clean(self) -> dict[str, Any]:
        """Refuse what somebody else changed meanwhile, then ask the service; refusals go to their fields."""
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        try:
            self._refuse_stale(data)
            with transaction.atomic():
                self.owner.save_through_service(self.request, self, data)
                transaction.set_rollback(True)
        except ValidationError as error:
            self.show_refusal(error)
        except PermissionDenied as error:
            self.add_error(None, str(error))
        except Exception as error:
            if not self.owner.is_mendable(error):
                raise
            self.add_error(self._field_of(getattr(error, "field", "")), str(error))
        return data

    def _refuse_stale(self, data: dict[str, Any]) -> None:
        stored = self.stored_values()
        found = conflicts({name: data[name] for name in stored if name in data}, data.get("seen"), stored)
        if found:
            message = _("Two values: “%(sent)s” (you), “%(stored)s” (saved meanwhile). Type the one to keep.")
            raise StaleValues(
                {
                    conflict.field: message % {"sent": conflict.sent or "–", "stored": conflict.stored or "–"}
                    for conflict in found
                },
                found,
            )


class ServiceAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """An admin page that writes only through services and deletes nothing."""

    form = ServiceForm
    mendable: tuple[type[Exception], ...] = ()
    show_full_result_count = False
    reason_on_creation = True

    def is_mendable(self, error: Exception) -> bool:
        """Whether a service's refusal is one that the user can mend."""
        return isinstance(error, self.mendable)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form class, told who asks."""
        form = super().get_form(request, obj, change=change, **kwargs)
        return type("BoundServiceForm", (form,), {"request": request, "owner": self})

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The groups of fields, with the hidden record of what was seen; no reason where none is taken."""
        groups = list(super().get_fieldsets(request, obj))
        if obj is None and not self.reason_on_creation:
            return [group for group in groups if group[1]["fields"] != ("reason",)]
        if obj is not None:
            title, options = groups[-1]
            groups[-1] = (title, {**options, "fields": (*options["fields"], "seen")})
        return groups

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save through the service; the object takes the saved one's key."""
        saved = self.save_through_service(request, form, form.cleaned_data)
        obj.pk = saved.pk
        obj._state.adding = False

    def save_through_service(self, request: HttpRequest, form: Any, data: dict[str, Any]) -> Any:
        """Call the service that writes; to be given by each page."""
        raise NotImplementedError(type(self).__name__)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """The service has written everything there is."""

    def log_addition(self, *args: Any) -> Any:
        """The ledger knows; a second log would only disagree with it."""

    def log_change(self, *args: Any) -> Any:
        """The ledger knows; a second log would only disagree with it."""

    def chain(self, obj: Any) -> tuple[str, str]:
        """The scope and object of the ledger's chain that tells of the object; to be given by each page."""
        raise NotImplementedError(type(self).__name__)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """The object's history is its chain in the ledger."""
        found = self.get_object(request, object_id)
        if found is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[attr-defined,no-any-return]
        scope, key = self.chain(found)
        wanted = urlencode({"chain__scope__exact": scope, "chain__object_id": key})
        return redirect(f"{reverse('admin:core_ledgerrow_changelist')}?{wanted}")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing that the ledger knows can be deleted."""
        return False


class OfficeAdmin(ServiceAdmin):
    """Pages that the federation's administrator opens; the services check the finer rights again."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """The office sees its registers."""
        return is_office(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The office may look."""
        return is_office(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The office may add; the service decides."""
        return is_office(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The office may change; the service decides."""
        return is_office(request)


def is_office(request: HttpRequest) -> bool:
    """Whether who asks may open the office: the role sets the mark that Django asks for."""
    return bool(request.user.is_active and request.user.is_staff)


class ReadOnlyAdmin(LookOnly):
    """A page to look at: no adding, changing or deleting."""
