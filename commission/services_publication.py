"""Publishing a list takes two: one proposes, another confirms; until then either takes it back.

A proposal holds what the list said when it was made. What is published is that to the byte, or nothing.
"""

from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from commission.models import PublicationProposal
from commission.permissions import PERMISSIONS
from commission.services import list_publish
from core.files import FileDamaged, FileMissing, read, store
from core.ledger import append
from players.models import Account, RatingList
from players.permissions import require
from ratings.list_drafts import DraftChanges, draft_changes, list_draft, list_key
from ratings.models import Period
from ratings.services_bulk import is_great
from ratings.services_lists import refuse_unready
from tournaments.errors import DomainError, StaleVersion

# So long the draft of a list is kept that was proposed; one that was published is kept for good.
DRAFTS_KEPT = timedelta(days=400)
NAMED = 8


def standing_proposal(period: Period) -> PublicationProposal | None:
    """The proposal for a period that was not taken back, with those who made and confirmed it."""
    rows = PublicationProposal.objects.filter(period=period, withdrawn_at__isnull=True)
    return rows.select_related("proposed_by", "confirmed_by").first()


def publication_propose(period: Period, *, actor: Account, seen: str | None = None) -> PublicationProposal:
    """Propose the list of a period for publication, as it is now; what it says is kept with the proposal.

    `seen` is the hash of the draft that was looked at, by default what the list would be now. A proposal that
    stands for another list than that of now gives way to the new one. Raises PermissionDenied, DomainError if the
    list cannot be published now, StaleVersion if it is proposed already or is not what was seen any more.
    """
    require(PERMISSIONS, "publish", actor)
    refuse_unready(period)
    draft = list_draft(period)
    with transaction.atomic():
        locked = Period.objects.select_for_update().get(pk=period.pk)
        refuse_unready(locked)
        if seen not in (None, draft.sha256):
            raise StaleVersion(_("The list has changed since you looked at it. Look at it again."))
        standing = standing_proposal(locked)
        if standing is not None:
            if standing.content_sha256 == draft.sha256:
                raise StaleVersion(_("The list is proposed for publication already."))
            _withdraw(standing, locked, actor, _("The list has changed since it was proposed."))
        expires = timezone.now() + DRAFTS_KEPT
        proposal = PublicationProposal.objects.create(
            period=locked,
            proposed_by=actor,
            proposed_at=timezone.now(),
            content_sha256=store(draft.data, "text/csv", expires_at=expires).sha256,
        )
        _append(locked, actor, "publication.proposed", content=proposal.content_sha256)
    return proposal


def publication_confirm(
    period: Period, *, actor: Account, proposal_id: int, seen: str | None = None
) -> PublicationProposal:
    """Confirm the proposal that was seen, which somebody else made; the list may then be published.

    `seen` is the hash of the draft that was looked at, by default what the list would be now: both people must have
    seen what the list is now. The same person's second click is no second confirmation. Raises PermissionDenied,
    StaleVersion if that proposal does not stand any more or the list is not what was seen, DomainError for its own
    proposer, for a list that has changed since it was proposed, or that cannot be published now.
    """
    require(PERMISSIONS, "publish", actor)
    refuse_unready(period)
    draft = list_draft(period)
    with transaction.atomic():
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
        refuse_changed(proposal, draft.data)
        if seen not in (None, draft.sha256):
            raise StaleVersion(_("The list has changed since you looked at it. Look at it again."))
        if proposal.confirmed_by_id is None:
            proposal.confirmed_by, proposal.confirmed_at = actor, timezone.now()
            proposal.save(update_fields=["confirmed_by", "confirmed_at"])
            _append(locked, actor, "publication.confirmed", content=proposal.content_sha256)
    return proposal


def changes_since(proposal: PublicationProposal, data: bytes) -> DraftChanges | None:
    """What a draft says otherwise than the one that was proposed; None where they are the same bytes.

    A proposal whose draft is not kept (any more) stands for no list: nothing is known but that it is another.
    """
    if sha256(data).hexdigest() == proposal.content_sha256:
        return None
    try:
        return draft_changes(read(proposal.content_sha256), data)
    except (FileMissing, FileDamaged):
        return DraftChanges((), beside=True)


def refuse_changed(proposal: PublicationProposal, data: bytes) -> None:
    """Raise DomainError, with those whose rows differ, unless these are the bytes that were proposed."""
    found = changes_since(proposal, data)
    if found is None:
        return
    names = "; ".join(row.name for row in found.rows[:NAMED])
    rest = len(found.rows) - NAMED
    if rest > 0:
        names += " " + ngettext("and %(count)s more", "and %(count)s more", rest) % {"count": rest}
    raise DomainError(
        _("The list has changed since it was proposed; nothing was published. Other rows: %(names)s.")
        % {"names": names}
        if names
        else _("The list has changed since it was proposed; nothing was published."),
        code="content_changed",
        hint=_("Look at what has changed and propose it again; another person confirms."),
    )


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
    _withdraw(proposal, locked, actor, reason.strip())
    return proposal


def _withdraw(proposal: PublicationProposal, period: Period, actor: Account, reason: str) -> None:
    proposal.withdrawn_by, proposal.withdrawn_at = actor, timezone.now()
    proposal.reason = reason[:300]
    proposal.save(update_fields=["withdrawn_by", "withdrawn_at", "reason"])
    _append(period, actor, "publication.withdrawn", reason)


@transaction.atomic
def list_publish_confirmed(
    period: Period, *, actor: Account, checked: frozenset[int] = frozenset(), staged: int | None = None
) -> RatingList:
    """Publish the list behind which two people stand, and nothing else: byte for byte what both looked at.

    Arguments as for `list_publish`. Raises DomainError where nobody confirms the list any more, or it is another by
    now; then nothing was written.
    """
    proposal = refuse_unconfirmed(period)
    great = is_great(period)
    if great:
        refuse_changed(proposal, list_draft(period).data)
    list_publish(period, actor=actor, checked=checked, staged=staged)
    published = RatingList.objects.get(period=period)
    if not great:
        refuse_changed(proposal, read(published.sha256))
    return published


@transaction.atomic
def refuse_unconfirmed(period: Period) -> PublicationProposal:
    """The proposal behind which two people stand; raises DomainError if there is none, or it was taken back."""
    locked = Period.objects.select_for_update().get(pk=period.pk)
    proposal = standing_proposal(locked)
    if proposal is None or proposal.confirmed_by_id is None:
        raise DomainError(
            _("Two people publish a list, and nobody confirms this one any more; nothing was published."),
            code="not_confirmed",
        )
    return proposal


def _append(period: Period, actor: Account, verb: str, reason: str = "", content: str = "") -> None:
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
        }
        | ({"content_sha256": content} if content else {}),
    )
