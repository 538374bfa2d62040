"""Correspondence events counted: each from the coefficient of its moment, in order, never on top of a result."""

from datetime import date
from typing import Any

import pytest

pytestmark = pytest.mark.django_db
IN_TIME, LATE = date(2026, 9, 10), date(2026, 9, 11)


def drawn(own: int, others: range, wins: int = 0) -> list[tuple[int, int, str]]:
    """Player `own` against the others: so many wins first, the rest drawn."""
    return [(own, other, "1-0" if place < wins else "1/2-1/2") for place, other in enumerate(others)]


def entry_of(event: Any, person: Any) -> Any:
    from ratings.models import RatedEntry

    return RatedEntry.objects.get(rated_event__event=event, rated_event__current=True, person=person)


def test_what_is_kept_of_a_player_is_value_source_date_and_the_methods_own_figures(
    people: Any, first_list: Any, by_post: Any, rate: Any
) -> None:
    """C18, first half: 2200 against 2250, 4.5 of 8: .43 x 8 = 3.44, +21.2."""
    own, *others = people(9)
    first_list({own: 2200, **dict.fromkeys(others, 2250)})
    event = by_post([own, *others], drawn(1, range(2, 10), wins=1))
    rate(event, IN_TIME)
    row = entry_of(event, own)
    assert row.facts == {
        "ik": 2200,
        "source": "list",
        "name": "ik-2024-04-01",
        "day": "2024-04-01",
        "last_listed": "2024-04-01",
    }
    assert row.coefficient == {
        "ik_old": 2200,
        "estimated": False,
        "average": 2250,
        "d": -50,
        "e": "0.43",
        "expected": "3.44",
        "delta_raw": "21.2",
        "delta": "21.2",
        "limited": False,
        "protection": None,
        "ik_new": 2221,
    }
    assert (row.own_rating, row.opponents_rating, row.games, row.score_halves) == (2200, "2250", 8, 9)
    assert (row.expected, row.k, row.gain, row.change) == ("3.44", 20, "1.06", "21.2")


def two_events(people: Any, first_list: Any, by_post: Any) -> tuple[Any, Any, Any]:
    """C18: eight opponents of 2250, 4.5 points; then eight of 2180, 4 points."""
    own, *others = people(17)
    strong, weak = others[:8], others[8:]
    first_list({own: 2200, **dict.fromkeys(strong, 2250), **dict.fromkeys(weak, 2180)})
    first = by_post([own, *strong], drawn(1, range(2, 10), wins=1), name="First")
    second = by_post([own, *weak], drawn(1, range(2, 10)), name="Second")
    return own, first, second


def test_the_second_event_counted_begins_with_the_coefficient_after_the_first(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    own, first, second = two_events(people, first_list, by_post)
    chosen = quarter()
    rate(first, IN_TIME)
    rate(second, IN_TIME)
    figures = entry_of(second, own).coefficient
    # the second is won by half a point more than the others have: first place, so he loses nothing
    assert (figures["ik_old"], figures["d"], figures["delta_raw"], figures["delta"]) == (
        2221,
        41,
        "-9.6",
        "0",
    )
    assert entry_of(second, own).facts["source"] == "event"
    row = publish(chosen).rows.get(person=own)
    assert (row.previous_rating, row.rating, row.games, row.games_total) == (2200, 2221, 16, 16)


def test_a_corrected_event_is_counted_in_its_place_and_the_later_one_again_after_it(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any
) -> None:
    """All of the first event lost: 20 x (0 - 3.44) = -68.8, 2131.2, 2131; 2131 - 2180 = -49 in the second."""
    from tournaments.models import Game

    own, first, second = two_events(people, first_list, by_post)
    quarter()
    rate(first, IN_TIME)
    rate(second, IN_TIME)
    Game.objects.filter(round__event=first).update(code="0-1")
    rate(first, IN_TIME)
    assert entry_of(first, own).coefficient["ik_new"] == 2131
    figures = entry_of(second, own).coefficient
    # .43 x 8 = 3.44, 20 x (4 - 3.44) = 11.2
    assert (figures["ik_old"], figures["delta"], figures["ik_new"]) == (2131, "11.2", 2142)


def test_a_withdrawn_event_leaves_the_later_one_as_if_it_had_never_been(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any, officer: Any
) -> None:
    """2200 against 2180: D 20, .53 x 8 = 4.24, raw -4.8; the best of the event, so 0."""
    from core.ledger import rows_of
    from ratings.services import event_unrate

    own, first, second = two_events(people, first_list, by_post)
    chosen = quarter()
    rate(first, IN_TIME)
    rate(second, IN_TIME)
    event_unrate(first, actor=officer, reason="the table is not signed")
    figures = entry_of(second, own).coefficient
    assert (figures["ik_old"], figures["delta_raw"], figures["ik_new"]) == (2200, "-4.8", 2200)
    assert "First" in rows_of("event", second.pk).filter(verb="event.rated").last().reason
    assert publish(chosen).rows.get(person=own).rating == 2200


def test_an_event_of_an_earlier_list_is_counted_before_those_of_a_later_one(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    """The papers of the second came a day too late, but it was counted first."""
    own, first, second = two_events(people, first_list, by_post)
    october = quarter()
    rate(second, LATE)
    assert entry_of(second, own).coefficient["ik_old"] == 2200
    rate(first, IN_TIME)
    assert entry_of(first, own).coefficient["ik_new"] == 2221
    assert entry_of(second, own).coefficient["ik_old"] == 2221
    assert publish(october).rows.get(person=own).rating == 2221
    january = quarter(date(2027, 1, 1))
    assert publish(january).rows.get(person=own).rating == 2221


def test_the_same_order_twice_is_one_calculation(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any
) -> None:
    from ratings.models import RatedEvent

    _own, first, _second = two_events(people, first_list, by_post)
    quarter()
    assert rate(first, IN_TIME).pk == rate(first, IN_TIME).pk
    assert RatedEvent.objects.count() == 1


def test_a_newcomer_starts_from_the_norm_and_is_met_at_his_estimate(
    people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any, publish: Any
) -> None:
    """2200 + 20 x (0.5 - 8) = 2050. Opponents 2200, 2300: 2250, D -200, .24 x 2 = .48, 20 x .02 = 0.4."""
    new, one, other = people(3)
    first_list({one: 2200, other: 2300})
    event = by_post([new, one, other], [(1, 2, "1/2-1/2"), (3, 1, "1-0"), (2, 3, "1/2-1/2")])
    chosen = quarter()
    rate(event, IN_TIME)
    row = entry_of(event, new)
    assert (row.own_rating, row.first_rating, row.coefficient["ik_old"]) == (None, "2050", 2050)
    # number 2: opponents 2050 and 2300, average 2175
    assert entry_of(event, one).coefficient["average"] == 2175
    listed = publish(chosen).rows.get(person=new)
    assert (listed.rating, listed.previous_rating, listed.mark) == (2050, None, "first")


def test_an_event_without_a_norm_is_refused_in_words(
    people: Any, first_list: Any, by_post: Any, rate: Any
) -> None:
    from tournaments.errors import DomainError

    one, other = people(2)
    first_list({one: 2200, other: 2200})
    event = by_post([one, other], [(1, 2, "1-0")], norms="2nd category 3 of 16")
    with pytest.raises(DomainError, match="1st category"):
        rate(event, IN_TIME)


def test_an_entry_without_a_person_is_refused_by_number(
    people: Any, first_list: Any, by_post: Any, rate: Any
) -> None:
    from tournaments.errors import DomainError
    from tournaments.models import Entry

    one, other = people(2)
    first_list({one: 2200, other: 2200})
    event = by_post([one, other], [(1, 2, "1-0")])
    Entry.objects.filter(event=event, number=2).update(person=None)
    with pytest.raises(DomainError, match="Player 2"):
        rate(event, IN_TIME)


def test_a_correction_of_a_published_event_counts_the_open_ones_again_and_corrects_the_list_beside_it(
    people: Any,
    first_list: Any,
    by_post: Any,
    rate: Any,
    quarter: Any,
    publish: Any,
    officer: Any,
    freeze: Any,
) -> None:
    """The first event is on the list of 1 October; corrected, all lost: 2131 instead of 2221."""
    from ratings.services_corrections import event_correct
    from ratings.services_lists import list_recompute
    from tournaments.models import Game

    own, first, second = two_events(people, first_list, by_post)
    october = quarter()
    rate(first, IN_TIME)
    listed = publish(october)
    january = quarter(date(2027, 1, 1))
    rate(second, LATE)
    assert entry_of(second, own).coefficient["ik_old"] == 2221
    Game.objects.filter(round__event=first).update(code="0-1")
    event_correct(first, actor=officer, record_sha256=freeze(first), reason="the slips show losses")
    assert listed.rows.get(person=own).rating == 2221
    assert listed.corrections.get(person=own).after == 2131
    assert entry_of(second, own).coefficient["ik_new"] == 2142
    after = publish(january)
    assert (after.rows.get(person=own).previous_rating, after.rows.get(person=own).rating) == (2131, 2142)
    assert list_recompute(listed).equal
    assert list_recompute(after).equal


def test_a_correction_reaches_the_lists_after_it_with_the_changes_of_later_events_as_they_were(
    people: Any,
    first_list: Any,
    by_post: Any,
    rate: Any,
    quarter: Any,
    publish: Any,
    officer: Any,
    freeze: Any,
) -> None:
    """2131 and the second event's own change, 0 (it protected 2221): 2131 on the list of January too."""
    from ratings.services_corrections import event_correct
    from ratings.services_lists import list_recompute
    from tournaments.models import Game

    own, first, second = two_events(people, first_list, by_post)
    october = quarter()
    rate(first, IN_TIME)
    publish(october)
    january = quarter(date(2027, 1, 1))
    rate(second, LATE)
    listed = publish(january)
    Game.objects.filter(round__event=first).update(code="0-1")
    event_correct(first, actor=officer, record_sha256=freeze(first), reason="the slips show losses")
    assert entry_of(second, own).coefficient["ik_old"] == 2221
    assert listed.corrections.get(person=own).after == 2131
    assert list_recompute(listed).equal
    april = publish(quarter(date(2027, 4, 1)))
    assert april.rows.get(person=own).rating == 2131
