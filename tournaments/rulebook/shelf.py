"""Reads edition files and finds the edition that binds an event."""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tournaments.rulebook.editions import (
    EDITION_FOLDERS,
    HEAD_KEYS,
    HEAD_TYPES,
    OPTIONAL_HEAD,
    PARAMETER_KEYS,
    SOURCE_KEYS,
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
    raise UnknownEdition(_not_at_hand(regulation, start_day))


def _not_at_hand(regulation: str, start_day: date) -> str:
    """Which days around this one the texts at hand leave open."""
    known = editions(regulation)
    ended = [item for item in known if item.effective_until is not None and item.effective_until < start_day]
    begins = [item for item in known if item.effective_from > start_day]
    message = f"No edition of {regulation} that was in force on {start_day.isoformat()} is at hand"
    around = [f"{item.key} ended on {item.effective_until}" for item in ended[-1:]]
    around += [f"{item.key} begins on {item.effective_from}" for item in begins[:1]]
    return f"{message}: {', '.join(around)}." if around else f"{message}."


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
    data = _toml(path, raw)
    _check_head(path, data)
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
    schema: dict[str, str] = _toml(path, path.read_bytes())
    wrong = [name for name, kind in schema.items() if str(kind).removesuffix("!") not in TYPES]
    if wrong:
        raise EditionFileError(f"{path.name}: unknown type of {', '.join(wrong)}")
    return schema


def _toml(path: Path, raw: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(raw.decode("utf-8"), parse_float=_exact)
    except (UnicodeDecodeError, ValueError) as error:
        raise EditionFileError(f"{path.name}: {error}") from error


def _exact(text: str) -> Decimal:
    """A number as it is written; `nan` and `inf` are none."""
    number = Decimal(text)
    if not number.is_finite():
        raise ValueError(f"{text} is not a number")
    return number


def _check_head(path: Path, data: Mapping[str, Any]) -> None:
    """The head says what the edition is, from when and on which reading; raises EditionFileError."""
    for name, kind in HEAD_TYPES.items():
        if name not in data:
            if name in OPTIONAL_HEAD:
                continue
            raise EditionFileError(f"{path.name}: {name} is missing")
        if type(data[name]) is not kind:  # a moment is a date to isinstance, and no day
            raise EditionFileError(f"{path.name}: {name} is not a {kind.__name__}")
    if data["key"] != path.stem:
        raise EditionFileError(f"{path.name}: the key is {data['key']!r}, not the name of the file")
    unknown = set(data["source"]) - SOURCE_KEYS
    if unknown or not data["source"].get("title"):
        raise EditionFileError(f"{path.name}: source has a title, and may have file and address")
    if data.get("effective_until", data["effective_from"]) < data["effective_from"]:
        raise EditionFileError(f"{path.name}: it ends before it begins")


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
    if {"policy", "value"} <= set(block):
        raise EditionFileError(f"{path.name}: {name} has a policy and a value")
    if type(value) not in TYPES[kind]:
        raise EditionFileError(f"{path.name}: {name} is not of type {kind}")
    if not isinstance(block.get("verified", True), bool):
        raise EditionFileError(f"{path.name}: {name}: verified is true or false")
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


def shelf_of(found: Iterable[Edition]) -> Mapping[str, Edition]:
    """Editions by key; raises EditionFileError for a key that two have, or two in force on one day."""
    shelf: dict[str, Edition] = {}
    for item in found:
        if item.key in shelf:
            raise EditionFileError(f"Two editions have the key {item.key!r}")
        shelf[item.key] = item
    ordered = sorted(shelf.values(), key=lambda item: (item.regulation, item.effective_from))
    for earlier, later in pairwise(ordered):
        if earlier.regulation == later.regulation and earlier.in_force_on(later.effective_from):
            raise EditionFileError(f"{earlier.key} and {later.key} are in force on one day")
    return MappingProxyType(shelf)


@cache
def _shelf() -> Mapping[str, Edition]:
    return shelf_of(_read_folders(EDITION_FOLDERS))


def _read_folders(folders: Iterable[Path]) -> Iterable[Edition]:
    for folder in folders:
        schemas = {path.stem: load_schema(path) for path in sorted(folder.glob("schemas/*.toml"))}
        for path in sorted(folder.glob("*.toml")):
            regulation = _toml(path, path.read_bytes()).get("regulation")
            if regulation not in schemas:
                raise EditionFileError(f"{path.name}: regulation {regulation!r} has no schema")
            yield load_edition(path, schemas[regulation])
