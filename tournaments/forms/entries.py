"""Forms about the players of an event."""

from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import ByeRequest, Entry

LONGEST_LIST = 300_000
MOST_ROWS = 2000


class EntryForm(forms.ModelForm):  # type: ignore[type-arg]
    """What an entry says of its player, as of the start."""

    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Entry
        fields = (
            "name",
            "title",
            "federation",
            "sex",
            "birth",
            "fide_id",
            "national_id",
            "club",
            "rating",
            "rating_k",
        )
        help_texts = {
            "name": _("Surname, Given name"),
            "birth": _("YYYY-MM-DD, or YYYY if only the year is known. Only the year is public."),
            "federation": _("Three letters."),
            "rating": _("For a player who is on no list of the federation. Empty: unrated."),
            "rating_k": _("Empty: by the rules."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("version", self.instance.version)
        self.helper = FormHelper()
        self.helper.form_tag = False

    def _post_clean(self) -> None:
        """The service checks the stored entry; this form's object is not saved."""

    def clean_federation(self) -> str:
        """The federation's code in capitals."""
        return str(self.cleaned_data["federation"]).upper()

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}

    def show_refusal(self, error: ValidationError) -> None:
        """Put a service's refusal at the fields it names."""
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


class PasteForm(forms.Form):
    """A list of players, pasted or as a file."""

    content = forms.CharField(
        label=_("List"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=_(
            "One player a line: name, number, year of birth, rating, in any order, "
            "separated by semicolons or tabs; a first line may name the columns."
        ),
    )
    file = forms.FileField(label=_("or a file (CSV)"), required=False)

    def clean(self) -> dict[str, Any]:
        """The text, from the field or the file; the file wins."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None and upload.size > LONGEST_LIST:
            raise ValidationError(_("The file is larger than 300 kB; a list of players is not."))
        raw: str | bytes = upload.read() if upload is not None else data.get("content", "")
        if not raw.strip():
            raise ValidationError(_("Paste a list, or choose a file."))
        if (b"\x00" if isinstance(raw, bytes) else "\x00") in raw:  # type: ignore[operator]
            raise ValidationError(_("This is no text; save the list as CSV first."))
        if len(raw) > LONGEST_LIST:
            raise ValidationError(_("The list is longer than 300 000 characters."))
        if raw.count(b"\n" if isinstance(raw, bytes) else "\n") > MOST_ROWS:  # type: ignore[operator,arg-type]
            raise ValidationError(_("The list has more than 2000 rows; enter it in parts."))
        data["raw"] = raw
        return data


class ByeForm(forms.Form):
    """A bye asked for ahead."""

    round_number = forms.IntegerField(label=_("Round"), min_value=1)
    code = forms.ChoiceField(
        label=_("Kind"), required=False, choices=[("", _("none")), *ByeRequest.Kind.choices]
    )
