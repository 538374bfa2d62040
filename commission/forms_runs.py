"""The form that orders a look at what a rating run would do."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from commission.models import Dossier, RatingRun
from players.models import RatingKind
from ratings.models import Period
from tournaments.models import Event


class RunForm(forms.Form):
    """What is to be rated, and why; of the three the one that the first field names counts."""

    scope = forms.ChoiceField(label=_("What is rated"), choices=RatingRun.Scope.choices)
    event = forms.ModelChoiceField(
        label=_("Event"),
        queryset=Event.objects.none(),
        required=False,
        empty_label=_("none"),
        help_text=_("Accepted events, and rated ones that no list has published."),
    )
    period = forms.ModelChoiceField(
        label=_("Period"), queryset=Period.objects.none(), required=False, empty_label=_("none")
    )
    since = forms.DateField(
        label=_("Papers received since"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("The log of the run keeps it, and the history of each event that it rates."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        stages = (Dossier.Stage.ACCEPTED, Dossier.Stage.RATED)
        events = Event.objects.filter(dossier__stage__in=stages, stage_of__isnull=True).order_by(
            "-start", "pk"
        )
        self.fields["event"].queryset = events  # type: ignore[attr-defined]
        open_periods = Period.objects.filter(state=Period.State.OPEN).order_by("effective_from", "kind")
        self.fields["period"].queryset = open_periods  # type: ignore[attr-defined]
        for name in ("scope", "event", "period", "kind"):
            self.fields[name].widget.attrs["class"] = "form-select"
        self.fields["kind"].choices = [("", _("all kinds")), *RatingKind.choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """What the scope asks for is there."""
        data: dict[str, Any] = super().clean() or {}
        scope = data.get("scope")
        if scope and not data.get(scope) and scope not in self.errors:
            self.add_error(scope, _("Say which."))
        return data

    def ordered(self) -> dict[str, Any]:
        """The arguments of `services_runs.run_look`."""
        data = self.cleaned_data
        scope = data["scope"]
        by_day = scope == RatingRun.Scope.SINCE
        return {scope: data[scope], "reason": data["reason"]} | ({"kind": data["kind"]} if by_day else {})
