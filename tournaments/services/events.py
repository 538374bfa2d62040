"""Writes about an event itself: its head, its officials, its registration and its end."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from core.keys import search_key
from players.models import Account, RatingKind
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event, EventOfficial, Game, Seat
from tournaments.record.codes import OPEN_CODES
from tournaments.services.common import (
    check_right,
    event_locked_for,
    facts_changed,
    open_places,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.confirmations import refuse_unconfirmed
from tournaments.services.decided_matches import decided_rest_drop
from tournaments.services.knock_out import refuse_undecided
from tournaments.services.ratings import ratings_refresh
from tournaments.services.rules import fix_rules, list_on_start, order_errors, usual_numbering, usual_order
from tournaments.services.stages import stage_refuse
from tournaments.snapshot import split_order

YEARS_AHEAD = 10  # further ahead a day is a slip of the year
HEAD_FIELDS = frozenset(
    {
        "name",
        "group_code",
        "city",
        "federation",
        "region",
        "start",
        "end",
        "rate_of_play",
        "correspondence",
        "system",
        "cycles",
        "rounds_planned",
        "win_halves",
        "draw_halves",
        "loss_halves",
        "pairing_bye_halves",
        "chief_arbiter_name",
        "deputies",
        "organiser",
        "contact",
        "rating_kind",
        "rating_edition",
        "tie_break_edition",
        "unplayed_edition",
        "tie_break_order",
        "first_colour",
        "numbering",
        "norms",
        "title_norms",
        "occasion",
        "after_decision",
        "stage_of",
    }
)
# What the pairing of a round has already used cannot change under it.
FIXED_BY_PAIRING = frozenset(
    {
        "system",
        "cycles",
        "first_colour",
        "win_halves",
        "draw_halves",
        "loss_halves",
        "pairing_bye_halves",
    }
)
# How the standings are ordered is fixed beforehand (31.1; C.07, 4.1); afterwards it changes only by a decision.
ORDER_FIELDS = frozenset({"tie_break_order", "tie_break_edition", "unplayed_edition"})
DECIDING_FIELDS = frozenset(
    {"start", "rating_kind", "rating_edition", "tie_break_edition", "unplayed_edition"}
)
MOST_CYCLES = 20


@transaction.atomic
def event_create(*, actor: Account | None, **fields: Any) -> Event:
    """Draft a new event; its author becomes chief arbiter.

    Raises PermissionDenied, or ValidationError by field.
    """
    check_right(None, actor=actor, permission="event_create")
    event = Event(created_by=actor, tie_break_order="", numbering="")
    assign(event, fields)
    stage_refuse(event, actor=actor)
    event.full_clean(exclude=["search_key"])
    event.rating_list = list_on_start(event)
    event.save()
    if actor is not None:
        EventOfficial.objects.create(event=event, account=actor, role=EventOfficial.Role.CHIEF_ARBITER)
    write_ledger(event, actor=actor, verb="event.created", payload={"name": event.name})
    return event


@transaction.atomic
def event_update(
    event: Event, *, actor: Account | None, version: int | None = None, reason: str = "", **fields: Any
) -> Event:
    """Change the head of an event; the ledger keeps what stood there before.

    `version` is the one that the author saw; another one raises StaleVersion. After registration a changed
    first day fixes editions and list anew. Raises PermissionDenied, DomainError, ValidationError by field.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="event_edit")
    refuse_frozen(stored)
    if version is not None and stored.version != version:
        raise StaleVersion(
            _("Somebody changed this event while you were typing; nothing was saved."),
            hint=_("Your values are still in the form. Compare them with the event, then save again."),
        )
    before = {name: getattr(stored, name) for name in fields}
    _refuse_changed_under_pairing(stored, fields)
    assign(stored, fields)
    _refuse_changed_order(stored, before)
    if stored.stage_of != before.get("stage_of", stored.stage_of):
        stage_refuse(stored, actor=actor)
    stored.full_clean(exclude=["search_key"])
    changed = {name for name, value in before.items() if getattr(stored, name) != value}
    if not changed:
        return stored
    if changed & {"system", "cycles"}:
        stored.source_facts = {
            name: value
            for name, value in stored.source_facts.items()
            if name not in ("type_text", "type_code")
        }
    if stored.state != Event.State.DRAFT and changed & DECIDING_FIELDS:
        fix_rules(stored, by_hand=changed)
    if changed & {"start", "rating_kind"}:
        stored.rating_list = list_on_start(stored)
    stored.save()
    if changed & {"start", "rating_kind"}:
        ratings_refresh(stored, list(stored.entries.all()))
    write_ledger(
        stored,
        actor=actor,
        verb="event.changed",
        reason=reason,
        payload={
            "changed": {
                name: [plain_value(before[name]), plain_value(getattr(stored, name))]
                for name in sorted(changed)
            }
        },
    )
    return facts_changed(stored)


def assign(event: Event, fields: Mapping[str, Any]) -> None:
    """Put typed values on an event, not saved; raises ValidationError by field."""
    unknown = sorted(set(fields) - HEAD_FIELDS)
    if unknown:
        raise ValidationError(_("There is no field %(name)s.") % {"name": unknown[0]})
    for name, value in fields.items():
        setattr(event, name, value.strip() if isinstance(value, str) else value)
    event.federation = event.federation.upper()
    event.tie_break_order = ",".join(split_order(event.tie_break_order.upper())) or usual_order(event)
    event.numbering = event.numbering or usual_numbering(event)
    set_search_key(event)
    errors = order_errors(event)
    for name in ("start", "end"):
        day = getattr(event, name)
        if day and day.year > timezone.localdate().year + YEARS_AHEAD:
            errors[name] = _("Nobody announces an event that long before; look at the year.")
    if event.start and event.end and event.end < event.start:
        errors["end"] = _("The last day comes before the first day of play.")
    if event.cycles > MOST_CYCLES:
        errors["cycles"] = _("At most %(count)s cycles.") % {"count": MOST_CYCLES}
    if event.numbering == Event.Numbering.RATING and usual_numbering(event) != Event.Numbering.RATING:
        errors["numbering"] = _(
            "Start numbers of such an event are drawn by lot or typed, not given by rating."
        )
    if event.after_decision and event.system != Event.System.MATCH:
        errors["after_decision"] = _("Only a match can be decided before its last game.")
    if event.win_halves <= event.loss_halves:
        errors["win_halves"] = _("A win must give more than a loss.")
    errors |= _kind_errors(event)
    if errors:
        raise ValidationError(errors)


def _kind_errors(event: Event) -> dict[str, str]:
    """Play by correspondence changes coefficients and nothing else; no other play changes them."""
    if not event.rating_kind or event.correspondence == (event.rating_kind == RatingKind.CORRESPONDENCE):
        return {}
    if event.correspondence:
        return {"rating_kind": _("Play by correspondence is rated by coefficient, or not at all.")}
    return {"rating_kind": _("Only play by correspondence is rated by coefficient.")}


def set_search_key(event: Event) -> None:
    """Set the stored search key of an event from its names and place."""
    words = f"{event.name} {event.group_code} {event.city} {event.registration_number}"
    event.search_key = search_key(words)[:700]


def _refuse_changed_under_pairing(event: Event, fields: Mapping[str, Any]) -> None:
    last = _last_paired(event)
    if fields.get("rounds_planned", last) < last:
        raise DomainError(
            _("Round %(number)s is paired already.") % {"number": last},
            "fixed_by_pairing",
            _("Delete the pairings that have no results yet, or leave the field as it was."),
            field="rounds_planned",
        )
    changed = sorted(name for name in FIXED_BY_PAIRING & set(fields) if getattr(event, name) != fields[name])
    if event.system == Event.System.UNKNOWN:
        # An imported file that does not say its system; no pairing of the portal has used one.
        changed = [name for name in changed if name != "system"]
    if "pairing_bye_halves" in changed and not _bye_counted(event, last):
        changed.remove("pairing_bye_halves")
    if changed and Game.objects.filter(round__event_id=event.pk).exists():
        label = Event._meta.get_field(changed[0]).verbose_name  # type: ignore[union-attr]
        raise DomainError(
            _("Rounds are paired already, so “%(field)s” cannot change.") % {"field": label},
            "fixed_by_pairing",
            _("Delete the pairings that have no results yet, or leave the field as it was."),
            field=changed[0],
        )


def _last_paired(event: Event) -> int:
    """The number of the last round with anybody in it, 0 if none."""
    last = Seat.objects.filter(round__event_id=event.pk).aggregate(last=Max("round__number"))["last"]
    return last or 0


def _bye_counted(event: Event, last: int) -> bool:
    """Whether the points of an allocated bye have had a part in the pairing of a later round here."""
    byes = Seat.objects.filter(round__event_id=event.pk, round__number__lt=last, bye="U")
    return not event.source_format and byes.exists()


def _refuse_changed_order(event: Event, before: Mapping[str, Any]) -> None:
    changed = sorted(name for name in ORDER_FIELDS & set(before) if getattr(event, name) != before[name])
    if changed and has_begun(event):
        raise DomainError(
            _("The event has begun: the order of the tie-breaks changes only by a decision with a reason."),
            "order_fixed",
            _("Use the page of the order; it shows what the change does before it is made."),
            field=changed[0],
        )


def has_begun(event: Event) -> bool:
    """Whether the event has been announced and a game of it has been played."""
    return event.state != Event.State.DRAFT and _has_games(event)


def plain_value(value: Any) -> Any:
    """A field's value as the ledger keeps it."""
    if value is None or isinstance(value, bool):
        return "" if value is None else int(value)
    if isinstance(value, date):
        return value.isoformat()
    return value if isinstance(value, (int, str)) else str(value)


@transaction.atomic
def event_register(event: Event, *, actor: Account | None, on: date | None = None) -> Event:
    """Announce a drafted event: the start day now fixes editions, list in force and everybody's rating.

    `on` is the day that counts as the day of registration where the papers came by post (default: today); the
    ledger holds it beside the time of the entry. Editions that were chosen by hand stay, and the ledger says
    so. Raises PermissionDenied and DomainError (no first day, system not known, already registered, a day
    that has not come yet).
    """
    today = timezone.localdate()
    if on is not None and on > today:
        raise DomainError(_("The day of registration has not come yet."), "registered_ahead", field="on")
    stored = event_locked_for(event.pk, actor=actor, permission="event_register")
    if stored.state != Event.State.DRAFT:
        raise DomainError(_("The event is registered already."), "registered_already")
    _refuse_incomplete(stored)
    by_hand = {
        name for name in ("rating_edition", "tie_break_edition", "unplayed_edition") if getattr(stored, name)
    }
    fix_rules(stored, by_hand=by_hand)
    stored.registered_on = on or today
    stored.state = Event.State.PLAYING if _has_games(stored) else Event.State.REGISTERED
    _save_numbered(stored)
    ratings_refresh(stored, list(stored.entries.all()))
    write_ledger(
        stored,
        actor=actor,
        verb="event.registered",
        payload={
            "number": stored.registration_number,
            "registered_on": plain_value(stored.registered_on),
            "start": plain_value(stored.start),
            "rating_edition": stored.rating_edition,
            "tie_break_edition": stored.tie_break_edition,
            "unplayed_edition": stored.unplayed_edition,
            "by_hand": sorted(by_hand),
            "list": stored.rating_list.key if stored.rating_list else "",
        },
    )
    return facts_changed(stored)


def _refuse_incomplete(event: Event) -> None:
    if event.start is None:
        raise DomainError(
            _("The first day of play is not known; it decides the edition of the rules."),
            "start_missing",
            _("Type the first day of play on the event's form."),
            field="start",
        )
    if event.system == Event.System.UNKNOWN:
        raise DomainError(
            _("The system of the event is not known."),
            "system_missing",
            _("Choose the system on the event's form."),
            field="system",
        )


def _has_games(event: Event) -> bool:
    return Game.objects.filter(round__event_id=event.pk).exclude(code="*").exists()


def _save_numbered(event: Event) -> None:
    """Save with the next free registration number of the year; another writer may take one meanwhile."""
    assert event.start is not None
    prefix = f"{event.start.year}-"
    for _attempt in range(20):
        taken = Event.objects.filter(registration_number__startswith=prefix)
        numbers = (
            number.removeprefix(prefix) for number in taken.values_list("registration_number", flat=True)
        )
        last = max((int(number) for number in numbers if number.isdigit()), default=0)
        event.registration_number = f"{prefix}{last + 1:04d}"
        set_search_key(event)
        try:
            with transaction.atomic():
                event.save()
            return
        except IntegrityError:
            continue
    raise DomainError(_("No registration number could be given; please try again."), "registration_number")


@transaction.atomic
def event_finish(event: Event, *, actor: Account | None) -> Event:
    """Close the play. Raises PermissionDenied, and DomainError with the boards that have no result."""
    stored = event_locked_for(event.pk, actor=actor, permission="event_finish")
    refuse_frozen(stored)
    if stored.state != Event.State.PLAYING:
        raise DomainError(_("Only an event that is being played can be finished."), "not_playing")
    decided_rest_drop(stored, actor=actor)
    missing = open_places(stored, OPEN_CODES)
    if missing:
        raise DomainError(
            _("These boards have no result yet (round/board): %(places)s.") % {"places": missing},
            "open_games",
            _("Enter the results, or the forfeits."),
        )
    refuse_unconfirmed(stored)
    refuse_undecided(stored)
    stored.state = Event.State.FINISHED
    stored.save(update_fields=["state"])
    write_ledger(stored, actor=actor, verb="event.finished")
    return facts_changed(stored)


@transaction.atomic
def event_reopen(event: Event, *, actor: Account | None, reason: str) -> Event:
    """Take up a finished event again, with a reason. Raises PermissionDenied and DomainError."""
    stored = event_locked_for(event.pk, actor=actor, permission="event_finish")
    refuse_frozen(stored)
    if stored.state != Event.State.FINISHED:
        raise DomainError(_("The event is not finished."), "not_finished")
    if not reason.strip():
        raise DomainError(_("Say why the event is taken up again."), "reason_missing", field="reason")
    stored.state = Event.State.PLAYING
    stored.save(update_fields=["state"])
    write_ledger(stored, actor=actor, verb="event.reopened", reason=reason)
    return facts_changed(stored)


@transaction.atomic
def event_lock(event: Event, report_id: int) -> Event:
    """Freeze the event under a report. Called by `reports` alone, which checks the right."""
    stored = Event.objects.select_for_update().get(pk=event.pk)
    if stored.locked_by_report not in (None, report_id):
        raise DomainError(_("Another report has frozen this event already."), "event_frozen")
    Event.objects.filter(pk=event.pk).update(locked_by_report=report_id)
    event.locked_by_report = report_id
    return event


@transaction.atomic
def event_unlock(event: Event) -> Event:
    """Release the event for corrections. Called by `reports` alone, which checks the right."""
    Event.objects.filter(pk=event.pk).update(locked_by_report=None)
    event.locked_by_report = None
    return event


@transaction.atomic
def official_set(event: Event, *, actor: Account | None, account: Account, role: str) -> EventOfficial:
    """Give an account a role in the event. Raises PermissionDenied and DomainError for an unknown role."""
    stored = event_locked_for(event.pk, actor=actor, permission="officials_edit")
    if role not in EventOfficial.Role.values:
        raise DomainError(_("There is no role %(name)s.") % {"name": role}, "unknown_role", field="role")
    official, created = EventOfficial.objects.get_or_create(event=stored, account=account, role=role)
    if created:
        write_ledger(
            stored, actor=actor, verb="official.set", payload={"account": account.shown_name, "role": role}
        )
    return official


@transaction.atomic
def official_remove(official: EventOfficial, *, actor: Account | None) -> None:
    """Take a role away; the last chief arbiter stays."""
    stored = event_locked_for(official.event_id, actor=actor, permission="officials_edit")
    chiefs = EventOfficial.objects.filter(event=stored, role=EventOfficial.Role.CHIEF_ARBITER)
    if official.role == EventOfficial.Role.CHIEF_ARBITER and chiefs.count() == 1:
        raise DomainError(
            _("An event keeps at least one chief arbiter."),
            "last_chief_arbiter",
            _("Name another chief arbiter first."),
        )
    name, role = official.account.shown_name, official.role
    official.delete()
    write_ledger(stored, actor=actor, verb="official.removed", payload={"account": name, "role": role})
