"""An event of a published list corrected: calculated again from its own record, with what that changes in lists.

Nothing is computed on top of a result. The new calculation takes the place of the old one in the same period,
under the same edition, list and facts of the start; every published list from that period on is built again in
thought, for the players of the event alone, and each row that comes out otherwise is kept beside the published
one. Events of later periods keep the ratings and K that were published when they began.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.files import read, store
from core.ledger import append
from players.models import Account, RatingKind
from players.permissions import require
from ratings.corrected_rows import Decision, correct_lists
from ratings.derivations import frozen_record
from ratings.engine.facts import PlayerFacts
from ratings.engine.racc.facts import CoefficientFacts
from ratings.engine.version import ENGINE_VERSION
from ratings.event_facts import facts_of, field_of
from ratings.exact import facts_as_json, facts_from_json
from ratings.merges import partners
from ratings.models import ListCorrection, Period, RatedEntry, RatedEvent
from ratings.permissions import PERMISSIONS
from ratings.racc_exact import facts_as_json as coefficient_as_json
from ratings.racc_exact import facts_from_json as coefficient_from_json
from ratings.racc_standing import list_of
from ratings.services import _store_entries as store_entries
from ratings.services import rating_of
from ratings.services_racc import calculate, coefficient_facts, events_count_again, store_lines
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.canonical import canonical_bytes, from_canonical
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.shelf import edition

Facts = Mapping[int, PlayerFacts] | Mapping[int, CoefficientFacts]


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
    rows = correct_lists(new, standing, decision)
    _write_ledger(new, standing, rows, decision, actor, verb)
    if new.kind == RatingKind.CORRESPONDENCE:
        events_count_again(new, actor=actor)
    return new


def _tried(event: Event, standing: RatedEvent, record_sha256: str, record: Record) -> CorrectionPreview:
    with transaction.atomic():
        facts = facts_at_start(event, standing)
        if _is_same(standing, event, record_sha256, facts):
            return CorrectionPreview((), ())
        decision = Decision("", timezone.now(), "")
        new = _replaced(event, standing, record_sha256, record, facts, decision)
        rows = correct_lists(new, standing, decision)
        found = CorrectionPreview(change_effects(standing, new), tuple(rows))
        transaction.set_rollback(True)
    return found


def facts_at_start(event: Event, standing: RatedEvent) -> Facts:
    """What was known of each player when the event was first calculated, by the number in the record.

    Whether a player was rated between event and calculation (10.4), whether it was his first event, and the
    coefficient at which a correspondence player was counted were settled then: a list that came later, made of
    this very event, does not count. The rest is read again, in case an entry was put right.
    """
    if standing.kind == RatingKind.CORRESPONDENCE:
        return _facts_when_counted(event, standing)
    kept = {row.person_id: facts_from_json(row.facts) for row in standing.entries.all() if row.facts}
    persons = _persons(event)
    kept = _of_either_record(kept, persons.values())
    return {number: _settled(kept.get(persons[number]), now) for number, now in facts_of(event).items()}


def _of_either_record(kept: dict[int, Any], persons: Iterable[int]) -> dict[int, Any]:
    """What was settled of a player holds whichever of his records, merged or made two again, has the entry now."""
    missing = set(persons) - set(kept)
    found = dict(kept)
    for person, others in (partners(missing) if missing else {}).items():
        for other in others:
            if person in missing and other in kept:
                found[person] = kept[other]
    return found


def _settled(then: PlayerFacts | None, now: PlayerFacts) -> PlayerFacts:
    if then is None:
        return now
    if then.unrated_for_opponents or now.unrated_for_opponents:
        return then
    return replace(now, first_event=then.first_event, valid_event_before=then.valid_event_before)


def _facts_when_counted(event: Event, standing: RatedEvent) -> dict[int, CoefficientFacts]:
    kept = {row.person_id: coefficient_from_json(row.facts) for row in standing.entries.all() if row.facts}
    persons = _persons(event)
    kept = _of_either_record(kept, persons.values())
    fresh = {number: person for number, person in persons.items() if person not in kept}
    found = coefficient_facts(fresh, list_of(standing), leaving_out=[standing.pk])
    return found | {number: kept[person] for number, person in persons.items() if person in kept}


def _persons(event: Event) -> dict[int, int]:
    """Person by the number in the record; raises DomainError for an entry that nobody is behind."""
    found = {}
    for number, entry in field_of(event).entries.items():
        if entry.person_id is None:
            raise DomainError(
                _("Player %(number)s is not in the register.") % {"number": number},
                code="unidentified_players",
            )
        found[number] = entry.person_id
    return found


def _is_same(standing: RatedEvent, event: Event, record_sha256: str, facts: Facts) -> bool:
    rows = list(standing.entries.all())
    return (
        standing.record_sha256 == record_sha256
        and {row.number: row.person_id for row in rows} == _persons(event)
        and {row.number: row.facts for row in rows if row.facts} == _as_json(facts)
    )


def _as_json(facts: Facts) -> dict[int, dict[str, Any]]:
    return {
        number: coefficient_as_json(known) if isinstance(known, CoefficientFacts) else facts_as_json(known)
        for number, known in facts.items()
    }


def _replaced(
    event: Event,
    standing: RatedEvent,
    record_sha256: str,
    record: Record,
    facts: Facts,
    decision: Decision,
) -> RatedEvent:
    """The new calculation in the place of the standing one."""
    rules = edition(standing.edition)
    RatedEvent.objects.filter(pk=standing.pk).update(current=False)
    new = RatedEvent.objects.create(
        event=event,
        period=standing.period,
        kind=standing.kind,
        edition=rules.key,
        edition_sha256=rules.sha256,
        method=standing.method,
        record_sha256=record_sha256,
        rating_list=standing.rating_list,
        engine_version=ENGINE_VERSION,
        rated_at=decision.at,
        rated_by_name=decision.by,
        received_on=standing.received_on,
        corrects=standing,
    )
    _calculate(new, event, record, facts, rules)
    return new


def _calculate(new: RatedEvent, event: Event, record: Record, facts: Facts, rules: Edition) -> None:
    """Calculate by the method of the kind, and keep what the event did to each player."""
    if new.kind == RatingKind.CORRESPONDENCE:
        coefficients = cast("Mapping[int, CoefficientFacts]", facts)
        store_lines(new, event, calculate(record, rules, coefficients), coefficients, rules)
        return
    known = cast("Mapping[int, PlayerFacts]", facts)
    rating = rating_of(record, rules, known)
    new.method = rating.method
    new.save(update_fields=["method"])
    store_entries(new, event, record, rating, known)


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
            "rows": len(rows),
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
