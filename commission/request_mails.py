"""What whoever asked for a correction is written. The address is his own and stands in no other mail."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from commission.models import CorrectionRequest
from commission.services_requests import link_token
from tournaments.sealing import unseal

SENTENCES: Mapping[str, Callable[[], str]] = {
    "confirm": lambda: _("Somebody, probably you, asked us for a correction. Open the page and confirm it:"),
    "made": lambda: _("Your request for a correction has arrived; the commission decides about it."),
    "asked": lambda: _("The commission has a question about your request. Answer it on the page:"),
    "accepted": lambda: _("The commission has accepted your request and will carry it out."),
    "rejected": lambda: _(
        "The commission has rejected your request. The page has the reason, and the way to appeal."
    ),
    "done": lambda: _("What you asked for is corrected."),
    "appeal": lambda: _("The appeals committee has decided about your request."),
}


def address_of_request(found: CorrectionRequest) -> str:
    """The whole address of the page of whoever asked: behind his log-in, or his private link."""
    if found.account_id is not None:
        path = reverse("commission:request", args=[found.pk])
    else:
        path = reverse("commission:request_link", args=[link_token(found)])
    return f"{settings.PUBLIC_ADDRESS}{path}"


def language_of(found: CorrectionRequest) -> str:
    """The language in which the request was made, else that of the account, else the portal's."""
    return found.language or (found.account.language if found.account else "") or settings.LANGUAGE_CODE


def request_mail(found: CorrectionRequest, what: str) -> EmailMessage | None:
    """The mail that says what happened; None where no address is known."""
    address = found.account.email if found.account else unseal(found.sealed).get("email", "")
    if not address:
        return None
    about: Any = found.event or found.person
    lines = [
        found.name,
        "",
        SENTENCES[what](),
        "",
        address_of_request(found),
        *([] if found.account_id else ["", _("The page is yours: give its address to nobody.")]),
    ]
    words = _("Request for a correction %(number)s") % {"number": found.pk}
    subject = f"{words}: {about}" if about else words
    return EmailMessage(subject=" ".join(subject.split()), body="\n".join(lines), to=[address])
