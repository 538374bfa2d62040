"""Forms of the commission."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from players.models import RatingKind


class PeriodForm(forms.Form):
    """Opens the next rating period."""

    kind = forms.ChoiceField(label=_("Kind"), choices=RatingKind.choices)
    effective_from = forms.DateField(
        label=_("List in force from"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    closing_day = forms.DateField(
        label=_("Closing day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_(
            "Papers received up to this day are in the list. Left empty: the day that the rules name."
        ),
    )

    outside_reason = forms.CharField(
        label=_("Reason for a list outside the calendar"),
        required=False,
        max_length=300,
        help_text=_(
            "Only for a day on which the rules have no list; such a list also needs a closing day. Everybody reads it."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """The list cannot be in force before its closing day."""
        data: dict[str, Any] = super().clean() or {}
        closing, effective = data.get("closing_day"), data.get("effective_from")
        if closing and effective and effective < closing:
            self.add_error("effective_from", _("The list cannot be in force before its closing day."))
        return data
