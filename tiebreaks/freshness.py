"""The stamp of the pages that stand on the standings: the event's version and its rating.

How pages are kept ready by it is told in `tournaments.kept_pages`.
"""

from functools import cache as remembered
from typing import Any, NamedTuple

from django.db import connection
from django.http import Http404

from ratings.models import Period, RatedEvent
from tournaments.kept_pages import etag_of, kept, kept_page, ready, tagged, unchanged
from tournaments.models import Event

__all__ = [
    "Stamp",
    "etag_of",
    "kept",
    "kept_page",
    "ready",
    "stamp_of",
    "stamp_or_404",
    "tagged",
    "unchanged",
]


class Stamp(NamedTuple):
    """What tells one state of an event's pages from the next; `rated` is the standing calculation."""

    pk: int
    created_at: Any
    version: int
    state: str
    locked_by_report: int | None
    rated: int | None
    period_state: str | None

    @property
    def is_published(self) -> bool:
        """Whether the changes of the ratings are published with a list."""
        return self.period_state == Period.State.PUBLISHED


def stamp_of(pk: int) -> Stamp | None:
    """The stamp of an event, by one query; None if there is no such event.

    Every reader of every page begins here, and the ORM would need twice the time of the rest of the answer to
    compose this query.
    """
    with connection.cursor() as cursor:
        cursor.execute(_stamp_query(), [pk])
        found = cursor.fetchone()
    return None if found is None else Stamp._make(found)


def stamp_or_404(pk: int) -> Stamp:
    """The stamp of an event; raises Http404."""
    stamp = stamp_of(pk)
    if stamp is None:
        raise Http404
    return stamp


@remembered
def _stamp_query() -> str:
    event, rated, period = (
        connection.ops.quote_name(model._meta.db_table) for model in (Event, RatedEvent, Period)
    )
    return (
        "SELECT e.id, e.created_at, e.version, e.state, e.locked_by_report, r.id, p.state "  # noqa: S608 (tables)
        f"FROM {event} e LEFT JOIN {rated} r ON r.event_id = e.id AND r.current "
        f"LEFT JOIN {period} p ON p.id = r.period_id WHERE e.id = %s"
    )
