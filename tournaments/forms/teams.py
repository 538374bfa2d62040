"""Forms about team events."""

from decimal import Decimal
from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.swiss import MOST_ROUNDS
from tournaments.models import Event, Team, TeamRules

POINTS = {"win_halves", "draw_halves", "loss_halves", "bye_match_halves", "bye_game_halves"}


class HalvesField(forms.DecimalField):
    """Points typed as 2, 1.5 or ½, kept as halves."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            min_value=0,
            max_value=99,
            decimal_places=1,
            step_size=Decimal("0.5"),
            widget=forms.NumberInput(attrs={"step": "0.5", "min": "0", "max": "99"}),
            **options,
        )

    def prepare_value(self, value: Any) -> Any:
        """Halves of the model as points."""
        if not isinstance(value, int):
            return value
        return value // 2 if value % 2 == 0 else f"{value // 2}.5"

    def clean(self, value: Any) -> Any:
        """Points as halves, None for an empty field."""
        points = super().clean(value)
        return None if points is None else int(points * 2)


class TeamRulesForm(forms.ModelForm):  # type: ignore[type-arg]
    """How the matches of an event count."""

    win_halves = HalvesField(label=_("Match won"))
    draw_halves = HalvesField(label=_("Match drawn"))
    loss_halves = HalvesField(label=_("Match lost"))
    bye_match_halves = HalvesField(
        label=_("Match points for an allocated bye"),
        required=False,
        help_text=_("Empty: those of a drawn match."),
    )
    bye_game_halves = HalvesField(
        label=_("Board points for an allocated bye"),
        required=False,
        help_text=_("Empty: those of a drawn match."),
    )

    class Meta:
        model = TeamRules
        fields = (
            "boards",
            "win_halves",
            "draw_halves",
            "loss_halves",
            "primary",
            "bye_match_halves",
            "bye_game_halves",
            "numbering",
            "ordered",
            "most_members",
            "preference",
            "secondary",
        )
        help_texts = {
            "ordered": _("A reserve then sits below everybody who stands before him in the team."),
            "most_members": _("Empty: as many as the team likes."),
            "preference": _("For a team Swiss (C.04.6 art. 1.7)."),
            "secondary": _("For a team Swiss (C.04.6 art. 1.2.1)."),
        }

    def __init__(self, *args: Any, swiss: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not swiss:
            del self.fields["preference"]
            del self.fields["secondary"]
        self.helper = FormHelper()
        self.helper.form_tag = False

    def _post_clean(self) -> None:
        """The service checks and stores."""

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}


class TeamForm(forms.ModelForm):  # type: ignore[type-arg]
    """A team's own words."""

    class Meta:
        model = Team
        fields = ("name", "captain", "federation")
        help_texts = {"federation": _("Three letters.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False

    def _post_clean(self) -> None:
        """The service checks and stores."""

    @property
    def values(self) -> dict[str, str]:
        """What the service takes."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}


class TeamListForm(forms.Form):
    """Teams pasted from a list."""

    content = forms.CharField(
        label=_("List"),
        max_length=60_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        help_text=_(
            "The name of a team on a line, after a semicolon its captain; under it the players in board order, "
            "one a line, by name, start number or FIDE ID; an empty line between teams. Or a table: team; player."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False


class TeamChoiceField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A team of the event, listed by number."""

    def label_from_instance(self, obj: Any) -> str:
        """Number and name."""
        return f"{obj.number} {obj.name}"


class TeamsApartForm(forms.Form):
    """Two teams that are not to meet."""

    one = TeamChoiceField(Team.objects.none(), label=_("Team"))
    other = TeamChoiceField(Team.objects.none(), label=_("and team"))
    first_round = forms.IntegerField(label=_("From round"), min_value=1, max_value=MOST_ROUNDS, initial=1)
    last_round = forms.IntegerField(
        label=_("To round"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("Empty: the last."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(self, *arguments: Any, event: Event, **named: Any) -> None:
        super().__init__(*arguments, **named)
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, TeamChoiceField)
            field.queryset = event.teams.order_by("number")
