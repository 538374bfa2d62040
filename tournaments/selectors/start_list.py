"""Reads about the start list: what a new list changed before the start."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.ledger import rows_of
from tournaments.models import Event
from tournaments.services.start_list import ListDifference, RatingChange

LIST_REFRESHED = "event.list_refreshed"


@dataclass(frozen=True, slots=True)
class Refresh:
    """A list that was taken over before the start: when, by whom, from which to which, and what changed."""

    at: datetime
    by: str
    before: str
    after: str
    changes: tuple[RatingChange, ...]


def refreshes(event: Event) -> list[Refresh]:
    """Every list that was taken over before the start, newest first, out of the event's ledger."""
    rows = rows_of("event", event.pk).filter(verb=LIST_REFRESHED).order_by("-seq")
    return [
        Refresh(
            row.at,
            row.actor_name,
            row.payload["before"],
            row.payload["list"],
            tuple(_change(values) for values in row.payload["rows"]),
        )
        for row in rows
    ]


def last_refresh(event: Event) -> Refresh | None:
    """The newest of them."""
    return next(iter(refreshes(event)), None)


def _change(values: Sequence[Any]) -> RatingChange:
    entry, name, *figures = values
    plain = [None if figure == "" else int(figure) for figure in figures]
    return RatingChange(
        int(entry), None, str(name), (plain[0], plain[1], plain[2]), (plain[3], plain[4], plain[5])
    )


def changes_of(difference: ListDifference | Refresh) -> list[dict[str, Any]]:
    """The changes as a table shows them, with the gain of the rating where both are known."""
    return [
        {
            "change": change,
            "gain": change.after[0] - change.before[0] if change.after[0] and change.before[0] else None,
        }
        for change in difference.changes
    ]
