"""Stored files, addressed by the hash of their bytes."""

import hashlib
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.conf import settings

from core.models import StoredFile


class FileMissing(Exception):
    """No file with this hash is stored, or its bytes are gone from the folder."""


class FileDamaged(Exception):
    """The stored bytes no longer have the hash under which they were stored."""


def store(data: bytes, media_type: str) -> StoredFile:
    """Keep the bytes and return their row; the same bytes are kept once.

    The file stands whole in its place before the row exists, so a row never points to nothing. A file without a
    row (a transaction that was rolled back) is harmless and is taken again by the next store.
    """
    sha256 = hashlib.sha256(data).hexdigest()
    _write(_path(sha256), data)
    return StoredFile.objects.get_or_create(
        sha256=sha256, defaults={"size": len(data), "media_type": media_type}
    )[0]


class Draft:
    """A file that is written part by part before its hash is known; kept, or thrown away, as `store` keeps bytes."""

    def __init__(self, media_type: str) -> None:
        folder = Path(settings.MEDIA_ROOT)
        folder.mkdir(parents=True, exist_ok=True)
        self._media_type, self._hash, self._size = media_type, hashlib.sha256(), 0
        self._file = NamedTemporaryFile(dir=folder, prefix=".draft-", delete=False)  # noqa: SIM115

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
        sha256, target = self.sha256(), _path(self.sha256())
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        os.chmod(self._file.name, 0o640)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(self._file.name, target)
        return StoredFile.objects.get_or_create(
            sha256=sha256, defaults={"size": self._size, "media_type": self._media_type}
        )[0]

    def discard(self) -> None:
        """Throw away what was written; nothing if it was kept."""
        self._file.close()
        Path(self._file.name).unlink(missing_ok=True)


def read(sha256: str) -> bytes:
    """The bytes with this hash. Raises FileMissing or FileDamaged."""
    try:
        data = _path(sha256).read_bytes()
    except FileNotFoundError:
        raise FileMissing(f"no stored file has the hash {sha256}") from None
    if hashlib.sha256(data).hexdigest() != sha256:
        raise FileDamaged(f"the stored file {sha256} was changed on the disk")
    return data


def _path(sha256: str) -> Path:
    if len(sha256) != 64 or not set(sha256) <= set("0123456789abcdef"):
        raise FileMissing(f"{sha256!r} is not a SHA-256 in small hexadecimal letters")
    return Path(settings.MEDIA_ROOT) / sha256[:2] / sha256[2:4] / sha256


def _write(target: Path, data: bytes) -> None:
    """Put the file in its place in one step; bytes that stand there already and are whole stay."""
    if target.is_file() and hashlib.sha256(target.read_bytes()).digest() == hashlib.sha256(data).digest():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=target.parent, prefix=".draft-", delete=False) as draft:
        try:
            draft.write(data)
            draft.flush()
            os.fsync(draft.fileno())
            os.chmod(draft.name, 0o640)
            os.replace(draft.name, target)
        except BaseException:
            Path(draft.name).unlink(missing_ok=True)
            raise
