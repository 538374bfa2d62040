"""Decisions: two members, a number, public; the only thing that waives a late registration."""

import threading
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

pytestmark = pytest.mark.django_db


def proposed(actor: Any, **words: Any) -> Any:
    from commission.services_decisions import decision_propose

    values = {"decided_on": date(2026, 3, 14), "subject": "Late cup", "text": "The post was on strike."}
    return decision_propose(actor=actor, **(values | words))


def published(first: Any, second: Any, **words: Any) -> Any:
    from commission.services_decisions import decision_confirm

    return decision_confirm(proposed(first, **words), actor=second)


def refusals(dossier: Any) -> list[str]:
    from commission.findings import open_refusals

    return [item.finding.code for item in open_refusals(dossier)]


def test_a_late_event_is_accepted_only_after_a_published_decision_of_two_members(
    submitted: Any, member: Any, second_member: Any
) -> None:
    """Registered on 8 March, played from 7 March: the refusal of 0.2 (the text of 2025) stands until the decision."""
    from commission.findings import findings_of
    from commission.services import dossier_move
    from commission.services_decisions import decision_confirm
    from tournaments.errors import DomainError

    dossier = submitted(late=True)
    (late,) = [item for item in findings_of(dossier) if item.finding.code == "registered_late"]
    draft = proposed(member, event=dossier.event, article=late.finding.article)
    assert refusals(dossier) == ["registered_late"]
    with pytest.raises(DomainError, match="A refusal stands"):
        dossier_move(dossier, "accept", actor=member)
    decision_confirm(draft, actor=second_member)
    assert refusals(dossier) == []
    dossier.refresh_from_db()
    assert dossier.open_refusals == 0
    assert dossier_move(dossier, "accept", actor=member).stage == "accepted"


def test_whoever_proposed_does_not_confirm(member: Any) -> None:
    from commission.services_decisions import decision_confirm
    from tournaments.errors import DomainError

    draft = proposed(member)
    with pytest.raises(DomainError, match="second member"):
        decision_confirm(draft, actor=member)
    draft.refresh_from_db()
    assert (draft.state, draft.number) == ("proposed", "")


def test_the_database_refuses_a_published_decision_of_one(member: Any) -> None:
    from django.db import IntegrityError, transaction
    from django.utils import timezone

    from commission.models import Decision

    draft = proposed(member)
    for confirmed in (None, member):
        with pytest.raises(IntegrityError), transaction.atomic():
            Decision.objects.filter(pk=draft.pk).update(
                state="published", number="2026/9", published_at=timezone.now(), confirmed_by=confirmed
            )


def test_the_database_deletes_no_decision_and_changes_no_published_one(
    member: Any, second_member: Any
) -> None:
    from django.db import DatabaseError, transaction

    from commission.models import Decision

    shown, draft = published(member, second_member), proposed(member)
    for row in (shown, draft):
        with pytest.raises(DatabaseError, match="never deleted"), transaction.atomic():
            row.delete()
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        Decision.objects.filter(pk=shown.pk).update(text="Something else")


def test_whoever_directs_the_event_decides_nothing_about_it(
    finished: Any, director: Any, member: Any, second_member: Any
) -> None:
    from django.contrib.auth.models import Group

    from commission.services_decisions import decision_confirm

    event = finished(late=True)
    director.groups.add(Group.objects.get_or_create(name="commission_member")[0])
    director.__dict__.pop("_group_names", None)
    with pytest.raises(PermissionDenied):
        proposed(director, event=event)
    draft = proposed(member, event=event)
    with pytest.raises(PermissionDenied):
        decision_confirm(draft, actor=director)


def test_an_article_that_no_refusal_rests_on_is_not_waived(finished: Any, member: Any) -> None:
    from tournaments.errors import DomainError

    for late, article in ((False, "7.1"), (True, "9.9")):
        with pytest.raises(DomainError, match="No refusal of the event rests on article"):
            proposed(member, event=finished(late=late), article=article)


def test_a_later_decision_takes_the_place_and_the_refusal_is_back(
    submitted: Any, member: Any, second_member: Any
) -> None:
    from commission.services_decisions import waivable_articles

    dossier = submitted(late=True)
    (article,) = waivable_articles(dossier.event)
    first = published(member, second_member, event=dossier.event, article=article)
    assert refusals(dossier) == []
    published(second_member, member, event=dossier.event, follows=first, subject="No waiver after all")
    assert refusals(dossier) == ["registered_late"]
    dossier.refresh_from_db()
    assert dossier.open_refusals == 1
    first.refresh_from_db()
    assert first.state == "published"  # followed, not deleted


def test_a_decision_is_followed_once(member: Any, second_member: Any) -> None:
    from commission.services_decisions import decision_confirm
    from tournaments.errors import DomainError, StaleVersion

    first = published(member, second_member)
    one, other = proposed(member, follows=first), proposed(second_member, follows=first)
    decision_confirm(one, actor=second_member)
    with pytest.raises(StaleVersion, match="taken the place"):
        decision_confirm(other, actor=member)
    with pytest.raises(DomainError, match="not in force"):
        proposed(member, follows=first)


def test_numbers_run_through_the_year_of_the_decision(member: Any, second_member: Any) -> None:
    numbers = [
        published(member, second_member, decided_on=day).number
        for day in (date(2026, 1, 5), date(2025, 12, 30), date(2026, 3, 1))
    ]
    assert numbers == ["2026/1", "2025/1", "2026/2"]


def test_every_step_is_in_the_ledger_and_a_withdrawn_proposal_stays(
    finished: Any, member: Any, second_member: Any
) -> None:
    from commission.services_decisions import decision_confirm, decision_withdraw
    from core.ledger import rows_of, verify_chain
    from tournaments.errors import StaleVersion

    event = finished()
    published(member, second_member, event=event)
    draft = decision_withdraw(proposed(member), actor=second_member, reason="Twice the same")
    verbs = [(row.verb, row.actor_name) for row in rows_of("federation", "decisions")]
    assert verbs == [
        ("decision.proposed", "Clara"),
        ("decision.published", "Dora"),
        ("decision.proposed", "Clara"),
        ("decision.withdrawn", "Dora"),
    ]
    (row,) = rows_of("event", event.pk).filter(verb="decision.published")
    assert (row.payload["number"], row.reason) == ("2026/1", "The post was on strike.")
    assert verify_chain("federation", "decisions") == 4
    assert draft.withdrawn_because == "Twice the same"
    with pytest.raises(StaleVersion):
        decision_confirm(draft, actor=second_member)


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"decided_on": date(2026, 3, 16)}, "decided_on"),
        ({"subject": " "}, "subject"),
        ({"text": ""}, "text"),
    ],
)
def test_an_incomplete_decision_is_refused(member: Any, words: Any, field: str) -> None:
    """The clock stands at 15 March 2026."""
    from tournaments.errors import DomainError

    with pytest.raises(DomainError) as refused:
        proposed(member, **words)
    assert refused.value.field == field


def test_everybody_reads_what_is_published_and_nobody_else_a_proposal(
    client: Any, finished: Any, member: Any, second_member: Any
) -> None:
    event = finished(late=True)
    shown = published(member, second_member, event=event, subject="Shown to all")
    hidden = proposed(member, subject="Still a draft")
    page = client.get("/decisions/").content.decode()
    assert ("Shown to all" in page, "Still a draft" in page) == (True, False)
    assert client.get(f"/decisions/{hidden.pk}/").status_code == 404
    assert client.get("/decisions/?state=proposed").content.decode().count("Still a draft") == 0
    page = client.get(f"/decisions/{shown.pk}/").content.decode()
    for text in ("2026/1", "Clara", "Dora", "The post was on strike.", f"/events/{event.pk}/"):
        assert text in page
    assert "2026/1" in client.get(f"/events/{event.pk}/").content.decode()
    client.force_login(second_member)
    assert "Still a draft" in client.get("/decisions/?state=proposed").content.decode()


def test_the_feed_is_atom_and_tells_of_published_ones_alone(
    client: Any, member: Any, second_member: Any
) -> None:
    from xml.etree import ElementTree

    published(member, second_member, subject="Fees & terms")
    proposed(member, subject="Still a draft")
    response = client.get("/decisions/feed/")
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(response.content)
    atom = "{http://www.w3.org/2005/Atom}"
    assert [entry.findtext(f"{atom}title") for entry in root.iter(f"{atom}entry")] == ["2026/1: Fees & terms"]


def test_a_decision_is_proposed_and_confirmed_on_the_pages(
    client: Any, submitted: Any, member: Any, second_member: Any, director: Any
) -> None:
    from commission.models import Decision

    dossier = submitted(late=True)
    address = f"/decisions/new/?event={dossier.event_id}"
    client.force_login(director)
    assert client.get(address).status_code == 403
    client.force_login(member)
    assert address in client.get(f"/commission/events/{dossier.event_id}/").content.decode()
    form = client.get(address).context["form"]
    article = form.fields["article"].choices[1][0]
    typed = {"decided_on": "2026-03-14", "subject": "Late cup", "text": "Strike", "article": article}
    bad = client.post(address, typed | {"decided_on": "2026-03-20"})
    assert bad.status_code == 422
    for text in ("has not come yet", "Late cup", "Strike"):
        assert text in bad.content.decode()
    page = b"<html><script>alert(1)</script>"
    wrong = client.post(address, typed | {"document": SimpleUploadedFile("a.pdf", page)})
    assert "neither a PDF" in wrong.content.decode()
    good = client.post(address, typed | {"document": SimpleUploadedFile("a.b.PDF", b"%PDF-1.7 x")})
    decision = Decision.objects.get()
    assert good["Location"] == f"/decisions/{decision.pk}/"
    assert "Confirm and publish" not in client.get(good["Location"]).content.decode()
    refused = client.post(f"/decisions/{decision.pk}/confirm/")
    assert (refused.status_code, "A second member" in refused.content.decode()) == (422, True)
    client.force_login(second_member)
    assert "Confirm and publish" in client.get(good["Location"]).content.decode()
    assert client.post(f"/decisions/{decision.pk}/confirm/").status_code == 302
    assert client.post(f"/decisions/{decision.pk}/confirm/").status_code == 409
    dossier_page = client.get(f"/commission/events/{dossier.event_id}/").content.decode()
    assert "Waived by decision" in dossier_page
    client.logout()
    file = client.get(f"/decisions/{decision.pk}/document/")
    assert (file.content, file["Content-Type"]) == (b"%PDF-1.7 x", "application/pdf")
    assert file["Content-Disposition"] == 'attachment; filename="a.b.pdf"'


def test_players_are_not_told_that_a_late_event_stays_unrated_once_a_decision_waives_it(
    client: Any, finished: Any, member: Any, second_member: Any
) -> None:
    from commission.services_decisions import waivable_articles
    from tournaments.models import Event

    event = finished(late=True)
    Event.objects.filter(pk=event.pk).update(state="playing")
    path = f"/events/{event.pk}/"
    assert "this event will not be rated" in client.get(path).content.decode()
    event.refresh_from_db()
    (article,) = waivable_articles(event)
    published(member, second_member, event=event, article=article)
    assert "this event will not be rated" not in client.get(path).content.decode()


def test_the_list_asks_as_often_for_three_as_for_one(
    client: Any, finished: Any, member: Any, second_member: Any, django_assert_num_queries: Any
) -> None:
    event = finished()
    for count in (1, 3):
        while _count() < count:
            published(member, second_member, event=event)
        with django_assert_num_queries(2):
            client.get("/decisions/")


def _count() -> int:
    from commission.models import Decision

    return Decision.objects.count()


@pytest.mark.django_db(transaction=True)
def test_of_two_members_who_confirm_at_once_one_publishes(account: Any) -> None:
    from commission.models import Decision
    from commission.services_decisions import decision_confirm
    from tournaments.errors import StaleVersion

    first, *others = (account(name, "commission_member") for name in ("mila", "nora", "oto"))
    draft, outcomes, start = proposed(first, decided_on=date(2026, 3, 1)), [], threading.Barrier(2)

    def confirm(actor: Any) -> None:
        try:
            start.wait(timeout=10)
            decision_confirm(draft, actor=actor)
            outcomes.append("published")
        except StaleVersion:
            outcomes.append("stale")
        finally:
            connection.close()

    threads = [threading.Thread(target=confirm, args=(actor,)) for actor in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert sorted(outcomes) == ["published", "stale"]
    assert Decision.objects.get().number == "2026/1"
