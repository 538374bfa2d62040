"""Mails of play by correspondence: the private link, and reminders of open games. Each goes to one player alone."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Event
from tournaments.sealing import unseal
from tournaments.services.correspondence import private_token, setup_of
from tournaments.services.correspondence_games import open_games_of


def private_address(entry: Entry, event: Event, series: int) -> str:
    """The whole address of a player's private page."""
    path = reverse("tournaments:correspondence_own", args=[event.pk, private_token(entry, series)])
    return f"{settings.PUBLIC_ADDRESS}{path}"


def language_of(entry: Entry) -> str:
    """The language of the player's account, else the portal's."""
    account = getattr(entry.person, "account", None) if entry.person else None
    return (account.language if account else "") or settings.LANGUAGE_CODE


def _mail(entry: Entry, subject: str, lines: list[str]) -> EmailMessage | None:
    contact = getattr(entry, "contact", None)
    address = unseal(contact.sealed).get("email", "") if contact else ""
    if not address:
        return None
    return EmailMessage(subject=" ".join(subject.split()), body="\n".join(lines), to=[address])


def link_mail(entry: Entry) -> EmailMessage | None:
    """The mail with the private link to the start list; None for a player without an address."""
    event = entry.event
    lines = [
        entry.name,
        "",
        _("The start list of “%(event)s” with the addresses of your opponents:") % {"event": event.name},
        private_address(entry, event, setup_of(event).link_series),
        "",
        _("The page is for the participants alone. Give its address to nobody."),
        _("There you can also change your own address."),
    ]
    return _mail(entry, _("Start list: %(event)s") % {"event": event.name}, lines)


def reminder_mail(entry: Entry) -> EmailMessage | None:
    """The reminder with the open games; None for a player without an address or without an open game."""
    event, games = entry.event, open_games_of(entry)
    if not games or event.end is None:
        return None
    left = (event.end - timezone.localdate()).days
    text = ngettext(
        "%(event)s ends on %(day)s, in %(count)s day.", "%(event)s ends on %(day)s, in %(count)s days.", left
    )
    day = date_format(event.end, "j F Y")
    lines = [
        entry.name,
        "",
        text % {"event": event.name, "day": day, "count": left},
        _("These games of yours have no result yet:"),
        *(_game_line(entry, white=game.white, black=game.black) for game in games),
        "",
        _("Send results to the arbiter. What is open on the last day he decides."),
        "",
        _("Your private page; there you can also turn these reminders off:"),
        private_address(entry, event, setup_of(event).link_series),
    ]
    return _mail(entry, _("Open games: %(event)s") % {"event": event.name}, lines)


def _game_line(entry: Entry, *, white: Entry, black: Entry) -> str:
    if white.pk == entry.pk:
        return _("– with White against %(number)s %(name)s") % {"number": black.number, "name": black.name}
    return _("– with Black against %(number)s %(name)s") % {"number": white.number, "name": white.name}
