"""Facts of play: events and their officials, entries, teams, rounds, games."""

from tournaments.models.entries import ByeRequest, Entry, Team
from tournaments.models.event import Event, EventOfficial
from tournaments.models.hall import (
    CheckIn,
    CheckInRound,
    HallRules,
    PlayerReport,
    RoundOpening,
    SecondLook,
)
from tournaments.models.rounds import Game, Round, Seat

__all__ = [
    "ByeRequest",
    "CheckIn",
    "CheckInRound",
    "Entry",
    "Event",
    "EventOfficial",
    "Game",
    "HallRules",
    "PlayerReport",
    "Round",
    "RoundOpening",
    "Seat",
    "SecondLook",
    "Team",
]
