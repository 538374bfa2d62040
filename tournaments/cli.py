"""What every command of the portal shares: `--json`, one shape of errors, exit code 2 for a refusal."""

import io
import json
import os
import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import InterfaceError, OperationalError, ProgrammingError

from tournaments.interchange.trf import TrfError, TrfRefused
from tournaments.rulebook.rounding import Exact, exact_text, plain

REFUSED = 2
BROKEN_PIPE = 141  # what a shell reports of a program that SIGPIPE ended
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class Refused(CommandError):
    """The command refuses its input: what, where in the text, under which article, and the next step.

    The exit code is 2 unless another is given.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        line: int | None = None,
        article: str | None = None,
        hint: str = "",
        more: Mapping[str, object] | None = None,
        returncode: int = REFUSED,
    ) -> None:
        super().__init__(message, returncode=returncode)
        self.code, self.message, self.line = code, message, line
        self.article, self.hint, self.more = article, hint, dict(more or {})

    def as_json(self) -> dict[str, object]:
        """`{"error": {code, article, line, message, hint}}`, and whatever the command adds beside it."""
        error = {
            "code": self.code,
            "article": self.article,
            "line": self.line,
            "message": self.message,
            "hint": self.hint,
        }
        return {"error": error} | self.more

    def __str__(self) -> str:
        told = self.line is None or "line" in self.message.lower()
        place = "" if told else f"line {self.line}: "
        article = f" (article {self.article})" if self.article else ""
        hint = f"\n{self.hint}" if self.hint else ""
        return f"{place}{self.message}{article}{hint}"


class PortalCommand(BaseCommand):
    """Base of the documented commands.

    A subclass overrides `add_arguments` (calling super) and `handle`. `self.as_json` says whether `--json`
    was asked for. `emit` prints a result, `remark` a line for people on standard error, `fail` refuses.
    No system check runs and nothing here touches the database, so file modes work without one.
    """

    requires_system_checks = ()
    requires_migrations_checks = False
    as_json = False

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """The parser; with `--json` a wrong argument is raised instead of printed."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        if self.as_json:
            parser.called_from_command_line = False  # a wrong argument is then raised and told as JSON
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        """`--json`, which every command has."""
        parser.add_argument("--json", action="store_true", help="print JSON on standard output")

    def run_from_argv(self, argv: list[str]) -> None:
        """Run as from the shell; a wrong argument leaves with 2 and says why."""
        self.as_json = "--json" in argv
        try:
            super().run_from_argv(argv)
            if sys.stdout is not None:
                sys.stdout.flush()
        except CommandError as error:  # only the parser raises past Django's own handler
            self._print(Refused("arguments", str(error).removeprefix("Error: ")).as_json())
            sys.exit(REFUSED)
        except BrokenPipeError:  # the reader (`| head`) has gone; nothing may be written any more
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(BROKEN_PIPE)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run; a refusal is printed as JSON where that was asked for, and raised.

        A database that does not answer or has no tables refuses too: only some commands need one.
        """
        self.as_json = bool(options.get("json"))
        if isinstance(sys.stdout, io.TextIOWrapper):  # for terminals that lack a letter of a name
            sys.stdout.reconfigure(errors="backslashreplace")
        try:
            try:
                return super().execute(*args, **options)
            except (OperationalError, ProgrammingError, InterfaceError) as error:
                raise _without_database(error) from error
        except Refused as refused:
            if self.as_json:
                self._print(refused.as_json())
            raise

    def fail(
        self,
        code: str,
        message: str,
        *,
        line: int | None = None,
        article: str | None = None,
        hint: str = "",
        more: Mapping[str, object] | None = None,
        returncode: int = REFUSED,
    ) -> NoReturn:
        """Refuse: `{"error": ...}` on standard output with `--json`, a sentence on standard error always."""
        raise Refused(code, message, line=line, article=article, hint=hint, more=more, returncode=returncode)

    def fail_file(self, refused: TrfRefused) -> NoReturn:
        """Refuse a file: the first reason is the error, all of them are beside it and on standard error."""
        first, *others = refused.errors
        for error in others:
            self.remark(f"refusal: {error.message}" + (f" {error.hint}" if error.hint else ""))
        self.fail(
            first.code,
            first.message,
            line=first.line,
            article=first.finding.article or None,
            hint=first.hint,
            more={"errors": [error_json(error) for error in refused.errors]},
        )

    def emit(self, value: Mapping[str, object]) -> None:
        """Print a result as one JSON document on standard output."""
        self._print(value)

    def remark(self, line: str) -> None:
        """A line for people, on standard error."""
        self.stderr.write(line)

    def day_typed(self, option: str, text: str) -> date | None:
        """The day of an option, None for nothing; refuses what is no day."""
        try:
            return day(text) if text else None
        except ArgumentTypeError as error:
            self.fail("arguments", f"argument {option}: {error}")

    def read_bytes(self, path: str) -> bytes:
        """The bytes of a file (`-` is standard input); refuses with the reason if it cannot be read."""
        try:
            if path != "-":
                return Path(path).read_bytes()
            if sys.stdin is not None:  # closed by the caller: `<&-`
                return sys.stdin.buffer.read()
            self.fail("file.unreadable", "Standard input is closed.", hint="Give the path of a file.")
        except OSError as error:
            self.fail(
                "file.unreadable", f"{path}: {error.strerror}.", hint="Give the path of a readable file."
            )

    def emit_text(self, content: str) -> None:
        """Text to standard output as UTF-8, line ends untouched, whatever the terminal's own encoding is."""
        stream = getattr(self.stdout, "_out", None)
        buffer = getattr(stream, "buffer", None)
        if buffer is None or stream is not sys.stdout:
            self.stdout.write(content, ending="")
            return
        self.stdout.flush()
        buffer.write(content.encode("utf-8"))
        buffer.flush()

    def _print(self, value: Mapping[str, object]) -> None:
        self.emit_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def error_json(error: TrfError) -> dict[str, object]:
    """One reason against a file."""
    return {
        "code": error.code,
        "article": error.finding.article or None,
        "line": error.line,
        "column": error.column,
        "message": error.message,
        "hint": error.hint,
    }


def _without_database(error: Exception) -> Refused:
    reason = str(error).strip().partition("\n")[0].rstrip(".")
    hint = "Set DATABASE_URL to a database that answers, and run manage.py migrate."
    return Refused("database.unavailable", f"The database cannot be used: {reason}.", hint=hint)


def day(text: str) -> date:
    """The day of an argument; anything but `YYYY-MM-DD` is refused in the user's words.

    >>> day("2026-03-07")
    datetime.date(2026, 3, 7)
    """
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass  # 2026-02-30: the words below fit it as well
    raise ArgumentTypeError(f"{text!r} is not a day; write YYYY-MM-DD")


def number_json(number: Exact | None) -> tuple[str | None, str | None]:
    """A number as plain decimal text, and the exact fraction where the decimal has no end.

    >>> from fractions import Fraction
    >>> number_json(Fraction(27, 2)), number_json(Fraction(40, 3)), number_json(None)
    (('13.5', None), ('13.3333', '40/3'), (None, None))
    """
    return (None, None) if number is None else (plain(number), exact_text(number))


def numbers_json(numbers: Mapping[str, Exact | None]) -> dict[str, object]:
    """Several numbers by name, with `exact` beside them for those without end.

    >>> from fractions import Fraction
    >>> numbers_json({"w": 5, "change": Fraction(40, 3)})
    {'w': '5', 'change': '13.3333', 'exact': {'change': '40/3'}}
    """
    shown: dict[str, object] = {name: number_json(number)[0] for name, number in numbers.items()}
    exact = {name: text for name, number in numbers.items() if (text := number_json(number)[1]) is not None}
    return shown | ({"exact": exact} if exact else {})
