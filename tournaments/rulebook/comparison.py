"""The editions of one regulation side by side: what each says about every parameter."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from tournaments.rulebook.editions import EDITION_FOLDERS, Edition, Parameter

LINE = re.compile(r"^(?P<name>\w+)\s*=\s*\"[^\"]*\"\s*(?:#\s*(?P<says>.*))?$")
GROUP = re.compile(r"^# --- (?P<group>.+)$")


@dataclass(frozen=True, slots=True)
class Described:
    """A parameter as the schema of its regulation describes it: what it is about, and its group."""

    name: str
    group: str
    says: str


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One parameter in several editions; a place is empty where the edition is silent."""

    described: Described
    parameters: tuple[Parameter | None, ...]


@cache
def described(regulation: str) -> tuple[Described, ...]:
    """The parameters of a regulation in the order of its schema, whose comments describe them."""
    for folder in EDITION_FOLDERS:
        path = folder / "schemas" / f"{regulation}.toml"
        if path.is_file():
            return describe(path.read_text("utf-8").splitlines())
    return ()


def describe(lines: Sequence[str]) -> tuple[Described, ...]:
    """What the lines of a schema say of its parameters.

    >>> describe(["# --- lists", 'floor = "integer!"  # lowest published rating', 'unit = "text"'])[0]
    Described(name='floor', group='lists', says='lowest published rating')
    """
    found, group = [], ""
    for line in lines:
        if heading := GROUP.match(line):
            group = heading["group"].strip()
        elif entry := LINE.match(line):
            found.append(Described(entry["name"], group, (entry["says"] or "").strip()))
    return tuple(found)


def compare(editions: Sequence[Edition]) -> tuple[ComparedRow, ...]:
    """A row for every parameter that one of the editions holds; all are of one regulation."""
    if not editions:
        return ()
    rows = (
        ComparedRow(about, tuple(item.get(about.name) for item in editions))
        for about in described(editions[0].regulation)
    )
    return tuple(row for row in rows if any(row.parameters))


def value_text(value: object) -> str:
    """The value of a parameter as plain text: lists by commas, tables as `name: value`.

    >>> value_text(350), value_text(Decimal("12.50")), value_text(["01-01", "07-01"])
    ('350', '12.5', '01-01, 07-01')
    >>> value_text({"ms": 2400, "kms": 2200}), value_text([[2200, 120], [1600, 90]])
    ('ms: 2400, kms: 2200', '2200 120, 1600 90')
    >>> value_text(True), value_text("half_up")
    ('yes', 'half_up')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {value_text(item)}" for name, item in value.items())
    if isinstance(value, list):
        return ", ".join(_item(item) for item in value)
    return str(value)


def _item(item: object) -> str:
    return " ".join(value_text(part) for part in item) if isinstance(item, list) else value_text(item)
