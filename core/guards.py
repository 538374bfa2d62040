"""Triggers by which the database itself refuses what no program may do, for migrations on both databases.

SQLite loses a table's triggers when a later migration rebuilds the table; that migration has to make them again.
A test deletes from every guarded table.
"""

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Guard:
    """An act on a table that is refused with a message, where the SQL condition on OLD (and NEW) holds."""

    name: str
    table: str
    act: Literal["UPDATE", "DELETE"]
    message: str
    condition: str = "1 = 1"

    @property
    def function(self) -> str:
        """The name of PostgreSQL's function."""
        return f"{self.name}_refuse"


def make(schema_editor: Any, guards: tuple[Guard, ...]) -> None:
    """Make the triggers; those that stand already are made anew."""
    drop(schema_editor, guards)
    for guard in guards:
        head = f"CREATE TRIGGER {guard.name} BEFORE {guard.act} ON {guard.table} FOR EACH ROW WHEN ({guard.condition})"
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(
                f"CREATE FUNCTION {guard.function}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                f"RAISE EXCEPTION '{guard.message}' USING ERRCODE = 'restrict_violation'; END $$"
            )
            schema_editor.execute(f"{head} EXECUTE FUNCTION {guard.function}()")
        else:
            schema_editor.execute(f"{head} BEGIN SELECT RAISE(ABORT, '{guard.message}'); END")


def drop(schema_editor: Any, guards: tuple[Guard, ...]) -> None:
    """Take the triggers away where they stand."""
    for guard in guards:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {guard.name} ON {guard.table}")
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {guard.function}()")
        else:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {guard.name}")
