"""Who may do what with an event. The role counts only in its own event; the table is the whole truth."""

from typing import Any

from players.permissions import (
    PermissionTable,
    any_of,
    is_commission,
    logged_in,
)
from tournaments.models import Entry, Event, EventOfficial

Role = EventOfficial.Role


def event_roles(account: Any, event: Any) -> frozenset[str]:
    """The roles of an account in one event; asked from the database once per account and event."""
    if not isinstance(event, Event) or not logged_in(account, event):
        return frozenset()
    cache: dict[int, frozenset[str]] = account.__dict__.setdefault("_event_roles", {})
    if event.pk not in cache:
        rows = EventOfficial.objects.filter(event_id=event.pk, account_id=account.pk)
        cache[event.pk] = frozenset(rows.values_list("role", flat=True))
    return cache[event.pk]


def is_director(account: Any, event: Any) -> bool:
    """The predicate: the account directs the event."""
    return Role.CHIEF_ARBITER in event_roles(account, event)


def is_arbiter(account: Any, event: Any) -> bool:
    """The predicate: the account is the event's chief arbiter or a deputy."""
    return bool({Role.CHIEF_ARBITER, Role.DEPUTY} & event_roles(account, event))


def is_official(account: Any, event: Any) -> bool:
    """The predicate: the account has any role in the event."""
    return bool(event_roles(account, event))


def is_participant(account: Any, event: Any) -> bool:
    """The predicate: the account's person plays in the event, which is by correspondence, and has not left it."""
    if not isinstance(event, Event) or not event.correspondence or not logged_in(account, event):
        return False
    person = getattr(account, "person_id", None)
    if person is None:
        return False
    return Entry.objects.filter(event_id=event.pk, person_id=person, withdrawn_after__isnull=True).exists()


def is_public(account: Any, event: Any) -> bool:
    """The predicate: the event is announced, so anybody may read it."""
    return isinstance(event, Event) and event.state != Event.State.DRAFT


PERMISSIONS: PermissionTable = {
    "event_create": logged_in,
    "event_view": any_of(is_public, is_official, is_commission),
    "event_view_private": any_of(is_arbiter, is_commission),
    "event_desk": any_of(is_official, is_commission),
    "event_edit": any_of(is_arbiter, is_commission),
    "event_register": any_of(is_director, is_commission),
    "registration_day": is_commission,
    "source_cite": is_commission,
    "event_finish": any_of(is_director, is_commission),
    "officials_edit": any_of(is_director, is_commission),
    "entries_edit": any_of(is_arbiter, is_commission),
    "entry_identify": any_of(is_arbiter, is_commission),
    "entry_identify_locked": is_commission,
    "players_admit": is_commission,
    "contacts_edit": any_of(is_arbiter, is_commission),
    "contacts_view": any_of(is_arbiter, is_commission, is_participant),
    "round_pair": any_of(is_arbiter, is_commission),
    "lineups_edit": any_of(is_arbiter, is_commission),
    "result_enter": any_of(is_official, is_commission),
    "result_correct": any_of(is_arbiter, is_commission),
    "round_open": any_of(is_arbiter, is_commission),
    "hall_rules": any_of(is_arbiter, is_commission),
    "check_in": any_of(is_official, is_commission),
}
