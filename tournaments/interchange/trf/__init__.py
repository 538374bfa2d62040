"""TRF16 and TRF26, in and out."""

from tournaments.interchange.trf.errors import TrfError, TrfRefused
from tournaments.interchange.trf.reader import TrfFormat, TrfReading, findings_of, read_trf
from tournaments.interchange.trf.writer import TrfWriting, export_trf, write_trf

__all__ = [
    "TrfError",
    "TrfFormat",
    "TrfReading",
    "TrfRefused",
    "TrfWriting",
    "export_trf",
    "findings_of",
    "read_trf",
    "write_trf",
]
