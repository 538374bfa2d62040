"""What is chosen for a document of the hall, and what is typed into the prize fund."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from reports.desk_kinds import KINDS, MOST_COLUMNS, PAPERS, Options
from reports.models import PrizeFund
from reports.money import amount_text, cents_of
from reports.prizes import FundList

MOST_PLACES = 100
SIZE_CHOICES = [("normal", _("usual")), ("large", _("large")), ("poster", _("for the wall"))]
SELECT = {"class": "form-select"}


class DocumentForm(forms.Form):
    """A document and its options; the round is optional where a document need not be of one."""

    kind = forms.ChoiceField(label=_("Document"), widget=forms.RadioSelect)
    round_number = forms.TypedChoiceField(
        label=_("Round"), coerce=int, required=False, empty_value=None, widget=forms.Select(attrs=SELECT)
    )
    language = forms.ChoiceField(label=_("Language"), widget=forms.Select(attrs=SELECT))
    paper = forms.ChoiceField(
        label=_("Paper"), choices=[(name, name) for name in PAPERS], widget=forms.Select(attrs=SELECT)
    )
    landscape = forms.TypedChoiceField(
        label=_("Page"),
        choices=[("", _("upright")), ("1", _("across"))],
        coerce=lambda value: value == "1",
        required=False,
        widget=forms.Select(attrs=SELECT),
    )
    columns = forms.TypedChoiceField(
        label=_("Columns"),
        choices=[(number, str(number)) for number in range(1, MOST_COLUMNS + 1)],
        coerce=int,
        help_text=_("At most; fewer where they do not fit."),
        widget=forms.Select(attrs=SELECT),
    )
    size = forms.ChoiceField(label=_("Type"), choices=SIZE_CHOICES, widget=forms.Select(attrs=SELECT))

    def __init__(self, *args: Any, rounds: int, kinds: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = [(key, KINDS[key].label) for key in kinds]  # type: ignore[attr-defined]
        numbers = [(number, str(number)) for number in range(1, rounds + 1)]
        self.fields["round_number"].choices = [("", "–"), *numbers]  # type: ignore[attr-defined]
        self.fields["language"].choices = settings.LANGUAGES  # type: ignore[attr-defined]

    def options(self) -> Options:
        """What was chosen; a round that a document has no use for is dropped."""
        chosen = dict(self.cleaned_data)
        if not KINDS[chosen["kind"]].by_round:
            chosen["round_number"] = 0
        return Options(
            **{
                **chosen,
                "round_number": chosen["round_number"] or 0,
                "landscape": chosen["landscape"] is True,
            }
        )


class FundForm(forms.ModelForm):  # type: ignore[type-arg]
    """How the fund is shared, and the amounts of each list in the order of the places."""

    class Meta:
        model = PrizeFund
        fields = ("method", "one_prize", "unit", "currency")
        widgets = {
            "method": forms.Select(attrs=SELECT),
            "one_prize": forms.Select(attrs=SELECT),
            "unit": forms.Select(attrs=SELECT),
            "currency": forms.TextInput(attrs={"class": "form-control"}),
        }

    def __init__(self, *args: Any, lists: list[FundList], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lists = lists
        for each in lists:
            self.fields[each.key] = AmountsField(
                label=each.label, initial=" ".join(amount_text(cents) for cents in each.prizes)
            )

    def lists(self) -> list[FundList]:
        """The lists with the typed amounts."""
        return [
            FundList(each.key, each.label, each.category, self.cleaned_data[each.key]) for each in self._lists
        ]


class AmountsField(forms.CharField):
    """Amounts with blanks or semicolons between them, first place first; cleaned to cents."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", _("Amounts by place with blanks between them: 500 300 200.50"))
        kwargs.setdefault("widget", forms.TextInput(attrs={"class": "form-control", "inputmode": "decimal"}))
        super().__init__(required=False, max_length=1200, **kwargs)

    def clean(self, value: Any) -> tuple[int, ...]:
        """The cents by place. Raises ValidationError that names what is no amount."""
        parts = super().clean(value).replace(";", " ").split()
        cents = []
        for part in parts:
            amount = cents_of(part)
            if amount is None:
                raise forms.ValidationError(
                    _now("“%(part)s” is no amount; write 500 or 12.50.") % {"part": part}
                )
            cents.append(amount)
        if len(cents) > MOST_PLACES:
            raise forms.ValidationError(_now("At most %(most)s prizes.") % {"most": MOST_PLACES})
        return tuple(cents)
