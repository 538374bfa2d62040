"""What a list of players means for an event: who each row is, how sure that is, what it would change."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.keys import search_terms
from players.models import Person
from tournaments.interchange.columns import Sheet
from tournaments.interchange.entry_list import EntryRow, entries_of
from tournaments.models import Entry, Event
from tournaments.record.findings import Finding
from tournaments.selectors.people import candidates_of_rows, persons_of_rows

# How sure it is who a row is: his number says so, name and year do, the name alone, nobody is like him.
CERTAIN, LIKELY, POSSIBLE, NOBODY = "number", "year", "name", "none"
# What a list may bring for a player of the register, and for one who is entered by name only.
OF_THE_REGISTER = ("club", "rating", "other_rating")
BY_NAME = (
    "title",
    "federation",
    "birth",
    "sex",
    "club",
    "fide_id",
    "national_id",
    "rating",
    "other_rating",
)


@dataclass(frozen=True, slots=True)
class Change:
    """A field of an entry that the list would change."""

    field: str
    label: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class PastedRow:
    """A row with who it may be. `person` is certain (a number said so); candidates wait for a choice.

    `entry` is who plays already, with the changes that the row would bring.
    """

    row: EntryRow
    person: Person | None
    candidates: tuple[Person, ...]
    entry: Entry | None = None
    changes: tuple[Change, ...] = ()

    @property
    def entered(self) -> bool:
        """The player is in the event already."""
        return self.entry is not None

    @property
    def persons(self) -> tuple[Person, ...]:
        """Everybody who may be chosen for this row."""
        return (self.person,) if self.person else self.candidates

    @property
    def confidence(self) -> str:
        """How sure it is who this is: `number`, `year`, `name` or `none`."""
        if self.person is not None:
            return CERTAIN
        if len(self.candidates) == 1 and self.row.birth and self.candidates[0].birth:
            return LIKELY
        return POSSIBLE if self.candidates else NOBODY


@dataclass(frozen=True, slots=True)
class PastedList:
    """A list, read and compared with the register and with the entries; nothing is written."""

    sheet: Sheet
    rows: tuple[PastedRow, ...]
    findings: tuple[Finding, ...]
    absent: tuple[Entry, ...] = ()

    @property
    def matched(self) -> int:
        """Rows that a number identifies."""
        return sum(row.person is not None for row in self.rows)

    @property
    def waiting(self) -> int:
        """Rows that wait for a choice among candidates."""
        return sum(bool(row.candidates) and not row.person and not row.entered for row in self.rows)

    @property
    def changing(self) -> int:
        """Rows of players who are entered and would change."""
        return sum(bool(row.changes) for row in self.rows)

    @property
    def same(self) -> tuple[PastedRow, ...]:
        """Rows of players who are entered and stay as they are."""
        return tuple(row for row in self.rows if row.entered and not row.changes)


def pasted_list(event: Event, sheet: Sheet, *, spreadsheet: bool = False) -> PastedList:
    """The rows of a list with their persons, candidates and changes, by a few queries whatever its length."""
    table = entries_of(sheet, spreadsheet=spreadsheet)
    certain = persons_of_rows(table.rows)
    entries = list(event.entries.select_related("person").order_by("number", "pk"))
    known = _Known(entries)
    found = [known.entry_of(row, person) for row, person in zip(table.rows, certain, strict=True)]
    unsure = [
        row
        for row, person, entry in zip(table.rows, certain, found, strict=True)
        if person is None and entry is None
    ]
    proposals = dict(zip([row.line for row in unsure], candidates_of_rows(unsure), strict=True))
    rows = tuple(
        PastedRow(
            row,
            person,
            tuple(proposals.get(row.line, ())),
            entry,
            changes_of(entry, row) if entry is not None else (),
        )
        for row, person, entry in zip(table.rows, certain, found, strict=True)
    )
    here = {row.entry.pk for row in rows if row.entry is not None}
    absent = tuple(entry for entry in entries if entry.pk not in here) if here else ()
    return PastedList(sheet, rows, table.findings, absent)


class _Known:
    """The entries of an event by person, by numbers and by name; each is given to one row only."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.by_person = {entry.person_id: entry for entry in entries if entry.person_id is not None}
        self.by_fide = {entry.fide_id: entry for entry in entries if entry.fide_id}
        self.by_national = {entry.national_id: entry for entry in entries if entry.national_id}
        self.by_name: dict[tuple[str, ...], list[Entry]] = {}
        for entry in entries:
            self.by_name.setdefault(_name_key(entry.name), []).append(entry)
        self.taken: set[int] = set()

    def entry_of(self, row: EntryRow, person: Person | None) -> Entry | None:
        """The entry that a row means: the same person, the same number, or one name with no other year."""
        found = self._found(row, person)
        if found is None or found.pk in self.taken:
            return None
        self.taken.add(found.pk)
        return found

    def _found(self, row: EntryRow, person: Person | None) -> Entry | None:
        if person is not None and person.pk in self.by_person:
            return self.by_person[person.pk]
        numbered = self.by_fide.get(row.fide_id) or self.by_national.get(row.national_id)
        if numbered is not None and (person is None or numbered.person_id is None):
            return numbered
        named = [
            entry
            for entry in self.by_name.get(_name_key(row.name), [])
            if _compatible(entry, row) and (person is None or entry.person_id is None)
        ]
        return named[0] if len(named) == 1 else None


def _name_key(name: str) -> tuple[str, ...]:
    return tuple(sorted(search_terms(name)))


def _compatible(entry: Entry, row: EntryRow) -> bool:
    """Nothing that both say differs: neither the year nor a number."""
    return all(
        not (own and given) or own == given
        for own, given in (
            (entry.birth[:4], row.birth[:4]),
            (entry.fide_id, row.fide_id),
            (entry.national_id, row.national_id),
        )
    )


def changes_of(entry: Entry, row: EntryRow) -> tuple[Change, ...]:
    """What the row says otherwise than the entry. An empty cell changes nothing, a list in force stays.

    The register knows a player better than a list does: of somebody who is identified only club and typed ratings
    may be news. A year does not replace a whole date of birth.
    """
    fields = OF_THE_REGISTER if entry.person_id is not None else BY_NAME
    found = []
    for name in fields:
        old, new = getattr(entry, name), getattr(row, name)
        if new in (None, "") or new == old or (name == "birth" and old.startswith(new)):
            continue
        if name == "rating" and entry.rating_list_id is not None:
            continue
        found.append(Change(name, str(Entry._meta.get_field(name).verbose_name), old, new))  # type: ignore[union-attr]
    return tuple(found)
