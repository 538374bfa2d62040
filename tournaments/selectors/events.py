"""Reads about events: lists, a desk's own events, how far each is, the ledger in sentences."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, IntegerField, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from core.keys import search_terms
from players.permissions import is_commission
from tournaments.models import Entry, Event, Game, Round, Seat
from tournaments.record.codes import OPEN_CODES


def _count(queryset: QuerySet[Any], column: str) -> Coalesce:
    """How many rows of another table belong to an event, as one subquery without a join."""
    counted = queryset.order_by().values(column).annotate(found=Count("pk")).values("found")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def with_progress(events: QuerySet[Event]) -> QuerySet[Event]:
    """The events with `players`, `unnumbered`, `boards_open`, `last_round` (paired) and `last_result`, or None."""
    entries = Entry.objects.filter(event=OuterRef("pk"))
    boards = Game.objects.filter(round__event=OuterRef("pk"), code__in=OPEN_CODES)
    rounds = Round.objects.filter(event=OuterRef("pk"), seats__isnull=False)
    last = rounds.order_by().values("event").annotate(found=Max("number")).values("found")
    results = Game.objects.filter(round__event=OuterRef("pk")).exclude(code__in=OPEN_CODES)
    result = results.order_by().values("round__event").annotate(found=Max("round__number")).values("found")
    return events.annotate(
        players=_count(entries, "event"),
        unnumbered=_count(entries.filter(number__isnull=True), "event"),
        boards_open=_count(boards, "round__event"),
        last_round=Subquery(last, output_field=IntegerField()),
        last_result=Subquery(result, output_field=IntegerField()),
    )


def events_public(query: str = "", state: str = "") -> QuerySet[Event]:
    """Announced events whose name, group, place or number holds every word of the query."""
    found = Event.objects.exclude(state=Event.State.DRAFT)
    if state in Event.State.values:
        found = found.filter(state=state)
    for term in search_terms(query):
        found = found.filter(search_key__contains=term)
    return with_progress(found)


def events_of(account: Any) -> QuerySet[Event]:
    """The events in which the account has a role, with progress; nothing of anybody else's."""
    own = Event.objects.filter(officials__account_id=account.pk).distinct()
    return with_progress(own).order_by("-start", "-pk")


def events_of_others(account: Any) -> QuerySet[Event]:
    """For the commission: drafts and running events in which it has no role."""
    if not is_commission(account, None):
        return Event.objects.none()
    others = Event.objects.exclude(officials__account_id=account.pk).exclude(state=Event.State.FINISHED)
    return with_progress(others).order_by("-start", "-pk")


def main_events(account: Any, event: Event) -> QuerySet[Event]:
    """What the event may be a stage of: events of the account or of this event's officials, no stages."""
    officials = Event.objects.filter(pk=event.pk).values("officials__account_id") if event.pk else []
    known = Q(officials__account_id=getattr(account, "pk", None)) | Q(officials__account_id__in=officials)
    found = Event.objects.filter(known, stage_of__isnull=True).exclude(pk=event.pk)
    chosen = Event.objects.filter(stages=event.pk) if event.pk else Event.objects.none()
    return (found | chosen).distinct().order_by("-start", "-pk")


def last_paired_round(event_id: int) -> int:
    """The number of the last round that has seats; 0 before the first."""
    found = Round.objects.filter(event_id=event_id, seats__isnull=False).aggregate(last=Max("number"))["last"]
    return found or 0


def round_in_play(event: Event) -> int:
    """The round that a reader means by "now"; 0 before the first.

    The last one paired; where all were paired at once, the last one with a result.
    """
    if not event.pairs_all_rounds:
        return last_paired_round(event.pk)
    found = Game.objects.filter(round__event_id=event.pk).aggregate(
        last=Max("round__number"), result=Max("round__number", filter=~Q(code__in=OPEN_CODES))
    )
    return _in_play(event, found["last"], found["result"])


def round_in_play_of(event: Any) -> int:
    """The same of an event that carries its progress."""
    return _in_play(event, event.last_round, event.last_result)


def _in_play(event: Event, last: int | None, result: int | None) -> int:
    return (result or min(last or 0, 1)) if event.pairs_all_rounds else last or 0


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A round of an event with its boards and how many have no result."""

    number: int
    round: Round | None
    boards: int
    open: int
    byes: int

    @property
    def paired(self) -> bool:
        """Somebody has a seat in it."""
        return bool(self.boards or self.byes)


def rounds_progress(event: Event) -> list[RoundProgress]:
    """Every round of the event from 1 to the last planned or paired one."""
    games = Game.objects.filter(round=OuterRef("pk"))
    # Each count by itself: joined, every board would meet every seat of its round.
    counted = Round.objects.filter(event=event).annotate(
        boards=_count(games, "round"),
        open=_count(games.filter(code__in=OPEN_CODES), "round"),
        byes=_count(Seat.objects.filter(round=OuterRef("pk"), game__isnull=True), "round"),
    )
    rows = {row.number: row for row in counted}
    last = max([event.rounds_planned, *rows])
    return [_progress(number, rows.get(number)) for number in range(1, last + 1)]


def _progress(number: int, row: Any) -> RoundProgress:
    if row is None:
        return RoundProgress(number, None, 0, 0, 0)
    return RoundProgress(number, row, row.boards, row.open, row.byes)
