"""Rounds and hours of a day (3.1), length of an event (4.1, 4.11)."""

from datetime import date, timedelta
from typing import Any

import pytest

from tests.tournaments.eligibility.building import START, entries, event
from tournaments.eligibility.facts import Registration
from tournaments.record.model import Round

DAY = START


def rounds(*days: date) -> list[Round]:
    return [Round(number, day) for number, day in enumerate(days, 1)]


def test_four_rounds_a_day_are_one_too_many(check: Any) -> None:
    three = event(entries(1500), dated=rounds(DAY, DAY, DAY), rate_of_play="60'")
    assert "day.rounds" not in check(three)
    four = event(entries(1500), dated=rounds(DAY, DAY, DAY, DAY, DAY + timedelta(days=1)), rate_of_play="60'")
    found = check(four)["day.rounds"]
    assert (found.severity, found.article, found.rounds) == ("objection", "3.1", (1, 2, 3, 4))


def test_twelve_hours_a_day_at_twice_the_time_of_a_player(check: Any) -> None:
    # 120 minutes for 60 moves: a game of four hours, three of them twelve; 125 minutes are twelve and a half
    full = event(entries(1500), dated=rounds(DAY, DAY, DAY), rate_of_play="120'")
    assert "day.hours" not in check(full)
    over = event(entries(1500), dated=rounds(DAY, DAY, DAY), rate_of_play="125'")
    found = check(over)["day.hours"]
    assert (found.severity, found.article, found.rounds) == ("objection", "3.1", (1, 2, 3))
    assert (found.inputs["hours"], found.inputs["game"]) == ("12 h 30 min", "4 h 10 min")
    assert "no formula" in str(found.inputs["doubt"])


def test_a_game_takes_the_time_of_both_sides(check: Any) -> None:
    # 120 and 90 minutes: three and a half hours, four of them fourteen
    sides = {
        "rate_of_play": "",
        "rate_code": "W7200-B5400",
        "start": date(2025, 5, 10),
        "end": date(2025, 5, 10),
    }
    day = date(2025, 5, 10)
    found = check(event(entries(1500), dated=rounds(*[day] * 4), **sides), "fide-2024")["day.hours"]
    assert (found.inputs["hours"], found.inputs["game"]) == ("14 h", "3 h 30 min")
    assert "day.hours" not in check(event(entries(1500), dated=rounds(*[day] * 3), **sides), "fide-2024")


def test_since_2024_hours_count_and_rounds_do_not(check: Any) -> None:
    day = date(2025, 5, 10)
    record = event(entries(1500), dated=rounds(*[day] * 6), start=day, end=day, rate_of_play="60'")
    found = check(record, "fide-2024")  # six games of two hours
    assert not [key for key in found if key.startswith("day")]
    seven = event(entries(1500), dated=rounds(*[day] * 7), start=day, end=day, rate_of_play="60'")
    assert "day.hours" in check(seven, "fide-2024")


@pytest.mark.parametrize(("kind", "rate", "most"), [("rapid", "15'+10\"", 15), ("blitz", "3'+2\"", 30)])
def test_rounds_a_day_in_the_quick_chapter(check: Any, kind: Any, rate: str, most: int) -> None:
    day = date(2025, 2, 1)
    told = Registration(kind=kind, registered=date(2025, 1, 1))
    full = event(entries(1500), dated=rounds(*[day] * most), start=day, end=day, rate_of_play=rate)
    over = event(entries(1500), dated=rounds(*[day] * (most + 1)), start=day, end=day, rate_of_play=rate)
    assert "day.rounds" not in check(full, "fide-rb-2024-12", registration=told)
    assert "day.rounds" in check(over, "fide-rb-2024-12", registration=told)


def test_ninety_days_are_the_longest_event_leagues_apart(check: Any) -> None:
    ninety = event(entries(1500), end=START + timedelta(days=89))
    assert not [key for key in check(ninety) if key.startswith("length")]
    longer = event(entries(1500), end=START + timedelta(days=90))
    found = check(longer)["length.too_long"]
    assert (found.severity, found.article, found.inputs["days"]) == ("objection", "4.1", 91)
    league = event(entries(1500), end=START + timedelta(days=90), occasion="league")
    assert (check(league)["length.league"].severity, check(league)["length.league"].article) == (
        "note",
        "4.11",
    )
    # the Spanish text does not say which list the games of a long league take
    assert not [key for key in check(league, "fide-2005") if key.startswith("length")]


def test_beyond_thirty_days_results_are_reported_month_by_month_since_2024(check: Any) -> None:
    start = date(2025, 5, 1)
    thirty = event(entries(1500), start=start, end=date(2025, 5, 30))
    longer = event(entries(1500), start=start, end=date(2025, 5, 31))
    assert "length.interim" not in check(thirty, "fide-2024")
    assert (check(longer, "fide-2024")["length.interim"].severity) == "note"
