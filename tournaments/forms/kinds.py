"""Forms of kinds of event other than the Swiss: their choices, play-offs and decisions of ties."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, KindRules, KnockOutTie
from tournaments.services.tie_play_offs import MOST_STEP_GAMES

FIELDS_BY_SYSTEM = {
    Event.System.KNOCK_OUT: ("tie_games", "third_place", "colours"),
    Event.System.ROUND_ROBIN: ("early_withdrawal",),
}


class KindForm(forms.ModelForm):  # type: ignore[type-arg]
    """What an event of its kind may choose; `stages` if preliminaries lead to it."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=200,
        help_text=_("Needed once the event has begun; everybody can read it."),
    )

    class Meta:
        model = KindRules
        fields = ("tie_games", "third_place", "colours", "early_withdrawal", "qualify", "carry_results")
        help_texts = {
            "tie_games": _("Games at the full rate; a tie that is decided earlier ends there."),
            "early_withdrawal": _(
                "His games stay in the table and are rated; points won against him do not count either."
            ),
            "qualify": _("The first so many of the standings of each preliminary."),
            "carry_results": _("They are shown in the final and count there; they are rated once."),
        }
        widgets = {"colours": forms.RadioSelect, "early_withdrawal": forms.RadioSelect}

    def __init__(self, *arguments: Any, event: Event, stages: bool = False, **named: Any) -> None:
        super().__init__(*arguments, **named)
        wanted = {*FIELDS_BY_SYSTEM.get(Event.System(event.system), ()), "reason"}
        if event.correspondence:
            wanted -= {"early_withdrawal"}
        wanted |= {"qualify", "carry_results"} if stages else set()
        for name in set(self.fields) - wanted:
            del self.fields[name]
        if event.state not in (Event.State.PLAYING, Event.State.FINISHED):
            del self.fields["reason"]
        if "early_withdrawal" in self.fields:
            self.fields["early_withdrawal"].choices = KindRules.EarlyWithdrawal.choices  # type: ignore[attr-defined]

    def _post_clean(self) -> None:
        """The service checks the model's own rules."""

    @property
    def is_empty(self) -> bool:
        """Nothing can be chosen for this kind of event."""
        return not set(self.fields) - {"reason"}

    def show_refusal(self, error: ValidationError) -> None:
        """Put a service's refusal at the fields it names."""
        for name, errors in error.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


class StepForm(forms.Form):
    """A step of the play-off of a tie."""

    prefix = "step"
    rate = forms.CharField(label=_("Rate of play"), max_length=60, help_text=_("Such as 10+5."))
    games = forms.IntegerField(label=_("Number of games"), min_value=1, max_value=MOST_STEP_GAMES, initial=2)
    armageddon = forms.BooleanField(label=_("Armageddon: Black wins with a draw"), required=False)
    white = forms.ChoiceField(
        label=_("White in the first game"), required=False, choices=[("", _("drawn by lot"))]
    )

    def __init__(self, *arguments: Any, tie: KnockOutTie, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["white"].choices = [  # type: ignore[attr-defined]
            ("", _("drawn by lot")),
            ("upper", tie.upper.name),
            ("lower", tie.lower.name if tie.lower else ""),
        ]

    @property
    def upper_white(self) -> bool | None:
        """Who has White first; None for the lot."""
        return {"upper": True, "lower": False}.get(self.cleaned_data["white"])


class DecisionForm(forms.Form):
    """Who goes on where neither the games nor a play-off say it."""

    prefix = "decision"
    winner = forms.TypedChoiceField(label=_("Goes on"), coerce=int, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Everybody can read it."))

    def __init__(self, *arguments: Any, tie: KnockOutTie, **named: Any) -> None:
        super().__init__(*arguments, **named)
        players = [(entry.pk, entry.name) for entry in (tie.upper, tie.lower) if entry]
        self.fields["winner"].choices = [*players, ("", _("nobody yet: the games decide"))]  # type: ignore[attr-defined]
