"""Events whose calculation rests on something that is another by now: found, marked, rated again."""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from commission.checks import CHECKS, is_published
from commission.models import Dossier
from commission.permissions import PERMISSIONS
from commission.stages import rated_record
from core.ledger import append
from players.models import Account, RatingKind
from players.permissions import require
from ratings.basis import RECORD, basis_changes, published_basis_changes
from ratings.models import Period, RatedEvent
from ratings.services import event_rate
from ratings.services_racc import coefficient_changes
from tournaments.errors import DomainError, StaleVersion

CHECK_JOB = "commission.check_rated"
CHECKED = (
    Dossier.Stage.ACCEPTED,
    Dossier.Stage.RATED,
    Dossier.Stage.PUBLISHED,
    Dossier.Stage.CORRECTED,
)
# What must hold before an event is rated, and before it is rated again: the same.
RATE_CHECKS = ("is_no_stage", "not_published", "approval_covers_the_record")


def changed_since_rated(dossier: Dossier) -> tuple[str, ...]:
    """What the standing calculation of an event rests on otherwise by now, of `ratings.basis.BASES`; reads only."""
    rated = (
        RatedEvent.objects.filter(event_id=dossier.event_id, current=True)
        .select_related("event__rating_list", "event__stage_of", "period", "rating_list")
        .first()
    )
    if rated is None or dossier.stage not in CHECKED or not dossier.approved_sha256:
        return ()
    try:
        record = rated_record(dossier)
        if rated.period is not None and rated.period.state == Period.State.PUBLISHED:
            return published_basis_changes(rated, record)
        if rated.kind == RatingKind.CORRESPONDENCE:
            return coefficient_changes(rated, record)
        return basis_changes(rated, record)
    except DomainError:
        # A stage was returned, or a player is nobody any more: what would be rated now is not what was.
        return (RECORD,)


@transaction.atomic
def rated_check(dossier: Dossier) -> tuple[str, ...]:
    """Mark an event that is to be rated again, or take the mark away; what was found. The ledger hears both."""
    locked = Dossier.objects.select_for_update(of=("self",)).select_related("event").get(pk=dossier.pk)
    found = changed_since_rated(locked)
    words = " ".join(found)
    if words != locked.rate_again:
        locked.rate_again = words
        locked.rate_again_since = (locked.rate_again_since or timezone.now()) if found else None
        locked.save(update_fields=["rate_again", "rate_again_since"])
        append(
            scope="event",
            object_id=str(locked.event_id),
            actor_id=None,
            actor_name="portal",
            verb="rating.outdated" if found else "rating.up_to_date",
            payload={"because": list(found)},
        )
    return found


def rated_check_all(
    report: Callable[[int, int, str], None] = lambda done, total, name: None,
) -> list[Dossier]:
    """Check every event that has a calculation; those that are to be rated again, by the day of their papers.

    Each event is a transaction of its own. `report` hears before each how many are done, of how many, and its name.
    """
    calculated = RatedEvent.objects.filter(current=True).values("event_id")
    dossiers = list(
        Dossier.objects.filter(event_id__in=calculated, stage__in=CHECKED)
        .select_related("event")
        .order_by("arrived_on", "pk")
    )
    marked = []
    for done, dossier in enumerate(dossiers):
        report(done, len(dossiers), dossier.event.name)
        found = rated_check(dossier)
        if found:
            dossier.rate_again = " ".join(found)
            marked.append(dossier)
    return marked


def main_event_check(dossier: Dossier) -> None:
    """After a move of a stage's dossier: check the event that is rated with it (6.2)."""
    if dossier.event.stage_of_id is None:
        return
    main = Dossier.objects.filter(event_id=dossier.event.stage_of_id).select_related("event").first()
    if main is not None:
        rated_check(main)


@transaction.atomic
def event_rate_again(dossier: Dossier, *, actor: Account, reason: str) -> tuple[RatedEvent, RatedEvent]:
    """Rate an event again that no list has published; its calculation before and now, the same if nothing changed.

    The dossier stays rated, its mark goes. Raises PermissionDenied, StaleVersion if it is not rated any more,
    DomainError as the move `rate` does.
    """
    locked = (
        Dossier.objects.select_for_update(of=("self",)).select_related("event__stage_of").get(pk=dossier.pk)
    )
    require(PERMISSIONS, "rate", actor, locked)
    before = RatedEvent.objects.filter(event_id=locked.event_id, current=True).first()
    if locked.stage != Dossier.Stage.RATED or before is None:
        raise StaleVersion(f"{locked.event.name}: {locked.get_stage_display()}")
    for name in RATE_CHECKS:
        CHECKS[name](locked)
    after = event_rate(
        locked.event,
        actor=actor,
        record_sha256=rated_record(locked),
        received_on=before.received_on,
    )
    if after.pk != before.pk:
        append(
            scope="event",
            object_id=str(locked.event_id),
            actor_id=actor.pk,
            actor_name=actor.shown_name,
            verb="dossier.rated_again",
            reason=reason,
            payload={"record_sha256": after.record_sha256, "because": locked.rate_again.split()},
        )
    locked.rate_again, locked.rate_again_since = "", None
    locked.save(update_fields=["rate_again", "rate_again_since"])
    return before, after


def may_be_rated_again(dossier: Dossier) -> bool:
    """Whether rating again mends a mark; what a published list holds needs a correction."""
    return dossier.stage == Dossier.Stage.RATED and not is_published(dossier.event_id)
