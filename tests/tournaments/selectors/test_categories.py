"""Who belongs to a category: every bound holds for certain; whoever is not known enough belongs to none."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError

from tournaments.selectors.categories import (
    ages_on,
    categories_by_entry,
    members_of,
    memberships,
)
from tournaments.services import category_delete, category_save, entry_add

pytestmark = pytest.mark.django_db
NEW_YEAR = date(2026, 1, 1)


@pytest.fixture
def event(new_event, director):
    event = new_event(0)
    rows = [
        {"name": "Girl", "sex": "w", "birth": "2010-06-01", "rating": 1500},
        {"name": "Youth", "sex": "m", "birth": "2008-01-02", "rating": 1999},
        {"name": "Veteran", "sex": "m", "birth": "1960", "rating": 2000},
        {"name": "Nobody knows", "rating": None},
    ]
    for row in rows:
        entry_add(event, actor=director, **{name: value for name, value in row.items() if value})
    return event


def category(event, director, code, **fields):
    values = {"code": code, "name": code, "age_on": NEW_YEAR} | fields
    return category_save(event, actor=director, **values)


def names(entries) -> list[str]:
    return [entry.name for entry in entries]


@pytest.mark.parametrize(
    ("birth", "on", "ages"),
    [
        ("2008-01-01", NEW_YEAR, (18,)),
        ("2008-01-02", NEW_YEAR, (17,)),
        ("2008", NEW_YEAR, (17, 18)),
        ("2008", date(2026, 12, 31), (18,)),
        ("2008-02-29", date(2026, 2, 28), (17,)),
        ("2008-02-29", date(2026, 3, 1), (18,)),
        ("2008-03", date(2026, 3, 15), (17, 18)),
        ("", NEW_YEAR, None),
    ],
)
def test_age_is_counted_in_whole_years_by_as_much_as_is_known(birth, on, ages):
    assert ages_on(birth, on) == ages


def test_youth_is_whoever_had_not_reached_the_age_on_new_year(event, director):
    """U18: nobody who was eighteen before 1 January; one without a birth date is in no group of age."""
    youth = category(event, director, "U18", age_most=17)
    seniors = category(event, director, "S65", age_least=65)
    assert names(members_of(youth)) == ["Girl", "Youth"]
    # Born in 1960 he was 65 or, had he been born on 1 January, 66: old enough in any case.
    assert names(members_of(seniors)) == ["Veteran"]
    assert [names(one.unknown) for one in memberships(event)] == [["Nobody knows"], ["Nobody knows"]]


def test_year_alone_that_leaves_it_open_belongs_to_nobody(event, director):
    group = category(event, director, "S66", age_least=66)
    assert names(members_of(group)) == []
    assert names(memberships(event)[0].unknown) == ["Veteran", "Nobody knows"]


def test_rating_group_has_unrated_players_only_if_it_says_so(event, director):
    weak = category(event, director, "B", rating_most=1999)
    with_all = category(event, director, "C", rating_most=1999, with_unrated=True)
    assert names(members_of(weak)) == ["Girl", "Youth"]
    assert names(members_of(with_all)) == ["Girl", "Youth", "Nobody knows"]


def test_every_bound_must_hold(event, director):
    girls = category(event, director, "G18", sex="w", age_most=17)
    assert names(members_of(girls)) == ["Girl"]
    found = categories_by_entry(event, event.entries.all())
    assert sorted(len(codes) for codes in found.values()) == [0, 0, 0, 1]


@pytest.mark.parametrize(
    "fields",
    [
        {"age_on": NEW_YEAR},
        {"age_most": 17, "age_on": None},
        {"age_least": 18, "age_most": 17},
        {"age_least": 200},
        {"age_most": 121},
        {"rating_least": 2000, "rating_most": 1999},
    ],
)
def test_category_that_bounds_nothing_or_the_wrong_way_round_is_refused(event, director, fields):
    with pytest.raises(ValidationError):
        category(event, director, "X", **fields)


def test_short_name_stands_once_and_a_deleted_category_is_gone(event, director):
    made = category(event, director, "W", sex="w")
    with pytest.raises(ValidationError) as refused:
        category(event, director, "W", sex="m")
    assert "code" in refused.value.error_dict
    assert category_save(event, actor=director, category=made, name="Women").name == "Women"
    category_delete(made, actor=director)
    assert memberships(event) == []
