"""The base of the commands: one shape of errors and plain numbers."""

import json
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.core.management.base import CommandError, CommandParser

from tournaments.cli import PortalCommand, Refused, number_json, numbers_json


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
