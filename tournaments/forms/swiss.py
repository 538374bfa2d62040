"""Forms about the pairing of a Swiss: its rules, players kept apart, fixed tables, byes asked for."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import ByeRequest, Entry, Event, SwissSetup

MOST_ROUNDS = 99


class SetupForm(forms.ModelForm):  # type: ignore[type-arg]
    """Acceleration, limits of half-point byes, and what a late entry has for the rounds that he missed."""

    class Meta:
        model = SwissSetup
        fields = ("acceleration", "half_byes_most", "half_byes_until", "late_byes")
        help_texts = {
            "acceleration": _("Announced before the start; fixed by the first pairing."),
            "half_byes_most": _("Empty: no limit. A bye beyond a limit needs a reason."),
            "half_byes_until": _("Empty: up to the last round."),
        }

    def show_refusal(self, error: ValidationError) -> None:
        """Put a service's refusal at the fields it names."""
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


class EntryNumberField(forms.IntegerField):
    """A player of the event by start number; cleans to the entry."""

    event: Event | None = None

    def clean(self, value: Any) -> Entry | None:
        """The entry; raises ValidationError for a number that nobody has."""
        number = super().clean(value)
        if number is None or self.event is None:
            return None
        found = Entry.objects.filter(event=self.event, number=number).first()
        if found is None:
            raise ValidationError(_("Nobody has the start number %(number)s.") % {"number": number})
        return found


class _OfEvent(forms.Form):
    def __init__(self, *arguments: Any, event: Event, **named: Any) -> None:
        super().__init__(*arguments, **named)
        for field in self.fields.values():
            if isinstance(field, EntryNumberField):
                field.event = event
                field.widget.attrs["list"] = "event-players"


class ForbidForm(_OfEvent):
    """Two players who are not to meet."""

    prefix = "apart"
    one = EntryNumberField(label=_("Start number"), min_value=1)
    other = EntryNumberField(label=_("and start number"), min_value=1)
    first_round = forms.IntegerField(label=_("From round"), min_value=1, max_value=MOST_ROUNDS, initial=1)
    last_round = forms.IntegerField(
        label=_("To round"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("Empty: the last."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class TableForm(_OfEvent):
    """The table at which a player always sits; empty takes it back."""

    prefix = "table"
    entry = EntryNumberField(label=_("Start number"), min_value=1)
    table = forms.IntegerField(label=_("Table"), min_value=1, required=False, help_text=_("Empty: none."))


class ByesForm(_OfEvent):
    """Byes of one player in several rounds at once."""

    prefix = "byes"
    entry = EntryNumberField(label=_("Start number"), min_value=1)
    code = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        initial="H",
        choices=[*ByeRequest.Kind.choices, ("", _("none: take the wish back"))],
    )
    rounds = forms.TypedMultipleChoiceField(
        label=_("Rounds"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("Needed for a bye beyond the limits of the event."),
    )

    def __init__(self, *arguments: Any, event: Event, rounds: list[int], **named: Any) -> None:
        super().__init__(*arguments, event=event, **named)
        self.fields["rounds"].choices = [(number, str(number)) for number in rounds]  # type: ignore[attr-defined]


class LeaveForm(_OfEvent):
    """A withdrawal after a round."""

    prefix = "leave"
    entry = EntryNumberField(label=_("Start number"), min_value=1)
    after_round = forms.IntegerField(label=_("After round"), min_value=0, max_value=MOST_ROUNDS)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
