"""One calculated event as bytes, and the bytes of a whole period as arrays.

Little-endian; a head (mark, version, counts, days, checksum), then each datum of all entries, then each datum of all
games. Reading half a million games so takes a tenth of the time that their rows would.
"""

import struct
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ratings.engine.bulk.arrays import EventArrays, Ints, PeriodArrays, Small
from ratings.engine.errors import RatingError

MARK = b"XTRE"
VERSION = 1
# mark, version, marks of the event, entries, games, first day, last day, CRC-32 of the head before it and the rest
HEAD = struct.Struct("<4sBBIIiiI")
SUMMED = HEAD.size - 4
ENTRY_TYPES = ("<i8", "<u2", "<u2", "<u2", "u1")  # person, number, rating, K, marks
GAME_TYPES = ("<u2", "<u2", "u1")  # White's place, Black's place, code
ENTRY_SIZES = tuple(np.dtype(name).itemsize for name in ENTRY_TYPES)
GAME_SIZES = tuple(np.dtype(name).itemsize for name in GAME_TYPES)
MOST_ENTRIES = 65_535


class BlobError(RatingError):
    """The bytes are not those of a calculated event: another format, cut off, or changed."""

    code = "packed_event_damaged"


def pack(event: EventArrays) -> bytes:
    """The event as bytes; raises BlobError for more than 65,535 entries or a number that has no room.

    >>> empty = np.zeros(0, dtype=np.int64)
    >>> len(pack(EventArrays(empty, empty, empty, empty, empty, empty, empty, empty)))
    26
    """
    if len(event.persons) > MOST_ENTRIES:
        raise BlobError(f"An event of {len(event.persons)} entries cannot be packed.")
    entries = (event.persons, event.numbers, event.ratings, event.factors, event.entry_marks)
    games = (event.white, event.black, event.codes)
    columns = (*zip(entries, ENTRY_TYPES, strict=True), *zip(games, GAME_TYPES, strict=True))
    body = b"".join(narrowed(values, name) for values, name in columns)
    head = HEAD.pack(
        MARK,
        VERSION,
        event.marks,
        len(event.persons),
        len(event.white),
        event.first_day,
        event.last_day,
        0,
    )[:SUMMED]
    return head + struct.pack("<I", zlib.crc32(body, zlib.crc32(head))) + body


def unpack(blob: bytes) -> EventArrays:
    """The event again. Raises BlobError."""
    found = _sections(blob)
    persons, numbers, ratings, factors, entry_marks, white, black, codes = (
        np.frombuffer(part, dtype=name)
        for part, name in zip(found.parts, (*ENTRY_TYPES, *GAME_TYPES), strict=True)
    )
    return EventArrays(
        persons=persons,
        numbers=numbers,
        ratings=ratings,
        factors=factors,
        entry_marks=entry_marks,
        white=white,
        black=black,
        codes=codes,
        marks=found.marks,
        first_day=found.first_day,
        last_day=found.last_day,
    )


def unpack_all(blobs: Sequence[bytes], editions: Sequence[int]) -> PeriodArrays:
    """All events one after the other; `editions` names the place of each event's edition. Raises BlobError."""
    found = [_sections(blob) for blob in blobs]
    columns = [
        np.frombuffer(b"".join(one.parts[place] for one in found), dtype=name).astype(np.int64)
        for place, name in enumerate((*ENTRY_TYPES, *GAME_TYPES))
    ]
    persons, _numbers, ratings, factors, entry_marks, white, black, codes = columns
    entries = _ints([one.entries for one in found])
    before = np.repeat(np.cumsum(entries) - entries, _ints([one.games for one in found]))
    return PeriodArrays(
        persons=persons,
        ratings=ratings,
        factors=factors,
        entry_marks=entry_marks,
        events=np.repeat(np.arange(len(found), dtype=np.int64), entries),
        white=white + before,
        black=black + before,
        codes=codes,
        event_marks=_ints([one.marks for one in found]),
        last_days=_ints([one.last_day for one in found]),
        editions=_ints(list(editions)),
    )


def last_day(head: bytes) -> int:
    """The last day that the head of a packed event names, by the common calendar's count; 0: not known."""
    if len(head) < HEAD.size or head[:4] != MARK:
        raise BlobError("These bytes are no packed event.")
    return int(HEAD.unpack_from(head)[6])


class _Sections:
    """A blob cut into its columns."""

    __slots__ = ("entries", "first_day", "games", "last_day", "marks", "parts")

    def __init__(self, head: tuple[int, ...], parts: list[bytes | memoryview]) -> None:
        self.marks, self.entries, self.games, self.first_day, self.last_day = head
        self.parts = parts


def _sections(blob: bytes) -> _Sections:
    """Raises BlobError where mark, version, length, checksum or a place does not fit."""
    if len(blob) < HEAD.size or blob[:4] != MARK:
        raise BlobError("These bytes are no packed event.")
    _mark, version, marks, entries, games, first_day, last_day, checksum = HEAD.unpack_from(blob)
    if version != VERSION:
        raise BlobError(f"A packed event of version {version} cannot be read; known is {VERSION}.")
    sizes = [size * entries for size in ENTRY_SIZES] + [size * games for size in GAME_SIZES]
    if len(blob) != HEAD.size + sum(sizes):
        raise BlobError(f"A packed event of {entries} entries and {games} games has {len(blob)} bytes.")
    view = memoryview(blob)
    if zlib.crc32(view[HEAD.size :], zlib.crc32(view[:SUMMED])) != checksum:
        raise BlobError("A packed event was changed: its checksum does not fit.")
    parts: list[bytes | memoryview] = []
    start = HEAD.size
    for size in sizes:
        parts.append(view[start : start + size])
        start += size
    return _Sections((marks, entries, games, first_day, last_day), parts)


def narrowed(values: Small, name: str) -> bytes:
    """The values as bytes of a narrow type; raises BlobError if one does not fit."""
    narrow: NDArray[np.integer] = np.asarray(values).astype(name)
    if not np.array_equal(narrow, values):
        raise BlobError(f"A number of a packed event has no room in {name}.")
    return narrow.tobytes()


def _ints(values: list[int]) -> Ints:
    return np.asarray(values, dtype=np.int64)
