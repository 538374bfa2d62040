"""Forms of what is filed with a registration: regulations, and the sources of an event without a report."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.attachments import AttachmentField
from tournaments.forms.events import date_field


class RegulationsForm(forms.Form):
    """The regulations, by address or as a document; `on` is for the commission alone."""

    document = AttachmentField(label=_("Document"), required=False)
    address = forms.URLField(label=_("or address"), max_length=300, required=False, assume_scheme="https")
    on = date_field(_("Came on paper on"), help_text=_("Left empty: today. Only where they came by post."))

    def __init__(self, *args: Any, states_day: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        if not states_day:
            del self.fields["on"]


class SourceForm(forms.Form):
    """A source: its title, its address or where it is kept, and who has seen it when."""

    title = forms.CharField(
        label=_("Source"), max_length=200, help_text=_("A bulletin, a newspaper, the organiser's page.")
    )
    address = forms.URLField(label=_("Address"), max_length=300, required=False, assume_scheme="https")
    kept_at = forms.CharField(label=_("or where it is kept"), max_length=200, required=False)
    seen_by = forms.CharField(label=_("Seen by"), max_length=120)
    seen_on = date_field(_("Seen on"), required=True)
