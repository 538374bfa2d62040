"""Check the whole archive: exit 0 whole, 1 when a file is missing, altered, unknown or badly signed."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from reports.services.archive import ArchiveCheck, archive_checked
from reports.verification import anchors_now


class Command(BaseCommand):
    """Reads every stored file and checks every signature; nothing is changed."""

    help = "Check every stored file against its hash, every signed document against its signatures."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--json` for machines."""
        parser.add_argument("--json", action="store_true", help="answer as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what was looked at and what is wrong; the progress goes to standard error."""
        found = archive_checked(anchors_now(), now=timezone.now(), progress=self._progress)
        if options["json"]:
            self.stdout.write(json.dumps(found.as_json(), ensure_ascii=False))
        else:
            self._tell(found)
        if not found.whole:
            sys.exit(1)

    def _progress(self, done: int, total: int) -> None:
        end = "\n" if done == total else ""
        self.stderr.write(f"\r{done} of {total} files", ending=end)

    def _tell(self, found: ArchiveCheck) -> None:
        self.stdout.write(
            f"{found.files} files, {found.documents} signed documents, {found.signatures} signatures checked"
        )
        for problem in found.problems:
            words = " ".join(part for part in (problem.file, problem.number, problem.detail) if part)
            self.stdout.write(f"{problem.kind.upper()}: {words}")
        rest = found.problem_count - len(found.problems)
        if rest:
            self.stdout.write(f"and {rest} more")
        if found.whole:
            self.stdout.write("everything holds")
