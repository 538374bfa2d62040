"""All kinds of paper that are handed in and signed, by the key of their sheet."""

from collections.abc import Mapping
from types import MappingProxyType

from reports.kinds import final_table, it1, it3, start_list
from reports.kinds.kind import SheetKind

# Each module of reports/kinds holds one paper and is entered here.
KINDS: Mapping[str, SheetKind] = MappingProxyType(
    {kind.sheet: kind for kind in (*final_table.kinds(), *it1.kinds(), *it3.kinds(), *start_list.kinds())}
)


def kind_of(sheet: str) -> SheetKind:
    """The kind of a report's sheet; KeyError for one that is not made yet."""
    return KINDS[sheet]
