"""A list published over arrays is the list published player by player: rows, bytes, files, current ratings."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction

from players.models import RatingList
from ratings.bulk_computing import compute
from ratings.derivations import StoredChangeError
from ratings.engine.bulk.arrays import EXACT
from ratings.engine.bulk.blob import unpack
from ratings.models import Period, RatedEntry, RatedEvent
from ratings.services import period_open
from ratings.services_bulk import is_great, period_pack
from ratings.services_corrections import event_correct
from ratings.services_lists import list_recompute, period_publish
from tests.ratings.bulk.federation import CODES, MARK, WHO, first_events, play, published
from tournaments.models import Game
from tournaments.record.codes import GAME_CODES


def assert_both_are_equal(period: Period, officer: Any) -> dict[str, Any]:
    exact, arrays = (published(period, officer, bulk=bulk) for bulk in (False, True))
    for name, value in exact.items():
        assert arrays[name] == value, name
    return arrays


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


def test_list_after_a_correction_is_equal_and_corrected_rows_are_the_exact_builders(
    federation: list[Any], played: Any, rate: Any, period: Any, officer: Any, freeze: Any
) -> None:
    """One game of the published period turns out to have ended otherwise; another event follows."""
    first = period(date(2026, 4, 1))
    first_events(federation, played, rate)
    period_publish(first, actor=officer, bulk=True)
    second = period(date(2026, 5, 1))
    event = RatedEvent.objects.get(event__name="One").event
    game = Game.objects.filter(round__event=event, code="1-0").earliest("pk")
    Game.objects.filter(pk=game.pk).update(code="0-1")
    event_correct(
        event, actor=officer, record_sha256=freeze(event), reason="The slips show the other winner."
    )
    players = [federation[n] for n in (0, 1, 2, 3, 4, 10, 13)]
    play(played, rate, players, ["0-1", "1-0", "1-0"], "Three", start=date(2026, 4, 2), end=date(2026, 4, 5))
    assert_both_are_equal(second, officer)
    exact = {row.person_id for row in compute(second).exact}
    assert {game.white.person_id, game.black.person_id} <= exact


def test_rapid_lists_are_equal_too_the_first_and_the_one_that_builds_on_it(
    federation: list[Any], played: Any, rate: Any, officer: Any
) -> None:
    """Nobody is on a rapid list yet: those with a standard rating begin from it, the others get a first rating."""
    first, second = (
        period_open(actor=officer, kind="rapid", closing_day=day - timedelta(days=3), effective_from=day)
        for day in (date(2026, 3, 1), date(2026, 4, 1))
    )
    one = [federation[n] for n in (0, 1, 7, 10, 2, 11)]
    kind = {"rating_kind": "rapid", "rate_of_play": "15'+10\""}
    play(played, rate, one, CODES, "Rapid", start=date(2026, 2, 1), end=date(2026, 2, 1), **kind)
    assert_both_are_equal(first, officer)
    made = period_publish(first, actor=officer, bulk=True)
    assert made.player_count > 0
    two = [federation[n] for n in (0, 10, 7, 12, 1)]
    play(played, rate, two, CODES[::-1], "Later", start=date(2026, 3, 3), end=date(2026, 3, 3), **kind)
    seen = assert_both_are_equal(second, officer)
    assert len(compute(second).rows.persons) == len(seen["rows"]) - len(compute(second).exact)


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
