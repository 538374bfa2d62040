"""What the pairing of a round looks back on: opponents met, colours, points and floats of every player."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tournaments.record.codes import OPEN_CODES
from tournaments.record.crosstable import Cell, Colour, Crosstable, crosstable
from tournaments.record.model import Acceleration, Record, ScoreSystem

Float = Literal["down", "up", ""]
Strength = Literal["absolute", "strong", "mild", "none"]


@dataclass(frozen=True, slots=True)
class PastRound:
    """One earlier round of one player, as the pairing rules see it.

    `halves` are the points of the round in half points (an adjourned game counts as a draw for pairing);
    `played` is true for a game that was or is being played; `allocated` for the pairing-allocated bye.
    """

    round: int
    opponent: int | None
    colour: Colour
    played: bool
    allocated: bool
    code: str
    halves: int


@dataclass(frozen=True, slots=True)
class Preference:
    """The colour a player is due and how strongly (C.04.3 art. 1.7)."""

    colour: Colour
    strength: Strength


@dataclass(frozen=True, slots=True)
class History:
    """A player before a round is paired: score in halves, colours of the played games, opponents met.

    `virtual` are the points in halves that an acceleration lends him for round 1, 2 ... up to the round that is
    to be paired; empty where the event has none. `bonuses` are `(round, halves)` of points given or taken beside
    the results (line 299 of TRF26); they count from that round on and are part of `halves`.
    """

    number: int
    rounds: tuple[PastRound, ...]
    halves: int
    colours: str
    opponents: frozenset[int]
    virtual: tuple[int, ...] = ()
    bonuses: tuple[tuple[int, int], ...] = ()

    @property
    def difference(self) -> int:
        """Games with White minus games with Black (C.04.3 art. 1.6)."""
        return self.colours.count("w") - self.colours.count("b")

    @property
    def arrived(self) -> bool:
        """He was paired or had the allocated bye in some earlier round."""
        return any(past.opponent is not None or past.allocated for past in self.rounds)

    @property
    def pairing_halves(self) -> int:
        """The pairing score in halves: the points and what an acceleration lends (C.04.5.1)."""
        return self.halves + (self.virtual[-1] if self.virtual else 0)

    def score_after(self, round_number: int) -> int:
        """Points in halves after that round; for round 0 what he was given beforehand."""
        given = sum(halves for since, halves in self.bonuses if since <= round_number)
        return sum(past.halves for past in self.rounds[:round_number]) + given

    def pairing_score_before(self, round_number: int) -> int:
        """The pairing score in halves with which that round was paired."""
        lent = self.virtual[round_number - 1] if self.virtual else 0
        return self.score_after(round_number - 1) + lent


def histories(record: Record, round_number: int, table: Crosstable | None = None) -> Mapping[int, History]:
    """Every player's history before `round_number`, by start number. Later rounds are not looked at."""
    table = table or crosstable(record)
    system = record.event.score_system
    found: dict[int, History] = {}
    for number in sorted(table.rows):
        cells = table.rows[number].cells[: round_number - 1]
        past = tuple(_past(cell, system) for cell in cells)
        bonuses = tuple(
            (since, halves) for since, halves in table.rows[number].bonuses if since < round_number
        )
        found[number] = History(
            number,
            past,
            sum(each.halves for each in past) + sum(halves for _, halves in bonuses),
            "".join(each.colour for each in past if each.played),
            frozenset(each.opponent for each in past if each.played and each.opponent is not None),
            _virtual(record, number, round_number),
            bonuses,
        )
    return found


def _virtual(record: Record, number: int, round_number: int) -> tuple[int, ...]:
    if not record.accelerations:
        return ()
    return tuple(virtual_halves(record.accelerations, number, each) for each in range(1, round_number + 1))


def virtual_halves(lent: Iterable[Acceleration], number: int, round_number: int) -> int:
    """Points in halves lent to a start number when a round is paired; of two ranges the later one counts.

    >>> virtual_halves([Acceleration(1, 3, 1, 82, 2), Acceleration(4, 5, 1, 82, 1)], 82, 4)
    1
    """
    found = 0
    for each in lent:
        if each.first_round <= round_number <= each.last_round and each.first <= number <= each.last:
            found = each.halves or 0
    return found


def _past(cell: Cell, system: ScoreSystem) -> PastRound:
    unfinished = cell.code in OPEN_CODES
    halves = system.draw if cell.code == "*j" else cell.halves
    return PastRound(
        round=cell.round,
        opponent=cell.opponent,
        colour=cell.colour,
        played=cell.played or unfinished,
        allocated=cell.code == "U",
        code=cell.code,
        halves=halves,
    )


def preference(history: History) -> Preference:
    """The colour preference before the next round (C.04.3 art. 1.7.1 to 1.7.4).

    Absolute with a colour difference beyond 1 or the same colour in the last two games, strong with a
    difference of 1, mild (to alternate) with equal colours; none before the first game. Where the articles
    speak for both colours, the first in their order counts, the difference beyond 1 before the row of two.

    >>> preference(History(1, (), 0, "wbb", frozenset()))
    Preference(colour='w', strength='absolute')
    """
    difference, last_two = history.difference, history.colours[-2:]
    if abs(difference) > 1:
        return Preference("b" if difference > 0 else "w", "absolute")
    if last_two in ("ww", "bb"):
        return Preference(opposite(last_two[-1]), "absolute")
    if difference:
        return Preference("b" if difference > 0 else "w", "strong")
    if history.colours:
        return Preference(opposite(history.colours[-1]), "mild")
    return Preference("", "none")


def opposite(colour: str) -> Colour:
    """The other colour; empty stays empty."""
    if colour == "w":
        return "b"
    return "w" if colour == "b" else ""


def float_in(found: Mapping[int, History], number: int, round_number: int, system: ScoreSystem) -> Float:
    """How the player floated in an earlier round (C.04.3 art. 1.4).

    Down: his opponent had fewer points, or he scored more than a loss without playing. Up: his opponent had
    more. Points are the pairing scores before that round. Empty for rounds that were not paired yet.
    """
    rounds = found[number].rounds
    if not 1 <= round_number <= len(rounds):
        return ""
    past = rounds[round_number - 1]
    if past.played and past.opponent is not None:
        own = found[number].pairing_score_before(round_number)
        other = found[past.opponent].pairing_score_before(round_number)
        return "down" if own > other else "up" if own < other else ""
    return "down" if past.halves > system.loss or past.allocated else ""


def is_topscorer(history: History, record: Record, round_number: int) -> bool:
    """More than half of the points possible so far, when the last round is paired (C.04.3 art. 1.8)."""
    if round_number < record.event.rounds:
        return False
    return 2 * history.halves > record.event.score_system.win * (round_number - 1)


def may_not_have_the_bye(history: History, system: ScoreSystem) -> PastRound | None:
    """The earlier round that forbids him the allocated bye, or None (C.04.3 art. 2.1.2).

    Either an allocated bye, or a round in which he scored as much as a win without playing.
    """
    for past in history.rounds:
        if past.allocated or (not past.played and past.halves >= system.win):
            return past
    return None
