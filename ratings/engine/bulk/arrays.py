"""The shapes in which the bulk path holds a period: one array for each datum, no object for each game."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tournaments.record.codes import GAME_CODES

Ints: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]
Small: TypeAlias = NDArray[np.integer]

# What an entry's `marks` may say, one bit each.
MAY_BE_FIRST = 1  # an unrated player of whom no earlier event is known (6.1, 8.2.1)
VALID_BEFORE = 2  # an earlier result of an unrated player counts already (6.42)
UNRATED_FOR_OPPONENTS = 4  # rated between the event and its calculation (10.4)

# What an event's `marks` may say.
MATCH = 1  # two players only: not rated with an unrated one (6.1 of 2024)
EXACT = 2  # only the exact engine gives the event's numbers: averages of a tournament, several lists
LEFT_OUT = 128  # bit of a game's code: played, but the rules of the event leave it out (6.5)

CODES = tuple(GAME_CODES)
CODE_NUMBERS = {code: number for number, code in enumerate(CODES)}


@dataclass(frozen=True, slots=True)
class EventArrays:
    """One calculated event. Entries in the order of start numbers, games by round and board.

    `ratings` are those from which a player himself is rated, 0 for an unrated one; `factors` the nominal K (0
    for an unrated player); `white` and `black` are places in the arrays of entries. `first_day` and `last_day`
    are days of the common calendar's count (`date.toordinal`), 0 where they are not known.
    """

    persons: Small
    numbers: Small
    ratings: Small
    factors: Small
    entry_marks: Small
    white: Small
    black: Small
    codes: Small
    marks: int = 0
    first_day: int = 0
    last_day: int = 0


@dataclass(frozen=True, slots=True)
class PeriodArrays:
    """Many events one after the other; `white` and `black` are places among all entries.

    `events` is the place of the event to which an entry belongs; `editions` the place of each event's edition in
    the caller's tuple.
    """

    persons: Ints
    ratings: Ints
    factors: Ints
    entry_marks: Ints
    events: Ints
    white: Ints
    black: Ints
    codes: Ints
    event_marks: Ints
    last_days: Ints
    editions: Ints

    @property
    def entry_count(self) -> int:
        """How many entries all events have."""
        return len(self.persons)


@dataclass(frozen=True, slots=True)
class Lines:
    """What the events do to their entries, one line an entry, as the engine's `PlayerRating` has it.

    `games` counted games, `halves` half points in them, `gain` score minus expectation in hundredths (0 for an
    unrated player). `counts` marks an unrated player's result that may enter a pool: `opponents_sum`, `met`
    different rated opponents, and the result `ru_top / ru_bottom`, unrounded. An entry of an event that the
    kernel leaves to the exact engine has `done` false and zeros.
    """

    done: Mask
    games: Ints
    halves: Ints
    gain: Ints
    counts: Mask
    opponents_sum: Ints
    met: Ints
    ru_top: Ints
    ru_bottom: Ints


def empty_lines(count: int) -> Lines:
    """Lines in which nothing is done yet."""

    def zeros() -> Ints:
        return np.zeros(count, dtype=np.int64)

    return Lines(
        done=np.zeros(count, dtype=np.bool_),
        games=zeros(),
        halves=zeros(),
        gain=zeros(),
        counts=np.zeros(count, dtype=np.bool_),
        opponents_sum=zeros(),
        met=zeros(),
        ru_top=zeros(),
        ru_bottom=np.ones(count, dtype=np.int64),
    )


@dataclass(frozen=True, slots=True)
class Parts:
    """What single events did to players, in the order in which the events count: one place a player and event.

    `ratings` own rating at the event, 0 for an unrated player; `factors` the nominal K; the rest as in `Lines`.
    `ended` is the event's last day, `lists` the first day of the list for which it was counted.
    """

    persons: Ints
    ratings: Ints
    factors: Ints
    games: Ints
    halves: Ints
    gain: Ints
    counts: Mask
    opponents_sum: Ints
    ended: Ints
    lists: Ints

    def where(self, chosen: Mask) -> "Parts":
        """Those of a selection, in the same order."""
        return Parts(**{name: getattr(self, name)[chosen] for name in Parts.__slots__})

    def and_then(self, later: "Parts") -> "Parts":
        """These, then the others."""
        return Parts(
            **{name: np.concatenate((getattr(self, name), getattr(later, name))) for name in Parts.__slots__}
        )


@dataclass(frozen=True, slots=True)
class ListBefore:
    """The list before a period, rated rows by rising person: 0 where a number or day is not known.

    `k_games` is -1 where nobody knows it. Days are `date.toordinal`.
    """

    persons: Ints
    rating: Ints
    k: Ints
    games_total: Ints
    highest: Ints
    k_games: Ints
    inactive_lists: Ints
    last_played: Ints

    def where(self, chosen: Mask) -> "ListBefore":
        """Those of a selection."""
        return ListBefore(**{name: getattr(self, name)[chosen] for name in ListBefore.__slots__})


@dataclass(frozen=True, slots=True)
class ListAfter:
    """The rows of the next list by rising person; the columns of `list_rows.ListRow`, 0 and -1 as above.

    `change` is the unrounded change of a rated player in hundredths, `marks` a place in `MARKS`.
    """

    persons: Ints
    rating: Ints
    previous_rating: Ints
    k: Ints
    k_games: Ints
    games: Ints
    games_total: Ints
    highest: Ints
    marks: Ints
    inactive_lists: Ints
    last_played: Ints
    change: Ints

    def where(self, chosen: Mask) -> "ListAfter":
        """Those of a selection."""
        return ListAfter(**{name: getattr(self, name)[chosen] for name in ListAfter.__slots__})

    def and_then(self, others: "ListAfter") -> "ListAfter":
        """These and the others, by rising person."""
        return joined(self, others)[0]


def joined(rows: ListAfter, others: ListAfter) -> tuple[ListAfter, Ints]:
    """Both by rising person, and the order in which the places of one after the other became theirs."""
    persons = np.concatenate((rows.persons, others.persons))
    order = np.argsort(persons, kind="stable")
    is_sorted = bool((persons[1:] >= persons[:-1]).all())
    columns = {
        name: np.concatenate((getattr(rows, name), getattr(others, name))) for name in ListAfter.__slots__
    }
    if not is_sorted:
        columns = {name: column[order] for name, column in columns.items()}
    return ListAfter(**columns), order
