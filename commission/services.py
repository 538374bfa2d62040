"""The moves of a dossier: the only way in which its state changes."""

from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from commission import checks, effects
from commission.findings import findings_count, findings_of
from commission.models import DismissedFinding, Dossier, DossierMove
from commission.moves import MOVES, Move
from commission.permissions import PERMISSIONS
from commission.services_rerate import CHECK_JOB, main_event_check
from commission.waivers import NEVER_WAIVED
from core.jobs import submit
from core.ledger import append
from players.models import Account
from players.permissions import require
from ratings.models import Period
from ratings.services_lists import period_publish
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event
from tournaments.services import registration_day_set


def dossier_of(event: Event) -> Dossier:
    """The dossier of an event, opened empty at the first look."""
    return Dossier.objects.get_or_create(event=event)[0]


@transaction.atomic
def dossier_move(
    dossier: Dossier,
    verb: str,
    *,
    actor: Account,
    reason: str = "",
    version: int | None = None,
    today: date | None = None,
) -> Dossier:
    """Make one move of the table. `today` is the day that counts as the day of the move (default: today).

    Raises PermissionDenied; StaleVersion if the dossier moved on since `version` was read; DomainError if the
    move does not start here, needs a reason, or a check refuses it. The dossier's row is locked meanwhile,
    so of two moves at once one wins and the other is told.
    """
    move = MOVES[verb]
    locked = Dossier.objects.select_for_update(of=("self",)).select_related("event").get(pk=dossier.pk)
    require(PERMISSIONS, move.permission, actor, locked)
    if version is not None and version != locked.version:
        raise StaleVersion(
            _("The dossier has moved on: it is now “%(stage)s”. Nothing was changed.")
            % {"stage": locked.get_stage_display()}
        )
    if locked.stage not in move.sources:
        raise StaleVersion(
            _("“%(move)s” is not possible while the dossier is “%(stage)s”.")
            % {"move": move.label, "stage": locked.get_stage_display()}
        )
    if move.reason_required and not reason.strip():
        raise DomainError(_("Give a reason; those concerned will read it."), code="reason_missing")
    for name in move.checks:
        checks.CHECKS[name](locked)
    from_stage = locked.stage
    day = today or timezone.localdate()
    for name in move.effects:
        effects.EFFECTS[name](locked, actor, reason, day)
    locked.stage = move.target
    if effects.CALCULATING.intersection(move.effects):
        locked.rate_again, locked.rate_again_since = "", None
    locked.version += 1
    findings_count(locked)
    locked.save()
    _write_move(locked, move, from_stage, actor, reason)
    main_event_check(locked)
    return locked


def _write_move(dossier: Dossier, move: Move, from_stage: str, actor: Account, reason: str) -> None:
    DossierMove.objects.create(
        dossier=dossier,
        verb=move.verb,
        from_stage=from_stage,
        to_stage=move.target,
        reason=reason.strip(),
        account=actor,
        made_at=timezone.now(),
    )
    append(
        scope="event",
        object_id=str(dossier.event_id),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb=f"dossier.{move.verb}",
        reason=reason.strip(),
        payload={"from": from_stage, "to": move.target, "record_sha256": dossier.approved_sha256},
    )


@transaction.atomic
def finding_dismiss(dossier: Dossier, *, actor: Account, fingerprint: str, reason: str) -> DismissedFinding:
    """Set a finding aside, or waive a refusal, with a reason that the event page shows.

    Raises PermissionDenied, StaleVersion if the finding is not there any more, DomainError without a reason, or
    for what no single member may waive: an event that was not registered before its start is never rated (7.1),
    unless a published decision waives it (`services_decisions`).
    """
    require(PERMISSIONS, "dismiss_finding", actor, dossier)
    if not reason.strip():
        raise DomainError(
            _("Say why the finding is set aside; the event page shows it."), code="reason_missing"
        )
    found = next((item for item in findings_of(dossier) if item.finding.fingerprint == fingerprint), None)
    if found is None:
        raise StaleVersion(_("This finding is not there any more."))
    if found.finding.code in NEVER_WAIVED:
        raise DomainError(
            _("An event that was not registered before its start is never rated (7.1)."),
            code="never_waived",
            hint=_(
                "If it was registered on paper in time, state that day; only a decision of two members waives it."
            ),
        )
    locked = Dossier.objects.select_for_update(of=("self",)).select_related("event").get(pk=dossier.pk)
    dismissed, created = DismissedFinding.objects.get_or_create(
        dossier=locked,
        fingerprint=fingerprint,
        defaults={"reason": reason.strip(), "account": actor, "dismissed_at": timezone.now()},
    )
    if created:
        findings_count(locked)
        locked.save(update_fields=["open_refusals", "open_objections", "open_warnings"])
        append(
            scope="event",
            object_id=str(locked.event_id),
            actor_id=actor.pk,
            actor_name=actor.shown_name,
            verb="finding.dismissed",
            reason=reason.strip(),
            payload={"finding": fingerprint, "text": found.finding.text, "severity": found.finding.severity},
        )
    return dismissed


@transaction.atomic
def registration_state(dossier: Dossier, *, actor: Account, day: date, reason: str) -> Dossier:
    """State the day of a registration on paper, which mends the refusal of 7.1 if it lies before the start.

    Raises PermissionDenied, DomainError as `tournaments.services.registration_day_set`.
    """
    require(PERMISSIONS, "dismiss_finding", actor, dossier)
    registration_day_set(dossier.event, actor=actor, day=day, reason=reason)
    locked = Dossier.objects.select_for_update(of=("self",)).select_related("event").get(pk=dossier.pk)
    findings_count(locked)
    locked.save(update_fields=["open_refusals", "open_objections", "open_warnings"])
    return locked


@transaction.atomic
def list_publish(
    period: Period, *, actor: Account, checked: frozenset[int] = frozenset(), staged: int | None = None
) -> list[Dossier]:
    """Publish a period's list and move the dossiers of its events to published, all or nothing.

    `checked` are the calculations that were computed again just before, `staged` the number under which workers
    have filled the list in parts.
    """
    rating_list = period_publish(period, actor=actor, checked=checked, staged=staged)
    # Whoever has his first rating now counts otherwise in events that are still on no list (10.4).
    submit(CHECK_JOB, {}, dedupe_key=CHECK_JOB)
    moved = []
    rated = Dossier.objects.filter(
        event__calculations__period=period, event__calculations__current=True, stage=Dossier.Stage.RATED
    )
    for dossier in rated.order_by("pk"):
        moved.append(dossier_move(dossier, "publish", actor=actor, reason=rating_list.key))
    return moved


def moves_open_to(dossier: Dossier, account: Any) -> list[Move]:
    """The moves that this account may make from the dossier's present state, the way forward first."""
    moves = [
        move
        for move in MOVES.values()
        if dossier.stage in move.sources
        and not move.has_own_page
        and PERMISSIONS[move.permission](account, dossier)
        and _is_a_choice(move, dossier)
    ]
    return sorted(moves, key=lambda move: not move.primary)


def _is_a_choice(move: Move, dossier: Dossier) -> bool:
    try:
        for name in move.when:
            checks.CHECKS[name](dossier)
    except DomainError:
        return False
    return True
