"""Which title over the board somebody held on a day, by the rows of awards and revocations and by the register."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from players.models import TitleAward

#  the titles over the board, the highest first; a title that is not among them stands below
TITLE_ORDER = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


@dataclass(frozen=True, slots=True)
class TitleRow:
    """An award of a title, or its revocation, with its day."""

    title: str
    day: date
    revoked: bool = False


def highest_title(titles: Iterable[str]) -> str:
    """The highest of the titles over the board; empty for none.

    >>> highest_title({"WGM", "FM", "IM"}), highest_title(set())
    ('IM', '')
    """
    rank = {title: place for place, title in enumerate(TITLE_ORDER)}
    return min(titles, key=lambda title: (rank.get(title, len(rank)), title), default="")


def title_on(day: date, rows: Sequence[TitleRow], register: str, undated: str = "") -> str:
    """The highest title held on a day; `rows` in the order of their days, also those after it.

    A title of which no day is known was held all the time: that of the `register` which no row tells of, the one
    that stood there before the first row (`undated`), and one that was taken away without ever being awarded.

    >>> rows = [TitleRow("FM", date(2012, 5, 1)), TitleRow("IM", date(2026, 5, 1))]
    >>> title_on(date(2026, 4, 1), rows, "IM"), title_on(date(2026, 7, 1), rows, "IM")
    ('FM', 'IM')
    >>> title_on(date(2026, 4, 1), [TitleRow("IM", date(2026, 5, 1), revoked=True)], "")
    'IM'
    """
    first: dict[str, TitleRow] = {}
    for row in rows:
        first.setdefault(row.title, row)
    held = {title for title, row in first.items() if row.revoked} | {undated}
    if register not in first:
        held.add(register)
    for row in rows:
        if row.day <= day:
            (held.discard if row.revoked else held.add)(row.title)
    return highest_title(held - {""})


def titles_otherwise(day: date, persons: Iterable[int] | None = None) -> dict[int, str]:
    """The title on a day of those persons whose title in the register today is another, by person; one query.

    Of records that stand, or of these persons. Whoever is not there held on that day what the register says.
    """
    rows = TitleAward.objects.filter(system=TitleAward.System.FIDE)
    chosen = Q(person__merged_into__isnull=True) if persons is None else Q(person__in=set(persons))
    known: dict[int, tuple[str, str]] = {}
    of: dict[int, list[TitleRow]] = {}
    for person_id, register, undated, title, awarded_on, revoked in (
        rows.filter(chosen)
        .order_by("awarded_on", "pk")
        .values_list("person_id", "person__title", "person__title_undated", "title", "awarded_on", "revoked")
    ):
        known[person_id] = (register, undated)
        of.setdefault(person_id, []).append(TitleRow(title, awarded_on, revoked))
    found = {
        person_id: title_on(day, of[person_id], register, undated)
        for person_id, (register, undated) in known.items()
    }
    return {person_id: title for person_id, title in found.items() if title != known[person_id][0]}
