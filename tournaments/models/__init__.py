"""Facts of play: events and their officials, entries, teams, rounds, games."""

from tournaments.models.announcing import EventRegulations, EventSource
from tournaments.models.correspondence import (
    CorrespondenceContact,
    CorrespondencePlayer,
    CorrespondenceSetup,
    GamesReminder,
    Questionnaire,
)
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
from tournaments.models.kinds import KindRules, KnockOutTie, Qualification, TiePlayOffGame
from tournaments.models.moves import GameMoves
from tournaments.models.registering import Category, EntrySettings, Registration
from tournaments.models.rounds import Game, Round, Seat
from tournaments.models.special import SpecialPoints
from tournaments.models.swiss import (
    FixedBoard,
    ForbiddenPair,
    PairingProposal,
    SwissSetup,
    VirtualPoints,
)
from tournaments.models.teams import ForbiddenTeams, TeamByeRequest, TeamMatch, TeamRules

__all__ = [
    "ByeRequest",
    "Category",
    "CheckIn",
    "CheckInRound",
    "CorrespondenceContact",
    "CorrespondencePlayer",
    "CorrespondenceSetup",
    "Entry",
    "EntrySettings",
    "Event",
    "EventOfficial",
    "EventRegulations",
    "EventSource",
    "FixedBoard",
    "ForbiddenPair",
    "ForbiddenTeams",
    "Game",
    "GameMoves",
    "GamesReminder",
    "HallRules",
    "KindRules",
    "KnockOutTie",
    "PairingProposal",
    "PlayerReport",
    "Qualification",
    "Questionnaire",
    "Registration",
    "Round",
    "RoundOpening",
    "Seat",
    "SecondLook",
    "SpecialPoints",
    "SwissSetup",
    "Team",
    "TeamByeRequest",
    "TeamMatch",
    "TeamRules",
    "TiePlayOffGame",
    "VirtualPoints",
]
