"""What the papers of title norms ask of the arbiter, because the event does not say it."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

LONGEST_REMARKS = 2000


def _line(label: Any, help_text: Any = "", most: int = 200) -> forms.CharField:
    """A line of text; a mandatory one that is empty is told by the paper itself, with its field."""
    return forms.CharField(
        label=label,
        required=False,
        max_length=most,
        help_text=help_text,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )


def _remarks() -> forms.CharField:
    return forms.CharField(
        label=_("Special remarks"),
        required=False,
        max_length=LONGEST_REMARKS,
        widget=forms.Textarea(attrs={"rows": 3, "class": "form-control"}),
    )


class _PaperForm(forms.Form):
    """Place and language, as every paper has them."""

    place = _line(_("Place of signing"), most=120)
    language = forms.ChoiceField(
        label=_("Language of the document"),
        choices=lambda: settings.LANGUAGES,
        widget=forms.Select(attrs={"class": "form-select"}),
    )

    @property
    def typed(self) -> dict[str, Any]:
        """What goes on the paper."""
        return {name: value for name, value in self.cleaned_data.items() if name != "language"}


class It1Form(_PaperForm):
    """The arbiter's number, who confirms, remarks."""

    arbiter_id = _line(_("FIDE ID of the chief arbiter"), most=15)
    confirming = _line(_("Confirming federation"), _("Empty: the federation that holds the event."), 60)
    official = _line(_("Official of the federation"), _("Who signs for it."), 120)
    remarks = _remarks()
    field_order = ("arbiter_id", "confirming", "official", "remarks", "place", "language")

    def clean_arbiter_id(self) -> str:
        """Digits alone."""
        found = str(self.cleaned_data["arbiter_id"]).strip()
        if found and not (found.isascii() and found.isdigit()):
            raise forms.ValidationError(_("A FIDE ID has digits alone."))
        return found


class It3Form(_PaperForm):
    """The fields of the tournament report that the event does not have."""

    country = _line(_("Country"), most=80)
    organiser = _line(_("Organiser"))
    organiser_contact = _line(_("Contact of the organiser"), _("Address, telephone or e-mail."))
    rounds_a_day = _line(_("Rounds a day"), _("Such as 1, or 2 on the first day, then 1."), 80)
    pairing = forms.ChoiceField(
        label=_("Pairing"),
        required=False,
        choices=[("", _("choose …")), ("computer", _("by computer")), ("manual", _("manual"))],
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    paired_by = _line(_("Who paired, or program and version"), most=120)
    arbiter_contact = _line(_("Contact of the chief arbiter"), _("Address, telephone or e-mail."))
    deputies = _line(
        _("Deputy arbiters"),
        _("Several names with semicolons; two beyond 20 players, three beyond 70, four beyond 120."),
        600,
    )
    remarks = _remarks()
    field_order = (
        "country",
        "organiser",
        "organiser_contact",
        "rounds_a_day",
        "pairing",
        "paired_by",
        "arbiter_contact",
        "deputies",
        "remarks",
        "place",
        "language",
    )

    def clean_deputies(self) -> tuple[str, ...]:
        """The names one by one."""
        return tuple(name.strip() for name in str(self.cleaned_data["deputies"]).split(";") if name.strip())
