"""What a move brings about, inside its transaction."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from commission.checks import is_published, live_report
from commission.models import Dossier
from commission.services_corrected import annulment_record, correction_record, requests_close
from commission.stages import rated_record
from players.models import Account
from ratings.models import RatedEvent
from ratings.services import event_rate, event_unrate
from ratings.services_corrections import event_annul, event_correct
from reports.services import report_return

REVIEW_DAYS = 14
# Those that leave no calculation standing that could be out of date.
CALCULATING = frozenset(
    {"withdraw_calculation", "rate_event", "correct_event", "correct_for_rating", "annul_event"}
)


def remember_report(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """Bind the dossier to the report handed in, and note when it arrived and is due.

    A report made from papers that came by post or e-mail arrived on the day they were received, not on the day on
    which somebody typed it: that day decides the list (RACC 1.5).
    """
    report = live_report(dossier)
    papers = report.received_papers if report else None
    dossier.report_id = report.pk if report else None
    dossier.approved_sha256 = ""
    dossier.arrived_on = papers.received_on if papers else day
    dossier.due_on = dossier.arrived_on + timedelta(days=REVIEW_DAYS)


def assign_to_actor(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """The member who takes it has it."""
    dossier.assigned_to = actor


def withdraw_calculation(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """Take back a calculation that no list has published yet: nothing of it remains in ratings or counters.

    A published one stands until a correction is decided.
    """
    if not is_published(dossier.event_id):
        event_unrate(dossier.event, actor=actor, reason=reason)


def return_report(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """Open the record again and withdraw the document."""
    report = live_report(dossier)
    if report is not None:
        report_return(report, actor=actor, reason=reason, by_commission=True)
    dossier.approved_sha256 = ""


def approve_record(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """Keep the hash of exactly what was accepted."""
    report = live_report(dossier)
    dossier.approved_sha256 = report.record_sha256 if report else ""


def rate_event(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """Calculate the event from the accepted record."""
    rated = event_rate(
        dossier.event,
        actor=actor,
        record_sha256=rated_record(dossier),
        received_on=dossier.arrived_on or day,
    )
    requests_close(dossier.event, rated, actor=actor, reason=reason)


def correct_event(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """Calculate the published event again from the accepted record, with what that changes in lists."""
    before = _standing(dossier)
    new = event_correct(dossier.event, actor=actor, record_sha256=rated_record(dossier), reason=reason)
    correction_record(before, new, actor=actor, reason=reason)


def correct_for_rating(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """Calculate the published event again with results that are rated otherwise than they stand in the table."""
    before = _standing(dossier)
    new = event_correct(dossier.event, actor=actor, record_sha256=rated_record(dossier), reason=reason)
    correction_record(before, new, actor=actor, reason=reason, rating_only=True)


def annul_event(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """Take the event out of the ratings: a correction with no games."""
    before = _standing(dossier)
    new = event_annul(dossier.event, actor=actor, reason=reason)
    annulment_record(before, new, actor=actor, reason=reason)


def _standing(dossier: Dossier) -> RatedEvent:
    """The calculation that stands before a correction; the checks made sure that there is one."""
    return RatedEvent.objects.get(event_id=dossier.event_id, current=True)


EFFECTS: Mapping[str, Callable[[Dossier, Account, str, date], None]] = {
    effect.__name__: effect
    for effect in (
        remember_report,
        assign_to_actor,
        withdraw_calculation,
        return_report,
        approve_record,
        rate_event,
        correct_event,
        correct_for_rating,
        annul_event,
    )
}
