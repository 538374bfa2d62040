"""Functions that the tests run in a child process."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any


def double(argument: dict[str, Any]) -> dict[str, Any]:
    return {"numbers": [2 * number for number in argument["numbers"]], "name": 2 * argument["name"]}


def fail(argument: object) -> None:
    raise ZeroDivisionError("no players left")


def die(argument: object) -> None:
    os._exit(7)


def chatter(argument: object) -> str:
    print("a library greets")
    return "clean"


def endless(note: str) -> None:
    grandchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    Path(note).write_text(json.dumps([os.getpid(), grandchild.pid]))
    while True:
        time.sleep(0.01)


def loaded(names: list[str]) -> list[str]:
    return [name for name in names if name in sys.modules]


def slow_double(argument: dict[str, Any]) -> dict[str, Any]:
    """Takes its time."""
    time.sleep(1.5)
    return double(argument)
