"""What is watched of published lists: who counts, against which list, from which games, with how many queries."""

from collections.abc import Callable, Iterable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.core.cache import cache

pytestmark = pytest.mark.django_db
OLD, NEW = date(2025, 1, 1), date(2026, 1, 1)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture
def listed(db: Any) -> Callable[..., Any]:
    """Publishes a list with just these rows: (person, rating, other columns)."""
    from players.models import ListedRating, RatingList

    newest: dict[str, Any] = {}

    def make(
        day: date, rows: Iterable[tuple[Any, int | None, dict[str, Any]]], kind: str = "standard"
    ) -> Any:
        previous = newest.get(kind)
        chosen = RatingList.objects.create(
            key=f"{kind}-{day}",
            kind=kind,
            effective_from=day,
            edition="fide-2025-10",
            previous=previous,
            initial=previous is None,
            sha256=f"{day:%Y%m%d}{kind}",
        )
        for person, rating, columns in rows:
            ListedRating.objects.create(
                rating_list=chosen, person=person, name=person.name, rating=rating, **columns
            )
        chosen.state = RatingList.State.PUBLISHED
        chosen.save()
        newest[kind] = chosen
        return chosen

    return make


def known(previous: int) -> dict[str, Any]:
    return {"previous_rating": previous}


def test_only_active_rated_players_count(people: Any, listed: Any) -> None:
    from ratings.monitoring import series

    one, two, three, four = people(4)
    listed(
        NEW,
        [(one, 1500, {}), (two, 1700, {}), (three, 2400, {"inactive_lists": 3}), (four, None, known(1405))],
    )
    (only,) = series("standard").lists
    assert only.active is not None
    assert (only.active.count, only.active.mean) == (2, 1600)


def test_entrants_are_those_without_a_rating_on_the_list_before(people: Any, listed: Any) -> None:
    from ratings.engine.monitoring import Bucket
    from ratings.monitoring import series

    one, two, three = people(3)
    listed(OLD, [(one, 1500, {})])
    listed(NEW, [(one, 1510, known(1500)), (two, 1430, {}), (three, 1670, {})])
    found = series("standard")
    assert found.lists[0].entrants is None
    entrants = found.lists[1].entrants
    assert entrants is not None
    assert (entrants.count, entrants.mean, entrants.median) == (2, 1550, 1550)
    assert found.entry_buckets == (
        Bucket(1400, 1499, 1),
        Bucket(1500, 1599, 0),
        Bucket(1600, 1699, 1),
    )


def test_inflation_is_that_of_players_active_on_both_lists(people: Any, listed: Any) -> None:
    """1600 > 1630 and 1800 > 1820 count (+25); one fell asleep, one fell out, one is new."""
    from ratings.monitoring import series

    one, two, asleep, out, new = people(5)
    listed(OLD, [(one, 1600, {}), (two, 1800, {}), (asleep, 2000, {}), (out, 1400, {})])
    listed(
        NEW,
        [
            (one, 1630, known(1600)),
            (two, 1820, known(1800)),
            (asleep, 2000, known(2000) | {"inactive_lists": 1}),
            (out, None, known(1400)),
            (new, 1450, {}),
        ],
    )
    last = series("standard").lists[1]
    assert last.drift is not None
    assert (last.drift.same, last.drift.same_change) == (2, 25)
    # (1630 + 1820 + 1450)/3 against (1600 + 1800 + 2000 + 1400)/4 = 1700; 1630 against (1600 + 1800)/2
    assert (last.drift.pool_mean, last.drift.pool_median) == (Fraction(4900, 3) - 1700, -70)


def test_each_list_is_held_against_the_one_in_force_on_the_same_day_a_year_before(
    people: Any, listed: Any
) -> None:
    from ratings.monitoring import series

    (one,) = people(1)
    days = [date(2024, 2, 29), date(2024, 7, 1), date(2025, 2, 28), date(2025, 6, 30), date(2026, 2, 1)]
    for day in days:
        listed(day, [(one, 1500, {})])
    listed(date(2024, 1, 1), [(one, 1900, {})], kind="rapid")
    bases = [each.base.effective_from if each.base else None for each in series("standard").lists]
    assert bases == [None, None, None, days[0], days[1]]
    # the base need not be among the lists shown
    assert [each.base.effective_from for each in series("standard", 1).lists if each.base] == [days[1]]


def test_forecast_is_held_against_the_games_that_the_list_was_made_of(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    """1630 to 1600 is .54: a win, a draw, a loss and a forfeit; 1600 to 1500 is .64; the unrated stays out."""
    from ratings.engine.monitoring import Tally
    from ratings.monitoring import series

    high, low, third, unrated = people(4)
    opening({high: 1630, low: 1600, third: 1500})
    chosen = period()
    boards = [
        [(1, 2, "1-0")],
        [(2, 1, "1/2-1/2"), (3, 4, "1-0")],
        [(2, 1, "1-0")],
        [(1, 2, "+/-")],
        [(3, 2, "0-1")],
    ]
    rate(played([high, low, third, unrated], boards))
    waiting = played([high, third], [[(1, 2, "1-0")]], name="Not in a list yet")
    publish(chosen)
    rate(waiting, received_on=date(2026, 4, 2))
    first, second = series("standard").lists
    assert all(tally == Tally() for tally in first.tally)
    assert second.tally[:2] == (Tally(3, 162, 3), Tally(1, 64, 2))
    assert sum(tally.games for tally in second.tally) == 4


def test_games_of_a_stage_belong_to_the_list_of_its_final(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    from ratings.engine.monitoring import Tally
    from ratings.monitoring import series
    from tournaments.models import Event

    high, low = people(2)
    opening({high: 1630, low: 1600})
    chosen = period()
    final = played([high, low], [[(1, 2, "1-0")]], name="Final")
    rate(final)
    stage = played([high, low], [[(2, 1, "1-0")]], name="Preliminary")
    Event.objects.filter(pk=stage.pk).update(stage_of=final)
    publish(chosen)
    assert series("standard").lists[1].tally[0] == Tally(2, 108, 2)


def test_a_calculation_that_no_longer_stands_leaves_the_figures_at_once(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    from ratings.models import RatedEvent
    from ratings.monitoring import series

    high, low = people(2)
    opening({high: 1630, low: 1600})
    chosen = period()
    rated = rate(played([high, low], [[(1, 2, "1-0")]]))
    rate(played([high, low], [[(1, 2, "1-0")]], name="Second"))
    publish(chosen)
    assert series("standard").tally[0].games == 2
    RatedEvent.objects.filter(pk=rated.pk).update(current=False)
    assert series("standard").tally[0].games == 1


def test_queries_do_not_grow_with_players_and_a_second_look_takes_two(
    people: Any, listed: Any, django_assert_num_queries: Callable[..., Any]
) -> None:
    from ratings.monitoring import series

    crowd = people(30)
    for kind, number in (("standard", 2), ("rapid", 30)):
        for day in (OLD, NEW):
            listed(day, [(person, 1500, {}) for person in crowd[:number]], kind=kind)
    for kind in ("standard", "rapid"):
        # lists, two counts, calculations, one comparison
        with django_assert_num_queries(5):
            series(kind)
        with django_assert_num_queries(2):
            series(kind)


def test_kinds_without_a_list_are_not_offered(people: Any, listed: Any) -> None:
    from ratings.monitoring import kinds_with_lists

    (one,) = people(1)
    assert kinds_with_lists() == []
    listed(NEW, [(one, 1500, {})], kind="blitz")
    listed(NEW, [(one, 1500, {})])
    assert kinds_with_lists() == ["standard", "blitz"]
