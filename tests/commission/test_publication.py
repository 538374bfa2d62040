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


@pytest.fixture
def rated(member: Any, submitted: Any) -> Any:
    """The dossier of an event that is rated into the open period."""
    from commission.services import dossier_move

    dossier = submitted()
    for verb in ("accept", "rate"):
        dossier = dossier_move(dossier, verb, actor=member)
    return dossier


def test_a_list_that_changed_is_not_confirmed_but_proposed_anew(
    period: Any, rated: Any, officer: Any, member: Any, account: Any
) -> None:
    """A player's result is taken back between the two looks; the one who confirms is told whose row is another."""
    from commission.services import dossier_move
    from commission.services_publication import publication_confirm, publication_propose

    second = account("pavel", "federation_admin")
    first = publication_propose(period, actor=officer)
    names = {row.entry.person.name for row in rated.event.calculations.get().entries.filter(games__gt=0)}
    dossier_move(rated, "return", actor=member, reason="A score sheet is missing")
    with pytest.raises(DomainError) as told:
        publication_confirm(period, actor=second, proposal_id=first.pk)
    assert told.value.code == "content_changed"
    assert [name for name in names if name in told.value.message]
    again = publication_propose(period, actor=second)
    first.refresh_from_db()
    assert (first.withdrawn_by, bool(first.reason)) == (second, True)
    assert again.content_sha256 != first.content_sha256
    with pytest.raises(DomainError, match="A second person"):
        publication_confirm(period, actor=second, proposal_id=again.pk)
    assert publication_confirm(period, actor=officer, proposal_id=again.pk).confirmed_by == officer


def test_a_page_of_another_list_confirms_nothing(period: Any, rated: Any, officer: Any, account: Any) -> None:
    from commission.services_publication import publication_confirm, publication_propose

    with pytest.raises(StaleVersion):
        publication_propose(period, actor=officer, seen="0" * 64)
    proposal = publication_propose(period, actor=officer)
    with pytest.raises(StaleVersion):
        publication_confirm(
            period, actor=account("pavel", "federation_admin"), proposal_id=proposal.pk, seen="0" * 64
        )
    proposal.refresh_from_db()
    assert proposal.confirmed_by is None


@pytest.mark.parametrize("great", [False, True])
def test_a_list_that_changed_after_the_confirmation_is_not_published(
    period: Any, rated: Any, officer: Any, account: Any, monkeypatch: Any, *, great: bool
) -> None:
    """Made player by player or over arrays: a name is corrected after the second look, and the job stops."""
    from commission.services_publication import publication_confirm, publication_propose
    from core.jobs import submit
    from core.jobs.running import run
    from core.models import Job
    from players.services import person_update
    from ratings import services_bulk

    if great:
        monkeypatch.setattr(services_bulk, "GREAT_PERIOD", 1)
    second = account("pavel", "federation_admin")
    proposal = publication_propose(period, actor=officer)
    publication_confirm(period, actor=second, proposal_id=proposal.pk)
    order = {"period": period.pk, "actor": second.pk}

    def published() -> tuple[str, str]:
        job = submit("commission.publish_list", order, created_by_id=second.pk)
        run(job.pk)
        job.refresh_from_db()
        return job.state, job.error

    person = rated.event.entries.get(number=1).person
    name = person.surname
    person_update(person, actor=officer, reason="Misspelled", surname="Spelledanew")
    state, error = published()
    assert (state, "has changed since it was proposed" in error) == (Job.State.FAILED, True)
    period.refresh_from_db()
    assert period.state == "open"
    person_update(person, actor=officer, reason="It was right", surname=name)
    assert published() == (Job.State.DONE, "")
    period.refresh_from_db()
    assert great or period.rating_list.sha256 == proposal.content_sha256


def test_the_page_shows_what_changed_since_the_proposal(
    client: Any, period: Any, rated: Any, officer: Any, account: Any
) -> None:
    from commission.services_publication import publication_propose
    from players.services import person_update

    publication_propose(period, actor=officer)
    client.force_login(account("pavel", "federation_admin"))
    path = f"/commission/periods/{period.pk}/"
    assert "Confirm and publish the list" in client.get(path).content.decode()
    person_update(
        rated.event.entries.get(number=1).person, actor=officer, reason="Married", surname="Newname"
    )
    page = client.get(path)
    text = page.content.decode()
    assert "Confirm and publish the list" not in text
    assert "1 row reads otherwise" in text and "Newname" in text
    client.post(f"{path}publish/", {"content": page.context["content"]})
    assert period.proposals.filter(withdrawn_at__isnull=True).get().proposed_by.username == "pavel"
