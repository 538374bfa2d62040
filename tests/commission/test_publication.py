"""Two people publish a list: one proposes, another confirms, either takes it back before; the ledger has it all."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from tournaments.errors import DomainError, StaleVersion

pytestmark = pytest.mark.django_db


def test_the_proposer_does_not_confirm_and_the_database_holds_him_to_it(period: Any, officer: Any) -> None:
    from commission.models import PublicationProposal
    from commission.services_publication import publication_confirm, publication_propose

    proposal = publication_propose(period, actor=officer)
    with pytest.raises(DomainError, match="A second person confirms"):
        publication_confirm(period, actor=officer, proposal_id=proposal.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        PublicationProposal.objects.filter(pk=proposal.pk).update(confirmed_by=officer)


def test_a_member_without_the_right_to_publish_neither_proposes_nor_confirms(
    period: Any, officer: Any, member: Any
) -> None:
    from commission.services_publication import publication_confirm, publication_propose

    with pytest.raises(PermissionDenied):
        publication_propose(period, actor=member)
    proposal = publication_propose(period, actor=officer)
    with pytest.raises(PermissionDenied):
        publication_confirm(period, actor=member, proposal_id=proposal.pk)


def test_a_proposal_stands_once_is_taken_back_by_either_and_made_again(
    period: Any, officer: Any, account: Any
) -> None:
    from commission.services_publication import (
        publication_confirm,
        publication_propose,
        publication_withdraw,
    )
    from core.ledger import rows_of

    second = account("pavel", "federation_admin")
    first = publication_propose(period, actor=officer)
    with pytest.raises(StaleVersion):
        publication_propose(period, actor=second)
    with pytest.raises(DomainError, match="Say why"):
        publication_withdraw(period, actor=second, reason=" ")
    publication_withdraw(period, actor=second, reason="An event is missing")
    with pytest.raises(StaleVersion):  # an old page in another tab
        publication_confirm(period, actor=second, proposal_id=first.pk)
    again = publication_propose(period, actor=second)
    for _click in range(2):
        publication_confirm(period, actor=officer, proposal_id=again.pk)
    assert period.proposals.count() == 2
    verbs = [
        (row.verb, row.actor_name, row.reason)
        for row in rows_of("federation", "lists")
        if row.verb.startswith("publication.")
    ]
    assert verbs == [
        ("publication.proposed", "Olga", ""),
        ("publication.withdrawn", "Pavel", "An event is missing"),
        ("publication.proposed", "Pavel", ""),
        ("publication.confirmed", "Olga", ""),
    ]


def test_a_list_taken_back_after_the_order_is_not_published(period: Any, officer: Any, account: Any) -> None:
    from commission.services_publication import (
        publication_confirm,
        publication_propose,
        publication_withdraw,
    )
    from core.jobs import submit
    from core.jobs.running import run
    from core.models import Job
    from players.models import RatingList

    second = account("pavel", "federation_admin")
    proposal = publication_propose(period, actor=officer)
    publication_confirm(period, actor=second, proposal_id=proposal.pk)
    order = {"period": period.pk, "actor": second.pk}
    job = submit("commission.publish_list", order, created_by_id=second.pk)
    publication_withdraw(period, actor=officer, reason="A report came in")
    run(job.pk)
    job = Job.objects.get(pk=job.pk)
    assert (job.state, "nothing was published" in job.error) == ("failed", True)
    period.refresh_from_db()
    assert period.state == "open" and not RatingList.objects.filter(period=period).exists()
