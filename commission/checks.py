"""What must hold before a move. A check passes in silence or raises DomainError with what mends it."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from commission.findings import open_refusals
from commission.models import Dossier
from ratings.event_facts import refuse_stage
from ratings.models import Period, RatedEvent
from reports.models import Report
from tournaments.errors import DomainError
from tournaments.models import Entry


def live_report(dossier: Dossier) -> Report | None:
    """The report that stands for the event now, neither returned nor superseded."""
    return Report.objects.main().live().filter(event_id=dossier.event_id).first()


def report_is_countersigned(dossier: Dossier) -> None:
    """The final table carries both signatures (11.2; RACC 2.2)."""
    report = live_report(dossier)
    if report is None or report.state != Report.State.COUNTERSIGNED:
        raise DomainError(
            _("The final table does not carry both signatures yet."),
            code="report_unsigned",
            hint=_("The arbiter signs first, then the countersigner that the form names."),
        )


def everybody_is_identified(dossier: Dossier) -> None:
    """Each entry is a person of the register, else his games cannot be rated for anybody."""
    unknown = Entry.objects.filter(event_id=dossier.event_id, person__isnull=True).count()
    if unknown:
        raise DomainError(
            ngettext(
                "%(count)s player is not in the register yet.",
                "%(count)s players are not in the register yet.",
                unknown,
            )
            % {"count": unknown},
            code="unidentified_players",
            hint=_("Say who they are, or admit them as new players, on the page of the event's players."),
        )


def refusals_are_waived(dossier: Dossier) -> None:
    """No refusal stands open; a refusal is waived only by a decision with a reason."""
    refusals = open_refusals(dossier)
    if refusals:
        raise DomainError(
            _("A refusal stands: %(text)s") % {"text": refusals[0].text},
            code="refusal_open",
            hint=_("Waive it by a decision that the event page shows, or return the report."),
        )


def is_published(event_id: int) -> bool:
    """Whether a published list holds the event."""
    return RatedEvent.objects.filter(
        event_id=event_id, current=True, period__state=Period.State.PUBLISHED
    ).exists()


def not_published(dossier: Dossier) -> None:
    """The event is in no published list; afterwards only a correction can change it."""
    if is_published(dossier.event_id):
        raise DomainError(
            _("The event is in a published list; only a correction can change it."), code="published"
        )


def rated_is_not_published(dossier: Dossier) -> None:
    """A calculation can be withdrawn: no list holds it. A report of a correction not yet decided may go back."""
    if dossier.stage == Dossier.Stage.RATED:
        not_published(dossier)


def is_no_stage(dossier: Dossier) -> None:
    """The event is rated by itself; a stage is rated with the event it belongs to (6.2)."""
    refuse_stage(dossier.event)


def approval_covers_the_record(dossier: Dossier) -> None:
    """What was approved is what stands: the approval belongs to a version, by hash."""
    report = live_report(dossier)
    if report is None or report.record_sha256 != dossier.approved_sha256:
        raise DomainError(
            _("The record is not the one that was accepted."),
            code="approval_outdated",
            hint=_("Return the report and review the new version."),
        )


def list_is_published(dossier: Dossier) -> None:
    """The list that holds the event is published."""
    if not is_published(dossier.event_id):
        raise DomainError(_("The list with this event is not published yet."), code="list_unpublished")


CHECKS: Mapping[str, Callable[[Dossier], None]] = {
    check.__name__: check
    for check in (
        report_is_countersigned,
        everybody_is_identified,
        refusals_are_waived,
        not_published,
        rated_is_not_published,
        is_no_stage,
        approval_covers_the_record,
        list_is_published,
    )
}
