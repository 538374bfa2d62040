"""The one spelling of data that is hashed or signed: sorted keys, no blanks, integers and strings."""

import hashlib
import json
from typing import Any


def canonical_bytes(value: Any) -> bytes:
    """The value as canonical JSON in UTF-8. Raises ValueError for what has no single spelling.

    >>> canonical_bytes({"b": [1, None], "a": "č"}).decode()
    '{"a":"č","b":[1,null]}'
    """
    _refuse_ambiguous(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest(value: Any) -> str:
    """The SHA-256 of the canonical bytes, in hexadecimal."""
    return hashlib.sha256(canonical_bytes(value)).hexdigest()


def _refuse_ambiguous(value: Any) -> None:
    """Floats, dates and odd keys raise; so does NUL, which PostgreSQL does not store."""
    if value is None or isinstance(value, bool | int):
        return
    if isinstance(value, str):
        if "\x00" in value:
            raise ValueError("a text with a NUL character cannot be stored")
    elif isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise ValueError(f"the key {key!r} is not a text")
            _refuse_ambiguous(key)
            _refuse_ambiguous(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _refuse_ambiguous(inner)
    else:
        raise ValueError(f"{value!r} is a {type(value).__name__}; write it as an integer or a text")
