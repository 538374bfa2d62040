"""What a player is written about his registration. The address is his own and stands in no other mail."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Registration
from tournaments.services.registering import link_token
from tournaments.services.waiting_list import DECLINED, ENTERED, MOVED_UP


def own_address(registration: Registration) -> str:
    """The whole address of the player's own page."""
    path = reverse("tournaments:registration", args=[registration.event_id, link_token(registration)])
    return f"{settings.PUBLIC_ADDRESS}{path}"


def registration_mail(registration: Registration, what: str) -> EmailMessage:
    """The mail that says what became of a registration, with the link that changes or withdraws it."""
    lines = [
        registration.name,
        "",
        _sentence(registration, what),
        *([registration.reason] if what == DECLINED and registration.reason else []),
        "",
        _("Your own page, on which you can change or take back the registration; give it to nobody:"),
        own_address(registration),
    ]
    return EmailMessage(
        subject=_("Registration: %(event)s") % {"event": " ".join(registration.event.name.split())},
        body="\n".join(lines),
        to=[registration.email],
    )


def _sentence(registration: Registration, what: str) -> str:
    name = {"event": registration.event.name}
    if what == ENTERED:
        return _("You are entered in “%(event)s”.") % name
    if what == DECLINED:
        return _("Your registration for “%(event)s” was declined.") % name
    if what == MOVED_UP:
        return _("A place has become free in “%(event)s”: you have moved up from the waiting list.") % name
    if registration.state == Registration.State.WAITING:
        return _("All places of “%(event)s” are taken; you are on the waiting list.") % name
    return _("Your registration for “%(event)s” has arrived; the director decides about it.") % name
