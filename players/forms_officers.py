"""Forms of the registers of arbiters and rating officers."""

from typing import Any

from django import forms
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models import Account, ArbiterGrade, Person, Region
from players.permissions import RATING_OFFICER

DAY = {"type": "date", "class": "form-control"}


def day_field(label: Any, **options: Any) -> forms.DateField:
    """A day that the browser helps to choose."""
    return forms.DateField(label=label, widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d"), **options)


def text_field(label: Any, length: int, **options: Any) -> forms.CharField:
    """One line of text."""
    widget = forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"})
    return forms.CharField(label=label, max_length=length, widget=widget, **options)


class ArbiterForm(forms.Form):
    """An arbiter's entry in the register, and why it is made or changed."""

    number = text_field(_("Number"), 20)
    surname = text_field(_("Surname"), 120)
    given_name = text_field(_("Given name"), 120, required=False)
    fide_id = text_field(_("FIDE ID"), 11, required=False)
    region = forms.ModelChoiceField(
        label=_("Region"),
        queryset=Region.objects.all(),
        required=False,
        empty_label=_("none"),
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    player = text_field(
        _("Player"),
        20,
        required=False,
        help_text=_("FIDE ID or national number, or # and the number of the record; empty if he is none."),
    )
    reason = text_field(_("Reason"), 300, help_text=_("It stands in the ledger."))

    def clean_player(self) -> Person | None:
        """The player of the register with this number, who stayed if his record was merged."""
        number = str(self.cleaned_data["player"]).strip()
        if not number:
            return None
        digits = number.removeprefix("#")
        by_record = number.startswith("#") and digits.isascii() and digits.isdigit()
        either = Q(pk=int(digits)) if by_record else Q(fide_id=number) | Q(national_id=number)
        found = list(Person.objects.filter(either).select_related("merged_into")[:2])
        if len(found) != 1:
            raise forms.ValidationError(_("No one player of the register has this number."))
        return found[0].merged_into or found[0]


def player_number(person: Person | None) -> str:
    """What names a player in the form: his FIDE ID, else his national number, else that of his record."""
    return "" if person is None else person.fide_id or person.national_id or f"#{person.pk}"


class GradeForm(forms.Form):
    """A category, title or licence that is given or taken away."""

    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=ArbiterGrade.Kind.choices,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    grade = text_field(_("Category, title or licence"), 30, help_text=_("IA, FA, first category, A …"))
    revoked = forms.ChoiceField(
        label=_("What was decided"),
        choices=[("", _("given")), ("1", _("taken away"))],
        required=False,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    since = day_field(_("From"), initial=timezone.localdate)
    until = day_field(_("Valid until"), required=False, help_text=_("Left empty: without an end."))
    decision = text_field(_("Decision or document"), 200)


class TermForm(forms.Form):
    """A term of office of a rating officer."""

    name = text_field(_("Name"), 120)
    account = forms.ModelChoiceField(
        label=_("Account"),
        queryset=Account.objects.none(),
        required=False,
        empty_label=_("none"),
        help_text=_("With which he countersigns here."),
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    since = day_field(_("In office since"), initial=timezone.localdate)
    until = day_field(_("In office until"), required=False, help_text=_("Left empty: still in office."))
    told_on = day_field(_("FIDE was told on"), required=False)
    decision = text_field(_("Decision or document"), 200)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["account"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Account.objects.filter(groups__name=RATING_OFFICER).order_by("display_name", "pk")


class TermChangeForm(forms.Form):
    """The end of a term, and when FIDE was told."""

    until = day_field(_("In office until"), required=False, help_text=_("Left empty: still in office."))
    told_on = day_field(_("FIDE was told on"), required=False)
    decision = text_field(_("Decision or document"), 200)
