"""The form of an event: fields and order are those of the head of report forms 1 to 3."""

from decimal import Decimal
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import HTML, Div, Field, Fieldset, Layout
from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import TemplatesSetting
from django.utils.translation import gettext_lazy as _

from players.models import RatingKind
from tournaments.models import Event, EventOfficial
from tournaments.rulebook.shelf import editions
from tournaments.selectors.events import main_events
from tournaments.services.events import HEAD_FIELDS

ORDERS = (
    "PTS,DE,BH/C1,BH,SB",
    "PTS,BH/C1,BH,SB,DE",
    "PTS,DE,WIN,SB,KS",
    "PTS,SB,KS,DE,WIN",
    "PTS,BH/M1,BH,PS,WIN",
)
#  key -> points in halves for win, draw, loss
SCORES = {"1": (2, 1, 0), "3": (6, 2, 0), "2": (4, 2, 0)}
OWN_SCORES, OWN_FIELDS = "own", ("own_win", "own_draw", "own_loss")
MOST_POINTS = 50
ISO = "%Y-%m-%d"


def own_points(label: Any) -> forms.DecimalField:
    """Points of an own score system, in halves."""
    return forms.DecimalField(
        label=label,
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        decimal_places=1,
        widget=forms.NumberInput(attrs={"step": "0.5"}),
        help_text=_("Only with own values."),
    )


def date_field(label: Any, *, required: bool = False, help_text: Any = "") -> forms.DateField:
    """A day, typed or picked, always in ISO order."""
    return forms.DateField(
        label=label,
        required=required,
        help_text=help_text,
        input_formats=[ISO],
        widget=forms.DateInput(attrs={"type": "date"}, format=ISO),
        error_messages={"invalid": _("Write the day as YYYY-MM-DD.")},
    )


class OrderInput(forms.TextInput):
    """A text line that proposes the usual tie-break orders; anything else may be typed."""

    template_name = "tournaments/_order_input.html"

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """The context with the proposals."""
        context = super().get_context(name, value, attrs)
        context["orders"] = ORDERS
        return context

    def _render(self, template_name: str, context: Any, renderer: Any = None) -> Any:
        """The portal's own templates hold this widget, which Django's form renderer does not look at."""
        return super()._render(template_name, context, TemplatesSetting())  # type: ignore[misc]


def edition_choices(*regulations: str) -> list[tuple[str, Any]]:
    """Every edition of the regulations, newest first; the empty choice leaves it to the first day."""
    found = [edition for regulation in regulations for edition in reversed(editions(regulation))]
    return [("", _("by the first day of play")), *((edition.key, edition.source_title) for edition in found)]


class EventForm(forms.ModelForm):  # type: ignore[type-arg]
    """Everything that a director says of an event. It asks and checks shapes; the services decide."""

    start = date_field(
        _("First day of play"), help_text=_("Decides the edition of the rules and the list in force.")
    )
    end = date_field(_("Last day of play"))
    score_system = forms.ChoiceField(label=_("Points for win, draw, loss"))
    own_win = own_points(_("Own points for a win"))
    own_draw = own_points(_("Own points for a draw"))
    own_loss = own_points(_("Own points for a loss"))
    pairing_bye_halves = forms.TypedChoiceField(
        label=_("Points for an allocated bye"),
        coerce=int,
        choices=[(2, "1"), (1, "½"), (0, "0"), (6, "3"), (4, "2")],
        initial=2,
    )
    rating_edition = forms.ChoiceField(label=_("Rating rules"), required=False)
    tie_break_edition = forms.ChoiceField(label=_("Tie-break rules"), required=False)
    unplayed_edition = forms.ChoiceField(label=_("Unplayed rounds by"), required=False)
    tie_break_order = forms.CharField(
        label=_("Tie-break order"),
        required=False,
        max_length=200,
        widget=OrderInput,
        help_text=_("Codes with commas, in the order of their weight. Empty: the usual order of the system."),
    )
    numbering = forms.ChoiceField(
        label=_("Start numbers"),
        required=False,
        choices=[("", _("as usual for the system")), *Event.Numbering.choices],
        help_text=_(
            "A Swiss by rating; a round robin, Scheveningen or correspondence event by lot or typed."
        ),
    )
    first_colour = forms.ChoiceField(
        label=_("Colour of the first player in round 1"),
        required=False,
        choices=[("", _("drawn by lot when round 1 is paired")), *Event.Colour.choices],
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Event
        fields = (
            "name",
            "group_code",
            "city",
            "federation",
            "region",
            "start",
            "end",
            "rate_of_play",
            "correspondence",
            "occasion",
            "stage_of",
            "system",
            "cycles",
            "after_decision",
            "rounds_planned",
            "pairing_bye_halves",
            "numbering",
            "first_colour",
            "chief_arbiter_name",
            "deputies",
            "organiser",
            "contact",
            "rating_kind",
            "rating_edition",
            "tie_break_edition",
            "unplayed_edition",
            "tie_break_order",
            "norms",
            "title_norms",
        )
        help_texts = {
            "title_norms": _("Who can still make a norm of GM, IM, WGM or WIM; the desk sees it always."),
            "group_code": _("If the event has several groups, such as “A” or “Seniors”."),
            "federation": _("Three letters."),
            "deputies": _("Several names with semicolons."),
            "rate_of_play": _("As announced, such as 90 min/40 moves + 30 min + 30 s."),
            "occasion": _("Some have rules of their own: championships, leagues, world team events."),
            "stage_of": _("Preliminaries and finals of one event are rated together."),
            "after_decision": _("Whether they are rated, if the reporter or an agreement says so."),
            "cycles": _("2 for a double round robin."),
            "rounds_planned": _("A round robin takes what its table needs."),
        }
        widgets = {"cycles": forms.NumberInput(attrs={"min": 1, "max": 8})}

    def __init__(self, *args: Any, account: Any = None, **kwargs: Any) -> None:
        """`account` sees his own events, and those of this event's officials, as what it may be a stage of."""
        super().__init__(*args, **kwargs)
        self.fields["stage_of"].queryset = main_events(account, self.instance)  # type: ignore[attr-defined]
        self.fields["stage_of"].empty_label = _("of no other event")  # type: ignore[attr-defined]
        self.fields["region"].empty_label = _("none")  # type: ignore[attr-defined]
        self.fields["occasion"].choices = [("", _("none of these")), *Event.Occasion.choices]  # type: ignore[attr-defined]
        self.fields["after_decision"].choices = [  # type: ignore[attr-defined]
            ("", _("as the rules say")),
            *Event.AfterDecision.choices,
        ]
        self.fields["rating_kind"].choices = [*RatingKind.choices, ("", _("not rated"))]  # type: ignore[attr-defined]
        self.fields["rating_edition"].choices = edition_choices("fide-rating", "fide-rapid-blitz", "racc")  # type: ignore[attr-defined]
        self.fields["tie_break_edition"].choices = edition_choices("c07", "ua-tiebreaks")  # type: ignore[attr-defined]
        self.fields["unplayed_edition"].choices = edition_choices("c07")  # type: ignore[attr-defined]
        systems = [choice for choice in Event.System.choices if choice[0] != Event.System.UNKNOWN]
        if self.instance.system == Event.System.UNKNOWN:
            # The first of the list must not be taken for an answer.
            systems.insert(0, ("", _("choose …")))
            self.initial["system"] = ""
        self.fields["system"].choices = systems  # type: ignore[attr-defined]
        self.fields["score_system"].choices = self._score_choices()  # type: ignore[attr-defined]
        self.initial.setdefault("version", self.instance.version)
        self.initial["score_system"] = self._score_key()
        if self._score_key() == OWN_SCORES:
            own = (self.instance.win_halves, self.instance.draw_halves, self.instance.loss_halves)
            self.initial.update(
                {name: Decimal(halves) / 2 for name, halves in zip(OWN_FIELDS, own, strict=True)}
            )
        if self.instance.pk is None:
            self.initial["tie_break_order"] = self.initial["numbering"] = ""
        self.helper = _helper()

    def _score_key(self) -> str:
        stored = (self.instance.win_halves, self.instance.draw_halves, self.instance.loss_halves)
        return next((key for key, halves in SCORES.items() if halves == stored), OWN_SCORES)

    def _score_choices(self) -> list[tuple[str, Any]]:
        return [
            ("1", "1 · ½ · 0"),
            ("3", "3 · 1 · 0"),
            ("2", "2 · 1 · 0"),
            (OWN_SCORES, _("own values, typed beside")),
        ]

    def clean(self) -> dict[str, Any]:
        """Own values must be whole or half points, all three."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if values.get("score_system") == OWN_SCORES:
            for name in OWN_FIELDS:
                points = values.get(name)
                if name not in self.errors and (points is None or points * 2 != int(points * 2)):
                    self.add_error(name, _("Type points as whole or half ones, such as 1.5."))
        return values

    def _post_clean(self) -> None:
        """The model's own checks belong to the service, which sees the stored event and not this form's."""

    def clean_federation(self) -> str:
        """The federation's code in capitals."""
        return str(self.cleaned_data["federation"]).upper()

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes: the fields of the head, the score system in halves."""
        values = {name: value for name, value in self.cleaned_data.items() if name in HEAD_FIELDS}
        halves = SCORES.get(self.cleaned_data["score_system"])
        if halves is None:
            win, draw, loss = (int(self.cleaned_data[name] * 2) for name in OWN_FIELDS)
            halves = (win, draw, loss)
        values["win_halves"], values["draw_halves"], values["loss_halves"] = halves
        return values

    def show_refusal(self, error: ValidationError) -> None:
        """Put a service's refusal at the fields it names."""
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


def _section(title: Any, *fields: Any) -> Fieldset:
    return Fieldset(
        title, Div(Div(*fields, css_class="form-grid"), css_class="form-body"), css_class="form-section"
    )


def _helper() -> FormHelper:
    helper = FormHelper()
    helper.form_tag = False
    helper.layout = Layout(
        _section(
            _("Event"),
            Field("name", wrapper_class="full"),
            "group_code",
            "federation",
            "city",
            "region",
            "start",
            "end",
            "rate_of_play",
            "correspondence",
            "occasion",
            "stage_of",
        ),
        _section(
            _("Play"),
            "system",
            "cycles",
            "after_decision",
            "rounds_planned",
            "score_system",
            *OWN_FIELDS,
            "pairing_bye_halves",
            "numbering",
            "first_colour",
        ),
        _section(_("Officials"), "chief_arbiter_name", "deputies", "organiser", "contact"),
        _section(
            _("Rules"),
            HTML('{% include "tournaments/_editions.html" %}'),
            "rating_kind",
            "rating_edition",
            "tie_break_edition",
            "unplayed_edition",
            Field("tie_break_order", wrapper_class="full"),
            "norms",
            "title_norms",
        ),
        "version",
    )
    return helper


class OfficialForm(forms.Form):
    """Gives somebody a role in the event."""

    username = forms.CharField(label=_("User name"), max_length=150, help_text=_("As the person logs in."))
    role = forms.ChoiceField(
        label=_("Role"), choices=EventOfficial.Role.choices, initial=EventOfficial.Role.CLERK
    )
