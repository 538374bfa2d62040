"""Reminders of open games by correspondence: who is due today, and that each is reminded once a term."""

from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import CorrespondenceSetup, Entry, Event, Game, GamesReminder
from tournaments.record.codes import OPEN_CODES
from tournaments.sealing import unseal
from tournaments.services.common import event_locked_for, write_ledger
from tournaments.services.correspondence import refuse_over_the_board, reminder_terms

REMIND_JOB = "tournaments.remind_of_games"
LINK_JOB = "tournaments.mail_private_link"
# All games begin with the pairing; the first result may come months later.
UNDER_WAY = (Event.State.REGISTERED, Event.State.PLAYING)


@dataclass(frozen=True, slots=True)
class DueReminder:
    """One player to be written to: the term in days before the last day, and how many of his games are open."""

    entry: int
    last_day: date
    days: int
    open_games: int


def open_counts(event: Event) -> dict[int, int]:
    """Open games by entry id; players without any are left out."""
    counts: dict[int, int] = {}
    games = Game.objects.filter(round__event=event, code__in=OPEN_CODES)
    for pair in games.values_list("white_id", "black_id"):
        for entry in pair:
            counts[entry] = counts.get(entry, 0) + 1
    return counts


def reachable(event: Event) -> dict[int, str]:
    """E-mail addresses by entry id, of those who have one, have not left and do not mind reminders."""
    entries = event.entries.filter(withdrawn_after__isnull=True, contact__isnull=False)
    rows = entries.exclude(by_correspondence__no_reminders=True).select_related("contact")
    known = {entry.pk: unseal(entry.contact.sealed).get("email", "") for entry in rows}
    return {entry: address for entry, address in known.items() if address}


def reminders_due(today: date) -> list[DueReminder]:
    """Who is to be reminded today in all events: the shortest term that has begun, once each.

    A term that passed while the portal slept is not made up for when a shorter one has begun.
    """
    setups = CorrespondenceSetup.objects.filter(
        reminders=True, event__correspondence=True, event__state__in=UNDER_WAY, event__end__gte=today
    )
    found: list[DueReminder] = []
    for setup in setups.select_related("event").order_by("event_id"):
        assert setup.event.end is not None
        left = (setup.event.end - today).days
        begun = [term for term in reminder_terms(setup.reminder_days) if term >= left]
        if begun:
            found += event_reminders(setup.event, begun[-1])
    return found


def event_reminders(event: Event, days: int) -> list[DueReminder]:
    """Who of an event has open games, can be written to, and was not reminded at this term."""
    if event.end is None:
        return []
    had = set(
        GamesReminder.objects.filter(entry__event=event, last_day=event.end, days=days).values_list(
            "entry_id", flat=True
        )
    )
    counts, known = open_counts(event), reachable(event)
    return [
        DueReminder(entry, event.end, days, counts[entry])
        for entry in sorted(counts)
        if entry in known and entry not in had
    ]


def reminder_claim(due: DueReminder) -> bool:
    """Note that the reminder goes out, in the caller's transaction; False where it went out before."""
    _row, made = GamesReminder.objects.get_or_create(
        entry_id=due.entry,
        last_day=due.last_day,
        days=due.days,
        defaults={"open_games": due.open_games, "sent_at": timezone.now()},
    )
    return made


def reminders_refuse(event: Event, *, actor: Account | None) -> int:
    """The term at which an arbiter reminds everybody now, in days before the end.

    Raises PermissionDenied and DomainError (not being played, no last day, the last day is over).
    """
    with transaction.atomic():
        stored = event_locked_for(event.pk, actor=actor, permission="contacts_edit")
        refuse_over_the_board(stored)
        if stored.state not in UNDER_WAY:
            raise DomainError(_("The event is not being played."), "not_playing")
        if stored.end is None:
            raise DomainError(_("The event has no last day."), "no_end", _("Type it on the event's form."))
    left = (stored.end - timezone.localdate()).days
    if left < 0:
        raise DomainError(
            _("The last day is over; what is open now is for the arbiter to decide."), "event_over"
        )
    return left


@transaction.atomic
def reminders_told(event: Event, *, days: int, count: int) -> None:
    """The ledger row of a run of reminders; it names nobody."""
    stored = event_locked_for(event.pk, actor=None, permission="contacts_edit")
    write_ledger(stored, actor=None, verb="correspondence.reminded", payload={"days": days, "count": count})


@transaction.atomic
def links_sent(event: Event, *, actor: Account | None) -> list[int]:
    """The entries that get their private link by mail, with a ledger row. Raises PermissionDenied, DomainError."""
    stored = event_locked_for(event.pk, actor=actor, permission="contacts_edit")
    refuse_over_the_board(stored)
    entries = Entry.objects.filter(event=stored, contact__isnull=False, withdrawn_after__isnull=True)
    keys = [
        entry.pk for entry in entries.select_related("contact") if unseal(entry.contact.sealed).get("email")
    ]
    if not keys:
        raise DomainError(
            _("No player has an e-mail address yet."), "no_addresses", _("Type them into the start list.")
        )
    write_ledger(stored, actor=actor, verb="correspondence.links_sent", payload={"count": len(keys)})
    return sorted(keys)
