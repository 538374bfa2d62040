"""What the engine hands back for one event: a line for each player, findings, steps of the whole event."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tournaments.record.findings import Finding
from tournaments.rulebook.explained import Step

Method = Literal["swiss", "round_robin", "per_game", "per_game_by_average"]


@dataclass(frozen=True, slots=True)
class FirstResult:
    """The result of an unrated player that may count towards his first rating.

    `n` games and `halves` half points; `opponents_sum` is the sum of the rated opponents' ratings, exact (in
    a round robin with unrated players: the average that the result rests on, times n). `ru` is unrounded;
    `rated_opponents` is the number of different rated opponents. `few` marks a result on which a rating may
    be published from fewer games (9.14: Olympiads, continental and world team events; members of IBCA, ICSC,
    IPCA). `floor` is the lowest rating in force when the event was played, where a result below it is thrown
    away (10.31), else None.
    """

    n: int
    halves: int
    opponents_sum: Fraction
    ru: Fraction
    rated_opponents: int
    few: bool = False
    floor: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """What one event does to one player.

    `ro` own rating, None for an unrated player; `rc` the opponents' average, rounded, None without a counted
    game; `n` counted games; `w` points in them; `we` expected points, None for an unrated player; `gain` is w
    minus we; `k` the effective and `k_nominal` the full factor; `change` is k times gain, unrounded. `ru` is
    an unrated player's result, unrounded, `first` the same as a part of a pool (None where nothing counts).
    `rp` is the performance, None where the edition or the games give none. `doubts` names the unverified
    parameters that decided a number here.
    """

    number: int
    name: str
    ro: int | None
    rc: int | None = None
    n: int = 0
    w: Fraction = Fraction(0)
    we: Fraction | None = None
    k: int | None = None
    k_nominal: int | None = None
    gain: Fraction = Fraction(0)
    change: Fraction = Fraction(0)
    ru: Fraction | None = None
    rp: int | None = None
    first: FirstResult | None = None
    steps: tuple[Step, ...] = ()
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventRating:
    """One event under one edition: method used, players by start number, findings, steps about the event.

    `per_game_by_average` is a round robin in which rated players are computed game by game and unrated ones by
    the average of the tournament.
    """

    edition: str
    method: Method
    players: tuple[PlayerRating, ...]
    findings: tuple[Finding, ...] = ()
    steps: tuple[Step, ...] = ()

    def player(self, number: int) -> PlayerRating:
        """The line of a start number; raises KeyError if nobody has it."""
        for line in self.players:
            if line.number == number:
                return line
        raise KeyError(number)
