"""Days and times of the rounds: inside the event, in their order, one ledger row for what changed."""

from datetime import date, time

import pytest
from django.urls import reverse

from core.ledger import rows_of
from tournaments.errors import DomainError
from tournaments.services import schedule_fill, schedule_set

pytestmark = pytest.mark.django_db
FIRST, SECOND = date(2026, 3, 7), date(2026, 3, 8)


@pytest.fixture
def event(new_event):
    return new_event(0, end=SECOND)


def test_days_and_times_are_written_with_one_row_of_the_ledger(event, director):
    plan = {1: (FIRST, time(9)), 2: (FIRST, time(15)), 3: (SECOND, None)}
    assert schedule_set(event, actor=director, rounds=plan) == [1, 2, 3]
    assert list(event.rounds.values_list("number", "day", "time")) == [
        (1, FIRST, time(9)),
        (2, FIRST, time(15)),
        (3, SECOND, None),
    ]
    assert schedule_set(event, actor=director, rounds=plan) == []
    assert schedule_set(event, actor=director, rounds=plan | {3: (SECOND, time(10))}) == [3]
    rows = list(rows_of("event", event.pk).filter(verb="rounds.schedule").order_by("seq"))
    assert rows[1].payload == {"rounds": [3], "moments": [[3, "2026-03-08", "2026-03-08 10:00"]]}


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({1: (date(2026, 3, 6), None)}, "day_outside"),
        ({1: (date(2026, 3, 9), None)}, "day_outside"),
        ({1: (None, time(9))}, "day_missing"),
        ({4: (FIRST, None)}, "unknown_round"),
        ({1: (SECOND, None), 2: (FIRST, None)}, "out_of_order"),
        ({1: (FIRST, time(15)), 2: (FIRST, time(15))}, "out_of_order"),
        ({1: (FIRST, time(15)), 3: (FIRST, time(9))}, "out_of_order"),
    ],
)
def test_plan_that_cannot_be_kept_is_refused_and_nothing_is_written(event, director, plan, code):
    with pytest.raises(DomainError) as refused:
        schedule_set(event, actor=director, rounds=plan)
    assert refused.value.code == code
    assert not event.rounds.exists()


def test_two_rounds_of_one_day_without_times_are_in_no_disorder(event, director):
    assert schedule_set(event, actor=director, rounds={1: (FIRST, None), 2: (FIRST, time(9))}) == [1, 2]


def moments(event):
    return list(event.rounds.order_by("number").values_list("day", "time"))


def test_rounds_without_a_day_take_the_same_times_on_every_day(event, director):
    """Three rounds at 10:00 and 15:00, on the first day not before noon: one on the first day, two on the second."""
    filled = schedule_fill(event, actor=director, times=[time(15), time(10)], first=time(12))
    assert filled == [1, 2, 3]
    assert moments(event) == [(FIRST, time(15)), (SECOND, time(10)), (SECOND, time(15))]


def test_filling_goes_on_after_the_rounds_that_have_a_day(event, director):
    schedule_set(event, actor=director, rounds={1: (FIRST, time(14))})
    assert schedule_fill(event, actor=director, times=[time(10), time(15)]) == [2, 3]
    assert moments(event) == [(FIRST, time(14)), (FIRST, time(15)), (SECOND, time(10))]


@pytest.mark.parametrize(("times", "code"), [([], "times_missing"), ([time(10)], "days_short")])
def test_filling_that_does_not_go_out_is_refused(event, director, times, code):
    with pytest.raises(DomainError) as refused:
        schedule_fill(event, actor=director, times=times)
    assert refused.value.code == code
    assert not event.rounds.exists()


def test_times_are_typed_in_one_line_at_the_desk(client, event, director):
    client.force_login(director)
    address = reverse("tournaments:schedule_fill", args=[event.pk])
    assert "Write the times like" in client.post(address, {"times": "ten"}, follow=True).content.decode()
    client.post(address, {"times": "9.00, 14:30", "first": "09:00"})
    assert moments(event) == [(FIRST, time(9)), (FIRST, time(14, 30)), (SECOND, time(9))]
