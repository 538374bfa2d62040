"""One event before the validator, and how a rule words what it found."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tournaments.eligibility.facts import ListFacts, Registration
from tournaments.record.codes import GAME_CODES, OPEN_CODES
from tournaments.record.crosstable import rounds_started
from tournaments.record.findings import Finding, Severity
from tournaments.record.model import Game, Record
from tournaments.rulebook.editions import Edition, Parameter
from tournaments.rulebook.explained import Input


@dataclass(frozen=True, slots=True)
class Case:
    """The record, the text that binds it, and what list, register and registration say. Nothing is fetched."""

    record: Record
    edition: Edition
    lists: ListFacts
    registration: Registration
    today: date

    @property
    def rated(self) -> tuple[int, ...]:
        """Start numbers of the rated players, in order."""
        return tuple(entry.number for entry in self.record.entries if entry.rating)

    @property
    def unrated(self) -> tuple[int, ...]:
        """Start numbers of the unrated players, in order."""
        return tuple(entry.number for entry in self.record.entries if not entry.rating)

    @property
    def is_over(self) -> bool:
        """All announced rounds were begun and no board is open."""
        record = self.record
        has_open = any(game.code in OPEN_CODES for game in record.games)
        return bool(record.games) and not has_open and rounds_started(record) >= record.event.rounds

    @property
    def last_day(self) -> date | None:
        """The last day of play as far as anybody knows: that of the event, or of its last dated round."""
        days = [a_round.day for a_round in self.record.rounds if a_round.day]
        return self.record.event.end or max(days, default=None)


def counts(game: Game) -> bool:
    """Whether a game was played and is not marked as unrated."""
    white, black = GAME_CODES[game.code]
    return white.played and not white.open and (white.rated or black.rated)


def finding(
    severity: Severity,
    code: str,
    *parameters: Parameter,
    key: str = "",
    article: str = "",
    players: Iterable[int] = (),
    rounds: Iterable[int] = (),
    inputs: dict[str, Input] | None = None,
) -> Finding:
    """A finding under the article of its first parameter.

    A parameter that is not held against the published text leaves its note in the input `doubt`.
    """
    given: dict[str, Input] = dict(inputs or {})
    notes = list(dict.fromkeys(item.note for item in parameters if not item.verified))
    if notes:
        given["doubt"] = " ".join(notes)
    return Finding(
        severity,
        code,
        key,
        article or (parameters[0].article if parameters else ""),
        given,
        players=tuple(players),
        rounds=tuple(rounds),
    )
