"""Columns of days and moments: words of the reader's language on the page, ISO 8601 in downloads."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from core.templatetags.ui import day, moment
from players.listing import Column


def day_column(key: str, label: Any, of: Callable[[Any], date | None], **options: Any) -> Column:
    """A column of a day; a moment counts as its day in the portal's zone. `options` are those of `Column`."""

    def shown(row: Any) -> date | None:
        value = of(row)
        return timezone.localtime(value).date() if isinstance(value, datetime) else value

    def written(row: Any) -> str:
        value = shown(row)
        return value.isoformat() if value is not None else ""

    return Column(key, label, written, **{"html": lambda row: day(shown(row)), **options})


def moment_column(key: str, label: Any, of: Callable[[Any], datetime | None], **options: Any) -> Column:
    """A column of a point of time, to the minute in the portal's zone. `options` are those of `Column`."""

    def written(row: Any) -> str:
        value = of(row)
        return timezone.localtime(value).isoformat(timespec="minutes") if value is not None else ""

    return Column(key, label, written, html=lambda row: moment(of(row)), **options)
