"""Round robins with unrated players that are counted on a list made over arrays: the list of the exact builder."""

from datetime import date
from typing import Any

import pytest
from django.db import transaction

from players.models import ListedRating
from ratings.bulk_computing import compute
from ratings.engine.bulk.arrays import EXACT
from ratings.engine.bulk.blob import unpack
from ratings.models import Period
from ratings.services_bulk import period_pack
from ratings.services_lists import period_publish

pytestmark = pytest.mark.django_db
# In the order of play: everybody meets everybody, the fifth and the sixth are unrated.
ROUNDS = [
    [(1, 6, "1-0"), (2, 5, "0-1"), (3, 4, "1-0")],
    [(6, 4, "1/2-1/2"), (5, 3, "1/2-1/2"), (1, 2, "1-0")],
    [(2, 6, "1-0"), (3, 1, "0-1"), (4, 5, "0-1")],
    [(6, 5, "1-0"), (1, 4, "1-0"), (2, 3, "1-0")],
    [(3, 6, "1-0"), (4, 2, "0-1"), (5, 1, "1-0")],
]


class _Back(Exception):
    """Takes a publication back."""


def published(period: Period, officer: Any, *, bulk: bool) -> tuple[str, list[tuple[Any, ...]]]:
    found: tuple[str, list[tuple[Any, ...]]] = ("", [])
    try:
        with transaction.atomic():
            made = period_publish(Period.objects.get(pk=period.pk), actor=officer, bulk=bulk)
            rows = ListedRating.objects.filter(rating_list=made).order_by("person_id")
            found = made.sha256, list(rows.values_list("person_id", "rating", "games", "mark"))
            raise _Back
    except _Back:
        return found


def test_a_round_robin_of_2018_makes_the_same_list_over_arrays_and_player_by_player(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, officer: Any
) -> None:
    """Ra 2249 as in the worked case of fide-2012; the unrated get 2249 + 2 * 20, and 2249 - 149 * 5/6 = 2124.83.

    The second's sum of opponents is no whole number, so he is left to the exact builder.
    """
    crowd = people(6)
    opening(
        dict(zip(crowd, (2400, 2300, 2250, 2000), strict=False)), day=date(2018, 1, 1), edition="fide-2017"
    )
    listed = period(date(2018, 3, 1))
    event = played(
        crowd, ROUNDS, start=date(2018, 1, 10), end=date(2018, 1, 14), system="round_robin", name="Masters"
    )
    rated = rate(event, received_on=date(2018, 1, 20))
    period_pack(listed)
    rated.refresh_from_db()
    assert rated.method == "per_game_by_average"
    assert unpack(bytes(rated.packed)).marks & EXACT
    exact, arrays = (published(listed, officer, bulk=bulk) for bulk in (False, True))
    assert arrays == exact
    ratings = {person: rating for person, rating, _games, _mark in arrays[1]}
    assert [ratings[crowd[n].pk] for n in (4, 5)] == [2289, 2125]
    assert crowd[5].pk in {row.person_id for row in compute(listed).exact}
