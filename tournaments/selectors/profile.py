"""Reads about one player's events: entry, points and games of each, in two queries for a page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from players.models import Person
from tournaments.models import Entry, Event, Seat
from tournaments.record.codes import BYE_CODES, GAME_CODES, Side
from tournaments.record.crosstable import crosstable
from tournaments.record.model import ScoreSystem
from tournaments.snapshot import has_special_points, record_of


@dataclass(frozen=True, slots=True)
class Appearance:
    """An entry with points in halves (None before the first result) and games played over the board."""

    entry: Entry
    halves: int | None
    played: int

    @property
    def event(self) -> Event:
        """The event entered."""
        return self.entry.event


def appearances_of(person: Person) -> QuerySet[Entry]:
    """The person's entries in announced events, those of records merged into his included, newest first."""
    return (
        Entry.objects.filter(Q(person=person) | Q(person__merged_into=person))
        .exclude(event__state=Event.State.DRAFT)
        .select_related("event")
        .order_by("-event__start", "-event_id", "pk")
    )


def games_of(entries: Sequence[Entry]) -> list[Appearance]:
    """Points and games of each entry, by one query for all its seats; more where special points were given."""
    seats: dict[int, list[Seat]] = {entry.pk: [] for entry in entries}
    for seat in Seat.objects.filter(entry_id__in=list(seats)).select_related("game"):
        seats[seat.entry_id].append(seat)
    return [_appearance(entry, seats[entry.pk]) for entry in entries]


def _appearance(entry: Entry, seats: Sequence[Seat]) -> Appearance:
    sides = [(seat, _side(seat)) for seat in seats]
    known = [(seat, side) for seat, side in sides if not side.open]
    halves = sum(_halves(entry.event, seat, side) for seat, side in known) if known else None
    if halves is not None and entry.number and has_special_points(entry.event):
        halves = crosstable(record_of(entry.event_id)).row(entry.number).halves
    return Appearance(entry, halves, sum(side.played for _seat, side in known))


def _side(seat: Seat) -> Side:
    if seat.game is None:
        return BYE_CODES[seat.bye]
    white, black = GAME_CODES[seat.game.code]
    return white if seat.game.white_id == seat.entry_id else black


def _halves(event: Event, seat: Seat, side: Side) -> int:
    """The points of a round under the event's score system; an allocated bye gives what the event says."""
    system = ScoreSystem(event.win_halves, event.draw_halves, event.loss_halves, event.pairing_bye_halves)
    return system.halves(side.outcome, "" if seat.game is not None else seat.bye)
