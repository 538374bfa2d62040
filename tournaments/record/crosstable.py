"""The record seen from each player: one cell a round. Every engine starts from here."""

from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from tournaments.record.codes import BYE_CODES, GAME_CODES, Side
from tournaments.record.model import Entry, Record, SpecialPoints
from tournaments.record.special import Bonus, agreed_halves, bonuses, kind_of, of_players

Colour = Literal["w", "b", ""]


class Cell(NamedTuple):
    """One round of one player.

    `opponent` is a start number (None for a bye or no pairing at all); `colour` is empty where unknown or
    for a bye; `code` is the game's or bye's code, empty for a round in which nothing is known of the
    player; `halves` are the points of the round in half points; `side` is what the code means for him.
    """

    round: int
    opponent: int | None
    colour: Colour
    code: str
    halves: int
    side: Side
    board: int | None = None

    @property
    def played(self) -> bool:
        """Moves were made: it counts for opponents and colours."""
        return self.side.played

    @property
    def rated(self) -> bool:
        """The game counts for ratings as far as its code goes."""
        return self.side.rated

    @property
    def open(self) -> bool:
        """There is no result yet (or no pairing)."""
        return self.side.open

    @property
    def is_bye(self) -> bool:
        """No opponent is named: a bye, or a forfeit against nobody."""
        return self.opponent is None and self.code != ""


NOTHING = Side("none", False, False, True)


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line: the entry, a cell for every round 1..rounds, and the points in halves.

    `bonuses` are points beside the results; those of rounds that have started are part of `halves`.
    """

    entry: Entry
    cells: tuple[Cell, ...]
    halves: int
    bonuses: tuple[Bonus, ...] = ()

    def score_after(self, round_number: int) -> int:
        """Points in halves after that round; for round 0 what was given beforehand."""
        given = sum(bonus.halves for bonus in self.bonuses if bonus.since <= round_number)
        return sum(cell.halves for cell in self.cells[:round_number]) + given


@dataclass(frozen=True, slots=True)
class Crosstable:
    """All rows by start number. `rounds` is the number of columns (announced or paired, the greater)."""

    record: Record
    rows: dict[int, Row]
    rounds: int
    rounds_started: int

    def row(self, number: int) -> Row:
        """The row of a start number; raises KeyError if nobody has it."""
        return self.rows[number]


def crosstable(record: Record) -> Crosstable:
    """The crosstable of a record.

    `rounds_started` is the last round with a game or in which every entry has a bye (byes asked for ahead do
    not start a round). A player without a game or bye in a started round was absent: his cell is a zero-point
    bye (code Z), as a blank in TRF is. A bye asked for ahead keeps its code in the cell but gives no points
    until its round starts: points of a round belong to that round.

    Where other points are agreed for a kind of result, the cell has those; what is given or taken beside the
    results is in the points of the row.
    """
    last = max([game.round for game in record.games] + [bye.round for bye in record.byes], default=0)
    columns = max(record.event.rounds, last)
    started = rounds_started(record)
    cells: dict[int, dict[int, Cell]] = {entry.number: {} for entry in record.entries}
    _add_games(record, cells)
    system = record.event.score_system
    for bye in record.byes:
        side = BYE_CODES[bye.code]
        if bye.round > started:
            side, halves = NOTHING, 0
        else:
            halves = system.halves(side.outcome, bye.code)
        cells[bye.entry][bye.round] = Cell(bye.round, None, "", bye.code, halves, side)
    numbers = range(1, columns + 1)
    nothing = {number: _no_pairing(number, started) for number in numbers}
    specials = of_players(record)
    rows = {}
    for entry in record.entries:
        own = cells[entry.number]
        line = tuple([own.get(number) or nothing[number] for number in numbers])
        if specials:
            rows[entry.number] = _special_row(specials, entry, line, started)
        else:
            rows[entry.number] = Row(entry, line, sum([cell.halves for cell in own.values()]))
    return Crosstable(record, rows, columns, started)


def _special_row(
    specials: tuple[SpecialPoints, ...], entry: Entry, line: tuple[Cell, ...], started: int
) -> Row:
    """The row of a player with the points that are agreed for his results and given beside them."""
    cells = []
    for cell in line:
        agreed = agreed_halves(specials, entry.number, cell.round, kind_of(cell))
        cells.append(cell if agreed is None else cell._replace(halves=agreed))
    given = bonuses(specials, entry.number)
    counted = sum(bonus.halves for bonus in given if bonus.since <= started or bonus.is_apart)
    return Row(entry, tuple(cells), sum(cell.halves for cell in cells) + counted, given)


def rounds_started(record: Record) -> int:
    """The last round with a game or in which every entry has a bye; 0 before the first."""
    played = max({game.round for game in record.games}, default=0)
    away: dict[int, set[int]] = {}
    for bye in record.byes:
        away.setdefault(bye.round, set()).add(bye.entry)
    whole = [round_number for round_number, entries in away.items() if len(entries) == len(record.entries)]
    return max([played, *whole])


def _add_games(record: Record, cells: dict[int, dict[int, Cell]]) -> None:
    """Both sides of every game. What a code means and gives is the same for all games, so it is asked for once."""
    system = record.event.score_system
    meanings = {
        code: tuple((side, system.halves(side.outcome)) for side in GAME_CODES[code])
        for code in {game.code for game in record.games}
    }
    new = partial(tuple.__new__, Cell)  # all fields as one tuple: a large event has thousands of cells
    for game in record.games:
        number, board, white, black, code = game.round, game.board, game.white, game.black, game.code
        (white_side, white_halves), (black_side, black_halves) = meanings[code]
        first, second = ("w", "b") if game.colours_known else ("", "")
        cells[white][number] = new((number, black, first, code, white_halves, white_side, board))
        cells[black][number] = new((number, white, second, code, black_halves, black_side, board))


def _no_pairing(round_number: int, started: int) -> Cell:
    if round_number <= started:
        return Cell(round_number, None, "", "Z", 0, BYE_CODES["Z"])
    return Cell(round_number, None, "", "", 0, NOTHING)
