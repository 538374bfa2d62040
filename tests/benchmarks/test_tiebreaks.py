"""Standings of a large open under the whole of article 16: equal to two independent programs, and faster.

The event has byes, forfeits and withdrawals. The ordinary run takes one hundredth of the full size (500 players, 11
rounds) and checks equality alone; `TIE_BREAK_SCALE=100` is the full size and holds the ratios. Times are this
process's own, in turn. Ours includes laying out the record; the other programs get their own shapes for nothing,
and of gacrux the reading is not timed.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from tiebreak_core import rank_standings_strict

from tests.benchmarks.standings_data import open_event
from tests.tiebreaks.engine.test_oracles import (
    GACRUX_CODES,
    GACRUX_CODES_OF_2026,
    codes_shared_with_tiebreak_core,
    for_tiebreak_core,
    of_gacrux,
    of_tiebreak_core,
    ours_for_gacrux,
    ours_rounded,
    unsettled,
)
from tiebreaks.engine.ranking import rank
from tournaments.interchange.trf import write_trf
from tournaments.record.model import Record
from tournaments.rulebook.shelf import edition

SCALE = int(os.environ.get("TIE_BREAK_SCALE", "1"))  # per cent of the full size
FULL = SCALE >= 100
PLAYERS = max(12, 500 * SCALE // 100)
KEY, RULESET = "c07-2026", "fide-2026"
CORE_CODES = codes_shared_with_tiebreak_core(KEY)
OF_GACRUX = ("PTS", "DE", *(code for code in (*GACRUX_CODES, *GACRUX_CODES_OF_2026) if code != "PTS"))
LEAST_OF_CORE, LEAST_OF_GACRUX = 20, 40
MOST_GROWTH = 5  # four times the players, five times the time


def large_open(players: int = PLAYERS) -> Record:
    """The event of the benchmarks, with as many rounds as its players can play."""
    return open_event(players) if FULL else open_event(players, 5)


def shortest(work: Callable[[], object], runs: int) -> int:
    """The shortest of some runs, in nanoseconds of computing."""
    times = []
    for _ in range(runs):
        start = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - start)
    return min(times)


def told(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """A line of the run's output."""
    with capsys.disabled():
        sys.stdout.write(f"\n{text}\n")


def test_standing_equals_tiebreak_core_and_is_faster(capsys: pytest.CaptureFixture[str]) -> None:
    record = large_open()
    if not FULL:
        theirs = of_tiebreak_core(record, KEY)
        standings = rank(record, edition(KEY), ["PTS", *theirs])
        for code, values in theirs.items():
            assert unsettled("tiebreak-core", record, code, ours_rounded(standings, code), values) == [], code
    order, players = ["PTS", *CORE_CODES.values()], for_tiebreak_core(record)
    mine = shortest(lambda: rank(record, edition(KEY), order), 9)
    other = shortest(
        lambda: rank_standings_strict(
            players, list(CORE_CODES), total_rounds=record.event.rounds, ruleset=RULESET
        ),
        3 if FULL else 1,
    )
    told(
        capsys,
        f"{len(order)} columns of {PLAYERS} players: {mine / 1e6:.1f} ms, 1/{other / mine:.0f} of tiebreak-core",
    )
    if FULL:
        assert other > LEAST_OF_CORE * mine


def test_standing_equals_gacrux_and_is_faster(capsys: pytest.CaptureFixture[str]) -> None:
    record = large_open()
    text = write_trf(record)
    if not FULL:
        _edition, theirs, _places = of_gacrux(text, [code for code in OF_GACRUX if code != "DE"])
        standings = rank(record, edition(KEY), list(theirs))
        for code, values in theirs.items():
            assert unsettled("gacrux", record, code, ours_for_gacrux(standings, code), values) == [], code
    mine = shortest(lambda: rank(record, edition(KEY), OF_GACRUX), 9)
    other = min(gacrux_computing(text) for _run in range(2 if FULL else 1))
    told(
        capsys,
        f"{len(OF_GACRUX)} columns of {PLAYERS} players: {mine / 1e6:.1f} ms, 1/{other / mine:.0f} of gacrux",
    )
    if FULL:
        assert other > LEAST_OF_GACRUX * mine


def gacrux_computing(text: str) -> int:
    """Nanoseconds that gacrux computes the same columns; its reader is not part of them."""
    from gacrux.tiebreak import tiebreak
    from gacrux.trf2json import trf2json

    reader: Any = trf2json()
    reader.parse_file(text, 0)
    tournament = reader.get_tournament(1)
    asked = {
        "tiebreak": list(OF_GACRUX),
        "check": False,
        "unrated": None,
        "pre_determined": False,
        "swiss": True,
    }
    start = time.process_time_ns()
    tiebreak(tournament, -1, {"swiss": True}).compute_tiebreaks(tournament, asked)
    return time.process_time_ns() - start


def test_time_grows_with_the_number_of_players_alone(capsys: pytest.CaptureFixture[str]) -> None:
    small, large = large_open(), large_open(4 * PLAYERS)
    order = ["PTS", *CORE_CODES.values(), "DE"]

    def count(record: Record) -> object:
        return rank(record, edition(KEY), order)

    count(small)
    growth = shortest(lambda: count(large), 5) / shortest(lambda: count(small), 5)
    told(capsys, f"standings of {4 * PLAYERS} and {PLAYERS} players: {growth:.1f} times the time")
    if FULL:
        assert growth < MOST_GROWTH
