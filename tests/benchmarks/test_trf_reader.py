"""Reading a large TRF: the record that was written, in time that grows with the players and not with their square."""

import gc
import time
from collections.abc import Callable

from tournaments.interchange.trf import read_trf, write_trf
from tournaments.record.model import Entry, EventFacts, Game, Record


def big_file(players: int, rounds: int = 11) -> bytes:
    """A file in which neighbours at a growing distance draw."""
    games = []
    for round_number in range(1, rounds + 1):
        order = [(number * 7 + round_number * number * number) % players for number in range(players)]
        ranked = sorted(range(players), key=lambda number: (order[number], number))
        games += [
            Game(round_number, board + 1, ranked[2 * board] + 1, ranked[2 * board + 1] + 1, "1/2-1/2")
            for board in range(players // 2)
        ]
    people = tuple(Entry(number, f"Player, {number}", rating=2000) for number in range(1, players + 1))
    return write_trf(Record(EventFacts("Big", rounds=rounds), people, tuple(games))).encode()


def seconds(work: Callable[[], object]) -> float:
    """The shortest of three; what other benchmarks of the process left is not gone through meanwhile."""
    best = 60.0
    gc.collect()
    gc.freeze()
    for _ in range(3):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    gc.unfreeze()
    return best


def test_a_large_file_is_read_in_proportion_to_its_players(full_size: bool) -> None:
    small, large = (big_file(250), big_file(1000)) if full_size else (big_file(10), big_file(40))
    record = read_trf(large).record
    assert (len(record.entries), len(record.games)) == ((1000, 5500) if full_size else (40, 220))
    ratio = seconds(lambda: read_trf(large)) / seconds(lambda: read_trf(small))
    print(f"\nfour times the players: {ratio:.1f} times the time")
    if full_size:
        assert ratio < 9
