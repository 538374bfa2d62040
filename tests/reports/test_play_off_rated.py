"""Games of a play-off at a ratable rate through the whole way: frozen with the event, then rated (30.5.7, 6.2)."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from ratings.engine.event import rate_event
from reports.frozen import record_of_report
from reports.services import report_hand_in
from tests.reports.test_play_off import play
from tiebreaks.models import PlayOffPlan
from tiebreaks.services_playoff import StartChoices, play_off_start
from tournaments.record.model import Record
from tournaments.rulebook.shelf import edition

pytestmark = pytest.mark.django_db
HOUR_AND_A_HALF = (60, 30)  # 60 minutes and 60 × 30 seconds


@pytest.fixture
def frozen(finished_event: Callable[..., Any], director: Any) -> Callable[..., Record]:
    """The frozen record of the event of four, with a play-off of two games that player 2 won both."""

    def make(longer: tuple[int, int] = HOUR_AND_A_HALF) -> Record:
        event = finished_event()
        PlayOffPlan.objects.create(event=event, longer_base=longer[0], longer_increment=longer[1])
        play_off_start(event, actor=director, choices=StartChoices(longer=True), seed=5)
        play(event, director, winner=2)
        return record_of_report(report_hand_in(event, actor=director))

    return make


def rated(record: Record, key: str, unrated: int = 0) -> Any:
    """The record rated with K 20 for everybody; `unrated` is a start number."""
    entries = tuple(
        replace(entry, rating=None)
        if entry.number == unrated
        else replace(entry, rating_k=20, rating_games=100)
        for entry in record.entries
    )
    return rate_event(replace(record, entries=entries), edition(key))


def lines(rating: Any) -> dict[int, tuple[int, Fraction, Fraction]]:
    return {line.number: (line.n, line.w, line.change) for line in rating.players}


@pytest.mark.parametrize("key", ["fide-2005", "fide-2012", "fide-2024", "fide-2025-10"])
def test_both_games_change_the_ratings_of_the_two_and_of_nobody_else(
    frozen: Callable[..., Record], key: str
) -> None:
    """2399 to 2396: every difference expects .50. Of the table 1 and 2 have 2 of 3, 3 and 4 have 1 of 3."""
    assert lines(rated(frozen(), key)) == {
        1: (5, Fraction(2), Fraction(-10)),  # 2 of 3 and 0 of 2: 2 - 2.5, times 20
        2: (5, Fraction(4), Fraction(30)),  # 2 of 3 and 2 of 2: 4 - 2.5
        3: (3, Fraction(1), Fraction(-10)),
        4: (3, Fraction(1), Fraction(-10)),
    }


def test_games_that_are_left_out_change_nothing(frozen: Callable[..., Record]) -> None:
    changes = lines(rated(frozen((59, 30)), "fide-2024"))
    assert changes[1] == changes[2] == (3, Fraction(2), Fraction(10))


def test_a_play_off_makes_no_double_round_robin_and_nobody_short_of_games(
    frozen: Callable[..., Record],
) -> None:
    """What the text of 2005 would say of a double round robin of four with three rated is not said (6.32, 6.43)."""
    found = {finding.code: finding for finding in rated(frozen(), "fide-2005", unrated=4).findings}
    assert "round_robin.double_small" not in found
    assert "round_robin.as_swiss" not in found
    assert found["round_robin.play_off"].players == (1, 2)
    assert (
        "round_robin.few_rated" in found
    )  # three of four, and four are asked for: true without the play-off too


def test_games_of_two_play_offs_are_pooled_with_the_event(
    finished_event: Callable[..., Any], director: Any
) -> None:
    """Each pair plays two games; 2 and 4 win theirs. Every difference expects .50 and K is 20."""
    event = finished_event()
    PlayOffPlan.objects.create(event=event, places=4, longer_base=60, longer_increment=30)
    for first_place, winner in ((1, 2), (3, 4)):
        choices = StartChoices(longer=True)
        play_off_start(event, actor=director, choices=choices, first_place=first_place, seed=5)
        play(event, director, winner=winner, first_place=first_place)
    record = record_of_report(report_hand_in(event, actor=director))
    assert lines(rated(record, "fide-2024")) == {
        1: (5, Fraction(2), Fraction(-10)),  # 2 of 3 and 0 of 2: 2 - 2.5, times 20
        2: (5, Fraction(4), Fraction(30)),  # 2 of 3 and 2 of 2
        3: (5, Fraction(1), Fraction(-30)),  # 1 of 3 and 0 of 2
        4: (5, Fraction(3), Fraction(10)),  # 1 of 3 and 2 of 2
    }
