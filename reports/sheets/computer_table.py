"""The table made by computer that goes with a report (11.31): Rar, n, W, W − We, Ru."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

from ratings.engine.computer_table import ComputedRow
from reports.sheets.cells import MINUS, points_text
from reports.sheets.final_table import head_facts
from reports.sheets.model import Fact, Particulars, Sentence, SignatureField
from reports.sheets.signatures import signature_fields
from tournaments.record.model import Entry, Record
from tournaments.rulebook.rounding import half_up


@dataclass(frozen=True, slots=True)
class Approval:
    """That the rating administrator tested and approved the program: the day, and who gave it (11.31)."""

    on: date
    by: str


@dataclass(frozen=True, slots=True)
class Rules:
    """What the numbers rest on: edition, engine, the least number of rated opponents (None: no first ratings).

    `least_is_chosen` says that the text of the edition does not give that number.
    """

    edition: str
    engine: str
    least: int | None
    least_is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class ComputerLine:
    """One player as printed; `change` is W − We with its sign, `ru` a whole number, empty where there is none.

    `ru_counts` is False where a printed Ru does not enter a first rating.
    """

    position: int
    place: int | None
    number: int
    title: str
    name: str
    federation: str
    rating: int | None
    rar: int
    n: int
    w: str
    change: str
    ru: str
    ru_counts: bool = True


@dataclass(frozen=True, slots=True)
class ComputerTable:
    """The computer table as it is handed in, beside the report with the document number `main_code`."""

    form: Literal["computer_table"]
    title: str
    head: tuple[Fact, ...]
    lines: tuple[ComputerLine, ...]
    rules: Rules
    main_code: str
    notes: tuple[Sentence, ...]
    approval: Approval | None
    place: str
    signatures: tuple[SignatureField, ...]
    missing: tuple[Sentence, ...]

    @property
    def shows_places(self) -> bool:
        """Whether anybody has a place of his own; in a team event the teams have them."""
        return any(line.place is not None for line in self.lines)

    @property
    def can_be_signed(self) -> bool:
        """Nothing mandatory is missing."""
        return not self.missing


def computer_table(
    record: Record,
    rows: Mapping[int, ComputedRow],
    order: Sequence[tuple[int | None, int]],
    *,
    rules: Rules,
    particulars: Particulars,
    approval: Approval | None = None,
    main_code: str = "",
) -> ComputerTable:
    """The sheet: players in the order of the report (place, start number), each with his computed columns."""
    entries = {entry.number: entry for entry in record.entries}
    lines = tuple(
        _line(position, place, entries[number], rows[number])
        for position, (place, number) in enumerate(order, start=1)
    )
    return ComputerTable(
        form="computer_table",
        title=record.event.name,
        head=tuple(head_facts(record, particulars)),
        lines=lines,
        rules=rules,
        main_code=main_code,
        notes=tuple(_notes(rules, lines, approval)),
        approval=approval,
        place=particulars.place,
        signatures=signature_fields("computer_table", particulars.arbiter),
        missing=() if record.games else (Sentence("no_games", "11.31"),),
    )


def _line(position: int, place: int | None, entry: Entry, row: ComputedRow) -> ComputerLine:
    printed = "" if row.ru is None else str(half_up(row.ru))  # a whole number, half up (10.32)
    return ComputerLine(
        position=position,
        place=place,
        number=row.number,
        title=entry.title,
        name=entry.name,
        federation=entry.federation,
        rating=row.rating,
        rar=row.rar,
        n=row.n,
        w=points_text(int(row.w * 2)),
        change="" if row.gain is None else signed_hundredths(row.gain),
        ru=printed,
        ru_counts=row.ru is None or row.ru_counts,
    )


def signed_hundredths(number: Fraction) -> str:
    """A number of whole hundredths with its sign and two decimals; We is made of hundredths, W of halves.

    >>> signed_hundredths(Fraction(-56, 100)), signed_hundredths(Fraction(1, 10)), signed_hundredths(Fraction(0))
    ('−0.56', '+0.10', '0.00')
    """
    hundredths = half_up(number * 100)
    whole, rest = divmod(abs(hundredths), 100)
    sign = MINUS if hundredths < 0 else "+" if hundredths else ""
    return f"{sign}{whole}.{rest:02d}"


def _notes(rules: Rules, lines: Sequence[ComputerLine], approval: Approval | None) -> Iterator[Sentence]:
    """What the columns mean, what was chosen where the text is silent, and whether the program is approved."""
    yield Sentence("computer_columns", "11.31")
    if rules.least is not None:
        yield Sentence("computer_unrated", "11.31", {"least": rules.least})
        if rules.least_is_chosen:
            yield Sentence("computer_least_chosen", "11.31", {"least": rules.least, "edition": rules.edition})
    if any(not line.ru_counts for line in lines):
        yield Sentence("computer_ru_not_counted", "11.31")
    if approval is None:
        yield Sentence("computer_not_approved", "11.31")
    else:
        yield Sentence("computer_approved", "11.31", {"on": approval.on, "by": approval.by})
