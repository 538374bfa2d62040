"""The base of the commands: one shape of errors and plain numbers."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError, CommandParser
from django.db import OperationalError

from tournaments.cli import PortalCommand, Refused, day, number_json, numbers_json

ROOT = Path(__file__).resolve().parents[2]


class Reading(PortalCommand):
    """A command that refuses line 7 of anything."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["file"] == "good":
            self.emit({"file": "good"})
        else:
            self.fail("games.none", "Nobody played.", line=7, article="10.21", hint="Play.")


def run(*arguments: str) -> tuple[str, str, int | str | None]:
    """Standard output, standard error and exit code."""
    out, err = StringIO(), StringIO()
    try:
        Reading(stdout=out, stderr=err).run_from_argv(["manage.py", "reading", *arguments])
    except SystemExit as left:
        return out.getvalue(), err.getvalue(), left.code
    return out.getvalue(), err.getvalue(), 0


def test_a_result_is_one_json_document_on_standard_output() -> None:
    out, err, code = run("good", "--json")
    assert (json.loads(out), err, code) == ({"file": "good"}, "", 0)


def test_a_refusal_is_json_with_all_keys_and_leaves_with_2() -> None:
    out, _, code = run("bad", "--json")
    assert code == 2
    assert json.loads(out) == {
        "error": {
            "code": "games.none",
            "article": "10.21",
            "line": 7,
            "message": "Nobody played.",
            "hint": "Play.",
        }
    }


def test_without_json_a_refusal_is_a_sentence_on_standard_error() -> None:
    out, err, code = run("bad")
    assert (out, code) == ("", 2)
    assert "line 7: Nobody played. (article 10.21)\nPlay." in err


def test_a_missing_argument_is_told_as_json() -> None:
    out, _, code = run("--json")
    assert code == 2
    assert json.loads(out)["error"]["code"] == "arguments"


def test_called_from_code_a_refusal_is_raised() -> None:
    with pytest.raises(Refused, match="Nobody played") as refused:
        Reading(stdout=StringIO(), stderr=StringIO()).execute(
            file="bad", json=False, force_color=False, no_color=False
        )
    assert isinstance(refused.value, CommandError)
    assert refused.value.returncode == 2


def test_numbers_are_plain_text_and_exact_where_the_decimal_has_no_end() -> None:
    assert number_json(Fraction(27, 2)) == ("13.5", None)
    assert number_json(Fraction(40, 3)) == ("13.3333", "40/3")
    assert number_json(None) == (None, None)
    assert numbers_json({"w": 5, "change": Fraction(-40, 3)}) == {
        "w": "5",
        "change": "-13.3333",
        "exact": {"change": "-40/3"},
    }


class Asking(PortalCommand):
    """A command that takes a day and finds no database."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--start", type=day)

    def handle(self, *args: Any, **options: Any) -> None:
        raise OperationalError("connection failed: nobody listens\n\tIs the server running?")


def test_a_database_that_does_not_answer_is_a_refusal_and_no_traceback() -> None:
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as left:
        Asking(stdout=out, stderr=err).run_from_argv(["manage.py", "asking", "--json"])
    assert left.value.code == 2
    error = json.loads(out.getvalue())["error"]
    assert error["code"] == "database.unavailable"
    assert error["message"] == "The database cannot be used: connection failed: nobody listens."
    assert "Traceback" not in err.getvalue()


@pytest.mark.parametrize(
    "text", ["foo", "2026-13-01", "2026-02-30", "20260307", "2026-W10-6", "07.03.2026", ""]
)
def test_what_is_no_day_is_refused_in_the_words_of_the_user(text: str) -> None:
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as left:
        Asking(stdout=out, stderr=err).run_from_argv(["manage.py", "asking", f"--start={text}", "--json"])
    assert left.value.code == 2
    assert json.loads(out.getvalue())["error"]["message"] == (
        f"argument --start: {text!r} is not a day; write YYYY-MM-DD"
    )


def manage(*arguments: str, **surroundings: str) -> "subprocess.Popen[bytes]":
    """A command as the shell starts it, with no database that could answer."""
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    return subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        cwd=ROOT,
        env=os.environ | nowhere | surroundings,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_json_is_utf_8_whatever_the_terminal_says() -> None:
    file = write_event(("Žofie", "Øverbyås"))
    process = manage("standings", "--trf", "-", "--order", "PTS", "--json", PYTHONIOENCODING="ascii")
    out, _ = process.communicate(file, timeout=60)
    assert process.returncode == 0
    assert {row["name"] for row in json.loads(out.decode("utf-8"))["standings"]} == {"Žofie", "Øverbyås"}


def test_a_table_for_people_survives_a_terminal_without_their_letters() -> None:
    process = manage("standings", "--trf", "-", "--order", "PTS", PYTHONIOENCODING="ascii")
    out, err = process.communicate(write_event(("Žofie", "Øverbyås")), timeout=60)
    assert (process.returncode, b"Traceback" in err) == (0, False)
    assert b"\\u017dofie" in out


def test_a_reader_that_goes_away_leaves_no_traceback() -> None:
    process = manage("trf", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(write_event([f"Player {number}" for number in range(1, 41)]))
    process.stdin.close()
    assert b"Traceback" not in process.stderr.read()
    assert process.wait(60) == 141
    process.stderr.close()


def write_event(names: Sequence[str]) -> bytes:
    """A TRF16 file of players who have not met yet, with a start day."""
    players = [f"001 {number:4}      {name:33}" for number, name in enumerate(names, 1)]
    return "\r\n".join(["012 Invented", "042 2026/03/07", *players, ""]).encode()
