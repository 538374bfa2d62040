"""Crosstables of a round robin that name the opponents in their columns: a square of results, turned into rounds.

Such a table says who made how many points against whom and nothing else. The games are put into the rounds of the
Berger table (C.05, annex 1) by the numbers of the players; colours stay unknown. A pair of empty cells is a game
that is still to be played. A cell of several results holds one for each cycle: `1½`, `1 0`, `½/½` is written `½½`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from tournaments.interchange.cross_rows import CrossRows
from tournaments.record.findings import Finding

LEAST_PLAYERS = 3
_OWN = frozenset({"*", "**", "***", "x", "xx", "xxx", "х", "#", "■", "—", "–", "\\"})
_RESULT = re.compile(r"1/2|0[.,]5|[0½1=+\-]")
_CODES = {"1": "W", "0": "L", "½": "D", "1/2": "D", "0.5": "D", "0,5": "D", "=": "D", "+": "+", "-": "-"}


def in_rounds(table: CrossRows) -> CrossRows:
    """The table with a column for each round in place of one for each opponent; unchanged if it is no square."""
    places = [place for place, field in enumerate(table.columns) if field.startswith("round ")]
    rows = [(line, cells) for line, cells in table.rows if _named(table, cells)]
    if len(rows) != len(places) or len(rows) < LEAST_PLAYERS:
        return table
    if [table.columns[place] for place in places] != [f"round {n}" for n in range(1, len(rows) + 1)]:
        return table
    square = [[cells[place] for place in places] for _line, cells in rows]
    own = _own_columns(square)
    if own is None:
        return table
    results = [[_results(text) for text in row] for row in square]
    others = [[found for c, found in enumerate(row) if c != own[r]] for r, row in enumerate(results)]
    if any(found is None for row in others for found in row) or not any(map(any, others)):
        return table
    cycles = max(len(found or ()) for row in others for found in row)
    numbers = _numbers(table, rows)
    holder = {column: numbers[row] for row, column in enumerate(own)}
    each_cycle = len(rows) - 1 + len(rows) % 2
    made = []
    for row, (line, cells) in enumerate(rows):
        rounds = [""] * (each_cycle * cycles)
        for column, found in enumerate(results[row]):
            if column != own[row]:
                first = berger_round(numbers[row], holder[column], len(rows))
                for cycle in range(cycles):
                    code = found[cycle] if found and cycle < len(found) else ""
                    rounds[first - 1 + cycle * each_cycle] = f"{holder[column]}:{code}"
        kept = [cell for place, cell in enumerate(cells) if place not in places]
        made.append((line, (*kept, str(numbers[row]), *rounds)))
    fields = [_kept(field) for place, field in enumerate(table.columns) if place not in places]
    columns = (*fields, "number", *(f"round {number}" for number in range(1, each_cycle * cycles + 1)))
    told = Finding("warning", "table.square", inputs={"cycles": cycles})
    return replace(table, columns=columns, rows=tuple(made), findings=(*table.findings, told), cycles=cycles)


def berger_round(one: int, other: int, players: int) -> int:
    """The round of the Berger table in which two numbers of so many players meet.

    >>> [berger_round(1, 4, 4), berger_round(2, 3, 4), berger_round(4, 3, 4), berger_round(1, 2, 4)]
    [1, 1, 2, 2]
    """
    even = players + players % 2
    if even in (one, other):
        one = other = min(one, other)
    return (one + other - 2) % (even - 1) + 1


def _kept(field: str) -> str:
    """The column of numbers is written anew, from the numbers by which the rounds were found."""
    return "" if field == "number" else field


def _named(table: CrossRows, cells: Sequence[str]) -> bool:
    fields = dict(zip(table.columns, cells, strict=True))
    return bool(fields.get("name") or fields.get("surname") or fields.get("first_name"))


def _own_columns(square: Sequence[Sequence[str]]) -> list[int] | None:
    """Which column is each row's own: where its mark stands, or the diagonal; None if that makes no order."""
    marks = [[column for column, text in enumerate(row) if text.casefold().strip() in _OWN] for row in square]
    if all(len(found) == 1 for found in marks):
        own = [found[0] for found in marks]
        return own if len(set(own)) == len(own) else None
    if any(found and found != [row] for row, found in enumerate(marks)):
        return None
    return (
        list(range(len(square)))
        if all(row in found or not square[row][row].strip() for row, found in enumerate(marks))
        else None
    )


def _results(text: str) -> tuple[str, ...] | None:
    """The results of a cell as letters; empty for a game to be played, None for what is no result."""
    plain = re.sub(r"[\s|;]+", "", text.replace("−", "-"))
    if plain.casefold() in _OWN:
        return ()
    found = _RESULT.findall(plain)
    return tuple(_CODES[one] for one in found) if "".join(found) == plain else None


def _numbers(table: CrossRows, rows: Sequence[tuple[int, Sequence[str]]]) -> list[int]:
    """The start numbers if the table has all of them, else the places."""
    if "number" in table.columns:
        column = table.columns.index("number")
        texts = [cells[column].strip().rstrip(".") for _line, cells in rows]
        if sorted(texts) == sorted(map(str, range(1, len(rows) + 1))):
            return [int(text) for text in texts]
    return list(range(1, len(rows) + 1))
