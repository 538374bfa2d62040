"""All kinds of paper that are handed in and signed, by the key of their sheet."""

from collections.abc import Mapping
from types import MappingProxyType

from reports.derivations import is_computed
from reports.kinds import computer_table, final_table, it1, it3, start_list
from reports.kinds.kind import SheetKind
from reports.sheets.model import SheetKey
from tournaments.models import Event

# Each module of reports/kinds holds one paper and is entered here.
ALL = (
    *final_table.kinds(),
    *computer_table.kinds(),
    *it1.kinds(),
    *it3.kinds(),
    *start_list.kinds(),
)
KINDS: Mapping[str, SheetKind] = MappingProxyType({kind.sheet: kind for kind in ALL})


def kind_of(sheet: str) -> SheetKind:
    """The kind of a report's sheet; KeyError for one that is not made yet."""
    return KINDS[sheet]


def papers_offered(event: Event) -> tuple[SheetKey, ...]:
    """The papers that may be chosen at handing in to go with the report; they need nothing but the report."""
    return (computer_table.SHEET,) if is_computed(event) else ()
