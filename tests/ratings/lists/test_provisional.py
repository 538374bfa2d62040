"""A provisional rating is what the list to come will say: marked, with its events, on no list and in no file."""

from datetime import date
from typing import Any

import pytest

from ratings.provisional import provisional_of

pytestmark = pytest.mark.django_db
DECISIVE = [
    [(1, 2, "1-0"), (3, 4, "1-0")],
    [(1, 3, "1-0"), (4, 2, "1/2-1/2")],
    [(4, 1, "0-1"), (2, 3, "0-1")],
]


@pytest.fixture
def four(people: Any, opening: Any) -> list[Any]:
    """Four players of equal rating on the opening list."""
    crowd: list[Any] = people(4)
    opening(dict.fromkeys(crowd, 1800))
    return crowd


def figures(persons: list[Any]) -> list[list[tuple[date, int | None, int | None]]]:
    """List day, rating before and after of each person, list by list."""
    found = provisional_of([person.pk for person in persons], "standard")
    return [[(row.list_day, row.before, row.after) for row in found.get(person.pk, [])] for person in persons]


def test_the_figure_is_that_of_the_list_that_is_published_then(
    four: list[Any], period: Any, played: Any, rate: Any, publish: Any
) -> None:
    chosen = period()
    for name in ("One", "Two"):
        rate(played(four, DECISIVE, name=name))
    (shown,) = provisional_of([four[0].pk], "standard")[four[0].pk]
    assert [entry.rated_event.event.name for entry in shown.entries] == ["One", "Two"]
    before = figures(four)
    printed = dict(publish(chosen).rows.values_list("person_id", "rating"))
    assert before == [[(chosen.effective_from, 1800, printed[person.pk])] for person in four]
    assert printed[four[0].pk] > 1800
    assert figures(four) == [[], [], [], []]


def test_each_list_to_come_is_built_on_the_one_before(
    four: list[Any], period: Any, played: Any, rate: Any, publish: Any
) -> None:
    april, may = period(date(2026, 4, 1)), period(date(2026, 5, 1))
    rate(played(four, DECISIVE, name="One"))
    rate(played(four[:2], [[(1, 2, "1-0")]], name="Two"), received_on=date(2026, 4, 20))
    shown = figures(four[:1])[0]
    assert [day for day, _before, _after in shown] == [april.effective_from, may.effective_from]
    assert shown[1][1] == shown[0][2]
    assert [publish(chosen).rows.get(person=four[0]).rating for chosen in (april, may)] == [
        after for _day, _before, after in shown
    ]


def test_without_an_open_period_it_is_the_next_list_of_the_rules(
    four: list[Any], played: Any, rate: Any, period: Any, publish: Any, monkeypatch: Any
) -> None:
    rate(played(four, DECISIVE))
    (shown,) = provisional_of([four[0].pk], "standard")[four[0].pk]
    assert (shown.is_open, shown.list_day) == (False, date(2026, 2, 1))
    assert publish(period()).rows.get(person=four[0]).rating == shown.after


def test_results_that_make_no_rating_yet_are_said_to_make_none(
    four: list[Any], people: Any, period: Any, played: Any, rate: Any, client: Any
) -> None:
    period()
    (newcomer,) = people(1)
    rate(played([newcomer, four[0]], [[(1, 2, "1-0")]]))
    assert [after for _day, _before, after in figures([newcomer])[0]] == [None]
    page = client.get(f"/players/{newcomer.pk}/").content.decode()
    assert "make no rating yet" in page and "Provisional, not published" in page


def test_pages_mark_it_and_no_file_has_it(
    four: list[Any], period: Any, played: Any, rate: Any, publish: Any, client: Any
) -> None:
    chosen = period()
    event = played(four, DECISIVE, name="Harbour Cup")
    rate(event)
    after = figures(four[:1])[0][0][2]
    profile, page = f"/players/{four[0].pk}/", f"/events/{event.pk}/ratings/"
    for address in (profile, page):
        text = client.get(address).content.decode()
        assert "Provisional, not published" in text and str(after) in text, address
    for address in (f"{page}?format=json", f"{page}?format=csv", "/players/?format=json"):
        text = client.get(address).content.decode()
        assert str(after) not in text and "provisional" not in text, address
    publish(chosen)
    for address in (profile, page):
        assert "Provisional" not in client.get(address).content.decode(), address


def test_it_asks_as_often_for_one_as_for_all(
    four: list[Any], period: Any, played: Any, rate: Any, django_assert_max_num_queries: Any
) -> None:
    def queries(persons: list[Any]) -> int:
        with django_assert_max_num_queries(30) as asked:
            provisional_of([person.pk for person in persons], "standard")
        return len(asked)

    period()
    rate(played(four, DECISIVE, name="One"))
    few = queries(four[:1])
    rate(played(four, DECISIVE, name="Two"))
    rate(played(four, DECISIVE, name="Three"))
    assert queries(four) == few
