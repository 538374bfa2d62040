"""What the portal looks at when it comes up: whether the reports that are stored can be true together."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError
from django.db.models import Count

from reports.models import Report


@register(Tags.database)
def one_report_stands(
    app_configs: Any = None, databases: Sequence[str] | None = None, **_options: Any
) -> list[CheckMessage]:
    """An error for each event with more than one final table that stands.

    A unique constraint forbids it; this finds what a restored or mended database may have brought along.
    """
    if not databases:
        return []
    standing = Report.objects.main().live().order_by().values("event_id", "event__name")
    try:
        doubled = list(standing.annotate(count=Count("pk")).filter(count__gt=1).order_by("event_id"))
    except DatabaseError:  # before the first migration there is no table
        return []
    return [
        Error(
            f"Event {row['event_id']} ({row['event__name']}) has {row['count']} reports that stand.",
            hint="Return all but the one that was reviewed.",
            id="reports.E001",
        )
        for row in doubled
    ]
