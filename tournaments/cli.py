"""What every command of the portal shares: `--json`, one shape of errors, exit code 2 for a refusal."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.rulebook.rounding import Exact, exact_text, plain

REFUSED = 2


class Refused(CommandError):  # noqa: N818  (the command did not fail: it says no)
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
        except CommandError as error:  # only the parser raises past Django's own handler
            self._print(Refused("arguments", str(error).removeprefix("Error: ")).as_json())
            sys.exit(REFUSED)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run; a refusal is printed as JSON where that was asked for, and raised."""
        self.as_json = bool(options.get("json"))
        try:
            return super().execute(*args, **options)
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

    def emit(self, value: Mapping[str, object]) -> None:
        """Print a result as one JSON document on standard output."""
        self._print(value)

    def remark(self, line: str) -> None:
        """A line for people, on standard error."""
        self.stderr.write(line)

    def read_bytes(self, path: str) -> bytes:
        """The bytes of a file (`-` is standard input); refuses with the reason if it cannot be read."""
        if path == "-":
            return sys.stdin.buffer.read()
        try:
            return Path(path).read_bytes()
        except OSError as error:
            self.fail(
                "file.unreadable", f"{path}: {error.strerror}.", hint="Give the path of a readable file."
            )

    def _print(self, value: Mapping[str, object]) -> None:
        self.stdout.write(json.dumps(value, ensure_ascii=False, indent=2))


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
