"""A list that two people have let out, for tests that order its publication as a job."""

from typing import Any


def let_out(period: Any, confirmed_by: Any) -> None:
    """Somebody else proposed the list of a period; `confirmed_by` confirmed it."""
    from django.utils import timezone

    from commission.models import PublicationProposal
    from players.services import account_create
    from ratings.list_drafts import list_draft

    proposer = account_create(
        actor=None, username="proposer", password="baize-and-ink-64", display_name="Petra Prva"
    )
    now = timezone.now()
    PublicationProposal.objects.create(
        period=period,
        proposed_by=proposer,
        proposed_at=now,
        confirmed_by=confirmed_by,
        confirmed_at=now,
        content_sha256=list_draft(period).sha256,
    )
