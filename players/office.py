"""The office's forms: the Django admin, saving through the same services as every other page."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.admin import LookOnly


class ServiceForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form whose last check is the service itself, run and rolled back, so that a refusal keeps what was typed."""

    reason = forms.CharField(
        label=_("Reason"), max_length=200, help_text=_("Stands in the ledger with your name and the time.")
    )
    request: HttpRequest
    owner: "ServiceAdmin"

    def clean(self) -> dict[str, Any]:
        """Ask the service; show its refusal at the fields it names."""
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        try:
            with transaction.atomic():
                self.owner.save_through_service(self.request, self, data)
                transaction.set_rollback(True)
        except ValidationError as error:
            self._show(error)
        except PermissionDenied as error:
            self.add_error(None, str(error))
        except Exception as error:
            if not self.owner.is_mendable(error):
                raise
            self.add_error(None, str(error))
        return data

    def _show(self, error: ValidationError) -> None:
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, messages in error.error_dict.items():
            for message in messages:
                self.add_error(name if name in self.fields else None, message)


class ServiceAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """An admin page that writes only through services and deletes nothing."""

    form = ServiceForm
    mendable: tuple[type[Exception], ...] = ()

    def is_mendable(self, error: Exception) -> bool:
        """Whether a service's refusal is one that the user can mend."""
        return isinstance(error, self.mendable)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form class, told who asks."""
        form = super().get_form(request, obj, change=change, **kwargs)
        return type("BoundServiceForm", (form,), {"request": request, "owner": self})

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

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing that the ledger knows can be deleted."""
        return False


class ReadOnlyAdmin(LookOnly):
    """A page to look at: no adding, changing or deleting."""
