"""Forms for two records of one player."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from commission.merging import KindPreview, UndoLine
from players.models import Person


class PairForm(forms.Form):
    """Which two records: by the number of the record, the FIDE ID or the national number."""

    survivor = forms.CharField(label=gettext_lazy("Record that stays"), max_length=20)
    merged = forms.CharField(label=gettext_lazy("Record to be merged into it"), max_length=20)

    def clean_survivor(self) -> Person:
        """The person."""
        return self._person(self.cleaned_data["survivor"])

    def clean_merged(self) -> Person:
        """The person."""
        return self._person(self.cleaned_data["merged"])

    def _person(self, typed: str) -> Person:
        """One person by the number typed; the address of a record ends with its number."""
        text = typed.strip().rstrip("/").rpartition("/")[2]
        rows = Person.objects.select_related("region")
        found = rows.filter(fide_id=text).first() or rows.filter(national_id=text).first()
        if found is None and text.isascii() and text.isdigit() and len(text) < 18:
            found = rows.filter(pk=int(text)).first()
        if found is None:
            raise ValidationError(_("Nobody in the register has the number %(number)s.") % {"number": text})
        return found


class ProposeForm(forms.Form):
    """Why the two are one, and whose published figure stands where both have one."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=1000,
        help_text=gettext_lazy("How it is known that both are one player. Both records keep it."),
    )

    def __init__(self, *args: Any, kinds: Iterable[KindPreview], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kinds = [kind for kind in kinds if kind.both]
        for kind in self.kinds:
            assert kind.survivor is not None
            assert kind.merged is not None
            self.fields[f"rating_{kind.kind}"] = forms.ChoiceField(
                label=_("Whose rating stands: %(kind)s") % {"kind": kind.label},
                choices=[
                    (
                        "survivor",
                        _("%(rating)s, of the record that stays") % {"rating": kind.survivor.rating},
                    ),
                    ("merged", _("%(rating)s, of the other record") % {"rating": kind.merged.rating}),
                ],
                initial="survivor",
                help_text=_("It is the base of the next list, with the games of both."),
            )

    @property
    def ratings(self) -> dict[str, str]:
        """The choice by kind of list."""
        return {kind.kind: self.cleaned_data[f"rating_{kind.kind}"] for kind in self.kinds}


class DecisionForm(forms.Form):
    """A reason for confirming (optional), declining or undoing."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=1000,
        required=False,
    )


class UndoForm(DecisionForm):
    """Why two records are two again, and to which of them each entry made since belongs."""

    def __init__(self, *args: Any, lines: Iterable[UndoLine], names: tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = list(lines)
        self.fields["reason"].required = True
        for line in self.lines:
            self.fields[f"entry_{line.entry.pk}"] = forms.ChoiceField(
                label=line.entry.event.name,
                choices=[("survivor", names[0]), ("merged", names[1])],
                initial="merged" if line.to_merged else "survivor",
                help_text=_("A published list has counted it: the event is calculated again.")
                if line.published
                else "",
            )

    @property
    def to_merged(self) -> set[int]:
        """The entries that go to the merged record."""
        return {
            line.entry.pk for line in self.lines if self.cleaned_data[f"entry_{line.entry.pk}"] == "merged"
        }
