"""A calculated event as arrays, held against the exact engine's own result before it is kept."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction

import numpy as np

from ratings.engine.bulk.arrays import (
    CODE_NUMBERS,
    EXACT,
    LEFT_OUT,
    MATCH,
    MAY_BE_FIRST,
    UNRATED_FOR_OPPONENTS,
    VALID_BEFORE,
    EventArrays,
    Ints,
    Lines,
    PeriodArrays,
)
from ratings.engine.bulk.counting import code_tables
from ratings.engine.bulk.kernel import lines_of
from ratings.engine.bulk.rules import event_rules
from ratings.engine.case import Case
from ratings.engine.first import rated_opponents_needed
from ratings.engine.results import EventRating, PlayerRating
from tournaments.record.model import Record


def event_arrays(record: Record, case: Case, rating: EventRating, persons: Mapping[int, int]) -> EventArrays:
    """The event as the kernel reads it; `persons` names the person of each start number.

    `case` is what the engine rated, `rating` its result. The kernel computes the event at once: where it does not
    give that result to the last digit, the event is marked as the exact engine's.
    """
    lines = {line.number: line for line in rating.players}
    numbers = sorted(lines)
    place = {number: index for index, number in enumerate(numbers)}
    made = EventArrays(
        persons=_ints([persons[number] for number in numbers]),
        numbers=_ints(numbers),
        ratings=_ints([lines[number].ro or 0 for number in numbers]),
        factors=_ints([_factor(lines[number]) for number in numbers]),
        entry_marks=_ints([_entry_mark(case, number) for number in numbers]),
        white=_ints([place[game.white] for game in record.games]),
        black=_ints([place[game.black] for game in record.games]),
        codes=_codes(record, case),
        marks=MATCH if record.event.system == "match" else 0,
        first_day=_ordinal(record.event.start),
        last_day=_ordinal(record.event.end or record.event.start),
    )
    if agrees(made, case, rating):
        return made
    return EventArrays(
        **{name: getattr(made, name) for name in EventArrays.__slots__ if name != "marks"},
        marks=made.marks | EXACT,
    )


def agrees(event: EventArrays, case: Case, rating: EventRating) -> bool:
    """Whether the kernel gives the engine's result for this event, each number of each player."""
    rules = event_rules(case.edition)
    if rules is None:
        return False
    found = lines_of(one_event(event), (rules,))
    return all(
        _line_agrees(found, index, line)
        for index, line in enumerate(sorted(rating.players, key=lambda item: item.number))
    )


def one_event(event: EventArrays) -> PeriodArrays:
    """A period of this event alone."""
    return PeriodArrays(
        persons=event.persons.astype(np.int64),
        ratings=event.ratings.astype(np.int64),
        factors=event.factors.astype(np.int64),
        entry_marks=event.entry_marks.astype(np.int64),
        events=np.zeros(len(event.persons), dtype=np.int64),
        white=event.white.astype(np.int64),
        black=event.black.astype(np.int64),
        codes=event.codes.astype(np.int64),
        event_marks=_ints([event.marks]),
        last_days=_ints([event.last_day]),
        editions=_ints([0]),
    )


def _line_agrees(found: Lines, index: int, line: PlayerRating) -> bool:
    first = line.first
    numbers = (
        (found.games, Fraction(line.n)),
        (found.halves, line.w * 2),
        (found.gain, line.gain * 100),
        (found.counts, Fraction(first is not None)),
    )
    if any(int(column[index]) != wanted for column, wanted in numbers):
        return False
    return first is None or (
        int(found.opponents_sum[index]) == first.opponents_sum
        and int(found.met[index]) == first.rated_opponents
        and int(found.ru_top[index]) == first.ru * int(found.ru_bottom[index])
    )


def _entry_mark(case: Case, number: int) -> int:
    player = case.players[number]
    mark = 0
    if player.rating is None:
        mark |= MAY_BE_FIRST if player.first_event is not False else 0
        mark |= VALID_BEFORE if _one_is_enough(case, number) else 0
    elif player.shown is None:
        mark |= UNRATED_FOR_OPPONENTS
    return mark


def _one_is_enough(case: Case, number: int) -> bool:
    """Whether one rated opponent makes this unrated player's result valid (6.42)."""
    if case.edition["first_rating"].text == "none":
        return False
    return rated_opponents_needed(case.edition, case.players[number], case.day) == 1


def _codes(record: Record, case: Case) -> Ints:
    """The code of each game; a game that was left out although it was played and rated is marked so."""
    rated = code_tables()[0]
    counted = {(meeting.round, meeting.board) for meetings in case.meetings.values() for meeting in meetings}
    codes = [CODE_NUMBERS[game.code] for game in record.games]
    left_out = [
        LEFT_OUT if rated[code] and (game.round, game.board) not in counted else 0
        for code, game in zip(codes, record.games, strict=True)
    ]
    return _ints([code | mark for code, mark in zip(codes, left_out, strict=True)])


def _factor(line: PlayerRating) -> int:
    return 0 if line.ro is None else line.k_nominal or 0


def _ordinal(day: date | None) -> int:
    return 0 if day is None else day.toordinal()


def _ints(values: list[int]) -> Ints:
    return np.asarray(values, dtype=np.int64)
