"""The supervisor keeps processes alive, ends them with itself, and leaves no orphan when it is killed."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core.supervisor import FIRST_PAUSE, Service, Supervisor

ROOT = Path(__file__).resolve().parents[2]
FOREVER = "import time; time.sleep(600)"


def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_service_that_ends_is_started_again_after_pauses_that_double() -> None:
    now, said = [0.0], []
    service = Service("web", [sys.executable, "-c", "raise SystemExit(3)"])
    supervisor = Supervisor([service], os.environ, said.append, clock=lambda: now[0])
    starts = []
    for moment in (0.0, 0.1, 0.6, 0.7, 1.5, 1.8, 2.0):
        now[0] = moment
        before = service.process
        supervisor.look_after()
        if service.process is not before and service.process is not None:
            starts.append(moment)
            service.process.wait()
    # ended when looked at 0.1: again from 0.6; ended at 0.7: pause of 1, again from 1.7, seen at 1.8
    assert starts == [0.0, 0.6, 1.8]
    assert said[0] == f"web ended with code 3; again in {FIRST_PAUSE:g} s"


def test_service_in_good_health_for_a_while_is_forgiven() -> None:
    now = [0.0]
    service = Service("web", [sys.executable, "-c", FOREVER], pause=16.0)
    supervisor = Supervisor([service], os.environ, print, clock=lambda: now[0])
    supervisor.look_after()
    now[0] = 31.0
    supervisor.look_after()
    assert service.pause == FIRST_PAUSE
    supervisor.end()


def test_service_waits_for_its_condition_the_first_time_only() -> None:
    ready, now = [False], [0.0]
    service = Service("worker", [sys.executable, "-c", ""], starts_when=lambda: ready[0])
    supervisor = Supervisor([service], os.environ, [].append, clock=lambda: now[0])
    now[0] = 1.0
    supervisor.look_after()
    assert service.process is None
    ready[0] = True
    supervisor.look_after()
    first = service.process
    assert first is not None
    first.wait()
    ready[0] = False
    supervisor.look_after()
    now[0] = 9.0
    supervisor.look_after()
    assert service.process is not None
    assert service.process is not first
    supervisor.end()


def test_end_asks_first_and_kills_who_does_not_listen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("core.supervisor.SECONDS_TO_END", 1.0)
    note = tmp_path / "ready"
    deaf = (
        f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); open({str(note)!r}, 'w'); {FOREVER}"
    )
    said: list[str] = []
    services = [
        Service("polite", [sys.executable, "-c", FOREVER]),
        Service("deaf", [sys.executable, "-c", deaf]),
    ]
    supervisor = Supervisor(services, os.environ, said.append)
    supervisor.look_after()
    until(note.exists)
    supervisor.end()
    codes = [service.process.returncode for service in services if service.process]
    assert codes == [-signal.SIGTERM, -signal.SIGKILL]
    assert said == ["deaf does not end by itself and is killed"]


SUPERVISED = """
import os, sys
from core.supervisor import Service, Supervisor
service = Service("child", [sys.executable, "-c", "import time; time.sleep(600)"])
def look():
    if service.process:
        print(service.process.pid, flush=True)
    return False
Supervisor([service], os.environ, print).run(until=look)
"""


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 0), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_children_end_with_their_supervisor_however_it_ends(number: int, code: int) -> None:
    supervisor = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(SUPERVISED)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert supervisor.stdout is not None
    with supervisor.stdout as told:
        child = int(told.readline())
        assert is_running(child)
        supervisor.send_signal(number)
        assert supervisor.wait(20) == code
    until(lambda: not is_running(child))
