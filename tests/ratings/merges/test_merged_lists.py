"""Two records made one, and two again, with rated events and published lists: no game twice, no list touched.

In the tables of 8.1.2 a gap of 150 points is worth .70: who beats a player 150 points below him gets .30, with K 20
six points. K is 20 for who completed 30 games and stays under 2400.
"""

import threading
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db

APRIL, MAY, JUNE = date(2026, 4, 1), date(2026, 5, 1), date(2026, 6, 1)
PAPERS = {APRIL: date(2026, 3, 20), MAY: date(2026, 4, 20), JUNE: date(2026, 5, 20)}


@pytest.fixture
def second(db: Any) -> Any:
    """Another member of the commission, who confirms."""
    from players.services import account_create

    return account_create(
        actor=None,
        username="clara",
        password="baize-and-ink-64",
        display_name="Clara Stone",
        roles=("commission_member",),
    )


@pytest.fixture
def merged_into(officer: Any, second: Any) -> Callable[..., Any]:
    """Proposes and confirms: `merged_into(survivor, merged, standard="merged")`."""
    from commission.services_merge import merge_confirm, merge_propose

    def merging(survivor: Any, merged: Any, **ratings: str) -> Any:
        proposed = merge_propose(survivor, merged, actor=officer, reason="one passport", ratings=ratings)
        return merge_confirm(proposed, actor=second)

    return merging


@pytest.fixture
def undone(officer: Any) -> Callable[..., Any]:
    from commission.services_merge import merge_undo

    def undoing(merge: Any, to_merged: Any = None) -> Any:
        return merge_undo(merge, actor=officer, reason="two passports after all", to_merged=to_merged)

    return undoing


@pytest.fixture
def four(people: Any, opening: Any) -> list[Any]:
    """Two records, 1600 with 100 games and 1500 with 100, and opponents of 1450 and 1350."""
    crowd = people(4)
    opening(dict(zip(crowd, (1600, 1500, 1450, 1350), strict=True)))
    return crowd


@pytest.fixture
def two_wins(four: list[Any], played: Any) -> list[Any]:
    """Each of the two records beats an opponent 150 points below, in an event of its own."""
    one, other, third, fourth = four
    return [
        played([one, third], [[(1, 2, "1-0")]], name="First"),
        played([other, fourth], [[(1, 2, "1-0")]], name="Second"),
    ]


def shown(rating_list: Any, *persons: Any) -> list[Any]:
    """Rating, games of the period, games in all of each person; None for no row."""
    rows = {row.person_id: row for row in rating_list.rows.filter(person__in=persons)}
    return [
        (rows[person.pk].rating, rows[person.pk].games, rows[person.pk].games_total)
        if person.pk in rows
        else None
        for person in persons
    ]


def next_rows(period: Any) -> dict[int, tuple[Any, ...]]:
    """What the list of an open period would say now."""
    from ratings.building import build_rows, persons_concerned
    from ratings.list_contents import identities_of

    rows = build_rows(period, identities_of(persons_concerned(period), period.kind, period.effective_from))
    return {
        row.person_id: (row.rating, row.previous_rating, row.k, row.games, row.games_total, row.highest)
        for row in rows
    }


def corrections(rating_list: Any, person: Any) -> list[tuple[Any, Any]]:
    from ratings.models import ListCorrection

    rows = ListCorrection.objects.filter(corrected_list=rating_list, person=person).order_by("pk")
    return [(row.before, row.after) for row in rows]


def standing(rating_list: Any, *persons: Any) -> list[Any]:
    """What a published list should have said of each person by now."""
    from ratings.corrections import NOW, corrected

    found = corrected(rating_list.rows.all(), rating_list, NOW)
    return [
        (found[person.pk].rating, found[person.pk].games_total) if person.pk in found else None
        for person in persons
    ]


def is_reproduced(*lists: Any) -> bool:
    from ratings.services_lists import list_recompute

    results = [list_recompute(each) for each in lists]
    assert [result.difference for result in results] == [""] * len(lists)
    return all(result.equal for result in results)


def current(person: Any) -> tuple[Any, ...]:
    from players.models import CurrentRating

    row = CurrentRating.objects.get(person=person, kind="standard")
    return row.rating, row.games_total, row.rating_list.effective_from


@pytest.mark.parametrize("bulk", [False, True], ids=["exactly", "by arrays"])
def test_the_next_list_has_one_row_with_the_games_of_both_each_counted_once(
    four: list[Any], two_wins: list[Any], rate: Any, period: Any, officer: Any, merged_into: Any, bulk: bool
) -> None:
    from players.models import RatingList
    from ratings.services_lists import period_publish

    one, other = four[:2]
    january = RatingList.objects.get()
    opened = period(APRIL)
    for event in two_wins:
        rate(event, received_on=PAPERS[APRIL])
    merged_into(one, other)
    april = period_publish(opened, actor=officer, bulk=bulk)
    # 1600 + 6 + 6; 100 + 100 games before the period and two in it.
    assert shown(april, one, other) == [(1612, 2, 202), None]
    assert shown(january, one, other) == [(1600, 0, 100), (1500, 0, 100)]
    assert is_reproduced(january, april)


def test_the_figure_of_the_other_record_stands_if_the_member_says_so(
    four: list[Any], two_wins: list[Any], rate: Any, period: Any, publish: Any, merged_into: Any
) -> None:
    one, other = four[:2]
    opened = period(APRIL)
    for event in two_wins:
        rate(event, received_on=PAPERS[APRIL])
    merged_into(one, other, standard="merged")
    assert current(one) == (1500, 200, date(2026, 1, 1))
    assert shown(publish(opened), one, other) == [(1512, 2, 202), None]


def test_an_entry_before_the_next_list_takes_the_figure_that_stands(
    four: list[Any], merged_into: Any, played: Any
) -> None:
    one, other, third, _fourth = four
    merged_into(one, other, standard="merged")
    event = played([one, third], [[(1, 2, "1-0")]])
    assert event.entries.get(number=1).rating == 1500


def test_merged_and_undone_before_a_list_everything_is_as_before(
    four: list[Any], two_wins: list[Any], rate: Any, period: Any, merged_into: Any, undone: Any, publish: Any
) -> None:
    one, other = four[:2]
    opened = period(APRIL)
    for event in two_wins:
        rate(event, received_on=PAPERS[APRIL])
    before, figures = next_rows(opened), (current(one), current(other))
    merge = merged_into(one, other, standard="merged")
    assert next_rows(opened) != before
    undone(merge)
    assert next_rows(opened) == before
    assert (current(one), current(other)) == figures
    assert [event.entries.get(number=1).person_id for event in two_wins] == [one.pk, other.pk]
    april = publish(opened)
    assert shown(april, one, other) == [(1606, 1, 101), (1506, 1, 101)]
    assert is_reproduced(april)


def test_undone_after_a_list_the_list_stays_and_its_next_shows_both_as_if_never_merged(
    four: list[Any],
    two_wins: list[Any],
    rate: Any,
    period: Any,
    publish: Any,
    merged_into: Any,
    undone: Any,
) -> None:
    from players.models import RatingList

    one, other = four[:2]
    january = RatingList.objects.get()
    opened = period(APRIL)
    for event in two_wins:
        rate(event, received_on=PAPERS[APRIL])
    merge = merged_into(one, other)
    april = publish(opened)
    undone(merge)
    assert shown(april, one, other) == [(1612, 2, 202), None]
    assert standing(april, one, other) == [(1606, 101), (1506, 101)]
    may = publish(period(MAY))
    assert shown(may, one, other) == [(1606, 0, 101), (1506, 0, 101)]
    assert (current(one)[:2], current(other)[:2]) == ((1606, 101), (1506, 101))
    assert is_reproduced(january, april, may)


def test_what_was_played_after_the_merge_goes_where_the_member_says(
    four: list[Any], rate: Any, period: Any, publish: Any, played: Any, merged_into: Any, undone: Any
) -> None:
    """Two wins under the surviving record after the merge: one in a published list, one not yet; both the other's."""
    one, other, third, fourth = four
    merge = merged_into(one, other)
    # 1600 against 1450 and, in April, 1606 against 1456 are a gap of 150 each.
    first = played([one, third], [[(1, 2, "1-0")]], name="First")
    opened = period(APRIL)
    rate(first, received_on=PAPERS[APRIL])
    april = publish(opened)
    assert shown(april, one, other) == [(1606, 1, 201), None]
    later = played([one, fourth], [[(1, 2, "1-0")]], start=date(2026, 4, 10), name="Later")
    opened = period(MAY)
    rate(later, received_on=PAPERS[MAY])
    # 1606 against 1350: 256 points are worth .81, so .19 x 20 = 3.8.
    entries = [event.entries.get(number=1) for event in (first, later)]
    undone(merge, {entry.pk for entry in entries})
    assert {entry.person_id for entry in entries} == {one.pk}
    for entry in entries:
        entry.refresh_from_db()
    assert [entry.person_id for entry in entries] == [other.pk, other.pk]
    assert standing(april, one, other) == [(1600, 100), (1506, 101)]
    assert corrections(april, one)[-1][1] == 1600
    may = publish(opened)
    # 1506 + 3.8 = 1509.8
    assert shown(may, one, other) == [(1600, 0, 100), (1510, 1, 102)]
    assert is_reproduced(april, may)


def test_results_kept_for_a_first_rating_under_both_records_make_one_rating(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any, merged_into: Any
) -> None:
    """Three draws against 1700, 1720, 1740 and two against 1760 and 1780 make 1757, as those of one record do."""
    stays, goes, *others = people(7)
    opening({each: 1700 + 20 * place for place, each in enumerate(others)})
    first = played([goes, *others[:3]], [[(1, number, "1/2-1/2")] for number in (2, 3, 4)])
    opened = period(APRIL)
    rate(first, received_on=PAPERS[APRIL])
    april = publish(opened)
    merged_into(stays, goes)
    second = played(
        [stays, *others[3:]],
        [[(1, number, "1/2-1/2")] for number in (2, 3)],
        start=date(2026, 4, 10),
        name="Second",
    )
    opened = period(MAY)
    rate(second, received_on=PAPERS[MAY])
    may = publish(opened)
    assert shown(april, stays, goes) == [None, None]
    assert shown(may, stays, goes)[0][0] == 1757
    assert is_reproduced(april, may)


def test_a_chain_of_three_has_one_row_and_is_undone_from_its_end(
    four: list[Any], period: Any, merged_into: Any, undone: Any
) -> None:
    from tournaments.errors import DomainError

    one, other, third, _fourth = four
    opened = period(APRIL)
    before = next_rows(opened)
    first = merged_into(other, third)
    second = merged_into(one, other)
    rows = next_rows(opened)
    assert set(rows) == {one.pk, four[3].pk}
    assert rows[one.pk][0] == 1600
    assert rows[one.pk][4] == 300
    third.refresh_from_db()
    assert third.merged_into_id == one.pk
    with pytest.raises(DomainError, match="merged into another one since"):
        undone(first)
    undone(second)
    third.refresh_from_db()
    assert third.merged_into_id == other.pk
    undone(first)
    assert next_rows(opened) == before


def test_a_correction_of_an_old_event_of_the_merged_record_reaches_the_one_that_stays(
    four: list[Any], two_wins: list[Any], rate: Any, period: Any, publish: Any, freeze: Any, officer: Any,
    merged_into: Any,
) -> None:  # fmt: skip
    """The win of the merged record becomes a draw after both lists: 1506 becomes 1496, and so does what follows."""
    from ratings.services_corrections import event_correct
    from tournaments.models import Game

    one, other = four[:2]
    opened = period(APRIL)
    rate(two_wins[1], received_on=PAPERS[APRIL])
    april = publish(opened)
    merged_into(one, other, standard="merged")
    may = publish(period(MAY))
    assert shown(may, one, other) == [(1506, 0, 201), None]
    Game.objects.filter(round__event=two_wins[1]).update(code="1/2-1/2")
    event_correct(two_wins[1], actor=officer, record_sha256=freeze(two_wins[1]), reason="slip seen")
    # (.5 - .7) x 20 = -4
    assert standing(april, other) == [(1496, 101)]
    assert standing(may, one, other) == [(1496, 201), None]
    june = publish(period(JUNE))
    assert shown(june, one, other) == [(1496, 0, 201), None]
    assert is_reproduced(april, may, june)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_merges_of_one_record_at_once_one_wins(four: list[Any], officer: Any, second: Any) -> None:
    from commission.services_merge import merge_confirm, merge_propose
    from players.models import Person, PersonMerge
    from tournaments.errors import DomainError

    one, other, third, _fourth = four
    proposed = [
        merge_propose(survivor, other, actor=officer, reason="one passport") for survivor in (one, third)
    ]
    barrier, refused, faults = threading.Barrier(2), [], []

    def confirming(merge: Any) -> None:
        try:
            barrier.wait(10)
            merge_confirm(merge, actor=second)
        except DomainError as error:
            refused.append(error.code)
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=confirming, args=(merge,)) for merge in proposed]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert faults == []
    assert refused == ["not_two_records"]
    standing_merge = PersonMerge.objects.get(state="confirmed")
    assert Person.objects.get(pk=other.pk).merged_into_id == standing_merge.survivor_id
