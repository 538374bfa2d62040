"""Events of the golden cases in a short notation, and the cases themselves as parameters.

A round is a result and the opponent: `W9` won, `D13` drawn, `L2` lost, `+9` and `-9` won and lost by
forfeit, `*9` still open. Without an opponent: `U` pairing-allocated, `F` full, `H` half, `Z` zero-point bye,
`.` nothing.

A team event lists the matches of each round: `1 11=0 8` is team 1 against team 8 with its points board by
board, `1 + 6` a whole match won by forfeit; byes are `5 U`. Team n has the players (n - 1) x boards + 1 and so on.
"""

import tomllib
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tournaments.interchange.trf import read_trf
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, Team

CASES = Path(__file__).resolve().parents[1] / "cases"
SHARED = Path(__file__).resolve().parents[3] / "shared"
RESULTS = {
    ("W", "L"): "1-0",
    ("D", "D"): "1/2-1/2",
    ("L", "W"): "0-1",
    ("L", "L"): "0-0",
    ("+", "-"): "+/-",
    ("-", "+"): "-/+",
    ("-", "-"): "-/-",
    ("*", "*"): "*",
}


BOARD = {"1": "1-0", "=": "1/2-1/2", "0": "0-1"}


def team_record_from(description: Mapping[str, Any]) -> Record:
    """The record of a team event in the notation above, without colours."""
    size, count = description["boards"], description["teams"]

    def player(team: str, board: int) -> int:
        return (int(team) - 1) * size + board

    games, byes = [], []
    for round_number, facts in enumerate(description["round"], start=1):
        for place, match in enumerate(facts.get("matches", ())):
            first, points, second = match.split()
            codes = ["+/-"] * size if points == "+" else [BOARD[own] for own in points]
            assert len(codes) == size, match
            for board, code in enumerate(codes, start=1):
                white, black = player(first, board), player(second, board)
                number = place * size + board
                games.append(
                    Game(round_number, number, white, black, code, colours_known=False, match=place + 1)
                )
        for bye in facts.get("byes", ()):
            team, code = bye.split()
            byes += [Bye(round_number, player(team, board), code) for board in range(1, size + 1)]
    entries = tuple(Entry(number, f"Player {number}") for number in range(1, count * size + 1))
    teams = tuple(
        Team(n, f"Team {n}", tuple(range((n - 1) * size + 1, n * size + 1))) for n in range(1, count + 1)
    )
    head = EventFacts(
        description["name"],
        start=description["start"],
        system=description["system"],
        rounds=description["rounds"],
    )
    return Record(head, entries, tuple(games), tuple(byes), teams=teams)


def record_from(description: Mapping[str, Any]) -> Record:
    """The record of an event in the notation above; a game that is not mirrored is an error."""
    if "teams" in description:
        return team_record_from(description)
    players = {int(number): facts for number, facts in description["players"].items()}
    lines = {number: facts["rounds"].split() for number, facts in players.items()}
    games, byes = [], []
    for number, line in lines.items():
        for round_number, cell in enumerate(line, start=1):
            if cell == ".":
                continue
            if len(cell) == 1:
                byes.append(Bye(round_number, number, cell))
                continue
            other = int(cell[1:])
            mirrored = lines[other][round_number - 1]
            assert mirrored[1:] == str(number), f"round {round_number}: {number} {cell}, {other} {mirrored}"
            if number < other:
                code = RESULTS[cell[0], mirrored[0]]
                games.append(Game(round_number, number, number, other, code, colours_known=False))
    return Record(
        EventFacts(
            name=description["name"],
            start=description["start"],
            system=description["system"],
            rounds=description["rounds"],
        ),
        tuple(Entry(number, f"Player {number}", rating=facts["rating"]) for number, facts in players.items()),
        tuple(games),
        tuple(byes),
    )


def shared_record(path: str) -> Record:
    """The record of a TRF file of the collection beside the repository; the test is skipped without it."""
    file = SHARED / path
    if not file.exists():
        pytest.skip(f"the collection of tournament files beside the repository has no {path}")
    return read_trf(file.read_bytes(), path).record


def record_of_case(case: Mapping[str, Any]) -> Record:
    """The record that a golden case is about."""
    if "file" in case:
        return shared_record(case["file"])
    return record_from(tomllib.loads((CASES / case["event"]).read_text("utf-8")))


def golden_cases() -> list[dict[str, Any]]:
    """Every golden case of the tie-break regulations, with the defaults of its file filled in."""
    found = []
    for regulation in ("c07", "ua-tiebreaks"):
        for path in sorted((CASES / regulation).glob("*/*.toml")):
            data = tomllib.loads(path.read_text("utf-8"))
            defaults = {
                name: data[name] for name in ("edition", "event", "unplayed", "primary") if name in data
            }
            found += [defaults | case for case in data.get("case", [])]
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "golden_case" in metafunc.fixturenames:
        cases = golden_cases()
        names = [f"{case['edition']} {case['name']}" for case in cases]
        metafunc.parametrize("golden_case", cases, ids=names)


@pytest.fixture
def make_record() -> Callable[..., Record]:
    """Builds a record from rounds by start number: `make_record({1: "W2", 2: "L1"}, system="swiss")`."""

    def make(
        rounds: Mapping[int, str],
        *,
        system: str = "swiss",
        announced: int = 0,
        start: date | None = date(2026, 4, 1),
        ratings: Mapping[int, int | None] | None = None,
    ) -> Record:
        known = ratings or {}
        return record_from(
            {
                "name": "Invented",
                "system": system,
                "start": start,
                "rounds": announced,
                "players": {
                    n: {"rounds": line, "rating": known.get(n, 2000 - n)} for n, line in rounds.items()
                },
            }
        )

    return make


@pytest.fixture
def case_record() -> Callable[[Mapping[str, Any]], Record]:
    """The record of a golden case."""
    return record_of_case


@pytest.fixture
def collected() -> Callable[[str], Record]:
    """A record of the collection of files beside the repository."""
    return shared_record


@pytest.fixture
def shared_bytes() -> Callable[[str], bytes]:
    """The bytes of a file of the collection beside the repository."""
    return lambda path: (SHARED / path).read_bytes()
