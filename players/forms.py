"""Forms about people. They ask and check shapes; the services decide."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.edits import as_sent
from players.errors import StaleValues
from players.models import Person
from players.services import is_partial_date


class SeenForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form that carries what its fields held when it was opened, so that two people may have it open."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["seen"] = json.dumps(self.stored_values(), ensure_ascii=False)
        else:
            del self.fields["seen"]

    def _get_validation_exclusions(self) -> set[str]:
        """Nothing is left to the model's own check: the service makes it, in the field's words."""
        return {field.name for field in self._meta.model._meta.get_fields()}

    def stored_values(self) -> dict[str, str]:
        """What stands in the database now, as the form would send it."""
        own = [name for name in self.fields if name not in ("seen", "reason", "new_password")]
        return {name: as_sent(self.initial.get(name)) for name in own}

    def clean_seen(self) -> dict[str, str] | None:
        """The values the form was opened with; None where unreadable: then all fields count as typed."""
        try:
            seen = json.loads(self.cleaned_data["seen"])
        except ValueError:
            return None
        if not isinstance(seen, dict):
            return None
        return {str(name): str(value) for name, value in seen.items()}

    def show_refusal(self, error: ValidationError) -> None:
        """Show a service's refusal at the fields it names; after a conflict the next save decides."""
        if isinstance(error, StaleValues):
            self.renew({conflict.field for conflict in error.conflicts})
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, messages in error.error_dict.items():
            for message in messages:
                self.add_error(self._field_of(name), message)

    def _field_of(self, name: str) -> str | None:
        if name == "password" and "new_password" in self.fields:
            return "new_password"
        return name if name in self.fields else None

    def renew(self, disputed: set[str]) -> None:
        """Take over what others saved meanwhile, but leave what its author typed, disputed or not."""
        seen: Mapping[str, str] = self.cleaned_data.get("seen") or {}
        data: Any = self.data
        data = data.copy()
        for name, stored in self.stored_values().items():
            untouched = seen.get(name) == as_sent(self.cleaned_data.get(name))
            if untouched and name not in disputed and seen.get(name) != stored:
                _set(data, self.add_prefix(name), stored, is_list="," in stored)
        data[self.add_prefix("seen")] = json.dumps(self.stored_values(), ensure_ascii=False)
        self.data = data


def _set(data: Any, name: str, value: str, *, is_list: bool) -> None:
    if is_list and hasattr(data, "setlist"):
        data.setlist(name, value.split(","))
    else:
        data[name] = value


class PersonForm(SeenForm):
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
            "organisation",
            "email",
        )
        help_texts = {
            "birth": _("YYYY-MM-DD, or YYYY if only the year is known. Only the year is public."),
            "latin_surname": _("Left empty, it is transliterated."),
            "latin_given_name": _("Left empty, it is transliterated."),
            "federation": _("Three letters."),
            "national_id": _("A text: leading zeros count. Not public."),
            "organisation": _("Never public. Seven games are enough for a first rating of its members."),
            "email": _("Never public."),
        }

    GROUPS = (
        (_("Name"), ("surname", "given_name", "patronymic", "latin_surname", "latin_given_name")),
        (_("Person"), ("sex", "birth", "federation", "region", "club", "organisation", "email")),
        (_("Numbers and title"), ("national_id", "fide_id", "title")),
        (_("Ledger"), ("reason",)),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            style = "form-select" if isinstance(field, forms.ChoiceField) else "form-control"
            field.widget.attrs.setdefault("class", style)
            field.widget.attrs.setdefault("autocomplete", "off")

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields by legend, in the order of the newcomer's questionnaire."""
        return [(legend, [self[name] for name in names]) for legend, names in self.GROUPS]

    def clean_birth(self) -> str:
        """The date as the register keeps it, or a word on how to write it."""
        birth = str(self.cleaned_data["birth"]).strip()
        if birth and not is_partial_date(birth):
            raise ValidationError(_("Write the date of birth as YYYY-MM-DD, YYYY-MM or YYYY."))
        return birth

    def clean_federation(self) -> str:
        """The federation's code in capitals."""
        return str(self.cleaned_data["federation"]).upper()
