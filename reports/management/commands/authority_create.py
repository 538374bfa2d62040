"""Make the federation's authority for signatures, its root's private key outside of the portal."""

from getpass import getpass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils import timezone

from reports.authority import AuthorityExists, make_authority
from reports.importing import common_name, fingerprint
from reports.keys import authority, authority_folder, seal
from reports.services.keys import SHORTEST_PASSPHRASE
from tournaments.cli import PortalCommand


class Command(PortalCommand):
    """Makes root, issuing authority and clock; the portal keeps the last two, sealed, and the root's certificate."""

    help = "Make the federation's authority; the root's private key goes to a file outside of the portal."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("root_key", help="the file for the root's private key; it must not exist yet")
        parser.add_argument("--name", default="", help="the federation's name in the certificates")
        parser.add_argument(
            "--passphrase-file", help="a file with the passphrase of the root key; else it is asked for"
        )
        parser.add_argument(
            "--inside",
            action="store_true",
            help="allow a file inside KEYS_ROOT (for trying out, not for use)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        target = Path(options["root_key"]).resolve()
        inside = target.is_relative_to(Path(settings.KEYS_ROOT).resolve())
        if inside and not options["inside"]:
            self.fail(
                "root_inside",
                "The root's private key would lie among the portal's own keys.",
                hint="Name a file on a medium that is taken away, or say --inside.",
            )
        passphrase = self._passphrase(options["passphrase_file"])
        try:
            make_authority(
                authority_folder(),
                seal(),
                name=options["name"] or settings.FEDERATION_NAME,
                now=timezone.now(),
                root_key=target,
                passphrase=passphrase,
            )
        except AuthorityExists as error:
            self.fail("exists", str(error), hint="An authority is made once; it stays good for twenty years.")
        made = authority()
        told = {
            "root": common_name(made.root.subject),
            "fingerprint": fingerprint(made.root),
            "issuing": common_name(made.issuing.subject),
            "valid_until": made.issuing.not_valid_after_utc.date().isoformat(),
            "root_key": str(target),
        }
        if self.as_json:
            self.emit(told)
            return
        self.stdout.write(f"{told['root']}, SHA-256 {told['fingerprint']}")
        self.stdout.write(f"{told['issuing']}, valid until {told['valid_until']}")
        self.stdout.write(f"The root's private key lies in {target}. Take it away from this machine.")

    def _passphrase(self, path: str | None) -> str:
        typed = Path(path).read_text().rstrip("\n") if path else getpass("Passphrase of the root key: ")
        if len(typed) < SHORTEST_PASSPHRASE:
            self.fail("short", f"Choose at least {SHORTEST_PASSPHRASE} characters.")
        if not path and getpass("Again: ") != typed:
            self.fail("not_the_same", "The two are not the same.")
        return typed
