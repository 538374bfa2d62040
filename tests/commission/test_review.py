"""Beside the moves of a dossier: differences to the register, the preview, messages, interests, assignment."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied

from tournaments.errors import DomainError, StaleVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def differing(submitted: Any) -> Any:
    """A submitted dossier whose first three entries differ from the register: title, birth, name."""
    from tournaments.models import Entry

    dossier = submitted()
    entries = list(Entry.objects.filter(event=dossier.event).order_by("number"))
    for entry, changes in zip(
        entries,
        ({"title": "FM"}, {"birth": "1980-05-02"}, {"name": "Plaier3, Test"}),
        strict=False,
    ):
        Entry.objects.filter(pk=entry.pk).update(**changes)
    return dossier


def keys(dossier: Any) -> dict[str, str]:
    """The name of each difference by what differs."""
    from commission.register_differences import register_differences

    return {item.part: item.key for item in register_differences(dossier)}


# ---- differences to the register ----


def test_every_part_that_differs_is_found_once(differing: Any) -> None:
    from commission.register_differences import register_differences

    assert [
        (item.entry.number, item.part, item.written, item.registered)
        for item in register_differences(differing)
    ] == [
        (1, "title", "FM", ""),
        (2, "birth", "1980-05-02", "1980"),
        (3, "name", "Plaier3, Test", "Player3, Test"),
    ]


def test_a_title_won_after_the_start_and_a_shorter_date_of_birth_are_no_differences(
    submitted: Any, persons: Any
) -> None:
    from commission.register_differences import register_differences
    from players.models import Person
    from players.services import title_award
    from tournaments.models import Entry

    dossier = submitted()
    title_award(persons[0], actor=None, title="IM", awarded_on=date(2026, 3, 14), decision="12/2026")
    Person.objects.filter(pk=persons[1].pk).update(birth="1980-05-02")
    assert Entry.objects.get(event=dossier.event, person=persons[1]).birth == "1980"
    assert register_differences(dossier) == []


def test_a_rating_of_another_list_is_a_difference_that_the_register_cannot_take(
    submitted: Any, member: Any
) -> None:
    from commission.register_differences import register_differences
    from commission.services_review import difference_decide
    from tournaments.models import Entry

    dossier = submitted()
    entry = Entry.objects.filter(event=dossier.event).order_by("number").first()
    Entry.objects.filter(pk=entry.pk).update(other_rating=1710, other_source="FIDE, March 2026")
    (found,) = register_differences(dossier)
    assert (found.part, found.written, found.registered) == ("list", "1710, FIDE, March 2026", "1600")
    with pytest.raises(DomainError, match="a rating stands in its list"):
        difference_decide(dossier, actor=member, key=found.key, outcome="accepted", reason="seen")


def test_taking_a_difference_over_changes_the_person_with_the_report_as_source(
    differing: Any, member: Any, persons: Any
) -> None:
    from commission.services_review import difference_decide
    from core.ledger import rows_of
    from reports.models import Report

    found = keys(differing)
    difference_decide(differing, actor=member, key=found["title"], outcome="accepted", reason="Diploma seen")
    difference_decide(differing, actor=member, key=found["name"], outcome="accepted", reason="Passport")
    persons[0].refresh_from_db()
    persons[2].refresh_from_db()
    assert persons[0].title == "FM"
    assert (persons[2].surname, persons[2].given_name) == ("Plaier3", "Test")
    row = rows_of("person", persons[0].pk).last()
    code = Report.objects.get(event=differing.event).code
    assert (row.verb, row.reason) == ("person.changed", f"Diploma seen (Invented Cup, {code})")
    assert set(keys(differing)) == {"birth"}


def test_keeping_the_register_needs_a_reason_stays_with_the_dossier_and_can_be_followed(
    differing: Any, member: Any
) -> None:
    from commission.register_differences import register_differences
    from commission.services_review import difference_decide
    from core.ledger import rows_of

    key = keys(differing)["title"]
    with pytest.raises(DomainError, match="Give a reason"):
        difference_decide(differing, actor=member, key=key, outcome="kept", reason="  ")
    difference_decide(differing, actor=member, key=key, outcome="kept", reason="No such title")
    first = next(item for item in register_differences(differing) if item.key == key)
    assert (first.is_open, first.decision.reason) == (False, "No such title")
    difference_decide(differing, actor=member, key=key, outcome="kept", reason="Asked FIDE: none")
    second = next(item for item in register_differences(differing) if item.key == key)
    assert second.decision.reason == "Asked FIDE: none"
    assert differing.register_decisions.count() == 2
    decided = rows_of("event", differing.event_id).filter(verb="register.decided")
    assert [row.reason for row in decided] == ["No such title", "Asked FIDE: none"]
    # Nothing of a date of birth or of another hidden value goes into the public ledger.
    assert set(decided[0].payload) == {"number", "name", "part", "outcome"}


def test_a_decision_holds_for_exactly_the_difference_that_was_seen(
    differing: Any, member: Any, persons: Any
) -> None:
    from commission.services_review import difference_decide
    from players.models import Person

    key = keys(differing)["title"]
    Person.objects.filter(pk=persons[0].pk).update(title="CM")
    with pytest.raises(StaleVersion):
        difference_decide(differing, actor=member, key=key, outcome="accepted", reason="seen")
    persons[0].refresh_from_db()
    assert persons[0].title == "CM"


def test_asking_writes_to_the_director_and_leaves_the_difference_open(
    differing: Any, member: Any, django_capture_on_commit_callbacks: Any
) -> None:
    from commission.register_differences import register_differences
    from commission.services_review import difference_decide
    from players.models import Person

    Person.objects.filter(entries__event=differing.event, entries__number=2).update(birth="1981-03-04")
    key = keys(differing)["birth"]
    difference_decide(differing, actor=member, key=key, outcome="asked", reason="Which one is it?")
    message = differing.messages.get()
    assert message.by_commission
    assert "No. 2" in message.text
    assert "1980-05-02" in message.text
    assert message.text.endswith("Which one is it?")
    assert "1981-03-04" not in message.text  # the director learns no full date of birth
    assert next(item for item in register_differences(differing) if item.key == key).is_open


def test_the_director_decides_no_difference(differing: Any, director: Any, client: Any) -> None:
    from commission.services_review import difference_decide

    key = keys(differing)["title"]
    with pytest.raises(PermissionDenied):
        difference_decide(differing, actor=director, key=key, outcome="kept", reason="mine")
    client.force_login(director)
    path = f"/commission/events/{differing.event_id}/"
    assert client.get(f"{path}differences/").status_code == 403
    assert client.post(f"{path}differences/{key}/").status_code == 403
    assert "1980-05-02" not in client.get(path).content.decode()


def test_the_pages_of_differences_show_decide_and_keep_what_was_typed(
    differing: Any, member: Any, client: Any
) -> None:
    client.force_login(member)
    path = f"/commission/events/{differing.event_id}/"
    page = client.get(path).content.decode()
    for text in ("Differences to the register", "3 open", "Plaier3, Test", "1980-05-02"):
        assert text in page
    key = keys(differing)["title"]
    assert client.get(f"{path}differences/{key}/").status_code == 200
    answer = client.post(f"{path}differences/{key}/", {"reason": "Only words"})
    assert (answer.status_code, "Only words" in answer.content.decode()) == (422, True)
    answer = client.post(f"{path}differences/{key}/", {"outcome": "kept", "reason": "No diploma"})
    assert (answer.status_code, answer["Location"]) == (302, f"{path}#differences")
    rows = client.get(f"{path}differences/?show=decided&format=json").json()
    assert [(row["part"], row["decision"], row["reason"]) for row in rows] == [
        ("title", "the register stays", "No diploma")
    ]
    gone = client.get(f"{path}differences/0123456789abcdef/", follow=True)
    assert "This difference is not there any more." in gone.content.decode()


def test_the_differences_ask_as_often_for_four_entries_as_for_none(
    differing: Any, django_assert_num_queries: Callable[..., Any]
) -> None:
    from commission.models import Dossier
    from commission.register_differences import register_differences

    dossier = Dossier.objects.select_related("event").get(pk=differing.pk)
    with django_assert_num_queries(6):
        assert len(register_differences(dossier)) == 3


# ---- the preview of the rating ----


def test_the_preview_says_what_rating_then_does(
    submitted: Any, member: Any, period: Any, client: Any
) -> None:
    """All draw. 1600 against 1580, 1650, 1500: expected .53 + .43 + .64 = 1.60, so (1.5 - 1.60) x 20 = -2.0."""
    from commission.services import dossier_move
    from ratings.models import RatedEntry

    dossier = submitted()
    client.force_login(member)
    path = f"/commission/events/{dossier.event_id}/preview/"
    rows = client.get(f"{path}?format=json").json()
    assert [(row["number"], row["own"], row["games"]) for row in rows] == [
        (1, 1600, 3),
        (2, 1580, 3),
        (3, 1650, 3),
        (4, 1500, 3),
    ]
    assert (rows[0]["expected"], rows[0]["change"]) == ("1.6", "-2")
    assert not RatedEntry.objects.exists()
    part = client.get(f"{path}?part=1").content.decode()
    assert "4 players with counted games" in part
    assert "−2.00" in part
    dossier_move(dossier_move(dossier, "accept", actor=member), "rate", actor=member)
    kept = RatedEntry.objects.order_by("number").values_list("number", "change")
    assert list(kept) == [(row["number"], row["change"]) for row in rows]


def test_a_preview_that_cannot_be_made_says_why(submitted: Any, member: Any, client: Any) -> None:
    from tournaments.models import Event

    dossier = submitted()
    Event.objects.filter(pk=dossier.event_id).update(rating_kind="")
    client.force_login(member)
    path = f"/commission/events/{dossier.event_id}/preview/"
    for address in (path, f"{path}?part=1"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "not entered for rating" in answer.content.decode()


# ---- messages ----


def test_a_message_reaches_the_other_side_and_its_mail_does_not_repeat_it(
    submitted: Any, member: Any, director: Any, client: Any, django_capture_on_commit_callbacks: Any
) -> None:
    from core.jobs.running import run
    from core.models import Job
    from players.models import Account

    Account.objects.filter(pk=director.pk).update(email="ana@example.org")
    dossier = submitted()
    path = f"/commission/events/{dossier.event_id}/messages/"
    client.force_login(member)
    answer = client.post(path, {"text": "Board 2 of round 1?"})
    assert answer.status_code == 302
    with django_capture_on_commit_callbacks(execute=True):
        from commission.services_review import message_send

        message_send(dossier, actor=member, text="And board 3?")
    job = Job.objects.get(kind="commission.message_mail")
    run(job.pk)
    assert [sent.to for sent in mail.outbox] == [["ana@example.org"]]
    assert "And board 3?" not in mail.outbox[0].body
    assert path in mail.outbox[0].body
    client.force_login(director)
    desk = client.get(f"/desk/{dossier.event_id}/").content.decode()
    assert "2 new" in desk
    page = client.get(path).content.decode()
    assert page.index("Board 2 of round 1?") < page.index("And board 3?")
    assert "2 new" not in client.get(f"/desk/{dossier.event_id}/").content.decode()


def test_the_answer_of_the_director_is_new_to_each_member_until_he_reads_it(
    submitted: Any, member: Any, second_member: Any, director: Any, client: Any
) -> None:
    from commission.messages import unread_count
    from commission.services_review import message_send, messages_read

    dossier = submitted()
    message_send(dossier, actor=director, text="It was a draw.")
    assert [unread_count(dossier, one, by_commission=False) for one in (member, second_member)] == [1, 1]
    messages_read(dossier, actor=member)
    assert [unread_count(dossier, one, by_commission=False) for one in (member, second_member)] == [0, 1]
    assert unread_count(dossier, director, by_commission=True) == 0


def test_strangers_and_clerks_read_no_messages_and_an_empty_one_is_not_sent(
    submitted: Any, account: Any, director: Any, client: Any
) -> None:
    from tournaments.models import EventOfficial

    dossier = submitted()
    clerk, path = account("kim"), f"/commission/events/{dossier.event_id}/messages/"
    EventOfficial.objects.create(event=dossier.event, account=clerk, role="clerk")
    for one in (account("otto"), clerk):
        client.force_login(one)
        assert client.get(path).status_code == 403
        assert client.post(path, {"text": "hello"}).status_code == 403
    client.force_login(director)
    assert client.post(path, {"text": "   "}).status_code == 422
    assert not dossier.messages.exists()


def test_the_ledger_keeps_the_hash_of_a_message_and_not_its_text(submitted: Any, member: Any) -> None:
    from commission.services_review import message_send
    from core.canonical import digest
    from core.ledger import rows_of

    dossier = submitted()
    message_send(dossier, actor=member, text="Private words")
    row = rows_of("event", dossier.event_id).last()
    assert (row.verb, row.reason) == ("message.sent", "")
    assert row.payload == {"sha256": digest("Private words"), "commission": "yes"}


# ---- the page ----


def test_the_dossier_names_each_stored_document_and_whether_it_is_whole(
    submitted: Any, member: Any, client: Any
) -> None:
    from core.files import store
    from reports.models import Report

    dossier = submitted()
    kept = store(b"%PDF-1.7 invented", "application/pdf").sha256
    report = Report.objects.get(event=dossier.event)
    Report.objects.filter(pk=report.pk).update(pdf_sha256=kept)
    client.force_login(member)
    path = f"/commission/events/{dossier.event_id}/"
    assert "the stored file is the one that was made" in client.get(path).content.decode()
    Report.objects.filter(pk=report.pk).update(pdf_sha256="0" * 64)
    assert "the stored file is missing or damaged" in client.get(path).content.decode()


# ---- assignment and interests ----


def test_a_dossier_is_given_to_a_member_with_a_reason_and_never_to_whom_the_event_excludes(
    submitted: Any, member: Any, second_member: Any, officer: Any, director: Any
) -> None:
    from commission.services_review import dossier_assign
    from core.ledger import rows_of

    dossier = submitted()
    with pytest.raises(DomainError, match="Say why"):
        dossier_assign(dossier, actor=officer, member=member, reason="")
    assert dossier_assign(dossier, actor=officer, member=member, reason="Knows it").assigned_to == member
    moved = dossier_assign(dossier, actor=member, member=second_member, reason="I am away")
    assert moved.assigned_to == second_member
    row = rows_of("event", dossier.event_id).last()
    assert (row.verb, row.reason, row.payload["member"]) == ("dossier.assigned", "I am away", "Dora")
    with pytest.raises(DomainError, match="may not decide"):
        dossier_assign(dossier, actor=member, member=director, reason="He knows best")
    with pytest.raises(PermissionDenied):
        dossier_assign(dossier, actor=director, member=member, reason="please")


def test_who_plays_in_the_event_decides_nothing_there(submitted: Any, member: Any, persons: Any) -> None:
    from commission.interests import interests_of
    from commission.services import dossier_move, moves_open_to

    dossier = submitted()
    member.person = persons[0]
    member.save(update_fields=["person"])
    assert moves_open_to(dossier, member) == []
    for verb in ("take", "accept", "return"):
        with pytest.raises(PermissionDenied):
            dossier_move(dossier, verb, actor=member, reason="mine")
    (found,) = interests_of(dossier, member)
    assert (found.excludes, found.text) == (True, "You play in this event.")


def test_a_declared_interest_takes_the_dossier_away_until_it_is_taken_back(
    submitted: Any, member: Any, second_member: Any
) -> None:
    from commission.services import dossier_move
    from commission.services_review import interest_declare, interest_end

    dossier = dossier_move(submitted(), "take", actor=member)
    interest_declare(dossier, actor=member, reason="My son plays")
    dossier.refresh_from_db()
    assert dossier.assigned_to is None
    with pytest.raises(PermissionDenied):
        dossier_move(dossier, "accept", actor=member)
    with pytest.raises(DomainError, match="already"):
        interest_declare(dossier, actor=member, reason="Again")
    interest_end(dossier, actor=member, reason="He withdrew")
    ended = dossier.interests.get()
    assert (ended.reason, ended.end_reason) == ("My son plays", "He withdrew")
    assert dossier_move(dossier, "accept", actor=member).stage == "accepted"


def test_the_same_region_and_club_are_said_and_exclude_nobody(
    submitted: Any, member: Any, account: Any, db: Any
) -> None:
    from commission.interests import interests_of
    from commission.services import moves_open_to
    from players.models import Region
    from players.services import person_create
    from tournaments.models import Event

    dossier = submitted()
    region = Region.objects.create(code="01", name="North")
    Event.objects.filter(pk=dossier.event_id).update(region=region)
    dossier.event.refresh_from_db()
    member.person = person_create(
        actor=None, surname="Clarin", given_name="Clara", region=region, club="SK Inventown"
    )
    member.save(update_fields=["person"])
    assert [(one.text, one.excludes) for one in interests_of(dossier, member)] == [
        ("The event is of your region.", False),
        ("Your club organises the event.", False),
    ]
    assert [move.verb for move in moves_open_to(dossier, member)] == ["take", "accept", "return"]
