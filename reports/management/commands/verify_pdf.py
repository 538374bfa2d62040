"""What holds of a signed PDF: exit 0 valid, 1 not valid, 2 unreadable."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from reports.authority import AuthorityMissing
from reports.keys import anchors_of_nobody, stored_anchors
from reports.verification import Verification, as_json, check_limited, verification_from
from reports.verifying import DocumentCheck, Unreadable
from tournaments.cli import PortalCommand

NOT_VALID = 1
NO_DATABASE = "No database answers: whether the portal stored this file is not known."
UNKNOWN_FILE = "The portal never stored this file."
NO_AUTHORITY = (
    "No authority has been made here yet, so no signature can be trusted; "
    "set KEYS_ROOT to the folder of the portal's keys."
)
UNSIGNED = "The file carries no signature."
LINES = (
    ("number", "number"),
    ("standing", "standing"),
    ("newer version", "newer_number"),
    ("files inside", "files_inside"),
    ("rated from this record", "rated_from_this_record"),
)


class Command(PortalCommand):
    """Checks a file against the authority on the disk, and against the stored hashes where a database answers."""

    help = "Say whether a PDF is a genuine, unchanged document of this portal."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", help="the PDF document; - reads standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        data = self.read_bytes(options["file"])
        try:
            anchors, has_authority = stored_anchors(), True
        except AuthorityMissing:
            anchors, has_authority = anchors_of_nobody(), False
        try:
            found = check_limited(data, anchors)
        except Unreadable as error:
            self.fail("unreadable", str(error), hint="Give the PDF file as it was downloaded.")
        known = known_of(found)
        told = as_json(found, known)
        notes = notes_of(found, told["hash_known"]) + ([] if has_authority else [NO_AUTHORITY])
        if self.as_json:
            self.emit(told | {"notes": notes})
        else:
            self._tell(found, told, notes)
        if not told["valid"]:
            sys.exit(NOT_VALID)

    def _tell(self, found: DocumentCheck, told: dict[str, Any], notes: list[str]) -> None:
        self.stdout.write(f"{'valid' if told['valid'] else 'NOT VALID'}: the document is {found.document}")
        for change in found.changes:
            self.stdout.write(f"  done to it: {change.replace('_', ' ')}")
        for item in found.signatures:
            state = "holds" if item.holds else item.problem.replace("_", " ")
            moment = item.time.isoformat() if item.time else "no time"
            self.stdout.write(f"  {item.name} ({item.role}), {moment}: {state}, covers {item.covers}")
            through = " > ".join(item.chain[1:])
            self.stdout.write(
                f"    {'trusted through' if item.trusted else 'claims to be issued by'} {through}"
            )
        for paper in told["paper_signatures"]:
            self.stdout.write(f"  {paper['name']} ({paper['role']}): by hand on paper, {paper['signed_on']}")
        for label, key in LINES:
            if told[key] is not None:
                self.stdout.write(f"{label}: {told[key]}")
        for note in notes:
            self.remark(note)


def known_of(found: DocumentCheck) -> Verification | None:
    """What the portal knows of the file; None where no database answers."""
    from django.db import DatabaseError, connection

    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).is_file():
        # Asking would make an empty database where none is.
        return None
    try:
        return verification_from(found)
    except DatabaseError:
        return None


def notes_of(found: DocumentCheck, known: bool | None) -> list[str]:
    """What a reader must know beside the result."""
    notes = [] if found.signatures or found.document != "unsigned" else [UNSIGNED]
    if known is None:
        notes.append(NO_DATABASE)
    elif not known:
        notes.append(UNKNOWN_FILE)
    return notes
