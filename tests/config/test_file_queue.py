"""Messages of the embedded queue come whole, each once, while somebody writes them."""

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from config.celery import app
from config.outside.file_queue import Channel
from config.outside.queue import filesystem_broker

MESSAGES = 400


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "queue" / "messages"
    made.mkdir(parents=True)
    return made


@pytest.fixture
def channel(folder: Path) -> Iterator[Any]:
    settings = filesystem_broker(folder.parent)
    connection = Connection(
        settings["CELERY_BROKER_URL"],
        transport=settings["CELERY_BROKER_TRANSPORT"],
        transport_options=settings["CELERY_BROKER_TRANSPORT_OPTIONS"],
    )
    with connection as opened:
        yield opened.channel()


def test_the_portal_uses_this_queue_where_no_redis_is_named(folder: Path, channel: Any) -> None:
    assert isinstance(channel, Channel)
    if not os.environ.get("REDIS_URL"):
        with app.connection_for_write() as connection:
            assert isinstance(connection.channel(), Channel)


def test_a_message_cannot_be_taken_before_it_is_whole(
    channel: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, seen = Path.write_bytes, []

    def half(path: Path, data: bytes) -> int:
        write(path, data[: len(data) // 2])
        with pytest.raises(Empty):
            channel._get("jobs")
        seen.append(channel._size("jobs"))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", half)
    channel._put("jobs", {"id": "ж" * 100})
    assert seen == [0]
    assert channel._size("jobs") == 1
    assert channel._size("other") == 0
    assert channel._get("jobs") == {"id": "ж" * 100}
    assert list(folder.iterdir()) == []


def test_every_message_comes_once_while_another_writes(channel: Any) -> None:
    def write() -> None:
        for number in range(MESSAGES):
            channel._put("jobs", {"number": number, "filling": "x" * 5000})

    writer = threading.Thread(target=write)
    writer.start()
    taken: list[int] = []
    while writer.is_alive() or channel._size("jobs"):
        try:
            taken.append(channel._get("jobs")["number"])
        except Empty:
            continue
    writer.join()
    assert sorted(taken) == list(range(MESSAGES))


def test_a_damaged_message_is_passed_over(
    channel: Any, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "1_a.jobs.msg").write_bytes(b"")
    (folder / "2_b.jobs.msg").write_bytes(b'{"cut')
    (folder / "3_c.jobs.msg").write_text(json.dumps({"id": 3}))
    assert channel._get("jobs") == {"id": 3}
    assert caplog.text.count("thrown away") == 2
    with pytest.raises(Empty):
        channel._get("jobs")
