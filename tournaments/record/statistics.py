"""What a record tells in numbers: results by colour, federations, upsets, rating averages, round by round.

Counted are games that were played; forfeits and byes are told apart from them. A penalty score (0-0, ½-0) is a played
game without a winner of the usual kind: it counts among the games and among `other`. Whole numbers and fractions only.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.record.codes import BYE_CODES, GAME_CODES, OPEN_CODES
from tournaments.record.model import Entry, Game, Record

WHITE_WINS = frozenset({"1-0", "1-0u", "1-0a"})
DRAWS = frozenset({"1/2-1/2", "1/2-1/2u", "1/2-1/2a"})
BLACK_WINS = frozenset({"0-1", "0-1u", "0-1a"})
LEAST_UPSET = 100  # Elo points by which the winner was the lower one


@dataclass(frozen=True, slots=True)
class Tally:
    """The boards of a round, or of all: `round` is None for the sum.

    `games` were played (`white` + `draws` + `black` + `other`), `forfeits` were not, `open` have no result; `byes`
    are players without a board. `mean` is the mean rating of those who played, each counted once a game, None
    where nobody of them has one.
    """

    round: int | None
    games: int
    white: int
    draws: int
    black: int
    other: int
    forfeits: int
    open: int
    byes: int
    mean: Fraction | None

    @property
    def white_score(self) -> Fraction | None:
        """White's share of the decided and drawn games, 0 to 1; None where there is none."""
        counted = self.white + self.draws + self.black
        return Fraction(2 * self.white + self.draws, 2 * counted) if counted else None

    def share(self, part: int) -> Fraction | None:
        """A part of the games, 0 to 1; None without games.

        >>> Tally(1, 8, 3, 2, 3, 0, 0, 0, 0, None).share(2)
        Fraction(1, 4)
        """
        return Fraction(part, self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class FederationLine:
    """A federation: players, mean rating of those who have one, games played and points from them in halves."""

    federation: str
    players: int
    mean: Fraction | None
    games: int
    halves: int

    @property
    def score(self) -> Fraction | None:
        """Points a game, None without games; 1-½-0 is 0 to 1."""
        return Fraction(self.halves, 2 * self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class Upset:
    """A game won by the lower rated player; `gap` is how much lower he was, in Elo points."""

    round: int
    board: int
    winner: Entry
    loser: Entry
    gap: int
    winner_white: bool


@dataclass(frozen=True, slots=True)
class Statistics:
    """The numbers of a record: the whole, the rounds, the federations by players, the upsets by gap."""

    total: Tally
    rounds: tuple[Tally, ...]
    federations: tuple[FederationLine, ...]
    upsets: tuple[Upset, ...]
    players: int
    rated: int
    mean: Fraction | None


def statistics(record: Record, *, least_upset: int = LEAST_UPSET) -> Statistics:
    """The numbers of a record; rounds without a board and without a bye are left out."""
    entries = {entry.number: entry for entry in record.entries}
    games: dict[int, list[Game]] = defaultdict(list)
    for game in record.games:
        games[game.round].append(game)
    byes: dict[int, int] = defaultdict(int)
    for bye in record.byes:
        # a bye asked for in a round that is not paired yet is none so far
        byes[bye.round] += bye.round in games and bye.code in BYE_CODES
    ratings = [entry.rating for entry in record.entries if entry.rating]
    return Statistics(
        total=_tally(None, record.games, sum(byes.values()), entries),
        rounds=tuple(_tally(number, games[number], byes[number], entries) for number in sorted(games)),
        federations=_federations(record),
        upsets=_upsets(record.games, entries, least_upset),
        players=len(record.entries),
        rated=len(ratings),
        mean=_mean(ratings),
    )


def _mean(values: Sequence[int]) -> Fraction | None:
    return Fraction(sum(values), len(values)) if values else None


def _played(game: Game) -> bool:
    return GAME_CODES[game.code][0].played


def _tally(number: int | None, games: Iterable[Game], byes: int, entries: dict[int, Entry]) -> Tally:
    codes, ratings = [], []
    open_, forfeits = 0, 0
    for game in games:
        if game.code in OPEN_CODES:
            open_ += 1
        elif not _played(game):
            forfeits += 1
        else:
            codes.append(game.code)
            ratings += [rating for each in (game.white, game.black) if (rating := entries[each].rating)]
    white, draws, black = (sum(code in kind for code in codes) for kind in (WHITE_WINS, DRAWS, BLACK_WINS))
    other = len(codes) - white - draws - black
    return Tally(number, len(codes), white, draws, black, other, forfeits, open_, byes, _mean(ratings))


def _federations(record: Record) -> tuple[FederationLine, ...]:
    system = record.event.score_system
    of = {entry.number: entry.federation for entry in record.entries}
    players: dict[str, list[Entry]] = defaultdict(list)
    for entry in record.entries:
        players[entry.federation].append(entry)
    games: dict[str, int] = defaultdict(int)
    halves: dict[str, int] = defaultdict(int)
    for game in record.games:
        if not _played(game):
            continue
        for number, side in zip((game.white, game.black), GAME_CODES[game.code], strict=True):
            games[of[number]] += 1
            halves[of[number]] += system.halves(side.outcome)
    lines = [
        FederationLine(
            federation,
            len(found),
            _mean([entry.rating for entry in found if entry.rating]),
            games[federation],
            halves[federation],
        )
        for federation, found in players.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.players, line.federation)))


def _upsets(games: Iterable[Game], entries: dict[int, Entry], least: int) -> tuple[Upset, ...]:
    found = []
    for game in games:
        if game.code not in WHITE_WINS | BLACK_WINS:
            continue
        won_white = game.code in WHITE_WINS
        pair = entries[game.white], entries[game.black]
        winner, loser = pair if won_white else pair[::-1]
        if not winner.rating or not loser.rating or loser.rating - winner.rating < least:
            continue
        gap = loser.rating - winner.rating
        found.append(Upset(game.round, game.board, winner, loser, gap, won_white))
    return tuple(sorted(found, key=lambda upset: (-upset.gap, upset.round, upset.board)))
