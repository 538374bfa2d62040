"""`manage.py trf`: what goes to which stream, and the exit codes. No database is there."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tournaments.interchange.trf import read_trf, write_trf
from tournaments.management.commands.trf import Command
from tournaments.record.canonical import sha256

Run = Callable[..., tuple[int, bytes, str]]


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Runs the command as the shell does; gives exit code, standard output and standard error."""

    def call(*arguments: str) -> tuple[int, bytes, str]:
        code = 0
        try:
            Command().run_from_argv(["manage.py", "trf", *arguments])
        except SystemExit as left:
            code = int(left.code or 0)
        captured = capsysbinary.readouterr()
        return code, captured.out, captured.err.decode("utf-8")

    return call


@pytest.fixture
def good(tmp_path: Path, case: Callable[[str], bytes]) -> Path:
    path = tmp_path / "good.trf"
    path.write_bytes(case("TRF-07.trf"))
    return path


@pytest.fixture
def bad(tmp_path: Path, case: Callable[[str], bytes]) -> Path:
    path = tmp_path / "bad.trf"
    path.write_bytes(case("TRF-09.trf"))
    return path


@pytest.mark.parametrize("format", ["trf16", "trf26"])
def test_to_writes_only_the_file_to_standard_output_and_findings_to_standard_error(
    run: Run, good: Path, format: str
) -> None:
    code, out, err = run(str(good), "--to", format)
    assert code == 0
    assert out == write_trf(read_trf(good.read_bytes()).record, format).encode("utf-8")  # type: ignore[arg-type]
    assert "note: Rounds without a date: 2 of 2." in err.splitlines()


def test_without_options_the_file_comes_back_in_its_own_format(run: Run, good: Path) -> None:
    code, out, _ = run(str(good))
    assert code == 0
    assert read_trf(out).record == read_trf(good.read_bytes()).record


def test_json_tells_what_was_read(run: Run, good: Path) -> None:
    code, out, _ = run(str(good), "--json")
    told = json.loads(out)
    assert code == 0
    assert (told["format"], told["encoding"], told["players"], told["rounds"]) == ("trf26", "utf-8", 4, 2)
    assert told["sha256"] == sha256(read_trf(good.read_bytes()).record)
    assert [finding["code"] for finding in told["findings"]] == ["round.no_date"]


def test_a_refused_file_leaves_with_2_and_says_why_in_json(run: Run, bad: Path) -> None:
    code, out, _ = run(str(bad), "--json")
    told = json.loads(out)
    assert code == 2
    assert set(told["error"]) == {"code", "article", "line", "message", "hint"}
    assert (told["error"]["code"], told["error"]["line"]) == ("result.not_mirrored", 13)


def test_a_refused_file_writes_nothing_to_standard_output(run: Run, bad: Path) -> None:
    code, out, err = run(str(bad), "--to", "trf26")
    assert (code, out) == (2, b"")
    assert "Round 2: player 3 has 1 against 4, player 4 has = against 3 (lines 13 and 14)." in err


def test_a_file_that_is_not_there_is_refused(run: Run, tmp_path: Path) -> None:
    code, out, _ = run(str(tmp_path / "none.trf"), "--json")
    assert code == 2
    assert json.loads(out)["error"]["code"] == "file.unreadable"


def test_a_wrong_argument_is_told_as_json_too(run: Run, good: Path) -> None:
    code, out, _ = run(str(good), "--to", "pgn", "--json")
    assert code == 2
    assert json.loads(out)["error"]["code"] == "arguments"


def test_a_typed_start_day_is_taken(run: Run, good: Path) -> None:
    code, out, err = run(str(good), "--start", "2026-09-04", "--to", "trf26")
    assert code == 0
    assert b"042 2026/09/04\r\n" in out
    assert "warning: The file gives 2026-09-05 for 042; the typed day 2026-09-04 counts." in err.splitlines()


def test_a_public_copy_shows_birth_years_only(run: Run, good: Path) -> None:
    _, out, _ = run(str(good), "--public", "--to", "trf26")
    assert b"1999/00/00" in out
    assert b"1999/05/17" not in out
