"""What our border to the Swiss engine costs on top of the engine itself."""

import time
from collections.abc import Callable
from random import Random

import pytest

from tournaments.pairing import gacrux_adapter
from tournaments.pairing.gacrux_adapter import pair_json
from tournaments.pairing.swiss import from_json, request_from, result_from
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record

GREATEST_SHARE = 15  # hundredths of the engine's own time


def event_after_four_rounds(players: int) -> Record:
    """Four rounds paired by the engine, results by chance from a fixed seed."""
    chance = Random(players)
    entries = tuple(Entry(number, f"Player {number}") for number in range(1, players + 1))
    record = Record(EventFacts("Club", system="swiss", rounds=9, first_colour="w"), entries)
    for round_number in range(1, 5):
        answer = pair_json(request_from(record, round_number).to_json())
        games = tuple(
            Game(round_number, board, white, black, chance.choice(("1-0", "1/2-1/2", "0-1")))
            for board, (white, black) in enumerate(answer["pairs"], start=1)
        )
        byes = () if answer["bye"] is None else (Bye(round_number, answer["bye"], "U"),)
        record = Record(record.event, entries, record.games + games, record.byes + byes)
    return record


def best_of_five(work: Callable[[], object]) -> int:
    """The shortest of five runs, in nanoseconds of this process's own computing time."""
    times = []
    for _ in range(5):
        start = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - start)
    return min(times)


@pytest.mark.parametrize("players", [50, 200])
def test_request_check_and_reasons_cost_little_beside_the_engine(players: int) -> None:
    record = event_after_four_rounds(players)
    request = request_from(record, 5)
    asked = request.to_json()
    answer = pair_json(asked)
    whole = best_of_five(lambda: pair_json(asked))
    inside = best_of_five(lambda: gacrux_adapter._tournament(from_json(asked)))
    outside = best_of_five(lambda: result_from(record, request_from(record, 5), answer))
    outside += best_of_five(request.to_json)
    assert 100 * (inside + outside) < GREATEST_SHARE * (whole - inside)
