"""The form of the sequence in which the ratings of a start list are looked for."""

from collections.abc import Sequence
from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.models import RatingKind
from tournaments.services.ratings import OTHER, SEQUENCE_KEYS


class SequenceForm(forms.Form):
    """First list, second list and so on; those that are left empty end it."""

    def __init__(self, *args: Any, sequence: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = (_("First list"), _("Second list"), _("Third list"), _("Fourth list"), _("Fifth list"))
        options = [*RatingKind.choices, (OTHER, _("other rating of the entry, such as FIDE's"))]
        for place, label in enumerate(labels[: len(SEQUENCE_KEYS)]):
            self.fields[f"list_{place}"] = forms.ChoiceField(
                label=label,
                required=False,
                choices=[("", _("the list by which the event is rated") if not place else "–"), *options],
                initial=sequence[place] if place < len(sequence) else "",
            )
        self.helper = FormHelper()
        self.helper.form_tag = False

    @property
    def sequence(self) -> list[str]:
        """The chosen lists in order."""
        return [value for name in self.fields if (value := self.cleaned_data.get(name))]

    def clean(self) -> dict[str, Any]:
        """No list twice."""
        data = super().clean() or {}
        chosen = [value for value in data.values() if value]
        if len(set(chosen)) != len(chosen):
            raise ValidationError(_("A list can stand in the sequence once only."))
        return data
