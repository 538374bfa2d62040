"""On PostgreSQL each great list is a partition of its own, so it is filled without a trigger for every row.

The rows so far, and those of lists published row by row, stay together in the partition for all others.
"""

from typing import Any

from django.db import migrations

ROWS = "players_listedrating"
REST = f"{ROWS}_rest"
# Nothing here comes from outside: the names are those above and those that the database itself gives.
# ruff: noqa: S608
GUARD = (
    f"CREATE TRIGGER {ROWS}_stays BEFORE INSERT OR UPDATE OR DELETE ON {ROWS} "
    "FOR EACH ROW EXECUTE FUNCTION ratings_row_stays()"
)
CONSTRAINTS = (
    "SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE conrelid = %s::regclass AND contype IN ('p', 'f', 'u') ORDER BY contype DESC, conname"
)
INDEXES = (
    "SELECT relname, pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid "
    "WHERE indrelid = %s::regclass AND NOT EXISTS "
    "(SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid) ORDER BY relname"
)


def divide(apps: Any, schema_editor: Any) -> None:
    """Put a partitioned table in the place of the rows' table, which becomes the partition for the rest."""
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(CONSTRAINTS, [ROWS])
        constraints = cursor.fetchall()
        cursor.execute(INDEXES, [ROWS])
        indexes = cursor.fetchall()
        cursor.execute(f"DROP TRIGGER {ROWS}_stays ON {ROWS}")
        cursor.execute(f"ALTER TABLE {ROWS} RENAME TO {REST}")
        for name, kind, _definition in constraints:
            if kind != "f":
                cursor.execute(f'ALTER TABLE {REST} RENAME CONSTRAINT "{name}" TO "{_short(name)}"')
        for name, _definition in indexes:
            cursor.execute(f'ALTER INDEX "{name}" RENAME TO "{_short(name)}"')
        cursor.execute(
            f"CREATE TABLE {ROWS} (LIKE {REST} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) "
            "PARTITION BY LIST (rating_list_id)"
        )
        for name, _kind, definition in constraints:
            cursor.execute(f'ALTER TABLE {ROWS} ADD CONSTRAINT "{name}" {definition}')
        for _name, definition in indexes:
            cursor.execute(definition)
        cursor.execute(f"ALTER TABLE {ROWS} ATTACH PARTITION {REST} DEFAULT")
        cursor.execute(GUARD)


def join(apps: Any, schema_editor: Any) -> None:
    """All rows back in one table, for a migration backwards."""
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(CONSTRAINTS, [ROWS])
        constraints = cursor.fetchall()
        cursor.execute(INDEXES, [ROWS])
        indexes = [(name, text.replace(" ON ONLY ", " ON ")) for name, text in cursor.fetchall()]
        cursor.execute(f"CREATE TABLE {ROWS}_whole (LIKE {ROWS} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)")
        cursor.execute(f"INSERT INTO {ROWS}_whole SELECT * FROM {ROWS}")
        cursor.execute(f"DROP TABLE {ROWS}")
        cursor.execute(f"ALTER TABLE {ROWS}_whole RENAME TO {ROWS}")
        for name, _kind, definition in constraints:
            cursor.execute(f'ALTER TABLE {ROWS} ADD CONSTRAINT "{name}" {definition}')
        for _name, definition in indexes:
            cursor.execute(definition)
        cursor.execute(GUARD)


def _short(name: str) -> str:
    """A name beside the old one, within the 63 letters that a name may have."""
    return f"{name[:58]}_rest"


class Migration(migrations.Migration):
    """Partitions on PostgreSQL; nothing on SQLite."""

    dependencies = [
        ("players", "0002_inclusion_and_list_contents"),
        ("ratings", "0005_corrected_rows"),
    ]
    operations = [migrations.RunPython(divide, join)]
