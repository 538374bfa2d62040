"""An event of a published list corrected: calculated again from its own record, with what that changes in lists.

Nothing is computed on top of a result. The new calculation takes the place of the old one in the same period,
under the same edition, list and facts of the start; every published list from that period on is built again in
thought, for the players of the event alone, and each row that comes out otherwise is kept beside the published
one. Events of later periods keep the ratings and K that were published when they began.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.files import read, store
from core.ledger import append
from players.models import Account, ListedRating, Person, RatingList
from players.permissions import require
from ratings.building import build_rows
from ratings.corrections import NOW, corrected, latest
from ratings.derivations import StoredChangeError, check_event, frozen_record
from ratings.engine.event import rate_event
from ratings.engine.facts import PlayerFacts
from ratings.engine.version import ENGINE_VERSION
from ratings.event_facts import facts_of, field_of
from ratings.exact import facts_as_json, facts_from_json
from ratings.list_contents import Identity, identity_of, identity_on, listed
from ratings.models import ListCorrection, Period, RatedEntry, RatedEvent
from ratings.permissions import PERMISSIONS
from ratings.services import _store_entries as store_entries
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.canonical import canonical_bytes, from_canonical
from tournaments.record.model import Record
from tournaments.rulebook.shelf import edition

NOT_A_FIGURE = frozenset({"rating_list_id", "person_id"})


@dataclass(frozen=True, slots=True)
class ChangeEffect:
    """What a correction does to the change of one player: the calculation's line before and after, or none."""

    name: str
    person_id: int
    before: RatedEntry | None
    after: RatedEntry | None


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """The effect of a correction on the changes of the event's players and on the rows of published lists."""

    changes: tuple[ChangeEffect, ...]
    rows: tuple[ListCorrection, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """Who corrects, when and why."""

    by: str
    at: datetime
    reason: str


@transaction.atomic
def event_correct(event: Event, *, actor: Account, record_sha256: str, reason: str) -> RatedEvent:
    """Calculate an event of a published list again from another frozen record; the calculation that now stands.

    The published lists stay; what changes in their rows is kept as `ListCorrection`. The same record with the
    same players again is no second correction. Raises PermissionDenied, and DomainError without a reason, if no
    published list holds the event, or a player is not in the register.
    """
    require(PERMISSIONS, "event_correct", actor, event)
    locked, standing = _locked(event)
    record = from_canonical(read(record_sha256))
    return _decide(
        locked, standing, record_sha256, record, _decision(actor, reason), actor, "event.corrected"
    )


@transaction.atomic
def event_annul(event: Event, *, actor: Account, reason: str) -> RatedEvent:
    """Take an event out of the ratings after publication: a correction with no games. Raises as `event_correct`."""
    require(PERMISSIONS, "event_correct", actor, event)
    locked, standing = _locked(event)
    decision = _decision(actor, reason)
    record_sha256, record = record_without_games(standing)
    return _decide(locked, standing, record_sha256, record, decision, actor, "event.annulled")


def correction_preview(event: Event, *, record_sha256: str) -> CorrectionPreview:
    """What correcting the event from this record would change. Leaves nothing behind.

    It is the correction itself, taken back at once: what it shows is what the decision will do. Raises
    DomainError as `event_correct` does.
    """
    record = from_canonical(read(record_sha256))
    return _tried(event, _standing(event), record_sha256, record)


def annulment_preview(event: Event) -> CorrectionPreview:
    """What annulling the event would change; as `correction_preview`."""
    with transaction.atomic():
        standing = _standing(event)
        record_sha256, record = record_without_games(standing)
        found = _tried(event, standing, record_sha256, record)
        transaction.set_rollback(True)
    return found


def record_without_games(standing: RatedEvent) -> tuple[str, Record]:
    """The record of a calculation with its players and without its games, stored; its hash and itself."""
    record = replace(frozen_record(standing), games=(), byes=(), source=None)
    return store(canonical_bytes(record), "application/json").sha256, record


def corrections_check(rating_list: RatingList) -> None:
    """Work out again every correction that a list shows; raises StoredChangeError if one comes out otherwise."""
    day = rating_list.effective_from
    shown = ListCorrection.objects.filter(shown_on=rating_list)
    for calculation in RatedEvent.objects.filter(shown_on=rating_list).order_by("pk"):
        check_event(calculation)
    lists = RatingList.objects.filter(corrections__in=shown).distinct().order_by("effective_from")
    for chosen in lists:
        kept = {
            person_id: correction.row
            for person_id, correction in latest(chosen, day).items()
            if correction.shown_on_id == rating_list.pk
        }
        found = {person_id: figures for person_id, (_was, figures) in _rows(chosen, set(kept), day).items()}
        if kept != found:
            raise StoredChangeError(
                f"{chosen.key}: its corrections on {rating_list.key} do not come out again"
            )


def _decision(actor: Account, reason: str) -> Decision:
    if not reason.strip():
        raise DomainError(_("Give a reason; the correction shows it to everybody."), code="reason_missing")
    return Decision(actor.shown_name, timezone.now(), reason.strip())


def _locked(event: Event) -> tuple[Event, RatedEvent]:
    """The event and its standing calculation; publishing a list of its kind waits until this ends."""
    locked = Event.objects.select_for_update(of=("self",)).get(pk=event.pk)
    standing = _standing(locked)
    list(Period.objects.select_for_update().filter(kind=standing.kind).order_by("pk"))
    return locked, standing


def _standing(event: Event) -> RatedEvent:
    standing = (
        RatedEvent.objects.filter(event=event, current=True, period__state=Period.State.PUBLISHED)
        .select_related("period", "rating_list", "event")
        .first()
    )
    if standing is None:
        raise DomainError(
            _("No published list holds the event."),
            "unpublished",
            _("Return its report to the director instead."),
        )
    return standing


def _decide(
    event: Event,
    standing: RatedEvent,
    record_sha256: str,
    record: Record,
    decision: Decision,
    actor: Account,
    verb: str,
) -> RatedEvent:
    """The correction with its ledger rows, or the standing calculation if it says just this."""
    facts = facts_at_start(event, standing)
    if _is_same(standing, event, record_sha256, facts):
        return standing
    new = _replaced(event, standing, record_sha256, record, facts, decision)
    rows = _correct_lists(new, standing, decision)
    _write_ledger(new, standing, rows, decision, actor, verb)
    return new


def _tried(event: Event, standing: RatedEvent, record_sha256: str, record: Record) -> CorrectionPreview:
    with transaction.atomic():
        facts = facts_at_start(event, standing)
        if _is_same(standing, event, record_sha256, facts):
            return CorrectionPreview((), ())
        decision = Decision("", timezone.now(), "")
        new = _replaced(event, standing, record_sha256, record, facts, decision)
        rows = _correct_lists(new, standing, decision)
        found = CorrectionPreview(change_effects(standing, new), tuple(rows))
        transaction.set_rollback(True)
    return found


def facts_at_start(event: Event, standing: RatedEvent) -> dict[int, PlayerFacts]:
    """What was known of each player at the event's start, by start number.

    Whether a player was rated between event and calculation (10.4), and whether it was his first event, was
    settled by the first calculation: a list that came later, made of this very event, does not count.
    """
    kept = {row.person_id: facts_from_json(row.facts) for row in standing.entries.all() if row.facts}
    persons = _persons(event)
    facts = {}
    for number, now in facts_of(event).items():
        person_id = persons[number]
        then = kept.get(person_id) if person_id is not None else None
        if then is None:
            facts[number] = now
        elif then.unrated_for_opponents or now.unrated_for_opponents:
            facts[number] = then
        else:
            facts[number] = replace(now, first_event=then.first_event)
    return facts


def _persons(event: Event) -> dict[int, int | None]:
    return {number: entry.person_id for number, entry in field_of(event).entries.items()}


def _is_same(
    standing: RatedEvent, event: Event, record_sha256: str, facts: Mapping[int, PlayerFacts]
) -> bool:
    rows = list(standing.entries.all())
    return (
        standing.record_sha256 == record_sha256
        and {row.number: row.person_id for row in rows} == _persons(event)
        and {row.number: row.facts for row in rows if row.facts}
        == {number: facts_as_json(known) for number, known in facts.items()}
    )


def _replaced(
    event: Event,
    standing: RatedEvent,
    record_sha256: str,
    record: Record,
    facts: Mapping[int, PlayerFacts],
    decision: Decision,
) -> RatedEvent:
    """The new calculation in the place of the standing one."""
    rules = edition(standing.edition)
    rating = rate_event(record, rules, facts)
    RatedEvent.objects.filter(pk=standing.pk).update(current=False)
    new = RatedEvent.objects.create(
        event=event,
        period=standing.period,
        kind=standing.kind,
        edition=rules.key,
        edition_sha256=rules.sha256,
        method=rating.method,
        record_sha256=record_sha256,
        rating_list=standing.rating_list,
        engine_version=ENGINE_VERSION,
        rated_at=decision.at,
        rated_by_name=decision.by,
        received_on=standing.received_on,
        corrects=standing,
    )
    store_entries(new, event, record, rating, facts)
    return new


def _correct_lists(new: RatedEvent, standing: RatedEvent, decision: Decision) -> list[ListCorrection]:
    """Keep what each published list from the event's period on should have said, list by list.

    Each list is built on the corrected rows of the one before, so their order matters.
    """
    assert standing.period is not None
    persons = set(
        RatedEntry.objects.filter(rated_event__in=(new, standing)).values_list("person_id", flat=True)
    )
    lists = RatingList.objects.filter(
        kind=new.kind,
        state=RatingList.State.PUBLISHED,
        effective_from__gte=standing.period.effective_from,
    )
    made = []
    for chosen in lists.order_by("effective_from"):
        made += _correct_list(chosen, new, persons, decision)
    return made


def _correct_list(
    chosen: RatingList, new: RatedEvent, persons: set[int], decision: Decision
) -> list[ListCorrection]:
    rows = _rows(chosen, persons, NOW)
    made = []
    for person in Person.objects.filter(pk__in=rows).order_by("pk"):
        before, after = rows[person.pk]
        if before != after:
            made.append(_correction(chosen, person, new, before, after, decision))
    ListCorrection.objects.bulk_create(made, batch_size=500)
    return made


def _rows(
    chosen: RatingList, persons: set[int], as_of: date
) -> dict[int, tuple[dict[str, Any], dict[str, Any]]]:
    """For each person the row of a list as it stands and as it should be in this view; empty for no row."""
    published = {row.person_id: row for row in chosen.rows.filter(person_id__in=persons)}
    stands = corrected(published.values(), chosen, as_of, persons)
    identities = _identities(chosen.kind, persons, published)
    built = {row.person_id: row for row in build_rows(chosen.period, identities, persons, as_of)}
    return {
        person_id: (
            _figures(stands[person_id]) if person_id in stands else {},
            _figures(listed(chosen, built[person_id])) if person_id in built else {},
        )
        for person_id in persons
    }


def _identities(
    kind: str, persons: Iterable[int], published: Mapping[int, ListedRating]
) -> dict[int, Identity]:
    """Names as the list printed them; those of the register for who was not on it."""
    found = {person_id: identity_on(row) for person_id, row in published.items()}
    missing = set(persons) - set(found)
    return found | {person.pk: identity_of(person, kind) for person in Person.objects.filter(pk__in=missing)}


def _figures(row: ListedRating) -> dict[str, Any]:
    """A row as it is kept: every column but its key, days as text."""
    kept = {}
    for field in ListedRating._meta.concrete_fields:
        if field.attname not in NOT_A_FIGURE:
            value = getattr(row, field.attname)
            kept[field.attname] = value.isoformat() if isinstance(value, date) else value
    return kept


def _correction(
    chosen: RatingList,
    person: Person,
    new: RatedEvent,
    before: dict[str, Any],
    after: dict[str, Any],
    decision: Decision,
) -> ListCorrection:
    return ListCorrection(
        corrected_list=chosen,
        person=person,
        calculation=new,
        before=before.get("rating"),
        after=after.get("rating"),
        k_before=before.get("k"),
        k_after=after.get("k"),
        games_before=before.get("games_total", 0),
        games_after=after.get("games_total", 0),
        row=after,
        reason=decision.reason,
        decided_by_name=decision.by,
        decided_at=decision.at,
    )


def change_effects(standing: RatedEvent, new: RatedEvent) -> tuple[ChangeEffect, ...]:
    """Each player whose change is another by the correction, in the order of start numbers."""
    old = {row.person_id: row for row in standing.entries.select_related("entry")}
    now = {row.person_id: row for row in new.entries.select_related("entry")}
    effects = []
    for person_id in sorted(old.keys() | now.keys(), key=lambda key: (now.get(key) or old[key]).number):
        before, after = old.get(person_id), now.get(person_id)
        if before is None or after is None or _line(before) != _line(after):
            effects.append(ChangeEffect((after or before).entry.name, person_id, before, after))  # type: ignore[union-attr]
    return tuple(effects)


def _line(row: RatedEntry) -> tuple[Any, ...]:
    return row.own_rating, row.games, row.k, row.change, row.first_rating, row.first_part


def _write_ledger(
    new: RatedEvent,
    standing: RatedEvent,
    rows: list[ListCorrection],
    decision: Decision,
    actor: Account,
    verb: str,
) -> None:
    """One row in the event's chain with every effect, one in the chain of each list with its own."""
    words: dict[str, Any] = {"actor_id": actor.pk, "actor_name": actor.shown_name, "reason": decision.reason}
    append(
        scope="event",
        object_id=str(new.event_id),
        verb=verb,
        payload={
            "record_sha256": new.record_sha256,
            "corrects_record_sha256": standing.record_sha256,
            "edition": new.edition,
            "engine": new.engine_version,
            "effects": [{"list": row.corrected_list.key, **_effect(row)} for row in rows],
        },
        **words,
    )
    for chosen in {row.corrected_list_id: row.corrected_list for row in rows}.values():
        append(
            scope="list",
            object_id=str(chosen.pk),
            verb="list.corrected",
            payload={
                "key": chosen.key,
                "event": new.event_id,
                "record_sha256": new.record_sha256,
                "effects": [_effect(row) for row in rows if row.corrected_list_id == chosen.pk],
            },
            **words,
        )


def _effect(row: ListCorrection) -> dict[str, Any]:
    return {
        "person": row.person_id,
        "rating": [row.before, row.after],
        "k": [row.k_before, row.k_after],
        "games_total": [row.games_before, row.games_after],
    }
