"""Renew the federation's issuing authority and clock under the same root."""

from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from reports.authority import AuthorityMissing
from reports.authority_renewal import WrongRootKey
from reports.importing import common_name
from reports.services import authority_renew
from tournaments.cli import PortalCommand


class Command(PortalCommand):
    """Makes a new issuing authority and clock; what the old ones issued and stamped stays good."""

    help = "Make a new issuing authority and clock under the same root, before the old certificates end."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "root_key",
            nargs="?",
            help="the file with the root's private key; left out where the key never left the portal",
        )
        parser.add_argument(
            "--passphrase-file", help="a file with the passphrase of the root key; else it is asked for"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["root_key"]).resolve() if options["root_key"] else None
        phrase = self._passphrase(options["passphrase_file"]) if path else ""
        try:
            made = authority_renew(root_key=path, passphrase=phrase)
        except AuthorityMissing as error:
            self.fail("missing", str(error), hint="manage.py authority_create makes the first one.")
        except WrongRootKey as error:
            self.fail("root_key", str(error), hint="It was written by manage.py authority_create.")
        told = {
            "issuing": common_name(made.issuing.subject),
            "valid_until": made.issuing.not_valid_after_utc.date().isoformat(),
            "earlier": [common_name(each.issuing.subject) for each in made.earlier],
        }
        if self.as_json:
            self.emit(told)
            return
        self.stdout.write(f"{told['issuing']}, valid until {told['valid_until']}")
        self.stdout.write("Keys are made by it from now on; those of the authorities before stay good.")

    def _passphrase(self, path: str | None) -> str:
        return Path(path).read_text().rstrip("\n") if path else getpass("Passphrase of the root key: ")
