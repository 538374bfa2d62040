"""What the portal has to know of a paper in order to freeze it, set it in type and have it signed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from players.models import Account
from reports.frozen import public_record
from reports.models import Report
from reports.render import Enclosure
from reports.sheets.model import Sentence, SheetKey, SignatureField
from reports.typesetting import Papers
from tournaments.models import Entry, Event
from tournaments.record.canonical import canonical_bytes
from tournaments.record.model import Record


class Printed(Protocol):
    """A paper as a value: what is common to all of them."""

    @property
    def missing(self) -> tuple[Sentence, ...]:
        """The mandatory parts that it lacks; with any it cannot be frozen nor signed."""
        ...

    @property
    def signatures(self) -> tuple[SignatureField, ...]:
        """Its signature fields in the order of signing."""
        ...


@dataclass(frozen=True, slots=True)
class PaperOrder:
    """What is asked for: a paper of the event by somebody.

    `main` is the report that it goes with, None for a start list; `entry` and `title` (`GM`, `WIM`) are those of a
    norm; `typed` holds what only a person can say, by the names that the kind defines.
    """

    event: Event
    actor: Account
    main: Report | None = None
    entry: Entry | None = None
    title: str = ""
    typed: Mapping[str, Any] = field(default_factory=dict)


class HtmlMaker(Protocol):
    """Sets a sheet as HTML, with a new page before the line `break_before`; raises UnprintableLetter."""

    def __call__(self, sheet: Any, papers: Papers, *, break_before: int | None = None) -> str:
        """The page."""
        ...


def no_lines(sheet: Any) -> int:
    """For a paper whose foot need not be kept with lines of a table."""
    return 0


def no_files(report: Report) -> tuple[Enclosure, ...]:
    """For a paper with nothing inside."""
    return ()


def _frozen_elsewhere(order: PaperOrder) -> dict[str, Any]:
    raise LookupError("A final table is frozen by handing in.")


@dataclass(frozen=True, slots=True)
class SheetKind:
    """How one kind of paper is made.

    `frozen` says as JSON (str, int, bool, None, lists, dicts) what is printed and not in the record, once, from the
    living event; `sheet_of` makes the value from the report's frozen files alone. `html` and `style` set it, `texts`
    yields what is printed of it, to find letters that cannot be. In the page the box of each signature field has
    the id `field-NAME`, and where `lines` counts any, line n has the id `line-n` and the foot `signatures`.
    """

    sheet: SheetKey
    sheet_of: Callable[[Report], Any]
    html: HtmlMaker
    style: Callable[[Any, Papers], str]
    texts: Callable[[Any], Iterable[str]]
    frozen: Callable[[PaperOrder], dict[str, Any]] = _frozen_elsewhere
    lines: Callable[[Any], int] = no_lines
    enclosures: Callable[[Report], tuple[Enclosure, ...]] = no_files


def record_enclosure(record: Record) -> Enclosure:
    """The public part of a frozen record as the file that lies inside its documents."""
    return Enclosure("record.json", "tournament record", canonical_bytes(public_record(record)))
