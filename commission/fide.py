"""What is to be sent on to FIDE, until when, and what has become of it."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from commission.models import Dossier, FideSending
from players.models import RatingKind
from tournaments.eligibility.deadlines import deadlines
from tournaments.models import Event
from tournaments.rulebook.editions import EditionError
from tournaments.rulebook.shelf import edition, editions

Stage = Dossier.Stage
STAGES = (Stage.ACCEPTED, Stage.RATED, Stage.PUBLISHED, Stage.CORRECTED)
KINDS = (RatingKind.STANDARD, RatingKind.RAPID, RatingKind.BLITZ)
OPEN, OVERDUE = "open", "overdue"
STATES = {
    OPEN: _("to be sent"),
    OVERDUE: _("overdue"),
    FideSending.State.SENT: _("sent, no receipt yet"),
    FideSending.State.RECEIVED: _("received by FIDE"),
    FideSending.State.RETURNED: _("returned by FIDE"),
}
UPLOADS = "upload_days"


@dataclass(frozen=True, slots=True)
class Term:
    """Until when an event is to be handed on, and the article that says so."""

    due: date
    article: str


def is_to_be_sent(event: Event) -> bool:
    """An event over the board, rated by a kind that FIDE rates, and no stage of another one."""
    return not event.correspondence and event.rating_kind in KINDS and event.stage_of_id is None


def to_be_sent() -> QuerySet[Any]:
    """The accepted events that go to FIDE, with their newest sending: `sending_state`, `code`, `sent_on`, `sent_by`."""
    newest = FideSending.objects.filter(event=OuterRef("event")).order_by("-number")

    def of(name: str) -> Subquery:
        return Subquery(newest.values(name)[:1])

    rows = Dossier.objects.filter(stage__in=STAGES, event__correspondence=False)
    rows = rows.filter(event__rating_kind__in=KINDS, event__stage_of__isnull=True)
    return rows.select_related("event").annotate(
        sending_state=of("state"),
        code=of("event_code"),
        sent_on=of("sent_on"),
        sent_by=of("sent_by__display_name"),
    )


def in_state(rows: QuerySet[Any], state: str, today: date) -> QuerySet[Any]:
    """Those of the dossiers whose newest sending is in this state; `open` and `overdue` wait to be sent."""
    if state in FideSending.State.values:
        return rows.filter(sending_state=state)
    waiting = rows.filter(Q(sending_state__isnull=True) | Q(sending_state=FideSending.State.RETURNED))
    if state == OPEN:
        return waiting
    return waiting.filter(_past(today)) if state == OVERDUE else rows


def _past(today: date) -> Q:
    """The term to hand on is past, by the text of each event."""
    found = Q(pk__in=())
    for each in editions():
        rule = each.get(UPLOADS)
        if rule is not None:
            last = today - timedelta(days=rule.integer)
            found |= Q(event__rating_edition=each.key, event__end__lt=last)
    return found


def term_of(event: Event) -> Term | None:
    """The last day on which the event is handed on in time (9.1 since 2017); None where its text names none."""
    if event.start is None or not event.rating_edition:
        return None
    try:
        terms = deadlines(edition(event.rating_edition), event.start, event.end)
    except EditionError:
        return None
    return next((Term(item.due, item.article) for item in terms if item.key == "handed_on"), None)


def state_of(row: Any, today: date) -> str:
    """The state of a dossier from `to_be_sent`: that of its newest sending, else to be sent or overdue."""
    state = str(row.sending_state or "")
    return state or (OVERDUE if is_overdue(row, today) else OPEN)


def is_overdue(row: Any, today: date) -> bool:
    """It waits to be sent, for the first time or again, and its term is past."""
    return _is_late(row.event, row.sending_state, today)


def is_past_term(event: Event, newest: FideSending | None, today: date) -> bool:
    """As `is_overdue`, for an event and its newest sending."""
    return is_to_be_sent(event) and _is_late(event, newest.state if newest else None, today)


def _is_late(event: Event, state: str | None, today: date) -> bool:
    if state in (FideSending.State.SENT, FideSending.State.RECEIVED):
        return False
    term = term_of(event)
    return term is not None and term.due < today
