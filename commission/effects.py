"""What a move brings about, inside its transaction."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from commission.checks import is_published, live_report
from commission.models import Dossier
from commission.stages import rated_record
from players.models import Account
from ratings.services import event_rate, event_unrate
from ratings.services_corrections import event_annul, event_correct
from reports.services import report_return

REVIEW_DAYS = 14


def remember_report(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """Bind the dossier to the report handed in, and note when it arrived and is due."""
    report = live_report(dossier)
    dossier.report_id = report.pk if report else None
    dossier.approved_sha256 = ""
    dossier.arrived_on = day
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
    event_rate(
        dossier.event,
        actor=actor,
        record_sha256=rated_record(dossier),
        received_on=dossier.arrived_on or day,
    )


def correct_event(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """Calculate the published event again from the accepted record, with what that changes in lists."""
    event_correct(dossier.event, actor=actor, record_sha256=rated_record(dossier), reason=reason)


def annul_event(dossier: Dossier, actor: Account, reason: str, day: date) -> None:
    """Take the event out of the ratings: a correction with no games."""
    event_annul(dossier.event, actor=actor, reason=reason)


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
        annul_event,
    )
}
