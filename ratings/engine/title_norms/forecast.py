"""What the rounds to come must bring for a norm: exact where the opponents are known, else what they must average."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from ratings.engine.title_norms.choosing import best_choice
from ratings.engine.title_norms.conditions import (
    Asked,
    conditions_of,
    counted_ratings,
    mix_conditions,
    performance_of,
)
from ratings.engine.title_norms.field import Field
from ratings.engine.title_norms.model import Forecast, Outlook, RoundRow
from ratings.engine.title_norms.rounds import NOT_PAIRED, OPEN, counting
from tournaments.record.model import Entry
from tournaments.rulebook.rounding import half_up

# With more rounds to come than these only their points are looked at, not each way to score them.
MOST_ROUNDS_PLAYED_OUT = 3
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class _Case:
    """An applicant with his games so far, those whose opponents are known, and how many are not."""

    field: Field
    applicant: Entry
    asked: Asked
    played: tuple[RoundRow, ...]
    coming: tuple[RoundRow, ...]
    unknown: int
    least: int
    exempt: bool

    @property
    def rounds(self) -> int:
        """Rounds to come."""
        return len(self.coming) + self.unknown

    @property
    def games(self) -> int:
        """Games at the end, if every round to come is played."""
        return len(self.played) + self.rounds


def forecast_of(
    field: Field, applicant: Entry, asked: Asked, rows: Sequence[RoundRow], least: int, *, exempt: bool
) -> Forecast | None:
    """What is needed in the rounds to come; None where there are none for this player."""
    left = [row for row in rows if row.round <= field.rounds and _will_play(applicant, row)]
    if not left:
        return None
    coming = tuple(replace(row, counted=True) for row in left if row.reason == OPEN)
    case = _Case(field, applicant, asked, counting(rows), coming, len(left) - len(coming), least, exempt)
    opponents = tuple(row.opponent for row in coming if row.opponent is not None)
    if case.games < least:
        return Forecast(case.rounds, opponents, (), None, ("games",))
    lacking = _lacking(case)
    outlooks = tuple(_outlooks(case, excluded=any(count > case.unknown for _key, count in lacking)))
    enough = [outlook.halves for outlook in outlooks if outlook.norm is not False]
    return Forecast(
        case.rounds, opponents, outlooks, min(enough, default=None), tuple(key for key, _count in lacking)
    )


def _will_play(applicant: Entry, row: RoundRow) -> bool:
    gone = applicant.withdrawn_after is not None and row.round > applicant.withdrawn_after
    return row.reason in (OPEN, NOT_PAIRED) and not gone


# --- the outlook of each score -------------------------------------------------------------------------


def _outlooks(case: _Case, *, excluded: bool) -> Iterator[Outlook]:
    """One for every number of points that the rounds to come can bring, from none to all."""
    scores = range(2 * case.rounds + 1)
    if excluded:
        yield from (Outlook(halves, False) for halves in scores)
    elif case.unknown:
        strongest = _strongest(case)
        yield from (_hanging(case, halves, strongest) for halves in scores)
    elif case.rounds <= MOST_ROUNDS_PLAYED_OUT:
        yield from _played_out(case)
    else:
        yield from (_together(case, halves) for halves in scores)


def _played_out(case: _Case) -> Iterator[Outlook]:
    """Every way to score the rounds to come; the same points may make a norm in one way and not in another."""
    found: dict[int, set[bool]] = {}
    for results in product((0, 1, 2), repeat=case.rounds):
        rows = [*case.played, *_scored(case.coming, results)]
        choice = best_choice(
            case.field,
            case.applicant,
            case.asked,
            sorted(rows, key=lambda row: row.round),
            least=case.least,
            exempt=case.exempt,
        )
        found.setdefault(sum(results), set()).add(choice.met)
    for halves, answers in sorted(found.items()):
        yield Outlook(halves, answers.pop() if len(answers) == 1 else None)


def _together(case: _Case, halves: int) -> Outlook:
    """Whether so many points make the norm with all games; where they do not, ignoring some may still help."""
    spread = [min(2, max(0, halves - 2 * place)) for place in range(case.rounds)]
    rows = [*case.played, *_scored(case.coming, spread)]
    conditions = conditions_of(
        case.field, case.applicant, case.asked, rows, least=case.least, exempt=case.exempt
    )
    if all(condition.met for condition in conditions):
        return Outlook(halves, True)
    return Outlook(
        halves, None if case.games > case.least and _average_asked(case, halves) is not None else False
    )


def _scored(rows: Sequence[RoundRow], results: Sequence[int]) -> list[RoundRow]:
    return [replace(row, halves=halves) for row, halves in zip(rows, results, strict=True)]


# --- opponents who are not known yet -------------------------------------------------------------------


def _hanging(case: _Case, halves: int, strongest: int) -> Outlook:
    """What the unknown opponents must average for so many points; impossible beyond the strongest still unmet."""
    average = _average_asked(case, halves)
    if average is None or average > strongest:
        return Outlook(halves, False, average)
    return Outlook(halves, None, average)


def _average_asked(case: _Case, halves: int) -> int | None:
    """The least average of the unknown opponents with which so many points are enough; None if none is.

    Games that were won may be ignored down to the fewest of a norm: the way that asks least counts. 0 where the
    known opponents are enough. Without unknown opponents, 0 or None.
    """
    found = [
        asked
        for dropped in range(_droppable(case, halves) + 1)
        if (asked := _asked_without(case, halves, dropped)) is not None
    ]
    return min(found, default=None)


def _droppable(case: _Case, halves: int) -> int:
    wins = sum(row.won for row in case.played) + halves // 2
    return min(case.games - case.least, wins)


def _asked_without(case: _Case, halves: int, dropped: int) -> int | None:
    games = case.games - dropped
    total = sum(row.halves or 0 for row in case.played) + halves - 2 * dropped
    per_cent, difference, _performance = performance_of(case.field.edition, 0, total, games)
    if per_cent < case.field.edition["least_per_cent"].integer:
        return None
    needed = max(case.asked.average, case.asked.performance - difference)
    known = sorted(
        (*case.played, *case.coming),
        key=lambda row: case.field.edition["unrated"].integer if row.rating is None else row.rating,
    )[dropped:]
    ratings = [rating for rating, _raised in counted_ratings(case.field.edition, case.asked.floor, known)]
    missing = (needed - HALF) * games - sum(ratings)
    others = games - len(known)
    if others <= 0:
        return 0 if missing <= 0 else None
    return max(0, -(-missing // others))


def _strongest(case: _Case) -> int:
    """The average of the strongest players not met yet, as many as opponents are unknown; the floor at least."""
    met = {row.opponent for row in (*case.played, *case.coming)} | {case.applicant.number}
    unrated = case.field.edition["unrated"].integer
    ratings = sorted(
        (
            unrated if entry.rating is None else entry.rating
            for entry in case.field.record.entries
            if entry.withdrawn_after is None and (entry.number not in met or case.field.double)
        ),
        reverse=True,
    )[: case.unknown]
    return (
        max(half_up(Fraction(sum(ratings), len(ratings))), case.asked.floor) if ratings else case.asked.floor
    )


def _lacking(case: _Case) -> list[tuple[str, int]]:
    """The conditions on opponents that those known do not meet yet, each with how many more it asks for.

    Asked is for the fewest games of a norm. A greatest share that is passed already can be mended only where
    games may be left out; where none may, more is asked for than any opponent could give.
    """
    known = [*case.played, *case.coming]
    found = []
    for condition in mix_conditions(
        case.field, case.applicant, case.asked, known, exempt=case.exempt, games=case.least
    ):
        if condition.met:
            continue
        if not condition.at_most:
            found.append((condition.key, -int(condition.margin)))
        elif case.games == case.least:
            found.append((condition.key, case.unknown + 1))
    return found
