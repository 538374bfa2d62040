"""TRF16 and TRF26, in and out."""

from tournaments.interchange.trf.errors import TrfError, TrfRefused
from tournaments.interchange.trf.reader import TrfFormat, TrfReading, read_trf

__all__ = ["TrfError", "TrfFormat", "TrfReading", "TrfRefused", "read_trf"]
