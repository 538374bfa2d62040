"""Forms of one's own log-in, and of the office that lets others in."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import password_validators_help_text_html
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.models import Account, Region
from players.permissions import ROLES
from players.role_words import ROLE_WORDS


class TellingForm(forms.Form):
    """A form that shows a service's refusal at the fields it names."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field.widget, forms.CheckboxSelectMultiple):
                continue
            style = "form-select" if isinstance(field, forms.ChoiceField) else "form-control"
            field.widget.attrs.setdefault("class", style)

    def show_refusal(self, error: ValidationError) -> None:
        """Put each message where it belongs; what names no field of ours stands above all."""
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


class CodeForm(forms.Form):
    """A code of the authenticator app, or a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=30,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autofocus": True, "size": 12}),
    )


class ResetForm(TellingForm):
    """Why the office changes somebody's log-in."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("Say why, and how you made sure who asked. It stands in the ledger."),
    )


class InvitationForm(TellingForm):
    """Whom the office invites, and to what."""

    display_name = forms.CharField(
        label=_("Name"), max_length=120, help_text=_("As pages and the ledger will print it.")
    )
    email = forms.EmailField(label=_("E-mail"), help_text=_("The link goes there. Never public."))
    language = forms.ChoiceField(label=_("Language of the mail"), required=False)
    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "None: an arbiter or a player. Directors and their helpers get their roles from an event."
        ),
    )
    region = forms.ModelChoiceField(
        label=_("Region"),
        queryset=Region.objects.all(),
        required=False,
        help_text=_("Of a regional representative, and of nobody else."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        from django.conf import settings

        words = dict(ROLE_WORDS)
        self.fields["roles"].choices = [(name, words[name]) for name in ROLES if name in words]  # type: ignore[attr-defined]
        self.fields["language"].choices = [("", _("the portal's")), *settings.LANGUAGES]  # type: ignore[attr-defined]


class AcceptForm(TellingForm):
    """Name and password of whoever opens the account that was offered to him."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "autofocus": True}
        ),
        help_text=_("You log in with it. Letters, digits and @ . + - _ only."),
        validators=Account._meta.get_field("username").validators,
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validators_help_text_html(),
    )
    again = forms.CharField(
        label=_("Password again"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        """Both passwords are one."""
        data: dict[str, Any] = super().clean() or {}
        if "password" in data and "again" in data and data["password"] != data["again"]:
            self.add_error("again", _("The two passwords differ."))
        return data


class ClaimForm(TellingForm):
    """What proves that a profile is one's own."""

    number = forms.CharField(
        label=_("National number or FIDE ID"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    birth = forms.CharField(
        label=_("Date of birth"),
        max_length=10,
        widget=forms.TextInput(attrs={"autocomplete": "bday", "placeholder": "YYYY-MM-DD"}),
        help_text=_("YYYY-MM-DD"),
    )
    note = forms.CharField(
        label=_("Note"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("How the commission may make sure that it is you: an arbiter who knows you, your club."),
    )


class ClaimDecisionForm(TellingForm):
    """The commission's answer to a claim."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("How you made sure, or why not. Whoever claimed the profile reads it."),
    )


class ContactForm(TellingForm):
    """A player's own contact data."""

    email = forms.EmailField(
        label=_("E-mail"), required=False, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    telephone = forms.CharField(
        label=_("Telephone"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "tel", "inputmode": "tel"}),
    )
    postcode = forms.CharField(
        label=_("Postcode"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "postal-code"}),
    )
    address = forms.CharField(
        label=_("Address for correspondence"),
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "street-address"}),
    )
