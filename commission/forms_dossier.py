"""Forms of a dossier: a decision about the register, a message, an assignment."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from commission.models import RegisterDecision
from players.models import Account


class DifferenceForm(forms.Form):
    """What becomes of a difference, and why."""

    outcome = forms.ChoiceField(
        label=_("Decision"), choices=RegisterDecision.Outcome.choices, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It stays with the decision; a question to the director carries it."),
    )

    def __init__(self, *args: object, can_be_accepted: bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if not can_be_accepted:
            field = self.fields["outcome"]
            assert isinstance(field, forms.ChoiceField)
            taken = RegisterDecision.Outcome.ACCEPTED
            field.choices = [
                (value, label) for value, label in RegisterDecision.Outcome.choices if value != taken
            ]


class MessageForm(forms.Form):
    """A message to the other side."""

    text = forms.CharField(label=_("Message"), max_length=4000, widget=forms.Textarea(attrs={"rows": 4}))


class AssignForm(forms.Form):
    """The member who gets the dossier, and why."""

    member = forms.ChoiceField(label=_("Member"))
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, *args: object, members: Iterable[Account], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["member"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(member.pk), member.shown_name) for member in members]
