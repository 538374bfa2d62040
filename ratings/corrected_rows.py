"""What published lists should have said after a correction, worked out row by row and kept beside them.

Called by `ratings.services_corrections`, in the transaction of the decision. A list is built again in thought by
the function that made it, for the players of the corrected event alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType
from typing import Any

from players.models import ListedRating, Person, PersonMerge, RatingList
from ratings.building import build_rows
from ratings.corrections import NOW, corrected, latest
from ratings.derivations import StoredChangeError, check_event
from ratings.list_contents import Identity, identities_of, identity_on, listed
from ratings.merges import with_survivors
from ratings.models import ListCorrection, RatedEntry, RatedEvent

NO_IDENTITIES: Mapping[int, Identity] = MappingProxyType({})
NOT_A_FIGURE = frozenset({"rating_list_id", "person_id"})


@dataclass(frozen=True, slots=True)
class Decision:
    """Who corrects, when and why."""

    by: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Cause:
    """What brings a correction: a new calculation, or a merge that was undone."""

    calculation: RatedEvent | None
    merge: PersonMerge | None = None


def correct_lists(new: RatedEvent, standing: RatedEvent, decision: Decision) -> list[ListCorrection]:
    """Keep what each published list from the event's period on should have said, list by list.

    Each list is built on the corrected rows of the one before, so their order matters.
    """
    assert standing.period is not None
    persons = set(
        RatedEntry.objects.filter(rated_event__in=(new, standing)).values_list("person_id", flat=True)
    )
    persons = with_survivors(persons, new.kind)
    lists = lists_from(new.kind, standing.period.effective_from)
    return [row for chosen in lists for row in _correct_list(chosen, Cause(new), persons, decision)]


def correct_lists_unmerged(
    merge: PersonMerge, kind: str, after: RatingList, decision: Decision
) -> list[ListCorrection]:
    """Keep what the lists after this one should have said of two records that a merge had made one."""
    persons = {merge.survivor_id, merge.merged_id}
    lists = [chosen for chosen in lists_from(kind, after.effective_from) if chosen.pk != after.pk]
    return [row for chosen in lists for row in _correct_list(chosen, Cause(None, merge), persons, decision)]


def lists_from(kind: str, day: date) -> list[RatingList]:
    """The published lists of a kind in force from a day on, oldest first: each is made on the one before."""
    lists = RatingList.objects.filter(kind=kind, state=RatingList.State.PUBLISHED, effective_from__gte=day)
    return list(lists.order_by("effective_from"))


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
        rows = _rows(chosen, set(kept), day, _printed(kept))
        found = {person_id: figures for person_id, (_was, figures) in rows.items()}
        if kept != found:
            raise StoredChangeError(
                f"{chosen.key}: its corrections on {rating_list.key} do not come out again"
            )


def _correct_list(
    chosen: RatingList, cause: Cause, persons: set[int], decision: Decision
) -> list[ListCorrection]:
    rows = _rows(chosen, persons, NOW)
    made = []
    for person in Person.objects.filter(pk__in=rows).order_by("pk"):
        before, after = rows[person.pk]
        if before != after:
            made.append(_correction(chosen, person, cause, before, after, decision))
    ListCorrection.objects.bulk_create(made, batch_size=500)
    return made


def _printed(kept: Mapping[int, dict[str, Any]]) -> dict[int, Identity]:
    """What corrections print of persons; the register may say something else by now."""
    return {
        person_id: identity_on(ListedRating(person_id=person_id, **figures))
        for person_id, figures in kept.items()
        if figures
    }


def _rows(
    chosen: RatingList, persons: set[int], as_of: date, printed: Mapping[int, Identity] = NO_IDENTITIES
) -> dict[int, tuple[dict[str, Any], dict[str, Any]]]:
    """For each person the row of a list as it stands and as it should be in this view; empty for no row.

    `printed` says what is printed of those who were not on the list; for the others of them the register does.
    """
    published = {row.person_id: row for row in chosen.rows.filter(person_id__in=persons)}
    stands = corrected(published.values(), chosen, as_of, persons)
    on_list = dict(printed) | {person_id: identity_on(row) for person_id, row in published.items()}
    identities = _identities(chosen, persons, on_list)
    built = {row.person_id: row for row in build_rows(chosen.period, identities, persons, as_of)}
    return {
        person_id: (
            _figures(stands[person_id]) if person_id in stands else {},
            _figures(listed(chosen, built[person_id])) if person_id in built else {},
        )
        for person_id in persons
    }


def _identities(
    chosen: RatingList, persons: Iterable[int], printed: Mapping[int, Identity]
) -> dict[int, Identity]:
    """Names as they were printed; those of the register for whom none was."""
    missing = set(persons) - set(printed)
    return dict(printed) | identities_of(missing, chosen.kind, chosen.effective_from)


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
    cause: Cause,
    before: dict[str, Any],
    after: dict[str, Any],
    decision: Decision,
) -> ListCorrection:
    return ListCorrection(
        corrected_list=chosen,
        person=person,
        calculation=cause.calculation,
        merge=cause.merge,
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
