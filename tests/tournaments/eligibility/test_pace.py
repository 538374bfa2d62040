"""Minimum time: 1.11 to 1.13 by the strongest player, game by game since 2022, and the quick chapters."""

from datetime import date
from typing import Any

import pytest

from tests.tournaments.eligibility.building import entries, event
from tournaments.eligibility.facts import Registration
from tournaments.record.model import Game

MODERN = date(2025, 5, 10)
QUICK = date(2025, 2, 1)


@pytest.mark.parametrize(
    ("highest", "rate", "needed", "article"),
    [
        (2200, "120'", None, ""),
        (2200, "119'", 120, "1.11"),
        (2199, "90'", None, ""),
        (2199, "89'", 90, "1.12"),
        (1600, "89'", 90, "1.12"),
        (1599, "60'", None, ""),
        (1599, "59'", 60, "1.13"),
        (0, "59'", 60, "1.13"),
        (2500, "75'/40 + 15' + 30\"", None, ""),
        (2500, "75'/40 + 15' + 25\"", 120, "1.11"),
    ],
)
def test_the_strongest_player_decides_for_the_event(
    check: Any, highest: int, rate: str, needed: int | None, article: str
) -> None:
    found = check(event(entries(1500, highest, 1400, 0), rate_of_play=rate))
    fast = found.get("pace.too_fast") or found.get("pace.too_fast.weak")
    assert (fast is not None) is (needed is not None)
    if fast is not None:
        assert (fast.severity, fast.article, fast.inputs["needed"]) == ("objection", article, needed)
        assert fast.players == ((2,) if highest >= 1600 else ())


def test_a_rate_with_two_readings_around_the_limit_asks_for_a_clear_form(check: Any) -> None:
    unclear = check(event(entries(2300, 1500), rate_of_play="100-130 min"))["pace.unclear"]
    assert (unclear.severity, unclear.inputs["given"]) == ("warning", "100–130")
    assert "pace.too_fast" in check(event(entries(2300, 1500), rate_of_play="90-119 min"))
    assert "pace.unclear" not in check(event(entries(2300, 1500), rate_of_play="120-130 min"))


def test_of_unequal_times_the_shorter_counts_for_everybody(check: Any) -> None:
    fast = check(event(entries(2300, 2250), rate_of_play="W7200-B5400"))
    assert "pace.unclear" not in fast
    found = fast["pace.too_fast"]
    assert (found.severity, found.article, found.inputs["given"]) == ("objection", "1.11", "90")
    assert not [
        key for key in check(event(entries(2300), rate_of_play="W9000-B7200")) if key.startswith("pace")
    ]


def test_two_increments_of_half_a_minute_are_110_minutes(check: Any) -> None:
    found = check(event(entries(2300, 2250), rate_of_play="60'+30\"/40 + 20'+30\""))["pace.too_fast"]
    assert (found.severity, found.article, found.inputs["given"]) == ("objection", "1.11", "110")


def test_a_rate_that_is_missing_or_unreadable_is_a_warning(check: Any) -> None:
    assert check(event(entries(2000), rate_of_play=""))["pace.missing"].severity == "warning"
    found = check(event(entries(2000), rate_of_play="as announced"))
    assert found["pace.unreadable"].severity == "warning"
    assert "pace.missing" not in found
    coded = check(event(entries(2000), rate_of_play="as announced", rate_code="5400+30"))
    assert not [key for key in coded if key.startswith("pace")]


def test_the_first_control_is_advised_at_move_40(check: Any) -> None:
    found = check(event(entries(2000), rate_of_play="30/75'+60'"))
    assert (found["control.advised"].severity, found["control.advised"].article) == ("note", "1.3")
    assert "control.advised" not in check(event(entries(2000), rate_of_play="40/75'+60'"))
    assert "control.advised" not in check(event(entries(2000), rate_of_play="120'"))


def games(*pairs: tuple[int, int, str]) -> list[Game]:
    return [Game(number, 1, white, black, code) for number, (white, black, code) in enumerate(pairs, 1)]


def test_since_2022_each_game_has_its_own_minimum(check: Any) -> None:
    # 2400 needs 120 minutes, 1800 needs 90, below 1800 sixty are enough; one game was not played
    players = entries(2400, 2399, 1800, 1799, 1500)
    played = games((1, 5, "1-0"), (2, 3, "1-0"), (4, 5, "0-1"), (1, 2, "+/-"), (3, 4, "1-0"))
    record = event(players, played, start=MODERN, end=MODERN, rate_of_play="90'")
    fast = check(record, "fide-2022")["pace.games_too_fast"]
    assert (fast.severity, fast.article, fast.inputs["needed"]) == ("objection", "1.1", 120)
    assert (fast.players, fast.rounds, fast.inputs["games"]) == ((1, 5), (1,), "1/1")
    slow = event(players, played, start=MODERN, end=MODERN, rate_of_play="90'+30\"")
    assert "pace.games_too_fast" not in check(slow, "fide-2022")
    pairs = games((2, 3, "1-0"), (4, 5, "0-1"))
    sixty = event(players, pairs, start=MODERN, end=MODERN, rate_of_play="60'")
    found = check(sixty, "fide-2022")["pace.games_too_fast"]
    assert (found.players, found.inputs["needed"], found.inputs["count"]) == ((2, 3), 90, 1)


def test_a_rate_too_fast_for_every_game_is_one_finding(check: Any) -> None:
    pairs = games((1, 2, "1-0"), (3, 4, "0-1"))
    record = event(entries(2400, 1800, 1700, 0), pairs, start=MODERN, end=MODERN, rate_of_play="15'+10\"")
    found = check(record, "fide-2022")
    assert [key for key in found if key.startswith("pace")] == ["pace.all_too_fast"]
    assert found["pace.all_too_fast"].inputs["needed"] == 60
    # the weaker pair alone has enough with 60 minutes, the other one has not
    hour = event(entries(2400, 1800, 1700, 0), pairs, start=MODERN, end=MODERN, rate_of_play="60'")
    assert check(hour, "fide-2022")["pace.games_too_fast"].players == (1, 2)


def test_before_the_first_game_a_rate_too_fast_for_some_is_a_warning(check: Any) -> None:
    record = event(entries(2400, 1500), start=MODERN, end=MODERN, rate_of_play="90'")
    assert check(record, "fide-2022")["pace.too_fast"].severity == "warning"


def test_the_first_control_holds_thirty_moves_since_2024(check: Any) -> None:
    short = event(entries(2000), start=MODERN, end=MODERN, rate_of_play="29/75'+60'")
    found = check(short, "fide-2024")["control.short"]
    assert (found.severity, found.article) == ("objection", "1.2")
    right = event(entries(2000), start=MODERN, end=MODERN, rate_of_play="30/75'+60'")
    assert not [key for key in check(right, "fide-2024") if key.startswith("control")]


@pytest.mark.parametrize(
    ("rate", "is_rapid", "is_blitz"),
    [
        ("60'", False, False),
        ("59'", True, False),
        ("15'+10\"", True, False),
        ("11'", True, False),
        ("10'", False, True),
        ("3'+2\"", False, True),
        ("3'", False, False),
    ],
)
def test_rapid_is_over_10_and_under_60_blitz_over_3_up_to_10(
    check: Any, rate: str, is_rapid: bool, is_blitz: bool
) -> None:
    record = event(entries(2000, 1900), start=QUICK, end=QUICK, rate_of_play=rate)
    for kind, fits in (("rapid", is_rapid), ("blitz", is_blitz)):
        found = check(
            record, "fide-rb-2024-12", registration=Registration(kind=kind, registered=date(2025, 1, 1))
        )
        assert (f"pace.not_{kind}" in found) is not fits


def test_unequal_times_are_not_rated_in_the_quick_chapter(check: Any) -> None:
    record = event(entries(2000, 1900), start=QUICK, end=QUICK, rate_of_play="", rate_code="W300-B240")
    found = check(
        record, "fide-rb-2024-12", registration=Registration(kind="blitz", registered=date(2025, 1, 1))
    )
    assert found["pace.unequal"].severity == "objection"
    even = event(entries(2000, 1900), start=QUICK, end=QUICK, rate_of_play="", rate_code="W300-B300")
    found = check(
        even, "fide-rb-2024-12", registration=Registration(kind="blitz", registered=date(2025, 1, 1))
    )
    assert not [key for key in found if key.startswith("pace")]


def test_an_event_for_the_rapid_list_needs_the_text_on_rapid(check: Any) -> None:
    record = event(entries(2000, 1900), start=MODERN, end=MODERN, rate_of_play="15'+10\"")
    rapid = Registration(kind="rapid", registered=date(2025, 1, 1))
    assert "kind.other_text" in check(record, "fide-2024", registration=rapid)
    assert "pace.too_fast" in check(
        record, "fide-2024", registration=Registration(registered=date(2025, 1, 1))
    )
