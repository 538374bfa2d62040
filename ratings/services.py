"""Writes about ratings: an event calculated, a period opened and published, a list reproduced."""

from collections.abc import Mapping
from datetime import date

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.files import read
from core.ledger import append
from players.models import Account, RatingKind, RatingList
from players.permissions import require
from ratings.basis import changes_of_basis
from ratings.bulk_reading import packed
from ratings.engine.errors import RatingError, UnknownPolicyError
from ratings.engine.event import rate_event
from ratings.engine.facts import PlayerFacts
from ratings.engine.results import EventRating, PlayerRating
from ratings.engine.version import ENGINE_VERSION
from ratings.event_facts import Field, facts_of, field_of, refuse_stage
from ratings.exact import columns_of, facts_as_json
from ratings.list_days import closing_of, next_list
from ratings.models import Period, RatedEntry, RatedEvent
from ratings.permissions import PERMISSIONS
from ratings.sentences import refusal
from ratings.services_racc import event_count, events_count_again
from tournaments.errors import DomainError
from tournaments.models import Entry, Event
from tournaments.record.canonical import from_canonical
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.shelf import edition


@transaction.atomic
def event_rate(event: Event, *, actor: Account, record_sha256: str, received_on: date) -> RatedEvent:
    """Calculate an event from its frozen record under its edition and list, instead of an earlier one.

    The stored change of each player is exact; rounding happens once, in the period. The same order twice is
    one calculation: nothing is added to what stands. An event with stages is calculated from the record of all
    of them (`event_facts.pooled_record`), a stage never by itself (6.2). Raises PermissionDenied, and DomainError
    if the event is in a published list, is not to be rated, or the rules refuse it.
    """
    require(PERMISSIONS, "event_rate", actor, event)
    locked = Event.objects.select_for_update().get(pk=event.pk)
    if not locked.rating_kind or not locked.rating_edition:
        raise DomainError(_("The event is not entered for rating."), code="not_rated")
    standing = _standing(locked)
    if locked.rating_kind == RatingKind.CORRESPONDENCE:
        return event_count(
            locked,
            actor=actor,
            record_sha256=record_sha256,
            received_on=received_on,
            period=period_for(locked.rating_kind, received_on),
            standing=standing,
        )
    refuse_stage(locked)
    record = from_canonical(read(record_sha256))
    field = field_of(locked)
    _refuse_other_field(record, field)
    rules = edition(field.basis.rating_edition or locked.rating_edition)
    facts = facts_of(locked)
    if standing is not None and not changes_of_basis(standing, field, record_sha256, facts):
        return standing
    rating = rating_of(record, rules, facts)
    if standing is not None:
        RatedEvent.objects.filter(pk=standing.pk).update(current=False)
    rated = RatedEvent.objects.create(
        event=locked,
        period=period_for(locked.rating_kind, received_on),
        kind=locked.rating_kind,
        edition=rules.key,
        edition_sha256=rules.sha256,
        method=rating.method,
        record_sha256=record_sha256,
        rating_list=field.basis.rating_list,
        engine_version=ENGINE_VERSION,
        rated_at=timezone.now(),
        rated_by_name=actor.shown_name,
        received_on=received_on,
    )
    _store_entries(rated, locked, record, rating, facts)
    append(
        scope="event",
        object_id=str(locked.pk),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb="event.rated",
        reason="",
        payload={
            "edition": rules.key,
            "method": rating.method,
            "record_sha256": record_sha256,
            "engine": ENGINE_VERSION,
            "list": rated.rating_list.key if rated.rating_list else "",
        },
    )
    return rated


@transaction.atomic
def event_unrate(event: Event, *, actor: Account, reason: str) -> RatedEvent | None:
    """Withdraw an event's calculation, as if it had never been made; nothing if there is none.

    Ratings and counters of the period are computed from what stands, so nothing of it remains in them.
    Raises PermissionDenied, and DomainError if the event is in a published list.
    """
    require(PERMISSIONS, "event_rate", actor, event)
    locked = Event.objects.select_for_update().get(pk=event.pk)
    standing = _standing(locked)
    if standing is None:
        return None
    RatedEvent.objects.filter(pk=standing.pk).update(current=False)
    append(
        scope="event",
        object_id=str(locked.pk),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb="event.unrated",
        reason=reason,
        payload={"record_sha256": standing.record_sha256},
    )
    if standing.kind == RatingKind.CORRESPONDENCE:
        events_count_again(standing, actor=actor)
    return standing


def _standing(event: Event) -> RatedEvent | None:
    """The calculation that stands, or nothing; raises DomainError if a published list holds it."""
    standing = RatedEvent.objects.filter(event=event, current=True).select_related("period").first()
    if standing is not None and standing.period and standing.period.state == Period.State.PUBLISHED:
        raise DomainError(
            _("The event is in a published list; only a correction can change it."), code="published"
        )
    return standing


def _refuse_other_field(record: Record, field: Field) -> None:
    """Raise DomainError for a record that does not hold exactly the players of an event and its stages."""
    if {entry.number for entry in record.entries} != set(field.entries):
        raise DomainError(
            _("The record does not hold the players of the event and its stages."),
            "record_of_another_field",
            _("Freeze the record again; an event with stages is rated from all of them."),
        )


def rating_of(record: Record, rules: Edition, facts: Mapping[int, PlayerFacts]) -> EventRating:
    """The engine's calculation; what it refuses is a DomainError with its article."""
    try:
        return rate_event(record, rules, facts)
    except UnknownPolicyError:
        raise
    except RatingError as error:
        message, hint = refusal(error)
        raise DomainError(message, error.code, hint) from error


def _store_entries(
    rated: RatedEvent, event: Event, record: Record, rating: EventRating, facts: Mapping[int, PlayerFacts]
) -> None:
    field = field_of(event)
    _refuse_other_field(record, field)
    entries = field.entries
    rows = []
    for line in rating.players:
        entry = entries[line.number]
        if entry.person_id is None:
            raise DomainError(
                _("Player %(number)s is not in the register.") % {"number": line.number},
                code="unidentified_players",
            )
        rows.append(_entry_row(rated, entry, entry.person_id, line, facts.get(line.number)))
    RatedEntry.objects.bulk_create(rows, batch_size=500)
    persons = {row.number: row.person_id for row in rows}
    rated.packed = packed(record, edition(rated.edition), facts, rating, persons)
    rated.save(update_fields=["packed"])


def _entry_row(
    rated: RatedEvent, entry: Entry, person_id: int, line: PlayerRating, facts: PlayerFacts | None
) -> RatedEntry:
    return RatedEntry(
        rated_event=rated,
        entry=entry,
        person_id=person_id,
        number=line.number,
        facts=facts_as_json(facts) if facts else {},
        **columns_of(line),
    )


def period_for(kind: str, received_on: date) -> Period | None:
    """The open period whose closing day is the first not before the day the papers came, or none."""
    return (
        Period.objects.filter(kind=kind, state=Period.State.OPEN, closing_day__gte=received_on)
        .order_by("closing_day")
        .first()
    )


@transaction.atomic
def period_open(
    *,
    actor: Account,
    kind: str,
    effective_from: date,
    closing_day: date | None = None,
    outside_reason: str = "",
) -> Period:
    """Open the next period of a kind; calculated events that wait for a list and came in time join it.

    Without a closing day the text in force on the list's first day gives it. A day on which that text has no list
    needs a reason, which the list shows, and a closing day. Raises PermissionDenied, or DomainError if that text has
    no list of this day and no reason is given, a later list is published already, the day is taken, or the list
    would be in force before its closing day.
    """
    require(PERMISSIONS, "period_publish", actor)
    return _period_opened(actor, kind, effective_from, closing_day, outside_reason.strip())


@transaction.atomic
def periods_open_due(today: date) -> list[Period]:
    """Open the periods that the rules ask for next, of the kinds for which the portal does it by itself.

    Of each kind in `LISTS_OPENED` that has a list: that of the first list for which papers of today come in time,
    unless such a period is open. Nobody's act: the ledger names the portal.
    """
    opened = []
    for kind in settings.LISTS_OPENED:
        lists = RatingList.objects.filter(kind=kind, state=RatingList.State.PUBLISHED)
        waiting = Period.objects.filter(kind=kind, state=Period.State.OPEN, closing_day__gte=today)
        coming = next_list(kind, today, in_time=True) if lists.exists() and not waiting.exists() else None
        if coming is not None:
            opened.append(_period_opened(None, kind, coming.effective_from, coming.closing_day, ""))
    return opened


def _period_opened(
    actor: Account | None, kind: str, effective_from: date, closing_day: date | None, outside_reason: str
) -> Period:
    usual = closing_of(kind, effective_from, outside=bool(outside_reason))
    closing_day = closing_day or usual
    if closing_day is None:
        raise DomainError(
            _("The rules name no closing day for a list outside their calendar."),
            code="closing_day_missing",
            hint=_("Say until when papers are in it."),
            field="closing_day",
        )
    if effective_from < closing_day:
        raise DomainError(
            _("The list cannot be in force before its closing day."),
            code="closing_day",
            field="effective_from",
        )
    later = RatingList.objects.filter(kind=kind, effective_from__gte=effective_from)
    if later.exists() or Period.objects.filter(kind=kind, effective_from=effective_from).exists():
        raise DomainError(_("There is a list of this day, or a later one, already."), code="list_exists")
    try:
        with transaction.atomic():
            period = Period.objects.create(
                kind=kind,
                closing_day=closing_day,
                effective_from=effective_from,
                outside_reason="" if usual else outside_reason[:300],
            )
    except IntegrityError as error:
        raise DomainError(
            _("There is a list of this day, or a later one, already."), code="list_exists"
        ) from error
    RatedEvent.objects.filter(
        kind=kind, current=True, period__isnull=True, received_on__lte=closing_day
    ).update(period=period)
    append(
        scope="federation",
        object_id="lists",
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else "portal",
        verb="period.opened",
        reason=period.outside_reason,
        payload={"kind": kind, "closing_day": str(closing_day), "effective_from": str(effective_from)},
    )
    return period
