"""The numbers of a published list as bytes: the base of the next period, read whole in a moment.

Little-endian; a head (mark, version, rows, checksum), then each column of all rows.
"""

import struct
import zlib

import numpy as np

from ratings.engine.bulk.arrays import ListAfter, ListBefore
from ratings.engine.bulk.blob import BlobError, narrowed

MARK = b"XTRL"
VERSION = 1
HEAD = struct.Struct("<4sBII")  # mark, version, rows, CRC-32 of what follows
TYPES = {
    "persons": "<i8",
    "rating": "<u2",
    "k": "<u2",
    "games_total": "<u4",
    "highest": "<u2",
    "k_games": "<i4",
    "inactive_lists": "<u2",
    "last_played": "<i4",
}


def pack_list(rows: ListBefore) -> bytes:
    """The rows as bytes; raises BlobError if a number has no room."""
    body = b"".join(narrowed(getattr(rows, name), kind) for name, kind in TYPES.items())
    return HEAD.pack(MARK, VERSION, len(rows.persons), zlib.crc32(body)) + body


def unpack_list(data: bytes) -> ListBefore:
    """The rows again. Raises BlobError.

    >>> one = np.ones(1, dtype=np.int64)
    >>> unpack_list(pack_list(ListBefore(*[one * n for n in range(1, 9)]))).highest.tolist()
    [5]
    """
    if len(data) < HEAD.size or data[:4] != MARK:
        raise BlobError("These bytes are no packed list.")
    _mark, version, count, checksum = HEAD.unpack_from(data)
    sizes = {name: np.dtype(kind).itemsize * count for name, kind in TYPES.items()}
    if version != VERSION or len(data) != HEAD.size + sum(sizes.values()):
        raise BlobError(f"A packed list of version {version} and {count} rows cannot be read.")
    view = memoryview(data)[HEAD.size :]
    if zlib.crc32(view) != checksum:
        raise BlobError("A packed list was changed: its checksum does not fit.")
    columns, start = {}, 0
    for name, kind in TYPES.items():
        columns[name] = np.frombuffer(view[start : start + sizes[name]], dtype=kind).astype(np.int64)
        start += sizes[name]
    return ListBefore(**columns)


def as_before(rows: ListAfter) -> ListBefore:
    """The rated rows of a list as the base of the next one."""
    rated = rows.rating > 0
    return ListBefore(**{name: getattr(rows, name)[rated] for name in ListBefore.__slots__})
