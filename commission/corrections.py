"""What a correction or an annulment of a published event would do, shown before anybody decides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from commission.checks import is_published, live_report
from commission.models import Dossier
from commission.stages import stage_records
from ratings.event_facts import pooled_record
from ratings.models import ListCorrection
from ratings.services_corrections import (
    ChangeEffect,
    CorrectionPreview,
    annulment_preview,
    correction_preview,
)
from reports.models import Report
from tournaments.errors import DomainError

Stage = Dossier.Stage
UNDECIDED = (Stage.SUBMITTED, Stage.IN_REVIEW, Stage.ACCEPTED)


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a move: changes of players, rows of lists; or in words what keeps it from being computed."""

    verb: str
    changes: Sequence[ChangeEffect] = ()
    rows: Sequence[ListCorrection] = ()
    refusal: DomainError | None = field(default=None)


def awaits_correction(dossier: Dossier) -> bool:
    """Whether a new report of an event in a published list lies with the commission."""
    return dossier.stage in UNDECIDED and is_published(dossier.event_id)


def effect_of(dossier: Dossier, verb: str) -> Effect | None:
    """What `correct` or `annul` would change now; nothing where there is nothing to compute it from."""
    if verb == "annul":
        return (
            _effect(verb, lambda: annulment_preview(dossier.event))
            if is_published(dossier.event_id)
            else None
        )
    report = live_report(dossier)
    if report is None or not awaits_correction(dossier):
        return None
    return _effect(verb, lambda: correction_preview(dossier.event, record_sha256=_record(dossier, report)))


def _record(dossier: Dossier, report: Report) -> str:
    """The record that the new report would have the event rated from, its stages with it."""
    return pooled_record(dossier.event, report.record_sha256, stage_records(dossier.event))


def _effect(verb: str, previewed: Callable[[], CorrectionPreview]) -> Effect:
    try:
        found = previewed()
    except DomainError as error:
        return Effect(verb, refusal=error)
    return Effect(verb, found.changes, found.rows)
