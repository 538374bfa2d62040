"""A counted event of a published list of coefficients corrected: from the coefficients of its moment."""

from datetime import date
from typing import Any

import pytest

from tests.ratings.racc.test_counting import IN_TIME, drawn, two_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def correct(officer: Any, freeze: Any) -> Any:
    """Gives games of an event other codes, by round, and corrects the event."""
    from ratings.services_corrections import event_correct
    from tournaments.models import Game

    def correcting(event: Any, codes: dict[int, str]) -> Any:
        for number, code in codes.items():
            Game.objects.filter(round__event=event, round__number=number).update(code=code)
        return event_correct(event, actor=officer, record_sha256=freeze(event), reason="the cards differ")

    return correcting


def is_reproduced(*lists: Any) -> bool:
    from ratings.services_lists import list_recompute

    return [list_recompute(each).difference for each in lists] == [""] * len(lists)


def test_a_counted_event_is_corrected_from_the_coefficient_of_its_moment(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any, correct: Any
) -> None:
    """2200 lost all eight: 20 x (0 - 3.44) = -68.8, 2131; the second event's change, 0, stays and is added."""
    from ratings.models import ListCorrection

    own, first, second = two_events(people, first_list, by_post)
    chosen = quarter()
    rate(first, IN_TIME)
    rate(second, IN_TIME)
    october = publish(chosen)
    assert october.rows.get(person=own).rating == 2221
    new = correct(first, dict.fromkeys(range(1, 9), "0-1"))
    line = new.entries.get(person=own)
    assert (line.coefficient["ik_old"], line.coefficient["ik_new"]) == (2200, 2131)
    row = ListCorrection.objects.get(person=own)
    assert (row.before, row.after) == (2221, 2131)
    assert second.calculations.count() == 1
    january = publish(quarter(date(2027, 1, 1)))
    assert january.rows.get(person=own).rating == 2131
    assert is_reproduced(october, january)


def test_an_annulled_event_leaves_the_old_coefficient_and_games(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any, officer: Any
) -> None:
    from ratings.models import ListCorrection
    from ratings.services_corrections import event_annul

    own, first, second = two_events(people, first_list, by_post)
    chosen = quarter()
    rate(first, IN_TIME)
    rate(second, IN_TIME)
    october = publish(chosen)
    event_annul(first, actor=officer, reason="the table was not signed")
    row = ListCorrection.objects.get(person=own)
    assert (row.before, row.after, row.games_before, row.games_after) == (2221, 2200, 16, 8)
    january = publish(quarter(date(2027, 1, 1)))
    assert (january.rows.get(person=own).rating, january.rows.get(person=own).games_total) == (2200, 8)
    assert is_reproduced(october, january)


def test_a_corrected_event_keeps_its_place_in_the_order_of_counting(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any, correct: Any
) -> None:
    """A newcomer's two events, KMS 8 of 16.

    First: 4 of 8 against 2170 is 2200 + 20 x (4 - 8) = 2120, D -50, .43 x 8 = 3.44, +11.2: 2131. Second: nothing
    against 2181, D -50, -68.8: 2062. With half a point more in the first: 2130, D -40, .44 x 8 = 3.52, +19.6:
    2150, less the 68.8 of the second: 2081.2.
    """
    from ratings.models import ListCorrection

    new, *others = people(17)
    near, far = others[:8], others[8:]
    first_list({**dict.fromkeys(near, 2170), **dict.fromkeys(far, 2181)})
    first = by_post([new, *near], drawn(1, range(2, 10)), name="First")
    second = by_post([new, *far], [(1, other, "0-1") for other in range(2, 10)], name="Second")
    chosen = quarter()
    rate(first, IN_TIME)
    rate(second, IN_TIME)
    october = publish(chosen)
    assert october.rows.get(person=new).rating == 2062
    correct(first, {1: "1-0"})
    row = ListCorrection.objects.get(person=new)
    assert (row.before, row.after) == (2062, 2081)
    january = publish(quarter(date(2027, 1, 1)))
    assert january.rows.get(person=new).rating == 2081
    assert is_reproduced(october, january)
