"""Reads about one round: its boards with the points before it, its byes."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Entry, Event, Game, Round, Seat
from tournaments.record.codes import BYE_CODES, GAME_CODES, OPEN_CODES, shown
from tournaments.record.crosstable import crosstable
from tournaments.record.model import ScoreSystem
from tournaments.selectors.moves import game_with_moves
from tournaments.snapshot import has_special_points, record_of

# Columns of an entry that no list of boards shows; read when somebody asks after all.
NOT_ON_A_BOARD = (
    *("birth", "sex", "fide_id", "national_id", "club", "rating_k", "rating_games", "rating_source"),
    *("other_rating", "other_source", "other_day", "start_rating", "start_source", "start_day"),
    *("stated_points_halves", "stated_rank", "source_cells"),
)


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
        .defer(*(f"{side}__{column}" for side in ("white", "black") for column in NOT_ON_A_BOARD))
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
    """Everybody's points in halves before a round, by start number.

    The same sums as the crosstable's `score_after`, from the games and byes of the rounds before alone; a bye
    asked for in a round that nobody has paired gives nothing yet, and neither does a seat that does not exist.
    Where points were given beside the score system, the crosstable itself is asked.
    """
    if has_special_points(event):
        rows = crosstable(record_of(event.pk)).rows
        return {start_number: row.score_after(number - 1) for start_number, row in rows.items()}
    system = ScoreSystem(event.win_halves, event.draw_halves, event.loss_halves, event.pairing_bye_halves)
    meaning = {
        code: (system.halves(white.outcome), system.halves(black.outcome))
        for code, (white, black) in GAME_CODES.items()
    }
    numbers = dict(
        Entry.objects.filter(event=event, number__isnull=False).values_list("pk", "number").order_by()
    )
    halves = dict.fromkeys(numbers, 0)
    played = Game.objects.filter(round__event=event, round__number__lt=number).order_by()
    for white, black, code in played.values_list("white_id", "black_id", "code"):
        halves[white] += meaning[code][0]
        halves[black] += meaning[code][1]
    rested = Seat.objects.filter(round__event=event, round__number__lt=number, game__isnull=True).order_by()
    for entry, code in rested.values_list("entry_id", "bye"):
        halves[entry] += system.halves(BYE_CODES[code].outcome, code)
    return {numbers[entry] or 0: total for entry, total in halves.items()}
