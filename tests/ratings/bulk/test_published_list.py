"""A list published over arrays is the list published player by player: rows, bytes, files, current ratings."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import transaction

from players.models import CurrentRating, ListedRating, Person, RatingList
from ratings.bulk_computing import compute
from ratings.derivations import StoredChangeError
from ratings.engine.bulk.arrays import EXACT
from ratings.engine.bulk.blob import unpack
from ratings.models import Period, RatedEntry, RatedEvent
from ratings.services_bulk import is_great, period_pack
from ratings.services_lists import OpeningRow, list_recompute, period_publish
from tournaments.record.codes import GAME_CODES

ROW = [field.attname for field in ListedRating._meta.concrete_fields if field.attname != "rating_list_id"]
MARK, WHO = ROW.index("mark"), ROW.index("person_id")
NUMBERS = ("rating", "k", "games_total", "highest", "rating_list__key")


class _Back(Exception):
    """Takes a publication back."""


def published(period: Period, officer: Any, *, bulk: bool) -> dict[str, Any]:
    """All that publishing the period's list writes, and then not kept."""
    seen: dict[str, Any] = {}
    try:
        with transaction.atomic():
            made = period_publish(Period.objects.get(pk=period.pk), actor=officer, bulk=bulk)
            seen = {
                "sha256": made.sha256,
                "count": made.player_count,
                "rows": list(made.rows.order_by("person_id").values_list(*ROW)),
                "files": sorted(
                    made.files.exclude(format="columns").values_list("format", "media_type", "sha256")
                ),
                "current": sorted(CurrentRating.objects.values_list("person_id", *NUMBERS), key=str),
            }
            raise _Back
    except _Back:
        return seen


def assert_both_are_equal(period: Period, officer: Any) -> dict[str, Any]:
    exact, arrays = (published(period, officer, bulk=bulk) for bulk in (False, True))
    for name, value in exact.items():
        assert arrays[name] == value, name
    return arrays


@pytest.fixture
def federation(
    people: Callable[..., list[Any]], played: Callable[..., Any], rate: Callable[..., Any], officer: Any
) -> list[Any]:
    """Ten persons on an opening list of every sort, four newcomers, and three events of the next period.

    Of the ten: one near the floor, two juniors (one who has just become an adult), one inactive, one who has not
    played for long, one with a title, one beyond 2650, one with a K that no rule gives.
    """
    from ratings.services_lists import list_enter_opening

    births = ["1980", "2008", "2007-05-05", "1990", "1991", "1992", "", "1970-01-31", "1960", "1999"]
    persons = people(10, births=births) + people(4, births=["2010", "1985", "2000", "1977"])
    for place, fide_id in enumerate(range(900_001, 900_015)):
        Person.objects.filter(pk=persons[place].pk).update(fide_id=str(fide_id))
    Person.objects.filter(pk__in=[persons[5].pk, persons[12].pk]).update(title="FM")
    Person.objects.filter(pk=persons[6].pk).update(given_name="", surname='O"Hara, Šimić')
    Person.objects.filter(pk=persons[7].pk).update(
        latin_surname="Ivanov", latin_given_name="Pyotr", surname="Іванов"
    )
    ratings = [2000, 1900, 2290, 1401, 2100, 2398, 1850, 2700, 1700, 1600]
    rows = [
        OpeningRow(
            person.pk,
            rating,
            games_total=total,
            highest=rating,
            k=25 if place == 9 else None,
            inactive_lists=3 if place == 8 else 0,
            last_played=date(2024, 6, 1)
            if place == 8
            else date(2025, 2, 1)
            if place == 4
            else date(2025, 11, 30),
        )
        for place, (person, rating, total) in enumerate(
            zip(persons, ratings, [100, 12, 28, 100, 40, 29, 5, 900, 77, 60], strict=False)
        )
    ]
    list_enter_opening(
        actor=officer, kind="standard", effective_from=date(2025, 1, 1), edition_key="fide-2024", rows=rows
    )
    return persons


def boards(order: list[int], codes: list[str]) -> list[list[tuple[int, int, str]]]:
    """Rounds in which neighbours of a turning circle meet."""
    rounds = []
    for turn in range(5):
        circle = order[turn % len(order) :] + order[: turn % len(order)]
        rounds.append(
            [
                (circle[2 * board], circle[2 * board + 1], codes[(turn * 7 + board) % len(codes)])
                for board in range(len(circle) // 2)
            ]
        )
    return rounds


def play(played: Any, rate: Any, players: list[Any], codes: list[str], name: str, **fields: Any) -> Any:
    event = played(players, boards(list(range(1, len(players) + 1)), codes), name=name, **fields)
    return rate(event, received_on=fields["end"])


CODES = ["1-0", "1/2-1/2", "0-1", "1-0", "+/-", "0-1", "1/2-0", "1-0u", "1/2-1/2"]


def first_events(federation: list[Any], played: Any, rate: Any) -> None:
    """Two Swiss events with newcomers, one after the other; one weak player loses all."""
    one = [federation[n] for n in (0, 1, 2, 3, 10, 11, 7, 5)]
    play(played, rate, one, CODES, "One", start=date(2026, 1, 10), end=date(2026, 1, 18), federation="INV")
    two = [federation[n] for n in (12, 0, 6, 10, 3, 13)]
    play(played, rate, two, CODES[::-1], "Two", start=date(2026, 2, 1), end=date(2026, 2, 3))


def test_every_row_byte_and_figure_is_equal(
    federation: list[Any], played: Any, rate: Any, period: Any, officer: Any
) -> None:
    open_period = period(date(2026, 4, 1))
    first_events(federation, played, rate)
    seen = assert_both_are_equal(open_period, officer)
    marks = {row[MARK] for row in seen["rows"]}
    assert {"first", "inactive", "titled"} <= marks
    assert len(seen["files"]) == 4


def test_a_second_list_builds_on_the_columns_of_the_first(
    federation: list[Any], played: Any, rate: Any, period: Any, officer: Any
) -> None:
    """The first list over arrays; the second from its columns equals the second from its rows."""
    first = period(date(2026, 4, 1))
    first_events(federation, played, rate)
    made = period_publish(first, actor=officer, bulk=True)
    assert made.files.filter(format="columns").exists()
    second = period(date(2026, 5, 1))
    players = [federation[n] for n in (10, 11, 12, 13, 8, 4, 9)]
    play(played, rate, players, ["0-1", "1-0", "1-0"], "Three", start=date(2026, 4, 2), end=date(2026, 4, 5))
    with_columns = assert_both_are_equal(second, officer)
    made.files.filter(format="columns").delete()
    assert published(second, officer, bulk=True)["rows"] == with_columns["rows"]


def test_list_over_arrays_is_computed_again_from_the_frozen_records(
    federation: list[Any], played: Any, rate: Any, period: Any, officer: Any
) -> None:
    open_period = period(date(2026, 4, 1))
    first_events(federation, played, rate)
    made = period_publish(open_period, actor=officer, bulk=True)
    assert list_recompute(RatingList.objects.get(pk=made.pk)).difference == ""


def test_rows_of_a_list_over_arrays_cannot_be_changed(
    federation: list[Any], played: Any, rate: Any, period: Any, officer: Any
) -> None:
    from django.db import DatabaseError

    open_period = period(date(2026, 4, 1))
    first_events(federation, played, rate)
    made = period_publish(open_period, actor=officer, bulk=True)
    row = made.rows.filter(rating__isnull=False).first()
    acts: list[Callable[[], object]] = [
        lambda: made.rows.update(rating=1999),
        lambda: made.rows.all().delete(),
        lambda: made.rows.create(person_id=federation[13].pk, name="x", rating=1),
    ]
    for act in acts:
        with pytest.raises(DatabaseError, match="stays as it is"), transaction.atomic():
            act()
    assert made.rows.get(person_id=row.person_id).rating == row.rating


def test_a_player_from_elsewhere_and_one_below_the_floor_are_the_exact_builders(
    federation: list[Any], played: Any, rate: Any, period: Any, people: Any, officer: Any
) -> None:
    open_period = period(date(2026, 4, 1))
    guest = people(1)[0]
    players = [(guest, {"rating": 2345, "rating_k": 20, "rating_games": 12}), federation[3], federation[0]]
    play(played, rate, players, ["1-0", "0-1"], "Guests", start=date(2026, 1, 10), end=date(2026, 1, 12))
    seen = assert_both_are_equal(open_period, officer)
    assert guest.pk in {row[WHO] for row in seen["rows"] if row[MARK] == "entered"}
    computed = compute(open_period)
    assert {row.person_id for row in computed.exact} == {guest.pk}


def test_round_robin_with_unrated_players_under_the_averages_enters_with_its_stored_lines(
    federation: list[Any], played: Any, rate: Any, period: Any, officer: Any
) -> None:
    """An event of 2008 that is counted late: the kernel leaves it to the exact engine, the list is the same."""
    open_period = period(date(2026, 4, 1))
    players = [federation[0], federation[4], federation[5], federation[11]]
    table = [
        [(1, 4, "0-1"), (2, 3, "1-0")],
        [(4, 3, "1/2-1/2"), (1, 2, "0-1")],
        [(2, 4, "1-0"), (3, 1, "1-0")],
    ]
    event = played(
        [(one, {"rating": rating}) for one, rating in zip(players, (2300, 2200, 2100, None), strict=True)],
        table,
        start=date(2008, 5, 1),
        end=date(2008, 5, 9),
        system="round_robin",
        name="Late",
    )
    rated = rate(event, received_on=date(2026, 3, 1))
    period_pack(open_period)
    rated.refresh_from_db()
    assert unpack(bytes(rated.packed)).marks & EXACT
    assert_both_are_equal(open_period, officer)


def test_changed_line_is_found_before_anything_is_published(
    federation: list[Any], played: Any, rate: Any, period: Any, officer: Any
) -> None:
    open_period = period(date(2026, 4, 1))
    first_events(federation, played, rate)
    line = RatedEntry.objects.filter(games__gt=0, own_rating__isnull=False).first()
    assert line is not None
    RatedEntry.objects.filter(pk=line.pk).update(gain="4.5")
    with pytest.raises(StoredChangeError):
        period_publish(open_period, actor=officer, bulk=True)
    assert not RatingList.objects.filter(effective_from=date(2026, 4, 1)).exists()


def test_calculations_never_packed_are_packed_on_order(
    federation: list[Any], played: Any, rate: Any, period: Any
) -> None:
    open_period = period(date(2026, 4, 1))
    first_events(federation, played, rate)
    RatedEvent.objects.update(packed=None)
    told: list[tuple[int, int, str]] = []
    assert period_pack(open_period, lambda *news: told.append(news)) == 2
    assert told == [(0, 2, "One"), (1, 2, "Two")]
    assert not RatedEvent.objects.filter(packed__isnull=True).exists()
    assert period_pack(open_period) == 0


def test_a_small_period_is_computed_player_by_player(period: Any) -> None:
    assert not is_great(period(date(2026, 4, 1)))


def test_all_codes_are_among_those_of_the_packed_games() -> None:
    assert len(GAME_CODES) < 128
