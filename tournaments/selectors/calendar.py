"""The calendar of announced events: what falls on which day of a month, and the entries of the feed."""

import calendar
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import CharField, DateTimeField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils.translation import gettext as _

from core.models import LedgerRow
from players.models import RatingKind, Region
from tournaments.interchange.icalendar import CalendarEntry
from tournaments.models import Event
from tournaments.words import system_words

# An event that lasts longer stands on its first and its last day alone, and above the month.
LONG_DAYS = 31
MOST_ON_A_DAY = 4
FEED_DAYS_BACK = 366
TEAM_SYSTEMS = (
    Event.System.TEAM_SWISS,
    Event.System.TEAM_ROUND_ROBIN,
    Event.System.TEAM_SCHEVENINGEN,
)
KINDS = ("individual", "team")
PLAYS = ("board", "correspondence")
SPEEDS = (RatingKind.STANDARD, RatingKind.RAPID, RatingKind.BLITZ)
STATES = (Event.State.REGISTERED, Event.State.PLAYING, Event.State.FINISHED)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The filters of the calendar; an empty one lets everything through, as does a value that does not exist."""

    kind: str = ""
    region: str = ""
    speed: str = ""
    state: str = ""
    play: str = ""


def events_chosen(chosen: Chosen) -> QuerySet[Event]:
    """The announced events with a first day that the filters let through, with their region."""
    found = Event.objects.exclude(state=Event.State.DRAFT).filter(start__isnull=False)
    found = found.select_related("region")
    if chosen.kind in KINDS:
        teams = Q(system__in=TEAM_SYSTEMS)
        found = found.filter(teams if chosen.kind == "team" else ~teams)
    if chosen.region:
        found = found.filter(region__code=chosen.region)
    if chosen.speed in SPEEDS:
        found = found.filter(rating_kind=chosen.speed)
    if chosen.state in STATES:
        found = found.filter(state=chosen.state)
    if chosen.play in PLAYS:
        found = found.filter(correspondence=chosen.play == "correspondence")
    return found


def regions() -> list[tuple[str, str]]:
    """The regions of the filter: code and name."""
    return list(Region.objects.order_by("code").values_list("code", "name"))


@dataclass(slots=True)
class CalendarDay:
    """A day of the month view; `more` is how many events of it are not drawn."""

    day: date
    in_month: bool
    is_today: bool
    events: list[Event] = field(default_factory=list)
    more: int = 0


@dataclass(frozen=True, slots=True)
class Month:
    """A month of whole weeks, Monday first, and the long events that run through it."""

    first: date
    weeks: tuple[tuple[CalendarDay, ...], ...]
    running: tuple[Event, ...]

    @property
    def before(self) -> str:
        """The month before as `2026-10`; empty at the beginning of all years."""
        return f"{self.first - timedelta(days=1):%Y-%m}" if self.first > date(1900, 1, 1) else ""

    @property
    def after(self) -> str:
        """The month after as `2026-12`; empty at the end of all years."""
        after = self.first + timedelta(days=31)
        return f"{after:%Y-%m}" if after.year < 2200 else ""

    @property
    def is_empty(self) -> bool:
        """Nothing falls into it."""
        return not self.running and not any(day.events for week in self.weeks for day in week if day.in_month)


def month_of(text: str, today: date) -> date:
    """The first day of a month written `2026-11`; that of today for anything else.

    >>> month_of("2026-02", date(2026, 11, 30)), month_of("soon", date(2026, 11, 30))
    (datetime.date(2026, 2, 1), datetime.date(2026, 11, 1))
    """
    try:
        first = date.fromisoformat(f"{text}-01")
    except ValueError:
        first = today
    return first.replace(day=1) if 1900 <= first.year < 2200 else today.replace(day=1)


def month_view(first: date, chosen: Chosen, today: date) -> Month:
    """The month with its events, in one query."""
    days = list(calendar.Calendar().itermonthdates(first.year, first.month))
    cells = {day: CalendarDay(day, day.month == first.month, day == today) for day in days}
    found = events_chosen(chosen).filter(start__lte=days[-1])
    found = found.filter(Q(end__gte=days[0]) | Q(end__isnull=True, start__gte=days[0]))
    running = []
    for event in found.order_by("start", "name", "pk"):
        assert event.start is not None
        last = event.end or event.start
        if (last - event.start).days >= LONG_DAYS:
            running.append(event)
            shown = [event.start, last]
        else:
            shown = [event.start + timedelta(days=number) for number in range((last - event.start).days + 1)]
        for day in shown:
            if day in cells:
                _put(cells[day], event)
    weeks = tuple(tuple(cells[day] for day in days[at : at + 7]) for at in range(0, len(days), 7))
    return Month(first, weeks, tuple(running))


def _put(cell: CalendarDay, event: Event) -> None:
    if len(cell.events) < MOST_ON_A_DAY:
        cell.events.append(event)
    else:
        cell.more += 1


def feed_entries(events: QuerySet[Event]) -> list[CalendarEntry]:
    """The entries of a feed in the order of their days; an event without a last day lasts one."""
    revised = LedgerRow.objects.filter(
        chain__scope="event", chain__object_id=Cast(OuterRef("pk"), CharField())
    ).order_by("-seq")
    found = events.annotate(revised=Subquery(revised.values("at")[:1], output_field=DateTimeField()))
    host = urlsplit(settings.PUBLIC_ADDRESS).hostname or "localhost"
    return [_entry(event, host) for event in found.order_by("start", "pk")]


def feed_events(chosen: Chosen, today: date) -> QuerySet[Event]:
    """What a feed holds: all that is to come or being played, and what ended within a year."""
    since = today - timedelta(days=FEED_DAYS_BACK)
    return events_chosen(chosen).filter(Q(end__gte=since) | Q(end__isnull=True, start__gte=since))


def _entry(event: Any, host: str) -> CalendarEntry:
    told = [
        system_words(event),
        event.get_rating_kind_display() if event.rating_kind else _("not rated"),
        event.rate_of_play,
        event.registration_number,
    ]
    place = ", ".join(part for part in (event.city, event.federation) if part)
    return CalendarEntry(
        uid=f"event-{event.pk}@{host}",
        revised=event.revised or event.created_at,
        sequence=event.version,
        first=event.start,
        last=event.end or event.start,
        summary=f"{event.name} {event.group_code}".strip(),
        place="" if event.correspondence else place,
        description="\n".join(part for part in told if part),
        url=settings.PUBLIC_ADDRESS + reverse("tournaments:event", args=[event.pk]),
    )
