"""The facts of an event as flat rows, for a standing that is counted anew after each result.

`tournaments.snapshot.record_of` makes a whole record of an event: checked, with an object for each game. A count of
a large event would spend most of its time in that; here the rows of the database stay rows.
"""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple, cast

from tournaments.models import ByeRequest, Entry, Event, Game, Seat, Team
from tournaments.record.model import Bye, EventFacts, Record, SpecialPoints
from tournaments.record.model import Team as RecordTeam
from tournaments.record.withdrawals import left_early
from tournaments.snapshot import event_facts, special_points_of

ENTRY_COLUMNS = (
    "number",
    "name",
    "title",
    "federation",
    "rating",
    "pk",
    "person_id",
    "team_id",
    "board_order",
    "withdrawn_after",
)
GAME_COLUMNS = ("round__number", "board", "white_id", "black_id", "code", "colours_known", "match")


class FlatEntry(NamedTuple):
    """An entry with a start number; the first five as in the record, then the keys of the database."""

    number: int
    name: str
    title: str
    federation: str
    rating: int | None
    entry: int
    person: int | None
    team: int | None
    board_order: int | None
    withdrawn_after: int | None = None


class FlatGame(NamedTuple):
    """A game with the fields of `tournaments.record.model.Game`."""

    round: int
    board: int
    white: int
    black: int
    code: str
    colours_known: bool
    match: int | None
    played_on: date | None = None


class Facts(NamedTuple):
    """What a standing is counted from. The names are those of `Record`, so that the engine reads it as one."""

    event: EventFacts
    entries: list[FlatEntry]
    games: list[FlatGame]
    byes: list[Bye]
    teams: list[RecordTeam]
    special_points: tuple[SpecialPoints, ...] = ()

    def as_record(self) -> Record:
        """The same, for what asks for a record and reads nothing else of it."""
        return cast("Record", self)


def facts_of(event: Event) -> Facts:
    """The facts of an event as they stand, in four queries; five where it has teams, two more where
    points were given beside the score system.

    Equal to `record_of` in all that a standing is counted from. The database keeps what a record would check
    (codes, rounds, who plays).
    """
    event_id = event.pk
    rows = Entry.objects.filter(event_id=event_id, number__isnull=False).order_by("number")
    entries = [FlatEntry._make(row) for row in rows.values_list(*ENTRY_COLUMNS)]
    numbers = {entry.entry: entry.number for entry in entries}
    games = _games(event_id, numbers)
    byes = sorted(
        _byes(event_id, numbers, {game.round for game in games}), key=lambda bye: (bye.round, bye.entry)
    )
    teams = list(_teams(event_id, entries)) if any(entry.team for entry in entries) else []
    withdrawn = any(entry.withdrawn_after is not None for entry in entries)
    special = special_points_of(event, numbers)
    return Facts(event_facts(event, withdrawn=withdrawn), entries, games, byes, teams, special)


def standing_facts(facts: Facts) -> Facts:
    """The facts as the standings count them: without who left a round robin early, and the games against him."""
    gone = left_early(facts.as_record())
    if not gone:
        return facts
    return facts._replace(
        entries=[entry for entry in facts.entries if entry.number not in gone],
        games=[game for game in facts.games if not gone & {game.white, game.black}],
        byes=[bye for bye in facts.byes if bye.entry not in gone],
    )


def _games(event_id: int, numbers: dict[int, int]) -> list[FlatGame]:
    rows = Game.objects.filter(round__event_id=event_id).order_by("round__number", "board")
    return [
        FlatGame(a_round, board, numbers[white], numbers[black], code, colours_known, match)
        for a_round, board, white, black, code, colours_known, match in rows.values_list(*GAME_COLUMNS)
    ]


def _byes(event_id: int, numbers: dict[int, int], with_games: set[int]) -> Iterator[Bye]:
    """The byes of paired rounds, then those asked for in rounds that nobody has paired yet."""
    paired = set(with_games)
    seats = Seat.objects.filter(round__event_id=event_id, game__isnull=True).order_by()
    for a_round, entry, code in seats.values_list("round__number", "entry_id", "bye"):
        paired.add(a_round)
        yield Bye(a_round, numbers[entry], code)
    asked = ByeRequest.objects.filter(entry__event_id=event_id, entry__number__isnull=False)
    for a_round, entry, code in asked.values_list("round_number", "entry_id", "code"):
        if a_round not in paired:
            yield Bye(a_round, numbers[entry], code)


def _teams(event_id: int, entries: list[FlatEntry]) -> Iterator[RecordTeam]:
    members: dict[int, list[FlatEntry]] = {}
    for entry in entries:
        if entry.team is not None:
            members.setdefault(entry.team, []).append(entry)
    rows = Team.objects.filter(event_id=event_id).order_by("number")
    for key, number, name, federation in rows.values_list("pk", "number", "name", "federation"):
        own = sorted(members.get(key, []), key=lambda entry: (entry.board_order or 0, entry.number))
        yield RecordTeam(number, name, tuple(entry.number for entry in own), federation)
