"""A published event corrected: from its own record, never on top of a result; lists stay, their next shows it.

The figures of 2024 (8.1.2) used here: a gap of 18-25 points is worth .53 and .47, 47-53 .57 and .43, 54-61 .58 and
.42, 92-98 .63 and .37. K is 20 for who completed 30 games and stays under 2400.
"""

import csv
import io
import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

pytestmark = pytest.mark.django_db

APRIL, MAY, JUNE = date(2026, 4, 1), date(2026, 5, 1), date(2026, 6, 1)
PAPERS = {APRIL: date(2026, 3, 20), MAY: date(2026, 4, 20), JUNE: date(2026, 5, 20)}


@pytest.fixture
def recode(freeze: Callable[[Any], str]) -> Callable[..., str]:
    """Gives the game of a round and board another code and freezes the event's record again."""
    from tournaments.models import Game

    def recoding(event: Any, round_number: int, code: str, board: int = 1) -> str:
        Game.objects.filter(round__event=event, round__number=round_number, board=board).update(code=code)
        return freeze(event)

    return recoding


@pytest.fixture
def correct(officer: Any, recode: Any) -> Callable[..., Any]:
    """Corrects one game of a published event: `correct(event, 1, "1/2-1/2")`."""
    from ratings.services_corrections import event_correct

    def correcting(
        event: Any, round_number: int, code: str, *, board: int = 1, reason: str = "slip seen"
    ) -> Any:
        record_sha256 = recode(event, round_number, code, board)
        return event_correct(event, actor=officer, record_sha256=record_sha256, reason=reason)

    return correcting


@pytest.fixture
def list_of(rate: Any, period: Any, publish: Any) -> Callable[..., Any]:
    """Publishes the list of a day made of these events."""

    def making(day: date, *events: Any) -> Any:
        opened = period(day)
        for event in events:
            rate(event, received_on=PAPERS[day])
        return publish(opened)

    return making


@pytest.fixture
def trio(people: Any, opening: Any) -> list[Any]:
    """1600, 1580 and 1650 with 100 games each."""
    crowd = people(3)
    opening(dict(zip(crowd, (1600, 1580, 1650), strict=True)))
    return crowd


@pytest.fixture
def event(trio: list[Any], played: Any) -> Any:
    """The first of the trio beats 1580 and loses to 1650."""
    return played(trio, [[(1, 2, "1-0")], [(1, 3, "0-1")]])


def on(rating_list: Any, person: Any) -> Any:
    return rating_list.rows.filter(person=person).first()


def corrections(rating_list: Any, person: Any) -> list[tuple[Any, ...]]:
    from ratings.models import ListCorrection

    return [
        (row.before, row.after)
        for row in ListCorrection.objects.filter(corrected_list=rating_list, person=person).order_by("pk")
    ]


def is_reproduced(*lists: Any) -> bool:
    from ratings.services_lists import list_recompute

    results = [list_recompute(each) for each in lists]
    assert [result.difference for result in results] == [""] * len(lists)
    return all(result.equal for result in results)


def test_the_corrected_event_gives_1591_and_not_1592(
    event: Any, trio: list[Any], list_of: Any, correct: Any
) -> None:
    """1.00 - .53 - .43 = .04, x 20 = 0.8: 1601. With a draw .50 - .96 = -.46, x 20 = -9.2 from 1600: 1591."""
    from core.files import read

    april = list_of(APRIL, event)
    published = read(april.sha256)
    assert [on(april, person).rating for person in trio] == [1601, 1571, 1659]
    new = correct(event, 1, "1/2-1/2")
    assert new.entries.get(person=trio[0]).change == "-9.2"
    # 1580 had 0 - .47 = -9.4, now .50 - .47 = 0.6; 1650 is not concerned.
    assert [corrections(april, person) for person in trio] == [[(1601, 1591)], [(1571, 1581)], []]
    assert read(april.sha256) == published
    assert on(april, trio[0]).rating == 1601
    may = list_of(MAY)
    row = on(may, trio[0])
    assert (row.rating, row.previous_rating, row.games_total) == (1591, 1591, 102)
    assert on(may, trio[1]).rating == 1581
    assert is_reproduced(april, may)


def test_the_deleted_event_leaves_1600_and_the_old_number_of_games(
    event: Any, trio: list[Any], list_of: Any, officer: Any
) -> None:
    from players.models import CurrentRating
    from ratings.services_corrections import event_annul

    april = list_of(APRIL, event)
    assert on(april, trio[0]).games_total == 102
    event_annul(event, actor=officer, reason="never registered")
    may = list_of(MAY)
    assert [(on(may, person).rating, on(may, person).games_total) for person in trio] == [
        (1600, 100),
        (1580, 100),
        (1650, 100),
    ]
    current = CurrentRating.objects.get(person=trio[0])
    assert (current.rating, current.games_total, current.highest) == (1600, 100, 1600)
    assert is_reproduced(april, may)


def test_a_correction_and_then_the_deletion_leave_no_rest(
    event: Any, trio: list[Any], list_of: Any, correct: Any, officer: Any
) -> None:
    from ratings.services_corrections import event_annul

    april = list_of(APRIL, event)
    correct(event, 1, "1/2-1/2")
    event_annul(event, actor=officer, reason="withdrawn")
    assert corrections(april, trio[0]) == [(1601, 1591), (1591, 1600)]
    may = list_of(MAY)
    assert (on(may, trio[0]).rating, on(may, trio[0]).games_total) == (1600, 100)
    assert is_reproduced(april, may)


def test_the_correction_says_who_when_why_and_is_shown_on_the_next_list(
    event: Any, trio: list[Any], list_of: Any, correct: Any
) -> None:
    from core.ledger import rows_of, verify_chain
    from ratings.corrections import pending, shown_with

    april = list_of(APRIL, event)
    new = correct(event, 1, "1/2-1/2", reason="The slip of board 1 shows a draw")
    waiting = list(pending("standard"))
    assert {row.person_id for row in waiting} == {trio[0].pk, trio[1].pk}
    row = next(row for row in waiting if row.person_id == trio[0].pk)
    assert (row.reason, row.decided_by_name, row.calculation_id) == (
        "The slip of board 1 shows a draw",
        "Olga Quill",
        new.pk,
    )
    effect = {"person": trio[0].pk, "rating": [1601, 1591], "k": [20, 20], "games_total": [102, 102]}
    told = rows_of("event", event.pk).get(verb="event.corrected")
    assert {"list": april.key, **effect} in told.payload["effects"]
    assert (told.reason, told.actor_name) == ("The slip of board 1 shows a draw", "Olga Quill")
    assert effect in rows_of("list", april.pk).get(verb="list.corrected").payload["effects"]
    assert verify_chain("event", event.pk) and verify_chain("list", april.pk)
    assert not shown_with(april).exists()
    may = list_of(MAY)
    assert {row.person_id for row in shown_with(may)} == {trio[0].pk, trio[1].pk}
    assert not pending("standard").exists()
    june = list_of(JUNE)
    assert not shown_with(june).exists()


def test_two_later_lists_are_corrected_and_their_events_keep_the_ratings_then_published(
    event: Any, trio: list[Any], played: Any, list_of: Any, correct: Any
) -> None:
    """April: 1601 and 1659. In April they draw: gap 58, .42, so .08 x 20 = 1.6 makes 1603 and 1657 in May."""
    april = list_of(APRIL, event)
    second = played([trio[0], trio[2]], [[(1, 2, "1/2-1/2")]], start=date(2026, 4, 10), name="Second")
    may, june = list_of(MAY, second), list_of(JUNE)
    assert [on(each, trio[0]).rating for each in (april, may, june)] == [1601, 1603, 1603]
    kept = second.calculations.get().entries.get(person=trio[0])
    correct(event, 1, "1/2-1/2")
    assert [corrections(each, trio[0]) for each in (april, may, june)] == [
        [(1601, 1591)],
        [(1603, 1593)],
        [(1603, 1593)],
    ]
    assert [corrections(each, trio[2]) for each in (april, may, june)] == [[], [], []]
    assert second.calculations.get().entries.get(person=trio[0]).change == kept.change == "1.6"
    july = list_of_july(list_of)
    assert (on(july, trio[0]).rating, on(july, trio[0]).games_total) == (1593, 103)
    assert is_reproduced(april, may, june, july)


def list_of_july(list_of: Any) -> Any:
    return list_of(date(2026, 7, 1))


def test_a_correction_is_corrected_from_the_record_again(
    event: Any, trio: list[Any], list_of: Any, correct: Any
) -> None:
    """Win, then a draw, then a loss: 0 - .96 = -19.2 from 1600 is 1581; the first correction is shown on May."""
    april = list_of(APRIL, event)
    correct(event, 1, "1/2-1/2")
    may = list_of(MAY)
    correct(event, 1, "0-1", reason="slip of the other side")
    assert corrections(april, trio[0]) == [(1601, 1591), (1591, 1581)]
    assert corrections(may, trio[0]) == [(1591, 1581)]
    june = list_of(JUNE)
    assert on(june, trio[0]).rating == 1581
    assert on(may, trio[0]).rating == 1591
    assert is_reproduced(april, may, june)
    chain = list(event.calculations.order_by("pk").values_list("corrects_id", "current", "shown_on_id"))
    first, second, _third = event.calculations.order_by("pk")
    assert chain == [(None, False, None), (first.pk, False, may.pk), (second.pk, True, june.pk)]


def test_corrected_back_to_what_it_was_the_lists_agree_again(
    event: Any, trio: list[Any], list_of: Any, correct: Any
) -> None:
    april = list_of(APRIL, event)
    correct(event, 1, "1/2-1/2")
    correct(event, 1, "1-0", reason="the first slip was right")
    assert corrections(april, trio[0]) == [(1601, 1591), (1591, 1601)]
    may = list_of(MAY)
    assert on(may, trio[0]).rating == 1601
    assert is_reproduced(april, may)


def test_the_same_correction_twice_is_one(event: Any, list_of: Any, correct: Any) -> None:
    from core.ledger import rows_of
    from ratings.models import ListCorrection

    list_of(APRIL, event)
    first = correct(event, 1, "1/2-1/2")
    count = ListCorrection.objects.count()
    assert correct(event, 1, "1/2-1/2", reason="pressed again") == first
    assert (event.calculations.count(), ListCorrection.objects.count()) == (2, count)
    assert rows_of("event", event.pk).filter(verb="event.corrected").count() == 1


@pytest.fixture
def newcomer(people: Any, opening: Any, played: Any) -> tuple[Any, Any]:
    """A newcomer who draws with 1700, 1720, 1740, 1760 and 1780, and the event."""
    new, *others = people(6)
    opening({person: 1700 + 20 * place for place, person in enumerate(others)})
    boards = [[(1, number, "1/2-1/2")] for number in range(2, 7)]
    return new, played([new, *others], boards)


def test_a_first_rating_follows_the_correction(newcomer: Any, list_of: Any, correct: Any) -> None:
    """(8700 + 2 x 1800) / 7 = 1757.14 with half the points: 1757. A win more is 4 of 7, .57, 50 more: 1807."""
    person, event = newcomer
    april = list_of(APRIL, event)
    assert on(april, person).rating == 1757
    new = correct(event, 1, "1-0")
    line = new.entries.get(person=person)
    # He had no rating at the start, whatever the list made of this very event says since (10.4).
    assert (line.own_rating, line.facts["unrated_for_opponents"]) == (None, False)
    assert corrections(april, person) == [(1757, 1807)]
    may = list_of(MAY)
    row = on(may, person)
    assert (row.rating, row.games_total, row.highest, row.mark) == (1807, 5, 1807, "")
    assert is_reproduced(april, may)


def test_a_first_rating_that_a_correction_takes_away_leaves_the_lists(
    newcomer: Any, list_of: Any, correct: Any
) -> None:
    """One game was a forfeit: four games are too few for a rating (7.1.4)."""
    from players.models import CurrentRating

    person, event = newcomer
    april = list_of(APRIL, event)
    correct(event, 1, "+/-")
    assert corrections(april, person) == [(1757, None)]
    may = list_of(MAY)
    assert on(may, person) is None
    current = CurrentRating.objects.get(person=person)
    assert (current.rating, current.k, current.games_total, current.rating_list_id) == (None, None, 0, may.pk)
    assert is_reproduced(april, may)


def test_a_first_rating_that_was_missing_is_put_into_the_lists(
    newcomer: Any, played: Any, list_of: Any, correct: Any, recode: Any
) -> None:
    person, event = newcomer
    recode(event, 1, "+/-")
    april, may = list_of(APRIL, event), list_of(MAY)
    assert on(april, person) is None and on(may, person) is None
    correct(event, 1, "1/2-1/2")
    assert corrections(april, person) == corrections(may, person) == [(None, 1757)]
    june = list_of(JUNE)
    assert (on(june, person).rating, on(june, person).k) == (1757, 40)
    assert is_reproduced(april, may, june)


def test_a_name_changed_later_leaves_the_lists_reproduced(
    newcomer: Any, list_of: Any, correct: Any, recode: Any
) -> None:
    """Somebody who was missing from the corrected list, and is in the correction under his name of that day."""
    from players.services import account_create, person_update

    person, event = newcomer
    recode(event, 1, "+/-")
    april = list_of(APRIL, event)
    correct(event, 1, "1/2-1/2")
    may = list_of(MAY)
    office = account_create(
        actor=None,
        username="office",
        display_name="Office",
        password="baize-and-ink-64",
        roles=("federation_admin",),
    )
    person_update(person, actor=office, reason="married", surname="Newname")
    assert is_reproduced(april, may)


def test_results_kept_for_a_first_rating_follow_the_correction(
    people: Any, opening: Any, played: Any, list_of: Any, correct: Any
) -> None:
    """Three draws and two make 1757; the correction of the first event turns one of the three into a win."""
    person, *others = people(6)
    opening({each: 1700 + 20 * place for place, each in enumerate(others)})
    first = played([person, *others[:3]], [[(1, number, "1/2-1/2")] for number in (2, 3, 4)])
    second = played(
        [person, *others[3:]],
        [[(1, number, "1/2-1/2")] for number in (2, 3)],
        start=date(2026, 4, 10),
        name="Second",
    )
    april, may = list_of(APRIL, first), list_of(MAY, second)
    assert on(april, person) is None
    assert on(may, person).rating == 1757
    correct(first, 1, "1-0")
    assert (corrections(april, person), corrections(may, person)) == ([], [(1757, 1807)])
    june = list_of(JUNE)
    assert on(june, person).rating == 1807
    assert is_reproduced(april, may, june)


def test_whoever_falls_below_the_floor_by_a_correction_is_off_the_next_list(
    people: Any, opening: Any, played: Any, list_of: Any, correct: Any
) -> None:
    """1405 against 1500: .37. A draw is +2.6, 1408; a loss -7.4, 1398, below 1400 (7.2.1)."""
    from ratings.models import ListCorrection

    weak, strong = people(2)
    opening({weak: 1405, strong: 1500})
    event = played([weak, strong], [[(1, 2, "1/2-1/2")]])
    april = list_of(APRIL, event)
    assert on(april, weak).rating == 1408
    correct(event, 1, "0-1")
    correction = ListCorrection.objects.get(person=weak)
    assert (correction.before, correction.after, correction.row["mark"]) == (1408, None, "delisted")
    may = list_of(MAY)
    assert on(may, weak) is None
    assert is_reproduced(april, may)


def test_the_counter_of_games_and_k_follow_an_annulment(
    people: Any, opening: Any, played: Any, list_of: Any, officer: Any
) -> None:
    """28 games and two more are 30: K falls from 40 to 20; without the event it is 40 again (8.3.3)."""
    from ratings.models import ListCorrection
    from ratings.services_corrections import event_annul

    crowd = people(3)
    opening(dict(zip(crowd, (1600, 1580, 1650), strict=True)), games=28)
    event = played(crowd, [[(1, 2, "1-0")], [(1, 3, "0-1")]])
    april = list_of(APRIL, event)
    assert (on(april, crowd[0]).k, on(april, crowd[0]).games_total) == (20, 30)
    event_annul(event, actor=officer, reason="withdrawn")
    row = ListCorrection.objects.get(person=crowd[0])
    assert (row.k_before, row.k_after, row.games_before, row.games_after) == (20, 40, 30, 28)
    may = list_of(MAY)
    assert (on(may, crowd[0]).k, on(may, crowd[0]).games_total) == (40, 28)


def test_the_highest_rating_follows_too(event: Any, trio: list[Any], list_of: Any, correct: Any) -> None:
    april = list_of(APRIL, event)
    assert on(april, trio[0]).highest == 1601
    correct(event, 1, "1/2-1/2")
    assert on(list_of(MAY), trio[0]).highest == 1600


def test_events_that_begin_before_the_next_list_take_the_published_figures(
    event: Any, trio: list[Any], played: Any, list_of: Any, correct: Any
) -> None:
    """The list in force is what was published: 1601, though 1591 would have been right."""
    april = list_of(APRIL, event)
    correct(event, 1, "1/2-1/2")
    second = played([trio[0], trio[2]], [[(1, 2, "1/2-1/2")]], start=date(2026, 4, 10), name="Second")
    may = list_of(MAY, second)
    line = second.calculations.get().entries.get(person=trio[0])
    assert (line.own_rating, line.change) == (1601, "1.6")
    # On the base of 1591.
    assert on(may, trio[0]).rating == 1593
    assert is_reproduced(april, may)


def test_the_preview_says_what_the_decision_does_and_leaves_nothing(
    event: Any, trio: list[Any], list_of: Any, recode: Any, officer: Any
) -> None:
    from core.models import LedgerRow
    from ratings.models import ListCorrection, RatedEntry
    from ratings.services_corrections import correction_preview, event_correct

    list_of(APRIL, event)
    record_sha256 = recode(event, 1, "1/2-1/2")
    before = (RatedEntry.objects.count(), LedgerRow.objects.count())
    preview = correction_preview(event, record_sha256=record_sha256)
    assert (RatedEntry.objects.count(), LedgerRow.objects.count()) == before
    assert (event.calculations.count(), event.calculations.get().current) == (1, True)
    assert not ListCorrection.objects.exists()
    shown = [(row.person_id, row.before, row.after) for row in preview.rows]
    assert shown == [(trio[0].pk, 1601, 1591), (trio[1].pk, 1571, 1581)]
    assert [(each.before.change, each.after.change) for each in preview.changes] == [
        ("0.8", "-9.2"),
        ("-9.4", "0.6"),
    ]
    event_correct(event, actor=officer, record_sha256=record_sha256, reason="slip")
    assert shown == [(row.person_id, row.before, row.after) for row in ListCorrection.objects.order_by("pk")]


def test_the_preview_of_an_annulment_leaves_nothing(event: Any, trio: list[Any], list_of: Any) -> None:
    from ratings.services_corrections import annulment_preview

    list_of(APRIL, event)
    preview = annulment_preview(event)
    assert [(row.before, row.after) for row in preview.rows] == [(1601, 1600), (1571, 1580), (1659, 1650)]
    assert event.calculations.count() == 1


def test_an_event_that_no_list_holds_is_not_corrected(
    event: Any, rate: Any, period: Any, freeze: Any, officer: Any
) -> None:
    from ratings.services_corrections import event_annul, event_correct
    from tournaments.errors import DomainError

    period()
    rate(event)
    with pytest.raises(DomainError, match="No published list"):
        event_correct(event, actor=officer, record_sha256=freeze(event), reason="slip")
    with pytest.raises(DomainError, match="No published list"):
        event_annul(event, actor=officer, reason="withdrawn")


def test_a_correction_needs_a_reason(event: Any, list_of: Any, correct: Any) -> None:
    from tournaments.errors import DomainError

    list_of(APRIL, event)
    with pytest.raises(DomainError, match="reason"):
        correct(event, 1, "1/2-1/2", reason="  ")
    assert event.calculations.count() == 1


@pytest.mark.parametrize("roles", [(), ("player",), ("regional_representative",), ("federation_admin",)])
def test_others_do_not_correct(event: Any, list_of: Any, recode: Any, roles: tuple[str, ...]) -> None:
    from players.services import account_create
    from ratings.services_corrections import event_annul, event_correct

    list_of(APRIL, event)
    other = account_create(
        actor=None, username="otto", password="baize-and-ink-64", display_name="Otto", roles=roles
    )
    record_sha256 = recode(event, 1, "1/2-1/2")
    with pytest.raises(PermissionDenied):
        event_correct(event, actor=other, record_sha256=record_sha256, reason="mine")
    with pytest.raises(PermissionDenied):
        event_annul(event, actor=other, reason="mine")
    assert event.calculations.count() == 1


def test_a_correction_that_was_tampered_with_is_noticed(
    event: Any, trio: list[Any], list_of: Any, correct: Any
) -> None:
    """The corrected figures are worked out again with the list that shows them."""
    from ratings.derivations import StoredChangeError
    from ratings.models import ListCorrection
    from ratings.services_lists import list_recompute

    list_of(APRIL, event)
    correct(event, 1, "1/2-1/2")
    may = list_of(MAY)
    row = ListCorrection.objects.get(person=trio[0])
    row.row["rating"] = row.after = 1595
    row.save()
    with pytest.raises(StoredChangeError):
        list_recompute(may)


def test_the_canonical_file_of_the_next_list_holds_the_correction(
    event: Any, trio: list[Any], list_of: Any, correct: Any
) -> None:
    """It is under the hash of the list that shows it."""
    from core.files import read

    april = list_of(APRIL, event)
    correct(event, 1, "1/2-1/2")
    lines = read(list_of(MAY).sha256).decode().splitlines()
    assert f"corrected,{april.key},{trio[0].pk},1601,1591,20,20,102,102" in lines
    assert not [line for line in read(april.sha256).decode().splitlines() if line.startswith("corrected,")]


def test_csv_and_json_of_the_next_list_hold_the_correction_and_no_second_rating(
    event: Any, trio: list[Any], list_of: Any, correct: Any
) -> None:
    """1580 who lost to 1600: -.47 x 20, 1571; after a draw .03 x 20, 1581. 1650 who won: .43 x 20, 1659."""
    april = list_of(APRIL, event)
    correct(event, 1, "1/2-1/2", reason="=1+1 on the slip")
    may = list_of(MAY)
    table = list(csv.DictReader(io.StringIO(stored(may, "csv"), newline="")))
    assert len({len(row) for row in table}) == 1
    players = [row for row in table if row["mark"] != "corrected"]
    assert [row["rating"] for row in players] == ["1591", "1581", "1659"]
    assert {row["corrected_list"] for row in players} == {""}
    lines = [row for row in table if row["mark"] == "corrected"]
    assert [(row["name"], row["rating"], row["rating_before"], row["rating_after"]) for row in lines] == [
        (trio[0].name, "", "1601", "1591"),
        (trio[1].name, "", "1571", "1581"),
    ]
    assert (lines[0]["corrected_list"], lines[0]["k_after"], lines[0]["games_total_after"]) == (
        april.key,
        "20",
        "102",
    )
    assert lines[0]["reason"] == "'=1+1 on the slip"
    document = json.loads(stored(may, "json"))
    assert [(row["number"], row["rating_after"], row["reason"]) for row in document["corrections"]] == [
        (trio[0].fide_id, 1591, "=1+1 on the slip"),
        (trio[1].fide_id, 1581, "=1+1 on the slip"),
    ]
    assert len(document["players"]) == 3
    assert "corrections" not in json.loads(stored(april, "json"))
    assert is_reproduced(april, may)


def stored(rating_list: Any, name: str) -> str:
    from core.files import read

    return read(rating_list.files.get(format=name).sha256).decode()
