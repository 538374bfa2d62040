"""Editions of a regulation: one TOML file per text, loaded once, checked against its schema.

The files lie beside the engines that read them (`ratings/editions`, `tiebreaks/editions`); each folder
has `schemas/<regulation>.toml`, which names every key that an edition of that regulation may hold.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EDITION_FOLDERS = (ROOT / "ratings" / "editions", ROOT / "tiebreaks" / "editions")

TYPES: Mapping[str, tuple[type, ...]] = {
    "integer": (int,),
    "number": (int, Decimal),
    "text": (str,),
    "policy": (str,),
    "boolean": (bool,),
    "date": (date,),
    "list": (list,),
    "table": (dict,),
}
HEAD_TYPES: Mapping[str, type] = {
    "regulation": str,
    "key": str,
    "effective_from": date,
    "effective_until": date,
    "last_reread": date,
    "source": dict,
    "note": str,
}
OPTIONAL_HEAD = {"effective_until", "note"}
HEAD_KEYS = set(HEAD_TYPES)
SOURCE_KEYS = {"title", "file", "address"}
PARAMETER_KEYS = {"value", "policy", "unit", "article", "source", "verified", "note"}


class EditionError(ValueError):
    """An edition file cannot be used, or none can be chosen. `code` is stable for machines."""

    code = "edition"


class MissingStartDay(EditionError):
    """The edition is decided by the first day of play, and that day is not known."""

    code = "start_day_missing"


class UnknownEdition(EditionError):
    """No edition has this key, or none was in force on the day."""

    code = "edition_unknown"


class EditionFileError(EditionError):
    """The file does not agree with the schema of its regulation."""

    code = "edition_file"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One value of an edition with unit, article and source; `verified` is false for a marked doubt."""

    name: str
    value: object
    unit: str
    article: str
    source: str
    verified: bool
    note: str

    @property
    def integer(self) -> int:
        """The value as an integer; raises EditionFileError otherwise."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise EditionFileError(f"{self.name} is not an integer")
        return self.value

    @property
    def number(self) -> Decimal:
        """The value as an exact decimal; raises EditionFileError otherwise."""
        if isinstance(self.value, bool) or not isinstance(self.value, (int, Decimal)):
            raise EditionFileError(f"{self.name} is not a number")
        return Decimal(self.value)

    @property
    def text(self) -> str:
        """The value, or policy name, as text; raises EditionFileError otherwise."""
        if not isinstance(self.value, str):
            raise EditionFileError(f"{self.name} is not text")
        return self.value

    @property
    def flag(self) -> bool:
        """The value as yes or no; raises EditionFileError otherwise."""
        if not isinstance(self.value, bool):
            raise EditionFileError(f"{self.name} is not a yes-or-no value")
        return self.value

    @property
    def day(self) -> date:
        """The value as a day; raises EditionFileError otherwise."""
        if type(self.value) is not date:
            raise EditionFileError(f"{self.name} is not a day")
        return self.value

    @property
    def items(self) -> tuple[object, ...]:
        """The value as a list; raises EditionFileError otherwise."""
        if not isinstance(self.value, list):
            raise EditionFileError(f"{self.name} is not a list")
        return tuple(self.value)

    @property
    def table(self) -> Mapping[str, object]:
        """The value as a table; raises EditionFileError otherwise."""
        if not isinstance(self.value, dict):
            raise EditionFileError(f"{self.name} is not a table")
        return self.value


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of one regulation, immutable. `sha256` is that of the file's bytes."""

    regulation: str
    key: str
    effective_from: date
    effective_until: date | None
    last_reread: date
    source_title: str
    note: str
    parameters: Mapping[str, Parameter]
    sha256: str

    def __getitem__(self, name: str) -> Parameter:
        """The parameter of that name; raises EditionFileError where the edition is silent."""
        if name not in self.parameters:
            raise EditionFileError(f"{self.key} has no parameter {name!r}")
        return self.parameters[name]

    def get(self, name: str) -> Parameter | None:
        """The parameter of that name, or nothing where the edition is silent."""
        return self.parameters.get(name)

    def in_force_on(self, day: date) -> bool:
        """Whether an event that starts on this day is bound by this edition."""
        return self.effective_from <= day and (self.effective_until is None or day <= self.effective_until)
