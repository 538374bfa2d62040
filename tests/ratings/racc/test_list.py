"""The list of coefficients: what it holds, who is printed, and that it can be computed again."""

from datetime import date
from typing import Any

import pytest

pytestmark = pytest.mark.django_db
IN_TIME = date(2026, 9, 10)


def test_a_list_holds_what_the_article_names(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    """2200 beats 2300 twice: D -100, .36 x 2 = .72, +25.6; 2225.6 goes up."""
    from players.models import Person, Region

    one, other = people(2)
    region = Region.objects.create(code="52", name="Harbourland")
    Person.objects.filter(pk=one.pk).update(national_id="52910", region=region, patronymic="Semyonovich")
    first_list({one: 2200, other: 2300})
    chosen = quarter()
    assert chosen.closing_day == date(2026, 9, 10)
    rate(by_post([one, other], [(1, 2, "1-0"), (2, 1, "0-1")]), IN_TIME)
    row = publish(chosen).rows.get(person=one)
    assert (row.number, row.region, row.birth_year) == ("52910", "Harbourland", 1980)
    assert row.name.endswith("Test Semyonovich")
    assert (row.previous_rating, row.rating, row.games, row.k) == (2200, 2226, 2, None)
    assert (row.last_played, row.last_entered) == (date(2026, 8, 31), date(2026, 10, 1))


def test_only_active_players_are_printed_and_the_others_come_back_with_their_last_row(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    """On the list of 1 October 2021 both were active; one has played nothing since."""
    quiet, busy, third = people(3)
    first_list({quiet: 2350, busy: 2200, third: 2200}, date(2021, 10, 1))
    event = by_post(
        [busy, third], [(1, 2, "1/2-1/2")], start=date(2022, 3, 1), end=date(2023, 3, 1), name="Early"
    )
    october = quarter(date(2026, 10, 1))
    rate(event, IN_TIME)
    listed = publish(october)
    assert set(listed.rows.values_list("person_id", flat=True)) == {quiet.pk, busy.pk, third.pk}
    january = publish(quarter(date(2027, 1, 1)))
    assert set(january.rows.values_list("person_id", flat=True)) == {busy.pk, third.pk}
    back = by_post([quiet, third], [(1, 2, "1/2-1/2")], start=date(2025, 2, 1), end=date(2026, 12, 1))
    april = quarter(date(2027, 4, 1))
    rate(back, date(2027, 3, 1))
    row = publish(april).rows.get(person=quiet)
    # D 150, .70, 20 x (.5 - .7) = -4; both have half a point, first place shared
    assert (row.previous_rating, row.rating, row.mark) == (2350, 2350, "back")


def test_a_player_of_a_registered_event_is_active_however_long_ago_he_finished_one(
    people: Any, first_list: Any, by_post: Any, quarter: Any, publish: Any
) -> None:
    from ratings.services_lists import list_recompute

    plays, rests = people(2)
    first_list({plays: 2100, rests: 2100}, date(2020, 1, 1))
    other = people(1)[0]
    event = by_post([plays, other], [(1, 2, "*")], start=date(2026, 6, 1), end=date(2028, 11, 30))
    listed = publish(quarter())
    assert [(row.person_id, row.rating, row.mark) for row in listed.rows.all()] == [
        (plays.pk, 2100, "playing")
    ]
    event.state = "finished"
    event.end = date(2026, 6, 2)
    event.registered_on = None
    event.save()
    assert list_recompute(listed).equal


def test_a_dormant_player_enters_as_one_without_a_coefficient(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    """On no list since 2014-12-31, eleven years before: 2200 + 20 x (1 - 8) = 2060, not 2350."""
    from ratings.models import RatedEntry

    back, other = people(2)
    first_list({back: 2350, other: 2060}, date(2015, 1, 1))
    event = by_post([back, other], [(1, 2, "1-0")], start=date(2026, 1, 10), end=date(2026, 8, 1))
    chosen = quarter()
    rate(event, IN_TIME)
    row = RatedEntry.objects.get(person=back)
    assert (row.coefficient["estimated"], row.coefficient["ik_old"], row.own_rating) == (True, 2060, None)
    listed = publish(chosen).rows.get(person=back)
    assert listed.previous_rating is None
    assert listed.rating == row.coefficient["ik_new"]


def test_a_published_list_of_coefficients_is_computed_again_to_the_same_bytes(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    from ratings.services_lists import list_recompute

    one, other, new = people(3)
    first_list({one: 2200, other: 2300})
    chosen = quarter()
    rate(by_post([one, other, new], [(1, 2, "1-0"), (2, 3, "1/2-1/2"), (3, 1, "0-1")]), IN_TIME)
    listed = publish(chosen)
    found = list_recompute(listed)
    assert (found.equal, found.difference) == (True, "")


def test_a_stored_figure_that_was_changed_is_found(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    from ratings.derivations import StoredChangeError
    from ratings.models import RatedEntry
    from ratings.services_lists import list_recompute

    one, other = people(2)
    first_list({one: 2200, other: 2300})
    chosen = quarter()
    rate(by_post([one, other], [(1, 2, "1-0")]), IN_TIME)
    listed = publish(chosen)
    row = RatedEntry.objects.get(person=one)
    RatedEntry.objects.filter(pk=row.pk).update(coefficient=row.coefficient | {"ik_new": 2222})
    with pytest.raises(StoredChangeError, match="coefficient"):
        list_recompute(listed)


def test_a_provisional_coefficient_is_that_of_the_list_to_come(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    from ratings.provisional import provisional_of

    one, other = people(2)
    first_list({one: 2200, other: 2300})
    rate(by_post([one, other], [(1, 2, "1-0"), (2, 1, "0-1")]), IN_TIME)
    (waiting,) = provisional_of([one.pk], "ik")[one.pk]
    assert (waiting.is_open, waiting.after) == (False, 2226)
    first, second = quarter(), quarter(date(2027, 1, 1))
    rate(by_post([one, other], [(2, 1, "1-0")], name="Later"), date(2026, 11, 1))
    shown = provisional_of([one.pk, other.pk], "ik")
    assert [(row.list_day, row.before) for row in shown[one.pk]] == [
        (first.effective_from, 2200),
        (second.effective_from, 2226),
    ]
    printed = [publish(chosen).rows.get(person=one).rating for chosen in (first, second)]
    assert printed == [row.after for row in shown[one.pk]]
