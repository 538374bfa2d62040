"""Crosstables and entries as CSV and JSON; text is made harmless for spreadsheets."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tournaments.interchange.entry_list import EntryRow, EntryTable, read_entries
from tournaments.interchange.points import parse_points
from tournaments.record.codes import GAME_CODES
from tournaments.record.crosstable import Cell, Row, crosstable
from tournaments.record.model import Entry, Record
from tournaments.rulebook.rounding import plain

__all__ = [
    "EntryRow",
    "EntryTable",
    "cell_text",
    "crosstable_csv",
    "crosstable_json",
    "csv_text",
    "entries_csv",
    "entries_json",
    "parse_points",
    "read_entries",
    "to_json",
]

BOM = "\ufeff"
_DANGEROUS = "=+-@\t\r"
_SAFE = re.compile(r"[+\-=]|[+\-]/[+\-]|=/=|[+\-]?\d+([.,]\d+)?", re.ASCII)


def csv_text(rows: Iterable[Sequence[str | int | Fraction | None]], *, delimiter: str = ";") -> str:
    """CSV that opens in a spreadsheet of our languages: UTF-8 with byte-order mark, semicolons, CR LF.

    Text that a spreadsheet would run as a formula gets a leading apostrophe, which `read_entries` strips;
    numbers (`-12`, `+4`) and result signs (`+`, `-`) stay as they are. Unknown is an empty cell.
    """
    target = io.StringIO()
    writer = csv.writer(target, delimiter=delimiter, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return BOM + target.getvalue()


def _cell(value: str | int | Fraction | None) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return harmless(value)
    return plain(value)


def harmless(text: str) -> str:
    """Text with an apostrophe in front if a spreadsheet would take it for a formula.

    >>> harmless("=HYPERLINK(1)"), harmless("-2+3"), harmless("-12"), harmless("+"), harmless("@Nora")
    ("'=HYPERLINK(1)", "'-2+3", '-12', '+', "'@Nora")
    """
    if text[:1] and text[0] in _DANGEROUS and not _SAFE.fullmatch(text):
        return f"'{text}"
    return text


def to_json(value: Mapping[str, object]) -> str:
    """JSON for a download: UTF-8, readable, keys in the order given."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def cell_text(cell: Cell, shown: Mapping[int, int] | None = None) -> str:
    """A crosstable cell as chess players write it: `12w1`, `3b½`, `5b+`, `U`; empty where nothing is known.

    `shown` maps start numbers to the numbers of the table shown (places); without it start numbers are used.
    """
    if cell.opponent is None:
        return cell.code
    number = shown.get(cell.opponent, cell.opponent) if shown else cell.opponent
    return f"{number}{cell.colour}{result_text(cell)}"


def result_text(cell: Cell) -> str:
    """The result from the player's side: `1`, `½`, `0`, with `u` unrated and `a` adjudicated; `+`, `-`, `=`.

    Empty while the game is open, `j` if it is adjourned.
    """
    if cell.open:
        return "j" if cell.code == "*j" else ""
    outcome = cell.side.outcome
    if not cell.played:
        return {"win": "+", "draw": "=", "loss": "-"}.get(outcome, "")
    mark = cell.code[-1] if cell.code[-1] in "ua" else ""
    return {"win": "1", "draw": "½", "loss": "0"}[outcome] + mark


def _ordered(record: Record, places: Mapping[int, int] | None) -> list[Row]:
    """Rows by place, equal places by start number; by start number alone without places."""
    rows = crosstable(record).rows
    return [
        rows[number] for number in sorted(rows, key=lambda number: ((places or {}).get(number, 0), number))
    ]


def crosstable_csv(
    record: Record,
    places: Mapping[int, int] | None = None,
    values: Mapping[int, Mapping[str, Fraction | int | None]] | None = None,
    *,
    order: Sequence[str] = (),
    delimiter: str = ";",
) -> str:
    """The crosstable as CSV, with the rows of `crosstable_rows`."""
    return csv_text(crosstable_rows(record, places, values, order=order), delimiter=delimiter)


def crosstable_rows(
    record: Record,
    places: Mapping[int, int] | None = None,
    values: Mapping[int, Mapping[str, Fraction | int | None]] | None = None,
    *,
    order: Sequence[str] = (),
) -> list[Sequence[str | int | Fraction | None]]:
    """The crosstable as rows under their heads: `Rk SNo Title Name Fed Rtg 1 2 … Pts` and the tie-breaks of `order`.

    `places` by start number decides rows and the numbers inside the cells (without it: start numbers);
    `values` are the tie-break values by start number and code.
    """
    shown = _shown(record, places)
    rounds = crosstable(record).rounds
    criteria = [code for code in order if code != "PTS"]
    head = ["Rk", "SNo", "Title", "Name", "Fed", "Rtg", *map(str, range(1, rounds + 1)), "Pts", *criteria]
    rows: list[Sequence[str | int | Fraction | None]] = [head]
    for row in _ordered(record, places):
        entry = row.entry
        own = (values or {}).get(entry.number, {})
        rows.append(
            [
                (places or {}).get(entry.number),
                entry.number,
                entry.title,
                entry.name,
                entry.federation,
                entry.rating,
                *(cell_text(cell, shown) for cell in row.cells),
                Fraction(row.halves, 2),
                *(own.get(code) for code in criteria),
            ]
        )
    return rows


def _shown(record: Record, places: Mapping[int, int] | None) -> dict[int, int] | None:
    """The numbers of the table shown: the row's position, so that equal places do not share a number."""
    if places is None:
        return None
    return {row.entry.number: position for position, row in enumerate(_ordered(record, places), 1)}


def crosstable_json(record: Record, places: Mapping[int, int] | None = None) -> dict[str, object]:
    """The crosstable for machines: points as plain text, codes in ASCII, opponents by start number."""
    rows: list[dict[str, object]] = []
    for row in _ordered(record, places):
        entry = entry_json(row.entry)
        place = (places or {}).get(row.entry.number)
        cells = [_cell_json(cell) for cell in row.cells if cell.code]
        rows.append({"place": place, **entry, "points": plain(Fraction(row.halves, 2)), "cells": cells})
    return {"event": record.event.name, "rounds": crosstable(record).rounds, "rows": rows}


def _cell_json(cell: Cell) -> dict[str, object]:
    found: dict[str, object] = {
        "round": cell.round,
        "code": cell.code,
        "points": plain(Fraction(cell.halves, 2)),
    }
    if cell.opponent is not None:
        found |= {"opponent": cell.opponent, "colour": cell.colour or None, "board": cell.board}
    if cell.code in GAME_CODES:
        found["result"] = result_text(cell)
    return found


def entry_json(entry: Entry) -> dict[str, object]:
    """An entry for a public download: the birth year only, no national number."""
    return {
        "start_number": entry.number,
        "name": entry.name,
        "title": entry.title or None,
        "federation": entry.federation or None,
        "rating": entry.rating,
        "fide_id": entry.fide_id or None,
        "birth_year": entry.birth[:4] or None,
        "club": entry.club or None,
    }


def entries_json(record: Record) -> dict[str, object]:
    """The entries for machines, by start number."""
    return {"event": record.event.name, "entries": [entry_json(entry) for entry in record.entries]}


def entries_csv(record: Record, *, delimiter: str = ";") -> str:
    """The start list as CSV, by start number; birth years only."""
    head = ["SNo", "Title", "Name", "Fed", "Rtg", "FIDE ID", "Birth", "Club"]
    rows: list[Sequence[str | int | Fraction | None]] = [head]
    for entry in record.entries:
        identity = (entry.number, entry.title, entry.name, entry.federation, entry.rating)
        rows.append([*identity, entry.fide_id, entry.birth[:4], entry.club])
    return csv_text(rows, delimiter=delimiter)
