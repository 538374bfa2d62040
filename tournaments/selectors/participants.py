"""One player's way through an event: every round with colour, opponent and result, and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.models import ByeRequest, Entry, Event, Game, Round, Seat
from tournaments.record.codes import BYE_CODES, GAME_CODES, OPEN_CODES
from tournaments.record.crosstable import Row, crosstable
from tournaments.record.model import ScoreSystem
from tournaments.snapshot import has_special_points, record_of


@dataclass(frozen=True, slots=True)
class Appearance:
    """A round of the player. Without a game `bye` is the code of his bye, or empty where he has no place yet.

    `halves` are the points of the round in half points, None while it is open or to come; `total` those so far.
    """

    number: int
    round: Round | None
    game: Game | None
    colour: str
    bye: str
    halves: int | None
    total: int
    asked: bool = False

    @property
    def opponent(self) -> Entry | None:
        """Who sits opposite."""
        if self.game is None:
            return None
        return self.game.black if self.colour == "w" else self.game.white

    @property
    def is_open(self) -> bool:
        """He is paired and there is no result."""
        return self.game is not None and self.game.code in OPEN_CODES

    @property
    def own_text(self) -> str:
        """The result from his side: 1, ½ or 0 with `u` (unrated) or `a` (adjudicated); + − = for a game not played."""
        if self.game is None or self.is_open:
            return ""
        white, black = GAME_CODES[self.game.code]
        side = white if self.colour == "w" else black
        if not side.played:
            return {"win": "+", "draw": "=", "loss": "−"}[side.outcome]
        suffix = self.game.code[-1] if self.game.code[-1] in "ua" else ""
        return {"win": "1", "draw": "½", "loss": "0"}[side.outcome] + suffix


@dataclass(frozen=True, slots=True)
class Way:
    """A player's rounds in order, and his next game: the first of his without a result.

    `special`: points beside the score system are part of his.
    """

    entry: Entry
    rounds: tuple[Appearance, ...]
    halves: int
    special: bool = False

    @property
    def next(self) -> Appearance | None:
        """The first round of his in which a result is still to come; None where there is none."""
        return next((each for each in self.rounds if each.is_open), None)

    @property
    def waits(self) -> bool:
        """Whether a round is still to be paired in which he may play."""
        withdrawn = self.entry.withdrawn_after
        return any(
            each.game is None and each.halves is None and (withdrawn is None or each.number <= withdrawn)
            for each in self.rounds
        )

    @property
    def games(self) -> int:
        """How many of his boards have a result."""
        return sum(each.game is not None and not each.is_open for each in self.rounds)


def way_of(event: Event, entry: Entry) -> Way:
    """The player's way through the event; three queries whatever its size, more where special points were given."""
    rounds = {each.number: each for each in Round.objects.filter(event_id=event.pk)}
    seats = Seat.objects.filter(entry_id=entry.pk, round__event_id=event.pk).select_related(
        "game__white", "game__black", "round"
    )
    taken = {seat.round.number: seat for seat in seats}
    asked = dict(ByeRequest.objects.filter(entry_id=entry.pk).values_list("round_number", "code"))
    last = max([event.rounds_planned, *rounds])
    found = tuple(
        _appearances(
            event, entry, [(n, rounds.get(n), taken.get(n), asked.get(n, "")) for n in range(1, last + 1)]
        )
    )
    total = found[-1].total if found else 0
    if not has_special_points(event) or entry.number is None or event.is_team_event:
        return Way(entry, found, total)
    row = crosstable(record_of(event.pk)).row(entry.number)
    return Way(
        entry, tuple(_as_counted(each, row) for each in found), row.halves, special=row.halves != total
    )


def _as_counted(appearance: Appearance, row: Row) -> Appearance:
    """The round with the points that it brought, and the score after it, as the crosstable counts both."""
    cell = row.cells[appearance.number - 1] if appearance.number <= len(row.cells) else None
    halves = appearance.halves if appearance.halves is None or cell is None else cell.halves
    return replace(appearance, halves=halves, total=row.score_after(appearance.number))


def _appearances(
    event: Event, entry: Entry, rows: Sequence[tuple[int, Round | None, Seat | None, str]]
) -> Sequence[Appearance]:
    system = ScoreSystem(event.win_halves, event.draw_halves, event.loss_halves, event.pairing_bye_halves)
    found, total = [], 0
    for number, round_, seat, asked in rows:
        halves: int | None = None
        game = seat.game if seat else None
        if seat and game is not None:
            white, black = GAME_CODES[game.code]
            if game.code not in OPEN_CODES:
                halves = system.halves((white if seat.colour == "w" else black).outcome)
        elif seat:
            halves = system.halves(BYE_CODES[seat.bye].outcome, seat.bye)
        total += halves or 0
        found.append(
            Appearance(
                number,
                round_,
                game,
                seat.colour if seat else "",
                seat.bye if seat else asked,
                halves,
                total,
                asked=seat is None and bool(asked),
            )
        )
    return found
