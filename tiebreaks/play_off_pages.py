"""What the page of a play-off shows: stages with tables and games, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.utils.translation import pgettext as p_

from tiebreaks.engine.playoff.model import GameSlot, Mode, Progress, Stage
from tiebreaks.models import PlayOff
from tiebreaks.play_off_hours import StageHour, stage_hours
from tiebreaks.play_offs import progress_of

CHOICES: Mapping[str, str] = {
    "fewest_moves_counts_wins": gettext_noop(
        "The text counts the moves of won games; here those of all games won over the board are added up, a player "
        "without one ranks last, and equal counts are settled by lot."
    ),
    "four_of_five": gettext_noop(
        "Four of five play without Armageddon: a drawn match of two games is played once more, then the lot decides."
    ),
    "eight_numbers": gettext_noop(
        "The text does not say how the eight are numbered; here by the tie-breaks, as six are."
    ),
    "eight_bracket": gettext_noop(
        "The text names the first pairs alone; here the winner of 1–8 meets that of 4–5, and 2–7 that of 3–6, one "
        "Armageddon game each."
    ),
    "nine_numbers": gettext_noop(
        "The text does not say how the nine are numbered; here by the tie-breaks, as six are."
    ),
    "nine_final": gettext_noop(
        "The text does not say how the three winners go on; here they play as three do."
    ),
    "ten_groups": gettext_noop(
        "The text does not say who is in which group of five; here 1, 4, 5, 8, 9 and 2, 3, 6, 7, 10."
    ),
    "eleven_numbers": gettext_noop(
        "Who is ninth and below follows here from the tie-breaks; the text does not say it."
    ),
    "boundary": gettext_noop(
        "Those still equal across the last place that is played for play on as so many players; the text is silent."
    ),
}


@dataclass(frozen=True, slots=True)
class GameView:
    """A game with the names, and whether the page asks for its number of moves."""

    slot: GameSlot
    white: str
    black: str
    rate: str
    arbiter: str
    number: str

    @property
    def label(self) -> str:
        """The game as lists and disputes name it."""
        return f"{self.number}: {self.white} – {self.black}"

    @property
    def result(self) -> str:
        """The result with the sign for one half."""
        return self.slot.result.replace("1/2", "½")

    @property
    def is_open(self) -> bool:
        """Whether something is still to be entered."""
        return not self.slot.result or (self.slot.needs_moves and self.slot.moves is None)


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage in words: title, article, its games, and the players with what they made."""

    stage: Stage
    title: str
    games: tuple[GameView, ...]
    rows: tuple[Mapping[str, Any], ...]
    choice: str
    hour: StageHour | None = None

    @property
    def is_open(self) -> bool:
        """Whether none of its games has a result yet."""
        return bool(self.games) and not any(game.slot.result for game in self.games)


@dataclass(frozen=True, slots=True)
class PlayOffView:
    """The whole page: stages, final order, readings of ours that came to bear."""

    progress: Progress
    stages: tuple[StageView, ...]
    ranking: tuple[Mapping[str, Any], ...]
    choices: tuple[str, ...]
    open_games: int

    @property
    def labels(self) -> dict[str, str]:
        """The games by key, as lists and disputes name them."""
        return {game.slot.key: game.label for stage in self.stages for game in stage.games}


@dataclass(frozen=True, slots=True)
class PlayOffLine:
    """A play-off in the list: the places its players fill, who plays, how far it has come."""

    play_off: PlayOff
    places: str
    players: tuple[str, ...]
    ranking: tuple[Mapping[str, Any], ...]
    open_games: int
    rests: bool


def play_off_line(play_off: PlayOff, names: Mapping[int, str], *, rests: bool) -> PlayOffLine:
    """One line of the list."""
    state = progress_of(play_off)
    return PlayOffLine(
        play_off,
        places_text(play_off.first_place, play_off.last_place),
        tuple(names.get(player, str(player)) for player in play_off.players),
        tuple(_ranking(play_off, state, names)),
        len(state.open_games),
        rests,
    )


def places_text(first: int, last: int) -> str:
    """Places as a page names them.

    >>> places_text(3, 3), places_text(3, 4)
    ('3', '3–4')
    """
    return str(first) if last == first else f"{first}–{last}"


def play_off_view(play_off: PlayOff, names: Mapping[int, str]) -> PlayOffView:
    """The page of a play-off, in the language of the reader."""
    state = progress_of(play_off)
    arbiters = {game.key: game.arbiter for game in play_off.games.all()}
    hours = stage_hours(play_off, state)
    counter = iter(range(1, 10_000))
    stages = tuple(
        _stage(stage, state, names, arbiters, counter, hours.get(stage.key)) for stage in state.stages
    )
    return PlayOffView(
        state,
        stages,
        tuple(_ranking(play_off, state, names)),
        tuple(_(CHOICES[name]) for name in state.choices),
        len(state.open_games),
    )


def _stage(
    stage: Stage,
    state: Progress,
    names: Mapping[int, str],
    arbiters: Mapping[str, str],
    counter: Any,
    hour: StageHour | None,
) -> StageView:
    games = tuple(
        GameView(
            slot,
            names.get(slot.white, str(slot.white)),
            names.get(slot.black, str(slot.black)),
            rate_text(slot.mode),
            arbiters.get(slot.key, ""),
            str(next(counter)),
        )
        for slot in stage.games
    )
    ranked = {player: place for place, group in enumerate(stage.ranking or (), 1) for player in group}
    alone = bool(stage.ranking) and len((stage.ranking or ((),))[0]) == 1
    rows = tuple(
        {
            "number": state.numbers.get(player, ""),
            "name": names.get(player, str(player)),
            "value": _value(stage, player),
            "won": alone and ranked.get(player) == 1,
        }
        for player in sorted(stage.players, key=lambda player: ranked.get(player, 99))
    )
    choice = _(CHOICES[stage.choice]) if stage.choice else ""
    return StageView(stage, _title(stage), games, rows, choice, hour)


def _value(stage: Stage, player: int) -> str:
    value = stage.values.get(player)
    if stage.type == "lot":
        return ""
    if stage.type == "fewest_moves":
        return "–" if value is None else str(value)
    whole, half = divmod(value or 0, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def _title(stage: Stage) -> str:
    armageddon = stage.mode is not None and bool(stage.mode.draw_wins)
    if stage.type == "lot":
        return _("Drawn by lot")
    if stage.type == "fewest_moves":
        return _("Fewest moves in won games")
    if stage.type == "round_robin":
        return _("Armageddon, all against all") if armageddon else _("All against all")
    return _("Armageddon") if armageddon else p_("play-off", "Match")


def rate_text(mode: Mode) -> str:
    """The rate of play as players write it.

    >>> rate_text(Mode("BLITZ1", 1, (180, 5), (180, 5)))
    '3′ + 5″'
    """
    white, black = (_side(*side) for side in (mode.white, mode.black))
    return white if white == black else f"{white} : {black}"


def _side(base: int, increment: int) -> str:
    minutes, seconds = divmod(base, 60)
    text = f"{minutes}′" + (f" {seconds}″" if seconds else "")
    return f"{text} + {increment}″" if increment else text


def _ranking(play_off: PlayOff, state: Progress, names: Mapping[int, str]) -> list[Mapping[str, Any]]:
    rows: list[Mapping[str, Any]] = []
    place = play_off.first_place
    for group in state.ranking or ():
        last = place + len(group) - 1
        shown = places_text(place, last)
        rows += [
            {"place": shown, "name": names.get(player, str(player)), "left_out": player in state.eliminated}
            for player in group
        ]
        place = last + 1
    return rows
