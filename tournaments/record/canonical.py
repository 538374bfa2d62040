"""One sequence of bytes for a record, and its SHA-256: what is frozen, signed and compared.

JSON in UTF-8, NFC, sorted keys, no spaces, integers and strings only. What is unknown or empty is left out.
Described in `docs/record.md`, with a JSON Schema beside it.
"""

import hashlib
import json
import types
from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass
from datetime import date
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from unicodedata import normalize

from tournaments.record.model import SCHEMA, Record, RecordError

Json = int | str | list["Json"] | dict[str, "Json"]


def canonical_bytes(record: Record) -> bytes:
    """The canonical bytes of a record; equal for records that differ only in Unicode composition.

    Raises RecordError for text that is not Unicode (a lone surrogate).
    """
    text = json.dumps(_encode(record), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise RecordError(f"Text that is not Unicode: {error.object[error.start : error.end]!r}.") from error


def sha256(record: Record) -> str:
    """The SHA-256 of the canonical bytes, 64 lower-case hexadecimal digits."""
    return hashlib.sha256(canonical_bytes(record)).hexdigest()


def from_canonical(data: bytes) -> Record:
    """The record of canonical bytes; `canonical_bytes` of it gives the same bytes.

    Raises RecordError with the path of the trouble (`games[3].code`), and for bytes that say the right things
    in another way than the canonical one (spaces, order, composition), since their hash would be another.
    """
    try:
        value = json.loads(
            data.decode("utf-8"), object_pairs_hook=_object, parse_float=_no_float, parse_constant=_no_float
        )
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise RecordError(f"Not JSON in UTF-8: {error}.") from error
    if not isinstance(value, dict):
        raise RecordError("The record is not an object.")
    if value.get("schema") != SCHEMA:
        raise RecordError(f"schema: {value.get('schema')!r} is not {SCHEMA}.")
    record = _decode(Record, value, "")
    if not isinstance(record, Record) or canonical_bytes(record) != data:
        raise RecordError("The bytes are not in canonical form (order, spaces, composition or empty values).")
    return record


def _encode(value: object) -> Json:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return normalize("NFC", value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_encode(item) for item in value]
    if not is_dataclass(value) or isinstance(value, type):
        raise RecordError(f"{type(value).__name__} has no place in a record.")
    members = ((item.name, getattr(value, item.name)) for item in fields(value))
    return {name: _encode(member) for name, member in members if not _is_empty(member)}


def _is_empty(value: object) -> bool:
    return value is None or value in ("", ())


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RecordError("An object names a key twice.")
    return found


def _no_float(text: str) -> Json:
    raise RecordError(f"{text} is not an integer.")


def _decode(wanted: Any, value: Json, path: str) -> object:
    """The value as the type of the model; raises RecordError naming the path."""
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return _decode(next(item for item in arguments if item is not types.NoneType), value, path)
    if origin is tuple:
        if not isinstance(value, list):
            raise RecordError(f"{path}: a list is wanted.")
        return tuple(_decode(arguments[0], item, f"{path}[{place}]") for place, item in enumerate(value))
    if origin is Literal:
        if value not in arguments:
            raise RecordError(f"{path}: {value!r} is none of {', '.join(map(str, arguments))}.")
        return value
    if is_dataclass(wanted) and isinstance(wanted, type):
        return _decode_object(wanted, value, path)
    return _decode_plain(wanted, value, path)


def _decode_plain(wanted: Any, value: Json, path: str) -> object:
    if wanted is bool and value in (0, 1) and isinstance(value, int):
        return bool(value)
    if wanted is date and isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError as error:
            raise RecordError(f"{path}: {value!r} is not a day (YYYY-MM-DD).") from error
    if wanted in (int, str) and type(value) is wanted:
        return value
    raise RecordError(f"{path}: {value!r} is not {_name(wanted)}.")


def _name(wanted: Any) -> str:
    return {int: "an integer", str: "a text", bool: "0 or 1", date: "a day"}.get(wanted, str(wanted))


def _decode_object(wanted: type, value: Json, path: str) -> object:
    if not isinstance(value, dict):
        raise RecordError(f"{path or 'record'}: an object is wanted.")
    hints = get_type_hints(wanted)
    known = {item.name: item for item in fields(wanted)}
    for name in value:
        if name not in known:
            raise RecordError(f"{_joined(path, name)}: not a field of a record.")
    members = {name: _decode(hints[name], member, _joined(path, name)) for name, member in value.items()}
    for name, item in known.items():
        if name not in members:
            members[name] = _absent(item, hints[name], _joined(path, name))
    try:
        return wanted(**members)
    except RecordError as error:
        raise RecordError(f"{path or 'record'}: {error}") from error


def _absent(item: "Field[Any]", hint: Any, path: str) -> object:
    """What a field that was left out stands for: unknown or empty."""
    if hint is str or (get_origin(hint) is Literal and "" in get_args(hint)):
        return ""
    if get_origin(hint) is tuple:
        return ()
    if types.NoneType in get_args(hint):
        return None
    raise RecordError(f"{path}: is missing.")


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def as_json(record: Record) -> Mapping[str, Json]:
    """The canonical content as a mapping, for an API that adds to it."""
    encoded = _encode(record)
    if not isinstance(encoded, dict):
        raise RecordError("The record is not an object.")
    return encoded
