"""A published event corrected by the commission: the moves, who may, what the pages say before and after.

1600, 1580, 1650 and 1500 drew all their games: 1600 has .50 - .53, .50 - .43 and .50 - .64, -.10 in all, x 20 is
-2.0: 1598. With a win over 1580 it is .40, +8.0: 1608. 1580 has .47 - .40 - .61 = 1.48 of 1.50, +0.4: 1580; with a
loss to 1600 .02 - .50 = -.48, -9.6: 1570.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

pytestmark = pytest.mark.django_db


def move(dossier: Any, verb: str, actor: Any, **words: Any) -> Any:
    from commission.services import dossier_move

    return dossier_move(dossier, verb, actor=actor, **words)


@pytest.fixture
def published(submitted: Any, member: Any, officer: Any, period: Any) -> Any:
    """The dossier of an event in a published list."""
    from commission.services import list_publish

    dossier = submitted()
    for verb in ("accept", "rate"):
        dossier = move(dossier, verb, member)
    list_publish(period, actor=officer)
    dossier.refresh_from_db()
    period.refresh_from_db()
    return dossier


@pytest.fixture
def put_right(director: Any, officer: Any, sign: Any) -> Callable[..., Any]:
    """The director gives player 1 a win over player 2, and hands in a new report with both signatures."""
    from reports.services import report_hand_in
    from tournaments.models import Game
    from tournaments.services import record_result

    def correcting(dossier: Any, result: str = "win") -> Any:
        event = dossier.event
        event.refresh_from_db()
        game = (
            Game.objects.filter(round__event=event, white__number__in=(1, 2), black__number__in=(1, 2))
            .select_related("white")
            .get()
        )
        is_white = game.white.number == 1
        code = {"win": "1-0" if is_white else "0-1", "draw": "1/2-1/2"}[result]
        record_result(game, actor=director, code=code, version=game.version, reason="slip seen")
        event.refresh_from_db()
        sign(report_hand_in(event, actor=director, place="Inventown"), director, officer)
        return move(dossier, "submit", director)

    return correcting


def rating_on(rating_list: Any, person: Any) -> int | None:
    row = rating_list.rows.filter(person=person).first()
    return row.rating if row else None


@pytest.fixture
def next_list(officer: Any) -> Callable[[], Any]:
    """Publishes the list that follows, without any event."""
    from datetime import date

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


def test_the_whole_way_of_a_correction(
    published: Any, put_right: Any, member: Any, period: Any, persons: list[Any], next_list: Any
) -> None:
    from reports.models import Report

    assert rating_on(period.rating_list, persons[0]) == 1598
    dossier = move(published, "reopen", member, reason="The slip of round 1 shows 1-0")
    dossier.event.refresh_from_db()
    assert (dossier.stage, dossier.event.is_locked) == ("returned", False)
    # Until a correction is decided the published calculation stands.
    assert dossier.event.calculations.get().current
    dossier = put_right(dossier)
    assert [report.number for report in Report.objects.filter(event=dossier.event)] == [2, 1]
    dossier = move(move(dossier, "take", member), "accept", member)
    dossier = move(dossier, "correct", member, reason="The slip of round 1 shows 1-0")
    assert dossier.stage == "corrected"
    assert rating_on(period.rating_list, persons[0]) == 1598
    following = next_list()
    assert [rating_on(following, person) for person in persons[:2]] == [1608, 1570]
    dossier.refresh_from_db()
    assert dossier.stage == "corrected"


def test_a_published_event_is_corrected_and_not_rated(published: Any, put_right: Any, member: Any) -> None:
    from commission.services import moves_open_to
    from tournaments.errors import DomainError

    dossier = put_right(move(published, "reopen", member, reason="slip"))
    dossier = move(dossier, "accept", member)
    assert [each.verb for each in moves_open_to(dossier, member)] == ["correct", "return"]
    with pytest.raises(DomainError, match="only a correction"):
        move(dossier, "rate", member)


def test_an_event_that_no_list_holds_is_rated_and_not_corrected(submitted: Any, member: Any) -> None:
    from commission.services import moves_open_to
    from tournaments.errors import DomainError

    dossier = move(submitted(), "accept", member)
    assert [each.verb for each in moves_open_to(dossier, member)] == ["rate", "return"]
    with pytest.raises(DomainError, match="not published yet"):
        move(dossier, "correct", member, reason="slip")


@pytest.mark.parametrize("verb", ["reopen", "annul"])
def test_reopening_and_annulling_need_a_reason(published: Any, member: Any, verb: str) -> None:
    from tournaments.errors import DomainError

    with pytest.raises(DomainError, match="reason"):
        move(published, verb, member, reason=" ")
    published.refresh_from_db()
    assert published.stage == "published"


@pytest.mark.parametrize("verb", ["reopen", "annul", "correct"])
def test_nobody_else_makes_these_moves(published: Any, director: Any, account: Any, verb: str) -> None:
    """The director neither, even as a member of the commission: four eyes."""
    from django.contrib.auth.models import Group

    director.groups.add(Group.objects.get_or_create(name="commission_member")[0])
    director.__dict__.pop("_group_names", None)
    for who in (director, account("pia", "player"), account("fay", "federation_admin"), account("otto")):
        with pytest.raises(PermissionDenied):
            move(published, verb, who, reason="mine")
    published.refresh_from_db()
    assert (published.stage, published.event.calculations.count()) == ("published", 1)


def test_a_report_of_a_correction_may_go_back_and_the_published_calculation_stands(
    published: Any, put_right: Any, member: Any, persons: list[Any], next_list: Any
) -> None:
    dossier = put_right(move(published, "reopen", member, reason="slip"))
    dossier = move(move(dossier, "accept", member), "return", member, reason="the other slip too")
    assert (dossier.stage, dossier.event.calculations.get().current) == ("returned", True)
    assert rating_on(next_list(), persons[0]) == 1598


def test_a_correction_is_no_late_paper(
    handed_in: Any,
    put_right: Any,
    director: Any,
    member: Any,
    officer: Any,
    period: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The papers came a week after play; what the commission opens again ten months later is not late for that."""
    from datetime import UTC, date, datetime

    from django.utils import timezone

    from commission.services import list_publish

    monkeypatch.setattr(timezone, "now", lambda: datetime(2027, 1, 10, 12, tzinfo=UTC))
    dossier = move(handed_in(), "submit", director, today=date(2026, 3, 16))
    dossier = move(move(dossier, "accept", member), "rate", member)
    list_publish(period, actor=officer)
    dossier = put_right(move(dossier.event.dossier, "reopen", member, reason="slip"))
    assert dossier.arrived_on == date(2027, 1, 10)
    assert move(dossier, "accept", member).stage == "accepted"


def test_a_correction_that_changes_nothing_writes_no_second_calculation(
    published: Any, put_right: Any, member: Any
) -> None:
    from ratings.models import ListCorrection

    dossier = put_right(move(published, "reopen", member, reason="slip"), "draw")
    dossier = move(move(dossier, "accept", member), "correct", member, reason="it was a draw after all")
    assert (dossier.stage, dossier.event.calculations.count()) == ("corrected", 1)
    assert not ListCorrection.objects.exists()


def test_a_corrected_event_is_corrected_again(
    published: Any, put_right: Any, member: Any, persons: list[Any], next_list: Any
) -> None:
    dossier = published
    for result in ("win", "draw"):
        dossier = put_right(move(dossier, "reopen", member, reason="slip"), result)
        dossier = move(move(dossier, "accept", member), "correct", member, reason="slip seen")
    assert dossier.event.calculations.count() == 3
    assert rating_on(next_list(), persons[0]) == 1598


def test_an_annulled_event_leaves_no_rest_and_can_be_opened_again(
    published: Any, put_right: Any, member: Any, persons: list[Any], next_list: Any
) -> None:
    dossier = move(published, "annul", member, reason="It was never played")
    assert dossier.stage == "annulled"
    dossier = put_right(move(dossier, "reopen", member, reason="It was played after all"))
    dossier = move(move(dossier, "accept", member), "correct", member, reason="the slips came")
    assert rating_on(next_list(), persons[0]) == 1608


def test_the_list_after_an_annulment_has_the_old_numbers(
    published: Any, member: Any, persons: list[Any], next_list: Any
) -> None:
    move(published, "annul", member, reason="It was never played")
    following = next_list()
    assert [rating_on(following, person) for person in persons] == [1600, 1580, 1650, 1500]
    assert {row.games_total for row in following.rows.all()} == {100}


def test_the_dossier_shows_the_effect_before_the_decision(
    client: Any, published: Any, put_right: Any, member: Any, director: Any
) -> None:
    from ratings.models import ListCorrection

    dossier = put_right(move(published, "reopen", member, reason="slip"))
    client.force_login(member)
    page = client.get(f"/commission/events/{dossier.event_id}/").content.decode()
    for text in (
        "What the correction would change",
        "1598",
        "1608",
        "1570",
        "A correction of a published event",
    ):
        assert text in page, text
    assert not ListCorrection.objects.exists()
    effect = f"/commission/events/{dossier.event_id}/effect/correct/"
    assert client.get(effect).status_code == 200
    (first, *_others) = client.get(f"{effect}?format=json").json()
    assert (first["name"], first["before"], first["after"]) == ("Player1, Test", 1598, 1608)
    assert "Player1, Test" in client.get(f"{effect}?format=csv").content.decode()
    client.force_login(director)
    assert client.get(effect).status_code == 403
    page = client.get(f"/commission/events/{dossier.event_id}/").content.decode()
    assert "What the correction would change" not in page


def test_the_effect_of_an_annulment_is_shown_before_it(client: Any, published: Any, member: Any) -> None:
    client.force_login(member)
    page = client.get(f"/commission/events/{published.event_id}/").content.decode()
    assert "move/annul/" in page
    rows = client.get(f"/commission/events/{published.event_id}/effect/annul/?format=json").json()
    assert (rows[0]["before"], rows[0]["after"], rows[0]["games_before"], rows[0]["games_after"]) == (
        1598,
        1600,
        103,
        100,
    )
    assert client.get(f"/commission/events/{published.event_id}/effect/burn/").status_code == 404
    assert client.get(f"/commission/events/{published.event_id}/effect/correct/").status_code == 404


def test_correcting_is_a_job_that_twice_pressed_is_one(
    client: Any, published: Any, put_right: Any, member: Any
) -> None:
    from core.jobs.running import run
    from core.models import Job

    dossier = put_right(move(published, "reopen", member, reason="slip"))
    dossier = move(dossier, "accept", member)
    client.force_login(member)
    path = f"/commission/events/{dossier.event_id}/move/correct/"
    data = {"version": dossier.version, "reason": "slip seen"}
    assert client.post(path, {"version": dossier.version}).status_code == 422
    first = client.post(path, data)
    assert client.post(path, data)["Location"] == first["Location"]
    job = Job.objects.get(kind="commission.correct")
    assert run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.DONE, "")
    assert client.get(job.result["url"]).status_code == 200
    assert dossier.event.calculations.count() == 2
    assert client.post(path, data).status_code == 409


def test_everybody_sees_the_correction(
    client: Any, published: Any, put_right: Any, member: Any, persons: list[Any], next_list: Any, period: Any
) -> None:
    dossier = put_right(move(published, "reopen", member, reason="Opened for slip 7"))
    dossier = move(move(dossier, "accept", member), "correct", member, reason="Slip 7 shows a win")
    event_page = client.get(f"/events/{dossier.event_id}/").content.decode()
    for text in ("Corrections after publication", "Slip 7 shows a win", "Clara", "1598", "1608"):
        assert text in event_page, text
    profile = client.get(f"/players/{persons[0].pk}/").content.decode()
    for text in (
        "Corrections of published ratings",
        "Slip 7 shows a win",
        "counts from the next list",
        "1608",
    ):
        assert text in profile, text
    unconcerned = client.get(f"/players/{persons[3].pk}/").content.decode()
    assert "Corrections of published ratings" not in unconcerned
    following = next_list()
    rows = client.get(f"/ratings/corrections/?shown={following.key}&format=json").json()
    assert [(row["name"], row["before"], row["after"]) for row in rows] == [
        ("Player1, Test", 1598, 1608),
        ("Player2, Test", 1580, 1570),
    ]
    corrected = client.get(f"/ratings/{period.rating_list.key}/").content.decode()
    assert "2 rows of this list were corrected later." in corrected
    shown = client.get(f"/ratings/{following.key}/").content.decode()
    for text in ("Rows of earlier lists that were corrected", "1598", "1608"):
        assert text in shown, text
    tab = client.get(f"/ratings/{following.key}/?part=corrections").content.decode()
    assert tab.count("1608") == 1, "the corrections stand once on their own tab"
    assert client.get(f"/ratings/corrections/?event={dossier.event_id}&q=nobody").status_code == 200


def test_pages_without_a_correction_say_nothing_of_one(client: Any, published: Any, period: Any) -> None:
    assert "Corrections after" not in client.get(f"/events/{published.event_id}/").content.decode()
    assert "corrected" not in client.get(f"/ratings/{period.rating_list.key}/").content.decode()
    assert "No row of a published list was corrected" in client.get("/ratings/corrections/").content.decode()


def test_the_page_of_a_changed_row_explains_the_list_as_it_was_published(
    client: Any, published: Any, put_right: Any, member: Any, persons: list[Any], period: Any
) -> None:
    dossier = put_right(move(published, "reopen", member, reason="slip"))
    move(move(dossier, "accept", member), "correct", member, reason="slip seen")
    page = client.get(f"/ratings/{period.rating_list.key}/{persons[0].pk}/").content.decode()
    assert "1598" in page
    old, new = dossier.event.calculations.order_by("pk")
    change = old.entries.get(person=persons[0])
    assert f"/ratings/changes/{change.pk}/" in page
    assert "superseded" in client.get(f"/ratings/changes/{change.pk}/").content.decode()
    assert (
        "superseded"
        not in client.get(f"/ratings/changes/{new.entries.get(person=persons[0]).pk}/").content.decode()
    )


def test_corrections_cost_the_same_queries_for_three_rows_as_for_one(
    client: Any, published: Any, member: Any, django_assert_num_queries: Callable[..., Any]
) -> None:
    from ratings.models import ListCorrection

    move(published, "annul", member, reason="It was never played")
    whole = list(ListCorrection.objects.all())
    assert len(whole) == 4
    ListCorrection.objects.exclude(pk=whole[0].pk).delete()
    client.get("/ratings/corrections/")
    with django_assert_num_queries(3):
        client.get("/ratings/corrections/")
    ListCorrection.objects.bulk_create(whole[1:])
    with django_assert_num_queries(3):
        client.get("/ratings/corrections/")


def test_a_correction_says_who_came_in_who_went_and_whose_numbers_were_wrong() -> None:
    """A wrong FIDE ID rates somebody else; the national number is not public, so it stands without figures."""
    from commission.corrected_words import fact_words
    from commission.services_corrected import facts_between
    from tournaments.record.model import Entry, EventFacts, Record

    facts_of_event = EventFacts("Cup", rounds=1)
    kos = Entry(1, "Kos, I", fide_id="999100005", national_id="02017")
    other = Entry(1, "Kos, I", fide_id="999100006", national_id="02018")
    old = Record(facts_of_event, (kos, Entry(2, "Ruiz, M")))
    new = Record(facts_of_event, (other, Entry(3, "Pohl, A")))
    facts = list(facts_between(old, new))
    assert [fact_words(fact) for fact in facts] == [
        "Kos, I, FIDE ID: 999100005 → 999100006",
        "Kos, I: national number",
        "Ruiz, M: player taken out",
        "Pohl, A: player entered",
    ]
    assert not any("0201" in fact.old + fact.new for fact in facts)
