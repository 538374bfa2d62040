"""What both databases do their own way: many rows in, many rows out, and the table into which a great list goes.

Everything here runs inside the caller's transaction: it is seen whole when that commits, or not at all.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from django.db import connection

from players.models import ListedRating, RatingList

ROWS_AT_ONCE = 20_000
ESCAPED = (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"))
ROWS = ListedRating._meta.db_table
PERIOD = "list of period "
GUARD = f"{ROWS}_stays_insert"


def is_postgres() -> bool:
    """Whether the portal's database is PostgreSQL."""
    return connection.vendor == "postgresql"


def insert_rows(cursor: Any, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Put the rows into a table: COPY on PostgreSQL, one prepared statement on SQLite."""
    names = ", ".join(f'"{name}"' for name in columns)
    if is_postgres():
        with cursor.copy(f'COPY "{table}" ({names}) FROM STDIN') as copy:
            for lines in _lines(rows):
                copy.write(lines)
        return
    marks = ", ".join(["%s"] * len(columns))
    cursor.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', rows)  # noqa: S608


def _lines(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Rows as COPY reads them, some thousands at a time: an eighth of the time of a call for each row."""
    left = iter(rows)
    while some := list(islice(left, ROWS_AT_ONCE)):
        yield "".join(
            ["\t".join(["\\N" if cell is None else _cell(cell) for cell in row]) + "\n" for row in some]
        )


def _cell(cell: Any) -> str:
    text = str(cell)
    if "\\" in text or "\t" in text or "\n" in text or "\r" in text:
        for character, spelled in ESCAPED:
            text = text.replace(character, spelled)
    return text


def streamed(sql: str, parameters: Sequence[Any] = ()) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a query, twenty thousand at a time, so that a million of them are never held at once."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, parameters)
        while rows := cursor.fetchmany(ROWS_AT_ONCE):
            yield rows


@contextmanager
def table_of_list(cursor: Any, list_id: int, period_id: int) -> Iterator[str]:
    """The table into which a list that is not published yet is filled by statements over whole tables.

    On PostgreSQL a table of its own without keys, which afterwards gets its primary key, its indexes, its foreign
    keys (checked in one join each, not by a trigger for every row) and becomes a partition of the lists' rows. On
    SQLite the rows' table itself: the trigger that looks at the list of every new row rests meanwhile, for only
    this transaction writes.
    """
    if is_postgres():
        start_partition(cursor, list_id, period_id)
        yield part_table(list_id)
        finish_partition(cursor, list_id)
        return
    cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = %s", [GUARD])
    guards = [sql for (sql,) in cursor.fetchall()]
    for _sql in guards:
        cursor.execute(f"DROP TRIGGER {GUARD}")
    yield ROWS
    for sql in guards:
        cursor.execute(sql)


def part_table(list_id: int) -> str:
    """The name of a list's own table on PostgreSQL."""
    return f"{ROWS}_{int(list_id)}"


def reserve_list_id(cursor: Any) -> int:
    """The number of a list to come, on PostgreSQL; no other list will have it."""
    cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [RatingList._meta.db_table])
    return int(cursor.fetchone()[0])


def start_partition(cursor: Any, list_id: int, period_id: int) -> None:
    """A bare table like that of the rows; one of this name can only be left from a list that never was."""
    table = part_table(list_id)
    cursor.execute(f'DROP TABLE IF EXISTS "{table}"')
    cursor.execute(f'CREATE TABLE "{table}" (LIKE "{ROWS}" INCLUDING DEFAULTS INCLUDING CONSTRAINTS)')
    cursor.execute(f"COMMENT ON TABLE \"{table}\" IS '{PERIOD}{int(period_id)}'")


def finish_partition(cursor: Any, list_id: int) -> None:
    """Keys, indexes, foreign keys; the lock on the other lists comes last and is held for a moment."""
    table = part_table(list_id)
    cursor.execute(f'ALTER TABLE "{table}" ADD PRIMARY KEY (rating_list_id, person_id)')
    for column in ("person_id", "rating_list_id"):
        cursor.execute(f'CREATE INDEX ON "{table}" ({column})')
    for column, other in (("person_id", "players_person"), ("rating_list_id", "players_ratinglist")):
        cursor.execute(
            f'ALTER TABLE "{table}" ADD FOREIGN KEY ({column}) REFERENCES {other} (id) '
            "DEFERRABLE INITIALLY DEFERRED"
        )
    # A table with checks still to be made at the end of the transaction cannot take a partition in.
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    cursor.execute(f'ALTER TABLE "{ROWS}" ATTACH PARTITION "{table}" FOR VALUES IN ({int(list_id)})')


def drop_leftovers(cursor: Any, period_id: int) -> list[str]:
    """Take away the tables of a period's list in parts that was never finished; their names."""
    cursor.execute(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND NOT relispartition "
        "AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = %s::regclass) "
        "AND relname ~ %s AND obj_description(oid, 'pg_class') = %s",
        [ROWS, f"^{ROWS}_[0-9]+$", f"{PERIOD}{int(period_id)}"],
    )
    names = [name for (name,) in cursor.fetchall()]
    for name in names:
        cursor.execute(f'DROP TABLE "{name}"')
    return names
