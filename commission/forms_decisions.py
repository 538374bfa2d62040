"""The form of a decision of the commission."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from commission.models import Decision
from commission.services_decisions import waivable_articles
from commission.waivers import standing
from core.attachments import AttachmentField
from tournaments.forms.events import date_field
from tournaments.models import Event


class DecisionForm(forms.Form):
    """What is decided, on what day, and which article it waives for the event it was opened for."""

    decided_on = date_field(_("Decided on"), required=True)
    subject = forms.CharField(label=_("Subject"), max_length=200)
    text = forms.CharField(
        label=_("Decision and reason"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Everybody reads it as soon as a second member has confirmed it."),
    )
    article = forms.ChoiceField(
        label=_("Waives for this event"),
        required=False,
        help_text=_("Without it the refusal stays, and the event is played and archived, never rated."),
    )
    follows = forms.ModelChoiceField(
        label=_("Takes the place of"),
        queryset=Decision.objects.none(),
        required=False,
        empty_label=_("no earlier decision"),
        help_text=_("From then on the earlier one stands no more; it stays on the list."),
    )
    document = AttachmentField(label=_("Document"), required=False)

    def __init__(self, *args: Any, event: Event | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.event = event
        self.fields["decided_on"].initial = timezone.localdate
        follows: Any = self.fields["follows"]
        follows.queryset = standing().filter(event=event).order_by("-published_at")
        articles = waivable_articles(event) if event else {}
        article: Any = self.fields["article"]
        if articles:
            article.choices = [
                ("", _("nothing")),
                *((key, f"{key}: {text}") for key, text in articles.items()),
            ]
        else:
            del self.fields["article"]
