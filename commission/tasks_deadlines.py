"""The daily round of reminders of terms."""

import logging
from collections import Counter
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from commission.deadline_mails import deadline_mail
from commission.services_deadlines import (
    DueTerm,
    accounts_concerned,
    reminder_claim,
    reminders_told,
    terms_due,
)
from core.jobs import JobContext, job
from players.models import Account
from tournaments.sending import NotSent, Refused, send_one

REMIND_JOB = "commission.remind_of_deadlines"
logger = logging.getLogger("crosstable.deadlines")


@job(REMIND_JOB, title=gettext_lazy("Reminding of terms"))
def remind_of_deadlines(context: JobContext) -> dict[str, Any]:
    """Remind whoever has something to do, once at each stage of a term.

    The note and the sending stand in one transaction a mail, so nobody is written to twice, and whoever was not
    reached is tried again the next day. An address that a server refuses keeps nobody else from being reminded.
    """
    terms = list(terms_due(timezone.localdate()))
    count: Counter[str] = Counter()
    no_server = None
    for place, term in enumerate(terms):
        context.progress(place, len(terms))
        sent, no_server = _remind(term, count)
        if sent:
            reminders_told(term, count=sent)
        if no_server is not None:
            raise no_server
    with context.effect():
        context.result = {"sent": count["sent"], "failed": count["failed"]}
    return context.result


def _remind(term: DueTerm, count: Counter[str]) -> tuple[int, NotSent | None]:
    """How many mails of a term went out, and the error if there is no server."""
    sent = 0
    for account in accounts_concerned(term):
        try:
            sent += _send(term, account)
        except Refused as error:
            count["failed"] += 1
            logger.warning("the reminder of account %s was refused: %s", account.pk, error)
        except NotSent as error:
            count["sent"] += sent
            return sent, error
    count["sent"] += sent
    return sent, None


def _send(term: DueTerm, account: Account) -> int:
    """1 if the mail went out."""
    with translation.override(account.language or settings.LANGUAGE_CODE), transaction.atomic():
        return send_one(deadline_mail(term, account)) if reminder_claim(term, account) else 0
