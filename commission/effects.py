"""What a move brings about, inside its transaction."""

from collections.abc import Callable, Mapping
from datetime import timedelta

from django.utils import timezone

from commission.checks import live_report
from commission.models import Dossier
from players.models import Account
from ratings.services import event_rate
from reports.services import report_return

REVIEW_DAYS = 14


def remember_report(dossier: Dossier, actor: Account, reason: str) -> None:
    """Bind the dossier to the report handed in, and note when it arrived and is due."""
    report = live_report(dossier)
    dossier.report_id = report.pk if report else None
    dossier.approved_sha256 = ""
    dossier.arrived_on = timezone.localdate()
    dossier.due_on = dossier.arrived_on + timedelta(days=REVIEW_DAYS)


def assign_to_actor(dossier: Dossier, actor: Account, reason: str) -> None:
    """The member who takes it has it."""
    dossier.assigned_to = actor


def return_report(dossier: Dossier, actor: Account, reason: str) -> None:
    """Open the record again and withdraw the document."""
    report = live_report(dossier)
    if report is not None:
        report_return(report, actor=actor, reason=reason)
    dossier.approved_sha256 = ""


def approve_record(dossier: Dossier, actor: Account, reason: str) -> None:
    """Keep the hash of exactly what was accepted."""
    report = live_report(dossier)
    dossier.approved_sha256 = report.record_sha256 if report else ""


def rate_event(dossier: Dossier, actor: Account, reason: str) -> None:
    """Calculate the event from the accepted record."""
    event_rate(
        dossier.event,
        actor=actor,
        record_sha256=dossier.approved_sha256,
        received_on=dossier.arrived_on or timezone.localdate(),
    )


EFFECTS: Mapping[str, Callable[[Dossier, Account, str], None]] = {
    effect.__name__: effect
    for effect in (remember_report, assign_to_actor, return_report, approve_record, rate_event)
}
