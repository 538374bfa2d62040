"""A computation in a process of its own, killed at a limit: for what may not end by itself.

A worker's own time limits do nothing in every mode that the portal runs in; a process can always be killed.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SECONDS_BETWEEN_LOOKS = 0.5
CHILD = Path(__file__).with_name("child_process.py")
ROOT = Path(__file__).resolve().parents[2]


class ChildTimeout(Exception):
    """The computation did not end within its limit and was killed."""


class ChildFailed(Exception):
    """The computation ended with an error; the message is the error's own."""


def run_limited(
    target: str, argument: Any, seconds: float, waiting: Callable[[float], None] | None = None
) -> Any:
    """What `module:function` returns for the argument, computed in a fresh process within the limit.

    Argument and answer are JSON-able. The child imports the named module and nothing of Django. `waiting` is
    called twice a second with the seconds gone by; what it raises (a job called off) ends the child.
    Raises ChildTimeout or ChildFailed.
    """
    process = subprocess.Popen(
        [sys.executable, "-X", "utf8", str(CHILD), target],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        answer, complaints = _wait(process, json.dumps(argument).encode(), seconds, waiting)
    except subprocess.TimeoutExpired:
        raise ChildTimeout(f"{target} was stopped after {seconds:g} seconds") from None
    finally:
        _end(process)
    return _answer(target, process.returncode, answer, complaints)


def _wait(
    process: "subprocess.Popen[bytes]",
    told: bytes,
    seconds: float,
    waiting: Callable[[float], None] | None,
) -> tuple[bytes, bytes]:
    """What the child says; raises TimeoutExpired at the limit. A wait that is taken up again loses nothing."""
    if waiting is None:
        return process.communicate(told, timeout=seconds)
    start = time.monotonic()
    rest: bytes | None = told
    while True:
        left = seconds - (time.monotonic() - start)
        try:
            return process.communicate(rest, timeout=max(min(SECONDS_BETWEEN_LOOKS, left), 0))
        except subprocess.TimeoutExpired:
            rest = None
            gone = time.monotonic() - start
            if gone >= seconds:
                raise
            waiting(gone)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Kill the process with all that it started, and collect it."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _answer(target: str, code: int, answer: bytes, complaints: bytes) -> Any:
    try:
        told = json.loads(answer)
    except ValueError:
        last = complaints.decode(errors="replace").strip().splitlines()[-1:] or ["no message"]
        raise ChildFailed(f"{target} ended with code {code}: {last[0]}") from None
    if "error" in told:
        raise ChildFailed(told["error"])
    return told["value"]
