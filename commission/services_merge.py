"""Two records of one player made one, and made two again: proposed by one member, confirmed by another.

A merge deletes nothing. The merged record sends its readers on; entries and calculations that no published list
holds go over to the record that stays, with a journal of what moved; published lists and what they counted stay.
Undoing reads the journal backwards.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from commission.merging import common_events, entries_following, fields_moving, undo_lines
from commission.permissions import PERMISSIONS
from commission.services_rerate import CHECK_JOB
from core.jobs import submit
from core.ledger import append
from players.models import Account, Person, PersonMerge, RatingKind
from players.permissions import require
from players.services.merging import (
    fields_told,
    merge_told,
    persons_join,
    persons_locked,
    persons_part,
    refuse_unmergeable,
)
from ratings.corrected_rows import Decision
from ratings.services_merges import ratings_merge, ratings_unmerge
from ratings.services_racc import players_count_again
from tournaments.errors import DomainError
from tournaments.models import Entry
from tournaments.services.merging import entries_move

CHOICES = ("survivor", "merged")


@transaction.atomic
def merge_propose(
    survivor: Person,
    merged: Person,
    *,
    actor: Account,
    reason: str,
    ratings: Mapping[str, str] | None = None,
) -> PersonMerge:
    """Propose to make two records one; `ratings` says by kind whose published figure stands, by default the first's.

    Nothing moves before another member confirms. Raises PermissionDenied, DomainError without a reason, for one
    record, for a record merged already, for two who are entered in one event, or for a proposal that is there.
    """
    require(PERMISSIONS, "merge", actor)
    locked = persons_locked(survivor.pk, merged.pk)
    survivor, merged = locked[survivor.pk], locked[merged.pk]
    _refuse(survivor, merged)
    words = _reason(reason)
    chosen = dict(ratings or {})
    if not set(chosen) <= set(RatingKind.values) or not set(chosen.values()) <= set(CHOICES):
        raise DomainError(_("Say of each rating whose it is."), "ratings")
    waiting = PersonMerge.objects.filter(
        state=PersonMerge.State.PROPOSED,
        survivor__in=(survivor, merged),
        merged__in=(survivor, merged),
    ).first()
    if waiting is not None:
        raise DomainError(_("This merge is proposed already; another member decides on it."), "proposed")
    merge = PersonMerge.objects.create(
        survivor=survivor,
        merged=merged,
        reason=words,
        ratings=chosen,
        proposed_by=actor,
        proposed_at=timezone.now(),
    )
    merge_told(merge, actor, "person.merge_proposed", words, ratings=chosen)
    return merge


@transaction.atomic
def merge_decline(merge: PersonMerge, *, actor: Account, reason: str) -> PersonMerge:
    """Decline a proposed merge, or withdraw one's own. Raises PermissionDenied, DomainError."""
    require(PERMISSIONS, "merge", actor)
    locked = _locked(merge, PersonMerge.State.PROPOSED)
    locked.state, locked.decision = PersonMerge.State.DECLINED, _reason(reason)
    locked.decided_by, locked.decided_at = actor, timezone.now()
    locked.save()
    merge_told(locked, actor, "person.merge_declined", locked.decision)
    return locked


@transaction.atomic
def merge_confirm(merge: PersonMerge, *, actor: Account, reason: str = "") -> PersonMerge:
    """Make the two records one. Whoever proposed it, and whose record it is, cannot confirm it.

    Of two decisions on one record at once the second finds it merged and is refused. Raises PermissionDenied,
    DomainError as `merge_propose` does.
    """
    require(PERMISSIONS, "merge_confirm", actor, merge)
    persons = persons_locked(merge.survivor_id, merge.merged_id)
    locked = _locked(merge, PersonMerge.State.PROPOSED)
    locked.survivor, locked.merged = persons[merge.survivor_id], persons[merge.merged_id]
    _refuse(locked.survivor, locked.merged)
    survivor, merged = locked.survivor, locked.merged
    own = list(Entry.objects.filter(person=survivor).order_by("pk").values_list("pk", flat=True))
    moved = entries_move(entries_following(merged), survivor, actor=actor, reason=locked.reason)
    others = _move_others(survivor, merged)
    current = ratings_merge(locked, moved)
    joined = persons_join(survivor, merged)
    players_count_again(
        {survivor.pk}, actor=actor, reason=_("Counted again: two records of a player are one.")
    )
    locked.journal = {
        "own_entries": own,
        "entries": moved,
        "moved": others,
        "current": current,
        **joined,
    }
    locked.state, locked.decision = PersonMerge.State.CONFIRMED, reason.strip()
    locked.decided_by, locked.decided_at = actor, timezone.now()
    try:
        with transaction.atomic():
            locked.save()
    except IntegrityError as error:
        raise DomainError(_("One of the records was merged meanwhile."), "merged_meanwhile") from error
    merge_told(
        locked,
        actor,
        "person.merged",
        locked.reason,
        proposed_by=locked.proposed_by.shown_name,
        ratings=locked.ratings,
        entries=moved,
        taken_over=fields_told(joined["fields"]),
    )
    _told(locked, actor, "persons.merged", locked.reason)
    submit(CHECK_JOB, {}, dedupe_key=CHECK_JOB)
    return locked


@transaction.atomic
def merge_undo(
    merge: PersonMerge, *, actor: Account, reason: str, to_merged: Collection[int] | None = None
) -> PersonMerge:
    """Make the two records two again, with what came after put where it belongs.

    `to_merged` are those of the entries made since (see `undo_lines`) that are the merged record's; by default
    the number used at entry says it. What moved at the merge moves back; lists published meanwhile stay and get
    corrections. Raises PermissionDenied, and DomainError without a reason, for a merge that does not stand, while
    the record that stayed is itself merged into another, or for an entry that was not made since.
    """
    require(PERMISSIONS, "merge", actor)
    words = _reason(reason)
    persons = persons_locked(merge.survivor_id, merge.merged_id)
    locked = _locked(merge, PersonMerge.State.CONFIRMED)
    locked.survivor, locked.merged = persons[merge.survivor_id], persons[merge.merged_id]
    survivor, merged = locked.survivor, locked.merged
    if survivor.merged_into_id is not None:
        raise DomainError(
            _("Record %(number)s was merged into another one since.") % {"number": survivor.pk},
            "merged_further",
            _("Undo that merge first."),
        )
    entries = _entries_back(locked, to_merged)
    at = timezone.now()
    locked.state, locked.undone_by, locked.undone_at = PersonMerge.State.UNDONE, actor, at
    locked.undone_reason = words
    locked.save()
    persons_part(survivor, merged, locked.journal)
    entries_move(entries, merged, actor=actor, reason=words)
    _move_back(locked)
    ratings_unmerge(
        locked,
        entries,
        locked.journal.get("current", {}),
        actor=actor,
        by=Decision(actor.shown_name, at, words),
    )
    players_count_again(
        {survivor.pk, merged.pk}, actor=actor, reason=_("Counted again: a record of a player is two again.")
    )
    merge_told(locked, actor, "person.merge_undone", words, entries=[entry.pk for entry in entries])
    _told(locked, actor, "persons.merge_undone", words)
    submit(CHECK_JOB, {}, dedupe_key=CHECK_JOB)
    return locked


def _entries_back(merge: PersonMerge, to_merged: Collection[int] | None) -> list[Entry]:
    """The entries that go to the merged record: those that came from it, and those assigned to it."""
    lines = undo_lines(merge)
    wanted = {line.entry.pk for line in lines if line.to_merged} if to_merged is None else set(to_merged)
    if not wanted <= {line.entry.pk for line in lines}:
        raise DomainError(_("The entries have changed meanwhile; look at them again."), "entries_changed")
    wanted |= set(merge.journal.get("entries", []))
    return list(Entry.objects.filter(pk__in=wanted, person=merge.survivor).order_by("event_id", "pk"))


def _move_others(survivor: Person, merged: Person) -> dict[str, list[int]]:
    """Rows of every other table go over one by one; one that the other record has already stays where it is."""
    moved: dict[str, list[int]] = {}
    for name, field in fields_moving():
        rows = field.model._default_manager
        for pk in rows.filter(**{field.name: merged}).order_by("pk").values_list("pk", flat=True):
            try:
                with transaction.atomic():
                    rows.filter(pk=pk).update(**{field.name: survivor})
            except IntegrityError:
                continue
            moved.setdefault(name, []).append(pk)
    return moved


def _move_back(merge: PersonMerge) -> None:
    for name, keys in merge.journal.get("moved", {}).items():
        label, _dot, field = name.rpartition(".")
        rows = apps.get_model(label)._default_manager
        rows.filter(**{"pk__in": keys, field: merge.survivor}).update(**{field: merge.merged})


def _locked(merge: PersonMerge, state: str) -> PersonMerge:
    """The merge, locked; raises DomainError if somebody decided on it meanwhile."""
    found = PersonMerge.objects.select_for_update(of=("self",)).get(pk=merge.pk)
    if found.state != state:
        raise DomainError(
            _("This merge is not waiting for that any more: it is %(state)s.")
            % {"state": found.get_state_display()},
            "stale",
            _("Look at the page again."),
        )
    return found


def _refuse(survivor: Person, merged: Person) -> None:
    try:
        refuse_unmergeable(survivor, merged)
    except ValidationError as error:
        raise DomainError(error.messages[0], "not_two_records") from error
    common = common_events(survivor, merged)
    if common:
        names = ", ".join(event.name for event in common[:5])
        raise DomainError(
            _("Both are entered in %(events)s: one player is entered once.") % {"events": names},
            "common_events",
            _("Put the entries of that event right first, or leave the two records as they are."),
        )


def _reason(reason: str) -> str:
    if not reason.strip():
        raise DomainError(_("Give a reason; both records keep it."), "reason_missing", field="reason")
    return reason.strip()


def _told(merge: PersonMerge, actor: Account, verb: str, reason: str) -> None:
    payload: dict[str, Any] = {"merge": merge.pk, "survivor": merge.survivor_id, "merged": merge.merged_id}
    append(
        scope="federation",
        object_id="persons",
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb=verb,
        reason=reason,
        payload=payload,
    )
