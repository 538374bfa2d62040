"""The tournament as flat lists of small integers: what every tie-break is counted from.

One place per entry, one per counted round. Scores are in half points. Made for speed: five hundred players
and eleven rounds are counted anew after each result.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from tournaments.record.codes import BYE_CODES, GAME_CODES, Side
from tournaments.record.crosstable import rounds_started
from tournaments.record.model import Record

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
    half points; `results` 2, 1, 0 for won, drawn, lost, whatever the score system; `kinds` see above;
    `colours` "w", "b" or empty; `scores` sums of halves; `complete[player]` if every round was played.
    `colours_known` if the colours of every counted game are; `plain` if every played game gave the winner more,
    and both as much in a draw. `rounds` are counted, `announced` are those of the whole event.
    `fixed_pairings` if the pairings were known beforehand (15.2), `guessed` if that was concluded from
    everybody having met everybody.
    """

    numbers: list[int]
    ratings: list[int | None]
    opponents: list[list[int]]
    halves: list[list[int]]
    results: list[list[int]]
    kinds: list[list[int]]
    colours: list[list[str]]
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
    index = {entry.number: place for place, entry in enumerate(record.entries)}
    absent = FREE if fixed else ZERO_BYE
    opponents = [[-1] * rounds for _ in range(count)]
    halves = [[0] * rounds for _ in range(count)]
    results = [[0] * rounds for _ in range(count)]
    kinds = [[absent] * rounds for _ in range(count)]
    colours = [[""] * rounds for _ in range(count)]
    meaning = {
        code: tuple((_kind(side), system.halves(side.outcome), RESULTS[side.outcome]) for side in sides)
        for code, sides in GAME_CODES.items()
    }
    codes, colours_known = set(), True
    for game in record.games:
        place = game.round - 1
        if place >= rounds:
            continue
        codes.add(game.code)
        white, black = index[game.white], index[game.black]
        (
            (kinds[white][place], halves[white][place], results[white][place]),
            (kinds[black][place], halves[black][place], results[black][place]),
        ) = meaning[game.code]
        opponents[white][place], opponents[black][place] = black, white
        if game.colours_known:
            colours[white][place], colours[black][place] = "w", "b"
        else:
            colours_known = False
    for bye in record.byes:
        if bye.round <= rounds:
            player, place, side = index[bye.entry], bye.round - 1, BYE_CODES[bye.code]
            kinds[player][place] = FREE if fixed else BYE_KINDS[bye.code]
            halves[player][place] = system.halves(side.outcome, bye.code)
            results[player][place] = RESULTS[side.outcome]
    last = max([started, *(bye.round for bye in record.byes)], default=0)
    return Field(
        numbers=[entry.number for entry in record.entries],
        ratings=[entry.rating for entry in record.entries],
        opponents=opponents,
        halves=halves,
        results=results,
        kinds=kinds,
        colours=colours,
        scores=[sum(row) for row in halves],
        complete=[not any(row) for row in kinds],
        colours_known=colours_known,
        plain=not any(_is_penalty(*meaning[code]) for code in codes),
        rounds=rounds,
        announced=max(record.event.rounds, last),
        win=system.win,
        draw=system.draw,
        fixed_pairings=fixed,
        guessed=guessed,
        swiss=not fixed and record.event.system != "knock_out",
    )


def _is_penalty(white: tuple[int, int, int], black: tuple[int, int, int]) -> bool:
    """Whether a played game gave points that do not say who won: the arbiter's scores."""
    (kind, own, result), (_, other, _) = white, black
    return kind == PLAYED and (own > other) + (own >= other) != result


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
