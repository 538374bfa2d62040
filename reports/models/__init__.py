"""Reports (frozen records with their documents), papers received, signatures, and the keys that make them."""

from reports.models.received import ReceivedPapers
from reports.models.reports import (
    ENDED_STATES,
    DeskDocument,
    PaperSignature,
    Prize,
    PrizeFund,
    Report,
    ReportQuerySet,
    Role,
    Signature,
    SigningKey,
    TrustedRoot,
)

__all__ = [
    "ENDED_STATES",
    "DeskDocument",
    "PaperSignature",
    "Prize",
    "PrizeFund",
    "ReceivedPapers",
    "Report",
    "ReportQuerySet",
    "Role",
    "Signature",
    "SigningKey",
    "TrustedRoot",
]
