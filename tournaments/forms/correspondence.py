"""Forms of play by correspondence."""

from collections.abc import Iterable
from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.registering import ServiceForm
from tournaments.forms.teams import HalvesField
from tournaments.models import CorrespondenceSetup, Event, Questionnaire
from tournaments.record.model import Norm
from tournaments.sealing import unseal
from tournaments.services.correspondence import (
    NORM_WORDS,
    QUESTIONNAIRE_OPEN,
    QUESTIONNAIRE_SECRETS,
    SETUP_SECRETS,
    known_norms,
)
from tournaments.words import NORM_CATEGORIES

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class PlainForm(forms.Form):
    """A form whose service may refuse by field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False

    def show_refusal(self, error: ValidationError) -> None:
        """Put a service's refusal at the fields it names."""
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


class SetupForm(PlainForm):
    """What stands below the table of the start list."""

    ms = HalvesField(label=NORM_CATEGORIES["ms"], required=False)
    kms = HalvesField(label=NORM_CATEGORIES["kms"], required=False)
    first = HalvesField(label=NORM_CATEGORIES["first"], required=False)
    games = forms.IntegerField(
        label=_("Of so many games"),
        required=False,
        min_value=1,
        max_value=500,
        help_text=_("Of each player. Empty: one against everybody."),
    )
    rule_set = forms.CharField(
        label=_("Rules of play"),
        required=False,
        max_length=200,
        help_text=_("Such as: RACC rules for play by e-mail."),
    )
    organiser = forms.CharField(label=_("Organising committee"), required=False, max_length=200)
    arbiter_category = forms.CharField(label=_("Category of the arbiter"), required=False, max_length=60)
    arbiter_address = forms.CharField(
        label=_("Postal address of the arbiter"), required=False, max_length=400
    )
    arbiter_email = forms.EmailField(label=_("E-mail of the arbiter"), required=False)
    appeals_email = forms.EmailField(label=_("E-mail of the appeals committee"), required=False)
    appeals_address = forms.CharField(
        label=_("Postal address of the appeals committee"), required=False, max_length=400
    )
    reminders = forms.BooleanField(label=_("Players are reminded of open games"), required=False)
    reminder_days = forms.CharField(
        label=_("Days before the end on which they are reminded"), required=False, max_length=40
    )

    def __init__(
        self, *args: Any, event: Event, setup: CorrespondenceSetup, players: int, **kwargs: Any
    ) -> None:
        norms = known_norms(event)
        games = next((norm.games for norm in norms.values() if norm.games), None)
        self.usual_games = max(players - 1, 0) * event.cycles if not event.is_team_event else None
        initial: dict[str, Any] = {key: norm.halves for key, norm in norms.items()}
        initial |= {"games": games or self.usual_games or None, "organiser": event.organiser}
        names = ("rule_set", "arbiter_category", "reminders", "reminder_days")
        initial |= {name: getattr(setup, name) for name in names} | unseal(setup.sealed)
        super().__init__(*args, initial=initial, **kwargs)

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes."""
        data = self.cleaned_data
        games = data["games"] or self.usual_games
        names = ("rule_set", "organiser", "arbiter_category", "reminders", "reminder_days")
        return {name: data[name] for name in names} | {
            "norms": [Norm(key, data[key], games) for key in NORM_WORDS if data[key]],
            "secrets": {name: data[name] for name in SETUP_SECRETS},
        }


class QuestionnaireForm(ServiceForm):
    """The eighteen fields of Appendix 2; mandatory are the surname, the given name, birth, region and an e-mail."""

    postcode = forms.CharField(label=_("Postcode"), required=False, max_length=20)
    home_address = forms.CharField(label=_("Home address"), required=False, max_length=300)
    home_phone = forms.CharField(label=_("Home phone"), required=False, max_length=40)
    mobile_1 = forms.CharField(label=_("Mobile phone 1"), required=False, max_length=40)
    mobile_2 = forms.CharField(label=_("Mobile phone 2"), required=False, max_length=40)
    email_1 = forms.EmailField(label=_("E-mail 1"))
    email_2 = forms.EmailField(label=_("E-mail 2"), required=False)
    further = forms.CharField(
        label=_("Further information"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    field_order = (
        "surname",
        "given_name",
        "patronymic",
        "birth",
        "region",
        "postcode",
        "home_address",
        "home_phone",
        "mobile_1",
        "mobile_2",
        "email_1",
        "email_2",
        "board_category",
        "board_rating",
        "iccf_id",
        "iccf_title",
        "iccf_rating",
        "further",
    )

    class Meta:
        model = Questionnaire
        fields = QUESTIONNAIRE_OPEN
        widgets = {"birth": DAY}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        stored = kwargs.get("instance")
        if stored is not None:
            kwargs["initial"] = unseal(stored.sealed) | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes."""
        return {name: self.cleaned_data[name] for name in (*self.Meta.fields, *QUESTIONNAIRE_SECRETS)}


class OwnForm(PlainForm):
    """A player's own address and his wish about reminders, on his private page."""

    address = forms.CharField(
        label=_("Postal address"),
        required=False,
        max_length=400,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    email = forms.EmailField(label=_("E-mail"), required=False)
    no_reminders = forms.BooleanField(label=_("No reminders by e-mail"), required=False)


class LeaveForm(PlainForm):
    """A player leaves: what becomes of his open games, and why."""

    lost = forms.ChoiceField(
        label=_("His open games"),
        choices=(("1", _("are lost by him")), ("0", _("stay open until the arbiter adjudicates them"))),
        widget=forms.RadioSelect,
        initial="1",
    )
    reason = forms.CharField(label=_("Reason"), max_length=200)


class SubstituteForm(PlainForm):
    """Who takes over the open games of a player of a team."""

    national_id = forms.CharField(
        label=_("National number"),
        required=False,
        max_length=16,
        help_text=_("Of somebody in the register; the other fields are then not needed."),
    )
    name = forms.CharField(label=_("Name"), required=False, max_length=260)
    birth = forms.CharField(label=_("Date of birth"), required=False, max_length=10)
    rating = forms.IntegerField(label=_("Coefficient"), required=False, min_value=1, max_value=4000)
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def clean(self) -> dict[str, Any]:
        """A number or a name."""
        data = super().clean() or {}
        if not data.get("national_id") and not data.get("name"):
            raise ValidationError(_("Type the number of a player of the register, or a name."))
        return data


class GameForm(PlainForm):
    """How a game ended: typed by start numbers, or chosen."""

    typed = forms.CharField(required=False, max_length=40)
    game = forms.IntegerField(required=False)
    version = forms.IntegerField(required=False)
    code = forms.ChoiceField(required=False)
    ended_on = forms.DateField(label=_("Ended on"), required=False, widget=DAY)
    reason = forms.CharField(required=False, max_length=200)

    def __init__(self, *args: Any, codes: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].choices = list(codes)  # type: ignore[attr-defined]
