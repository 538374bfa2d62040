"""Which events a rating run takes, in which order. Reads only."""

from datetime import date

from django.db.models import Q, QuerySet

from commission.models import Dossier, RatingRun
from players.models import RatingKind
from ratings.models import Period, RatedEvent
from tournaments.models import Event

Stage = Dossier.Stage
# What came to the commission and did not go back.
HANDED_IN = (
    Stage.SUBMITTED,
    Stage.IN_REVIEW,
    Stage.ACCEPTED,
    Stage.RATED,
    Stage.PUBLISHED,
    Stage.CORRECTED,
    Stage.ANNULLED,
)


def events_of(run: RatingRun) -> list[Event]:
    """The events of a run, in the order in which they are rated.

    A coefficient is that of the moment of counting, so by correspondence the order of the papers and of the first
    calculation is kept; over the board the order of play decides who had played before (10.4).
    """
    if run.event is not None:
        return [run.event]
    dossiers = _dossiers(run).exclude(event__rating_kind="").select_related("event")
    first = dict(
        RatedEvent.objects.filter(event__dossier__in=dossiers, current=True).values_list("event_id", "pk")
    )
    return [
        dossier.event for dossier in sorted(dossiers, key=lambda one: _place(one, first.get(one.event_id, 0)))
    ]


def _dossiers(run: RatingRun) -> QuerySet[Dossier]:
    rows = Dossier.objects.filter(stage__in=HANDED_IN)
    if run.period is not None:
        return rows.filter(_of_period(run.period))
    rows = rows.filter(arrived_on__gte=run.since)
    return rows.filter(event__rating_kind=run.kind) if run.kind else rows


def _of_period(period: Period) -> Q:
    """What is calculated for the period, and what came in time for it and is not calculated yet."""
    calculated = RatedEvent.objects.filter(period=period, current=True).values("event_id")
    others = RatedEvent.objects.filter(current=True).exclude(period=period).values("event_id")
    earlier = Period.objects.filter(
        kind=period.kind, state=Period.State.OPEN, closing_day__lt=period.closing_day
    ).order_by("-closing_day")
    last = earlier.values_list("closing_day", flat=True).first() or date.min
    in_time = Q(event__rating_kind=period.kind, arrived_on__gt=last, arrived_on__lte=period.closing_day) & ~Q(
        event_id__in=others
    )
    if period.state == Period.State.PUBLISHED:
        return Q(event_id__in=calculated)
    return Q(event_id__in=calculated) | in_time


def _place(dossier: Dossier, calculation: int) -> tuple[object, ...]:
    event = dossier.event
    if event.rating_kind == RatingKind.CORRESPONDENCE:
        return (
            1,
            dossier.arrived_on or date.max,
            not calculation,
            calculation,
            event.start or date.max,
            event.pk,
        )
    return 0, event.start or date.max, event.pk
