"""Forms of one's own log-in."""

from django import forms
from django.utils.translation import gettext_lazy as _


class CodeForm(forms.Form):
    """A code of the authenticator app, or a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=30,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autofocus": True, "size": 12}),
    )


class ResetForm(forms.Form):
    """Why a second factor is taken away."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("Say why, and how you made sure who asked."),
    )
