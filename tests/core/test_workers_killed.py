"""A worker killed with SIGKILL in the middle of a job: the job comes back and takes effect exactly once.

Real processes on the real broker (files, or Redis where REDIS_URL is set), the real lease of fifteen seconds.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from core.jobs import submit
from core.jobs.orders import send
from core.ledger import rows_of, verify_chain
from core.models import Job
from tests.core import handlers  # noqa: F401  (registers the kinds)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.worker]

ROOT = Path(__file__).resolve().parents[2]
CELERY = [sys.executable, "-m", "celery", "-A", "config.celery"]
QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "WARNING"]


def database_url() -> str:
    """The address of the test's own database, for processes that the test starts."""
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{facts['NAME']}"
    who = f"{facts['USER']}:{facts['PASSWORD']}@" if facts["USER"] else ""
    host, port = (facts["HOST"], facts["PORT"])
    if host.startswith("/"):
        return f"postgres://{who}/{facts['NAME']}?host={host}&port={port}"
    return f"postgres://{who}{host}:{port}/{facts['NAME']}"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., "subprocess.Popen[bytes]"]]:
    """Starts a Celery process on the test's database and queue; all are ended with the test."""
    processes: list[subprocess.Popen[bytes]] = []
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "DATABASE_URL": database_url(),
        "TEST_FOLDER": str(settings.FOLDER),
        "PYTHONPATH": str(ROOT),
    }

    def starting(*arguments: str) -> "subprocess.Popen[bytes]":
        with open(tmp_path / f"{arguments[0]}-{len(processes)}.log", "wb") as log:
            process = subprocess.Popen(
                [*CELERY, *arguments],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        processes.append(process)
        return process

    yield starting
    for process in processes:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def worker(start: Callable[..., Any]) -> Any:
    return start(
        "worker", "-P", "solo", "-n", f"w{time.monotonic_ns()}@%h", "-I", "tests.core.handlers", *QUIET
    )


def scheduler(start: Callable[..., Any], tmp_path: Path) -> Any:
    return start("beat", "-s", str(tmp_path / "schedule"), "--pidfile=", "-l", "WARNING")


def wait_for(job: Job, condition: Callable[[Job], bool], seconds: float, logs: Path) -> None:
    end = time.monotonic() + seconds
    while True:
        job.refresh_from_db()
        if condition(job):
            return
        if time.monotonic() > end:
            told = "\n".join(log.read_text(errors="replace")[-2000:] for log in sorted(logs.glob("*.log")))
            pytest.fail(f"{job.state} {job.progress}/{job.total} starts {job.starts}: not in time\n{told}")
        time.sleep(0.1)


@pytest.mark.parametrize("place", ["before the effect", "inside the effect"])
def test_job_of_a_killed_worker_is_done_again_and_takes_effect_exactly_once(
    place: str, start: Callable[..., Any], tmp_path: Path
) -> None:
    scheduler(start, tmp_path)
    first = worker(start)
    job = submit("test.hang_once", {"hang": place})
    wait_for(job, lambda row: row.message == "hanging", 30, tmp_path)
    if place == "inside the effect":
        time.sleep(1)  # the transaction is open now; its row is not visible from here
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert rows_of("federation", job.pk).count() == 0

    worker(start)
    wait_for(job, lambda row: row.state == Job.State.DONE, 60, tmp_path)
    assert (job.starts, job.result) == (2, {"start": 2})
    assert rows_of("federation", job.pk).count() == 1
    assert verify_chain("federation", job.pk) == 1


def test_messages_that_come_twice_take_effect_once(start: Callable[..., Any], tmp_path: Path) -> None:
    jobs = [submit("test.write", {"text": str(number)}) for number in range(5)]
    for job in jobs:
        send(job.pk)
    worker(start)
    for job in jobs:
        wait_for(job, lambda row: row.state == Job.State.DONE, 30, tmp_path)
    assert [rows_of("federation", job.pk).count() for job in jobs] == [1] * 5


def test_worker_that_is_asked_to_end_finishes_its_job_first(
    start: Callable[..., Any], tmp_path: Path
) -> None:
    running = worker(start)
    job = submit("test.write", {})
    wait_for(job, lambda row: row.starts == 1, 30, tmp_path)
    running.terminate()
    assert running.wait(20) == 0
    job.refresh_from_db()
    assert job.state == Job.State.DONE
