"""Places of an event and who moves up: an own module, since removing an entry frees a place too."""

from django.db.models import Q
from django.utils.translation import get_language

from core.jobs import submit
from tournaments.models import Entry, EntrySettings, Event, Registration
from tournaments.services.common import write_ledger

MAIL_JOB = "tournaments.registration_mail"
RECEIVED, MOVED_UP, ENTERED, DECLINED = "received", "moved_up", "entered", "declined"


def places_taken(event: Event) -> int:
    """Players who hold a place: entered and not withdrawn, or registered and not decided yet."""
    entered = Entry.objects.filter(event_id=event.pk).filter(
        Q(withdrawn_after__isnull=True) | Q(withdrawn_after__gt=0)
    )
    asked = Registration.objects.filter(event_id=event.pk, state=Registration.State.ASKED)
    return entered.count() + asked.count()


def places_free(event: Event) -> int | None:
    """How many places are free, never under 0; None where the event names no limit."""
    limit = EntrySettings.objects.filter(event_id=event.pk).values_list("limit", flat=True).first()
    return None if limit is None else max(0, limit - places_taken(event))


def waiting_move_up(event: Event) -> list[Registration]:
    """Give free places to the waiting list, the first come first; returns who moved up.

    Runs inside the caller's transaction, which holds the event's lock. Everybody who moves up hears it by mail.
    Once play has begun nobody moves up any more: a late entry is the arbiter's decision.
    """
    if event.state != Event.State.REGISTERED:
        return []
    waiting = Registration.objects.select_for_update().filter(
        event_id=event.pk, state=Registration.State.WAITING
    )
    if not waiting.exists():
        return []
    free = places_free(event)
    moved = list(waiting.order_by("created_at", "pk")[:free])
    for registration in moved:
        registration.state = Registration.State.ASKED
        registration.version += 1
        registration.save(update_fields=["state", "version"])
        mail_later(registration, MOVED_UP)
    if moved:
        payload = {"registrations": [registration.pk for registration in moved]}
        write_ledger(event, actor=None, verb="registrations.moved_up", payload=payload)
    return moved


def mail_later(registration: Registration, what: str) -> None:
    """Order the mail that tells a player what became of his registration, if he left an address."""
    if registration.email:
        submit(
            MAIL_JOB,
            {"registration": registration.pk, "what": what, "language": get_language() or "en"},
        )
