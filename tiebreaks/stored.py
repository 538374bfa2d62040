"""Standings in the database: a head and a row for each player, written by one statement and read by one query.

A row keeps whole numbers: `raw` are the values under the labels of the head, of which the head's `units` make one.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import connection, transaction

from tiebreaks.models import StandingsRow, StoredStandings
from tournaments.rulebook.rounding import exact_text, plain

Payload = dict[str, Any]
MOST_DIGITS = 4  # units of more decimals than that are thirds and the like
COLUMNS = {  # of the table, and what PostgreSQL calls the type of an array of it
    "number": "int",
    "place": "int",
    "place_before": "int",
    "entry": "bigint",
    "person": "bigint",
    "name": "text",
    "title": "text",
    "federation": "text",
    "rating": "int",
    "performance": "int",
    "path": "text",
    "raw": "text",
    "reasons": "text",
}


class Row(NamedTuple):
    """A player's row as it is stored: places after each criterion, raw values and reasons as lists in JSON."""

    number: int
    place: int
    place_before: int | None
    entry: int
    person: int | None
    name: str
    title: str
    federation: str
    rating: int | None
    performance: int | None
    path: str
    raw: str
    reasons: str


class Stored(NamedTuple):
    """A standing as it is stored."""

    head: Payload
    rows: Sequence[Row]


def found(key: Mapping[str, Any]) -> Stored | None:
    """The standing kept under a key, in two queries; None if there is none."""
    head = StoredStandings.objects.filter(**key).first()
    if head is None:
        return None
    rows = StandingsRow.objects.filter(standings_id=head.pk).order_by("position")
    return Stored(head.payload, [Row._make(row) for row in rows.values_list(*COLUMNS)])


def keep(key: Mapping[str, Any], stored: Stored) -> None:
    """Keep a standing under its key; those of earlier versions of the event go.

    Two first readers may meet here: both counted the same, and the second finds it there.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        _drop_before(cursor, key["event_id"], key["event_version"])
        head = _insert_head(cursor, {**key, "payload": json.dumps(stored.head)})
        if head is not None and stored.rows:
            _insert_rows(cursor, head, stored.rows)


def _tables() -> tuple[str, str]:
    heads, rows = (
        connection.ops.quote_name(model._meta.db_table) for model in (StoredStandings, StandingsRow)
    )
    return heads, rows


def _drop_before(cursor: Any, event_id: int, version: int) -> None:
    heads, rows = _tables()
    old = f"FROM {heads} WHERE event_id = %s AND event_version < %s"
    cursor.execute(f"DELETE FROM {rows} WHERE standings_id IN (SELECT id {old})", [event_id, version])  # noqa: S608 (names of tables)
    cursor.execute(f"DELETE {old}", [event_id, version])


def _insert_head(cursor: Any, values: Mapping[str, Any]) -> int | None:
    """The key of the new head; None where somebody else has just put it there."""
    heads, _rows = _tables()
    marks = ", ".join(["%s"] * len(values))
    cursor.execute(
        f"INSERT INTO {heads} ({', '.join(values)}) VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING id",  # noqa: S608
        list(values.values()),
    )
    found = cursor.fetchone()
    return None if found is None else int(found[0])


def _insert_rows(cursor: Any, head: int, rows: Sequence[Row]) -> None:
    _heads, table = _tables()
    names = ", ".join(connection.ops.quote_name(name) for name in ("standings_id", "position", *COLUMNS))
    if connection.vendor == "postgresql":
        arrays = ", ".join(f"%s::{kind}[]" for kind in COLUMNS.values())
        cursor.execute(
            f"INSERT INTO {table} ({names}) SELECT %s, given.ordinality, "  # noqa: S608 (names of columns)
            f"{', '.join(f'given.{name}' for name in COLUMNS)} "
            f"FROM unnest({arrays}) WITH ORDINALITY AS given ({', '.join(COLUMNS)}, ordinality)",
            [head, *(list(column) for column in zip(*rows, strict=True))],
        )
        return
    marks = ", ".join(["%s"] * (len(COLUMNS) + 2))
    cursor.executemany(
        f"INSERT INTO {table} ({names}) VALUES ({marks})",  # noqa: S608 (names of columns)
        [(head, position, *row) for position, row in enumerate(rows, start=1)],
    )


def lists_of(rows: Iterable[Sequence[Any]]) -> list[str]:
    """Each list as JSON, made in one go; the lists hold whole numbers and None alone.

    >>> lists_of([(1, None), (20, 3)])
    ['1,null', '20,3']
    """
    text = json.dumps(list(rows), separators=(",", ":"))
    return text[2:-2].split("],[") if len(text) > len("[]") else []


# -- what a page reads ---------------------------------------------------------------------------------------


def payload_of(stored: Stored) -> Payload:
    """The standing as pages read it: the head, and `rows` with values as plain text by label."""
    head = stored.head
    labels: list[str] = head["labels"]
    texts = _text_columns(stored)
    exact = _exact_columns(stored)
    reason_labels: list[str] = head["reason_labels"]
    paths = _listed(row.path for row in stored.rows)
    by_lot = frozenset(head.get("by_lot", ()))
    special = frozenset(head.get("special", ()))
    play_offs = {number: first for first, numbers in head.get("play_offs", ()) for number in numbers}
    rows = []
    for index, (row, shown, path) in enumerate(zip(stored.rows, texts, paths, strict=True)):
        values = dict(zip(labels, shown, strict=True))
        made: Payload = {
            "place": row.place,
            "number": row.number,
            "entry": row.entry,
            "person": row.person,
            "name": row.name,
            "title": row.title,
            "federation": row.federation,
            "rating": row.rating,
            "points": values["PTS"],
            "values": values,
            "reasons": dict(zip(reason_labels, row.reasons.split(","), strict=True)) if reason_labels else {},
            "performance": row.performance,
            "path": path,
        }
        if exact and (found := {label: column[index] for label, column in exact.items() if column[index]}):
            made["exact"] = found
        if row.number in special:
            made["special"] = True
        if row.place_before is not None:
            made["place_before"] = row.place_before
            made["by_lot"] = row.number in by_lot
            made["play_off"] = play_offs.get(row.number)
        rows.append(made)
    return head | {"rows": rows}


def _listed(texts: Iterable[str]) -> list[list[int | None]]:
    found: list[list[int | None]] = json.loads(f"[[{'],['.join(texts)}]]")
    return found if found != [[]] else []


class _Texts(dict[int | None, str | None]):
    """The plain text of raw values of a unit; equal values share one."""

    def __init__(self, unit: int) -> None:
        super().__init__({None: None})
        self.unit, self.digits = unit, _digits(unit)

    def __missing__(self, raw: int) -> str:
        text = self[raw] = _decimal(raw, self.unit, self.digits)
        return text


def _text_columns(stored: Stored) -> list[tuple[str | None, ...]]:
    """The texts of each row, in the order of the labels."""
    if not stored.rows:
        return []
    columns = zip(*_listed(row.raw for row in stored.rows), strict=True)
    units = zip(stored.head["units"], columns, strict=True)
    shown = [map(_Texts(unit).__getitem__, column) for unit, column in units]
    return list(zip(*shown, strict=True))


def _exact_columns(stored: Stored) -> dict[str, list[str | None]]:
    """The fractions of the columns whose unit has no finite decimal, by label; None where the text is exact."""
    units = zip(stored.head["labels"], stored.head["units"], strict=True)
    wanted = {label: (index, unit) for index, (label, unit) in enumerate(units) if _digits(unit) is None}
    if not wanted:
        return {}
    raw = _listed(row.raw for row in stored.rows)
    return {
        label: [None if row[index] is None else exact_text(Fraction(row[index] or 0, unit)) for row in raw]
        for label, (index, unit) in wanted.items()
    }


def _digits(unit: int) -> int | None:
    """How many decimals are enough for parts of which `unit` make one; None if no number is."""
    return next((count for count in range(MOST_DIGITS) if 10**count % unit == 0), None)


def _decimal(raw: int, unit: int, digits: int | None) -> str:
    """`raw` of `unit` as `plain` gives it; `digits` decimals are always enough (None: nobody knows).

    >>> _decimal(-27, 2, 1), _decimal(8, 4, 2), _decimal(40, 3, None)
    ('-13.5', '2', '13.3333')
    """
    if digits is None:
        return plain(Fraction(raw, unit))
    if not digits:
        return str(raw // unit)
    scaled = str(abs(raw) * (10**digits // unit)).rjust(digits + 1, "0")
    text = f"{scaled[:-digits]}.{scaled[-digits:]}".rstrip("0").rstrip(".")
    return f"-{text}" if raw < 0 else text
