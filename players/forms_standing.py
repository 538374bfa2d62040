"""Forms of titles, categories and transfers."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models import Region, TitleAward


def _day() -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date", "class": "form-control"}, format="%Y-%m-%d")
    return forms.DateField(label=_("Day"), initial=timezone.localdate, widget=widget)


def _text(label: Any, length: int, **options: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=length,
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
        **options,
    )


class TitleForm(forms.Form):
    """A title or category that is given or taken away."""

    system = forms.ChoiceField(
        label=_("Kind"),
        choices=TitleAward.System.choices,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    title = _text(_("Title or category"), 30)
    revoked = forms.ChoiceField(
        label=_("What was decided"),
        choices=[("", _("awarded")), ("1", _("revoked"))],
        required=False,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    on = _day()
    decision = _text(_("Decision or document"), 200)


class TransferForm(forms.Form):
    """Another federation or region; what is left empty stays."""

    federation = _text(_("Federation"), 3, required=False, help_text=_("Three letters; empty: it stays."))
    region = forms.ModelChoiceField(
        label=_("Region"),
        queryset=Region.objects.all(),
        required=False,
        empty_label=_("it stays"),
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    on = _day()
    decision = _text(_("Decision or document"), 200)
