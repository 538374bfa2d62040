"""The tournament as flat lists of small integers: what every tie-break is counted from.

One place per entry, one per counted round. Scores are in half points. Made for speed: five hundred players
and eleven rounds are counted anew after each result. What a side of a game is, is written as one byte for the
whole field, and the kinds, points, results and colours are translations of those bytes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from tournaments.record.codes import BYE_CODES, GAME_CODES, Side
from tournaments.record.crosstable import rounds_started
from tournaments.record.model import Record, ScoreSystem, SpecialPoints
from tournaments.record.special import Bonus, agreed_halves, bonuses, of_players

# Kinds of a round. The order matters: everything above ZERO_BYE has to do with a pairing.
PLAYED: Final = 0
PAIRING_BYE: Final = 1
FULL_BYE: Final = 2
HALF_BYE: Final = 3
ZERO_BYE: Final = 4
FORFEIT_WIN: Final = 5
FORFEIT_LOSS: Final = 6
FORFEIT_DRAW: Final = 7
OPEN: Final = 8  # paired, no result yet
FREE: Final = 9  # no opponent where the pairings are fixed beforehand: not a round of this player
ALL_KINDS: Final = range(10)

# Colours of a round.
NO_COLOUR: Final = 0
WHITE: Final = 1
BLACK: Final = 2

REQUESTED_BYES: Final = (HALF_BYE, ZERO_BYE)
MISSED_BY_CHOICE: Final = (HALF_BYE, ZERO_BYE, FORFEIT_LOSS)
FORFEITS: Final = (FORFEIT_WIN, FORFEIT_LOSS, FORFEIT_DRAW)
NOT_COUNTED: Final = (OPEN, FREE)

BYE_KINDS: Final = {
    "U": PAIRING_BYE,
    "F": FULL_BYE,
    "H": HALF_BYE,
    "Z": ZERO_BYE,
    "+": FORFEIT_WIN,
    "-": FORFEIT_LOSS,
}
RESULTS: Final = {"win": 2, "draw": 1, "loss": 0, "none": 0}
FORFEIT_KINDS: Final = {"win": FORFEIT_WIN, "draw": FORFEIT_DRAW, "loss": FORFEIT_LOSS}
FIXED_PAIRINGS: Final = frozenset(
    {"round_robin", "scheveningen", "match", "team_round_robin", "team_scheveningen"}
)


@dataclass(slots=True)
class Field:
    """All players, `opponents[player][round]` and so on; players and rounds are counted from 0.

    `numbers` start numbers; `ratings` None for the unrated; `opponents` a player or -1; `halves` points in
    half points; `results` 2, 1, 0 for won, drawn, lost, whatever the score system; `kinds` and `colours` see
    above; `scores` sums of halves; `complete[player]` if every round was played.
    `colours_known` if the colours of every counted game are; `plain` if every played game gave the winner more,
    and both as much in a draw. `rounds` are counted, `announced` are those of the whole event.
    `given` are points beside the results that count from a round on: they are in the scores and in what is counted
    from scores, but in no round. Those of `apart` count in the standing alone. Both are empty where nobody has any.
    `fixed_pairings` if the pairings were known beforehand (15.2), `guessed` if that was concluded from
    everybody having met everybody.
    """

    numbers: list[int]
    ratings: list[int | None]
    opponents: list[list[int]]
    halves: Sequence[Sequence[int]]
    results: list[bytes]
    kinds: list[bytes]
    colours: list[bytes]
    scores: list[int]
    complete: list[bool]
    colours_known: bool
    plain: bool
    rounds: int
    announced: int
    win: int
    draw: int
    fixed_pairings: bool
    guessed: bool
    swiss: bool
    given: Sequence[Sequence[Bonus]] = ()
    apart: Sequence[int] = ()

    @property
    def growth(self) -> Sequence[Sequence[int]]:
        """By how many halves each score grew in each round: its points, and what was given beside them.

        What was given beforehand counts from the first round on.
        """
        if not any(self.given):
            return self.halves
        rows = [list(row) for row in self.halves]
        for row, own in zip(rows, self.given, strict=True):
            for bonus in own if row else ():
                row[max(bonus.since, 1) - 1] += bonus.halves
        return rows

    def score_before(self, player: int, place: int) -> int:
        """The score in halves with which a player began a round, counted from 0."""
        given = self.given[player] if self.given else ()
        earlier = sum(bonus.halves for bonus in given if bonus.since <= place)
        return sum(self.halves[player][:place]) + earlier

    @property
    def totals(self) -> list[int]:
        """What each player is ranked by first: the score, and what counts in the standing alone."""
        if not self.apart:
            return list(self.scores)
        return [score + apart for score, apart in zip(self.scores, self.apart, strict=True)]

    def player(self, number: int) -> int:
        """The place in the lists of a start number; raises ValueError."""
        return self.numbers.index(number)

    def last_round_counted(self) -> bool:
        """Whether the counted rounds reach the last round of the event."""
        return self.rounds >= self.announced > 0


def field_of(record: Record, through_round: int | None = None) -> Field:
    """The field after `through_round` (None: after the last round that has started).

    A player without a game or bye in a counted round was absent: a zero-point bye, or with fixed
    pairings a free round.
    """
    started = rounds_started(record)
    rounds = started if through_round is None else max(0, min(through_round, started))
    fixed, guessed = _fixed_pairings(record)
    count, system = len(record.entries), record.event.score_system
    meaning = _cells(system, fixed)
    opponents, cells = _laid_out(record, rounds, meaning)
    starts = range(0, count * rounds, rounds) if rounds else [0] * count
    points = meaning.points(cells)
    halves = [points[start : start + rounds] for start in starts]
    results, kinds, colours = (
        [row[start : start + rounds] for start in starts]
        for row in map(cells.translate, (meaning.results, meaning.kinds, meaning.colours))
    )
    played_throughout = bytes(rounds)
    last = max([started, *(bye.round for bye in record.byes)], default=0)
    found = Field(
        numbers=[entry.number for entry in record.entries],
        ratings=[entry.rating for entry in record.entries],
        opponents=[opponents[start : start + rounds] for start in starts],
        halves=halves,
        results=results,
        kinds=kinds,
        colours=colours,
        scores=list(map(sum, halves)),
        complete=[row == played_throughout for row in kinds],
        colours_known=not any(cell in cells for cell in meaning.without_colour),
        plain=not any(cell in cells for cell in meaning.penalties),
        rounds=rounds,
        announced=max(record.event.rounds, last),
        win=system.win,
        draw=system.draw,
        fixed_pairings=fixed,
        guessed=guessed,
        swiss=not fixed and record.event.system != "knock_out",
    )
    specials = of_players(record)
    return (
        with_special_points(found, specials, _bye_kinds(record), final=rounds == started)
        if specials
        else found
    )


def with_special_points(
    field: Field,
    specials: Sequence[SpecialPoints],
    byes: Mapping[tuple[int, int], str],
    *,
    final: bool,
    match: bool = False,
) -> Field:
    """The field with the points that are agreed for kinds of results, and those given beside the results.

    `byes` are the kinds of the rounds without an opponent by (place, round); with `match` the match points of
    the lines count. What counts in the standing alone is in a `final` standing, not in those after earlier rounds.
    """
    halves, changed = [list(row) for row in field.halves], False
    for player, number in enumerate(field.numbers):
        for place in range(field.rounds):
            kind = _special_kind(field, player, place, byes)
            agreed = agreed_halves(specials, number, place + 1, kind, match=match)
            if agreed is not None:
                halves[player][place], changed = agreed, True
    given, apart = list[tuple[Bonus, ...]](), list[int]()
    for number in field.numbers:
        own = bonuses(specials, number, match=match)
        given.append(tuple(bonus for bonus in own if bonus.since <= field.rounds))
        apart.append(sum(bonus.halves for bonus in own if bonus.is_apart and final))
    return replace(
        field,
        halves=halves if changed else field.halves,
        scores=[
            sum(row) + sum(bonus.halves for bonus in own) for row, own in zip(halves, given, strict=True)
        ],
        plain=field.plain and not changed,
        given=given if any(given) else (),
        apart=apart if any(apart) else (),
    )


def _special_kind(field: Field, player: int, place: int, byes: Mapping[tuple[int, int], str]) -> str:
    """The kind of result of a round as line 299 names it; empty where it names none."""
    if field.opponents[player][place] < 0:
        return byes.get((player, place), "")
    result = field.results[player][place]
    return {PLAYED: ("L", "D", "W")[result], FORFEIT_WIN: "+", FORFEIT_LOSS: "-"}.get(
        field.kinds[player][place], ""
    )


def _bye_kinds(record: Record) -> dict[tuple[int, int], str]:
    """The kinds of the rounds without an opponent; who has neither game nor bye in a started round was absent."""
    index = {entry.number: place for place, entry in enumerate(record.entries)}
    found = {(place, number): "Z" for place in range(len(index)) for number in range(rounds_started(record))}
    for bye in record.byes:
        found[index[bye.entry], bye.round - 1] = bye.code if bye.code != "U" else ""
    return found


def _laid_out(record: Record, rounds: int, meaning: "_Cells") -> tuple[list[int], bytes]:
    """The opponent of every round of every player, and what the round was as a byte of `meaning`; row by row."""
    index = {entry.number: place for place, entry in enumerate(record.entries)}
    opponents, cells = [-1] * (len(index) * rounds), bytearray(len(index) * rounds)
    known, colourless = meaning.games, meaning.colourless
    for game in record.games:
        place = game.round - 1
        if place >= rounds:
            continue
        white, black = index[game.white], index[game.black]
        own, other = white * rounds + place, black * rounds + place
        cells[own], cells[other] = known[game.code] if game.colours_known else colourless[game.code]
        opponents[own], opponents[other] = black, white
    for bye in record.byes:
        if bye.round <= rounds:
            cells[index[bye.entry] * rounds + bye.round - 1] = meaning.byes[bye.code]
    return opponents, bytes(cells)


class _Cells(NamedTuple):
    """What a byte of the layout means; 0 is the round of somebody without a game or bye.

    `games` and `colourless` are the bytes of White and Black by the code of a game, with known colours and
    without; `byes` those of byes. Then tables by byte; points beyond a byte are translated one by one.
    """

    games: Mapping[str, tuple[int, int]]
    colourless: Mapping[str, tuple[int, int]]
    byes: Mapping[str, int]
    halves: tuple[int, ...]
    results: bytes
    kinds: bytes
    colours: bytes
    without_colour: frozenset[int]
    penalties: frozenset[int]

    def points(self, cells: bytes) -> Sequence[int]:
        """The points of the whole field, in halves."""
        if min(self.halves) >= 0 and max(self.halves) < 256:
            return cells.translate(bytes(self.halves))
        return [self.halves[cell] for cell in cells]


@lru_cache(maxsize=32)
def _cells(system: ScoreSystem, fixed: bool) -> _Cells:
    """The bytes under a score system; with fixed pairings who has no game has a free round."""
    told = [(0, 0, FREE if fixed else ZERO_BYE, NO_COLOUR)]

    def byte(halves: int, outcome: str, kind: int, colour: int) -> int:
        told.append((halves, RESULTS[outcome], kind, colour))
        return len(told) - 1

    def of_game(sides: tuple[Side, Side], *colours: int) -> tuple[int, int]:
        white, black = (
            byte(system.halves(side.outcome), side.outcome, _kind(side), colour)
            for side, colour in zip(sides, colours, strict=True)
        )
        return white, black

    games = {code: of_game(sides, WHITE, BLACK) for code, sides in GAME_CODES.items()}
    colourless = {code: of_game(sides, NO_COLOUR, NO_COLOUR) for code, sides in GAME_CODES.items()}
    byes = {
        code: byte(
            system.halves(side.outcome, code), side.outcome, FREE if fixed else BYE_KINDS[code], NO_COLOUR
        )
        for code, side in BYE_CODES.items()
    }
    halves, results, kinds, colours = zip(*told, *[(0, 0, 0, 0)] * (256 - len(told)), strict=True)
    penalties = [
        cell
        for pair in (*games.values(), *colourless.values())
        for cell in pair
        if kinds[cell] == PLAYED
        and _is_penalty(*(halves[side] for side in pair), *(results[side] for side in pair))
    ]
    return _Cells(
        games,
        colourless,
        byes,
        halves,
        bytes(results),
        bytes(kinds),
        bytes(colours),
        without_colour=frozenset(cell for pair in colourless.values() for cell in pair),
        penalties=frozenset(penalties),
    )


def _is_penalty(white: int, black: int, result: int, opposite: int) -> bool:
    """Whether the points of a played game do not say for both sides who won: the arbiter's scores."""
    said = (white > black) + (white >= black), (black > white) + (black >= white)
    return said != (result, opposite)


def _kind(side: Side) -> int:
    """The kind of a game for one side of it."""
    if side.open:
        return OPEN
    return PLAYED if side.played else FORFEIT_KINDS[side.outcome]


def _fixed_pairings(record: Record) -> tuple[bool, bool]:
    """Whether the pairings were known beforehand, and whether that is a guess.

    A record that does not name its system is taken as a round robin if every two players were paired
    equally often; small Swiss events that happen to come out so are the price, and a finding says it.
    """
    if record.event.system != "unknown":
        return record.event.system in FIXED_PAIRINGS, False
    meetings = Counter((min(game.white, game.black), max(game.white, game.black)) for game in record.games)
    players = len(record.entries)
    whole = players > 2 and len(meetings) == players * (players - 1) // 2 and len(set(meetings.values())) == 1
    return whole, whole
