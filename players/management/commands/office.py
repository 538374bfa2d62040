"""`manage.py office NAME`: the first account of the federation's office, from which all others are opened."""

import sys
from getpass import getpass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.services import office_open


class Command(BaseCommand):
    help = (
        "Opens an account for the federation's administrator. An account of that name that exists already "
        "gets the role and the password. The password is asked for, or read from standard input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="the name to log in with")
        parser.add_argument("--name", default="", help="the name that pages and the ledger print")
        parser.add_argument(
            "--password-stdin", action="store_true", help="read the password from standard input, one line"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        password = _read_line() if options["password_stdin"] else self._ask()
        username = options["username"]
        try:
            account = office_open(
                username=username, password=password, display_name=options["name"] or username
            )
        except ValidationError as error:
            raise CommandError("\n".join(error.messages), returncode=2) from error
        self.stdout.write(
            f"{account.username} opens the office at /admin/ and gives everybody else their roles."
        )

    def _ask(self) -> str:
        if not sys.stdin.isatty():
            raise CommandError(
                "Nobody is here to ask; give the password with --password-stdin.", returncode=2
            )
        first, again = getpass("Password: "), getpass("Password again: ")
        if first != again:
            raise CommandError("The two passwords differ; nothing was opened.", returncode=2)
        return first


def _read_line() -> str:
    password = sys.stdin.readline().rstrip("\r\n")
    if not password:
        raise CommandError("Standard input held no password; nothing was opened.", returncode=2)
    return password
