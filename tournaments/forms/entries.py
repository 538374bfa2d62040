"""Forms about the players of an event."""

from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.interchange.encodings import decode
from tournaments.interchange.xlsx import UnreadableSheet, formulas_without_result, is_xlsx, sheet_text
from tournaments.models import ByeRequest, Entry
from tournaments.record.findings import Finding

LONGEST_LIST = 300_000
MOST_ROWS = 2000
MOST_COLUMNS = 100
ISO = "%Y-%m-%d"
SHEET_REFUSALS = {
    "damaged": _("The file cannot be opened as a spreadsheet; save it again as XLSX or CSV."),
    "too_large": _("The file is larger than 300 kB; a list of players is not."),
    "unpacks_too_large": _("The file unpacks to far more than a list of players holds; it was not read."),
    "bad_name": _("The file holds a part with a forbidden name; it was not read."),
    "document_type": _("Document type declarations are not allowed in a spreadsheet; it was not read."),
    "too_long": _("The list has more than 2000 rows; enter it in parts."),
}


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
            "other_rating",
            "other_source",
            "other_day",
        )
        help_texts = {
            "name": _("Surname, Given name"),
            "birth": _("YYYY-MM-DD, or YYYY if only the year is known. Only the year is public."),
            "federation": _("Three letters."),
            "rating": _("For a player who is on no list of the federation. Empty: unrated."),
            "rating_k": _("Empty: by the rules."),
            "other_rating": _(
                "Of another list, such as FIDE's, where the event's sequence of ratings asks for it."
            ),
        }
        widgets = {"other_day": forms.DateInput(attrs={"type": "date"}, format=ISO)}

    def __init__(self, *args: Any, correspondence: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("version", self.instance.version)
        if correspondence:
            # Play by correspondence has a coefficient and no factor of development.
            del self.fields["rating_k"]
            self.fields["rating"].label = _("Coefficient (IK)")
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
        return {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}

    def show_refusal(self, error: ValidationError) -> None:
        """Put a service's refusal at the fields it names."""
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


class PasteForm(forms.Form):
    """A list of players, pasted or as a file. `text` is the list, a spreadsheet's first sheet with tabs."""

    content = forms.CharField(
        label=_("List"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=_(
            "One player a line: name, number, year of birth, rating, in any order, "
            "separated by semicolons or tabs; a first line may name the columns."
        ),
    )
    file = forms.FileField(
        label=_("or a file (CSV or XLSX)"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
    )
    spreadsheet = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """The text, from the field or the file; the file wins."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None and upload.size > LONGEST_LIST:
            raise ValidationError(_("The file is larger than 300 kB; a list of players is not."))
        raw: str | bytes = upload.read() if upload is not None else data.get("content", "")
        if upload is not None:
            data["spreadsheet"] = is_xlsx(raw)  # type: ignore[arg-type]
        findings: list[Finding] = []
        text = _listed(raw, findings, spreadsheet=upload is not None and data["spreadsheet"])
        if not text.strip():
            raise ValidationError(_("Paste a list, or choose a file."))
        if "\x00" in text:
            raise ValidationError(_("This is no text; save the list as CSV or XLSX first."))
        if len(text) > LONGEST_LIST:
            raise ValidationError(_("The list is longer than 300 000 characters."))
        if text.count("\n") > MOST_ROWS:
            raise ValidationError(_("The list has more than 2000 rows; enter it in parts."))
        data["text"], data["findings"] = text.removeprefix("\ufeff"), findings
        return data


def _listed(raw: str | bytes, findings: list[Finding], *, spreadsheet: bool) -> str:
    """The list as text. Raises ValidationError for a spreadsheet that cannot be opened."""
    if isinstance(raw, str):
        return raw
    if spreadsheet:
        try:
            text = sheet_text(raw)
        except UnreadableSheet as error:
            raise ValidationError(str(SHEET_REFUSALS.get(error.code, SHEET_REFUSALS["damaged"]))) from error
        if cells := formulas_without_result(raw):
            shown = ", ".join(cells[:10]) + (" …" if len(cells) > 10 else "")
            findings.append(Finding("objection", "entries.formula_empty", inputs={"cells": shown}))
        return text
    return decode(raw, findings)


class ListForm(forms.Form):
    """What was chosen on the preview: the field of every column, and whether the first line names them."""

    seen = forms.CharField(required=False, max_length=64)
    headed = forms.BooleanField(required=False)

    @property
    def columns(self) -> list[str]:
        """The field of every column in order; empty if nobody chose any."""
        found: list[str] = []
        while (field := self.data.get(f"col-{len(found)}")) is not None and len(found) < MOST_COLUMNS:
            found.append(str(field))
        return found

    @property
    def is_headed(self) -> bool:
        """The first line names the columns."""
        return bool(self.data.get("headed"))

    def is_stale(self, digest: str) -> bool:
        """Whether the list or its columns are no longer those whose rows were shown."""
        seen = self.data.get("seen", "")
        return bool(seen) and seen != digest


class OtherRatingForm(forms.Form):
    """Of which list the ratings of the column “other rating” are."""

    source = forms.CharField(label=_("Other ratings are of"), max_length=60, initial="FIDE")
    day = forms.DateField(
        label=_("of the list of"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format=ISO),
    )


class ByeForm(forms.Form):
    """A bye asked for ahead."""

    round_number = forms.IntegerField(label=_("Round"), min_value=1)
    code = forms.ChoiceField(
        label=_("Kind"), required=False, choices=[("", _("none")), *ByeRequest.Kind.choices]
    )
