"""The games of a correspondence event that count, the boards of its teams, and who was substituted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ratings.engine.errors import UnknownPolicyError
from tournaments.record.codes import FORFEIT_CODES, GAME_CODES
from tournaments.record.crosstable import crosstable
from tournaments.record.model import Record

# A win is a point and a draw half a point, whatever the event's own score system gives.
HALVES = {"win": 2, "draw": 1, "loss": 0}
AS_PLAYED, PLAYED_ONLY = "defaults_as_played", "played_only"


@dataclass(frozen=True, slots=True)
class Meeting:
    """One counted game from one side; `defaulted` where no or not all moves were made."""

    round: int
    opponent: int
    halves: int
    defaulted: bool = False


def meetings_of(record: Record, policy: str) -> dict[int, tuple[Meeting, ...]]:
    """The counted games by start number, in the order of rounds.

    Adjudicated games count as decided; defaulted ones too unless `policy` says that only played games count.
    Open games, byes and games marked as not rated are out: there is no opponent, or no result. Raises
    UnknownPolicyError.
    """
    if policy not in (AS_PLAYED, PLAYED_ONLY):
        raise UnknownPolicyError(f"No rule {policy!r} for the games that count.")
    found: dict[int, list[Meeting]] = {entry.number: [] for entry in record.entries}
    for game in sorted(record.games, key=lambda item: (item.round, item.board)):
        defaulted = game.code in FORFEIT_CODES
        for own, other, side in zip(
            (game.white, game.black), (game.black, game.white), GAME_CODES[game.code], strict=True
        ):
            if (side.played and side.rated) or (defaulted and policy == AS_PLAYED):
                found[own].append(Meeting(game.round, other, HALVES[side.outcome], defaulted))
    return {number: tuple(own) for number, own in found.items()}


def points(meetings: tuple[Meeting, ...]) -> Fraction:
    """Points of these games."""
    return Fraction(sum(meeting.halves for meeting in meetings), 2)


def best_of(record: Record) -> dict[int, int]:
    """For each player the half points of the best in his table: of the event, in a team event of his board.

    Points are those of the results, byes and defaults included, before any tie-break (3.3).
    """
    table = crosstable(_results_alone(record))
    boards = boards_of(record)
    best: dict[int, int] = {}
    for number, row in table.rows.items():
        board = boards.get(number, 0)
        best[board] = max(best.get(board, 0), row.halves)
    return {number: best[boards.get(number, 0)] for number in table.rows}


def halves_of(record: Record) -> dict[int, int]:
    """The half points of each player from his results; what is given or taken beside them rates nobody."""
    return {number: row.halves for number, row in crosstable(_results_alone(record)).rows.items()}


def _results_alone(record: Record) -> Record:
    """The record with the usual points for every result, and none beside the results."""
    return replace(record, special_points=()) if record.special_points else record


def boards_of(record: Record) -> dict[int, int]:
    """The board of each player of a team, from 1; a substitute has that of the player he came in for."""
    mains = main_players(record)
    boards: dict[int, int] = {}
    for team in record.teams:
        regular = [number for number in team.members if number not in mains]
        boards |= {number: board for board, number in enumerate(regular, start=1)}
        boards |= {number: boards[mains[number]] for number in team.members if mains.get(number) in boards}
    return boards


def main_players(record: Record) -> dict[int, int]:
    """The main player of each substitute; whoever came in for a substitute has the same main player."""
    direct = {entry.number: entry.substitute_for for entry in record.entries if entry.substitute_for}
    return {number: _last(direct, number) for number in direct}


def _last(direct: Mapping[int, int], number: int) -> int:
    seen = {number}
    while (following := direct.get(number)) is not None and following not in seen:
        seen.add(following)
        number = following
    return number


def shared_boards(record: Record) -> dict[int, tuple[int, ...]]:
    """For each player of a substituted board all who held it, the main player first."""
    held: dict[int, list[int]] = {}
    for number, main in main_players(record).items():
        held.setdefault(main, [main]).append(number)
    return {number: tuple(own) for own in held.values() for number in own}


def open_games(record: Record) -> Iterator[tuple[int, int]]:
    """Round and board of the games without a result."""
    for game in record.games:
        if GAME_CODES[game.code][0].open:
            yield game.round, game.board
