"""Facts of play: events and their officials, entries, teams, rounds, games."""

from tournaments.models.entries import ByeRequest, Entry, Team
from tournaments.models.event import Event, EventOfficial
from tournaments.models.rounds import Game, Round, Seat

__all__ = ["ByeRequest", "Entry", "Event", "EventOfficial", "Game", "Round", "Seat", "Team"]
