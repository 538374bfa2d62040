"""Forms of requests for corrections, of decisions for ratings alone, and of appeals."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from commission.models import Appeal, CorrectionRequest
from core.attachments import MOST_BYTES, Attachment, attachment_of
from players.models import Person
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.codes import GAME_CODES, OPEN_CODES, shown

MOST_FILES = 5


class _Files(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Some files at once: PDF, PNG or JPEG; its value is a list of papers."""

    widget = _Files

    def clean(self, data: Any, initial: Any = None) -> Any:
        """The papers, if they are what they say and not too large."""
        uploads = [upload for upload in (data if isinstance(data, (list, tuple)) else [data]) if upload]
        if len(uploads) > MOST_FILES:
            raise ValidationError(_("At most five files."))
        return [self._paper(super(FilesField, self).clean(upload, initial)) for upload in uploads]

    def _paper(self, upload: Any) -> Attachment:
        if upload.size > MOST_BYTES:
            raise ValidationError(_("“%(name)s” is larger than 8 MB.") % {"name": upload.name})
        paper = attachment_of(upload.read(), upload.name)
        if paper is None:
            raise ValidationError(_("“%(name)s” is no PDF, PNG or JPEG.") % {"name": upload.name})
        return paper


def _style(form: forms.Form) -> None:
    for field in form.fields.values():
        style = "form-select" if isinstance(field, forms.ChoiceField) else "form-control"
        if not isinstance(field.widget, forms.HiddenInput):
            field.widget.attrs.setdefault("class", style)


class _Told(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _style(self)

    def show_refusal(self, error: DomainError) -> None:
        """Put a service's refusal at the field that it names."""
        self.add_error(error.field if error.field in self.fields else None, str(error))


class RequestForm(_Told):
    """What is wrong, where, and what is right; name and e-mail of somebody who is not logged in."""

    subject = forms.ChoiceField(label=_("What is wrong?"), choices=CorrectionRequest.Subject.choices)
    event_number = forms.CharField(label=_("Registration number of the event"), max_length=40, required=False)
    round_number = forms.IntegerField(label=_("Round"), min_value=1, max_value=999, required=False)
    board = forms.IntegerField(label=_("Board"), min_value=1, max_value=9999, required=False)
    player = forms.CharField(
        label=_("FIDE ID of the player"),
        max_length=11,
        required=False,
        help_text=_("For a name, a birth or a title. Without a FIDE ID begin on the player's page."),
    )
    stated = forms.CharField(
        label=_("What stands there now"), max_length=300, required=False, help_text=_("For a result: 0-1.")
    )
    claimed = forms.CharField(
        label=_("What is right"), max_length=300, required=False, help_text=_("For a result: ½-½.")
    )
    text = forms.CharField(
        label=_("How you know"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Read by the commission alone."),
    )
    papers = FilesField(
        label=_("Papers"), required=False, help_text=_("Score sheets, slips: PDF, PNG or JPEG, five at most.")
    )
    name = forms.CharField(label=_("Your name"), max_length=120, required=False)
    email = forms.EmailField(
        label=_("Your e-mail"),
        required=False,
        help_text=_("For the confirmation and the answer. Never public."),
    )
    # People never see this field; programs that fill in everything do.
    website = forms.CharField(required=False, label=_("Leave this empty"))

    def __init__(
        self, *args: Any, event: Event | None = None, person: Person | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.event, self.person = event, person
        if event is not None:
            del self.fields["event_number"]
        if person is not None:
            del self.fields["player"]

    def clean_event_number(self) -> str:
        """The event of a registration number; a draft does not exist here."""
        number = str(self.cleaned_data["event_number"]).strip()
        if number:
            events = Event.objects.exclude(state=Event.State.DRAFT)
            self.event = events.filter(registration_number=number).first()
            if self.event is None:
                raise ValidationError(_("There is no event with this number."))
        return number

    def clean_player(self) -> str:
        """The person of a FIDE ID."""
        number = str(self.cleaned_data["player"]).strip()
        if number:
            self.person = Person.objects.filter(fide_id=number, merged_into__isnull=True).first()
            if self.person is None:
                raise ValidationError(_("Nobody in the register has this FIDE ID."))
        return number


class AnswerForm(_Told):
    """An answer to the commission, with papers."""

    text = forms.CharField(label=_("Your answer"), max_length=4000, widget=forms.Textarea(attrs={"rows": 4}))
    papers = FilesField(label=_("Papers"), required=False)


class AppealForm(_Told):
    """Why a decision is wrong."""

    text = forms.CharField(
        label=_("Why the decision is wrong"), max_length=4000, widget=forms.Textarea(attrs={"rows": 5})
    )


class AppealDecisionForm(_Told):
    """The outcome of an appeal, with its reason."""

    outcome = forms.ChoiceField(
        label=_("Outcome"),
        choices=[("", _("choose …")), *(choice for choice in Appeal.Outcome.choices if choice[0])],
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Public with the decision."),
    )


class RatingResultForm(_Told):
    """How one game is rated, and why otherwise than it stands in the table."""

    round_number = forms.IntegerField(label=_("Round"), min_value=1, max_value=999)
    board = forms.IntegerField(label=_("Board"), min_value=1, max_value=9999)
    code = forms.ChoiceField(label=_("Is rated as"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("The pages of the event, its crosstable and its ratings show it."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].choices = [  # type: ignore[attr-defined]
            ("", _("as it stands in the table (takes a decision back)")),
            *((code, code_words(code)) for code in GAME_CODES if code not in OPEN_CODES),
        ]


def code_words(code: str) -> str:
    """A result as a choice reads it: `1-0`, `1-0, not rated`."""
    if code.endswith("u"):
        return str(_("%(result)s, played and not rated")) % {"result": shown(code[:-1])}
    if code.endswith("a"):
        return str(_("%(result)s, adjudicated")) % {"result": shown(code[:-1])}
    return shown(code)
