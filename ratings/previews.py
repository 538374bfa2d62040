"""What the list of an open period would say now, compared with the list before. Reads only."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from core.keys import sort_key
from players.models import RatingList
from ratings.building import previous_list
from ratings.bulk_previews import summary
from ratings.engine.list_rows import BACK, DELISTED, ENTERED, FIRST, INACTIVE
from ratings.exact import exact
from ratings.list_contents import TITLED, BuiltRow
from ratings.list_drafts import ListDraft, list_draft
from ratings.models import Period

# Least change of each group; each reaches up to the next, the last has no end.
BUCKETS = (1, 10, 25, 50)
NEW = "new"
SAME = "same"
GONE = "gone"


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One player whose row the list would change. `exact_change` is the unrounded sum of the period.

    `group` is what the row is counted under: new, delisted, back, inactive, gone (not printed any more), same (games,
    no change), or the least change of its bucket (`1`, `10`, `25`, `50`). A player who is back, or has become
    inactive, and whose rating changed is counted by that change.
    """

    person_id: int
    name: str
    title: str
    before: int | None
    after: int | None
    exact_change: str
    games: int
    k: int | None
    mark: str
    group: str

    @property
    def change(self) -> int | None:
        """The rounded change; None for who has no rating before or after."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def size(self) -> int | None:
        """The change without its sign."""
        return None if self.change is None else abs(self.change)

    @property
    def name_key(self) -> str:
        """What sorts the names in the language of the page."""
        return sort_key(self.name, (get_language() or "en").split("-")[0])


@dataclass(frozen=True, slots=True)
class Preview:
    """A list to be, compared with the list before. `counts` has how many rows are in each group or mark."""

    previous: RatingList | None
    total: int
    changed: int
    new: int
    same: int
    delisted: int
    inactive: int
    back: int
    gone: int
    titled: int
    buckets: tuple[tuple[int, int], ...]
    rows: tuple[PreviewRow, ...]


def period_preview(period: Period) -> Preview:
    """What the list of an open period would say now. Writes nothing."""
    return preview_of(list_draft(period))


def preview_of(draft: ListDraft) -> Preview:
    """A draft compared with the list before it."""
    period, rows = draft.period, draft.rows
    if draft.computed is not None:
        counts = summary(draft.computed)
        gone = _gone(period, draft.computed.gone) if draft.computed.gone else ()
        return _preview(period, rows, gone, total=counts.players, titled=counts.titled)
    shown = {row.person_id for row in rows}
    total = sum(row.rating is not None for row in rows)
    titled = sum(row.mark == TITLED for row in rows)
    return _preview(period, rows, _gone(period, without=shown), total=total, titled=titled)


def _gone(
    period: Period, persons: Collection[int] | None = None, *, without: Collection[int] = ()
) -> tuple[PreviewRow, ...]:
    """The rated rows of the list before whose players the list to be does not print at all any more."""
    previous = previous_list(period.kind, period.effective_from)
    if previous is None:
        return ()
    rows = previous.rows.filter(rating__isnull=False).order_by("person_id")
    if persons is not None:
        rows = rows.filter(person_id__in=persons)
    names = rows.values_list("person_id", "name", "title", "rating")
    return tuple(
        PreviewRow(person_id, name, title, rating, None, "", 0, None, "", GONE)
        for person_id, name, title, rating in names
        if person_id not in without
    )


def _preview(
    period: Period, rows: Iterable[BuiltRow], gone: tuple[PreviewRow, ...], *, total: int, titled: int
) -> Preview:
    shown = tuple(_preview_row(row) for row in sorted(filter(_is_news, rows), key=_by_change)) + gone
    groups = Counter(row.group for row in shown)
    marks = Counter(row.mark for row in shown)
    return Preview(
        previous=previous_list(period.kind, period.effective_from),
        total=total,
        changed=sum(groups[str(least)] for least in BUCKETS),
        new=groups[NEW],
        same=groups[SAME],
        delisted=groups[DELISTED],
        inactive=marks[INACTIVE],
        back=marks[BACK],
        gone=groups[GONE],
        titled=titled,
        buckets=tuple((least, groups[str(least)]) for least in BUCKETS),
        rows=shown,
    )


def in_group(rows: Sequence[PreviewRow], group: str) -> list[PreviewRow]:
    """The rows counted under a group, or that bear it as their mark."""
    return [row for row in rows if group in (row.group, row.mark)]


def bucket_of(change: int) -> str:
    """The group of a change by its size; `same` for none.

    >>> bucket_of(0), bucket_of(-9), bucket_of(10), bucket_of(24), bucket_of(-25), bucket_of(300)
    ('same', '1', '10', '10', '25', '50')
    """
    reached = [least for least in BUCKETS if least <= abs(change)]
    return str(reached[-1]) if reached else SAME


def _is_news(row: BuiltRow) -> bool:
    """Whether the row says something that the list before did not."""
    if row.mark == INACTIVE:
        return row.inactive_lists == 1 or row.calculation is not None
    return row.calculation is not None or row.mark in (FIRST, ENTERED, DELISTED, BACK)


def _by_change(row: BuiltRow) -> tuple[int, str]:
    change = (row.rating or 0) - (row.previous_rating or 0)
    return (-abs(change), row.identity.name)


def _preview_row(row: BuiltRow) -> PreviewRow:
    change = exact(row.calculation.change) if row.calculation and row.previous_rating is not None else ""
    return PreviewRow(
        person_id=row.person_id,
        name=row.identity.name,
        title=row.identity.title,
        before=row.previous_rating,
        after=row.rating,
        exact_change=change,
        games=row.games,
        k=row.k,
        mark=row.mark,
        group=_group(row),
    )


def _group(row: BuiltRow) -> str:
    if row.mark == DELISTED:
        return DELISTED
    if row.mark in (FIRST, ENTERED):
        return NEW
    group = bucket_of((row.rating or 0) - (row.previous_rating or 0))
    return row.mark if group == SAME and row.mark in (BACK, INACTIVE) else group
