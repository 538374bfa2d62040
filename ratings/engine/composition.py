"""Whether the field of an event allows it to be rated (6.3 to 6.4): the validator's rules on the engine's players."""

from collections.abc import Mapping

from ratings.engine.facts import Player
from tournaments.eligibility import composition
from tournaments.eligibility.composition import rated_players_needed
from tournaments.record.findings import Finding
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition

__all__ = ["rated_players_needed", "round_robin_findings", "scheveningen_findings"]


def round_robin_findings(
    edition: Edition, players: Mapping[int, Player], cycles: int, record: Record
) -> tuple[Finding, ...]:
    """Objections to the field of a round robin (6.3 to 6.33); who was rated meanwhile is unrated for the others."""
    rated = [number for number, player in players.items() if player.shown is not None]
    return composition.field_findings(edition, record, rated, cycles)


def scheveningen_findings(edition: Edition, players: Mapping[int, Player]) -> tuple[Finding, ...]:
    """An objection to a Scheveningen event with more unrated players than the edition allows (6.4)."""
    unrated = [number for number, player in players.items() if player.shown is None]
    return composition.scheveningen_findings(edition, unrated)
