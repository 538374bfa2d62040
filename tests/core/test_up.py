"""`manage.py up --check` as set-up calls it: a fresh folder, everything comes up, everything goes down."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.migrated import copy_migrated

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.worker


def environment(folder: Path, **more: str) -> dict[str, str]:
    """A machine without any variable of ours but where things shall lie."""
    plain = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    return plain | {"VAR_DIR": str(folder)} | more


def test_check_brings_everything_up_on_an_empty_folder_and_leaves_nothing_running(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "manage.py", "up", "--check"],
        cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert '"status": "ok"' in told.stdout
    assert "a job was done" in told.stdout
    assert (tmp_path / "db.sqlite3").exists()
    assert _processes_that_know(tmp_path) == []


def test_check_fails_when_the_portal_cannot_come_up(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "manage.py", "up", "--check"],
        cwd=ROOT, env=environment(tmp_path, DATABASE_URL="postgres://nobody@127.0.0.1:1/nothing"),
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert told.returncode != 0
    assert _processes_that_know(tmp_path) == []


def test_taken_port_is_named_with_the_way_out(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = subprocess.run(
            [sys.executable, "manage.py", "up", "--port", str(port)],
            cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, timeout=120,
        )  # fmt: skip
    assert told.returncode == 1
    assert f"Port {port} of 127.0.0.1 is taken" in told.stderr
    assert f"--port {port + 1}" in told.stderr


@pytest.fixture
def brought_up_before(tmp_path: Path, django_db_blocker: Any) -> Path:
    """The folder of a portal that has been up: its migrations are applied, as they are at every start but the first."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            copy_migrated(connection, tmp_path / "db.sqlite3")
    return tmp_path


def test_killed_worker_is_started_again_and_an_interrupt_ends_all(brought_up_before: Path) -> None:
    tmp_path = brought_up_before
    log = tmp_path / "log"
    with log.open("wb") as told:
        portal = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--no-demo", "--port", str(_free_port())],
            cwd=ROOT, env=environment(tmp_path, DEMO="0"), stdout=told, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        _until(lambda: "Ctrl+C ends it" in log.read_text(), log)
        first = _until(lambda: _worker(tmp_path), log)
        os.kill(first, signal.SIGKILL)
        second = _until(lambda: (found := _worker(tmp_path)) != first and found, log)
        assert second != first
        portal.send_signal(signal.SIGINT)
        assert portal.wait(30) == 0
    finally:
        portal.kill()
        portal.wait()
    assert "worker ended with code -9" in log.read_text()
    assert _processes_that_know(tmp_path) == []


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _until(look: Callable[[], int], log: Path, seconds: float = 90) -> int:
    """What `look` finds, as soon as it finds something."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"it did not happen in time\n{log.read_text()[-3000:]}"
        time.sleep(0.1)
    return found


def _processes_that_know(folder: Path) -> list[int]:
    """Processes whose environment names the folder: all that the portal of this test started."""
    mark = f"VAR_DIR={folder}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if mark in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def _worker(folder: Path) -> int:
    for process in _processes_that_know(folder):
        try:
            words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"worker" in words:
            return process
    return 0
