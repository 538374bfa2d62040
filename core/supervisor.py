"""One process that keeps others alive: starts them, starts them again when they end, ends them all with itself."""

import ctypes
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType

PR_SET_PDEATHSIG = 1
SECONDS_BETWEEN_LOOKS = 0.1
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
SECONDS_OF_GOOD_HEALTH = 30.0
SECONDS_TO_END = 15.0


def _at_once() -> bool:
    return True


@dataclass(slots=True)
class Service:
    """One command that shall run all the time, and how it fared; `starts_when` may hold back its first start."""

    name: str
    command: Sequence[str]
    starts_when: Callable[[], bool] = _at_once
    process: "subprocess.Popen[bytes] | None" = None
    started: float = 0.0
    pause: float = FIRST_PAUSE
    not_before: float = 0.0
    deaths: int = 0


@dataclass(slots=True)
class Supervisor:
    """Runs services until told to stop. A service that ends is started again after a pause that doubles."""

    services: Sequence[Service]
    environment: Mapping[str, str]
    say: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    _stopping: bool = field(default=False, init=False)

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Keep the services alive until a signal comes or `until` says so; then end them all."""
        former = {number: signal.signal(number, self._stop) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            while not self._stopping and not until():
                self.look_after()
                time.sleep(SECONDS_BETWEEN_LOOKS)
        finally:
            self.end()
            for number, handler in former.items():
                signal.signal(number, handler)

    def look_after(self) -> None:
        """Start what does not run and whose pause is over."""
        now = self.clock()
        for service in self.services:
            process = service.process
            if process is not None and process.poll() is None:
                if now - service.started > SECONDS_OF_GOOD_HEALTH:
                    service.pause = FIRST_PAUSE
                continue
            if process is not None:
                self.say(f"{service.name} ended with code {process.returncode}; again in {service.pause:g} s")
                service.process = None
                service.deaths += 1
                service.not_before = now + service.pause
                service.pause = min(service.pause * 2, LONGEST_PAUSE)
            if now >= service.not_before and (service.deaths or service.starts_when()):
                self._start(service, now)

    def end(self) -> None:
        """Ask every service to end, then make it; wait for all."""
        running = [service for service in self.services if service.process and service.process.poll() is None]
        for service in running:
            if service.process:
                service.process.terminate()
        deadline = time.monotonic() + SECONDS_TO_END
        for service in running:
            if service.process is None:
                continue
            try:
                service.process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.say(f"{service.name} does not end by itself and is killed")
                service.process.kill()
                service.process.wait()

    def _start(self, service: Service, now: float) -> None:
        service.started = now
        service.process = subprocess.Popen(
            service.command,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            preexec_fn=_apart_but_not_alone,  # noqa: PLW1509
        )

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True


def _apart_but_not_alone() -> None:
    """In the child: a group of its own, so Ctrl+C reaches the supervisor alone; killed if the supervisor is."""
    import os

    os.setpgrp()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
