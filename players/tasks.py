"""What workers do about accounts: mails, and the erasing of what has had its day."""

from datetime import timedelta
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from core.jobs import JobContext, job
from players.mails import claim_mail, factor_mail, invitation_mail
from players.models import Account, Invitation, ProfileClaim
from players.services import claims, invitations, second_factor
from players.sessions import SessionStore

# A used or ended invitation stays in its list for this long with its address.
ADDRESS_KEPT = timedelta(days=90)


@job(invitations.MAIL_JOB, title=gettext_lazy("Sending an invitation"))
def mail_invitation(context: JobContext) -> dict[str, Any]:
    """Send an invitation, unless it was used, withdrawn or sent again meanwhile."""
    found = Invitation.objects.select_related("invited_by").get(pk=context.payload["invitation"])
    holds = found.state == Invitation.State.OPEN and found.series == context.payload["series"]
    return _sent(context, invitation_mail, found, language=found.language) if holds else {"sent": 0}


@job(claims.MAIL_JOB, title=gettext_lazy("Telling what became of a claim"))
def mail_claim(context: JobContext) -> dict[str, Any]:
    """Tell whoever claimed a profile what the commission has decided."""
    found = ProfileClaim.objects.select_related("account").get(pk=context.payload["claim"])
    return _sent(context, claim_mail, found, language=found.account.language)


@job(second_factor.MAIL_JOB, title=gettext_lazy("Telling of a second factor taken away"))
def mail_factor(context: JobContext) -> dict[str, Any]:
    """Tell an account's owner that the office has taken his second factor away."""
    accounts = Account.objects.in_bulk([context.payload["account"], context.payload["actor"]])
    account = accounts[context.payload["account"]]
    return _sent(context, factor_mail, account, accounts[context.payload["actor"]], language=account.language)


@job("players.forget", title=gettext_lazy("Erasing old sessions and addresses"))
def forget(context: JobContext) -> dict[str, Any]:
    """Erase sessions that are over, and the addresses of invitations that nobody waits for any more."""
    with context.effect():
        SessionStore.clear_expired()
        old = Invitation.objects.filter(expires_at__lt=timezone.now() - ADDRESS_KEPT).exclude(email="")
        context.result = {"addresses": old.update(email="")}
    return context.result


def _sent(context: JobContext, make: Any, *about: Any, language: str) -> dict[str, Any]:
    with translation.override(language or settings.LANGUAGE_CODE):
        mail: EmailMessage | None = make(*about)
    sent = _send(mail) if mail is not None else 0
    with context.effect():
        context.result = {"sent": sent}
    return context.result


def _send(mail: EmailMessage) -> int:
    try:
        return int(mail.send())
    except (SMTPException, OSError) as error:
        # What a mail server answers names the address, which belongs into no log.
        raise RuntimeError(type(error).__name__) from None
