"""Reads about one round: its boards with the points before it, its byes."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Entry, Event, Game, Round, Seat
from tournaments.record.codes import OPEN_CODES, shown
from tournaments.record.crosstable import crosstable
from tournaments.selectors.moves import game_with_moves
from tournaments.snapshot import record_of


@dataclass(frozen=True, slots=True)
class Board:
    """A board as a page shows it; points in halves as of the start of the round, None if not known."""

    game: Game
    white_halves: int | None
    black_halves: int | None

    @property
    def is_open(self) -> bool:
        """There is no result yet."""
        return self.game.code in OPEN_CODES

    @property
    def text(self) -> str:
        """The result with the sign for one half; empty while there is none."""
        return "" if self.game.code == "*" else shown(self.game.code)


@dataclass(frozen=True, slots=True)
class Resting:
    """A player without a board in the round."""

    entry: Entry
    code: str


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round with boards and byes."""

    round: Round | None
    number: int
    boards: tuple[Board, ...]
    resting: tuple[Resting, ...]

    @property
    def open_count(self) -> int:
        """Boards without result."""
        return sum(board.is_open for board in self.boards)

    @property
    def done_count(self) -> int:
        """Boards with a result."""
        return len(self.boards) - self.open_count


def round_page(event: Event, number: int, *, with_points: bool = True) -> RoundPage:
    """The boards and byes of a round; empty where nobody has paired it."""
    found = Round.objects.filter(event=event, number=number).first()
    if found is None:
        return RoundPage(None, number, (), ())
    games = list(
        Game.objects.filter(round=found)
        .select_related("white", "black", "entered_by")
        .annotate(has_moves=game_with_moves())
        .order_by("board")
    )
    before = points_before(event, number) if with_points and games else {}
    boards = tuple(
        Board(game, before.get(game.white.number or 0), before.get(game.black.number or 0)) for game in games
    )
    seats = (
        Seat.objects.filter(round=found, game__isnull=True).select_related("entry").order_by("entry__number")
    )
    return RoundPage(found, number, boards, tuple(Resting(seat.entry, seat.bye) for seat in seats))


def points_before(event: Event, number: int) -> Mapping[int, int]:
    """Everybody's points in halves before a round, by start number."""
    table = crosstable(record_of(event.pk))
    return {start_number: row.score_after(number - 1) for start_number, row in table.rows.items()}
