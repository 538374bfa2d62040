"""The clock of an event and its reminders. Play ended on 9 March 2026; on the 15th one day is left for the report."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core import mail

pytestmark = pytest.mark.django_db


def clocks(event: Any, day: date) -> list[tuple[str, int, str]]:
    from commission.deadlines import clocks_of, with_filed
    from tournaments.models import Event

    asked = with_filed(Event.objects.filter(pk=event.pk)).get()
    return [(clock.deadline.key, clock.left, clock.stage) for clock in clocks_of(asked, day)]


def at(monkeypatch: Any, month: int, day: int) -> None:
    from django.utils import timezone

    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, month, day, 12, tzinfo=UTC))


def remind() -> None:
    from core.jobs import submit
    from core.jobs.running import run

    assert run(submit("commission.remind_of_deadlines", {}).pk)


@pytest.fixture
def written_to(director: Any, member: Any) -> None:
    """The director reads Croatian, the member has no language of his own."""
    director.email, director.language = "ana@example.invalid", "hr"
    director.save()
    member.email = "clara@example.invalid"
    member.save()


def test_the_clock_counts_to_the_report_and_to_the_decision(finished: Any) -> None:
    event = finished()
    assert clocks(event, date(2026, 3, 15)) == [("papers", 1, "last_day"), ("handed_on", 24, "")]
    assert clocks(event, date(2026, 3, 9)) == [("papers", 7, "soon"), ("handed_on", 30, "")]
    assert clocks(event, date(2026, 3, 18)) == [("papers", -2, "overdue"), ("handed_on", 21, "")]
    # a month after a term nobody is reminded of it any more: 16 March and 31 days are 16 April
    assert clocks(event, date(2026, 4, 16))[0] == ("papers", -31, "")


def test_papers_that_came_stop_one_clock_and_the_decision_the_other(submitted: Any, member: Any) -> None:
    from commission.services import dossier_move

    dossier = submitted()
    day = date(2026, 3, 20)
    assert [key for key, _left, _stage in clocks(dossier.event, day)] == ["handed_on"]
    dossier_move(dossier, "return", actor=member, reason="The slip shows 1-0")
    assert [key for key, _left, _stage in clocks(dossier.event, day)] == ["handed_on"]


def test_an_accepted_event_has_no_clock(submitted: Any, member: Any) -> None:
    from commission.services import dossier_move

    dossier = dossier_move(submitted(), "accept", actor=member)
    assert clocks(dossier.event, date(2026, 5, 1)) == []


def test_a_start_list_is_due_on_the_first_day_until_everybody_has_a_number(director: Any) -> None:
    from tournaments.services import entries_add, entries_number, event_create, event_register

    event = event_create(
        actor=director, name="Next", start=date(2026, 3, 20), system="swiss", rounds_planned=5
    )
    assert clocks(event, date(2026, 3, 15)) == []  # a draft
    event = event_register(event, actor=director)
    assert clocks(event, date(2026, 3, 15)) == [("start_list", 5, "soon")]
    entries_add(event, actor=director, rows=[{"name": f"Player {number}", "sex": "m"} for number in (1, 2)])
    assert clocks(event, date(2026, 3, 21)) == [("start_list", -1, "overdue")]
    entries_number(event, actor=director)
    assert clocks(event, date(2026, 3, 21)) == []


def test_the_director_is_reminded_once_a_stage_in_his_language(
    finished: Any, written_to: None, monkeypatch: Any
) -> None:
    from core.ledger import rows_of, verify_chain

    event = finished()
    remind()
    remind()
    (sent,) = mail.outbox
    assert sent.to == ["ana@example.invalid"]
    assert f"/desk/{event.pk}/" in sent.body
    assert "ožu" in sent.body.lower()  # March
    row = rows_of("event", event.pk).get(verb="deadline.reminded")
    assert row.payload == {"what": "papers", "day": "2026-03-16", "stage": "last_day", "count": 1}
    at(monkeypatch, 3, 17)
    remind()
    assert [message.to for message in mail.outbox] == [["ana@example.invalid"]] * 2
    assert verify_chain("event", event.pk) > 5


def test_the_commission_is_reminded_of_its_own_part_once_the_papers_are_there(
    submitted: Any, member: Any, second_member: Any, written_to: None, monkeypatch: Any
) -> None:
    """30 days after 9 March are 8 April; from 1 April on seven days are left."""
    from commission.services import dossier_move

    second_member.email = "dora@example.invalid"
    second_member.save()
    dossier = submitted()
    at(monkeypatch, 4, 1)
    remind()
    assert [message.to for message in mail.outbox] == [["clara@example.invalid"], ["dora@example.invalid"]]
    assert f"/commission/events/{dossier.event_id}/" in mail.outbox[0].body
    assert "Article 9.1 of fide-2025-10." in mail.outbox[0].body
    dossier_move(dossier, "take", actor=second_member)
    at(monkeypatch, 4, 9)
    remind()
    assert [message.to for message in mail.outbox[2:]] == [["dora@example.invalid"]]


def test_a_server_that_is_away_is_tried_again_and_a_refused_address_stops_nobody(
    submitted: Any, second_member: Any, written_to: None, monkeypatch: Any
) -> None:
    from smtplib import SMTPRecipientsRefused

    from django.core.mail import EmailMessage

    from commission.models import DeadlineReminder
    from core.jobs import submit
    from core.jobs.running import run

    second_member.email = "dora@example.invalid"
    second_member.save()
    submitted()
    at(monkeypatch, 4, 1)

    def away(self: Any, fail_silently: bool = False) -> int:
        raise OSError("no mail server")

    original = EmailMessage.send

    def picky(self: Any, fail_silently: bool = False) -> int:
        if self.to == ["clara@example.invalid"]:
            raise SMTPRecipientsRefused({})
        return int(original(self))

    monkeypatch.setattr(EmailMessage, "send", away)
    run(submit("commission.remind_of_deadlines", {}).pk)
    assert not DeadlineReminder.objects.exists()
    monkeypatch.setattr(EmailMessage, "send", picky)
    remind()
    assert [message.to for message in mail.outbox] == [["dora@example.invalid"]]
    monkeypatch.setattr(EmailMessage, "send", original)
    remind()
    assert [message.to for message in mail.outbox] == [["dora@example.invalid"], ["clara@example.invalid"]]


def test_nobody_is_reminded_of_what_is_not_to_be_rated(finished: Any, written_to: None) -> None:
    from tournaments.models import Event

    Event.objects.filter(pk=finished().pk).update(rating_kind="")
    remind()
    assert mail.outbox == []


def test_desk_dossier_and_queue_show_the_clock(
    client: Any, submitted: Any, finished: Any, director: Any, member: Any
) -> None:
    waiting, dossier = finished(name="Waiting Cup"), submitted()
    client.force_login(director)
    page = client.get(f"/desk/{waiting.pk}/").content.decode()
    for text in ("Final papers", "1 day left", "16 Mar 2026"):
        assert text in page
    client.force_login(member)
    assert "24 days left" in client.get(f"/commission/events/{dossier.event_id}/").content.decode()
    assert "24 days left" in client.get("/commission/").content.decode()


def test_papers_that_are_missing_are_listed_for_the_commission(
    client: Any, submitted: Any, finished: Any, member: Any, monkeypatch: Any
) -> None:
    waiting = finished(name="Waiting Cup")
    submitted()
    at(monkeypatch, 3, 18)
    assert client.get("/commission/due/").status_code == 302
    client.force_login(member)
    page = client.get("/commission/due/").content.decode()
    assert ("Waiting Cup" in page, "Invented Cup" in page) == (True, False)
    assert "2 days overdue" in page
    (row,) = client.get("/commission/due/?format=json").json()
    assert (row["event"], row["end"], row["clock"]) == (
        waiting.name,
        "2026-03-09",
        "Final papers: 2 days overdue",
    )


def test_the_term_of_missing_papers_is_theirs_though_regulations_never_came(
    client: Any, director: Any, member: Any, monkeypatch: Any
) -> None:
    """RACC 2.1 wants regulations before 10 January, 2.2 the final table three months after 20 February."""
    from tournaments.services import event_create, event_register

    event = event_create(
        actor=director,
        name="By post",
        start=date(2026, 1, 10),
        end=date(2026, 2, 20),
        system="round_robin",
        correspondence=True,
        rating_kind="ik",
    )
    event_register(event, actor=director, on=date(2026, 1, 1))
    at(monkeypatch, 3, 18)
    client.force_login(member)
    (row,) = client.get("/commission/due/?format=json").json()
    # 13 days of March, 30 of April, 20 of May
    assert row["clock"] == "Final papers: 63 days left"
    assert "63 days left" in client.get("/commission/due/").content.decode()


def test_the_list_of_missing_papers_asks_as_often_for_three_as_for_one(
    client: Any, finished: Any, member: Any, django_assert_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournaments.models import Event

    first = finished()
    client.force_login(member)
    client.get("/commission/due/")
    with CaptureQueriesContext(connection) as asked:
        client.get("/commission/due/")
    for number in range(2):
        Event.objects.create(
            name=f"Other {number}",
            start=first.start,
            end=first.end,
            state="finished",
            rating_edition=first.rating_edition,
        )
    with django_assert_num_queries(len(asked)):
        assert client.get("/commission/due/").content.decode().count("Other ") == 2
