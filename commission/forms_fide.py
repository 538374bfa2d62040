"""Forms of what goes to FIDE: a sending, its answer, and a list that is read."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from commission.fide import KINDS
from commission.models import FideSending
from core.attachments import AttachmentField
from players.models import RatingKind
from tournaments.forms.events import date_field

TEXT = {"class": "form-control", "autocomplete": "off"}
SELECT = {"class": "form-select"}


def _code() -> forms.CharField:
    return forms.CharField(
        label=_("Code of the event at FIDE"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs=TEXT),
    )


class SendForm(forms.Form):
    """When the file was sent, and under which code."""

    event_code = _code()
    sent_on = date_field(_("Sent on"), required=True)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["sent_on"].initial = timezone.localdate


class AnswerForm(forms.Form):
    """What FIDE answered: a receipt, or why it was returned."""

    state = forms.ChoiceField(
        label=_("What came back"),
        choices=[
            (FideSending.State.RECEIVED, _("a receipt")),
            (FideSending.State.RETURNED, _("the report, returned")),
        ],
        widget=forms.Select(attrs=SELECT),
    )
    answered_on = date_field(_("On"), required=True)
    answer = forms.CharField(
        label=_("Receipt, or reason of the return"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "class": "form-control"}),
    )
    event_code = _code()
    receipt = AttachmentField(label=_("Receipt as a file"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["answered_on"].initial = timezone.localdate


class FideListForm(forms.Form):
    """A list of FIDE: the text or XML file, also packed, its kind, and its day where the file does not say it."""

    file = forms.FileField(
        label=_("List of FIDE"),
        widget=forms.FileInput(attrs={"accept": ".txt,.xml,.zip", "class": "form-control"}),
        help_text=_(
            "The text or XML file of FIDE's download page, as it is or as ZIP; of one kind or combined."
        ),
    )
    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[(kind, RatingKind(kind).label) for kind in KINDS],
        widget=forms.Select(attrs=SELECT),
    )
    effective_from = date_field(
        _("In force from"), help_text=_("Left empty where the first line of the file says it.")
    )
