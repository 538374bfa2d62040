"""Why a Swiss round was paired so: score groups, colours due, floats and the rule, from the record of play."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Event, Game, Seat
from tournaments.pairing.history import histories
from tournaments.pairing.swiss import first_colour_shown
from tournaments.pairing.why import PlayerFacts, colour_rule, explain, facts
from tournaments.record.model import Record
from tournaments.rulebook.explained import Step
from tournaments.snapshot import record_of


@dataclass(frozen=True, slots=True)
class BoardWhy:
    """A board with the facts of both players; `article` is the colour rule, `as_due` if it was followed."""

    game: Game
    white: PlayerFacts
    black: PlayerFacts
    article: str
    as_due: bool

    @property
    def floats(self) -> bool:
        """The two come from different score groups."""
        return self.white.halves != self.black.halves


@dataclass(frozen=True, slots=True)
class GroupWhy:
    """The boards whose higher player stands in one score group; pairing score in halves."""

    halves: int
    boards: tuple[BoardWhy, ...]


@dataclass(frozen=True, slots=True)
class RoundWhy:
    """A paired round, group by group, with who has the allocated bye and why it fell on him."""

    number: int
    groups: tuple[GroupWhy, ...]
    bye: PlayerFacts | None
    accelerated: bool


def round_reasons(event: Event, number: int) -> RoundWhy | None:
    """The reasons of a whole round; None where no board is paired."""
    record = record_of(event.pk)
    games = _games(event, number)
    if not games:
        return None
    away, bye = _without_board(event, number)
    past = histories(record, number)
    known = facts(record, number, away, past)
    colour = _first_colour(event, record)
    groups: dict[int, list[BoardWhy]] = {}
    for game in games:
        white, black = game.white.number or 0, game.black.number or 0
        article, due_white = colour_rule(past, known, white, black, colour)
        board = BoardWhy(game, known[white], known[black], article, due_white == white)
        groups.setdefault(max(board.white.halves, board.black.halves), []).append(board)
    return RoundWhy(
        number,
        tuple(GroupWhy(halves, tuple(groups[halves])) for halves in sorted(groups, reverse=True)),
        known.get(bye) if bye else None,
        any(each.virtual for each in known.values()),
    )


def board_reasons(event: Event, game: Game) -> tuple[Step, ...]:
    """The steps of one board."""
    record = record_of(event.pk)
    number = game.round.number
    away, _bye = _without_board(event, number)
    pair = (game.white.number or 0, game.black.number or 0)
    colour = _first_colour(event, record)
    return explain(record, number, [pair], first_colour=colour, absent=away)[0]


def _games(event: Event, number: int) -> list[Game]:
    games = Game.objects.filter(round__event=event, round__number=number)
    return list(games.select_related("white", "black", "round").order_by("board"))


def _without_board(event: Event, number: int) -> tuple[set[int], int]:
    """Who was away, and who had the allocated bye (0: nobody)."""
    seats = Seat.objects.filter(round__event=event, round__number=number, game__isnull=True)
    codes: Mapping[int, str] = {
        start: code for start, code in seats.values_list("entry__number", "bye") if start is not None
    }
    away = {start for start, code in codes.items() if code != "U"}
    return away, next((start for start, code in codes.items() if code == "U"), 0)


def _first_colour(event: Event, record: Record) -> str:
    return event.first_colour or first_colour_shown(record) or "w"
