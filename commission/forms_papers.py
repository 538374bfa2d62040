"""The form of papers that came by post or e-mail."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from reports.models import ReceivedPapers
from tournaments.forms.events import date_field
from tournaments.models import Event

FILE = {"accept": "application/pdf,image/jpeg,image/png", "class": "form-control"}
TEXT = {"class": "form-control", "autocomplete": "off"}


class PapersForm(forms.Form):
    """The event, the day received, the arbiter, and the original."""

    event = forms.CharField(
        label=_("Event"),
        max_length=20,
        widget=forms.TextInput(attrs=TEXT),
        help_text=_("Its registration number, or the number in the address of its page."),
    )
    received_on = date_field(
        _("Received on"),
        required=True,
        help_text=_("The day on which they came, not today: it decides the list."),
    )
    way = forms.ChoiceField(
        label=_("How they came"),
        choices=ReceivedPapers.Way.choices,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    arbiter_number = forms.CharField(
        label=_("Number of the arbiter"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs=TEXT),
        help_text=_("As in the register of arbiters; it gives the name where none is typed."),
    )
    arbiter_name = forms.CharField(
        label=_("Arbiter"), max_length=120, required=False, widget=forms.TextInput(attrs=TEXT)
    )
    original = forms.FileField(
        label=_("The original"),
        widget=forms.FileInput(attrs=FILE),
        help_text=_(
            "Scan or attachment as PDF, JPEG or PNG, at most 10 MB. Officials of the event, the commission and "
            "the region read it, nobody else."
        ),
    )
    note = forms.CharField(
        label=_("Note"), max_length=300, required=False, widget=forms.TextInput(attrs=TEXT)
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["received_on"].initial = timezone.localdate

    def clean_event(self) -> Event:
        """The event with this number. Raises ValidationError."""
        typed = self.cleaned_data["event"].strip()
        found = Event.objects.filter(registration_number=typed).first() if typed else None
        if found is None and typed.isdecimal() and len(typed) < 18:
            found = Event.objects.filter(pk=int(typed)).first()
        if found is None:
            raise forms.ValidationError(
                _("No event has this number. Open the event first if nobody registered it.")
            )
        return found
