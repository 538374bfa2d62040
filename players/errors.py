"""Refusals about people that their author can mend."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two values for one field, as forms write them: the one that was sent, and the one that stands."""

    field: str
    sent: str
    stored: str


class StaleValues(ValidationError):
    """Somebody else changed the same fields since the sender saw them; nothing was written (HTTP 409)."""

    def __init__(self, messages: Mapping[str, str], conflicts: Sequence[Conflict]) -> None:
        super().__init__(dict(messages))
        self.conflicts = tuple(conflicts)
