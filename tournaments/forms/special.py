"""Forms about points beside the results: who has how many more or fewer, from when, and why."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.interchange.points import parse_points
from tournaments.models import Entry, Event, Team
from tournaments.record.special import STANDINGS_ONLY

FROM_ROUND, APART = "round", "apart"


class HalvesField(forms.CharField):
    """Points as people write them (`1`, `-0.5`, `½`); cleans to half points, None where nothing was typed."""

    def clean(self, value: Any) -> int | None:  # type: ignore[override]
        """The half points; raises ValidationError for what is no number of points."""
        text = super().clean(value).replace("−", "-").replace("+", "").strip()
        if not text:
            return None
        sign, text = (-1, text[1:]) if text.startswith("-") else (1, text)
        try:
            return sign * parse_points(text)
        except ValueError as error:
            raise ValidationError(
                _("“%(text)s” is not a number of points; halves are the smallest."), params={"text": value}
            ) from error


class GiveForm(forms.Form):
    """Points given to a player or team, or with a minus taken; with a reason, which everybody can read."""

    number = forms.IntegerField(label=_("Start number"), min_value=1)
    points = HalvesField(
        label=_("Points"), max_length=8, required=False, help_text=_("With a minus they are taken: -0.5.")
    )
    match_points = HalvesField(label=_("Match points"), max_length=8, required=False)
    counted = forms.ChoiceField(
        label=_("They count"),
        choices=[
            (FROM_ROUND, _("from a round on: in standings, tie-breaks and pairing")),
            (APART, _("in the standing alone: not in tie-breaks, not in pairing")),
        ],
        initial=FROM_ROUND,
    )
    round_number = forms.IntegerField(
        label=_("From round"), min_value=0, max_value=99, required=False, help_text=_("0: beforehand.")
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=300, help_text=_("Everybody can read it on the public page.")
    )

    def __init__(self, *arguments: Any, event: Event, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.event = event
        if event.is_team_event:
            self.fields["number"].label = _("Number of the team")
            self.fields["points"].label = _("Game points")
        else:
            del self.fields["match_points"]
            self.fields["number"].widget.attrs["list"] = "event-players"
        self.fields["round_number"].widget.attrs["max"] = event.rounds_planned

    def clean_number(self) -> Entry | Team:
        """Who it is; raises ValidationError for a number that nobody has."""
        number = self.cleaned_data["number"]
        model = Team if self.event.is_team_event else Entry
        found: Entry | Team | None = model._default_manager.filter(event=self.event, number=number).first()
        if found is None:
            raise ValidationError(
                _("No team has the number %(number)s.")
                if self.event.is_team_event
                else _("Nobody has the start number %(number)s."),
                params={"number": number},
            )
        return found

    def given(self) -> dict[str, Any]:
        """What the service takes."""
        data = self.cleaned_data
        return {
            "holders": [data["number"]],
            "halves": data["points"],
            "match_halves": data.get("match_points"),
            "round_number": STANDINGS_ONLY if data["counted"] == APART else data["round_number"] or 0,
            "reason": data["reason"],
        }


class TakeBackForm(forms.Form):
    """Why points given before count no more."""

    reason = forms.CharField(label=_("Why"), max_length=300)
