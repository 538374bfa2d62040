"""Reads edition files and finds the edition that binds an event."""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from types import MappingProxyType

from tournaments.rulebook.editions import (
    EDITION_FOLDERS,
    HEAD_KEYS,
    PARAMETER_KEYS,
    TYPES,
    Edition,
    EditionFileError,
    MissingStartDay,
    Parameter,
    UnknownEdition,
)


def edition_in_force(regulation: str, start_day: date | None) -> Edition:
    """The edition that binds an event starting on `start_day`.

    Raises MissingStartDay without a day (today's text is never taken instead), and UnknownEdition where
    no edition of the regulation was in force on the day.
    """
    if start_day is None:
        raise MissingStartDay(f"The first day of play decides the edition of {regulation}; it is not known.")
    for edition in editions(regulation):
        if edition.in_force_on(start_day):
            return edition
    raise UnknownEdition(f"No edition of {regulation} was in force on {start_day.isoformat()}.")


def edition(key: str) -> Edition:
    """The edition with this key; raises UnknownEdition and names those that exist."""
    shelf = _shelf()
    if key not in shelf:
        raise UnknownEdition(f"There is no edition {key!r}; known: {', '.join(sorted(shelf))}.")
    return shelf[key]


def editions(regulation: str | None = None) -> tuple[Edition, ...]:
    """All editions, or those of one regulation, in the order of their first day."""
    chosen = (item for item in _shelf().values() if regulation in (None, item.regulation))
    return tuple(sorted(chosen, key=lambda item: (item.regulation, item.effective_from)))


def load_edition(path: Path, schema: Mapping[str, str]) -> Edition:
    """Read one edition file; raises EditionFileError with file and key where it leaves the schema."""
    raw = path.read_bytes()
    data = tomllib.loads(raw.decode("utf-8"), parse_float=Decimal)
    for name in ("regulation", "key", "effective_from", "last_reread", "source"):
        if name not in data:
            raise EditionFileError(f"{path.name}: {name} is missing")
    parameters = {
        name: _parameter(path, name, block, schema) for name, block in data.items() if name not in HEAD_KEYS
    }
    missing = [name for name, kind in schema.items() if kind.endswith("!") and name not in parameters]
    if missing:
        raise EditionFileError(f"{path.name}: {', '.join(missing)} missing")
    return Edition(
        regulation=data["regulation"],
        key=data["key"],
        effective_from=data["effective_from"],
        effective_until=data.get("effective_until"),
        last_reread=data["last_reread"],
        source_title=data["source"]["title"],
        note=data.get("note", ""),
        parameters=MappingProxyType(parameters),
        sha256=hashlib.sha256(raw).hexdigest(),
    )


def load_schema(path: Path) -> Mapping[str, str]:
    """The keys an edition of a regulation may hold, each with its type; `!` after a type means required."""
    schema: dict[str, str] = tomllib.loads(path.read_text("utf-8"))
    wrong = [name for name, kind in schema.items() if kind.rstrip("!") not in TYPES]
    if wrong:
        raise EditionFileError(f"{path.name}: unknown type of {', '.join(wrong)}")
    return schema


def _parameter(path: Path, name: str, block: object, schema: Mapping[str, str]) -> Parameter:
    if name not in schema:
        raise EditionFileError(f"{path.name}: unknown key {name!r}")
    if not isinstance(block, dict):
        raise EditionFileError(f"{path.name}: {name} must be a table with value and article")
    unknown = set(block) - PARAMETER_KEYS
    if unknown:
        raise EditionFileError(f"{path.name}: {name} has unknown keys {', '.join(sorted(unknown))}")
    kind = schema[name].rstrip("!")
    value = block.get("policy" if kind == "policy" else "value")
    if not isinstance(value, TYPES[kind]) or (kind != "boolean" and isinstance(value, bool)):
        raise EditionFileError(f"{path.name}: {name} is not of type {kind}")
    if not block.get("article"):
        raise EditionFileError(f"{path.name}: {name} names no article")
    return Parameter(
        name=name,
        value=value,
        unit=block.get("unit", ""),
        article=str(block["article"]),
        source=block.get("source", ""),
        verified=block.get("verified", True),
        note=block.get("note", ""),
    )


@cache
def _shelf() -> Mapping[str, Edition]:
    return MappingProxyType({item.key: item for item in _read_folders(EDITION_FOLDERS)})


def _read_folders(folders: Iterable[Path]) -> Iterable[Edition]:
    for folder in folders:
        schemas = {path.stem: load_schema(path) for path in sorted(folder.glob("schemas/*.toml"))}
        for path in sorted(folder.glob("*.toml")):
            regulation = tomllib.loads(path.read_text("utf-8"), parse_float=Decimal).get("regulation")
            if regulation not in schemas:
                raise EditionFileError(f"{path.name}: regulation {regulation!r} has no schema")
            yield load_edition(path, schemas[regulation])
