"""What the pages of an event and of a change say beside the numbers: whose figures they are, and what is in doubt."""

import re
from datetime import date
from html import unescape
from typing import Any

import pytest

pytestmark = pytest.mark.django_db
LABEL = "A national calculation until FIDE's own list is imported."


def entry_of(person: Any) -> Any:
    from ratings.models import RatedEntry

    return RatedEntry.objects.get(person=person, rated_event__current=True)


def test_figures_are_labelled_national(
    people: Any, opening: Any, played: Any, rate: Any, client: Any
) -> None:
    one, two = people(2)
    opening({one: 1600, two: 1600})
    event = played([one, two], [[(1, 2, "1-0")]])
    rate(event)
    for address in (f"/events/{event.pk}/ratings/", f"/ratings/changes/{entry_of(one).pk}/"):
        assert LABEL in unescape(client.get(address).content.decode()), address


def test_an_unverified_value_shows_its_mark_and_note_with_the_change(
    people: Any, opening: Any, played: Any, rate: Any, client: Any
) -> None:
    one, two = people(2)
    opening({one: 2500, two: 2000}, day=date(2014, 10, 1), edition="fide-2014")
    rate(played([one, two], [[(1, 2, "1-0")]], start=date(2014, 11, 1)), received_on=date(2014, 11, 3))
    page = client.get(f"/ratings/changes/{entry_of(one).pk}/").content.decode()
    assert "Not verified against the published text" in page
    assert "That every game is cut is not held against the text." in page


def test_a_stage_says_where_it_is_rated(people: Any, opening: Any, played: Any, client: Any) -> None:
    one, two = people(2)
    opening({one: 1600, two: 1600})
    main, stage = (played([one, two], [[(1, 2, "1-0")]], name=name) for name in ("Final", "Preliminary"))
    stage.stage_of = main
    stage.save(update_fields=["stage_of"])
    page = client.get(f"/events/{stage.pk}/ratings/").content.decode()
    assert "This is a stage of Final and is rated with it, as one event." in page


def test_rapid_ratings_of_2004_show_their_first_three_digits(
    people: Any, opening: Any, played: Any, rate: Any, client: Any
) -> None:
    one, two = people(2)
    opening({one: 2184, two: 2050}, day=date(2005, 10, 1), edition="fide-2004")
    players = [(person, {"rating_k": 20, "rating": rating}) for person, rating in ((one, 2184), (two, 2050))]
    event = played(players, [[(1, 2, "1-0")]], start=date(2005, 11, 1), rating_kind="rapid")
    rate(event, received_on=date(2005, 11, 5))
    page = client.get(f"/events/{event.pk}/ratings/").content.decode()
    assert {"218", "205"} <= set(re.findall(r">\s*(\d+)\s*<", page))


@pytest.mark.parametrize(("received", "marked"), [(date(2012, 9, 30), False), (date(2012, 10, 20), True)])
def test_the_closing_of_a_list_is_marked_where_an_earlier_one_would_leave_the_event_out(
    received: date,
    marked: bool,
    people: Any,
    opening: Any,
    played: Any,
    rate: Any,
    period: Any,
    publish: Any,
    client: Any,
) -> None:
    """The texts before 2012 close a month or a week before a list; that of 2012 is not held against its text."""
    one, two = people(2)
    opening({one: 2000, two: 2000}, day=date(2012, 9, 1), edition="fide-2012")
    rate(played([one, two], [[(1, 2, "1-0")]], start=date(2012, 9, 5)), received_on=received)
    chosen = publish(period(date(2012, 11, 1)))
    page = client.get(f"/ratings/{chosen.key}/{one.pk}/").content.decode()
    assert ("(closing day of a list)" in page) is marked
    assert "list_closing" not in page
    assert "games completed" in page  # the K of the list, with its step
