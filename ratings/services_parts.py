"""A great list filled in parts by several workers, each a range of persons; on PostgreSQL.

The parts fill a table that nobody reads; it becomes the list in the one transaction that publishes it. Whoever is
killed leaves the old list, and a table that the next order takes away.
"""

from dataclasses import dataclass

import numpy as np
from django.db import connection, transaction
from django.utils.translation import gettext as _

from players.models import RatingList
from ratings.building import previous_list
from ratings.bulk_computing import LAST_PERSON, Report, compute, silent
from ratings.bulk_database import (
    drop_leftovers,
    finish_partition,
    is_postgres,
    part_table,
    reserve_list_id,
    start_partition,
)
from ratings.bulk_writing import keep_changed, totals_of, write_part
from ratings.models import Period
from ratings.services_bulk import list_finish
from tournaments.errors import DomainError


@dataclass(frozen=True, slots=True)
class Stage:
    """A list in parts: the number that it will have, and the range of persons of each part."""

    list_id: int
    ranges: tuple[tuple[int, int], ...]


@transaction.atomic
def stage_start(period: Period, parts: int) -> Stage:
    """Make the table of a list in so many parts; whatever an order before left is taken away.

    Raises DomainError on another database than PostgreSQL, whose one writer could not write in parts.
    """
    if not is_postgres():
        raise DomainError(_("A list is filled in parts on PostgreSQL alone."), code="parts_need_postgres")
    Period.objects.select_for_update().get(pk=period.pk)
    with connection.cursor() as cursor:
        drop_leftovers(cursor, period.pk)
        list_id = reserve_list_id(cursor)
        start_partition(cursor, list_id, period.pk)
    return Stage(list_id, _ranges(period, parts))


def _ranges(period: Period, parts: int) -> tuple[tuple[int, int], ...]:
    """Ranges of persons with about as many rows of the list before in each; the first and last have no end."""
    previous = previous_list(period.kind, period.effective_from)
    persons = np.zeros(0, dtype=np.int64)
    if previous is not None:
        rows = previous.rows.order_by("person_id").values_list("person_id", flat=True)
        persons = np.fromiter(rows.iterator(), dtype=np.int64)
    cuts = [int(some[-1]) for some in np.array_split(persons, parts)[:-1] if len(some)]
    starts = [0, *(cut + 1 for cut in cuts)]
    return tuple(zip(starts, [*cuts, LAST_PERSON], strict=True))


@transaction.atomic
def stage_part(period: Period, list_id: int, first: int, last: int, report: Report = silent) -> None:
    """Fill the rows of one range of persons; done twice, it is done once."""
    previous = previous_list(period.kind, period.effective_from)
    computed = compute(period, report)
    write_part(
        list_id,
        previous.pk if previous else None,
        period.effective_from,
        computed.changed(first, last),
        first,
        last,
    )


def list_fill_staged(rating_list: RatingList, period: Period) -> None:
    """Make the filled table the rows of a list that is not published yet. In the caller's transaction.

    Raises DomainError if it is not what the period gives now: an event was calculated or corrected meanwhile.
    """
    computed = compute(period)
    if totals_of(part_table(rating_list.pk), rating_list.pk) != computed.totals():
        raise DomainError(
            _("The period has changed since its list was filled."), "changed_meanwhile", _("Order it again.")
        )
    rating_list.player_count = computed.rated_count
    rating_list.save(force_insert=True)
    with connection.cursor() as cursor:
        keep_changed(cursor, computed.changed())
        finish_partition(cursor, rating_list.pk)
    list_finish(rating_list, computed)
