"""A row of the next list from the row before: every column worked out by hand from the articles."""

from datetime import date
from typing import Any

import pytest

from ratings.engine.list_rows import Before, ListRow, Play, active_from, months_before, next_row
from tournaments.rulebook.shelf import edition

OLD, NEW = edition("fide-2005"), edition("fide-2025-10")
QUARTERS = [date(2007 + number // 4, 1 + number % 4 * 3, 1) for number in range(12)]
EVER = date(2000, 1, 1)


def row_of(before: Before | None, play: Play, *, rules: Any = NEW, day: date = date(2026, 4, 1)) -> ListRow:
    found = next_row(rules, day, before, play, birth_year=1980, known_since=EVER)
    assert found is not None
    return found


def test_every_column_of_a_player_who_played() -> None:
    before = Before(1600, games_total=28, highest=1650, k_games=28, last_played=date(2025, 12, 7))
    row = row_of(before, Play("changed", 1600, 1612, games=5, ended=date(2026, 3, 8)))
    assert row == ListRow(
        rating=1612,
        previous_rating=1600,
        k=20,  # 33 games: not new any more
        k_games=33,  # all five were played with the K of a newcomer, whatever number the thirtieth had
        games=5,
        games_total=33,
        highest=1650,
        mark="",
        inactive_lists=0,
        last_played=date(2026, 3, 8),
    )
    following = row_of(
        Before(1612, 33, 1650, k_games=33, last_played=date(2026, 3, 8)), Play("changed", 1612, 1655, games=9)
    )
    assert (following.games_total, following.k_games, following.highest) == (42, 33, 1655)


def test_an_older_event_that_came_late_does_not_set_the_last_day_back() -> None:
    before = Before(1600, 100, 1600, last_played=date(2026, 3, 1))
    assert row_of(before, Play("changed", 1600, 1601, 1, date(2025, 6, 1))).last_played == date(2026, 3, 1)


def test_a_first_rating_counts_the_games_of_all_its_results() -> None:
    row = row_of(None, Play("first", None, 1836, games=5, ended=date(2026, 3, 8)))
    assert (row.rating, row.previous_rating, row.k, row.mark) == (1836, None, 40, "first")
    assert (row.games, row.games_total, row.k_games, row.highest) == (5, 5, 5, 1836)


def test_results_that_wait_make_no_row() -> None:
    for state in ("waiting", "unrated"):
        assert next_row(NEW, date(2026, 4, 1), None, Play(state, None, None, games=3)) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("known", "total", "k", "k_games"),
    [(12, 15, 40, 15), (None, 33, 20, None), (28, 31, 20, 31), (400, 403, 20, None)],
)
def test_whoever_came_with_a_rating_brings_his_games(
    known: int | None, total: int, k: int, k_games: int | None
) -> None:
    """Games that nobody told are taken as thirty, as for the K of his event."""
    row = row_of(None, Play("changed", 1800, 1810, games=3, known_games=known))
    assert (row.mark, row.previous_rating, row.rating) == ("entered", 1800, 1810)
    assert (row.games_total, row.k, row.k_games) == (total, k, k_games)


def test_below_the_floor_is_shown_once_with_the_old_number() -> None:
    row = row_of(Before(1405, 50, 1700), Play("delisted", 1405, 1395, games=2, ended=date(2026, 3, 1)))
    assert (row.rating, row.previous_rating, row.k, row.mark) == (None, 1405, None, "delisted")
    assert (row.games, row.games_total, row.inactive_lists) == (2, 52, 0)


def test_a_junior_loses_the_high_k_when_the_year_ends() -> None:
    before = Before(1700, 100, 1700, last_played=date(2025, 11, 1))
    for day, k in ((date(2025, 12, 1), 40), (date(2026, 1, 1), 20)):
        found = next_row(NEW, day, before, Play("unchanged", 1700, 1700), birth_year=2007, known_since=EVER)
        assert found is not None
        assert found.k == k


def test_one_game_in_twelve_months_keeps_a_player_active() -> None:
    """The year before 1 January 2026 begins on 1 January 2025 (7.2.2)."""
    for played, lists in ((date(2025, 1, 1), 0), (date(2024, 12, 31), 1)):
        before = Before(1700, 100, 1700, last_played=played)
        row = row_of(before, Play("unchanged", 1700, 1700), day=date(2026, 1, 1))
        assert (row.inactive_lists, row.mark, row.rating) == (lists, "inactive" if lists else "", 1700)


def test_four_games_in_a_year_are_needed_in_the_older_text() -> None:
    for games, lists in ((4, 0), (3, 1)):
        play = Play("changed", 1700, 1702, games=1, ended=date(2007, 3, 1), year_games=games)
        row = row_of(Before(1700, 100, 1700), play, rules=OLD, day=date(2007, 4, 1))
        assert (row.inactive_lists, row.rating) == (lists, 1702)


def test_lists_since_inactive_are_counted_until_the_games_are_there_again() -> None:
    before, seen = Before(1700, 100, 1700), []
    for number, day in enumerate(QUARTERS):
        games = 4 if number == 10 else 0
        play = Play("changed" if games else "unchanged", 1700, 1700, games, None, year_games=games)
        row = row_of(before, play, rules=OLD, day=day)
        seen.append((row.inactive_lists, row.mark))
        before = Before(1700, row.games_total, 1700, inactive_lists=row.inactive_lists)
    assert seen[:10] == [(number, "inactive") for number in range(1, 11)]
    assert seen[10] == (0, "back")


def test_nobody_becomes_inactive_while_the_portal_knows_less_than_a_year() -> None:
    before, idle = Before(1700, 100, 1700), Play("unchanged", 1700, 1700)
    lists = [
        found.inactive_lists
        for day in (date(2026, 1, 1), date(2026, 12, 1), date(2027, 1, 1))
        if (found := next_row(NEW, day, before, idle, known_since=date(2026, 1, 1)))
    ]
    assert lists == [0, 0, 1]


def test_months_are_counted_back_by_the_calendar() -> None:
    assert active_from(OLD, date(2007, 4, 1)) == date(2006, 4, 1)
    assert months_before(date(2026, 3, 31), 1) == date(2026, 2, 28)
    assert months_before(date(2026, 1, 15), 13) == date(2024, 12, 15)
