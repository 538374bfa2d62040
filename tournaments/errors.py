"""What a user can mend: the service says what, where and what to do; the page shows it in the form."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.record.findings import Finding


class DomainError(Exception):
    """A write was refused for a reason that its author can mend. The message is translated.

    `code` is stable and meant for machines; `hint` is the next step; `field` names the form field that the
    message belongs to; `findings` are what a check had to say.
    """

    def __init__(
        self,
        message: object,
        code: str = "",
        hint: object = "",
        *,
        field: str = "",
        findings: Sequence[Finding] = (),
    ) -> None:
        super().__init__(message)
        self.message, self.code, self.hint = str(message), code, str(hint)
        self.field, self.findings = field, tuple(findings)

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


@dataclass(frozen=True, slots=True)
class Competing:
    """Two values for one fact: the one that was sent, and the one that stands with its author and time."""

    sent: str
    stored: str
    version: int
    by: str
    at: datetime | None


class StaleVersion(DomainError):
    """Somebody else changed the fact since the sender last saw it; nothing was written (HTTP 409)."""

    def __init__(self, message: str, *, competing: Competing | None = None, hint: str = "") -> None:
        super().__init__(message, "stale_version", hint)
        self.competing = competing
