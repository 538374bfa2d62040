"""Appeals against decisions of the commission: who, until when, who decides, what follows. All people are invented."""

from datetime import date
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(account: Any) -> Any:
    return account("jana", "appeals_committee")


@pytest.fixture
def asker(account: Any) -> Any:
    return account("petra", "player")


@pytest.fixture
def asked(asker: Any, persons: list[Any]) -> Any:
    from commission.services_requests import Wish, request_make

    return request_make(Wish("name", "Playerone", person=persons[0]), account=asker)


@pytest.fixture
def rejected(asked: Any, member: Any) -> Any:
    """The step that rejected the request, on 15 March 2026."""
    from commission.services_requests import request_reject

    return request_reject(asked, actor=member, reason="The passport says so").steps.get(verb="rejected")


def appealed(step: Any, asker: Any) -> Any:
    from commission.services_appeals import appeal_make

    return appeal_make(step, account=asker, text="The passport is an old one.")


def test_an_appeal_is_possible_for_thirty_days_and_once(rejected: Any, asker: Any) -> None:
    from commission.services_appeals import appeal_until, can_be_appealed
    from tournaments.errors import StaleVersion

    assert appeal_until(rejected) == date(2026, 4, 14)
    assert can_be_appealed(rejected, today=date(2026, 4, 14))
    assert not can_be_appealed(rejected, today=date(2026, 4, 15))
    appeal = appealed(rejected, asker)
    assert (appeal.outcome, appeal.due_on) == ("", date(2026, 4, 14))
    rejected.refresh_from_db()
    with pytest.raises(StaleVersion):
        appealed(rejected, asker)


def test_after_its_last_day_an_appeal_is_refused_with_the_day(
    rejected: Any, asker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from datetime import UTC, datetime

    from django.utils import timezone

    from tournaments.errors import DomainError

    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 4, 15, 12, tzinfo=UTC))
    with pytest.raises(DomainError, match="2026-04-14"):
        appealed(rejected, asker)


def test_only_those_concerned_appeal(rejected: Any, account: Any, persons: list[Any], member: Any) -> None:
    for stranger in (account("otto"), member):
        with pytest.raises(PermissionDenied):
            appealed(rejected, stranger)
    own = account("pia", "player")
    own.person = persons[0]
    own.save()
    assert appealed(rejected, own).by_name == "Pia"


@pytest.mark.parametrize(
    ("outcome", "state"), [("upheld", "rejected"), ("changed", "accepted"), ("returned", "open")]
)
def test_what_becomes_of_a_rejected_request(
    client: Any, rejected: Any, asker: Any, judge: Any, outcome: str, state: str
) -> None:
    appeal = appealed(rejected, asker)
    client.force_login(judge)
    assert client.get("/commission/appeals/?format=json").json()[0]["about"] == "Player1, Test"
    page = f"/commission/appeals/{appeal.pk}/"
    assert client.post(page, {"outcome": outcome, "reason": ""}).status_code == 422
    assert client.post(page, {"outcome": outcome, "reason": "Seen again"}).status_code == 302
    appeal.refresh_from_db()
    rejected.request.refresh_from_db()
    assert (appeal.outcome, appeal.decided_by, rejected.request.state) == (outcome, judge, state)
    assert client.post(page, {"outcome": "upheld", "reason": "Twice"}).status_code == 409
    client.logout()
    public = client.get("/corrections/requests/").content.decode()
    assert "Seen again" in public
    assert appeal.get_outcome_display() in public
    assert "Petra" not in public, "who asked is not public"


def test_an_accepted_request_that_is_changed_is_rejected(
    asked: Any, member: Any, account: Any, judge: Any, persons: list[Any]
) -> None:
    from commission.services_appeals import appeal_decide
    from commission.services_requests import request_accept

    other = account("pia", "player")
    other.person = persons[0]
    other.save()
    step = request_accept(asked, actor=member, reason="Seen").steps.get(verb="accepted")
    appeal_decide(appealed(step, other), actor=judge, outcome="changed", reason="It is not so")
    asked.refresh_from_db()
    assert asked.state == "rejected"


def test_nobody_of_the_first_instance_decides_and_no_party(
    rejected: Any, asker: Any, member: Any, officer: Any
) -> None:
    from django.contrib.auth.models import Group

    from commission.services_appeals import appeal_decide

    appeal = appealed(rejected, asker)
    committee = Group.objects.get_or_create(name="appeals_committee")[0]
    for who in (member, asker):
        who.groups.add(committee)
        who.__dict__.pop("_group_names", None)
        with pytest.raises(PermissionDenied):
            appeal_decide(appeal, actor=who, outcome="changed", reason="mine")
    with pytest.raises(PermissionDenied):
        appeal_decide(appeal, actor=officer, outcome="changed", reason="no member of the committee")
    appeal.refresh_from_db()
    assert appeal.outcome == ""


def test_after_a_return_the_new_decision_can_be_appealed_against_and_the_old_no_more(
    rejected: Any, asker: Any, judge: Any, second_member: Any
) -> None:
    from commission.services_appeals import appeal_decide, can_be_appealed
    from commission.services_requests import request_reject

    appeal_decide(appealed(rejected, asker), actor=judge, outcome="returned", reason="Hear both")
    again = request_reject(rejected.request, actor=second_member, reason="Both say so")
    old, new = again.steps.filter(verb="rejected").order_by("pk")
    assert (can_be_appealed(old), can_be_appealed(new)) == (False, True)


def test_whoever_asked_without_a_log_in_appeals_by_his_link(
    client: Any, persons: list[Any], member: Any
) -> None:
    from commission.services_requests import (
        Wish,
        link_token,
        request_confirm,
        request_make,
        request_reject,
    )

    wish = Wish("name", "Playerone", person=persons[0])
    made = request_make(wish, account=None, name="Ada", email="ada@example.org")
    found = request_reject(request_confirm(made), actor=member, reason="no")
    path = f"/requests/link/{link_token(found)}/"
    assert "To the appeals committee" in client.get(path).content.decode()
    step = found.steps.get(verb="rejected")
    assert client.post(path, {"do": "appeal", "step": step.pk, "text": " "}).status_code == 422
    assert client.post(path, {"do": "appeal", "step": step.pk, "text": "Wrong"}).status_code == 302
    step.refresh_from_db()
    assert (step.appeal.by_name, step.appeal.account) == ("Ada", None)
    assert "To the appeals committee" not in client.get(path).content.decode()


def test_the_director_appeals_against_a_return_and_the_event_page_shows_the_outcome(
    client: Any, submitted: Any, director: Any, member: Any, judge: Any, account: Any
) -> None:
    from commission.models import Appeal
    from commission.services import dossier_move

    dossier = dossier_move(submitted(), "return", actor=member, reason="A slip is missing")
    made = dossier.moves.get(verb="return")
    address = f"/events/{dossier.event_id}/appeal/{made.pk}/"
    event_page = f"/events/{dossier.event_id}/"
    client.force_login(account("otto"))
    assert client.get(address).status_code == 403
    assert address not in client.get(event_page).content.decode()
    client.force_login(director)
    assert address in client.get(event_page).content.decode()
    assert client.get(address).status_code == 200
    assert client.post(address, {"text": ""}).status_code == 422
    assert client.post(address, {"text": "All slips are there"}).status_code == 302
    assert client.post(address, {"text": "Again"}).status_code == 409
    appeal = Appeal.objects.get()
    client.force_login(judge)
    page = f"/commission/appeals/{appeal.pk}/"
    assert client.post(page, {"outcome": "returned", "reason": "The slips came"}).status_code == 302
    client.logout()
    shown = client.get(event_page).content.decode()
    for text in ("returned for a new decision", "The slips came", "Jana"):
        assert text in shown, text


def deliver() -> list[Any]:
    """Run the jobs that tell of appeals; to whom each mail went, with its subject and text."""
    from core.jobs.running import run
    from core.models import Job

    mail.outbox.clear()
    for job in Job.objects.filter(kind="commission.appeal_mail", state=Job.State.QUEUED).order_by("pk"):
        run(job.pk)
    return [(message.to[0].split("@")[0], message.subject, message.body) for message in mail.outbox]


def test_an_appeal_against_a_move_and_its_outcome_are_mailed_to_those_concerned(
    submitted: Any, director: Any, member: Any, judge: Any, account: Any
) -> None:
    """The committee, who decided and who directs are told of the appeal; of the outcome all but the judge."""
    from commission.services import dossier_move
    from commission.services_appeals import appeal_decide, appeal_make

    for who in (director, member, judge, account("karl", "appeals_committee"), account("otto", "player")):
        who.email = f"{who.username}@example.org"
        who.save()
    dossier = dossier_move(submitted(), "return", actor=member, reason="A slip is missing")
    appeal = appeal_make(dossier.moves.get(verb="return"), account=director, text="All slips are there")
    told = deliver()
    assert [name for name, _subject, _text in told] == ["ana", "clara", "jana", "karl"]
    assert {subject for _name, subject, _text in told} == {"Appeal: Invented Cup"}
    addresses = {name: text.splitlines()[-1] for name, _subject, text in told}
    assert addresses["jana"].endswith(f"/commission/appeals/{appeal.pk}/")
    assert addresses["ana"].endswith(f"/events/{dossier.event_id}/")
    assert not any("slips are there" in text for _name, _subject, text in told)
    appeal_decide(appeal, actor=judge, outcome="changed", reason="The slips came")
    told = deliver()
    assert [name for name, _subject, _text in told] == ["ana", "clara"]
    assert all("the decision is changed" in text for _name, _subject, text in told)


def test_whoever_asked_reads_the_outcome_in_the_mail_of_his_request_alone(
    rejected: Any, asker: Any, judge: Any
) -> None:
    from commission.services_appeals import appeal_decide

    asker.email = "petra@example.org"
    asker.save()
    appeal = appealed(rejected, asker)
    assert [name for name, _subject, _text in deliver()] == ["petra"]
    appeal_decide(appeal, actor=judge, outcome="upheld", reason="Seen again")
    assert deliver() == []


def test_those_concerned_who_did_not_ask_find_the_way_to_an_appeal(
    client: Any, asker: Any, member: Any, director: Any, account: Any, persons: list[Any], submitted: Any
) -> None:
    """The director of the event by its page, the player himself by the public list; what was asked stays closed."""
    from commission.services_requests import Wish, request_make, request_reject

    event = submitted().event
    wishes = (Wish("other", "Wrong day", event=event), Wish("name", "Playerone", person=persons[0]))
    of_event, of_person = (
        request_reject(request_make(wish, account=asker), actor=member, reason="no").steps.get(
            verb="rejected"
        )
        for wish in wishes
    )
    own = account("pia", "player")
    own.person = persons[0]
    own.save()
    ways = (
        (director, f"/events/{event.pk}/", of_event),
        (own, "/corrections/requests/", of_person),
    )
    for who, page, step in ways:
        address = f"/corrections/requests/{step.pk}/appeal/"
        client.force_login(account(f"otto{step.pk}"))
        assert address not in client.get(page).content.decode()
        assert client.get(address).status_code == client.post(address, {"text": "x"}).status_code == 403
        client.force_login(who)
        assert address in client.get(page).content.decode()
        assert "Asked by" not in client.get(address).content.decode()
        assert client.post(address, {"text": "Both say so"})["Location"] == "/corrections/requests/"
        assert client.post(address, {"text": "Again"}).status_code == 409
        assert address not in client.get(page).content.decode()
        step.refresh_from_db()
        assert step.appeal.account == who


def test_a_member_with_a_part_in_the_event_appeals_from_the_room(
    client: Any, asker: Any, member: Any, second_member: Any, persons: list[Any]
) -> None:
    from commission.services_requests import Wish, request_make, request_reject

    second_member.person = persons[0]
    second_member.save()
    found = request_make(Wish("name", "Playerone", person=persons[0]), account=asker)
    step = request_reject(found, actor=member, reason="no").steps.get(verb="rejected")
    client.force_login(second_member)
    for page in (f"/commission/requests/{found.pk}/", f"/requests/{found.pk}/"):
        shown = client.get(page).content.decode()
        assert f"/corrections/requests/{step.pk}/appeal/" in shown
        assert 'value="appeal"' not in shown, "a form that nobody but the asker may send"


def test_a_decision_that_stands_leaves_a_finished_request_finished(
    asked: Any, member: Any, account: Any, judge: Any, persons: list[Any]
) -> None:
    """Its day of closing counts for when the address of whoever asked is erased."""
    from commission.services_appeals import appeal_decide
    from commission.services_requests import request_accept, request_done

    own = account("pia", "player")
    own.person = persons[0]
    own.save()
    step = request_accept(asked, actor=member, reason="Seen").steps.get(verb="accepted")
    closed = request_done(asked, actor=member, text="Seen").closed_at
    appeal_decide(appealed(step, own), actor=judge, outcome="upheld", reason="It is so")
    asked.refresh_from_db()
    assert (asked.state, asked.closed_at) == ("done", closed)


def test_the_lists_of_requests_and_appeals_are_searched_by_event_and_player(
    client: Any, rejected: Any, asker: Any, judge: Any
) -> None:
    appealed(rejected, asker)
    ways = (
        (asker, "/requests/"),
        (asker, "/corrections/requests/"),
        (judge, "/commission/appeals/"),
    )
    for who, page in ways:
        client.force_login(who)
        for words, count in (("PLAYER1 tést", 1), ("player1 nobody", 0)):
            assert len(client.get(page, {"q": words, "format": "json"}).json()) == count, (page, words)


def test_a_judge_reads_the_request_that_he_decides_about(
    client: Any, rejected: Any, asker: Any, judge: Any, member: Any
) -> None:
    appeal = appealed(rejected, asker)
    for who, page in ((judge, f"/requests/{rejected.request_id}/"), (member, "/commission/requests/")):
        client.force_login(who)
        assert f'href="{page}' in client.get(f"/commission/appeals/{appeal.pk}/").content.decode()
        assert client.get(page).status_code == 200
