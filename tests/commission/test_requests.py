"""A request for a correction, from the one who asks to the rating that changes. All people are invented.

The numbers of the whole way are worked out by hand: 1600, K 20, won against 1580 (.53) and lost to 1650 (.43): .47 and
-.43, .04 x 20 = +0.8, 1601. With a draw instead of the win: -.03 and -.43, -.46 x 20 = -9.2, 1591.
"""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.utils.timezone import localtime

from core.models import LedgerRow

pytestmark = pytest.mark.django_db

SCORES = {(1, 2): "1", (1, 3): "0", (1, 4): "+", (2, 3): "=", (2, 4): "=", (3, 4): "="}


def move(dossier: Any, verb: str, actor: Any, **words: Any) -> Any:
    from commission.services import dossier_move

    dossier = type(dossier).objects.get(pk=dossier.pk)
    return dossier_move(dossier, verb, actor=actor, **words)


def score(event: Any, director: Any, low: int, high: int, points: str) -> Any:
    """Record the result of the game between two start numbers, from the view of the lower one."""
    from tournaments.models import Game
    from tournaments.services import record_result

    games = Game.objects.filter(
        round__event=event, white__number__in=(low, high), black__number__in=(low, high)
    )
    game = games.select_related("white").get()
    code = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "+": "+/-"}[points]
    if game.white.number == high:
        code = {"1-0": "0-1", "0-1": "1-0", "+/-": "-/+"}.get(code, code)
    if game.code != code:
        record_result(game, actor=director, code=code, version=game.version, reason="slip seen")
    game.refresh_from_db()
    return game


@pytest.fixture
def played(finished: Any, director: Any) -> Any:
    """Player 1 (1600) won against 1580, lost to 1650 and had no opponent in his third game."""
    event = finished()
    for (low, high), points in SCORES.items():
        score(event, director, low, high, points)
    event.refresh_from_db()
    return event


@pytest.fixture
def published(played: Any, submitted: Any, member: Any, officer: Any, period: Any) -> Any:
    from commission.services import list_publish

    dossier = submitted(played)
    for verb in ("accept", "rate"):
        dossier = move(dossier, verb, member)
    list_publish(period, actor=officer)
    dossier.refresh_from_db()
    period.refresh_from_db()
    return dossier


@pytest.fixture
def next_list(officer: Any) -> Callable[[], Any]:
    from commission.services import list_publish
    from ratings.services import period_open

    def making() -> Any:
        opened = period_open(
            actor=officer, kind="standard", closing_day=date(2027, 1, 25), effective_from=date(2027, 2, 1)
        )
        list_publish(opened, actor=officer)
        opened.refresh_from_db()
        return opened.rating_list

    return making


@pytest.fixture
def player(account: Any, persons: list[Any]) -> Any:
    """The account of the player with 1580."""
    made = account("petra", "player")
    made.person, made.email = persons[1], "petra@example.org"
    made.save()
    return made


def deliver() -> list[Any]:
    """Run the jobs that write mails; what went out."""
    from core.jobs.running import run
    from core.models import Job

    for job in Job.objects.filter(kind="commission.request_mail", state=Job.State.QUEUED).order_by("pk"):
        run(job.pk)
    return mail.outbox


def rating_on(rating_list: Any, person: Any) -> int:
    return rating_list.rows.get(person=person).rating


def place_of(event: Any, low: int, high: int) -> dict[str, int]:
    from tournaments.models import Game

    games = Game.objects.filter(
        round__event=event, white__number__in=(low, high), black__number__in=(low, high)
    )
    game = games.select_related("round").get()
    return {"round_number": game.round.number, "board": game.board}


@pytest.fixture
def wish(persons: list[Any]) -> Callable[..., Any]:
    """Makes a request about a name without any event."""
    from commission.services_requests import Wish, request_make

    def making(actor: Any = None, **words: Any) -> Any:
        values = {"subject": "name", "claimed": "Playerone", "person": persons[0]} | words
        who = {"account": actor} if actor else {"account": None, "name": "Ada", "email": "ada@example.org"}
        return request_make(Wish(**values), **who)

    return making


def test_the_whole_way_of_one_request_to_a_changed_rating(
    client: Any,
    published: Any,
    player: Any,
    member: Any,
    director: Any,
    officer: Any,
    sign: Any,
    period: Any,
    persons: list[Any],
    next_list: Any,
) -> None:
    from commission.models import Correction, CorrectionRequest
    from reports.services import report_hand_in

    event = published.event
    assert rating_on(period.rating_list, persons[0]) == 1601
    client.force_login(player)
    form = {"subject": "result", "stated": "1-0", "claimed": "½-½", **place_of(event, 1, 2)}
    answer = client.post(f"/requests/new/?event={event.pk}", form)
    found = CorrectionRequest.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/requests/{found.pk}/")
    assert (found.state, found.due_on) == ("open", date(2026, 3, 29)), "fourteen days after 15 March"
    assert "waits for the commission" in client.get("/requests/").content.decode()

    client.force_login(member)
    room = f"/commission/requests/{found.pk}/"
    data = {"do": "accept", "way": "event", "version": found.version, "reason": "The slip shows a draw"}
    assert client.post(f"{room}decide/", data)["Location"] == room
    found.refresh_from_db()
    published.refresh_from_db()
    assert (found.state, published.stage) == ("accepted", "returned")

    event.refresh_from_db()
    score(event, director, 1, 2, "=")
    event.refresh_from_db()
    sign(report_hand_in(event, actor=director, place="Inventown"), director, officer)
    dossier = move(move(published, "submit", director), "accept", member)
    dossier = move(dossier, "correct", member, reason="The slip shows a draw")

    found.refresh_from_db()
    current = event.calculations.get(current=True)
    assert (found.state, found.calculation_id) == ("done", current.pk)
    correction = Correction.objects.get()
    assert (correction.event, correction.rating_only, correction.decided_by_name) == (event, False, "Clara")
    (fact,) = correction.facts.all()
    won = score(event, director, 1, 2, "=")
    was = "1-0" if won.white.number == 1 else "0-1"
    assert (fact.fact, fact.old, fact.new) == ("result", was, "1/2-1/2")
    rows = client.get("/corrections/?format=json").json()
    assert rows[0]["reason"] == "The slip shows a draw"
    assert "Player1, Test, standard 2027-01-01: 1601 → 1591" in rows[0]["effect"]
    assert rows[0]["shown"] == "the next list"
    following = next_list()
    assert rating_on(following, persons[0]) == 1591
    assert "2027-02-01" in client.get("/corrections/?format=json").json()[0]["shown"]

    day = localtime(found.steps.get(verb="accepted").at).date().isoformat()
    assert client.get("/corrections/requests/?format=json").json()[0]["decided"] == day
    client.force_login(player)
    page = client.get(f"/requests/{found.pk}/").content.decode()
    assert "The correction that came of it" in page
    told = [message.to for message in deliver()]
    assert told == [["petra@example.org"]] * 3, "arrived, accepted, corrected"

    move(dossier, "annul", member, reason="It was never played")
    assert rating_on(following, persons[0]) == 1591
    assert following.corrections.get(person=persons[0]).after == 1600
    assert "taken out of the ratings" in client.get("/corrections/?format=json").json()[0]["facts"]


def test_without_a_log_in_a_request_counts_after_its_mail_and_is_followed_by_a_private_link(
    client: Any, persons: list[Any], member: Any, account: Any
) -> None:
    from commission.models import CorrectionRequest

    form = {
        "subject": "birth",
        "claimed": "1981-02-03",
        "name": "Ada",
        "email": "ada@example.org",
    }
    assert client.post(f"/requests/new/?person={persons[0].pk}", form)["Location"] == "/requests/sent/"
    found = CorrectionRequest.objects.get()
    assert found.state == "unconfirmed"
    assert "ada@example.org" not in found.sealed
    (letter,) = deliver()
    assert letter.to == ["ada@example.org"]
    path = re.search(r"(/requests/link/\S+/)", letter.body).group(1)  # type: ignore[union-attr]
    client.force_login(member)
    assert client.get(f"/commission/requests/{found.pk}/").status_code == 404
    client.logout()
    # A program that opens links in mails confirms nothing.
    assert client.get(path).status_code == 200
    found.refresh_from_db()
    assert found.state == "unconfirmed"
    assert client.post(path, {"do": "confirm"})["Location"] == path
    found.refresh_from_db()
    assert found.state == "open"
    page = client.get(path)
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert "waits for the commission" in page.content.decode()
    assert client.get(path[:-2] + "x/").status_code == 404
    assert client.get(f"/requests/{found.pk}/").status_code == 302
    client.force_login(account("otto"))
    assert client.get(f"/requests/{found.pk}/").status_code == 403


def test_a_question_goes_back_and_its_answer_opens_the_request_again(
    client: Any, wish: Any, member: Any
) -> None:
    from commission.services_requests import link_token, request_confirm

    found = request_confirm(wish())
    client.force_login(member)
    room = f"/commission/requests/{found.pk}/decide/"
    assert client.post(room, {"do": "ask", "reason": "", "version": found.version}).status_code == 422
    client.post(room, {"do": "ask", "reason": "Which passport?", "version": found.version})
    found.refresh_from_db()
    assert found.state == "asked"
    client.logout()
    path = f"/requests/link/{link_token(found)}/"
    assert "Which passport?" in client.get(path).content.decode()
    assert client.post(path, {"do": "answer", "text": ""}).status_code == 422
    assert client.post(path, {"do": "answer", "text": "The new one."}).status_code == 302
    found.refresh_from_db()
    assert (found.state, found.steps.count()) == ("open", 4)
    rows = [row for row in LedgerRow.objects.order_by("pk") if row.payload.get("request") == found.pk]
    assert [row.verb for row in rows] == ["request.made", "request.asked", "request.answered"]
    told = "".join(f"{row.actor_name}{row.reason}{row.payload}" for row in rows)
    assert member.shown_name in told and "passport" not in told and "The new one" not in told


def test_papers_are_taken_and_shown_to_nobody_else(
    client: Any, wish: Any, persons: list[Any], player: Any, account: Any
) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    from commission.models import CorrectionRequest

    client.force_login(player)
    form = {"subject": "name", "claimed": "Playerone"}
    address = f"/requests/new/?person={persons[0].pk}"
    page = client.post(address, form | {"papers": SimpleUploadedFile("run.pdf", b"MZ no paper")})
    assert (page.status_code, CorrectionRequest.objects.count()) == (422, 0)
    assert "is no PDF, PNG or JPEG" in page.content.decode()
    assert "Playerone" in page.content.decode(), "nothing typed is lost"
    client.post(address, form | {"papers": SimpleUploadedFile("slip.pdf", b"%PDF-1.7 slip")})
    found = CorrectionRequest.objects.get()
    paper = f"/requests/{found.pk}/papers/{found.files.get().pk}/"
    answer = client.get(paper)
    assert (answer.content, answer["Content-Type"]) == (b"%PDF-1.7 slip", "application/pdf")
    assert answer["Content-Disposition"].startswith("attachment")
    client.force_login(account("otto"))
    assert client.get(paper).status_code == 403
    other = wish(account("ole"))
    client.force_login(other.account)
    assert client.get(f"/requests/{other.pk}/papers/{found.files.get().pk}/").status_code == 404


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"subject": "name", "claimed": "x"}, "FIDE ID"),
        ({"subject": "result", "claimed": "1-0"}, "registration number"),
        ({"subject": "other", "claimed": ""}, "What is right</a>"),
        ({"subject": "other", "claimed": "x", "event_number": "77-never"}, "no event with this number"),
        ({"subject": "other", "claimed": "x", "name": "Ada"}, "e-mail address is needed"),
        ({"subject": "other", "claimed": "x", "email": "ada@example.org"}, "Say who you are"),
    ],
)
def test_what_is_missing_is_said_at_its_field(client: Any, db: Any, form: dict[str, str], said: str) -> None:
    from commission.models import CorrectionRequest

    page = client.post("/requests/new/", form)
    assert page.status_code == 422
    assert said in page.content.decode()
    assert not CorrectionRequest.objects.exists()


def test_a_program_that_fills_in_everything_stores_nothing(client: Any, db: Any) -> None:
    from commission.models import CorrectionRequest

    form = {"subject": "other", "claimed": "x", "name": "Bot", "email": "bot@example.org", "website": "x"}
    assert client.post("/requests/new/", form)["Location"] == "/requests/sent/"
    assert not CorrectionRequest.objects.exists()


def test_the_register_is_changed_with_a_public_row_that_has_no_birthday(
    client: Any, wish: Any, player: Any, member: Any, persons: list[Any]
) -> None:
    found = wish(player, subject="birth", claimed="1981-02-03", person=persons[0])
    client.force_login(member)
    data = {"do": "accept", "way": "person", "birth": "1981-02-03", "reason": "Passport seen", "version": 1}
    room = f"/commission/requests/{found.pk}/decide/"
    assert client.post(room, data | {"birth": "1980"}).status_code == 422, "nothing would change"
    found.refresh_from_db()
    assert found.state == "open", "a decision that cannot be carried out is not made"
    client.post(room, data)
    found.refresh_from_db()
    persons[0].refresh_from_db()
    assert (found.state, persons[0].birth) == ("done", "1981-02-03")
    client.logout()
    for address in (
        "/corrections/",
        "/corrections/?format=json",
        "/corrections/feed/",
        "/corrections/requests/",
    ):
        page = client.get(address).content.decode()
        assert "Passport seen" in page, address
        assert "02-03" not in page, address
    assert "1980 → 1981" in client.get("/corrections/?format=csv").content.decode()


def test_nobody_decides_on_his_own_or_his_events_request(
    wish: Any, member: Any, second_member: Any, account: Any, persons: list[Any], director: Any, finished: Any
) -> None:
    from django.contrib.auth.models import Group

    from commission.services_requests import request_reject

    own = wish(member)
    second_member.person = persons[0]
    second_member.save()
    director.groups.add(Group.objects.get_or_create(name="commission_member")[0])
    of_event = wish(account("ole"), subject="other", person=None, event=finished())
    refused = [
        (own, member),
        (own, second_member),
        (own, account("pia", "player")),
        (own, account("ina", "appeals_committee")),
        (of_event, director),
        (of_event, second_member),
    ]
    for found, who in refused:
        with pytest.raises(PermissionDenied):
            request_reject(found, actor=who, reason="no")
    assert own.steps.count() == of_event.steps.count() == 1


def test_of_two_decisions_at_once_one_is_told(client: Any, wish: Any, player: Any, member: Any) -> None:
    found = wish(player, person=None, subject="other")
    client.force_login(member)
    room = f"/commission/requests/{found.pk}/decide/"
    data = {"do": "reject", "reason": "The score sheet says so", "version": found.version}
    assert client.post(room, data).status_code == 302
    assert client.post(room, data | {"do": "accept"}).status_code == 409
    found.refresh_from_db()
    assert found.state == "rejected"


def test_an_own_request_can_be_withdrawn_until_it_is_decided(
    client: Any, wish: Any, player: Any, member: Any
) -> None:
    from commission.services_requests import request_reject

    found, decided = (
        wish(player),
        request_reject(wish(player, subject="other", person=None), actor=member, reason="no"),
    )
    client.force_login(player)
    assert client.post(f"/requests/{found.pk}/", {"do": "withdraw"}).status_code == 302
    assert client.post(f"/requests/{decided.pk}/", {"do": "withdraw"}).status_code == 409
    found.refresh_from_db()
    assert (found.state, found.steps.last().verb) == ("withdrawn", "withdrawn")
    last = LedgerRow.objects.order_by("pk").last()
    assert (last.verb, last.payload["request"]) == ("request.withdrawn", found.pk)


def test_the_queue_counts_what_waits_and_what_is_overdue_at_the_same_cost(
    client: Any, wish: Any, player: Any, member: Any, django_assert_num_queries: Any
) -> None:
    from commission.models import CorrectionRequest

    first = wish(player)
    client.force_login(member)
    client.get("/commission/requests/")
    with django_assert_num_queries(8):
        client.get("/commission/requests/")
    others = [wish(player, claimed=f"Name {number}") for number in range(3)]
    CorrectionRequest.objects.filter(pk=first.pk).update(due_on=date(2026, 3, 1))
    with django_assert_num_queries(8):
        page = client.get("/commission/requests/").content.decode()
    assert "waiting (4)" in page
    assert "overdue (1)" in page
    late = client.get("/commission/requests/?overdue=1&format=json").json()
    assert len(late) == 1
    assert len(others) == 3
    client.force_login(player)
    assert client.get("/commission/requests/").status_code == 403


def test_the_same_sender_asks_ten_times_an_hour_at_most(client: Any, db: Any) -> None:
    from django.core.cache import cache

    cache.clear()
    form = {"subject": "other", "claimed": "x", "name": "Ada", "email": "ada@example.org"}
    codes = [client.post("/requests/new/", form).status_code for _time in range(11)]
    assert codes == [302] * 10 + [429]
    cache.clear()


def test_the_feed_is_atom_and_empty_before_the_first_correction(client: Any, db: Any) -> None:
    from xml.etree import ElementTree as Tree

    answer = client.get("/corrections/feed/")
    assert answer["Content-Type"].startswith("application/atom+xml")
    root = Tree.fromstring(answer.content)
    assert root.tag == "{http://www.w3.org/2005/Atom}feed"
    assert root.findall("{http://www.w3.org/2005/Atom}entry") == []
    assert "No correction" in client.get("/corrections/").content.decode()


def test_the_ledger_has_the_decision_and_not_what_was_asked(
    wish: Any, player: Any, member: Any, persons: list[Any]
) -> None:
    from commission.services_requests import request_reject
    from core.ledger import rows_of, verify_chain

    found = wish(player, subject="birth", claimed="1981-02-03", text="Born at sea")
    request_reject(found, actor=member, reason="The passport says otherwise")
    rows = list(rows_of("person", persons[0].pk).filter(verb__startswith="request."))
    assert [(row.verb, row.reason) for row in rows] == [
        ("request.made", ""),
        ("request.rejected", "The passport says otherwise"),
    ]
    assert all(row.payload == {"request": found.pk, "subject": "birth"} for row in rows)
    assert verify_chain("person", persons[0].pk) == 3


def test_addresses_are_erased_some_months_after_the_end_and_not_while_an_appeal_waits(
    client: Any, wish: Any, member: Any, settings: Any
) -> None:
    """Four without a log-in: open, rejected, rejected with an appeal, never confirmed; and one with a log-in."""
    from datetime import timedelta

    from django.utils import timezone

    from commission.services_appeals import appeal_make
    from commission.services_requests import (
        link_token,
        request_addresses_forget,
        request_confirm,
        request_reject,
    )

    settings.REQUEST_ADDRESS_DAYS = 40
    waiting, rejected, appealed, never = wish(), wish(), wish(), wish()
    for each in (waiting, rejected, appealed):
        request_confirm(each)
    for each in (rejected, appealed):
        request_reject(each, actor=member, reason="The passport says so.")
    step = appealed.steps.get(verb="rejected")
    appeal = appeal_make(step, account=None, text="It is an old one.", holds_link=True)

    def erased() -> list[bool]:
        for each in (waiting, rejected, appealed, never):
            each.refresh_from_db()
        return [each.sealed == "" for each in (waiting, rejected, appealed, never)]

    assert request_addresses_forget(timezone.now() + timedelta(days=39)) == 0
    assert request_addresses_forget(timezone.now() + timedelta(days=41)) == 2
    assert erased() == [False, True, False, True]
    path = f"/requests/link/{link_token(rejected)}/"
    assert client.get(path).status_code == 200
    assert client.post(f"/requests/link/{link_token(never)}/", {"do": "confirm"}).status_code == 422
    type(appeal).objects.update(outcome="upheld", decided_at=timezone.now() + timedelta(days=20))
    assert request_addresses_forget(timezone.now() + timedelta(days=59)) == 0
    type(appeal).objects.update(decided_at=timezone.now())
    assert request_addresses_forget(timezone.now() + timedelta(days=41)) == 1
    assert erased() == [False, True, True, True]


def test_an_address_is_kept_as_long_as_an_appeal_is_possible(wish: Any, member: Any, settings: Any) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from commission.services_requests import request_addresses_forget, request_confirm, request_reject

    settings.REQUEST_ADDRESS_DAYS, settings.APPEAL_DAYS = 1, 30
    request_reject(request_confirm(wish()), actor=member, reason="The passport says so.")
    assert request_addresses_forget(timezone.now() + timedelta(days=30)) == 0
    assert request_addresses_forget(timezone.now() + timedelta(days=32)) == 1


@pytest.mark.parametrize("way", ["event", "later", "otherwise"])
def test_an_old_page_carries_nothing_out_a_second_time(
    client: Any, published: Any, player: Any, member: Any, wish: Any, way: str
) -> None:
    from commission.services_requests import request_accept, request_done

    found = wish(player, subject="other", person=None, event=published.event)
    accepted = request_accept(found, actor=member, reason="So it is")
    request_done(accepted, actor=member, text="Done by hand")
    client.force_login(member)
    data = {"do": "carry", "way": way, "reason": "Again", "version": accepted.version}
    assert client.post(f"/commission/requests/{found.pk}/decide/", data).status_code == 409
    found.refresh_from_db()
    published.refresh_from_db()
    assert (found.state, published.stage) == ("done", "published")


def test_a_sign_that_xml_does_not_know_costs_nobody_the_feed(
    client: Any, wish: Any, player: Any, member: Any
) -> None:
    from xml.etree.ElementTree import fromstring

    from commission.services_carried import request_accept_and_carry

    request_accept_and_carry(
        wish(player, subject="birth"),
        actor=member,
        reason="Passport\x0b seen",
        way="person",
        changes={"birth": "1981-02-03"},
    )
    feed = fromstring(client.get("/corrections/feed/").content)
    assert "Passport seen" in (feed.findtext(".//{*}entry/{*}summary") or "")
