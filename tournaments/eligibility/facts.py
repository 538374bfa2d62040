"""What the validator is told beside the record: the list and the register, the registration and the papers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

Kind = Literal["standard", "rapid", "blitz", "ik"]


@dataclass(frozen=True, slots=True)
class Membership:
    """Why a player may or may not be on a list for a time (16); `until` is the last day, None while it lasts."""

    kind: Literal["suspended", "not_member", "included"]
    since: date
    until: date | None = None

    def touches(self, first: date, last: date) -> bool:
        """Whether it holds on any of these days."""
        return self.since <= last and (self.until is None or self.until >= first)


@dataclass(frozen=True, slots=True)
class FederationStanding:
    """A federation that is inactive (9.24) or suspended (16.1) for a time."""

    federation: str
    kind: Literal["inactive", "suspended"]
    since: date
    until: date | None = None

    def touches(self, first: date, last: date) -> bool:
        """Whether it holds on any of these days."""
        return self.since <= last and (self.until is None or self.until >= first)


@dataclass(frozen=True, slots=True)
class ListFacts:
    """What list and register say of the players, by start number; nobody is in a table who was not looked up.

    `ratings` are those of the list in force on the first day (None: not on it), `titles` those held on that
    day. `questionnaires` are the players without a number of whom the particulars were sent (RACC 2.1).
    """

    ratings: Mapping[int, int | None] = field(default_factory=dict)
    titles: Mapping[int, str] = field(default_factory=dict)
    memberships: Mapping[int, tuple[Membership, ...]] = field(default_factory=dict)
    federations: tuple[FederationStanding, ...] = ()
    questionnaires: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Registration:
    """How the event was announced and reported.

    `known` is false where nobody can say whether it was registered (a file), `papers_known` where nobody can
    say whether its papers have come. `papers` is the day on which they arrived. `regulations` is the day on
    which the regulations of a correspondence event came, where that is kept apart from its registration.
    `signed` and `certified` tell of the arbiter's and the representative's signature; None: not asked for yet.
    """

    kind: Kind = "standard"
    registered: date | None = None
    known: bool = True
    regulations: date | None = None
    papers: date | None = None
    papers_known: bool = False
    signed: bool | None = None
    certified: bool | None = None


NO_LIST = ListFacts()
