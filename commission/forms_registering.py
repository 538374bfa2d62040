"""The form of an event that the commission opens without a report."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.announcing import SourceForm
from tournaments.forms.events import date_field
from tournaments.models import Event


class OpenEventForm(SourceForm):
    """What must be known to open the event, and its first source."""

    EVENT_FIELDS = ("name", "city", "federation", "start", "end", "system", "rounds_planned")
    SOURCE_FIELDS = ("title", "address", "kept_at", "seen_by", "seen_on")

    name = forms.CharField(label=_("Name of the event"), max_length=200)
    city = forms.CharField(label=_("Place"), max_length=120, required=False)
    federation = forms.CharField(label=_("Federation"), max_length=3, required=False)
    start = date_field(_("First day of play"), required=True)
    end = date_field(_("Last day of play"))
    system = forms.ChoiceField(label=_("System"), choices=Event.System.choices)
    rounds_planned = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=99, initial=9)

    field_order = (*EVENT_FIELDS, *SOURCE_FIELDS)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["seen_on"].initial = timezone.localdate
