"""What is known of the players of a correspondence event at the moment it is counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from ratings.engine.errors import UnknownEntryError
from tournaments.record.model import Entry, Record

Source = Literal["", "list", "event", "none"]


@dataclass(frozen=True, slots=True)
class CoefficientFacts:
    """A player's coefficient at the moment of counting, with where it comes from.

    `ik` None means not said, and the record's own figure stands; 0 says that he has none. `source` is a list
    or the last counted event, `name` its key or name, `day` the list's first day or the day of that counting.
    `last_listed` is the first day of the last list that showed him: it tells who is dormant (3.5).
    """

    ik: int | None = None
    source: Source = ""
    name: str = ""
    day: date | None = None
    last_listed: date | None = None


NO_FACTS = CoefficientFacts()


def known_of(
    record: Record, facts: Mapping[int, CoefficientFacts] | None
) -> dict[int, tuple[Entry, CoefficientFacts]]:
    """Entry and facts by start number; raises UnknownEntryError for facts about nobody."""
    known = facts or {}
    strangers = sorted(set(known) - {entry.number for entry in record.entries})
    if strangers:
        raise UnknownEntryError(
            f"No player has the start number {', '.join(map(str, strangers))}.",
            hint="Give the start numbers of the record.",
        )
    return {entry.number: (entry, known.get(entry.number, NO_FACTS)) for entry in record.entries}


def coefficient(entry: Entry, facts: CoefficientFacts) -> int | None:
    """The coefficient that the player brings, None if he has none."""
    return (entry.rating if facts.ik is None else facts.ik) or None
