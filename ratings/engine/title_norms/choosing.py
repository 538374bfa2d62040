"""Which games make the norm: all of them, those up to a round, or those without some that were won (1.4.1e, f)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ratings.engine.title_norms.conditions import (
    Asked,
    average_of,
    conditions_of,
    counted_ratings,
    mix_conditions,
    performance_of,
)
from ratings.engine.title_norms.field import Field
from ratings.engine.title_norms.model import Condition, RoundRow
from tournaments.record.model import Entry


@dataclass(frozen=True, slots=True)
class Choice:
    """A set of games with the conditions it meets or misses; `last_round` is the last that was looked at."""

    rows: tuple[RoundRow, ...]
    conditions: tuple[Condition, ...]
    last_round: int

    @property
    def met(self) -> bool:
        """Every condition holds."""
        return all(condition.met for condition in self.conditions)

    @property
    def performance(self) -> int:
        """Margin of the performance, in Elo points."""
        return int(self.conditions[-1].margin)


def best_choice(
    field: Field, applicant: Entry, asked: Asked, rows: Sequence[RoundRow], *, least: int, exempt: bool
) -> Choice:
    """The games with which the norm is made, as many as possible; all that may count where none make it.

    `rows` are the rows that count. Rounds after a title result may be ignored unless all pairings were fixed
    beforehand; games that were won may be ignored always, in a round robin only if the opponents of all rounds
    meet the rules on federations and titles (1.4.1). Every such set is tried, the larger ones first; of equal
    size the one with the best performance counts.
    """
    whole = _choice(field, applicant, asked, rows, least=least, exempt=exempt)
    if whole.met or len(rows) < least:
        return whole
    found: Choice | None = None
    for part in _smaller(field, applicant, asked, rows, least=least, exempt=exempt):
        if found is not None and len(part) < len(found.rows):
            break
        choice = _choice(field, applicant, asked, part, least=least, exempt=exempt)
        if choice.met and (found is None or choice.performance > found.performance):
            found = choice
    return whole if found is None else found


def _choice(
    field: Field, applicant: Entry, asked: Asked, rows: Sequence[RoundRow], *, least: int, exempt: bool
) -> Choice:
    conditions = conditions_of(field, applicant, asked, rows, least=least, exempt=exempt)
    return Choice(tuple(rows), conditions, rows[-1].round if rows else 0)


def _smaller(
    field: Field, applicant: Entry, asked: Asked, rows: Sequence[RoundRow], *, least: int, exempt: bool
) -> Iterator[tuple[RoundRow, ...]]:
    """Sets of games with some left out that may be, the larger ones first; hopeless ones are not made."""
    if field.predetermined:
        mix = mix_conditions(field, applicant, asked, rows, exempt=exempt)
        ends = [len(rows)] if all(condition.met for condition in mix) else []
    else:
        ends = list(range(len(rows), least - 1, -1))
    for size in range(len(rows) - 1, least - 1, -1):
        for end in ends:
            dropped = end - size
            part = rows[:end]
            wins = [place for place, row in enumerate(part) if row.won]
            if not 0 <= dropped <= len(wins) or not _within_reach(field, asked, part, dropped):
                continue
            for gone in combinations(wins, dropped):
                yield tuple(row for place, row in enumerate(part) if place not in gone)


def _within_reach(field: Field, asked: Asked, rows: Sequence[RoundRow], dropped: int) -> bool:
    """Whether average and performance can be there at all when so many games that were won are left out.

    The best average is that without the lowest of all opponents, whoever beat them; the score is the same
    whichever wins are left out. Where opponents are met twice, two may be raised: there all count as raised.
    """
    edition, kept = field.edition, len(rows) - dropped
    order = sorted(rows, key=lambda row: row.rating or edition["unrated"].integer)[dropped:]
    ratings = [rating for rating, _raised in counted_ratings(edition, asked.floor, order)]
    if field.double:
        ratings = [max(rating, asked.floor) for rating in ratings]
    average = average_of(edition, ratings)
    halves = sum(row.halves or 0 for row in rows) - 2 * dropped
    per_cent, _dp, performance = performance_of(edition, average, halves, kept)
    return (
        average >= asked.average
        and per_cent >= edition["least_per_cent"].integer
        and performance >= asked.performance
    )
