"""The matches of teams, put together from the games of a record: boards, line-ups, scores.

A record holds games; which of them belong together follows from the teams of the players. `line_ups` say where
a team did not sit in the order of its members, `match_forfeits` which matches were not played at all.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tournaments.record.codes import BYE_CODES, GAME_CODES
from tournaments.record.model import Game, MatchForfeit, Record, RecordError, TeamBye, TeamRules

USUAL_COLOURS = "WB"

# The best bye of its members is that of a team; a forfeit without a named opponent counts as its points.
BYE_ORDER = ("U", "F", "+", "H", "Z", "-")
MEANT: Mapping[str, Literal["U", "F", "H", "Z"]] = {
    "U": "U", "F": "F", "+": "F", "H": "H", "Z": "Z", "-": "Z",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """One board of a match: start numbers (0: nobody sat there), the game, points in halves.

    `home_white` is true where the home team has White.
    """

    board: int
    home: int
    away: int
    game: Game | None
    home_halves: int
    away_halves: int
    home_white: bool


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two teams by their numbers. `home` has White on the first board; points are halves.

    `forfeit` is the code of a match that was not played at all. `open` while a board has no result; `played` if
    a game of it was played.
    """

    round: int
    number: int
    home: int
    away: int
    boards: tuple[MatchBoard, ...] = ()
    forfeit: str = ""
    home_halves: int = 0
    away_halves: int = 0
    open: bool = False
    played: bool = False

    def halves_of(self, team: int) -> int:
        """The board points of one of the two teams, in halves."""
        return self.home_halves if team == self.home else self.away_halves

    def rival_of(self, team: int) -> int:
        """The number of the other team."""
        return self.away if team == self.home else self.home


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player at a board of a round, with his game or with points for an opponent who did not come."""

    player: int
    game: Game | None
    halves: int


Key = tuple[int, int]  # round, team number


def boards_of_match(record: Record) -> int:
    """The size of a match: as agreed, else the largest of the record, at least 1."""
    if record.team_rules is not None and record.team_rules.colours:
        return len(record.team_rules.colours)
    return max((len(match.boards) for match in matches_of(record)), default=1)


def match_halves(rules: TeamRules, own: int, other: int) -> int:
    """The match points in halves for so many board points against so many.

    Without a point on either side both have lost.

    >>> match_halves(TeamRules(), 5, 3), match_halves(TeamRules(), 4, 4), match_halves(TeamRules(), 0, 0)
    (4, 2, 0)
    """
    if own > other:
        return rules.win
    return rules.draw if own == other > 0 else rules.loss


def forfeit_halves(rules: TeamRules, forfeit: str, *, home: bool) -> int:
    """The match points in halves of a match that was not played at all.

    >>> forfeit_halves(TeamRules(), "+/-", home=True), forfeit_halves(TeamRules(), "-/-", home=True)
    (4, 0)
    """
    won = forfeit.split("/")[0 if home else 1] == "+"
    return rules.win if won else rules.loss


def matches_of(record: Record) -> tuple[Match, ...]:
    """All matches by round and number. Byes of teams are no matches.

    Raises RecordError for a game inside a team, of a player without a team, and for a team that meets two others
    in one round.
    """
    if not record.teams:
        return ()
    seats = _seats(record)
    meetings = _meetings(record, seats)
    line_ups = {(each.round, each.team): each.members for each in record.line_ups}
    found: list[Match] = []
    for (round_number, team), rival in meetings.items():
        if rival < team:
            continue
        own, other = (round_number, team), (round_number, rival)
        games = {seat.game for key in (own, other) for seat in seats.get(key, []) if seat.game is not None}
        found.append(_match(record, own, other, seats, line_ups, games))
    found.sort(key=lambda match: (match.round, match.number, _first_board(match)))
    found = _numbered(found)
    return tuple(
        sorted(found + _forfeited(record, found, seats), key=lambda match: (match.round, match.number))
    )


def byes_of_teams(record: Record) -> tuple[TeamBye, ...]:
    """Rounds of teams without an opponent: as stated, else the best bye that a member of the team has."""
    stated = {(bye.round, bye.team): bye.code for bye in record.team_byes}
    homes, met = _homes(record), _meetings(record, _seats(record))
    taken = set(met) | {
        (each.round, team) for each in record.match_forfeits for team in (each.white, each.black)
    }
    found: dict[Key, str] = {}
    for bye in record.byes:
        key = (bye.round, homes.get(bye.entry, 0))
        if key[1] and key not in taken and key not in stated:
            found[key] = min(found.get(key, bye.code), bye.code, key=BYE_ORDER.index)
    codes = stated | {key: MEANT[code] for key, code in found.items()}
    return tuple(TeamBye(*key, code) for key, code in sorted(codes.items()))


def _first_board(match: Match) -> int:
    return min((board.game.board for board in match.boards if board.game is not None), default=0)


def _numbered(found: list[Match]) -> list[Match]:
    """Matches whose games do not say their number are counted in the order of the boards."""
    counted: Counter[int] = Counter()
    result: list[Match] = []
    for match in found:
        counted[match.round] += 1
        result.append(match if match.number else replace(match, number=counted[match.round]))
    return result


def _homes(record: Record) -> dict[int, int]:
    return {member: team.number for team in record.teams for member in team.members}


def _seats(record: Record) -> dict[Key, list[_Seat]]:
    """Who sat for a team in a round, in the order of the team."""
    homes, system = _homes(record), record.event.score_system
    order = {member: place for team in record.teams for place, member in enumerate(team.members)}
    found: dict[Key, list[_Seat]] = {}
    for game in record.games:
        for player, side in zip((game.white, game.black), GAME_CODES[game.code], strict=True):
            if player not in homes:
                raise RecordError(f"Round {game.round}, board {game.board}: player {player} is in no team.")
            seat = _Seat(player, game, system.halves(side.outcome))
            found.setdefault((game.round, homes[player]), []).append(seat)
    for bye in record.byes:
        halves = system.halves(BYE_CODES[bye.code].outcome, bye.code)
        if bye.entry in homes and halves:
            found.setdefault((bye.round, homes[bye.entry]), []).append(_Seat(bye.entry, None, halves))
    for seats in found.values():
        seats.sort(key=lambda seat: order[seat.player])
    return found


def _meetings(record: Record, seats: Mapping[Key, list[_Seat]]) -> dict[Key, int]:
    """The other team of each team and round with games."""
    homes, found = _homes(record), dict[Key, int]()
    for key, row in seats.items():
        rivals = {
            homes[seat.game.black if seat.game.white == seat.player else seat.game.white]
            for seat in row
            if seat.game is not None
        }
        if key[1] in rivals or len(rivals) > 1:
            raise RecordError(f"Round {key[0]}: team {key[1]} does not meet one other team.")
        for rival in rivals:
            found[key] = rival
    return found


def _match(
    record: Record,
    own: Key,
    other: Key,
    seats: Mapping[Key, list[_Seat]],
    line_ups: Mapping[Key, tuple[int, ...]],
    games: set[Game],
) -> Match:
    """The match of two teams; the boards by their line-ups."""
    first, second = _line_up(own, other, seats, line_ups), _line_up(other, own, seats, line_ups)
    size = max(len(first), len(second))
    first, second = first + [None] * (size - len(first)), second + [None] * (size - len(second))
    colours = _colours(record, size)
    if not _is_home(record, first, second, colours):
        own, other, first, second = other, own, second, first
    boards = tuple(
        MatchBoard(
            place + 1,
            home.player if home else 0,
            away.player if away else 0,
            game := (home.game if home else away.game if away else None),
            home.halves if home else 0,
            away.halves if away else 0,
            game.white == home.player if game and home else colours[place] == "W",
        )
        for place, (home, away) in enumerate(zip(first, second, strict=True))
    )
    return Match(
        round=own[0],
        number=min((game.match or 0 for game in games), default=0),
        home=own[1],
        away=other[1],
        boards=boards,
        home_halves=sum(board.home_halves for board in boards),
        away_halves=sum(board.away_halves for board in boards),
        open=any(GAME_CODES[game.code][0].open for game in games),
        played=any(GAME_CODES[game.code][0].played for game in games),
    )


def _colours(record: Record, size: int) -> str:
    """The home team's colours by board: as agreed, else in turn."""
    agreed = record.team_rules.colours if record.team_rules else ""
    return (agreed + USUAL_COLOURS * size)[:size] if len(agreed) >= size else (USUAL_COLOURS * size)[:size]


def _is_home(record: Record, first: list[_Seat | None], second: list[_Seat | None], colours: str) -> bool:
    """Whether the first of two teams is the one with White where the home team has it.

    In a Scheveningen match colours follow a table of their own; there the lower number is at home.
    """
    if record.event.system == "team_scheveningen":
        return True
    for colour, own, other in zip(colours, first, second, strict=True):
        if own and other and own.game is not None and own.game is other.game:
            return (own.game.white == own.player) == (colour == "W")
    return True


def _line_up(
    key: Key, rival: Key, seats: Mapping[Key, list[_Seat]], line_ups: Mapping[Key, tuple[int, ...]]
) -> list[_Seat | None]:
    """The seats of a team by board; None where nobody sat.

    As its line-up says, else in the order of the team; where neither team has one and they differ in number,
    the boards are those of the larger team (of equal ones, of the first), so that one game is one board.
    """
    own, other = seats.get(key, []), seats.get(rival, [])
    if key in line_ups:
        by_player = {seat.player: seat for seat in own}
        return [by_player.get(player) for player in line_ups[key]]
    numbered = [seat for seat in own + other if seat.game is not None and seat.game.match is not None]
    if len(numbered) == len(own) + len(other) and numbered:
        return [*sorted(own, key=lambda seat: seat.game.board if seat.game else 0)]
    if rival in line_ups or numbered or len(own) > len(other) or (len(own) == len(other) and key < rival):
        return list(own)
    boards: list[_Seat | None] = [
        next((mine for mine in own if mine.game is not None and mine.game is seat.game), None)
        for seat in other
    ]
    alone = [seat for seat in own if seat not in boards]
    for place, seat in enumerate(boards):
        if seat is None and alone:
            boards[place] = alone.pop(0)
    return [*boards, *alone]


def _forfeited(record: Record, found: list[Match], seats: Mapping[Key, list[_Seat]]) -> list[Match]:
    """Matches that were not played at all, numbered after the others of their round."""
    last = {match.round: match.number for match in found}
    result: list[Match] = []
    for forfeit in sorted(record.match_forfeits, key=lambda each: (each.round, each.white)):
        if any(_same(match, forfeit) for match in found):
            continue
        last[forfeit.round] = last.get(forfeit.round, 0) + 1
        result.append(_not_played(record, forfeit, last[forfeit.round], seats))
    return result


def _same(match: Match, forfeit: MatchForfeit) -> bool:
    return match.round == forfeit.round and {match.home, match.away} == {forfeit.white, forfeit.black}


def _not_played(
    record: Record, forfeit: MatchForfeit, number: int, seats: Mapping[Key, list[_Seat]]
) -> Match:
    """The winner has what his players have who came, else a win on every board."""
    boards = len(record.team_rules.colours) if record.team_rules else 0
    won = boards * record.event.score_system.win
    points: list[int] = []
    for team, side in zip((forfeit.white, forfeit.black), forfeit.code.split("/"), strict=True):
        came = sum(seat.halves for seat in seats.get((forfeit.round, team), []))
        points.append((came or won) if side == "+" else 0)
    home, away = points
    return Match(forfeit.round, number, forfeit.white, forfeit.black, (), forfeit.code, home, away)
