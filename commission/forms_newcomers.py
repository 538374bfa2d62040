"""Forms of the questionnaire of a newcomer."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from commission.models import Newcomer, NewcomerPaper
from tournaments.forms.correspondence import DAY, QuestionnaireForm
from tournaments.sealing import unseal
from tournaments.services.correspondence import QUESTIONNAIRE_OPEN, QUESTIONNAIRE_SECRETS


class NewcomerForm(QuestionnaireForm):
    """The eighteen fields of Appendix 2, with the region chosen from the federation's, since it makes the number."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    FIELD_GROUPS = (
        (_("Person"), ("surname", "given_name", "patronymic", "birth", "region")),
        (
            _("Address"),
            ("postcode", "home_address", "home_phone", "mobile_1", "mobile_2", "email_1", "email_2"),
        ),
        (
            _("Play so far"),
            ("board_category", "board_rating", "iccf_id", "iccf_title", "iccf_rating", "further"),
        ),
    )

    class Meta:
        model = Newcomer
        fields = QUESTIONNAIRE_OPEN
        widgets = {"birth": DAY}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("birth", "region"):
            self.fields[name].required = True
        self.initial["version"] = self.instance.version if self.instance.pk else None
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    @property
    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields by legend, in the order of the appendix."""
        return [(legend, [self[name] for name in names]) for legend, names in self.FIELD_GROUPS]

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes; `version` where the form was opened on a stored questionnaire."""
        data = {name: self.cleaned_data[name] for name in (*QUESTIONNAIRE_OPEN, *QUESTIONNAIRE_SECRETS)}
        if self.instance.pk:
            data["version"] = self.cleaned_data["version"]
        return data


class InvitationForm(forms.Form):
    """Whom the private link is for."""

    surname = forms.CharField(label=_("Surname"), max_length=120)
    given_name = forms.CharField(label=_("Given name"), max_length=120)


class PaperForm(forms.Form):
    """Which paper was seen, and when."""

    kind = forms.ChoiceField(label=_("Paper"), choices=NewcomerPaper.Kind.choices)
    seen_on = forms.DateField(label=_("Seen on"), widget=DAY)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seen_on"].initial = timezone.localdate


def secrets_of(newcomer: Newcomer) -> dict[str, str]:
    """The sealed answers of a questionnaire; empty once it is decided."""
    return unseal(newcomer.sealed)
