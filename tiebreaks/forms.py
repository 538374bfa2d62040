"""Forms about play-offs. They ask and check shapes; the services decide."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.playoff.structures import rules
from tiebreaks.models import PlayOffPlan
from tiebreaks.services import rules_of
from tiebreaks.services_playoff import PLAN_FIELDS, RESULTS
from tournaments.errors import DomainError
from tournaments.forms.events import OrderInput
from tournaments.models import Event
from tournaments.rulebook.shelf import editions

MOMENT = "%Y-%m-%dT%H:%M"


GAPS = {
    "four_of_five": _("Four of five, without Armageddon: a drawn match of two games"),
    "eight_numbers": _("Numbers of eight"),
    "eight_bracket": _("Eight: whom the winners meet"),
    "nine_numbers": _("Numbers of nine"),
    "nine_final": _("Nine: how the three winners go on"),
    "ten_groups": _("Ten: the two groups of five"),
}
GAP_OPTIONS = {
    "four_of_five": {"repeat": _("is played once more, then the lot"), "lot": _("the lot at once")},
    "eight_numbers": {"tie_breaks": _("by the tie-breaks"), "lot": _("by lot")},
    "eight_bracket": {"far": _("1–8 meets 4–5, 2–7 meets 3–6"), "near": _("1–8 meets 2–7, 3–6 meets 4–5")},
    "nine_numbers": {"tie_breaks": _("by the tie-breaks"), "lot": _("by lot")},
    "nine_final": {"three": _("as three players (30.5.6.2)"), "armageddon": _("Armageddon, all against all")},
    "ten_groups": {"snake": _("1, 4, 5, 8, 9 and 2, 3, 6, 7, 10"), "odd": _("the odd and the even numbers")},
}


class PlanForm(forms.ModelForm):  # type: ignore[type-arg]
    """What the event announces of its play-off."""

    starts_at = forms.DateTimeField(
        label=_("Planned start"),
        required=False,
        input_formats=[MOMENT],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT),
        help_text=_("After the last game of those who play there is a pause (30.5.3)."),
    )

    class Meta:
        model = PlayOffPlan
        fields = (
            "places",
            "tied",
            "starts_at",
            "longer_base",
            "longer_increment",
            "prize_share",
            "early_boards",
        )
        labels = {
            "places": _("Places played for"),
            "tied": _("Who plays"),
            "longer_base": _("Longer rate for two: minutes"),
            "longer_increment": _("Longer rate for two: seconds a move"),
            "prize_share": _("Part of the prize fund for those left out"),
            "early_boards": _("Boards of the last round that begin earlier"),
        }
        help_texts = {
            "places": _("1: the first place; 3: the first three, or three places to qualify."),
            "longer_base": _("For two players only, if time permits (30.5.7)."),
            "prize_share": _("From eleven players on, the ninth and below share it (30.5.6.10)."),
            "early_boards": _("Boards whose players may become equal (30.5.2)."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        text = rules(self.instance.rule)
        for gap in text.alternatives:
            options = [(name, GAP_OPTIONS[gap][name]) for name in text.options(gap)]
            options[0] = (options[0][0], format_lazy("{} ({})", options[0][1], _("our default")))
            self.fields[f"gap_{gap}"] = forms.ChoiceField(
                label=GAPS[gap], required=False, choices=options, initial=self.instance.choices.get(gap)
            )

    def _post_clean(self) -> None:
        """The service checks the stored plan; this form's object is not saved."""

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes."""
        said = {name: self.cleaned_data[name] for name in PLAN_FIELDS if name in self.cleaned_data}
        chosen = {
            name.removeprefix("gap_"): value
            for name, value in self.cleaned_data.items()
            if name.startswith("gap_") and value
        }
        return said | {"choices": chosen}


class StartForm(forms.Form):
    """What the director says when the play-off of a group begins; the group is told by its first place."""

    first_place = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    late = forms.BooleanField(label=_("It is late: Armageddon at once (30.5.8)"), required=False)
    short = forms.BooleanField(label=_("No time for two games a match (30.5.6.3)"), required=False)
    longer = forms.BooleanField(label=_("The two play at the longer rate (30.5.7)"), required=False)
    begins_at = forms.DateTimeField(
        label=_("First game at"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Empty: as early as the pause after the last game allows (30.5.3)."),
    )
    early_reason = forms.CharField(
        label=_("Why before the pause is over"),
        required=False,
        max_length=200,
        help_text=_("Only if it begins earlier. Everybody can read it in the history."),
    )

    def __init__(self, first_place: int | None, data: Any = None) -> None:
        asked = str(first_place if data is None else data.get("first_place", ""))
        group = asked if asked.isdecimal() else ""
        super().__init__(data, initial={"first_place": first_place}, auto_id=f"id_{group}_%s")


class StageHourForm(forms.Form):
    """When a later stage of a play-off begins."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    begins_at = forms.DateTimeField(
        label=_("Stage begins at"),
        input_formats=[MOMENT],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT),
    )
    early_reason = forms.CharField(
        label=_("Why before the pause is over"),
        required=False,
        max_length=200,
        help_text=_("Only if it begins earlier. Everybody can read it in the history."),
    )

    def __init__(self, number: str, data: Any = None, *, initial: Any = None) -> None:
        super().__init__(data, initial=initial, auto_id=f"id_stage{number}_%s")


class GameForm(forms.Form):
    """The result of a game, its moves where they count, its arbiter."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[("", "–"), *((code, code.replace("1/2", "½")) for code in RESULTS)],
    )
    moves = forms.IntegerField(label=_("Moves"), required=False, min_value=1, max_value=500)
    arbiter = forms.CharField(label=_("Arbiter"), required=False, max_length=120)


class DisputeForm(forms.Form):
    """A dispute and its decision by three other arbiters."""

    key = forms.ChoiceField(label=_("Game"))
    matter = forms.CharField(
        label=_("What is disputed"), max_length=400, widget=forms.Textarea(attrs={"rows": 2})
    )
    panel = forms.CharField(
        label=_("Three arbiters"),
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One name a line; not the arbiter of the game."),
    )
    decision = forms.CharField(label=_("Decision"), max_length=400, widget=forms.Textarea(attrs={"rows": 2}))

    @property
    def names(self) -> list[str]:
        """The names of the panel."""
        return [name.strip() for name in self.cleaned_data["panel"].splitlines() if name.strip()]


class OrderForm(forms.Form):
    """Another order of the tie-breaks, with the reason for the ledger."""

    order = forms.CharField(label=_("Tie-break order"), max_length=200, widget=OrderInput)
    edition = forms.ChoiceField(label=_("Tie-break rules"))
    unplayed = forms.ChoiceField(label=_("Unplayed rounds by"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=400,
        help_text=_(
            "Needed once the event has begun, or where a warning is set aside. Everybody can read it."
        ),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, event: Event) -> None:
        initial = {
            "order": event.tie_break_order,
            "edition": event.tie_break_edition or _edition_of(event),
            "unplayed": event.unplayed_edition,
            "version": event.version,
        }
        super().__init__(data, initial=initial)
        texts = [*editions("c07"), *editions("ua-tiebreaks")]
        self.fields["edition"].choices = [(text.key, text.source_title) for text in texts]  # type: ignore[attr-defined]
        regimes = [(text.key, text.source_title) for text in editions("c07")]
        self.fields["unplayed"].choices = [("", _("as the rules say")), *regimes]  # type: ignore[attr-defined]


def _edition_of(event: Event) -> str:
    try:
        return rules_of(event).edition.key
    except DomainError:
        return ""
