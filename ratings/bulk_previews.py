"""What a list computed over arrays would say that the list before did not."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from fractions import Fraction

import numpy as np
from django.utils.translation import gettext as _

from ratings.bulk_computing import Computed
from ratings.engine.bulk.arrays import ListAfter
from ratings.engine.bulk.listing import MARKS
from ratings.engine.list_rows import BACK, DELISTED, ENTERED, FIRST, INACTIVE
from ratings.engine.period import PeriodRating
from ratings.list_contents import TITLED, BuiltRow, Identity, identities_of
from ratings.models import Period


@dataclass(frozen=True, slots=True)
class Summary:
    """A list in numbers: rated players, who of them has another rating than before, is inactive now, and so on."""

    players: int
    changed: int
    new: int
    delisted: int
    inactive: int
    back: int
    titled: int

    def as_json(self) -> dict[str, int]:
        """The numbers by name."""
        return asdict(self)


def summary(computed: Computed) -> Summary:
    """The list in numbers, as the preview counts them."""
    rows, marks = computed.rows, computed.rows.marks
    exact = [row.mark for row in computed.exact]
    moved = (rows.rating > 0) & (rows.previous_rating > 0) & (rows.rating != rows.previous_rating)
    others = [row for row in computed.exact if row.rating and row.previous_rating]

    def marked(*names: str) -> int:
        codes = [MARKS.index(name) for name in MARKS if name in names]
        return int(np.isin(marks, codes).sum()) + sum(mark in names for mark in exact)

    return Summary(
        players=computed.rated_count,
        changed=int(moved.sum()) + sum(row.rating != row.previous_rating for row in others),
        new=marked(FIRST, ENTERED),
        delisted=marked(DELISTED),
        inactive=_newly_inactive(computed),
        back=marked(BACK),
        titled=len(computed.titled)
        + sum(row.rating is None and row.mark == TITLED for row in computed.exact),
    )


def words(found: Summary) -> str:
    """What computing a period again gave, in one sentence."""
    return _(
        "%(players)s players on the list: %(changed)s changed, %(new)s new, %(delisted)s below the floor. "
        "Everything that is stored is what the games give."
    ) % {
        "players": found.players,
        "changed": found.changed,
        "new": found.new,
        "delisted": found.delisted,
    }


def _newly_inactive(computed: Computed) -> int:
    """How many are inactive for the first time, or played and are so all the same."""
    rows = computed.rows
    new = (rows.marks == MARKS.index(INACTIVE)) & ((rows.inactive_lists == 1) | (rows.games > 0))
    others = [row for row in computed.exact if row.mark == INACTIVE]
    return int(new.sum()) + sum(row.inactive_lists == 1 or row.games > 0 for row in others)


def news(period: Period, computed: Computed) -> list[BuiltRow]:
    """The rows that are not simply carried on, as the exact builder would make them but for the steps."""
    rows = computed.rows.where(~computed.copied)
    identities = identities_of(rows.persons.tolist(), period.kind, period.effective_from)
    return [*(_built(rows, place, identities) for place in range(len(rows.persons))), *computed.exact]


def _built(rows: ListAfter, place: int, identities: Mapping[int, Identity]) -> BuiltRow:
    numbers = {name: int(getattr(rows, name)[place]) for name in ListAfter.__slots__}
    person, played, rating = numbers["persons"], numbers["last_played"], numbers["rating"] or None
    outcome = PeriodRating(
        number=person,
        state="changed" if numbers["previous_rating"] else "first",
        old=numbers["previous_rating"] or None,
        new=rating,
        change=Fraction(numbers["change"], 100),
        n=numbers["games"],
    )
    return BuiltRow(
        person_id=person,
        identity=identities[person],
        rating=rating,
        previous_rating=numbers["previous_rating"] or None,
        k=numbers["k"] or None,
        games=numbers["games"],
        games_total=numbers["games_total"],
        highest=numbers["highest"] or None,
        mark=MARKS[numbers["marks"]],
        calculation=outcome if outcome.n else None,
        k_games=None if numbers["k_games"] < 0 else numbers["k_games"],
        inactive_lists=numbers["inactive_lists"],
        last_played=date.fromordinal(played) if played else None,
    )
