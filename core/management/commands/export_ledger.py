"""Write one chain of the ledger into a file that can be checked without the portal."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, InterfaceError

from core.ledger_export import NotAnExport, export_chain


class Command(BaseCommand):
    """Rows, hashes and signed checkpoints of one object; the format is in docs/ledger.md."""

    help = "Write a chain of the ledger, as `event 12` or `federation accounts`, with its signed checkpoints."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which chain, and the file; without one it is written to standard output."""
        parser.add_argument("scope", help="event, person, list or federation")
        parser.add_argument("object", help="the number or name of the object")
        parser.add_argument("--out", help="the file to write")

    def handle(self, *args: Any, **options: Any) -> None:
        """Export; exit code 2 for a chain that there is not, or without a database."""
        try:
            data = export_chain(options["scope"], options["object"])
        except (NotAnExport, DatabaseError, InterfaceError) as error:
            raise CommandError(str(error), returncode=2) from error
        text = json.dumps(data, ensure_ascii=False, sort_keys=True, indent=1) + "\n"
        if not options["out"]:
            self.stdout.write(text, ending="")
            return
        Path(options["out"]).write_text(text, "utf-8")
        self.stdout.write(
            f"{len(data['rows'])} rows and {len(data['checkpoints'])} checkpoints in {options['out']}"
        )
