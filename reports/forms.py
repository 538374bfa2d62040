"""Forms of those who hand in, sign and verify."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from reports.differences import field_name
from reports.models import Role
from reports.services.keys import SHORTEST_PASSPHRASE
from reports.sheets.model import Difference
from reports.words import FORMS, difference_words

MOST_MEGABYTES = 10


class HandInForm(forms.Form):
    """What only a person can say before the record is frozen (11.23): circumstances, place, every difference.

    Each difference has a field of its own (`differences.field_name`). It is not required here: the missing
    explanations are named together with the other missing parts, and what was typed stays.
    """

    unusual = forms.CharField(
        label=_("Unusual circumstances"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4, "class": "form-control"}),
        help_text=_("Incidents of the event; printed on the form."),
    )
    place = forms.CharField(
        label=_("Place of signing"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )
    language = forms.ChoiceField(
        label=_("Language of the document"),
        choices=lambda: settings.LANGUAGES,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    order = forms.ChoiceField(
        label=_("Order of the lines"),
        choices=(("places", _("by places")), ("draw", _("in the order of the draw"))),
        initial="places",
        required=False,
        widget=forms.Select(attrs={"class": "form-select"}),
        help_text=_("The places stand in the table in either order (RACC 2.2)."),
    )

    papers = forms.MultipleChoiceField(
        label=_("Papers that go with the report"),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "form-check-input"}),
    )

    def __init__(
        self,
        *args: Any,
        differences: Iterable[Difference] = (),
        offered: Iterable[str] = (),
        correspondence: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not correspondence:
            del self.fields["order"]
        self.fields["papers"].choices = [(key, FORMS[key]) for key in offered]  # type: ignore[attr-defined]
        self.differences = tuple(differences)
        for item in self.differences:
            self.fields[field_name(item.number, item.part)] = forms.CharField(
                label=difference_words(item),
                required=False,
                max_length=400,
                widget=forms.TextInput(attrs={"class": "form-control"}),
            )

    @property
    def difference_fields(self) -> list[Any]:
        """The bound fields in which differences are explained."""
        return [self[field_name(item.number, item.part)] for item in self.differences]

    @property
    def explanations(self) -> dict[str, str]:
        """What was typed of each difference, by the name of its field; also while something else is wrong."""
        names = (field_name(item.number, item.part) for item in self.differences)
        return {name: str(self.data.get(name, "")).strip() for name in names}

    @property
    def typed(self) -> dict[str, Any]:
        """The cleaned values as `report_hand_in_with_papers` takes them."""
        asked = ("unusual", "place", "language", "papers", "order")
        kept = {name: self.cleaned_data[name] for name in asked if name in self.cleaned_data}
        return kept | {"explanations": self.explanations}

    def clean_order(self) -> str:
        """By places where nothing was chosen."""
        return self.cleaned_data["order"] or "places"


class SignForm(forms.Form):
    """The passphrase, typed at the moment of signing and kept nowhere."""

    place = forms.CharField(
        label=_("Place"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )
    passphrase = forms.CharField(
        label=_("Passphrase of your key"),
        widget=forms.PasswordInput(attrs={"autocomplete": "off", "class": "form-control"}),
        strip=False,
    )


class PassphraseForm(forms.Form):
    """A new passphrase, twice."""

    passphrase = forms.CharField(
        label=_("Passphrase"),
        min_length=SHORTEST_PASSPHRASE,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password", "class": "form-control"}),
        strip=False,
        help_text=_(
            "At least 12 characters, several words. Nobody can restore it; a lost one means a new key."
        ),
    )
    again = forms.CharField(
        label=_("Passphrase again"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password", "class": "form-control"}),
        strip=False,
    )

    def clean_again(self) -> str:
        """Both must be the same."""
        again = str(self.cleaned_data["again"])
        if again != self.cleaned_data.get("passphrase", again):
            raise forms.ValidationError(_("The two are not the same."))
        return again


def _roles() -> list[tuple[Any, Any]]:
    return [("", _("any role that I have")), *Role.choices]


class KeyForm(PassphraseForm):
    """A new key: its role and its passphrase."""

    role = forms.ChoiceField(
        label=_("Role"),
        required=False,
        choices=_roles,
        widget=forms.Select(attrs={"class": "form-select"}),
        help_text=_("It stands in the certificate, and the key then signs in this role alone."),
    )
    field_order = ("role", "passphrase", "again")


class KeyImportForm(PassphraseForm):
    """A key that was issued elsewhere: the file with its own passphrase, and the one that it gets here."""

    file = forms.FileField(
        label=_("PKCS#12 file (.p12, .pfx)"),
        widget=forms.FileInput(attrs={"accept": ".p12,.pfx,application/x-pkcs12", "class": "form-control"}),
    )
    file_passphrase = forms.CharField(
        label=_("Passphrase of the file"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off", "class": "form-control"}),
        strip=False,
    )
    role = forms.ChoiceField(
        label=_("Role"),
        required=False,
        choices=_roles,
        widget=forms.Select(attrs={"class": "form-select"}),
        help_text=_("The key then signs in this role alone."),
    )
    field_order = ("file", "file_passphrase", "role", "passphrase", "again")


class PaperSignatureForm(forms.Form):
    """Who signed the printed document by hand, when and where, with a scan of the signed page."""

    name = forms.CharField(
        label=_("Who signed"), max_length=120, widget=forms.TextInput(attrs={"class": "form-control"})
    )
    signed_on = forms.DateField(
        label=_("Signed on"),
        widget=forms.DateInput(attrs={"type": "date", "class": "form-control"}, format="%Y-%m-%d"),
    )
    place = forms.CharField(
        label=_("Place"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )
    scan = forms.FileField(
        label=_("Scan of the signed document"),
        widget=forms.FileInput(
            attrs={"accept": "application/pdf,image/jpeg,image/png", "class": "form-control"}
        ),
        help_text=_(
            "PDF, JPEG or PNG, at most 10 MB. Officials and the commission see it, the public does not."
        ),
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )

    def __init__(self, *args: Any, on_received: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        if on_received:
            self.fields["scan"].required = False
            self.fields["scan"].help_text = _(
                "Left empty: the papers that came carry the signature. Else PDF, JPEG or PNG, at most 10 MB."
            )


class RootForm(forms.Form):
    """The root certificate of another authority, with its list of revoked keys if it gives one."""

    certificate = forms.FileField(
        label=_("Root certificate (PEM or DER)"), widget=forms.FileInput(attrs={"class": "form-control"})
    )
    revocation_list = forms.FileField(
        label=_("List of revoked keys (CRL)"),
        required=False,
        widget=forms.FileInput(attrs={"class": "form-control"}),
        help_text=_("Without it nobody learns here that a key of this authority was revoked by it."),
    )
    note = forms.CharField(
        label=_("Why it is trusted"),
        max_length=200,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )


class RevokeForm(forms.Form):
    """Why a key is revoked, and since when nothing that it signed counts."""

    reason = forms.CharField(
        label=_("Reason"), max_length=200, widget=forms.TextInput(attrs={"class": "form-control"})
    )
    since = forms.DateTimeField(
        label=_("Not trusted since"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "class": "form-control"}),
        help_text=_("Only if somebody else may have had it: from then on nothing that it signed counts."),
    )


class VerifyForm(forms.Form):
    """A file to be checked, or the number printed on paper."""

    file = forms.FileField(
        label=_("PDF file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "application/pdf,.pdf", "class": "form-control"}),
        help_text=_("It is checked and forgotten: nothing of it is kept. At most 10 MB."),
    )
    code = forms.CharField(
        label=_("Document number"),
        max_length=20,
        required=False,
        widget=forms.TextInput(
            attrs={"autocapitalize": "characters", "class": "form-control", "placeholder": "K7QM-3XRD"}
        ),
        help_text=_("It stands beside the code on the last page."),
    )

    def clean_file(self) -> UploadedFile | None:
        """Refuse what is too large to be one of our documents."""
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > MOST_MEGABYTES * 1024 * 1024:
            raise forms.ValidationError(
                _("The file is larger than %(most)s MB; our documents are far smaller."),
                params={"most": MOST_MEGABYTES},
            )
        return file

    def clean(self) -> dict[str, Any]:
        """One of the two is needed."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and not cleaned.get("file") and not cleaned.get("code"):
            raise forms.ValidationError(_("Choose the PDF file, or type the number printed on it."))
        return cleaned


class ArchiveForm(forms.Form):
    """Whose documents, and of which days."""

    person = forms.CharField(
        label=_("Player or signer"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )
    since = forms.DateField(
        label=_("Frozen from"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "class": "form-control"}),
    )
    until = forms.DateField(
        label=_("to"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "class": "form-control"}),
    )
