"""Stored files: known by their hash, whole or absent, checked when read."""

import hashlib
import os
import threading
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction

from core.files import FileDamaged, FileMissing, read, store
from core.models import StoredFile

pytestmark = pytest.mark.django_db

TABLE = "1  Ana Kos  ½\n".encode()


def place(sha256: str) -> Path:
    return Path(settings.MEDIA_ROOT) / sha256[:2] / sha256[2:4] / sha256


def test_bytes_come_back_under_their_hash() -> None:
    stored = store(TABLE, "text/plain")
    assert (stored.sha256, stored.size, stored.media_type) == (
        hashlib.sha256(TABLE).hexdigest(), len(TABLE), "text/plain",
    )  # fmt: skip
    assert read(stored.sha256) == TABLE


def test_same_bytes_are_kept_once() -> None:
    assert store(TABLE, "text/plain").pk == store(TABLE, "application/pdf").pk
    assert StoredFile.objects.count() == 1


def test_empty_file_is_a_file() -> None:
    assert read(store(b"", "text/plain").sha256) == b""


def test_file_that_nobody_stored_is_missing() -> None:
    with pytest.raises(FileMissing):
        read("0" * 64)


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "A" * 64, "0" * 63, "/" * 64])
def test_name_that_is_no_hash_never_reaches_the_disk(name: str) -> None:
    with pytest.raises(FileMissing):
        read(name)


def test_byte_changed_on_the_disk_is_noticed() -> None:
    sha256 = store(TABLE, "text/plain").sha256
    place(sha256).write_bytes(TABLE.replace(b"Ana", b"Eva"))
    with pytest.raises(FileDamaged):
        read(sha256)


def test_damaged_file_is_mended_by_storing_the_bytes_again() -> None:
    sha256 = store(TABLE, "text/plain").sha256
    place(sha256).write_bytes(b"half")
    store(TABLE, "text/plain")
    assert read(sha256) == TABLE


def test_file_of_a_rolled_back_change_stays_without_a_row_and_is_taken_again() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        store(b"rolled back", "text/plain")
        raise ZeroDivisionError
    assert not StoredFile.objects.exists()
    assert read(store(b"rolled back", "text/plain").sha256) == b"rolled back"


def test_write_that_fails_leaves_no_half_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    data = b"does not fit"
    with pytest.raises(OSError, match="no space"):
        store(data, "text/plain")
    folder = place(hashlib.sha256(data).hexdigest()).parent
    assert list(folder.iterdir()) == []
    assert not StoredFile.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_many_writers_of_the_same_bytes_agree() -> None:
    found: list[str] = []

    def write() -> None:
        found.append(store(TABLE * 1000, "text/plain").sha256)
        connection.close()

    writers = [threading.Thread(target=write) for _writer in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(30)
    assert (len(found), len(set(found)), StoredFile.objects.count()) == (4, 1, 1)
