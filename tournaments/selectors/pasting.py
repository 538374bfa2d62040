"""What a pasted list means: for each row the person by number, candidates by name, or nobody."""

from collections.abc import Sequence
from dataclasses import dataclass

from players.models import Person
from tournaments.interchange.tables import EntryRow, read_entries
from tournaments.models import Event
from tournaments.record.findings import Finding
from tournaments.selectors.people import candidates_of_rows, persons_of_rows


@dataclass(frozen=True, slots=True)
class PastedRow:
    """A row with who it may be. `person` is certain (a number said so); candidates wait for a choice."""

    row: EntryRow
    person: Person | None
    candidates: tuple[Person, ...]
    entered: bool

    @property
    def persons(self) -> tuple[Person, ...]:
        """Everybody who may be chosen for this row."""
        return (self.person,) if self.person else self.candidates


@dataclass(frozen=True, slots=True)
class PastedList:
    """A pasted list, read and compared with the register; nothing is written."""

    rows: tuple[PastedRow, ...]
    findings: tuple[Finding, ...]

    @property
    def matched(self) -> int:
        """Rows that a number identifies."""
        return sum(row.person is not None for row in self.rows)

    @property
    def waiting(self) -> int:
        """Rows that wait for a choice among candidates."""
        return sum(bool(row.candidates) and row.person is None for row in self.rows)


def pasted_list(event: Event, content: str | bytes) -> PastedList:
    """The rows of a list with their persons and candidates, by a few queries whatever its length."""
    table = read_entries(content)
    certain = persons_of_rows(table.rows)
    unsure = [row for row, person in zip(table.rows, certain, strict=True) if person is None]
    proposals = dict(zip([row.line for row in unsure], _candidates(unsure), strict=True))
    known = set(event.entries.filter(person__isnull=False).values_list("person_id", flat=True))
    rows = tuple(
        PastedRow(row, person, tuple(proposals.get(row.line, ())), bool(person and person.pk in known))
        for row, person in zip(table.rows, certain, strict=True)
    )
    return PastedList(rows, table.findings)


def _candidates(rows: Sequence[EntryRow]) -> list[list[Person]]:
    return candidates_of_rows(rows)
