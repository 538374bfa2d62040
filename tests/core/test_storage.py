"""Stored files behind Django's storage interface: a folder and a bucket behave alike; what may expire does."""

import hashlib
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, transaction
from django.utils import timezone

from config.environment import Environment
from config.outside.storage import files_storage
from core.files import (
    Draft,
    FileDamaged,
    FileMissing,
    forget_expired,
    name_of,
    read,
    store,
    stored_names,
    written_at,
)
from core.models import StoredFile

pytestmark = pytest.mark.django_db

TABLE = "1  Ana Kos  ½\n".encode()
BUCKET = "federation"


class Bucket(BaseHTTPRequestHandler):
    """As much of an S3 server as stored files need: put, get, head, delete and list of one bucket."""

    protocol_version = "HTTP/1.1"
    kept: dict[str, bytes]
    asked: list[tuple[str, str]]

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing."""

    def _key(self) -> str:
        return unquote(urlsplit(self.path).path).removeprefix(f"/{BUCKET}").lstrip("/")

    def _answer(self, status: int, body: bytes = b"", kind: str = "application/octet-stream") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", "Sat, 07 Mar 2026 12:00:00 GMT")
        self.send_header("ETag", '"0"')
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_PUT(self) -> None:
        if not self.headers.get("Authorization", "").startswith("AWS4-HMAC-SHA256 Credential=key/"):
            return self._answer(403)
        self.asked.append(("PUT", self._key()))
        self.kept[self._key()] = self.rfile.read(int(self.headers["Content-Length"]))
        return self._answer(200)

    def do_GET(self) -> None:
        if not self._key():
            return self._list()
        if self._key() not in self.kept:
            body = b"<Error><Code>NoSuchKey</Code><Message>none</Message></Error>"
            return self._answer(404, body, "application/xml")
        return self._answer(200, self.kept[self._key()])

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_DELETE(self) -> None:
        self.kept.pop(self._key(), None)
        self._answer(204)

    def _list(self) -> None:
        prefix = parse_qs(urlsplit(self.path).query).get("prefix", [""])[0]
        below = [key.removeprefix(prefix) for key in sorted(self.kept) if key.startswith(prefix)]
        folders = sorted({rest.split("/")[0] for rest in below if "/" in rest})
        body = "".join(
            f"<CommonPrefixes><Prefix>{escape(prefix + name)}/</Prefix></CommonPrefixes>" for name in folders
        ) + "".join(
            f"<Contents><Key>{escape(prefix + rest)}</Key><Size>1</Size>"
            "<LastModified>2026-03-07T12:00:00.000Z</LastModified></Contents>"
            for rest in below
            if "/" not in rest
        )
        told = f'<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">{body}</ListBucketResult>'
        self._answer(200, told.encode(), "application/xml")


@pytest.fixture(scope="module")
def bucket_server() -> Iterator[ThreadingHTTPServer]:
    """The server, for all tests of this module."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Bucket)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest.fixture
def bucket(bucket_server: ThreadingHTTPServer, settings: Any) -> type[Bucket]:
    """The portal's files lie in an empty bucket, as the environment's variables say."""
    Bucket.kept, Bucket.asked = {}, []
    environment = Environment(
        {
            "FILES_BUCKET": BUCKET,
            "FILES_ENDPOINT": f"http://127.0.0.1:{bucket_server.server_address[1]}",
            "FILES_ACCESS_KEY": "key",
            "FILES_SECRET_KEY": "secret",
            "FILES_PREFIX": "files",
        }
    )
    settings.STORAGES = settings.STORAGES | {"default": files_storage(environment)}
    return Bucket


@pytest.fixture(params=["folder", "bucket"])
def storage(request: pytest.FixtureRequest, settings: Any, tmp_path: Any) -> str:
    """Each of the two places."""
    if request.param == "bucket":
        request.getfixturevalue("bucket")
    else:
        settings.MEDIA_ROOT = tmp_path / "files"
    return str(request.param)


def test_bytes_come_back_and_are_kept_once(storage: str) -> None:
    first, second = store(TABLE, "text/plain"), store(TABLE, "application/pdf")
    assert first == second
    assert read(first.sha256) == TABLE
    assert list(stored_names()) == [name_of(first.sha256)]
    assert written_at(name_of(first.sha256)).tzinfo is not None


def test_what_nobody_stored_is_missing(storage: str) -> None:
    with pytest.raises(FileMissing):
        read("0" * 64)


def test_an_empty_storage_has_no_names(storage: str) -> None:
    assert list(stored_names()) == []


def test_a_file_in_parts_is_the_same_file(storage: str) -> None:
    draft = Draft("text/plain")
    for part in (TABLE[:4], TABLE[4:]):
        draft.write(part)
    kept = draft.keep()
    draft.discard()
    assert (kept.sha256, kept.size) == (hashlib.sha256(TABLE).hexdigest(), len(TABLE))
    assert read(kept.sha256) == TABLE
    assert list(stored_names()) == [name_of(kept.sha256)]


def test_a_file_in_parts_that_is_thrown_away_leaves_nothing(storage: str) -> None:
    draft = Draft("text/plain")
    draft.write(TABLE)
    draft.discard()
    assert list(stored_names()) == []
    assert not StoredFile.objects.exists()


def test_a_file_in_the_bucket_lies_under_its_prefix_and_a_change_there_is_noticed(bucket: Any) -> None:
    stored = store(TABLE, "text/plain")
    key = f"files/{name_of(stored.sha256)}"
    assert bucket.kept == {key: TABLE}
    store(TABLE, "text/plain")
    assert bucket.asked == [("PUT", key)]
    bucket.kept[key] = TABLE.replace(b"Ana", b"Eva")
    with pytest.raises(FileDamaged):
        read(stored.sha256)
    store(TABLE, "text/plain")
    assert read(stored.sha256) == TABLE


def test_a_bucket_needs_its_keys() -> None:
    with pytest.raises(ImproperlyConfigured, match="FILES_ACCESS_KEY"):
        files_storage(Environment({"FILES_BUCKET": BUCKET}))


def test_a_folder_is_the_default() -> None:
    assert files_storage(Environment({})) == {"BACKEND": "core.storage.WholeFiles"}


def test_a_file_kept_for_good_cannot_be_deleted_or_renamed_by_anybody(db: Any) -> None:
    stored = store(TABLE, "text/plain")
    changes = {"sha256": "0" * 64, "expires_at": timezone.now(), "size": 1}
    with pytest.raises(DatabaseError, match="kept for good"), transaction.atomic():
        StoredFile.objects.filter(pk=stored.pk).delete()
    for name, value in changes.items():
        with pytest.raises(DatabaseError, match="kept for good"), transaction.atomic():
            StoredFile.objects.filter(pk=stored.pk).update(**{name: value})
    assert StoredFile.objects.get().expires_at is None


def test_a_file_with_a_time_goes_when_it_is_over_bytes_and_row(storage: str) -> None:
    now = datetime(2026, 3, 7, 12, tzinfo=UTC)
    annex = store(b"Inventown, Rook Street 1", "text/plain", expires_at=now)
    kept = store(TABLE, "text/plain")
    assert forget_expired(now - timedelta(seconds=1)) == 0
    assert read(annex.sha256)
    assert forget_expired(now) == 1
    with pytest.raises(FileMissing):
        read(annex.sha256)
    assert [row.pk for row in StoredFile.objects.all()] == [kept.pk]
    assert list(stored_names()) == [name_of(kept.sha256)]
    assert forget_expired(now) == 0


def test_the_longer_of_two_times_counts_and_for_good_beats_both() -> None:
    early, late = datetime(2026, 3, 7, tzinfo=UTC), datetime(2026, 4, 7, tzinfo=UTC)
    assert store(TABLE, "text/plain", expires_at=early).expires_at == early
    assert store(TABLE, "text/plain", expires_at=late).expires_at == late
    assert store(TABLE, "text/plain", expires_at=early).expires_at == late
    assert store(TABLE, "text/plain").expires_at is None
    assert store(TABLE, "text/plain", expires_at=early).expires_at is None
