"""The accepted records of an event's stages, which are rated with it as one event (6.2)."""

from commission.models import Dossier
from ratings.event_facts import pooled_record
from tournaments.models import Event

ACCEPTED = (
    Dossier.Stage.ACCEPTED,
    Dossier.Stage.RATED,
    Dossier.Stage.PUBLISHED,
    Dossier.Stage.CORRECTED,
)


def stage_records(event: Event) -> dict[int, str]:
    """The hash of the accepted record of each stage of an event, by the stage's id."""
    dossiers = Dossier.objects.filter(event__stage_of=event, stage__in=ACCEPTED).exclude(approved_sha256="")
    return dict(dossiers.values_list("event_id", "approved_sha256"))


def rated_record(dossier: Dossier) -> str:
    """The hash of the record that the event of a dossier is rated from: the accepted one, its stages with it.

    Raises DomainError for a stage of another event, and while a stage of this one is not accepted.
    """
    return pooled_record(dossier.event, dossier.approved_sha256, stage_records(dossier.event))
