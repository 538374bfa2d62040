"""The form that takes a list of results, pasted or as a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entries import PasteForm


class ResultListForm(PasteForm):
    """A list of results; `round` is the round of rows that name none, empty for all of them."""

    round = forms.TypedChoiceField(
        label=_("Round"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("Of rows that do not name their round."),
    )

    def __init__(self, *args: Any, rounds: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["content"].label = _("Results")
        self.fields["content"].help_text = _(
            "One board a line: board, White, result, Black, in any order, separated by semicolons or tabs; a first "
            "line may name the columns."
        )
        choices = [("", _("as the rows say")), *((str(number), str(number)) for number in rounds)]
        self.fields["round"].choices = choices  # type: ignore[attr-defined]
        self.order_fields(["round", "content", "file"])
