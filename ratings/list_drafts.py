"""What the list of an open period would be to the byte, and what two such drafts have in different words.

The draft of a list that is made player by player is the canonical file as it would be published now, so its hash is
that of the list to be. Of a great list, made over arrays, the draft holds the rows that say something new, and a
line with the hashes of all figures and of all names.
"""

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from players.models import RatingList
from ratings.building import build_rows, persons_concerned, previous_list, rules_of
from ratings.bulk_computing import Computed, compute
from ratings.bulk_previews import news
from ratings.bulk_writing import names_sha256
from ratings.corrections import cells_of, pending
from ratings.engine.bulk.arrays import ListAfter
from ratings.engine.version import ENGINE_VERSION
from ratings.list_contents import (
    COLUMNS,
    BuiltRow,
    identities_of,
    list_bytes,
    list_closing,
    list_lines,
    list_opening,
)
from ratings.models import Period
from ratings.services_bulk import is_great

CARRIED = "carried"
NAME = COLUMNS.index("name")


@dataclass(frozen=True)
class ListDraft:
    """The list of an open period as it is now: its rows, or those that are new of a great one."""

    period: Period
    rows: tuple[BuiltRow, ...]
    computed: Computed | None = None

    @cached_property
    def data(self) -> bytes:
        """The bytes of the draft; see the head of this module."""
        head = new_list(self.period)
        before = head.previous.sha256 if head.previous else ""
        shown = cells_of(pending(self.period.kind))
        if self.computed is None:
            return list_bytes(head, before, self.rows, shown)
        carried = list_closing([_carried(self.period, self.computed)])
        return list_opening(head, before) + list_lines(self.rows) + list_closing(shown) + carried

    @cached_property
    def sha256(self) -> str:
        """The hash of the bytes."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True, slots=True)
class DraftChange:
    """One player whose row reads otherwise in a later draft: the cells that differ, by column; empty for no row."""

    person_id: int
    name: str
    before: dict[str, str]
    after: dict[str, str]


@dataclass(frozen=True, slots=True)
class DraftChanges:
    """All that differs between two drafts; `beside` if something does beside the rows that they hold."""

    rows: tuple[DraftChange, ...]
    beside: bool

    def __bool__(self) -> bool:
        return bool(self.rows) or self.beside


def list_draft(period: Period) -> ListDraft:
    """The list of an open period as it would be published now. Writes nothing."""
    if is_great(period):
        computed = compute(period)
        return ListDraft(period, tuple(news(period, computed)), computed)
    identities = identities_of(persons_concerned(period), period.kind, period.effective_from)
    return ListDraft(period, tuple(build_rows(period, identities)))


def list_key(kind: str, effective_from: date) -> str:
    """The address of a list: its kind and first day.

    >>> list_key("standard", date(2026, 10, 1))
    'standard-2026-10-01'
    """
    return f"{kind}-{effective_from.isoformat()}"


def new_list(period: Period) -> RatingList:
    """The list that a period makes, without rows and not saved."""
    return RatingList(
        key=list_key(period.kind, period.effective_from),
        kind=period.kind,
        effective_from=period.effective_from,
        closing_day=period.closing_day,
        edition=rules_of(period.kind, period.effective_from).key,
        engine_version=ENGINE_VERSION,
        previous=previous_list(period.kind, period.effective_from),
    )


def draft_changes(before: bytes, now: bytes) -> DraftChanges:
    """What a later draft has in other words than an earlier one, by person."""
    old, others = _parsed(before)
    new, others_now = _parsed(now)
    rows = tuple(
        _change(person_id, old.get(person_id, []), new.get(person_id, []))
        for person_id in sorted(set(old) | set(new))
        if old.get(person_id) != new.get(person_id)
    )
    return DraftChanges(rows, others != others_now)


def _parsed(data: bytes) -> tuple[dict[int, list[str]], list[list[str]]]:
    """The rows of a draft by person, and its other lines."""
    rows: dict[int, list[str]] = {}
    others = []
    for cells in csv.reader(io.StringIO(data.decode("utf-8"), newline="")):
        if len(cells) == len(COLUMNS) and cells[0].isdigit():
            rows[int(cells[0])] = cells
        else:
            others.append(cells)
    return rows, others


def _change(person_id: int, before: Sequence[str], after: Sequence[str]) -> DraftChange:
    shown = [
        place for place in range(1, len(COLUMNS)) if not before or not after or before[place] != after[place]
    ]
    return DraftChange(
        person_id,
        (after or before)[NAME],
        {COLUMNS[place]: before[place] for place in shown} if before else {},
        {COLUMNS[place]: after[place] for place in shown} if after else {},
    )


def _carried(period: Period, computed: Computed) -> tuple[str, int, str, str]:
    """The line that stands for all rows of a great list: how many, the hash of the figures, that of the names."""
    figures = hashlib.sha256()
    for part in _figures(computed):
        figures.update(part)
    persons = _persons(computed)
    return CARRIED, len(persons), figures.hexdigest(), names_sha256(period.effective_from, persons)


def _figures(computed: Computed) -> Iterator[bytes]:
    for name in ListAfter.__slots__:
        yield getattr(computed.rows, name).astype("<i8").tobytes()
    yield list_lines(computed.exact)
    yield repr((sorted(computed.titled), sorted(computed.gone))).encode()


def _persons(computed: Computed) -> frozenset[int]:
    exact: Iterable[int] = (row.person_id for row in computed.exact)
    return frozenset(computed.rows.persons.tolist()) | frozenset(exact) | computed.titled
