"""A period's list: preview equals publication, the right list and K behind every number, bytes that stay."""

import csv
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.utils import DatabaseError

pytestmark = pytest.mark.django_db
APRIL, MAY = date(2026, 4, 1), date(2026, 5, 1)


def test_preview_and_published_list_say_the_same(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    from ratings.previews import period_preview

    crowd = people(4)
    opening({crowd[0]: 1600, crowd[1]: 1450, crowd[2]: 1450})
    chosen = period()
    rate(played(crowd, [[(1, 2, "1-0"), (3, 4, "1/2-1/2")], [(3, 1, "0-1")]]))
    preview = period_preview(chosen)
    published = publish(chosen)
    rows = {row.person_id: row for row in published.rows.all()}
    assert {row.person_id: (row.before, row.after, row.games, row.k) for row in preview.rows} == {
        person_id: (row.previous_rating, row.rating, row.games, row.k)
        for person_id, row in rows.items()
        if row.games
    }
    assert (preview.total, published.player_count) == (3, 3)


def test_published_list_orders_that_events_which_have_not_started_take_it_over(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    from core.models import Job
    from tournaments.services.start_list import REFRESH_JOB

    crowd = people(2)
    opening({crowd[0]: 1600, crowd[1]: 1450})
    chosen = period()
    rate(played(crowd, [[(1, 2, "1-0")]]))
    published = publish(chosen)
    ordered = Job.objects.filter(kind=REFRESH_JOB, payload__list=published.key)
    assert [job.state for job in ordered] == [Job.State.QUEUED]


def test_several_events_of_a_period_are_summed_and_rounded_once(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    """Two draws that bring 4.4 each give 9, not 8 (8.3.4): PD(-165) = .28, PD(-168) = .28; .22 x 20 = 4.4."""
    one, two, three = people(3)
    opening({one: 1800, two: 1965, three: 1968})
    chosen = period()
    rate(played([one, two], [[(1, 2, "1/2-1/2")]], name="First"))
    rate(played([one, three], [[(1, 2, "1/2-1/2")]], name="Second"))
    assert publish(chosen).rows.get(person=one).rating == 1809


def test_the_list_in_force_on_the_first_day_decides(
    people: Any, played: Any, rate: Any, shared: Path, officer: Any, period: Any, publish: Any
) -> None:
    """31 October to 2 November: the October list gives +12; a second calculation in spring gives it again."""
    from players.models import ListedRating, RatingList
    from ratings.models import RatedEntry

    one, two = people(2)
    persons = {"999100091": one, "999100092": two}
    with (shared / "cases" / "files" / "LIST-03_lists.csv").open(encoding="utf-8") as file:
        table = list(csv.DictReader(file, delimiter=";"))
    for name in sorted({row["list"] for row in table}):
        day = date.fromisoformat(f"{name}-01")
        stored = RatingList.objects.create(
            key=f"standard-{day}",
            kind="standard",
            effective_from=day,
            edition="fide-2025-10",
            sha256="0" * 64,
        )
        ListedRating.objects.bulk_create(
            ListedRating(
                rating_list=stored,
                person=persons[row["fide_id"]],
                name="x",
                rating=int(row["rating"]),
                k=int(row["k"]),
                games_total=100,
            )
            for row in table
            if row["list"] == name
        )
        RatingList.objects.filter(pk=stored.pk).update(state="published")
    event = played([one, two], [[(1, 2, "1-0")]], start=date(2026, 10, 31), end=date(2026, 11, 2))
    assert event.rating_list.effective_from == date(2026, 10, 1)
    for received in (date(2026, 12, 5), date(2027, 4, 5)):
        rate(event, received_on=received)
        row = RatedEntry.objects.get(person=one, rated_event__current=True)
        assert (row.own_rating, row.k, row.change) == (1842, 20, "11.8")
    january = period(date(2027, 1, 1))
    assert publish(january).rows.get(person=one).rating == 1849 + 12


def test_first_results_of_two_periods_are_put_together(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    """Three draws, then two more, against 1850: published only when five games are there (7.1.4)."""
    newcomer, *others = people(6)
    opening(dict.fromkeys(others, 1850))
    april, draws = period(), "1/2-1/2"
    rate(played([newcomer, *others[:3]], [[(1, n, draws)] for n in (2, 3, 4)], name="First"))
    assert not publish(april).rows.filter(person=newcomer).exists()
    may = period(MAY)
    second = played([newcomer, *others[3:]], [[(1, n, draws)] for n in (2, 3)], name="Second", start=APRIL)
    rate(second, received_on=date(2026, 4, 10))
    row = publish(may).rows.get(person=newcomer)
    # 8.2.2: (5 x 1850 + 2 x 1800) / 7 = 1835.7; 50 %: nothing is added
    assert (row.rating, row.mark, row.games, row.games_total, row.k) == (1836, "first", 5, 5, 40)


def test_a_player_whose_rating_came_from_a_file_is_entered_with_it(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    listed, guest = people(2)
    opening({listed: 1800})
    chosen = period()
    rate(played([listed, (guest, {"rating": 1800, "rating_k": 20})], [[(1, 2, "0-1")]]))
    row = publish(chosen).rows.get(person=guest)
    # Nobody told his games: they are taken as thirty, as for the K of an event.
    assert (row.previous_rating, row.rating, row.mark, row.games_total) == (1800, 1810, "entered", 31)
    assert row.k == 20


def test_a_player_below_the_floor_leaves_the_list_and_has_no_rating(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    one, two = people(2)
    opening({one: 1405, two: 1405})
    chosen = period()
    rate(played([one, two], [[(1, 2, "0-1")]]))
    row = publish(chosen).rows.get(person=one)
    assert (row.previous_rating, row.rating, row.mark, row.k) == (1405, None, "delisted", None)
    assert one.current_ratings.get().rating is None


def test_a_player_off_the_list_does_not_come_back_through_an_older_event(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    one, two, three = people(3)
    opening({one: 1405, two: 1405, three: 1405})
    april = period()
    rate(played([one, two], [[(1, 2, "0-1")]]))
    late = played([one, three], [[(1, 2, "1/2-1/2")]], name="Late papers")
    publish(april)
    may = period(MAY)
    rate(late, received_on=date(2026, 4, 10))
    assert not publish(may).rows.filter(person=one, rating__isnull=False).exists()


@pytest.mark.parametrize(
    ("births", "games", "rating", "expected"),
    [
        (["1980"], 27, 1600, 40),  # 29 games in all after two more: still new
        (["1980"], 28, 1600, 20),  # 30 games
        (["2009"], 100, 1600, 40),  # 17 this year: a junior until the end of 2027
        (["2007"], 100, 1600, 20),  # 19 this year
        (["1980"], 100, 2400, 10),
    ],
)
def test_the_next_k_stands_on_the_new_list(
    people: Any,
    opening: Any,
    played: Any,
    rate: Any,
    period: Any,
    publish: Any,
    *,
    births: list[str],
    games: int,
    rating: int,
    expected: int,
) -> None:
    (one,), (two,) = people(1, births), people(1)
    opening({one: rating, two: rating}, games=games)
    chosen = period()
    rate(played([one, two], [[(1, 2, "1/2-1/2")], [(2, 1, "1/2-1/2")]]))
    row = publish(chosen).rows.get(person=one)
    assert (row.k, row.games, row.games_total) == (expected, 2, games + 2)


def test_an_earlier_period_is_published_first(people: Any, opening: Any, period: Any, publish: Any) -> None:
    from tournaments.errors import DomainError

    opening({people(1)[0]: 1700})
    period()
    may = period(MAY)
    with pytest.raises(DomainError, match="earlier period"):
        publish(may)


def test_a_period_is_published_once(people: Any, opening: Any, period: Any, publish: Any) -> None:
    from tournaments.errors import DomainError

    opening({people(1)[0]: 1700})
    april = period()
    publish(april)
    with pytest.raises(DomainError, match="published already"):
        publish(april)


def test_a_director_cannot_publish(people: Any, opening: Any, period: Any) -> None:
    from players.services import account_create
    from ratings.services_lists import period_publish

    opening({people(1)[0]: 1700})
    director = account_create(actor=None, username="dan", password="baize-and-ink-64", display_name="Dan")
    with pytest.raises(PermissionDenied):
        period_publish(period(), actor=director)


def test_papers_that_came_after_the_closing_day_wait_for_the_next_list(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    from ratings.models import RatedEvent

    one, two = people(2)
    opening({one: 1600, two: 1600})
    april = period()
    rate(played([one, two], [[(1, 2, "1-0")]]), received_on=date(2026, 3, 26))
    assert RatedEvent.objects.get().period is None
    assert publish(april).rows.get(person=one).rating == 1600
    assert publish(period(MAY)).rows.get(person=one).rating == 1610


@pytest.mark.parametrize("act", ["rating", "delete", "insert", "list", "list_delete"])
def test_the_database_refuses_to_change_a_published_list(people: Any, opening: Any, act: str) -> None:
    from players.models import ListedRating, RatingList

    one, two = people(2)
    published = opening({one: 1600})
    acts: dict[str, Callable[[], Any]] = {
        "rating": lambda: ListedRating.objects.filter(person=one).update(rating=1700),
        "delete": lambda: ListedRating.objects.filter(person=one)._raw_delete("default"),
        "insert": lambda: ListedRating.objects.create(rating_list=published, person=two, name="x", rating=1),
        "list": lambda: RatingList.objects.filter(pk=published.pk).update(state="preview"),
        "list_delete": lambda: RatingList.objects.filter(pk=published.pk)._raw_delete("default"),
    }
    with pytest.raises((DatabaseError, IntegrityError), match="stays as it is"), transaction.atomic():
        acts[act]()
    assert ListedRating.objects.get().rating == 1600


def test_unrounded_changes_of_players_add_up_to_the_period(
    people: Any, opening: Any, played: Any, rate: Any, period: Any
) -> None:
    from ratings.models import RatedEntry
    from ratings.previews import period_preview

    crowd = people(4)
    opening({person: 1500 + 50 * place for place, person in enumerate(crowd)})
    chosen = period()
    rate(played(crowd, [[(1, 2, "1-0"), (3, 4, "0-1")], [(4, 1, "1/2-1/2"), (2, 3, "1-0")]]))
    sums = {row.person_id: Fraction(row.exact_change) for row in period_preview(chosen).rows}
    assert sums == {row.person_id: Fraction(row.change) for row in RatedEntry.objects.all()}
