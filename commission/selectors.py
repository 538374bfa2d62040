"""Reads of the commission: the queue, a dossier with its moves, what the first page shows."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from commission.models import Dossier
from tournaments.models import Event, Game

WAITING = (Dossier.Stage.SUBMITTED, Dossier.Stage.IN_REVIEW, Dossier.Stage.ACCEPTED)


def queue() -> QuerySet[Dossier]:
    """All dossiers that were ever handed in, with event and member."""
    return Dossier.objects.exclude(stage=Dossier.Stage.NONE).select_related("event", "assigned_to")


def waiting() -> QuerySet[Dossier]:
    """The dossiers that wait for the commission, the longest due first."""
    return queue().filter(stage__in=WAITING).order_by(F("due_on").asc(nulls_last=True), "pk")


def stage_counts() -> dict[str, int]:
    """How many dossiers stand in each state."""
    return dict(queue().values_list("stage").annotate(count=Count("pk")))


def queue_counts(account: Any, today: date | None = None) -> dict[str, int]:
    """How many of the waiting dossiers are the account's own, nobody's, and overdue."""
    day = today or timezone.localdate()
    return waiting().aggregate(
        mine=Count("pk", filter=Q(assigned_to=account)),
        nobody=Count("pk", filter=Q(assigned_to__isnull=True)),
        overdue=Count("pk", filter=Q(due_on__lt=day)),
    )


def rate_again_count() -> int:
    """How many events are to be rated again, or corrected: what their rating rests on has changed since."""
    return Dossier.objects.exclude(rate_again="").count()


@dataclass(frozen=True, slots=True)
class LiveEvent:
    """An event being played, with its newest round and the boards still open in it."""

    event: Event
    round: int
    boards: int
    open: int

    @property
    def done(self) -> int:
        """Boards of the round that have a result."""
        return self.boards - self.open


def events_playing(limit: int = 6) -> list[LiveEvent]:
    """The events being played now with the boards left in their newest round."""
    events = list(Event.objects.filter(state=Event.State.PLAYING).order_by("-start", "pk")[:limit])
    counts = (
        Game.objects.filter(round__event__in=events)
        .values("round__event_id", "round__number")
        .annotate(boards=Count("pk"), open=Count("pk", filter=Q(code__startswith="*")))
        .order_by("round__event_id", "round__number")
    )
    started: dict[int, tuple[int, int, int]] = {}
    for row in counts:
        is_first = row["round__event_id"] not in started
        if is_first or row["open"] < row["boards"] or started[row["round__event_id"]][2] == 0:
            started[row["round__event_id"]] = (row["round__number"], row["boards"], row["open"])
    return [LiveEvent(event, *started.get(event.pk, (0, 0, 0))) for event in events]


def events_next(day: date | None = None, limit: int = 6) -> QuerySet[Event]:
    """The registered events that start next."""
    today = day or timezone.localdate()
    return Event.objects.filter(state=Event.State.REGISTERED, start__gte=today).order_by("start", "pk")[
        :limit
    ]


def events_finished(limit: int = 6) -> QuerySet[Event]:
    """The events finished last."""
    return Event.objects.filter(state=Event.State.FINISHED).order_by("-end", "-pk")[:limit]
