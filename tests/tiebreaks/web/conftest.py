"""Events in the database from lines such as `4w1 2b= 6w0`, one player a line; everybody is invented.

A cell is the opponent, the colour and the result from the player's view: `1 = 0` played, `+ -` forfeits,
`*` open; or a bye: `U F H Z`; or `.` for nothing.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import pytest

CELL = re.compile(r"(\d+)([wb])([-1=0+*]u?)")
WHITE_CODES = {
    ("1", "0"): "1-0",
    ("=", "="): "1/2-1/2",
    ("0", "1"): "0-1",
    ("1u", "0u"): "1-0u",
    ("+", "-"): "+/-",
    ("-", "+"): "-/+",
    ("-", "-"): "-/-",
    ("*", "*"): "*",
}
START = date(2026, 4, 4)
COMMON: dict[str, Any] = {"federation": "XXA"}


def store(event: Any, lines: Mapping[int, str], facts: Mapping[int, dict[str, Any]]) -> None:
    """Entries, rounds, games and seats of the lines."""
    from tournaments.models import Entry, Game, Round, Seat

    entries = Entry.objects.bulk_create(
        Entry(
            event=event,
            number=number,
            **(
                COMMON
                | {"name": f"Player{number:03d}, Test", "rating": 2200 - number}
                | facts.get(number, {})
            ),
        )
        for number in lines
    )
    of = {entry.number: entry for entry in entries}
    cells = {number: line.split() for number, line in lines.items()}
    rounds = max((len(row) for row in cells.values()), default=0)
    for index in range(rounds):
        stored = Round.objects.create(event=event, number=index + 1)
        games, byes = [], []
        for number, row in cells.items():
            cell = row[index] if index < len(row) else "."
            found = CELL.fullmatch(cell)
            if found is None:
                assert cell in "UFHZ.", cell
                byes += [Seat(round=stored, entry=of[number], bye=cell)] if cell != "." else []
            elif found[2] == "w":
                other = CELL.fullmatch(cells[int(found[1])][index])
                assert other is not None
                assert (int(other[1]), other[2]) == (number, "b"), f"round {index + 1}: {number} {cell}"
                code = WHITE_CODES[found[3], other[3]]
                games.append((of[number], of[int(found[1])], code))
        made = Game.objects.bulk_create(
            Game(round=stored, board=board, white=white, black=black, code=code)
            for board, (white, black, code) in enumerate(games, start=1)
        )
        Seat.objects.bulk_create(byes)
        for game in made:
            Seat.objects.create(round=stored, entry=game.white, game=game, colour="w")
            Seat.objects.create(round=stored, entry=game.black, game=game, colour="b")


@pytest.fixture
def make_event(db: Any) -> Callable[..., Any]:
    """Makes an event from lines: `make_event({1: "2w1", 2: "1b0"}, order="PTS,BH")`."""
    from tournaments.models import Event

    def make(
        lines: Mapping[int, str],
        *,
        order: str = "PTS,BH,SB",
        facts: Mapping[int, dict[str, Any]] | None = None,
        **fields: Any,
    ) -> Any:
        rounds = max((len(line.split()) for line in lines.values()), default=0)
        values = {
            "name": "Invented Open",
            "start": START,
            "system": "swiss",
            "state": "playing",
            "tie_break_edition": "c07-2026",
            "unplayed_edition": "c07-2026",
            "tie_break_order": order,
            "rounds_planned": max(rounds, 1),
        }
        event = Event.objects.create(**(values | fields))
        store(event, lines, facts or {})
        return event

    return make


@pytest.fixture
def accounts(db: Any) -> Callable[..., Any]:
    """Makes an account by name."""
    from players.models import Account

    return lambda name: Account.objects.create_user(username=name, password="baize-and-ink-64")


# Three rounds of six players; the final order is 6, 2, 1, 4, 5, 3.
SIX = {
    1: "4w1 2b= 6w0",
    2: "5b1 1w= 3w1",
    3: "6w= 5w0 2b0",
    4: "1b0 6b0 5w1",
    5: "2w0 3b1 4b0",
    6: "3b= 4w1 1b1",
}

# Numbers 2, 4 and 6 are tied; only 2 and 6 met.
THREE_TIED = {
    1: "5w= 4b0 3w1",
    2: "6b0 3w1 8b1",
    3: "7w1 2b0 1b0",
    4: "8b1 1w1 5b0",
    5: "1b= 7b1 4w1",
    6: "2w1 8w1 7b0",
    7: "3b0 5w0 6w1",
    8: "4w0 6b0 2w0",
}


@pytest.fixture
def six(make_event: Callable[..., Any]) -> Any:
    """Six players after three rounds."""
    return make_event(SIX)


@pytest.fixture
def three_tied(make_event: Callable[..., Any]) -> Any:
    """Eight players of whom three are tied and not all have met."""
    return make_event(THREE_TIED, order="PTS,DE,BH")
