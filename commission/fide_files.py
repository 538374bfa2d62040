"""The lines of an uploaded list of FIDE, packed or not, read as they are asked for and never all at once.

An XML file comes in pieces instead: it may have no lines.
"""

import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.interchange.fide_xml import is_xml

MOST_BYTES = 250_000_000
LONGEST_LINE = 1000
PIECE = 65_536
ENDINGS = (".txt", ".xml")


def list_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a text file or the pieces of an XML file, or of the one such file in a ZIP.

    Raises DomainError for an archive without one, for a file that is too large, and for lines too long for a list.
    """
    if not zipfile.is_zipfile(file):
        file.seek(0)
        yield from _lines(file)
        return
    file.seek(0)
    with zipfile.ZipFile(file) as archive:
        names = [name for name in archive.namelist() if name.lower().endswith(ENDINGS)]
        if len(names) != 1:
            raise _refused(_("The archive does not hold one text or XML file."))
        try:
            with archive.open(names[0]) as packed:
                yield from _lines(packed)  # type: ignore[arg-type]
        except (
            zipfile.BadZipFile,
            zlib.error,
            OSError,
            EOFError,
            RuntimeError,
            NotImplementedError,
        ) as error:
            raise _refused(_("The archive cannot be opened.")) from error


def _lines(file: BinaryIO) -> Iterator[bytes]:
    line = file.readline(LONGEST_LINE + 1)
    read, in_pieces = 0, is_xml(line)
    while line:
        read += len(line)
        if read > MOST_BYTES or (len(line) > LONGEST_LINE and not in_pieces):
            raise _refused(_("The file is no list in columns: it is too long."))
        yield line
        line = file.read(PIECE) if in_pieces else file.readline(LONGEST_LINE + 1)


def _refused(message: str) -> DomainError:
    return DomainError(message, "fide_list", field="file")
