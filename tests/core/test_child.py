"""A computation in a process of its own ends at its limit, and its errors are said."""

import json
import time
from pathlib import Path

import pytest

from core.jobs.child import ChildFailed, ChildTimeout, run_limited

HERE = "tests.core.child_targets"


def test_answer_comes_back() -> None:
    assert run_limited(f"{HERE}:double", {"numbers": [1, 2], "name": "Đurić"}, 20) == {
        "numbers": [2, 4],
        "name": "ĐurićĐurić",
    }


def test_standard_library_function_runs_without_the_portal() -> None:
    assert run_limited("math:factorial", 5, 20) == 120


def test_error_is_surfaced_with_its_kind_and_words() -> None:
    with pytest.raises(ChildFailed, match="ZeroDivisionError: no players left"):
        run_limited(f"{HERE}:fail", None, 20)


def test_unknown_function_fails_with_its_name() -> None:
    with pytest.raises(ChildFailed, match="no_such_thing"):
        run_limited(f"{HERE}:no_such_thing", None, 20)


def test_process_that_dies_without_a_word_fails() -> None:
    with pytest.raises(ChildFailed, match="ended with code 7"):
        run_limited(f"{HERE}:die", None, 20)


def test_print_of_a_library_does_not_mix_with_the_answer() -> None:
    assert run_limited(f"{HERE}:chatter", None, 20) == "clean"


def test_endless_computation_is_killed_at_its_limit_with_all_it_started(tmp_path: Path) -> None:
    note = tmp_path / "alive"
    began = time.monotonic()
    with pytest.raises(ChildTimeout, match="2 seconds"):
        run_limited(f"{HERE}:endless", str(note), 2)
    assert time.monotonic() - began < 8
    assert json.loads(note.read_text()), "the child had not begun"
    for process in json.loads(note.read_text()):
        assert not _is_alive(process), f"{process} outlived its limit"


def test_whoever_waits_sees_the_time_go_by_and_the_answer_is_whole(tmp_path: Path) -> None:
    seen: list[float] = []
    big = {"numbers": list(range(200_000)), "name": "ж" * 100_000}
    told = run_limited(f"{HERE}:slow_double", big, 60, seen.append)
    assert told == {"numbers": [2 * number for number in range(200_000)], "name": "ж" * 200_000}
    assert seen == sorted(seen)
    assert seen[0] >= 0.5


def test_what_the_waiting_raises_ends_the_child(tmp_path: Path) -> None:
    note = tmp_path / "alive"

    def call_off(_gone: float) -> None:
        if note.exists() and note.read_text():
            raise KeyboardInterrupt("called off")

    with pytest.raises(KeyboardInterrupt):
        run_limited(f"{HERE}:endless", str(note), 30, call_off)
    for process in json.loads(note.read_text()):
        assert not _is_alive(process), f"{process} outlived the call"


def test_the_limit_holds_for_whoever_watches(tmp_path: Path) -> None:
    with pytest.raises(ChildTimeout, match="2 seconds"):
        run_limited(f"{HERE}:endless", str(tmp_path / "alive"), 2, lambda _gone: None)


def test_child_knows_nothing_of_django() -> None:
    assert run_limited(f"{HERE}:loaded", ["django", "celery", "core.jobs"], 20) == []


def _is_alive(process: int) -> bool:
    """Whether it still runs; a killed process that init has not collected yet is dead."""
    for _attempt in range(20):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except FileNotFoundError:
            return False
        if state == "Z":
            return False
        time.sleep(0.05)
    return True
