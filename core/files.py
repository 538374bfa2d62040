"""Stored files, addressed by the hash of their bytes; where they lie is a setting (a folder, or S3)."""

import hashlib
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage, storages
from django.db import transaction

from core.models import StoredFile
from core.storage import DRAFT, WholeFiles

HEXADECIMAL = frozenset("0123456789abcdef")


class FileMissing(Exception):
    """No file with this hash is stored, or its bytes are gone from the storage."""


class FileDamaged(Exception):
    """The stored bytes no longer have the hash under which they were stored."""


def store(data: bytes, media_type: str, *, expires_at: datetime | None = None) -> StoredFile:
    """Keep the bytes and return their row; the same bytes are kept once.

    They are kept for good unless `expires_at` says until when; bytes that somebody else keeps for good stay.

    The file stands whole in its place before the row exists, so a row never points to nothing. A file without a
    row (a transaction that was rolled back) is harmless and is taken again by the next store.
    """
    sha256 = hashlib.sha256(data).hexdigest()
    _write(sha256, data)
    return _row(sha256, len(data), media_type, expires_at)


class Draft:
    """A file that is written part by part before its hash is known; kept, or thrown away, as `store` keeps bytes."""

    def __init__(self, media_type: str) -> None:
        storage, folder = _storage(), None
        if isinstance(storage, WholeFiles):
            # On the same disk the finished file is put in its place by a rename.
            folder = Path(storage.location)
            folder.mkdir(parents=True, exist_ok=True)
        self._media_type, self._hash, self._size = media_type, hashlib.sha256(), 0
        self._file = NamedTemporaryFile(dir=folder, prefix=DRAFT, delete=False)  # noqa: SIM115

    def write(self, part: bytes) -> None:
        """Add bytes at the end."""
        self._hash.update(part)
        self._size += len(part)
        self._file.write(part)

    def sha256(self) -> str:
        """The hash of what was written so far."""
        return self._hash.hexdigest()

    def keep(self) -> StoredFile:
        """Put the file in its place and return its row."""
        sha256 = self.sha256()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        with _Finished(self._file.name) as finished:
            _storage().save(_name(sha256), finished)
        return _row(sha256, self._size, self._media_type, None)

    def discard(self) -> None:
        """Throw away what was written; nothing if it was kept."""
        self._file.close()
        Path(self._file.name).unlink(missing_ok=True)


class _Finished(File):  # type: ignore[type-arg]
    """A file on the disk that a storage may take as it is."""

    def __init__(self, path: str) -> None:
        super().__init__(open(path, "rb"), name=path)  # noqa: SIM115

    def temporary_file_path(self) -> str:
        """Where it lies."""
        return str(self.name)


def read(sha256: str) -> bytes:
    """The bytes with this hash. Raises FileMissing or FileDamaged."""
    name = _name(sha256)
    try:
        with _storage().open(name) as stored:
            data: bytes = stored.read()
    except FileNotFoundError:
        raise FileMissing(f"no stored file has the hash {sha256}") from None
    if hashlib.sha256(data).hexdigest() != sha256:
        raise FileDamaged(f"the stored file {sha256} was changed where it lies")
    return data


def forget_expired(now: datetime) -> int:
    """Remove the files whose time is over, bytes first, and return how many.

    A file that is kept for good has no such time; the database refuses to delete its row.
    """
    gone = 0
    for sha256 in StoredFile.objects.filter(expires_at__lte=now).values_list("sha256", flat=True):
        with transaction.atomic():
            row = StoredFile.objects.select_for_update().filter(sha256=sha256, expires_at__lte=now).first()
            if row is not None:
                _storage().delete(_name(sha256))
                row.delete()
                gone += 1
    return gone


def stored_names() -> Iterator[str]:
    """The names of all that lies in the storage, folder by folder; drafts in the making are left out."""
    yield from _names_below("")


def written_at(name: str) -> datetime:
    """When a file of the storage was written. Raises FileNotFoundError."""
    return _storage().get_modified_time(name)


def name_of(sha256: str) -> str:
    """The name under which the storage keeps the bytes; raises FileMissing for what is no hash."""
    return _name(sha256)


def _names_below(folder: str) -> Iterator[str]:
    try:
        folders, names = _storage().listdir(folder)
    except FileNotFoundError:
        return
    for name in sorted(names):
        if not name.startswith(DRAFT):
            yield f"{folder}{name}"
    for inner in sorted(folders):
        yield from _names_below(f"{folder}{inner}/")


def _storage() -> Storage:
    return storages["default"]


def _name(sha256: str) -> str:
    if len(sha256) != 64 or not set(sha256) <= HEXADECIMAL:
        raise FileMissing(f"{sha256!r} is not a SHA-256 in small hexadecimal letters")
    return f"{sha256[:2]}/{sha256[2:4]}/{sha256}"


def _write(sha256: str, data: bytes) -> None:
    """Put the bytes in their place; those that stand there already and are whole stay."""
    try:
        read(sha256)
    except (FileMissing, FileDamaged):
        _storage().save(_name(sha256), ContentFile(data))


@transaction.atomic
def _row(sha256: str, size: int, media_type: str, expires_at: datetime | None) -> StoredFile:
    kept: dict[str, Any] = {"size": size, "media_type": media_type, "expires_at": expires_at}
    row, created = StoredFile.objects.get_or_create(sha256=sha256, defaults=kept)
    if created or row.expires_at is None:
        return row
    until = None if expires_at is None else max(row.expires_at, expires_at)
    if until != row.expires_at:
        row.expires_at = until
        row.save(update_fields=["expires_at"])
    return row
