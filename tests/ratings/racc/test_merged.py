"""Two records of one correspondence player: counted once and in order, and apart again when it was undone.

2200 beats 2300: D -100, .36, 20 x .64 = 12.8, 2212.8 goes up to 2213. From 2213: D -87, .38, 20 x .62 = 12.4, 2225.4
goes down to 2225.
"""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

pytestmark = pytest.mark.django_db
IN_TIME = date(2026, 9, 10)


@pytest.fixture
def members(db: Any) -> tuple[Any, Any]:
    from players.services import account_create

    one, other = (
        account_create(
            actor=None,
            username=name,
            password="baize-and-ink-64",
            display_name=name,
            roles=("commission_member",),
        )
        for name in ("clara", "dora")
    )
    return one, other


@pytest.fixture
def made_one(members: tuple[Any, Any]) -> Callable[[Any, Any], Any]:
    from commission.services_merge import merge_confirm, merge_propose

    def merging(stays: Any, goes: Any) -> Any:
        proposed = merge_propose(stays, goes, actor=members[0], reason="one passport")
        return merge_confirm(proposed, actor=members[1])

    return merging


@pytest.fixture
def made_two(members: tuple[Any, Any]) -> Callable[[Any], Any]:
    from commission.services_merge import merge_undo

    return lambda merge: merge_undo(merge, actor=members[0], reason="two passports")


@pytest.fixture
def twice(people: Any, first_list: Any, by_post: Any) -> tuple[Any, Any, list[Any]]:
    """A player recorded twice, on the list once, who beats 2300 in an event under each record."""
    stays, goes, third, fourth = people(4)
    first_list({stays: 2200, third: 2300, fourth: 2300})
    first = by_post([stays, third], [(1, 2, "1-0")], name="First")
    second = by_post([goes, fourth], [(1, 2, "1-0")], name="Second")
    return stays, goes, [first, second]


def counted(*persons: Any) -> list[list[tuple[str, int, int]]]:
    """By person the events that stand counted, with the coefficient before and after."""
    from ratings.models import RatedEntry

    rows = RatedEntry.objects.filter(rated_event__current=True).order_by("rated_event__event__pk")
    return [
        [
            (row.rated_event.event.name, row.coefficient["ik_old"], row.coefficient["ik_new"])
            for row in rows.filter(person=person).select_related("rated_event__event")
        ]
        for person in persons
    ]


def listed(rating_list: Any, *persons: Any) -> list[tuple[int | None, int, int] | None]:
    rows = {row.person_id: row for row in rating_list.rows.all()}
    found = [rows.get(person.pk) for person in persons]
    return [(row.rating, row.games, row.games_total) if row else None for row in found]


def test_merged_before_they_are_counted_the_second_event_begins_after_the_first(
    twice: Any, made_one: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    stays, goes, events = twice
    chosen = quarter()
    made_one(stays, goes)
    for event in events:
        rate(event, IN_TIME)
    assert counted(stays, goes) == [[("First", 2200, 2213), ("Second", 2213, 2225)], []]
    assert listed(publish(chosen), stays, goes) == [(2225, 2, 2), None]


def test_merged_after_they_were_counted_nothing_is_counted_on_top_of_a_wrong_beginning(
    twice: Any, made_one: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    from ratings.services_lists import list_recompute

    stays, goes, events = twice
    chosen = quarter()
    for event in events:
        rate(event, IN_TIME)
    made_one(stays, goes)
    assert counted(stays, goes) == [[("First", 2200, 2213), ("Second", 2213, 2225)], []]
    october = publish(chosen)
    assert listed(october, stays, goes) == [(2225, 2, 2), None]
    assert list_recompute(october).equal


def test_merged_and_undone_everything_is_as_it_was(
    twice: Any, made_one: Any, made_two: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    stays, goes, events = twice
    chosen = quarter()
    for event in events:
        rate(event, IN_TIME)
    before = counted(stays, goes)
    made_two(made_one(stays, goes))
    assert counted(stays, goes) == before
    october = publish(chosen)
    assert [row and row[1:] for row in listed(october, stays, goes)] == [(1, 1), (1, 1)]
