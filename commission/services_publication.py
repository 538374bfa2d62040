"""Publishing a list takes two: one proposes, another confirms; until then either takes it back."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from commission.models import PublicationProposal
from commission.permissions import PERMISSIONS
from core.ledger import append
from players.models import Account
from players.permissions import require
from ratings.models import Period
from ratings.services_lists import list_key, refuse_unready
from tournaments.errors import DomainError, StaleVersion


def standing_proposal(period: Period) -> PublicationProposal | None:
    """The proposal for a period that was not taken back, with those who made and confirmed it."""
    rows = PublicationProposal.objects.filter(period=period, withdrawn_at__isnull=True)
    return rows.select_related("proposed_by", "confirmed_by").first()


@transaction.atomic
def publication_propose(period: Period, *, actor: Account) -> PublicationProposal:
    """Propose the list of a period for publication.

    Raises PermissionDenied, DomainError if the list cannot be published now, StaleVersion if it is proposed already.
    """
    require(PERMISSIONS, "publish", actor)
    locked = Period.objects.select_for_update().get(pk=period.pk)
    refuse_unready(locked)
    if standing_proposal(locked) is not None:
        raise StaleVersion(_("The list is proposed for publication already."))
    proposal = PublicationProposal.objects.create(
        period=locked, proposed_by=actor, proposed_at=timezone.now()
    )
    _append(locked, actor, "publication.proposed")
    return proposal


@transaction.atomic
def publication_confirm(period: Period, *, actor: Account, proposal_id: int) -> PublicationProposal:
    """Confirm the proposal that was seen, which somebody else made; the list may then be published.

    The same person's second click is no second confirmation. Raises PermissionDenied, StaleVersion if that proposal
    does not stand any more, DomainError for its own proposer or a list that cannot be published now.
    """
    require(PERMISSIONS, "publish", actor)
    locked = Period.objects.select_for_update().get(pk=period.pk)
    refuse_unready(locked)
    proposal = standing_proposal(locked)
    if proposal is None or proposal.pk != proposal_id:
        raise StaleVersion(_("This proposal does not stand any more. Look at the list again."))
    if proposal.proposed_by_id == actor.pk:
        raise DomainError(
            _("A second person confirms the list."),
            code="own_proposal",
            hint=_("You proposed it; somebody else with the right to publish looks at it and confirms."),
        )
    if proposal.confirmed_by_id is None:
        proposal.confirmed_by, proposal.confirmed_at = actor, timezone.now()
        proposal.save(update_fields=["confirmed_by", "confirmed_at"])
        _append(locked, actor, "publication.confirmed")
    return proposal


@transaction.atomic
def publication_withdraw(period: Period, *, actor: Account, reason: str) -> PublicationProposal:
    """Take a proposal back before the list is published, whoever made it; the row stays with the reason.

    Raises PermissionDenied, DomainError without a reason or a standing proposal, or after publication.
    """
    require(PERMISSIONS, "publish", actor)
    if not reason.strip():
        raise DomainError(_("Say why the proposal is taken back."), code="reason_missing")
    locked = Period.objects.select_for_update().get(pk=period.pk)
    if locked.state == Period.State.PUBLISHED:
        raise DomainError(_("The list of this period is published already."), code="published")
    proposal = standing_proposal(locked)
    if proposal is None:
        raise StaleVersion(_("This proposal does not stand any more. Look at the list again."))
    proposal.withdrawn_by, proposal.withdrawn_at = actor, timezone.now()
    proposal.reason = reason.strip()[:300]
    proposal.save(update_fields=["withdrawn_by", "withdrawn_at", "reason"])
    _append(locked, actor, "publication.withdrawn", reason.strip())
    return proposal


@transaction.atomic
def refuse_unconfirmed(period: Period) -> None:
    """Raise DomainError unless two people stand behind the list now; a proposal taken back meanwhile stops it."""
    locked = Period.objects.select_for_update().get(pk=period.pk)
    proposal = standing_proposal(locked)
    if proposal is None or proposal.confirmed_by_id is None:
        raise DomainError(
            _("Two people publish a list, and nobody confirms this one any more; nothing was published."),
            code="not_confirmed",
        )


def _append(period: Period, actor: Account, verb: str, reason: str = "") -> None:
    append(
        scope="federation",
        object_id="lists",
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb=verb,
        reason=reason,
        payload={
            "list": list_key(period.kind, period.effective_from),
            "closing_day": str(period.closing_day),
        },
    )
