"""Forms of self-registration: what a player says of himself, and what the director opens."""

from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.models import Person
from tournaments.models import EntrySettings, Registration
from tournaments.services.registering import REGISTRATION_FIELDS

LOCAL_MINUTE = "%Y-%m-%dT%H:%M"


class ServiceForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form whose model is checked by its service, not here."""

    def _post_clean(self) -> None:
        """The service checks what is stored; this form's object is not saved."""

    def show_refusal(self, error: ValidationError) -> None:
        """Put a service's refusal at the fields it names."""
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


class RegistrationForm(ServiceForm):
    """A player registers himself; the same form without consent changes the registration."""

    birth = forms.CharField(
        label=_("Date of birth"),
        max_length=10,
        help_text=_("YYYY-MM-DD, or YYYY. Only the year is public."),
        widget=forms.TextInput(attrs={"autocomplete": "bday", "inputmode": "numeric"}),
    )
    consent = forms.BooleanField(
        label=_("I agree that the portal stores this and publishes the entry"),
        required=False,
        help_text=_(
            "Public in the lists of the event: name, year of birth, federation, club, FIDE ID, ratings and results. "
            "E-mail and full date of birth are for the officials alone; the e-mail is erased thirty days after the "
            "event."
        ),
    )
    # People never see this field; programs that fill in everything do.
    website = forms.CharField(required=False, label=_("Leave this empty"))
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Registration
        fields = REGISTRATION_FIELDS
        help_texts = {
            "federation": _("Three letters."),
            "fide_id": _("If you have one; it tells you from others of your name."),
            "national_id": _("If you have one. Never public."),
            "email": _("For the officials and for your own link. Never public."),
        }
        widgets = {
            "surname": forms.TextInput(attrs={"autocomplete": "family-name"}),
            "given_name": forms.TextInput(attrs={"autocomplete": "given-name"}),
            "email": forms.EmailInput(attrs={"autocomplete": "email"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            del self.fields["consent"], self.fields["website"]
            self.initial.setdefault("version", self.instance.version)
        self.fields["sex"].choices = [("", _("not said")), *Person.Sex.choices]  # type: ignore[attr-defined]
        self.order_fields(
            ["surname", "given_name", "birth", "sex", "federation", "club", "fide_id", "national_id", "email"]
        )
        self.helper = FormHelper()
        self.helper.form_tag = False

    @property
    def is_from_a_program(self) -> bool:
        """Somebody filled in what people do not see."""
        return bool(self.cleaned_data.get("website"))

    @property
    def values(self) -> dict[str, str]:
        """What the service takes."""
        return {name: str(self.cleaned_data.get(name) or "") for name in REGISTRATION_FIELDS}


class RegistrationSettingsForm(ServiceForm):
    """What the director opens: whether, until when, how many places."""

    closes_at = forms.DateTimeField(
        label=_("Closes"),
        required=False,
        input_formats=[LOCAL_MINUTE, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL_MINUTE),
    )

    class Meta:
        model = EntrySettings
        fields = ("registration_open", "closes_at", "limit", "notes")
        help_texts = {
            "limit": _(
                "Empty: as many as come. Whoever comes later waits, and moves up when a place is free."
            ),
            "notes": _("Fee, equipment, whom to ask: shown above the form."),
        }
        widgets = {"notes": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes."""
        data = self.cleaned_data
        return {
            "is_open": data["registration_open"],
            "closes_at": data["closes_at"],
            "limit": data["limit"],
            "notes": data["notes"],
        }
