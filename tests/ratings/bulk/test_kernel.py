"""The kernel gives what the exact engine gives, for every player of generated events, to the last digit."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratings.engine.bulk.arrays import CODE_NUMBERS, EXACT, EventArrays
from ratings.engine.bulk.blob import BlobError, pack, unpack, unpack_all
from ratings.engine.bulk.kernel import lines_of
from ratings.engine.bulk.packing import event_arrays
from ratings.engine.bulk.rules import event_rules
from ratings.engine.case import case_of
from ratings.engine.event import rate_event
from ratings.engine.matches import rated_games
from tests.ratings.bulk.generated import GeneratedEvent, events
from tournaments.record.codes import GAME_CODES
from tournaments.record.model import Entry, EventFacts, Game, Record
from tournaments.rulebook.shelf import edition, editions

BY_GAME = [item.key for item in editions("fide-rating") if item["method"].text == "per_game"]
BY_MEAN = [item.key for item in editions("fide-rating") if item["method"].text == "mean_opponent"]
RAPID = [item.key for item in editions("fide-rapid-blitz")]
BY_ADMINISTRATOR = [key for key in RAPID if edition(key).get("k_set_by") is not None]
PERSONS = [7001, 7003, 7010, 7011, 7100, 7200, 7300, 7301, 7999]
USUAL = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


def engine_lines(event: GeneratedEvent) -> list[tuple[Any, ...]]:
    """The exact engine's numbers of the event by start number."""
    rating = rate_event(event.record, event.rules, event.facts)
    return [
        (
            line.ro or 0,
            line.n,
            line.w,
            line.gain,
            line.k_nominal if line.ro is not None else 0,
            None
            if line.first is None
            else (line.first.opponents_sum, line.first.rated_opponents, line.first.ru),
        )
        for line in rating.players
    ]


def packed(event: GeneratedEvent) -> bytes:
    rating = rate_event(event.record, event.rules, event.facts)
    case, _remarks = case_of(rated_games(event.record, event.rules).record, event.rules, event.facts)
    return pack(event_arrays(event.record, case, rating, event.persons))


def kernel_lines(blobs: list[bytes], rules: list[Any], places: list[int]) -> list[tuple[Any, ...]]:
    """The kernel's numbers of all events, in the same shape."""
    period = unpack_all(blobs, places)
    lines = lines_of(period, [event_rules(item) for item in rules])
    assert lines.done.all()
    return [
        (
            int(period.ratings[i]),
            int(lines.games[i]),
            Fraction(int(lines.halves[i]), 2),
            Fraction(int(lines.gain[i]), 100),
            int(period.factors[i]),
            (
                int(lines.opponents_sum[i]),
                int(lines.met[i]),
                Fraction(int(lines.ru_top[i]), int(lines.ru_bottom[i])),
            )
            if lines.counts[i]
            else None,
        )
        for i in range(period.entry_count)
    ]


@USUAL
@given(st.lists(events(BY_GAME, persons=PERSONS, systems=("swiss", "match")), min_size=1, max_size=4))
def test_events_of_all_texts_that_count_by_game_equal_the_exact_engine(found: list[GeneratedEvent]) -> None:
    rules = [event.rules for event in found]
    blobs = [packed(event) for event in found]
    assert not any(unpack(blob).marks & EXACT for blob in blobs)
    wanted = [line for event in found for line in engine_lines(event)]
    assert kernel_lines(blobs, rules, list(range(len(rules)))) == wanted


@USUAL
@given(st.lists(events(BY_MEAN, persons=PERSONS), min_size=1, max_size=3))
def test_swiss_events_by_the_mean_of_opponents_equal_the_exact_engine(found: list[GeneratedEvent]) -> None:
    rules = [event.rules for event in found]
    blobs = [packed(event) for event in found]
    assert not any(unpack(blob).marks & EXACT for blob in blobs)
    wanted = [line for event in found for line in engine_lines(event)]
    assert kernel_lines(blobs, rules, list(range(len(rules)))) == wanted


@USUAL
@given(
    st.lists(
        events(sorted(set(RAPID) - set(BY_ADMINISTRATOR)), persons=PERSONS, unrated=5), min_size=1, max_size=3
    )
)
def test_rapid_and_blitz_events_equal_the_exact_engine(found: list[GeneratedEvent]) -> None:
    rules = [event.rules for event in found]
    blobs = [packed(event) for event in found]
    assert not any(unpack(blob).marks & EXACT for blob in blobs)
    wanted = [line for event in found for line in engine_lines(event)]
    assert kernel_lines(blobs, rules, list(range(len(rules)))) == wanted


@USUAL
@given(st.lists(events(BY_ADMINISTRATOR, persons=PERSONS, factor=20), min_size=1, max_size=3))
def test_rapid_events_with_the_administrators_k_equal_the_exact_engine(found: list[GeneratedEvent]) -> None:
    blobs = [packed(event) for event in found]
    assert not any(unpack(blob).marks & EXACT for blob in blobs)
    wanted = [line for event in found for line in engine_lines(event)]
    assert kernel_lines(blobs, [event.rules for event in found], list(range(len(found)))) == wanted


def event(
    key: str, ratings: list[int | None], boards: list[tuple[int, int, str]], system: str = "swiss"
) -> GeneratedEvent:
    """An event of one round a board, everybody's first as far as he has no rating."""
    rules = edition(key)
    record = Record(
        EventFacts("Invented", start=rules.effective_from, system=system),  # type: ignore[arg-type]
        tuple(
            Entry(number, f"Player {number}", rating=rating, rating_k=20)
            for number, rating in enumerate(ratings, 1)
        ),
        tuple(Game(round_number, 1, *board) for round_number, board in enumerate(boards, 1)),
    )
    return GeneratedEvent(record, {}, {number: 100 + number for number in range(1, len(ratings) + 1)}, rules)


def gains(found: GeneratedEvent) -> list[int]:
    blob = packed(found)
    assert not unpack(blob).marks & EXACT
    return [int(line[3] * 100) for line in kernel_lines([blob], [found.rules], [0])]


def test_a_player_of_2650_and_more_is_not_spared_the_difference() -> None:
    """R56: 2649 beats 2200 at 449 cut to 400 (.92); 2650 beats 2200 at 450 in full (.94)."""
    assert gains(event("fide-2025-10", [2649, 2200], [(1, 2, "1-0")]))[0] == 8
    assert gains(event("fide-2025-10", [2650, 2200], [(1, 2, "1-0")]))[0] == 6


def test_of_one_upgrade_a_tournament_the_greatest_difference_is_cut() -> None:
    """R37: 2500 beats 2000 (500, cut to 400: .92) and 2050 (450 in full: .94), draws with 2450 (.57)."""
    found = event("fide-2022", [2500, 2000, 2050, 2450], [(1, 2, "1-0"), (3, 1, "0-1"), (1, 4, "1/2-1/2")])
    assert gains(found)[0] == 8 + 6 - 7


def test_a_match_with_an_unrated_player_is_not_rated_in_2024() -> None:
    assert gains(event("fide-2024", [2000, None], [(1, 2, "0-1")], "match")) == [0, 0]


@pytest.mark.parametrize("key", ["fide-2004", "fide-2009", "fide-2012", "fide-2014", "fide-2017"])
def test_round_robin_with_unrated_players_under_the_averages_is_left_to_the_exact_engine(key: str) -> None:
    boards = [(1, 2, "1-0"), (2, 3, "0-1"), (3, 1, "1/2-1/2")]
    assert unpack(packed(event(key, [2300, 2200, None], boards, "round_robin"))).marks & EXACT
    rated = event(key, [2300, 2200, 2150], boards, "round_robin")
    assert not unpack(packed(rated)).marks & EXACT


def test_round_robin_since_2022_is_no_exception_for_the_kernel() -> None:
    boards = [(1, 2, "1-0"), (2, 3, "0-1"), (3, 1, "1/2-1/2")]
    assert not unpack(packed(event("fide-2022", [2300, 2200, None], boards, "round_robin"))).marks & EXACT


def test_packed_event_comes_back_whole() -> None:
    blob = packed(event("fide-2024", [2000, None, 1800], [(1, 2, "1-0"), (3, 2, "+/-"), (1, 3, "*")]))
    again = unpack(blob)
    assert again.persons.tolist() == [101, 102, 103]
    assert (again.ratings.tolist(), again.factors.tolist()) == ([2000, 0, 1800], [20, 0, 20])
    assert (again.white.tolist(), again.black.tolist()) == ([0, 2, 0], [1, 1, 2])
    assert again.first_day == edition("fide-2024").effective_from.toordinal()
    assert pack(again) == blob


@pytest.mark.parametrize("place", [0, 4, 6, 20, -1])
def test_packed_event_that_was_changed_is_refused(place: int) -> None:
    blob = bytearray(packed(event("fide-2024", [2000, 1900], [(1, 2, "1-0")])))
    blob[place] ^= 1
    with pytest.raises(BlobError):
        unpack(bytes(blob))


def test_packed_event_that_was_cut_off_is_refused() -> None:
    blob = packed(event("fide-2024", [2000, 1900], [(1, 2, "1-0")]))
    for length in (0, 10, len(blob) - 1):
        with pytest.raises(BlobError):
            unpack(blob[:length])


def test_of_equal_greatest_differences_that_of_the_stronger_side_is_cut() -> None:
    """2022: 2400 beats 1900 (500, cut to 400: .92) and loses to 2900 (-500 in full: .04)."""
    found = event("fide-2022", [2400, 1900, 2900], [(1, 3, "0-1"), (1, 2, "1-0")])
    assert gains(found)[0] == 8 - 4


def test_rapid_games_600_apart_are_not_rated_with_a_player_above_2600() -> None:
    """R63: 2610 and 2010 are 600 apart, one above 2600; 2600 and 2000 are rated with the cut (.92); 599 apart too."""
    assert gains(event("fide-rb-2024-12", [2610, 2010], [(1, 2, "0-1")])) == [0, 0]
    assert gains(event("fide-rb-2024-12", [2600, 2000], [(1, 2, "1-0")])) == [8, -8]
    assert gains(event("fide-rb-2024-12", [2609, 2010], [(1, 2, "1-0")])) == [8, -8]


@pytest.mark.parametrize(("ratings", "counts"), [([1000, 1000, 1000], True), ([1000, 1000, 997], False)])
def test_first_result_is_thrown_away_below_the_floor_and_kept_on_it(ratings: list[int], counts: bool) -> None:
    """2012, floor 1000, half of the points against three: the mean itself, 1000 or 999."""
    found = event("fide-2012", [*ratings, None], [(4, 1, "1/2-1/2"), (4, 2, "1/2-1/2"), (3, 4, "1/2-1/2")])
    blob = packed(found)
    assert not unpack(blob).marks & EXACT
    assert (kernel_lines([blob], [found.rules], [0])[3][5] is not None) is counts


COUNTED = {
    "1-0": (2, 0), "1/2-1/2": (1, 1), "0-1": (0, 2), "0-0": (0, 0), "1/2-0": (1, 0), "0-1/2": (0, 1),
    "1-0a": (2, 0), "1/2-1/2a": (1, 1), "0-1a": (0, 2),
}  # fmt: skip


@pytest.mark.parametrize("code", GAME_CODES)
def test_games_that_count_and_their_half_points_are_those_of_the_table_of_codes(code: str) -> None:
    """Two players of 2000: counted games give the score minus a half; forfeits, open and unrated games nothing."""
    two, none = np.array([2000, 2000]), np.array([0, 0])
    arrays = EventArrays(
        persons=np.array([1, 2]), numbers=np.array([1, 2]), ratings=two, factors=none + 20, entry_marks=none,
        white=np.array([0]), black=np.array([1]), codes=np.array([CODE_NUMBERS[code]]),
    )  # fmt: skip
    lines = lines_of(unpack_all([pack(arrays)], [0]), [event_rules(edition("fide-2024"))])
    white, black = COUNTED.get(code, (0, 0))
    played = int(code in COUNTED)
    assert lines.games.tolist() == [played, played]
    assert lines.halves.tolist() == [white, black]
    assert lines.gain.tolist() == [50 * white - 50 * played, 50 * black - 50 * played]
