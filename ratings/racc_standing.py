"""The coefficient of each player at a moment of counting: that of the last list, or of the last event counted since.

Events are counted in the order of the lists they go into, within one list in the order in which they came to be
counted. Reads only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import Max
from django.utils import timezone

from players.models import ListedRating, RatingKind, RatingList
from ratings.corrections import NOW, corrected, entries_standing, first_calculations
from ratings.engine.racc.event import REGULATION
from ratings.engine.racc.facts import CoefficientFacts, Source
from ratings.engine.racc.periods import list_day
from ratings.engine.racc.rounding import new_coefficient
from ratings.merges import merges_standing, newest_one_row_each, survivors, with_merged
from ratings.models import ListCorrection, RatedEntry, RatedEvent
from tournaments.rulebook.shelf import edition_in_force

KIND = RatingKind.CORRESPONDENCE
FEW = 500  # so many persons are named in a query; of more, the whole list is read


@dataclass(frozen=True, slots=True)
class Standing:
    """A coefficient with where it stands: a list or a counted event, its key or name and its day."""

    ik: int
    source: Source
    name: str
    day: date
    last_listed: date | None


def list_of(rated: RatedEvent) -> date:
    """The first day of the list into which a calculation goes: its period's, or the one that 1.5 names."""
    if rated.period is not None:
        return rated.period.effective_from
    return list_of_papers(rated.received_on)


def list_of_papers(received_on: date) -> date:
    """The first day of the list into which papers go that came on this day (1.5)."""
    return list_day(edition_in_force(REGULATION, received_on), received_on).value


def in_order(entries: Iterable[RatedEntry]) -> list[RatedEntry]:
    """Entries in the order in which their events were counted; a correction stands where the first count did."""
    rows = list(entries)
    first = first_calculations({row.rated_event_id for row in rows if row.rated_event.corrects_id})
    return sorted(
        rows, key=lambda row: (list_of(row.rated_event), first.get(row.rated_event_id, row.rated_event_id))
    )


def carried(before: int | None, coefficient: Mapping[str, Any]) -> int:
    """The coefficient after an event, from that before it and the kept figures of the event.

    An event is calculated once, from the coefficient of its moment. Where a correction has changed that
    coefficient since, the change of the event stays what it was and is added to the corrected one.
    """
    if before is None or coefficient["estimated"] or coefficient["ik_old"] == before:
        return int(coefficient["ik_new"])
    return new_coefficient(before + Fraction(coefficient["delta"]))


def standing_of(persons: set[int], into: date, *, leaving_out: Iterable[int] = ()) -> dict[int, Standing]:
    """The coefficient of each person just before an event is counted that goes into the list of the day `into`.

    Calculations of that list count, those of later lists do not; `leaving_out` names calculations that are
    being replaced. Persons without a coefficient are not there.
    """
    rows = newest_rows(into, persons)
    found = {person_id: _on_list(row) for person_id, row in rows.items()}
    entries = (
        entries_standing(NOW)
        .filter(person_id__in=persons, rated_event__kind=KIND, games__gt=0)
        .exclude(rated_event_id__in=set(leaving_out))
        .select_related("rated_event__event", "rated_event__period")
    )
    for entry in in_order(entries):
        listed = rows.get(entry.person_id)
        day = list_of(entry.rated_event)
        if day <= into and (listed is None or day > listed.rating_list.effective_from):
            found[entry.person_id] = _after(entry, found.get(entry.person_id))
    return found


def facts_of(standing: Standing | None) -> CoefficientFacts:
    """The facts that a calculation keeps; without a standing coefficient the start list's figure is taken."""
    if standing is None:
        return CoefficientFacts()
    return CoefficientFacts(standing.ik, standing.source, standing.name, standing.day, standing.last_listed)


def newest_rows(before: date, persons: set[int] | None = None, as_of: date = NOW) -> dict[int, ListedRating]:
    """The newest row of each person on a list in force before a day, as corrected since, with its list.

    A player who became inactive is on an older list than the last: his row is found there. Records merged since
    have one row (see `ratings.merges`).
    """
    merges = list(merges_standing(KIND, as_of).filter(base_list__effective_from__lt=before))
    wanted = None if persons is None else with_merged(persons, survivors(merges))
    found = newest_one_row_each(_newest_rows(before, wanted, as_of), merges)
    return found if persons is None else {key: row for key, row in found.items() if key in persons}


def _newest_rows(before: date, persons: set[int] | None, as_of: date) -> dict[int, ListedRating]:
    listed = ListedRating.objects.filter(
        rating_list__kind=KIND,
        rating_list__state=RatingList.State.PUBLISHED,
        rating_list__effective_from__lt=before,
        rating__isnull=False,
    )
    changed = ListCorrection.objects.filter(
        corrected_list__kind=KIND, corrected_list__effective_from__lt=before
    )
    if persons is not None:
        listed, changed = listed.filter(person_id__in=persons), changed.filter(person_id__in=persons)
    newest = listed.values("person_id").annotate(day=Max("rating_list__effective_from"))
    by_day: dict[date, set[int]] = {}
    for person_id, day in newest.values_list("person_id", "day"):
        by_day.setdefault(day, set()).add(person_id)
    lists = {one.effective_from: one for one in _lists(before)}
    found: dict[int, ListedRating] = {}
    for day, wanted in by_day.items():
        rows = lists[day].rows.all()
        if len(wanted) <= FEW:
            rows = rows.filter(person_id__in=wanted)
        found |= {row.person_id: _with_list(row, lists[day]) for row in rows if row.person_id in wanted}
    for person_id in set(changed.values_list("person_id", flat=True)):
        found.pop(person_id, None)
        row = _newest_corrected(person_id, lists.values(), as_of)
        if row is not None:
            found[person_id] = row
    return found


def _lists(before: date) -> Iterable[RatingList]:
    return RatingList.objects.filter(
        kind=KIND, state=RatingList.State.PUBLISHED, effective_from__lt=before
    ).order_by("-effective_from")


def _newest_corrected(person_id: int, lists: Iterable[RatingList], as_of: date) -> ListedRating | None:
    """The newest row of a person some of whose rows were corrected; `lists` newest first."""
    for rating_list in lists:
        rows = corrected(rating_list.rows.filter(person_id=person_id), rating_list, as_of, {person_id})
        row = rows.get(person_id)
        if row is not None and row.rating is not None:
            return _with_list(row, rating_list)
    return None


def _with_list(row: ListedRating, rating_list: RatingList) -> ListedRating:
    row.rating_list = rating_list
    return row


def _on_list(row: ListedRating) -> Standing:
    day = row.rating_list.effective_from
    return Standing(row.rating or 0, "list", row.rating_list.key, day, day)


def _after(entry: RatedEntry, before: Standing | None) -> Standing:
    rated = entry.rated_event
    return Standing(
        carried(before.ik if before else None, entry.coefficient),
        "event",
        rated.event.name,
        timezone.localdate(rated.rated_at),
        before.last_listed if before else None,
    )
