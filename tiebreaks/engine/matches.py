"""The matches of teams, put together from the games of their players (C.07, 11 and 12)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.field import (
    BYE_KINDS,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FREE,
    FULL_BYE,
    HALF_BYE,
    OPEN,
    PAIRING_BYE,
    PLAYED,
    ZERO_BYE,
)
from tiebreaks.engine.team_facts import TeamFacts
from tournaments.record.codes import BYE_CODES, GAME_CODES
from tournaments.record.model import Game, Record

BYE_ORDER = ("U", "F", "H", "+", "-", "Z")  # a team's bye is the best known of its players
WON = 2
FREE_BOARDS = {PAIRING_BYE: "win", FULL_BYE: "win", HALF_BYE: "draw"}  # a bye counts on every board (12)


class TeamsRefused(TieBreakError):
    """The games of the record are no matches of its teams."""

    code = "teams"


@dataclass(frozen=True, slots=True)
class Seat:
    """One player of a team in one round: his start number, points in halves, and his game or the code of a bye."""

    player: int
    halves: int
    game: Game | None
    bye: str = ""


@dataclass(frozen=True, slots=True)
class TeamRound:
    """What one round brought a team: the kind of it, the opponent (a place in the list of teams, or -1).

    `boards` are the points on each board and `game_points` all of them, in halves; `match_points` in halves
    (a match won is 4); `result` 2, 1, 0 for won, drawn, lost.
    """

    kind: int
    opponent: int = -1
    boards: tuple[int, ...] = ()
    game_points: int = 0
    match_points: int = 0
    result: int = 0


def team_rounds(
    record: Record, facts: TeamFacts, rounds: int, *, fixed: bool, by_half: bool
) -> tuple[list[list[TeamRound]], int]:
    """The rounds of each team, in the order of `record.teams`, and the number of boards of a match.

    With `fixed` pairings a round without a match is no round of the team. `by_half` asks for more than half
    of the possible points to win a match (Ukrainian 30.2.1), else more than the opponent has.

    Raises TeamsRefused for a player without a team, a game inside a team, and a team that meets two at once.
    """
    seats = _seats(record, rounds)
    meetings = _meetings(record, facts, rounds, seats)
    lineups = {key: _lineup(record, seats, meetings, key) for key in meetings}
    size = facts.boards or max((len(boards) for boards in lineups.values()), default=0) or 1
    count = len(record.teams)
    table = [
        [TeamRound(FREE if fixed else ZERO_BYE, -1, (0,) * size) for _ in range(rounds)] for _ in range(count)
    ]
    counting = _Counting(record, facts, size, by_half)
    for team in range(count):
        for place in range(rounds):
            key = (team, place)
            if key in meetings:
                table[team][place] = counting.match(key, meetings[key], lineups, seats)
            elif not fixed:
                table[team][place] = counting.bye(key, seats.get(key, ()))
    return table, size


Key = tuple[int, int]  # a team and a round, both as places


def _seats(record: Record, rounds: int) -> dict[Key, list[Seat]]:
    """Every player of every team and round who had a game or a bye, in the order of his team."""
    homes = {member: team for team, entry in enumerate(record.teams) for member in entry.members}
    order = {member: place for entry in record.teams for place, member in enumerate(entry.members)}
    system, found = record.event.score_system, dict[Key, list[Seat]]()
    for game in record.games:
        if game.round > rounds:
            continue
        for player, side in zip((game.white, game.black), GAME_CODES[game.code], strict=True):
            if player not in homes:
                raise TeamsRefused(
                    f"Player {player} is in no team.",
                    hint="Put every player into a team, then open the standings.",
                )
            seat = Seat(player, system.halves(side.outcome), game)
            found.setdefault((homes[player], game.round - 1), []).append(seat)
    for bye in record.byes:
        if bye.round <= rounds and bye.entry in homes:
            halves = system.halves(BYE_CODES[bye.code].outcome, bye.code)
            found.setdefault((homes[bye.entry], bye.round - 1), []).append(
                Seat(bye.entry, halves, None, bye.code)
            )
    for seats in found.values():
        seats.sort(key=lambda seat: order[seat.player])
    return found


def _meetings(
    record: Record, facts: TeamFacts, rounds: int, seats: Mapping[Key, Sequence[Seat]]
) -> dict[Key, int]:
    """Whom each team met in each round."""
    homes = {member: team for team, entry in enumerate(record.teams) for member in entry.members}
    found: dict[Key, int] = {}
    for (team, place), row in seats.items():
        rivals = {
            homes[seat.game.black if seat.game.white == seat.player else seat.game.white]
            for seat in row
            if seat.game is not None
        }
        if team in rivals or len(rivals) > 1:
            name = record.teams[team].name
            raise TeamsRefused(
                f"Round {place + 1}: {name} does not meet one other team.",
                hint="Team standings need matches of one team against one other; see the standings of players.",
            )
        for rival in rivals:
            found[team, place] = rival
    numbers = {entry.number: team for team, entry in enumerate(record.teams)}
    for forfeit in facts.forfeits:
        if forfeit.round <= rounds and {forfeit.first, forfeit.second} <= set(numbers):
            first, second = numbers[forfeit.first], numbers[forfeit.second]
            found |= {(first, forfeit.round - 1): second, (second, forfeit.round - 1): first}
    return found


def _lineup(
    record: Record, seats: Mapping[Key, Sequence[Seat]], meetings: Mapping[Key, int], key: Key
) -> tuple[Seat | None, ...]:
    """The seats of a team by board; a board nobody sat at is None.

    As its line-up says; else boards follow the order of the team. Where the teams' orders would number a game
    differently, the one with more players at the boards decides (of equal ones the first in the list), and a
    player without an opponent takes a board that is left.
    """
    own, rival = _sitting(seats.get(key, ())), _sitting(seats.get((meetings[key], key[1]), ()))
    stated = {(each.team, each.round): each.members for each in record.line_ups}
    if (members := stated.get((record.teams[key[0]].number, key[1] + 1))) is not None:
        by_player = {seat.player: seat for seat in own}
        return tuple(by_player.get(player) for player in members)
    if (record.teams[meetings[key]].number, key[1] + 1) in stated:
        return tuple(own)
    numbered = all(seat.game is not None and seat.game.match is not None for seat in own + rival)
    if numbered:
        return tuple(sorted(own, key=lambda seat: seat.game.board if seat.game else 0))
    if len(own) > len(rival) or (len(own) == len(rival) and key[0] < meetings[key]):
        return tuple(own)
    boards = [_same_game(own, seat) for seat in rival]
    alone = [seat for seat in own if seat not in boards]
    for place, seat in enumerate(boards):
        if seat is None and alone:
            boards[place] = alone.pop(0)
    return (*boards, *alone)


def _sitting(row: Sequence[Seat]) -> list[Seat]:
    """Those of a team who count at a board: with a game, or with points for an opponent who did not come."""
    return [seat for seat in row if seat.game is not None or seat.halves]


def _same_game(row: Sequence[Seat], other: Seat) -> Seat | None:
    return next((seat for seat in row if seat.game is not None and seat.game is other.game), None)


@dataclass(frozen=True, slots=True)
class _Counting:
    """What counts a match: the event's points, the size of a match, and how it is won."""

    record: Record
    facts: TeamFacts
    size: int
    by_half: bool

    def match(
        self,
        key: Key,
        rival: int,
        lineups: Mapping[Key, tuple[Seat | None, ...]],
        seats: Mapping[Key, Sequence[Seat]],
    ) -> TeamRound:
        """A match against a team, played or not."""
        team, place = key
        own, other = lineups[key], lineups[rival, place]
        boards = tuple((seat.halves if seat else 0) for seat in own)
        boards += (0,) * (self.size - len(boards))
        forfeit = self._forfeit(team, rival, place)
        if forfeit is not None and not any(seat.game for seat in own if seat):
            return self._not_played(rival, boards, won=forfeit[0])
        games = [seat.game for seat in own if seat and seat.game]
        points = sum(boards)
        if any(side.open for game in games for side in GAME_CODES[game.code]):
            return TeamRound(OPEN, rival, boards, points)
        against = sum(seat.halves for seat in other if seat)
        result = self._result(points, against)
        # Where both have points, players of both came: a match, though no game of it was played.
        played = any(GAME_CODES[game.code][0].played for game in games) or min(points, against) > 0
        kind = PLAYED if played else FORFEIT_WIN if result == WON else FORFEIT_LOSS
        return TeamRound(kind, rival, boards, points, self._match_points(result), result)

    def bye(self, key: Key, row: Sequence[Seat]) -> TeamRound:
        """A round without an opponent."""
        team, place = key
        codes = {seat.bye for seat in row}
        stated = self.facts.byes.get((place + 1, self.record.teams[team].number))
        code = stated or next((known for known in BYE_ORDER if known in codes), "Z")
        kind, system = BYE_KINDS[code], self.record.event.score_system
        points = min(sum(seat.halves for seat in row), self.size * system.win)
        if kind == PAIRING_BYE:
            return self._allocated(points)
        result = {"F": 2, "+": 2, "H": 1}.get(code, 0)
        share = system.halves(BYE_CODES[code].outcome, code)
        boards = (share,) * self.size if kind in FREE_BOARDS else (0,) * self.size
        return TeamRound(kind, -1, boards, points or sum(boards), self._match_points(result), result)

    def _allocated(self, points: int) -> TeamRound:
        """A pairing-allocated bye: on each board as a win where boards count (12)."""
        system, facts = self.record.event.score_system, self.facts
        match = facts.draw if facts.bye_match is None else facts.bye_match
        game = facts.bye_game if facts.bye_game is not None else points or self.size * system.draw
        result = (match >= facts.win) + (match >= facts.draw)
        return TeamRound(PAIRING_BYE, -1, (system.win,) * self.size, game, match, result)

    def _not_played(self, rival: int, boards: tuple[int, ...], *, won: bool) -> TeamRound:
        """A match that was forfeited as a whole; the winner has a win on each board unless the record says so."""
        system = self.record.event.score_system
        if won and not any(boards):
            boards = (system.win,) * self.size
        kind = FORFEIT_WIN if won else FORFEIT_LOSS
        result = 2 if won else 0
        return TeamRound(kind, rival, boards, sum(boards), self._match_points(result), result)

    def _forfeit(self, team: int, rival: int, place: int) -> tuple[bool, bool] | None:
        own, other = self.record.teams[team].number, self.record.teams[rival].number
        for item in self.facts.forfeits:
            if item.round == place + 1 and {item.first, item.second} == {own, other}:
                wins = (item.first_won, item.second_won)
                return wins if item.first == own else wins[::-1]
        return None

    def _result(self, own: int, other: int) -> int:
        """2, 1 or 0 for a match won, drawn or lost; without a point on either side both have lost."""
        if self.by_half:
            possible = self.size * self.record.event.score_system.win
            return (2 * own > possible) + (2 * own >= possible)
        return 2 if own > other else int(own == other > 0)

    def _match_points(self, result: int) -> int:
        return (self.facts.loss, self.facts.draw, self.facts.win)[result]
