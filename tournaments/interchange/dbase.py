"""Tables as dBASE III files (.dbf), the data files of the time when reports were sent on disks."""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

Cell = str | int | date | None
VERSION, HEADER_END, FILE_END, KEPT = 0x03, b"\r", b"\x1a", b" "
NAME_BYTES = 11
# The byte that names the code page; 0 is plain ASCII.
CODE_PAGES = {"ascii": 0x00, "cp852": 0x64, "cp866": 0x65}


class DoesNotFitError(ValueError):
    """A value that its field cannot hold, or a letter that the code page lacks."""


@dataclass(frozen=True, slots=True)
class Field:
    """A column: name in capitals, kind (C text, N number, D day), length in bytes, decimals of a number."""

    name: str
    kind: Literal["C", "N", "D"]
    length: int
    decimals: int = 0


def dbase_bytes(
    fields: Sequence[Field], rows: Iterable[Sequence[Cell]], *, changed: date, encoding: str = "ascii"
) -> bytes:
    """A dBASE III file; the same rows, day and encoding give the same bytes.

    Numbers with decimals come as text (`4.5`). Text that is too long is cut, a number that is too long or a letter
    that the code page (`ascii`, `cp852`, `cp866`) lacks raises DoesNotFitError. None is an empty cell.
    """
    records = [
        b"".join(_cell(field, value, encoding) for field, value in _pairs(fields, row)) for row in rows
    ]
    header = 32 + 32 * len(fields) + len(HEADER_END)
    length = 1 + sum(field.length for field in fields)
    head = struct.pack(
        "<BBBBIHH17xB2x",
        VERSION,
        changed.year - 1900,
        changed.month,
        changed.day,
        len(records),
        header,
        length,
        CODE_PAGES[encoding],
    )
    described = b"".join(_described(field) for field in fields)
    return head + described + HEADER_END + b"".join(KEPT + record for record in records) + FILE_END


def _pairs(fields: Sequence[Field], row: Sequence[Cell]) -> Iterable[tuple[Field, Cell]]:
    return zip(fields, row, strict=True)


def _described(field: Field) -> bytes:
    name = field.name.encode("ascii").ljust(NAME_BYTES, b"\0")
    return struct.pack("<11sc4xBB14x", name, field.kind.encode(), field.length, field.decimals)


def _cell(field: Field, value: Cell, encoding: str) -> bytes:
    if value is None:
        return b" " * field.length
    if isinstance(value, date):
        return f"{value:%Y%m%d}".encode("ascii")
    try:
        text = str(value).encode(encoding)
    except UnicodeEncodeError as error:
        raise DoesNotFitError(f"{field.name}: {value!r} cannot be written in {encoding}.") from error
    if field.kind == "N":
        if len(text) > field.length:
            raise DoesNotFitError(f"{field.name}: {value} has more than {field.length} digits.")
        return text.rjust(field.length)
    return text[: field.length].ljust(field.length)
