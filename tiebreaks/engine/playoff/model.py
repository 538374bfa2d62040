"""A play-off as data: rates of play, games, stages, and what is known of it at a moment (article 30.5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tiebreaks.engine.errors import TieBreakError

StageType = Literal["match", "round_robin", "lot", "fewest_moves"]
Result = Literal["", "1-0", "1/2-1/2", "0-1", "+/-", "-/+"]


class PlayOffError(TieBreakError):
    """A play-off cannot be played as asked. The code is stable for machines."""

    code = "play_off"


@dataclass(frozen=True, slots=True)
class Mode:
    """A rate of play: games of a meeting, seconds and seconds a move of White and Black.

    `draw_wins` is `black` where a drawn game is won by Black (Armageddon).
    """

    key: str
    games: int
    white: tuple[int, int]
    black: tuple[int, int]
    draw_wins: Literal["", "black"] = ""
    article: str = ""

    @property
    def minutes_for_60_moves(self) -> int:
        """The time of the player who has less, for 60 moves, in whole minutes rounded down."""
        return min(base + 60 * increment for base, increment in (self.white, self.black)) // 60


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What was entered for a game: result, and the number of moves where the text counts them."""

    result: Result
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class GameSlot:
    """One game of a play-off: its key is stable, players are start numbers of the event."""

    key: str
    white: int
    black: int
    mode: Mode
    result: Result = ""
    moves: int | None = None
    needs_moves: bool = False

    @property
    def winner(self) -> int | None:
        """Who won the game, under its mode; None for a draw or without a result."""
        if self.result in ("1-0", "+/-"):
            return self.white
        if self.result in ("0-1", "-/+"):
            return self.black
        return self.black if self.result == "1/2-1/2" and self.mode.draw_wins == "black" else None

    def halves(self, player: int) -> int:
        """Half points of a player in the game: an Armageddon draw is a win for Black."""
        if not self.result:
            return 0
        winner = self.winner
        return 1 if winner is None else 2 * (winner == player)


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: who plays in it, its games, and the order it gave (groups of equals, best first; None: open).

    `values` are the points in halves, or the moves where those decided. `choice` names a reading of ours.
    """

    key: str
    type: StageType
    article: str
    players: tuple[int, ...]
    games: tuple[GameSlot, ...] = ()
    mode: Mode | None = None
    ranking: tuple[tuple[int, ...], ...] | None = None
    values: Mapping[int, int | None] = field(default_factory=dict, hash=False)
    choice: str = ""

    @property
    def is_done(self) -> bool:
        """Whether the stage has its order."""
        return self.ranking is not None


@dataclass(frozen=True, slots=True)
class Options:
    """What the director chose where the text lets him.

    `late`: straight to Armageddon (30.5.8). `short`: no time for mini-matches in a knock-out (30.5.6.3).
    `longer`: the rate that the two only players agreed on (30.5.7). `chosen`: by the name of a gap of the text the
    alternative that the event chose; the others stand at their default.
    """

    late: bool = False
    short: bool = False
    longer: Mode | None = None
    chosen: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Progress:
    """A play-off as far as it has come: stages in order, and the final order once it is known.

    `numbers` are the numbers 1, 2, 3 ... of the play-off by start number; `eliminated` those who were left out
    (30.5.6.10) and share the prize part; `choices` name the readings of ours that came to bear.
    """

    article: str
    numbers: Mapping[int, int]
    stages: tuple[Stage, ...]
    ranking: tuple[tuple[int, ...], ...] | None
    eliminated: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()

    @property
    def open_games(self) -> tuple[GameSlot, ...]:
        """The games that can be played now, or whose moves are wanted."""
        return tuple(
            game
            for stage in self.stages
            for game in stage.games
            if not game.result or (game.needs_moves and game.moves is None)
        )
