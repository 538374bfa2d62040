"""The list of a period computed over arrays: what changes, what is copied, and what the exact builder had to make."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from django.utils.translation import gettext as _

from ratings.building import build_rows, persons_concerned, rules_of, titled_persons
from ratings.bulk_reading import Inputs, check_packed, read_events, read_inputs, read_rows, years_of
from ratings.bulk_writing import Changed, of_arrays, of_row, of_titled, without_row
from ratings.corrections import view_of
from ratings.engine.bulk.arrays import Ints, ListAfter, ListBefore, Mask, joined
from ratings.engine.bulk.columns import as_before
from ratings.engine.bulk.listing import (
    ListRules,
    carried_over,
    differing,
    list_rules,
    rows_of_first,
    rows_of_rated,
)
from ratings.engine.bulk.period import PeriodRules, changes, first_ratings, period_rules, places, rising
from ratings.list_contents import BuiltRow, identities_of, identity_on
from ratings.models import Period
from ratings.played import first_list_day

Report = Callable[[int, int, str], None]
STEPS = 4
LAST_PERSON = 2**62


def silent(done: int, total: int, message: str) -> None:
    """Hear nothing."""


@dataclass(frozen=True, slots=True)
class Computed:
    """A list to be.

    `rows` are those made over arrays, `copied` which of them only carry the list before on; `exact` those that the
    exact builder made; `titled` the players with a title and no rating; `gone` of whom the exact builder made no
    row.
    """

    rows: ListAfter
    copied: Mask
    exact: tuple[BuiltRow, ...] = ()
    titled: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()

    @property
    def rated_count(self) -> int:
        """How many players have a rating on the list."""
        return int((self.rows.rating > 0).sum()) + sum(row.rating is not None for row in self.exact)

    @property
    def row_count(self) -> int:
        """How many rows the list has."""
        return len(self.rows.persons) + len(self.exact) + len(self.titled)

    def changed(self, first: int = 0, last: int = LAST_PERSON) -> Iterator[Changed]:
        """Every row that is not simply copied, and who has none; of all, or of a range of persons."""
        rows = self.rows.where(~self.copied & (self.rows.persons >= first) & (self.rows.persons <= last))
        yield from of_arrays(rows)
        yield from (of_row(row) for row in self.exact if first <= row.person_id <= last)
        yield from (of_titled(person) for person in sorted(self.titled) if first <= person <= last)
        yield from (without_row(person) for person in sorted(self.gone) if first <= person <= last)

    def totals(self) -> tuple[int, ...]:
        """Rows, and the sums of ratings, K, games in all and the persons' numbers: what a filled list must have."""
        rows = self.rows.and_then(list_after(self.exact))
        sums = (int(column.sum()) for column in (rows.rating, rows.k, rows.games_total, rows.persons))
        rating, k, games, persons = sums
        return self.row_count, rating, k, games, persons + sum(self.titled)

    def base(self) -> ListBefore:
        """The rated rows as the base of the next period."""
        return as_before(self.rows.and_then(list_after(self.exact)) if self.exact else self.rows)


def compute(period: Period, report: Report = silent) -> Computed:
    """The list of a period from its packed events, each number held against the stored lines on the way.

    `report` hears before each step how many are done, of how many, and which comes now; what it raises ends the
    work, which writes nothing. Raises StoredChangeError where a number differs. A list whose text asks for more
    than the arrays know is made by the exact builder, whole.
    """
    as_of = view_of(period)
    report(0, STEPS, _("reading the games"))
    events = read_events(period, as_of)
    report(1, STEPS, _("holding the results against what is stored"))
    check_packed(period, events, as_of)
    report(2, STEPS, _("computing the ratings"))
    edition = rules_of(period.kind, period.effective_from)
    rules = period_rules(edition)
    columns = list_rules(edition, period.effective_from, first_list_day(period))
    if rules is None or columns is None:
        return _whole(period)
    inputs = read_inputs(period, events, as_of)
    rated, copied = _rated(rules, columns, inputs)
    first = _first(period, rules, columns, inputs)
    report(3, STEPS, _("computing single players"))
    exact = _exact(period, inputs.odd)
    rows, order = joined(rated, first)
    copied = np.concatenate((copied, np.zeros(len(first.persons), dtype=np.bool_)))[order]
    shown = {row.person_id for row in exact}
    titled = rising(sorted(titled_persons(period)))
    unrated = titled[~places(rows.persons, titled)[1]].tolist()
    return Computed(rows, copied, exact, frozenset(unrated) - shown, inputs.odd - shown - set(unrated))


def _rated(rules: PeriodRules, columns: ListRules, inputs: Inputs) -> tuple[ListAfter, Mask]:
    """The rows of those on the list before, and which of them are in the form in which rows are copied."""
    before = inputs.before
    outcome = changes(rules, before.persons, before.rating, inputs.parts)
    rows = rows_of_rated(columns, before, outcome, years_of(inputs.births, before.persons))
    return rows, ~differing(rows, carried_over(before))


def _first(period: Period, rules: PeriodRules, columns: ListRules, inputs: Inputs) -> ListAfter:
    """The rows of those who get their first rating."""
    listed = places(inputs.before.persons, inputs.parts.persons)[1]
    now = (inputs.parts.lists == period.effective_from.toordinal()) & (inputs.parts.ratings == 0)
    persons = rising(inputs.parts.persons[now & ~listed])
    persons = persons[~places(rising(sorted(inputs.odd)), persons)[1]]
    outcome = first_ratings(rules, period.effective_from, persons, inputs.parts)
    return rows_of_first(columns, outcome, years_of(inputs.births, persons))


def _exact(period: Period, persons: frozenset[int]) -> tuple[BuiltRow, ...]:
    """The rows of these persons alone, by the exact builder."""
    if not persons:
        return ()
    identities = identities_of(persons, period.kind, period.effective_from)
    if period.rating_list is not None:
        printed = period.rating_list.rows.filter(person_id__in=persons)
        identities |= {row.person_id: identity_on(row) for row in printed}
    return tuple(build_rows(period, identities, set(persons)))


def _whole(period: Period) -> Computed:
    """The whole list by the exact builder."""
    concerned = frozenset(persons_concerned(period))
    exact = _exact(period, concerned)
    return Computed(
        rows=list_after(()),
        copied=np.zeros(0, dtype=np.bool_),
        exact=exact,
        gone=concerned - {row.person_id for row in exact},
    )


def first_difference(period: Period, computed: Computed) -> str:
    """In words, the first row of a published list that is not what its period gives now; nothing if all are."""
    assert period.rating_list is not None
    printed, now = read_rows(period.rating_list), computed.base()
    persons = np.setxor1d(printed.persons, now.persons)
    if len(persons):
        return f"person {int(persons[0])} is on one of the two lists only"
    for name in ListBefore.__slots__:
        stored, found = getattr(printed, name), getattr(now, name)
        for place in np.flatnonzero(stored != found).tolist()[:1]:
            return f"person {int(now.persons[place])}: {name} is printed as {stored[place]}, found {found[place]}"
    return ""


def list_after(rows: Sequence[BuiltRow]) -> ListAfter:
    """Rows of the exact builder as arrays, by rising person; the mark and the unrounded change are left out."""

    def column(value: Callable[[BuiltRow], int | None], missing: int = 0) -> Ints:
        return np.array([missing if (n := value(row)) is None else n for row in rows], dtype=np.int64)

    nothing = column(lambda row: 0)
    return ListAfter(
        persons=column(lambda row: row.person_id),
        rating=column(lambda row: row.rating),
        previous_rating=column(lambda row: row.previous_rating),
        k=column(lambda row: row.k),
        k_games=column(lambda row: row.k_games, -1),
        games=column(lambda row: row.games),
        games_total=column(lambda row: row.games_total),
        highest=column(lambda row: row.highest),
        marks=nothing,
        inactive_lists=column(lambda row: row.inactive_lists),
        last_played=column(lambda row: row.last_played.toordinal() if row.last_played else 0),
        change=nothing,
    )
