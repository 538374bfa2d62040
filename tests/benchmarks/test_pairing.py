"""What our border to the Swiss engine costs on top of the engine itself.

`FULL_SIZE=1` pairs round 5 of events up to 1,000 players. The four rounds before are made here (no rematch, neighbours
in score), since the engine would need minutes for them; what is measured depends on sizes, not on beauty.
"""

import time
from collections.abc import Callable
from random import Random

import pytest

from tournaments.pairing import gacrux_adapter
from tournaments.pairing.gacrux_adapter import pair_json
from tournaments.pairing.swiss import from_json, request_from, result_from
from tournaments.record.model import Entry, EventFacts, Game, Record

GREATEST_SHARE = 15  # hundredths of the engine's own time
SMALL = (50, 200)
FULL = (50, 200, 500, 1000)


def event_after_four_rounds(players: int) -> Record:
    """Four rounds of neighbours in score who have not met, colours in turn, results by chance from a seed."""
    chance = Random(players)
    entries = tuple(Entry(number, f"Player {number}") for number in range(1, players + 1))
    points = dict.fromkeys(range(1, players + 1), 0)
    whites = dict.fromkeys(points, 0)
    met: dict[int, set[int]] = {number: set() for number in points}
    games: list[Game] = []
    for round_number in range(1, 5):
        free = sorted(points, key=lambda number: (-points[number], number))
        board = 0
        while free:
            one = free.pop(0)
            other = next(number for number in free if number not in met[one])
            free.remove(other)
            white, black = sorted((one, other), key=lambda number: (whites[number], chance.random()))
            board += 1
            code = chance.choice(("1-0", "1/2-1/2", "0-1"))
            games.append(Game(round_number, board, white, black, code))
            points[white] += {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[code]
            points[black] += {"1-0": 0, "1/2-1/2": 1, "0-1": 2}[code]
            whites[white] += 1
            met[one].add(other)
            met[other].add(one)
    facts = EventFacts("Open", system="swiss", rounds=9, first_colour="w")
    return Record(facts, entries, tuple(games))


def best(work: Callable[[], object], runs: int) -> int:
    """The shortest of the runs, in nanoseconds of this process's own computing time."""
    times = []
    for _ in range(runs):
        start = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - start)
    return min(times)


@pytest.mark.parametrize("players", FULL)
def test_request_check_and_reasons_cost_little_beside_the_engine(players: int, full_size: bool) -> None:
    if players not in SMALL and not full_size:
        pytest.skip("FULL_SIZE=1 pairs as many")
    record = event_after_four_rounds(players)
    request = request_from(record, 5)
    asked = request.to_json()
    answer = pair_json(asked)
    whole = best(lambda: pair_json(asked), 5 if players in SMALL else 1)
    inside = best(lambda: gacrux_adapter._tournament(from_json(asked)), 5)
    outside = best(lambda: result_from(record, request_from(record, 5), answer), 5)
    outside += best(request.to_json, 5)
    share = 100 * (inside + outside) / (whole - inside)
    print(f"{players} players: engine {(whole - inside) / 1e9:.2f} s, ours {share:.1f} % on top")
    result = result_from(record, request_from(record, 5), answer)
    assert len(result.pairs) == players // 2
    if full_size:
        assert share < GREATEST_SHARE
