"""The child's side of `run_limited`: JSON in, one function, JSON out. Run as a script, with the standard library."""

import contextlib
import ctypes
import importlib
import json
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1


def main(target: str) -> None:
    """Import `module:function`, call it with what standard input holds, print its value or its error."""
    _die_with_the_parent()
    argument = json.load(sys.stdin)
    module, _, function = target.partition(":")
    # What a library prints must not mix with the answer.
    with contextlib.redirect_stdout(sys.stderr):
        try:
            told = {"value": getattr(importlib.import_module(module), function)(argument)}
        except Exception as error:
            told = {"error": f"{type(error).__name__}: {error}"}
    json.dump(told, sys.stdout)


def _die_with_the_parent() -> None:
    """On Linux, be killed when the worker is: nobody else would end an orphan."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    # The script's own folder would hide modules of the same names.
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    main(sys.argv[1])
