"""Work of play by correspondence for the workers: reminders, private links, addresses that are no longer needed."""

import logging
from collections import Counter
from typing import Any

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from core.jobs import JobContext, job
from tournaments.correspondence_mails import language_of, link_mail, reminder_mail
from tournaments.models import Entry, Event
from tournaments.sending import NotSent, Refused, send_one
from tournaments.services.correspondence import contacts_forget
from tournaments.services.reminders import (
    LINK_JOB,
    REMIND_JOB,
    DueReminder,
    event_reminders,
    reminder_claim,
    reminders_due,
    reminders_told,
)

FORGET_ADDRESSES_JOB = "tournaments.forget_addresses"
logger = logging.getLogger("crosstable.correspondence")


def _entry(pk: int) -> Entry:
    return Entry.objects.select_related("event", "contact", "person__account").get(pk=pk)


@job(REMIND_JOB, title=gettext_lazy("Reminding players of open games"))
def remind_of_games(context: JobContext) -> dict[str, Any]:
    """Remind whoever is due: all events once a day, or one event now (`event`, `days`).

    The note that a reminder went out and the sending stand in one transaction a player, so nobody is written to
    twice at a term, and whoever was not reached is tried again. An address that a server refuses keeps nobody else
    from being written to.
    """
    if "event" in context.payload:
        due = event_reminders(Event.objects.get(pk=context.payload["event"]), context.payload["days"])
    else:
        due = reminders_due(timezone.localdate())
    sent: Counter[tuple[int, int]] = Counter()
    failed, no_server = 0, None
    for place, each in enumerate(due):
        context.progress(place, len(due))
        entry = _entry(each.entry)
        try:
            sent[entry.event_id, each.days] += _remind(entry, each)
        except Refused as error:
            failed += 1
            logger.warning("the reminder of entry %s was refused: %s", entry.pk, error)
        except NotSent as error:
            no_server = error
            break
    for (event, days), count in sorted(sent.items()):
        if count:
            reminders_told(Event.objects.get(pk=event), days=days, count=count)
    if no_server is not None:
        raise no_server
    with context.effect():
        context.result = {"sent": sum(sent.values()), "failed": failed}
    return context.result


def _remind(entry: Entry, due: DueReminder) -> int:
    """1 if the mail went out."""
    with translation.override(language_of(entry)), transaction.atomic():
        mail = reminder_mail(entry)
        if mail is None or not reminder_claim(due):
            return 0
        return send_one(mail)


@job(LINK_JOB, title=gettext_lazy("Sending a private link"))
def mail_private_link(context: JobContext) -> dict[str, Any]:
    """Send one player his private link."""
    entry = _entry(context.payload["entry"])
    with translation.override(language_of(entry)):
        mail = link_mail(entry)
        sent = send_one(mail) if mail is not None else 0
    with context.effect():
        context.result = {"sent": sent}
    return context.result


@job(FORGET_ADDRESSES_JOB, title=gettext_lazy("Erasing addresses of players"))
def forget_addresses(context: JobContext) -> dict[str, Any]:
    """Erase the addresses of events that are long over; ordered once a day."""
    context.progress(0, 1)
    with context.effect():
        context.result = {"addresses": contacts_forget(timezone.now())}
    return context.result
