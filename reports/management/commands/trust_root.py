"""Trust another authority: its keys may be brought along and sign here."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from reports.services import root_trust
from tournaments.cli import PortalCommand
from tournaments.errors import DomainError


class Command(PortalCommand):
    """Adds the root of another authority, or a newer list of revoked keys of one that is trusted."""

    help = "Trust the root certificate of another authority."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("certificate", help="the root certificate in PEM or DER; - reads standard input")
        parser.add_argument("--crl", help="its list of revoked keys in PEM or DER")
        parser.add_argument("--note", default="", help="why it is trusted")

    def handle(self, *args: Any, **options: Any) -> None:
        data = self.read_bytes(options["certificate"])
        listed = Path(options["crl"]).read_bytes() if options["crl"] else b""
        try:
            root = root_trust(actor=None, certificate=data, revocation_list=listed, note=options["note"])
        except DomainError as error:
            self.fail(error.code, error.message, hint=error.hint)
        if self.as_json:
            self.emit({"name": root.name, "sha256": root.sha256, "has_list": bool(root.revocation_list)})
        else:
            self.stdout.write(f"{root.name}, SHA-256 {root.sha256}, is trusted from now on.")
