"""The games of a record that count for ratings: played, and not marked as unrated."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ratings.engine.facts import Player
from tournaments.record.codes import GAME_CODES, Side
from tournaments.record.model import Game, Record

# For ratings a win is a point and a draw half a point, whatever the event's own score system gives.
HALVES = {"win": 2, "draw": 1, "loss": 0}


@dataclass(frozen=True, slots=True)
class Meeting:
    """One counted game from one side: round, board, opponent's start number, score in half points."""

    round: int
    board: int
    opponent: int
    halves: int


def meetings_of(record: Record) -> dict[int, tuple[Meeting, ...]]:
    """The games that count, by start number, in the order of rounds.

    Byes, forfeits, open games and games marked as not rated are out, whatever the reason (article 5.1).
    """
    found: dict[int, list[Meeting]] = {entry.number: [] for entry in record.entries}
    for game in sorted(record.games, key=lambda item: (item.round, item.board)):
        white, black = GAME_CODES[game.code]
        _add(found, game, game.white, game.black, white)
        _add(found, game, game.black, game.white, black)
    return {number: tuple(own) for number, own in found.items()}


def before_play_off(
    record: Record, meetings: Mapping[int, tuple[Meeting, ...]]
) -> dict[int, tuple[Meeting, ...]]:
    """The games of the rounds announced: a play-off pooled with the event adds rounds after them (6.2)."""
    announced = record.event.rounds
    return {
        number: tuple(meeting for meeting in own if not announced or meeting.round <= announced)
        for number, own in meetings.items()
    }


def against(meetings: tuple[Meeting, ...], numbers: set[int] | frozenset[int]) -> tuple[Meeting, ...]:
    """The meetings with opponents among these start numbers."""
    return tuple(meeting for meeting in meetings if meeting.opponent in numbers)


def rated_numbers(players: Mapping[int, Player]) -> frozenset[int]:
    """Start numbers of those whom their opponents meet as rated."""
    return frozenset(number for number, player in players.items() if player.shown is not None)


def score(meetings: tuple[Meeting, ...]) -> Fraction:
    """Points of these games."""
    return Fraction(sum(meeting.halves for meeting in meetings), 2)


def _add(found: dict[int, list[Meeting]], game: Game, own: int, other: int, side: Side) -> None:
    if side.played and side.rated and not side.open:
        found[own].append(Meeting(game.round, game.board, other, HALVES[side.outcome]))
