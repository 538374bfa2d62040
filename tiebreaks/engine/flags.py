"""Rounds of the whole field that are of some sort, marked by a byte 1 each, and counted for each player."""

from collections.abc import Iterable

from tiebreaks.engine.field import Field


def flags(rows: Iterable[bytes], *wanted: int) -> bytes:
    r"""1 where a byte of the rows is one of those wanted, else 0; all rows after each other.

    >>> flags([b"\0\2", b"\2\1"], 2)
    b'\x00\x01\x01\x00'
    """
    table = bytearray(256)
    for byte in wanted:
        table[byte] = 1
    return b"".join(rows).translate(table)


def both(first: bytes, second: bytes) -> bytes:
    r"""1 where both have it.

    >>> both(b"\1\1\0", b"\1\0\1")
    b'\x01\x00\x00'
    """
    common = int.from_bytes(first, "little") & int.from_bytes(second, "little")
    return common.to_bytes(len(first), "little")


def counted(marked: bytes, field: Field) -> list[int]:
    """How many rounds of each player are marked."""
    rounds = field.rounds
    if not rounds:
        return [0] * len(field.numbers)
    return [marked.count(1, start, start + rounds) for start in range(0, len(marked), rounds)]
