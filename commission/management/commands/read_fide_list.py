"""`manage.py read_fide_list FILE`: the rows of the register's players from a list of FIDE."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from commission.fide import KINDS
from commission.fide_files import list_lines
from commission.services_fide import fide_list_read
from tournaments.cli import PortalCommand, day
from tournaments.errors import DomainError


class Command(PortalCommand):
    """Reads a list in columns or as XML, as it is or as ZIP; a list that was read before is read anew."""

    help = "Read a list of FIDE, to compare it with our own changes."

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, the kind, and the day of a combined list."""
        super().add_arguments(parser)
        parser.add_argument("file", help="players_list_foa.txt, standard_rating_list.xml … or a ZIP of it")
        parser.add_argument("--kind", choices=[str(kind) for kind in KINDS], default="standard")
        parser.add_argument("--day", type=day, help="first day of the list, if the file does not say it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the file named on the command line."""
        path = Path(options["file"])
        if not path.is_file():
            self.fail("no_file", f"There is no file {path}.")
        try:
            with path.open("rb") as file:
                made = fide_list_read(
                    list_lines(file), actor=None, kind=options["kind"], effective_from=options["day"]
                )
        except DomainError as error:
            self.fail(error.code, error.message, hint=error.hint)
        self.emit(
            {
                "list": str(made),
                "players": made.players,
                "of_the_register": made.known,
                "sha256": made.sha256,
            }
        )
