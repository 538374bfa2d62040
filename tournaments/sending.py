"""Sending one mail to one player. What a mail server answers names the address, which belongs into no log."""

from smtplib import SMTPDataError, SMTPException, SMTPNotSupportedError, SMTPRecipientsRefused

from django.core.mail import EmailMessage


class NotSent(Exception):
    """A mail that did not go out: the kind of error and never to whom it should have gone."""


class Refused(NotSent):
    """The server is there and does not take this mail; the next one it may take."""


def send_one(mail: EmailMessage) -> int:
    """Send a mail; gives how many went out. Raises Refused and NotSent."""
    try:
        return int(mail.send())
    except (SMTPRecipientsRefused, SMTPDataError, SMTPNotSupportedError) as error:
        raise Refused(type(error).__name__) from None
    except (SMTPException, OSError) as error:
        raise NotSent(type(error).__name__) from None
