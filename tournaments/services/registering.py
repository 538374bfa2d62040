"""Writes about self-registration: a player asks, a director decides, the waiting list moves up."""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Substr
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account, Person
from players.services import is_partial_date, is_possible_birth
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Entry, EntrySettings, Event, Registration
from tournaments.services.common import event_locked_for, refuse_frozen, write_ledger
from tournaments.services.entries import entries_add, entry_remove, entry_update, rounds_paired
from tournaments.services.waiting_list import (
    DECLINED,
    ENTERED,
    RECEIVED,
    mail_later,
    places_free,
    waiting_move_up,
)

REGISTRATION_FIELDS = (
    "surname",
    "given_name",
    "sex",
    "birth",
    "federation",
    "club",
    "fide_id",
    "national_id",
    "email",
    "remark",
)
# What an entry takes from a registration, beside the name.
ENTRY_FACTS = ("sex", "birth", "federation", "club", "fide_id", "national_id")
SENDS_AN_HOUR = 20
DAYS_KEPT = 30
MINUTES_OF_ONE_SENDING = 10
_SIGNER = Signer(salt="tournaments.registration")


class TooManyRegistrations(DomainError):
    """One sender has registered more players within an hour than anybody does in earnest (HTTP 429)."""


def link_token(registration: Registration) -> str:
    """What the player's own link ends with; it can be made again for a mail, and only by the portal."""
    return _SIGNER.sign(registration.link_nonce)


def registration_by_token(event: Event, token: str) -> Registration | None:
    """The registration whose link this is; None for anything else, whatever it looks like."""
    try:
        nonce = _SIGNER.unsign(token)
    except BadSignature:
        return None
    return Registration.objects.select_related("entry", "event").filter(event=event, link_nonce=nonce).first()


def registration_closed(event: Event, settings: EntrySettings | None) -> str:
    """Why nobody can register now, in words; empty while the registration is open."""
    if settings is None or not settings.registration_open:
        return _("The organiser takes the entries himself; ask the contact of the event.")
    if event.state != Event.State.REGISTERED or event.is_locked or rounds_paired(event):
        return _("The event has begun; ask the chief arbiter.")
    if settings.closes_at is not None and settings.closes_at <= timezone.now():
        return _("The registration is closed.")
    return ""


@transaction.atomic
def registration_settings_set(
    event: Event,
    *,
    actor: Account | None,
    is_open: bool,
    closes_at: datetime | None,
    limit: int | None,
    notes: str = "",
) -> EntrySettings:
    """Open or close the registration, with its end, its places and what players should know.

    More places move the waiting list up at once. Raises PermissionDenied, ValidationError by field.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="entries_edit")
    refuse_frozen(stored)
    settings, _made = EntrySettings.objects.get_or_create(event=stored)
    if is_open and closes_at is None:
        raise ValidationError({"closes_at": _("Say until when players may register.")})
    settings.registration_open, settings.closes_at = is_open, closes_at
    settings.limit, settings.notes = limit, notes.strip()
    settings.full_clean(exclude=["event"])
    settings.save()
    payload = {
        "open": int(is_open),
        "closes_at": f"{timezone.localtime(closes_at):%Y-%m-%d %H:%M}" if closes_at else "",
        "limit": limit or 0,
    }
    write_ledger(stored, actor=actor, verb="registration.settings", payload=payload)
    waiting_move_up(stored)
    return settings


@transaction.atomic
def registration_create(
    event: Event, *, fields: Mapping[str, str], consented: bool, origin: str = ""
) -> Registration:
    """Take a player's registration: he holds a place, or waits for one where all are taken.

    Nobody is logged in, so no right is asked; the event must be open for it. `origin` tells senders apart. The
    same words sent twice within ten minutes are one registration.
    The public ledger hears that somebody registered, never who. Raises DomainError, TooManyRegistrations,
    ValidationError by field.
    """
    stored = event_locked_for(event.pk, actor=None, permission="entries_edit")
    refusal = registration_closed(stored, EntrySettings.objects.filter(event=stored).first())
    if refusal:
        raise DomainError(refusal, "registration_closed")
    _refuse_flood(origin)
    if not consented:
        raise ValidationError({"consent": _("Without your consent the portal may not store what you typed.")})
    registration = Registration(
        event=stored, link_nonce=secrets.token_hex(32), origin=origin, consented_at=timezone.now()
    )
    _assign(registration, fields)
    if again := _sent_before(registration):
        return again
    free = places_free(stored)
    registration.state = Registration.State.WAITING if free == 0 else Registration.State.ASKED
    registration.save()
    payload = {"registration": registration.pk, "state": registration.state}
    write_ledger(stored, actor=None, verb="registration.received", payload=payload)
    mail_later(registration, RECEIVED)
    return registration


def _sent_before(registration: Registration) -> Registration | None:
    """The registration that the same sender made a moment ago with the same words: a button pressed twice."""
    if not registration.origin:
        return None
    since = timezone.now() - timedelta(minutes=MINUTES_OF_ONE_SENDING)
    same = {name: getattr(registration, name) for name in REGISTRATION_FIELDS}
    return Registration.objects.filter(
        event=registration.event,
        origin=registration.origin,
        created_at__gt=since,
        state__in=Registration.LIVE,
        **same,
    ).first()


def _refuse_flood(origin: str) -> None:
    since = timezone.now() - timedelta(hours=1)
    if origin and Registration.objects.filter(origin=origin, created_at__gt=since).count() >= SENDS_AN_HOUR:
        raise TooManyRegistrations(
            _("From this connection %(count)s registrations came within an hour; no more are taken for now.")
            % {"count": SENDS_AN_HOUR},
            "too_many_registrations",
            _("Try again in an hour, or write to the contact of the event."),
        )


def _assign(registration: Registration, fields: Mapping[str, str]) -> None:
    unknown = sorted(set(fields) - set(REGISTRATION_FIELDS))
    if unknown:
        raise ValidationError(_("There is no field %(name)s.") % {"name": unknown[0]})
    for name, value in fields.items():
        setattr(registration, name, " ".join(value.split()))
    registration.federation = registration.federation.upper()
    if registration.birth and not is_partial_date(registration.birth):
        raise ValidationError({"birth": _("Write the date of birth as YYYY-MM-DD, YYYY-MM or YYYY.")})
    if registration.birth and not is_possible_birth(registration.birth):
        raise ValidationError({"birth": _("Nobody who plays was born then.")})
    registration.full_clean(exclude=["event", "link_nonce"], validate_constraints=False)


@transaction.atomic
def registration_change(
    registration: Registration, *, version: int, fields: Mapping[str, str]
) -> Registration:
    """Change a registration by its own link. The entry that was made of it changes only by the director's hand.

    Raises DomainError (no longer there, play has begun), StaleVersion, ValidationError by field.
    """
    event, stored = _locked(registration)
    _refuse_over(event, stored)
    if stored.version != version:
        raise StaleVersion(_("This registration was changed meanwhile; nothing was saved."))
    _assign(stored, fields)
    stored.version += 1
    stored.save()
    payload = {"registration": stored.pk, "state": stored.state}
    write_ledger(event, actor=None, verb="registration.changed", payload=payload)
    return stored


@transaction.atomic
def registration_withdraw(registration: Registration) -> Registration:
    """Take a registration back by its own link; an entry made of it is removed, and the waiting list moves up.

    Raises DomainError once play has begun: then the arbiter withdraws the player.
    """
    event, stored = _locked(registration)
    _refuse_over(event, stored)
    entry = stored.entry
    stored.entry, stored.state, stored.decided_at = None, Registration.State.WITHDRAWN, timezone.now()
    stored.version += 1
    stored.save()
    write_ledger(event, actor=None, verb="registration.withdrawn", payload={"registration": stored.pk})
    if entry is not None:
        entry_remove(entry, actor=None)
    waiting_move_up(event)
    return stored


def _locked(registration: Registration) -> tuple[Event, Registration]:
    """The event and the registration, both locked; nobody's right is asked, the link was."""
    event = event_locked_for(registration.event_id, actor=None, permission="entries_edit")
    return event, Registration.objects.select_for_update().get(pk=registration.pk)


def _refuse_over(event: Event, registration: Registration) -> None:
    if registration.state not in Registration.LIVE:
        raise DomainError(_("This registration is no longer open."), "registration_over")
    if event.is_locked or rounds_paired(event) or event.state == Event.State.FINISHED:
        raise DomainError(
            _("Play has begun; only the arbiter can change or withdraw you now."),
            "play_begun",
            _("Write to the contact of the event."),
        )


@transaction.atomic
def registration_approve(
    registration: Registration, *, actor: Account, person: Person | None = None
) -> Entry:
    """Enter the player, as `person` of the register or by name; he hears it by mail.

    Somebody on the waiting list may be approved too: that is the director's word over the limit. Raises
    PermissionDenied and DomainError (decided already, entered already).
    """
    event = event_locked_for(registration.event_id, actor=actor, permission="entries_edit")
    refuse_frozen(event)
    stored = Registration.objects.select_for_update().get(pk=registration.pk)
    if stored.state not in (Registration.State.ASKED, Registration.State.WAITING):
        raise DomainError(_("Somebody has decided about this registration already."), "decided_already")
    facts = {name: getattr(stored, name) for name in ENTRY_FACTS}
    row = {"person": person, "club": stored.club} if person else {"name": stored.name, **facts}
    entry = entries_add(event, actor=actor, rows=[row])[0]
    stored.entry, stored.person, stored.state = entry, person, Registration.State.APPROVED
    _decided(stored, actor)
    payload = {"registration": stored.pk, "entry": entry.pk, "name": entry.name}
    write_ledger(event, actor=actor, verb="registration.approved", payload=payload)
    mail_later(stored, ENTERED)
    return entry


@transaction.atomic
def registration_decline(registration: Registration, *, actor: Account, reason: str) -> Registration:
    """Decline a registration with a reason that the player reads; his place goes to the waiting list.

    Raises PermissionDenied and DomainError (decided already, no reason).
    """
    event = event_locked_for(registration.event_id, actor=actor, permission="entries_edit")
    stored = Registration.objects.select_for_update().get(pk=registration.pk)
    if stored.state not in (Registration.State.ASKED, Registration.State.WAITING):
        raise DomainError(_("Somebody has decided about this registration already."), "decided_already")
    if not reason.strip():
        raise DomainError(_("Say why; the player reads it."), "reason_missing", field="reason")
    stored.state, stored.reason = Registration.State.DECLINED, reason.strip()[:200]
    _decided(stored, actor)
    write_ledger(event, actor=actor, verb="registration.declined", payload={"registration": stored.pk})
    mail_later(stored, DECLINED)
    waiting_move_up(event)
    return stored


def _decided(registration: Registration, actor: Account) -> None:
    registration.decided_at, registration.decided_by = timezone.now(), actor
    registration.version += 1
    registration.save()


@transaction.atomic
def registration_take_changes(registration: Registration, *, actor: Account) -> Entry:
    """Put what the player changed through his link on his entry. Raises as `entry_update`, and DomainError."""
    if registration.entry is None:
        raise DomainError(_("This registration has no entry."), "not_entered")
    return entry_update(registration.entry, actor=actor, **differences(registration))


def differences(registration: Registration) -> dict[str, Any]:
    """What a registration says otherwise than the entry made of it; of a player of the register the club alone.

    A birth of which the year alone is left says nothing against the full date of the entry.
    """
    entry = registration.entry
    if entry is None:
        return {}
    names = ("club",) if entry.person_id is not None else ENTRY_FACTS
    found = {name: getattr(registration, name) for name in names if getattr(registration, name)}
    if entry.person_id is None:
        found["name"] = registration.name
    if entry.birth.startswith(registration.birth):
        found.pop("birth", None)
    return {name: value for name, value in found.items() if value != getattr(entry, name)}


def registrations_forget(now: datetime) -> int:
    """Erase what nobody needs any more: personal facts thirty days after an event, origins after a day.

    Address, remark and national number go; of the birth the year stays. What an entry has taken over stays there.
    Returns how many registrations lost something.
    """
    Registration.objects.filter(created_at__lt=now - timedelta(days=1)).exclude(origin="").update(origin="")
    over = timezone.localdate(now) - timedelta(days=DAYS_KEPT)
    old = Q(event__end__lt=over) | Q(event__end__isnull=True, event__start__lt=over - timedelta(days=365))
    full = ~Q(email="", remark="", national_id="") | Q(birth__contains="-")
    return Registration.objects.filter(old & full).update(
        email="", remark="", national_id="", birth=Substr("birth", 1, 4)
    )
