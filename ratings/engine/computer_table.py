"""The table made by computer that may come along with a report (11.31): Rar, n, W, W − We, and Ru."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ratings.engine.case import Case, case_of
from ratings.engine.event import rate_event
from ratings.engine.facts import PlayerFacts
from ratings.engine.first import Result, distinct, first_rating
from ratings.engine.games import score
from ratings.engine.matches import rated_games
from ratings.engine.results import EventRating, PlayerRating
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition, Parameter
from tournaments.rulebook.rounding import half_up

NOTHING_RATED = ("none.match", "none.scheveningen")


@dataclass(frozen=True, slots=True)
class ComputedRow:
    """One player of the table.

    `rar` is the mean of the rated opponents whom he met, a whole number; 0 for an unrated player who met too few.
    `n` games count, `w` points in them. `gain` is W − We before K, None for an unrated player. `ru` is what an
    unrated player's result is worth, unrounded, whatever its height; `ru_counts` whether it may enter a first
    rating.
    """

    number: int
    rating: int | None
    rar: int
    n: int
    w: Fraction
    gain: Fraction | None
    ru: Fraction | None
    ru_counts: bool


@dataclass(frozen=True, slots=True)
class Computed:
    """The rows by start number, the rating of the event they rest on, and the least number of rated opponents."""

    rows: tuple[ComputedRow, ...]
    rating: EventRating
    least: Parameter | None


def opponents_for_ru(edition: Edition) -> Parameter | None:
    """From how many rated opponents on Rar and Ru of an unrated player are printed (11.31).

    The text of 2004 says three; that of 2005 breaks off before it and came to need four for a result (6.42), which
    is taken over and marked. Later editions print as many as they need; None where
    an edition gives no first ratings.
    """
    if edition["first_rating"].text == "none":
        return None
    return edition.get("computer_table_opponents") or edition["rated_opponents_needed"]


def computed(record: Record, edition: Edition, facts: Mapping[int, PlayerFacts] | None = None) -> Computed:
    """The columns of 11.31 for every player of a record, under the edition of its first day.

    `facts` as for `rate_event`, which raises what it raises. W − We is that of the rating; Rar is the plain mean of
    the ratings met, so the cap of 350 points (10.51) shows in W − We alone.
    """
    rating = rate_event(record, edition, facts)
    case, _remarks = case_of(rated_games(record, edition).record, edition, facts or {})
    least = opponents_for_ru(edition)
    rows = tuple(_row(case, line, least) for line in rating.players)
    return Computed(rows, rating, least)


def _row(case: Case, line: PlayerRating, least: Parameter | None) -> ComputedRow:
    counted = case.counted(line.number)
    if any(step.key in NOTHING_RATED for step in line.steps):
        return ComputedRow(line.number, line.ro, 0, 0, Fraction(0), None, None, ru_counts=False)
    met = case.ratings(counted)
    mean = half_up(Fraction(sum(met), len(met))) if met else 0  # Rar as Rc: a whole number (10.51)
    if line.ro is not None:
        return ComputedRow(line.number, line.ro, mean, line.n, line.w, line.gain, None, ru_counts=False)
    if least is None or distinct(counted) < least.integer:
        return ComputedRow(line.number, None, 0, len(counted), score(counted), None, None, ru_counts=False)
    if line.ru is not None:
        return ComputedRow(line.number, None, mean, line.n, line.w, None, line.ru, line.first is not None)
    halves = sum(meeting.halves for meeting in counted)
    found = first_rating(case.edition, Result(Fraction(sum(met)), len(met), halves)).value
    return ComputedRow(line.number, None, mean, len(counted), score(counted), None, found, ru_counts=False)
