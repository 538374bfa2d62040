"""Writes about great periods: a list filled over arrays, calculations packed."""

from collections.abc import Sequence

from django.db.models import Q

from players.models import RatingKind, RatingList
from ratings.bulk_computing import Computed, Report, compute, list_after, silent
from ratings.bulk_files import write_files
from ratings.bulk_reading import COLUMNS, pack_calculation, store_columns
from ratings.bulk_writing import roll_up, rows_of, write_rows
from ratings.corrections import calculations_standing, view_of
from ratings.engine.bulk.columns import as_before, pack_list
from ratings.list_contents import BuiltRow
from ratings.models import Period, RatedEvent

__all__ = [
    "COLUMNS",
    "RECOMPUTE_JOB",
    "calculation_pack",
    "columns_of",
    "is_by_arrays",
    "is_great",
    "list_fill",
    "list_finish",
    "period_pack",
]

# From so many rows on the list before, or so many events, a period is computed over arrays by itself.
GREAT_LIST, GREAT_PERIOD = 20_000, 500
RECOMPUTE_JOB = "ratings.recompute_period"


def is_by_arrays(period: Period) -> bool:
    """Whether lists of the period's kind can be computed over arrays; coefficients of correspondence cannot."""
    return period.kind != RatingKind.CORRESPONDENCE


def is_great(period: Period) -> bool:
    """Whether a period is better computed over arrays than player by player."""
    if not is_by_arrays(period):
        return False
    before = RatingList.objects.filter(
        kind=period.kind, state=RatingList.State.PUBLISHED, effective_from__lt=period.effective_from
    ).order_by("-effective_from")
    players = before.values_list("player_count", flat=True).first() or 0
    return players >= GREAT_LIST or period.rated_events.filter(current=True).count() >= GREAT_PERIOD


def list_fill(rating_list: RatingList, period: Period) -> None:
    """Fill a list that is not published yet: hash, count, rows, files, current ratings. In the caller's transaction.

    Raises StoredChangeError if the games of an event do not give what is stored.
    """
    computed = compute(period)
    rating_list.player_count = computed.rated_count
    rating_list.save()
    write_rows(rating_list, period.pk, computed.changed())
    list_finish(rating_list, computed)


def list_finish(rating_list: RatingList, computed: Computed) -> None:
    """What follows the rows: numbers for the next period, current ratings of those who changed, files, hash."""
    store_columns(rating_list, computed.base())
    roll_up(rating_list)
    write_files(rating_list, _sha256_before(rating_list), lambda: rows_of(rating_list))
    rating_list.save(update_fields=["sha256"])


def columns_of(rows: Sequence[BuiltRow]) -> bytes:
    """What `list_finish` keeps of these rows for the next period."""
    return pack_list(as_before(list_after(rows)))


def _sha256_before(rating_list: RatingList) -> str:
    return rating_list.previous.sha256 if rating_list.previous else ""


def calculation_pack(rated: RatedEvent) -> None:
    """Keep a calculation's players and games as flat arrays beside its lines; changes none of its numbers."""
    RatedEvent.objects.filter(pk=rated.pk).update(packed=pack_calculation(rated))


def period_pack(period: Period, report: Report = silent) -> int:
    """Pack the calculations of a period that are not packed yet; says how many there were.

    `report` hears before each one how many are done, of how many, and its name; what it raises ends the work, and
    what is packed by then stays so.
    """
    standing = calculations_standing(view_of(period)).filter(Q(packed__isnull=True), period=period)
    waiting = list(standing.select_related("event").order_by("pk"))
    for done, rated in enumerate(waiting):
        report(done, len(waiting), rated.event.name)
        calculation_pack(rated)
    return len(waiting)
