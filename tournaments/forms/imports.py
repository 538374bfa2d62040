"""The form that takes a TRF file, and asks what the file does not say."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.models import RatingKind, Region
from tournaments.forms.events import OrderInput, date_field
from tournaments.models import Event

LARGEST_FILE = 2_000_000


class UploadForm(forms.Form):
    """Chooses the file."""

    file = forms.FileField(
        label=_("TRF file or crosstable"),
        help_text=_(
            "TRF16 or TRF26, as pairing programs write it; or a crosstable with a column for each round as CSV, XLSX "
            "or text (Swiss-Manager, SwissPerfect)."
        ),
    )

    def clean_file(self) -> Any:
        """The file, if it is no larger than any tournament could be."""
        upload = self.cleaned_data["file"]
        if upload.size > LARGEST_FILE:
            raise ValidationError(_("The file is larger than 2 MB; a TRF file is not."))
        return upload


class AnswersForm(forms.Form):
    """What the director types beside the file: days and system are asked, never guessed."""

    start = date_field(
        _("First day of play"), required=True, help_text=_("Decides the edition of the rules.")
    )
    end = date_field(_("Last day of play"))
    system = forms.ChoiceField(label=_("System"))
    region = forms.ModelChoiceField(label=_("Region"), queryset=Region.objects.all(), required=False)
    rating_kind = forms.ChoiceField(
        label=_("Rated for"), required=False, choices=[*RatingKind.choices, ("", _("not rated"))]
    )
    tie_break_order = forms.CharField(
        label=_("Tie-break order"),
        max_length=200,
        required=False,
        widget=OrderInput,
        help_text=_("Empty: the usual order of the system."),
    )
    sha256 = forms.CharField(widget=forms.HiddenInput, max_length=64)
    name = forms.CharField(widget=forms.HiddenInput, max_length=200, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        systems = [choice for choice in Event.System.choices if choice[0] != Event.System.UNKNOWN]
        self.fields["system"].choices = [("", _("choose …")), *systems]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """The last day does not come before the first."""
        data = super().clean() or {}
        if data.get("start") and data.get("end") and data["end"] < data["start"]:
            self.add_error("end", _("The last day comes before the first day of play."))
        return data
