"""The mail that reminds of a term, in the language of whoever gets it."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from commission.services_deadlines import DueTerm
from core.templatetags.ui import day
from players.models import Account


def deadline_mail(term: DueTerm, account: Account) -> EmailMessage:
    """What is due, when, by which article, and where to do it."""
    clock, event = term.clock, term.event
    due = day(clock.deadline.due)
    words = {"what": clock.label, "event": " ".join(event.name.split()), "day": due, "left": clock.words}
    name = "commission:dossier" if clock.deadline.of_commission else "tournaments:desk_event"
    article = clock.deadline.article
    lines = [
        account.shown_name,
        "",
        _("%(event)s: %(what)s, due on %(day)s (%(left)s).") % words,
        _("Article %(article)s of %(edition)s.") % {"article": article, "edition": clock.edition}
        if article
        else clock.choice[:1].upper() + clock.choice[1:] + ".",
        "",
        settings.PUBLIC_ADDRESS + reverse(name, args=[event.pk]),
    ]
    return EmailMessage(
        subject=_("%(what)s of %(event)s: %(left)s") % words, body="\n".join(lines), to=[account.email]
    )
