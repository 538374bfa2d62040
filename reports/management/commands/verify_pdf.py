"""What holds of a signed PDF: exit 0 valid, 1 not valid, 2 unreadable."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from reports.authority import AuthorityMissing
from reports.keys import anchors_of_nobody, stored_anchors
from reports.verifying import DocumentCheck, SignatureCheck, Unreadable, check
from tournaments.cli import PortalCommand

NOT_VALID = 1
NO_DATABASE = "No database answers: whether the portal stored this file is not known."
UNKNOWN_FILE = "The portal never stored this file."
NO_AUTHORITY = (
    "No authority has been made here yet, so no signature can be trusted; "
    "set KEYS_ROOT to the folder of the portal's keys."
)
UNSIGNED = "The file carries no signature."


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
            found = check(data, anchors, now=timezone.now())
        except Unreadable as error:
            self.fail("unreadable", str(error), hint="Give the PDF file as it was downloaded.")
        known = hash_known(found.sha256)
        valid = found.signatures_hold and known is not False
        notes = notes_of(found, known) + ([] if has_authority else [NO_AUTHORITY])
        if self.as_json:
            self.emit(
                {
                    "valid": valid,
                    # A file without signatures was compared with nothing, unless the portal knows its bytes.
                    "document": found.document if found.document != "unsigned" else None,
                    "signed": bool(found.signatures),
                    "signatures": [signature_json(item) for item in found.signatures],
                    "hash_known": known,
                    "sha256": found.sha256,
                    "notes": notes,
                }
            )
        else:
            self._tell(found, valid, notes)
        if not valid:
            sys.exit(NOT_VALID)

    def _tell(self, found: DocumentCheck, valid: bool, notes: list[str]) -> None:
        self.stdout.write(f"{'valid' if valid else 'NOT VALID'}: the document is {found.document}")
        for item in found.signatures:
            state = "holds" if item.holds else item.problem.replace("_", " ")
            moment = item.time.isoformat() if item.time else "no time"
            self.stdout.write(f"  {item.name} ({item.role}), {moment}: {state}, covers {item.covers}")
        for note in notes:
            self.remark(note)


def signature_json(item: SignatureCheck) -> dict[str, object]:
    """One signature for the command line."""
    return {
        "name": item.name,
        "role": item.role,
        "time": item.time.isoformat() if item.time else None,
        "trusted": item.trusted,
        "covers": item.covers,
        "intact": item.intact,
        "problem": item.problem,
        "time_proven": item.time_proven,
    }


def hash_known(sha256: str) -> bool | None:
    """Whether the portal stored these bytes; None where no database answers."""
    from django.db import DatabaseError, connection

    from reports.selectors import report_by_hash

    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).is_file():
        # Asking would make an empty database where none is.
        return None
    try:
        return report_by_hash(sha256) is not None
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
