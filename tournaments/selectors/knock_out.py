"""The bracket as a page shows it: stages, ties, games, points, play-offs; and the places that it gave."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Entry, Event, Game, KindRules, KnockOutTie, TiePlayOffGame
from tournaments.pairing.knock_out import DecidedTie, final_places, last_step_is_level
from tournaments.record.codes import GAME_CODES, OPEN_CODES, shown
from tournaments.services.kinds import kind_rules
from tournaments.services.knock_out import games_of, score_of, stages_of, steps_of

SIGNS = {"win": "1", "draw": "½", "loss": "0", "none": ""}


@dataclass(frozen=True, slots=True)
class PlayedCell:
    """One game of a tie: its round (None in a play-off), its title, who had White, and both sides' results."""

    round: int | None
    title: str
    upper_white: bool
    upper: str
    lower: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class TieView:
    """A tie with everything that its lines print; halves are half points of the games, without the play-off."""

    tie: KnockOutTie
    upper_halves: int
    lower_halves: int
    games: tuple[PlayedCell, ...]
    play_off: tuple[PlayedCell, ...]
    is_level: bool
    third: bool

    @property
    def upper_won(self) -> bool:
        """The player named first goes on."""
        return self.tie.winner_id is not None and self.tie.winner_id == self.tie.upper_id

    @property
    def lower_won(self) -> bool:
        """The player named second goes on."""
        return self.tie.winner_id is not None and self.tie.winner_id == self.tie.lower_id


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage of the bracket; `ties` is empty while it is not drawn, `places` says how many there will be."""

    number: int
    title: str
    ties: tuple[TieView, ...]
    places: int


@dataclass(frozen=True, slots=True)
class Bracket:
    """The whole bracket; without stages it is not drawn yet."""

    stages: tuple[StageView, ...]
    rules: KindRules
    places: tuple[tuple[int, Entry], ...]

    @property
    def champion(self) -> Entry | None:
        """The winner of the final."""
        if not self.stages or not self.stages[-1].ties:
            return None
        return self.stages[-1].ties[0].tie.winner

    @property
    def level(self) -> list[TieView]:
        """The ties that wait for a play-off or a decision."""
        return [view for stage in self.stages for view in stage.ties if view.is_level]


def stage_title(number: int, stages: int) -> str:
    """What a stage is called: the final, the semi-finals, the round of sixteen."""
    left = 2 ** (stages - number + 1)
    names = {2: _("Final"), 4: _("Semi-finals"), 8: _("Quarter-finals")}
    return names.get(left) or _("Round of %(players)s") % {"players": left}


def round_title(event: Event, number: int) -> str:
    """The stage that a round belongs to, and which game of its ties it is; empty without a bracket."""
    first = KnockOutTie.objects.filter(event=event, stage=1).count()
    if not first:
        return ""
    stages, each = first.bit_length(), kind_rules(event).tie_games
    stage, game = divmod(number - 1, each)
    if stage >= stages:
        return ""
    title = stage_title(stage + 1, stages)
    if each == 1:
        return title
    return _("%(stage)s, game %(game)s") % {"stage": title, "game": game + 1}


def ties_of(event: Event) -> list[KnockOutTie]:
    """The ties of an event with players and play-off games, in two queries."""
    return list(
        KnockOutTie.objects.filter(event=event)
        .select_related("upper", "lower", "winner")
        .prefetch_related("play_off_games")
        .order_by("stage", "number")
    )


def bracket_of(event: Event) -> Bracket:
    """The bracket of an event, in four queries whatever its size."""
    rules, ties = kind_rules(event), ties_of(event)
    stages = stages_of(ties)
    games = games_of(event, ties, rules) if ties else {}
    views = [_view(event, tie, games[tie.pk], rules, stages) for tie in ties]
    return Bracket(
        tuple(
            StageView(
                number,
                stage_title(number, stages),
                tuple(view for view in views if view.tie.stage == number),
                2 ** (stages - number),
            )
            for number in range(1, stages + 1)
        ),
        rules,
        _placed(ties, stages),
    )


def _placed(ties: Sequence[KnockOutTie], stages: int) -> tuple[tuple[int, Entry], ...]:
    entries = {entry.number or 0: entry for tie in ties for entry in (tie.upper, tie.lower) if entry}
    places = final_places([decided_tie(tie) for tie in ties], stages) if ties else {}
    return tuple(
        (place, entries[number]) for number, place in sorted(places.items(), key=lambda one: one[::-1])
    )


def decided_tie(tie: KnockOutTie) -> DecidedTie:
    """A tie for the places."""
    return DecidedTie(
        tie.stage,
        tie.number,
        tie.upper.number or 0,
        tie.lower.number if tie.lower else None,
        tie.winner.number if tie.winner else None,
    )


def places_of(event: Event) -> Mapping[int, int]:
    """The place of everybody in the bracket by start number; empty where there is none."""
    ties = list(KnockOutTie.objects.filter(event=event).select_related("upper", "lower", "winner"))
    return final_places([decided_tie(tie) for tie in ties], stages_of(ties)) if ties else {}


def _view(event: Event, tie: KnockOutTie, games: Sequence[Game], rules: KindRules, stages: int) -> TieView:
    score = score_of(event, tie, games, rules)
    finished = bool(games) and not score.open
    return TieView(
        tie,
        score.upper,
        score.lower,
        tuple(_game(tie, game) for game in games),
        tuple(_faster(game) for game in tie.play_off_games.all()),
        is_level=tie.lower is not None and tie.winner_id is None and finished,
        third=tie.stage == stages and tie.number == 2,
    )


def _game(tie: KnockOutTie, game: Game) -> PlayedCell:
    return _cell(game.round.number, game.white_id == tie.upper_id, game.code, "")


def _faster(game: TiePlayOffGame) -> PlayedCell:
    return _cell(None, game.upper_white, game.code, game.rate)


def _cell(number: int | None, upper_white: bool, code: str, title: str) -> PlayedCell:
    white, black = GAME_CODES[code]
    sides = (SIGNS[white.outcome], SIGNS[black.outcome])
    if not white.played and not white.open:
        marks = {"win": "+", "draw": "=", "loss": "–"}
        sides = (marks[white.outcome], marks[black.outcome])
    upper, lower = sides if upper_white else sides[::-1]
    return PlayedCell(number, title or shown(code), upper_white, upper, lower, code in OPEN_CODES)


def may_add_step(tie: KnockOutTie) -> bool:
    """Whether another step of the play-off may begin."""
    return last_step_is_level(steps_of(tie))
