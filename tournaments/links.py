"""Private links of players: signed, of one entry, of one round or of the whole event, with an end.

Whoever holds the link is taken for the player. It opens no account and shows nothing that is not public.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils import timezone
from django.utils.http import base36_to_int, int_to_base36

from tournaments.models import Entry, Event, Round

DAYS_OF_A_SLIP = 2  # after the day of its round
DAYS_AFTER_THE_EVENT = 2
DAYS_WITHOUT_AN_END = 60


class BadLink(Exception):
    """The link was not made by this portal, or somebody changed it."""


@dataclass(frozen=True, slots=True)
class PlayerLink:
    """What a link says: `round_number` is 0 for all rounds, `series` the event's at its making, `until` in seconds."""

    event: int
    entry: int
    round_number: int
    series: int
    until: int

    @property
    def has_ended(self) -> bool:
        """Its time is over."""
        return timezone.now().timestamp() > self.until

    def token(self) -> str:
        """The signed text that stands in the address."""
        parts = (self.event, self.entry, self.round_number, self.series, self.until)
        return _signer().sign("-".join(map(int_to_base36, parts)))


def read_link(token: str) -> PlayerLink:
    """The link that a token was made of; its end and series are for the caller to check. Raises BadLink."""
    try:
        parts = [base36_to_int(part) for part in _signer().unsign(token[:200]).split("-")]
        return PlayerLink(*parts)
    except (BadSignature, ValueError, TypeError) as error:
        raise BadLink from error


def player_link(entry: Entry, event: Event, series: int) -> PlayerLink:
    """The link of a player for the whole event; it ends two days after the last day of play."""
    last = event.end + timedelta(days=DAYS_AFTER_THE_EVENT) if event.end else None
    return PlayerLink(event.pk, entry.pk, 0, series, _end_of(last or _in_days(DAYS_WITHOUT_AN_END)))


def slip_links(round_: Round, series: int) -> Callable[[Entry], PlayerLink]:
    """Makes the links on a round's slips: each side its own, until two days after the round."""
    until = _end_of((round_.day or timezone.localdate()) + timedelta(days=DAYS_OF_A_SLIP))

    def link(entry: Entry) -> PlayerLink:
        return PlayerLink(round_.event_id, entry.pk, round_.number, series, until)

    return link


def address_of(link: PlayerLink) -> str:
    """The whole address, as a code or a letter holds it."""
    return f"{settings.PUBLIC_ADDRESS}{reverse('tournaments:player_link', args=[link.token()])}"


def _signer() -> Signer:
    return Signer(sep=".", salt="tournaments.player-link")


def _in_days(days: int) -> date:
    return timezone.localdate() + timedelta(days=days)


def _end_of(day: date) -> int:
    """The last second of a day in the portal's zone, so that a link made twice a day is the same link."""
    return int(timezone.make_aware(datetime.combine(day, time(23, 59, 59))).timestamp())
