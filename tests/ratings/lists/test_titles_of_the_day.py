"""A list prints the titles held on its first day, whenever it is published; what was published before stays."""

from datetime import date
from typing import Any

import pytest

from players.models import Person
from players.services import title_award, title_revoke
from ratings.list_contents import TITLED, identities_of
from ratings.models import Period
from ratings.services_lists import list_recompute
from tests.ratings.bulk.federation import published

pytestmark = pytest.mark.django_db
APRIL, MAY = date(2026, 4, 1), date(2026, 5, 1)


def award(person: Any, title: str, day: date) -> None:
    title_award(person, actor=None, title=title, awarded_on=day, decision="Congress")


@pytest.fixture
def crowd(people: Any, opening: Any) -> list[Any]:
    """Four on the opening list and two without a rating; their titles change around the first of April."""
    persons: list[Any] = people(6)
    Person.objects.filter(pk__in=[persons[1].pk, persons[2].pk]).update(title="FM")
    opening(dict.fromkeys(persons[:4], 2300))
    award(persons[0], "IM", date(2026, 4, 20))
    award(persons[1], "IM", date(2026, 4, 20))
    title_revoke(persons[2], actor=None, title="FM", on=date(2026, 4, 2), decision="Ethics 7")
    award(persons[3], "CM", date(2026, 3, 31))
    award(persons[4], "CM", date(2026, 4, 2))
    award(persons[5], "WCM", date(2020, 1, 1))
    title_revoke(persons[5], actor=None, title="WCM", on=APRIL, decision="Ethics 8")
    return persons


def titles(rating_list: Any, crowd: list[Any]) -> list[str]:
    """The titles of the crowd on a list, a dash for who is not on it."""
    printed = dict(rating_list.rows.values_list("person_id", "title"))
    return [printed.get(person.pk, "-") for person in crowd]


@pytest.mark.parametrize("bulk", [False, True])
def test_each_list_has_the_titles_of_its_first_day(
    crowd: list[Any], period: Any, officer: Any, *, bulk: bool
) -> None:
    from ratings.services_lists import period_publish

    april = period_publish(period(APRIL), actor=officer, bulk=bulk)
    may = period_publish(period(MAY), actor=officer, bulk=bulk)
    assert titles(april, crowd) == ["", "FM", "FM", "CM", "-", "-"]
    assert titles(may, crowd) == ["IM", "IM", "", "CM", "CM", "-"]
    assert may.rows.get(person=crowd[4]).mark == TITLED


def test_both_ways_give_the_same_bytes(crowd: list[Any], period: Any, officer: Any) -> None:
    chosen: Period = period(APRIL)
    exact, arrays = (published(chosen, officer, bulk=bulk) for bulk in (False, True))
    assert exact == arrays


def test_a_title_written_down_later_leaves_published_lists_as_they_are(
    crowd: list[Any], period: Any, publish: Any
) -> None:
    april = publish(period(APRIL))
    before = titles(april, crowd)
    award(crowd[0], "GM", date(2025, 1, 1))
    award(crowd[4], "FM", date(2025, 1, 1))
    title_revoke(crowd[3], actor=None, title="CM", on=date(2026, 3, 31), decision="Ethics 9")
    again = list_recompute(april)
    assert (again.equal, again.difference) == (True, "")
    assert titles(april, crowd) == before


def test_two_queries_whoever_has_a_title(crowd: list[Any], django_assert_num_queries: Any) -> None:
    for chosen in (crowd[:1], crowd):
        with django_assert_num_queries(2):
            identities_of({person.pk for person in chosen}, "standard", APRIL)
