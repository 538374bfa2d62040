"""Provisional ratings: what the lists to come would say, from the calculations that no list has published. Reads only.

The figure is that of the preview of the player's next list, rounded and held against the floor as that list does it.
Where he has events in several lists to come, each is built on the row of the one before. It is official nowhere: no
list, file or search has it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from players.models import ListedRating, RatingKind
from ratings.building import build_rows, rows_before
from ratings.list_contents import identities_of, listed
from ratings.list_days import next_list
from ratings.list_drafts import new_list
from ratings.models import Period, RatedEntry
from ratings.racc_standing import newest_rows
from tournaments.rulebook.editions import EditionError


@dataclass(frozen=True, slots=True)
class Provisional:
    """A player's figure on one list to come: before and after, and the calculations that it counts.

    `after` is None where the results do not make a rating yet. `is_open` says whether the list's period is open.
    """

    kind: str
    list_day: date
    is_open: bool
    before: int | None
    after: int | None
    entries: tuple[RatedEntry, ...]

    @property
    def kind_label(self) -> str:
        """The kind in words."""
        return str(RatingKind(self.kind).label)


def provisional_of(persons: Collection[int], kind: str) -> dict[int, list[Provisional]]:
    """The figures of these persons on the lists of a kind to come, in their order; only of lists that count a game.

    As many queries for one person as for all players of an event.
    """
    waiting = _waiting(persons, kind)
    found: dict[int, list[Provisional]] = {}
    base: dict[int, ListedRating] | None = None
    for period in _periods(waiting, kind):
        mine = _by_person(waiting, period)
        try:
            base = _built(period, set(persons), mine, base, found)
        except (KeyError, EditionError):
            continue
    return found


def _waiting(persons: Collection[int], kind: str) -> list[RatedEntry]:
    """The calculations of these persons that no published list holds, in the order of play."""
    rows = RatedEntry.objects.filter(
        person_id__in=set(persons), rated_event__kind=kind, rated_event__current=True, games__gt=0
    ).exclude(rated_event__period__state=Period.State.PUBLISHED)
    return list(
        rows.select_related("rated_event__event", "rated_event__period").order_by(
            "rated_event__event__start", "rated_event_id", "pk"
        )
    )


def _periods(waiting: Iterable[RatedEntry], kind: str) -> list[Period]:
    """The lists to come that count one of these, in their order; last the next one that nobody has opened yet."""
    entries = list(waiting)
    opened = {
        entry.rated_event.period_id: entry.rated_event.period
        for entry in entries
        if entry.rated_event.period is not None
    }
    periods = sorted((one for one in opened.values() if one), key=lambda period: period.effective_from)
    if any(entry.rated_event.period_id is None for entry in entries):
        coming = next_list(kind, timezone.localdate())
        if coming is not None:
            periods.append(
                Period(kind=kind, effective_from=coming.effective_from, closing_day=coming.closing_day)
            )
    return periods


def _by_person(waiting: Iterable[RatedEntry], period: Period) -> dict[int, list[RatedEntry]]:
    found: dict[int, list[RatedEntry]] = {}
    for entry in waiting:
        if entry.rated_event.period_id == period.pk:
            found.setdefault(entry.person_id, []).append(entry)
    return found


def _built(
    period: Period,
    persons: set[int],
    mine: Mapping[int, list[RatedEntry]],
    base: dict[int, ListedRating] | None,
    found: dict[int, list[Provisional]],
) -> dict[int, ListedRating]:
    """Add the figures on one list to come; the rows on which the next one is built."""
    before = _rows_before(period, persons) if base is None else base
    identities = identities_of(persons, period.kind, period.effective_from)
    rows = {row.person_id: row for row in build_rows(period, identities, persons, base=before)}
    for person_id, entries in mine.items():
        row, old = rows.get(person_id), before.get(person_id)
        found.setdefault(person_id, []).append(
            Provisional(
                period.kind,
                period.effective_from,
                period.pk is not None,
                None if old is None else old.rating,
                None if row is None else row.rating,
                tuple(entries),
            )
        )
    head = new_list(period)
    return before | {
        person_id: listed(head, row) for person_id, row in rows.items() if row.rating is not None
    }


def _rows_before(period: Period, persons: set[int]) -> dict[int, ListedRating]:
    if period.kind == RatingKind.CORRESPONDENCE:
        return newest_rows(period.effective_from, persons)
    return rows_before(period, persons)
