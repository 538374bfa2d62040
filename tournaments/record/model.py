"""The immutable tournament record: what was played, by whom, when; nothing derived.

Built from the database by `tournaments.snapshot`, or from a file by `tournaments.interchange`.
Scores are integers in half points. Unknown is None, never 0.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from tournaments.record.codes import BYE_CODES, GAME_CODES

SCHEMA = 1

System = Literal[
    "swiss",
    "round_robin",
    "scheveningen",
    "match",
    "knock_out",
    "team_swiss",
    "team_round_robin",
    "team_scheveningen",
    "unknown",
]


# What an event is beyond its system, where a rule speaks of it: championships (6.33 of the 2004 rating text),
# the world and continental team events in which fewer games suffice (9.14), leagues that may last long (4.11).
Occasion = Literal[
    "",
    "national_championship",
    "national_championship_women",
    "olympiad",
    "continental_team",
    "world_team",
    "league",
]


# Whether games of a match after its decision are rated; empty: as the edition has it where nobody says.
AfterDecision = Literal["", "unrated", "rated"]


# Whether who withdrew from a round robin before half of his games leaves its standings; empty: he stays.
EarlyWithdrawals = Literal["", "leave"]


# The results that line 299 of TRF26 can give other points; empty for a bonus or penalty beside them.
SpecialKind = Literal["", "W", "D", "L", "+", "-", "F", "H", "Z"]


class RecordError(ValueError):
    """The record contradicts itself in its very shape (unknown code, unknown entry)."""


@dataclass(frozen=True, slots=True)
class ScoreSystem:
    """Points in halves for a win, a draw, a loss and a pairing-allocated bye (1-½-0 is 2, 1, 0, 2)."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    pairing_bye: int = 2

    def halves(self, outcome: str, bye_code: str = "") -> int:
        """Points in halves for an outcome; `bye_code` U takes the value of the allocated bye."""
        if bye_code == "U":
            return self.pairing_bye
        if bye_code == "Z":
            return 0
        return {"win": self.win, "draw": self.draw, "loss": self.loss, "none": 0}[outcome]


@dataclass(frozen=True, slots=True)
class Norm:
    """A qualification norm of a correspondence event: `halves` half points out of `games` games.

    `category` is `ms` (master of sport), `kms` (candidate master), `first` (1st category), or as written.
    """

    category: str
    halves: int
    games: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A player in the event as of the start: number, name, rating and what the rules ask about him.

    `rating` is the list rating of the event's start, None for an unrated player (for `racc` the individual
    coefficient). `rating_k` and `rating_games` come from the same list. `birth` is `YYYY`, `YYYY-MM` or
    `YYYY-MM-DD`, or empty. `stated_points` (halves) and `stated_rank` are what a file claims.
    """

    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    national_id: str = ""
    birth: str = ""
    rating_k: int | None = None
    rating_games: int | None = None
    club: str = ""
    withdrawn_after: int | None = None
    substitute_for: int | None = None
    stated_points: int | None = None
    stated_rank: int | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team with its members' start numbers in board order, reserves last.

    `nickname` and `strength` (text, as some files give decimals) come from TRF26; stated points are halves.
    """

    number: int
    name: str
    members: tuple[int, ...]
    federation: str = ""
    nickname: str = ""
    strength: str = ""
    stated_match_points: int | None = None
    stated_game_points: int | None = None
    stated_rank: int | None = None
    captain: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """One board of one round. `code` is a key of GAME_CODES.

    `colours_known` is false where a source names the opponents but not who had White.
    `match` groups the boards of one team match.
    """

    round: int
    board: int
    white: int
    black: int
    code: str
    colours_known: bool = True
    match: int | None = None
    played_on: date | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which an entry had no opponent. `code` is a key of BYE_CODES."""

    round: int
    entry: int
    code: str


@dataclass(frozen=True, slots=True)
class Round:
    """A round's number and, where known, its date and the edition of the pairing rules used."""

    number: int
    day: date | None = None
    pairing_edition: str = ""


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Fictitious points that count for pairing alone, never for standings (C.04.7).

    The numbers `first`..`last` (of players, in a team event of teams) have `halves` half points, and teams
    `match_halves` half match points, when the rounds `first_round`..`last_round` are paired.
    """

    first_round: int
    last_round: int
    first: int
    last: int
    halves: int | None = None
    match_halves: int | None = None


@dataclass(frozen=True, slots=True)
class ForbiddenPairs:
    """Players (in a team event teams) of whom no two may meet from `first_round` to `last_round`.

    `last_round` is None where the prohibition has no end.
    """

    numbers: tuple[int, ...]
    first_round: int = 1
    last_round: int | None = None


@dataclass(frozen=True, slots=True)
class SpecialPoints:
    """Points other than the score system's, as line 299 of TRF26 tells them.

    `kind` is the result that they are given for: W, D, L over the board, `+`, `-` forfeits, F, H, Z byes; empty
    for a bonus or penalty beside the results. `halves` are half points, `match_halves` half match points; None
    where the usual ones stand. `round` is None for all rounds, `numbers` are empty for everybody.
    """

    kind: SpecialKind = ""
    halves: int | None = None
    match_halves: int | None = None
    round: int | None = None
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamBye:
    """A round in which a team had no opponent: U pairing-allocated, F full, H half, Z zero points."""

    round: int
    team: int
    code: Literal["U", "F", "H", "Z"]


@dataclass(frozen=True, slots=True)
class MatchForfeit:
    """A match of two teams that was not played at all; `white` is the team with White on the first board."""

    round: int
    white: int
    black: int
    code: Literal["+/-", "-/+", "-/-"]


@dataclass(frozen=True, slots=True)
class LineUp:
    """A team that did not play in the order of its members: start numbers by board, 0 for an empty board.

    `opponent` is the number of the other team, None where the source does not say.
    """

    round: int
    team: int
    members: tuple[int, ...]
    opponent: int | None = None


@dataclass(frozen=True, slots=True)
class TeamRules:
    """What is agreed about matches: half match points for won, drawn and lost (2-1-0 is 4, 2, 0).

    `bye_match` and `bye_game` are what the pairing-allocated bye brings, in half points; None where the rules of
    the edition decide. `colours` are those of the team named first, board by board (`WBWB`), or empty. `primary`
    is the score that ranks first, match points or game points; empty where line 192 of the head says it.
    """

    win: int = 4
    draw: int = 2
    loss: int = 0
    bye_match: int | None = None
    bye_game: int | None = None
    colours: str = ""
    primary: Literal["", "MP", "GP"] = ""


@dataclass(frozen=True, slots=True)
class SourceCell:
    """How a file spelled one cell: opponent, colour and code as characters of that format."""

    entry: int
    round: int
    opponent: str
    colour: str
    code: str


@dataclass(frozen=True, slots=True)
class Source:
    """The file a record came from: its format, the spelling of its cells and lines kept verbatim."""

    format: Literal["trf16", "trf26"]
    cells: tuple[SourceCell, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The head of a record. `rounds` is the number of rounds announced, played or not.

    `after_decision` is `unrated` where the reporter leaves out the games of a match played after its decision
    (6.5 of the 2004 rating text), `rated` where it was agreed beforehand that they are rated (6.2 of that of
    2024). `early_withdrawals` is `leave` where whoever withdrew from a round robin before half of his games is not in
    its standings. `norms` stand in descending strength. `rank_method` is the coded sequence of start numbers (line
    172 of TRF26), `pairing_program` who or what paired (line 182).
    """

    name: str
    city: str = ""
    federation: str = ""
    start: date | None = None
    end: date | None = None
    system: System = "unknown"
    cycles: int = 1
    rounds: int = 0
    score_system: ScoreSystem = field(default_factory=ScoreSystem)
    type_text: str = ""
    type_code: str = ""
    rate_of_play: str = ""
    rate_code: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    organiser: str = ""
    first_colour: Literal["w", "b", ""] = ""
    tie_breaks: tuple[str, ...] = ()
    correspondence: bool = False
    occasion: Occasion = ""
    after_decision: AfterDecision = ""
    early_withdrawals: EarlyWithdrawals = ""
    norms: tuple[Norm, ...] = ()
    rank_method: str = ""
    pairing_program: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One tournament, whole. Entries by number, games by round and board, byes by round and entry.

    What concerns pairing alone (`accelerations`, `forbidden`) and the agreements and byes of teams are empty
    where nobody has said anything.

    Raises RecordError for a code that does not exist, a game of an entry that does not, or a round below 1.
    """

    event: EventFacts
    entries: tuple[Entry, ...]
    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    rounds: tuple[Round, ...] = ()
    teams: tuple[Team, ...] = ()
    source: Source | None = None
    accelerations: tuple[Acceleration, ...] = ()
    forbidden: tuple[ForbiddenPairs, ...] = ()
    special_points: tuple[SpecialPoints, ...] = ()
    team_byes: tuple[TeamBye, ...] = ()
    match_forfeits: tuple[MatchForfeit, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    team_rules: TeamRules | None = None
    schema: int = SCHEMA

    def __post_init__(self) -> None:
        if any(number < 1 for number in _rounds_named(self)):
            raise RecordError("A round has a number below 1.")
        numbers = {entry.number for entry in self.entries}
        if len(numbers) != len(self.entries):
            raise RecordError("Two entries have the same start number.")
        for game in self.games:
            if game.code not in GAME_CODES:
                raise RecordError(f"Round {game.round}, board {game.board}: unknown result {game.code!r}.")
            if not {game.white, game.black} <= numbers:
                raise RecordError(f"Round {game.round}, board {game.board}: a player is not entered.")
        for bye in self.byes:
            if bye.code not in BYE_CODES:
                raise RecordError(f"Round {bye.round}, player {bye.entry}: unknown bye {bye.code!r}.")
            if bye.entry not in numbers:
                raise RecordError(f"Round {bye.round}: player {bye.entry} is not entered.")


def _rounds_named(record: Record) -> Iterator[int]:
    yield from (game.round for game in record.games)
    yield from (bye.round for bye in record.byes)
    yield from (a_round.number for a_round in record.rounds)
