"""Forms about people. They ask and check shapes; the services decide."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.models import Person


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """What the register keeps of a person, and why it is written."""

    reason = forms.CharField(
        label=_("Reason"), max_length=200, help_text=_("Stands in the ledger with your name and the time.")
    )

    class Meta:
        model = Person
        fields = (
            "surname",
            "given_name",
            "patronymic",
            "latin_surname",
            "latin_given_name",
            "sex",
            "birth",
            "federation",
            "region",
            "club",
            "title",
            "national_id",
            "fide_id",
            "email",
        )
        help_texts = {
            "birth": _("YYYY-MM-DD, or YYYY if only the year is known. Only the year is public."),
            "latin_surname": _("Left empty, it is transliterated."),
            "federation": _("Three letters."),
            "email": _("Never public."),
        }

    def clean_federation(self) -> str:
        """The federation's code in capitals."""
        return str(self.cleaned_data["federation"]).upper()

    def update_errors(self, error: ValidationError) -> None:
        """Show a service's refusal at the fields that it names."""
        known: dict[str, Any] = {
            name if name in self.fields else None: messages  # type: ignore[misc]
            for name, messages in error.error_dict.items()
        }
        for name, messages in known.items():
            for message in messages:
                self.add_error(name, message)
