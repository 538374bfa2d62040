"""The database itself refuses to delete a report or a signature, whoever asks it."""

from typing import Any

from django.db import migrations

from core import guards

MESSAGE = "documents and their signatures are kept for good"
TABLES = ("reports_report", "reports_signature", "reports_papersignature")
GUARDS = tuple(guards.Guard(f"{table}_no_delete", table, "DELETE", MESSAGE) for table in TABLES)


def forbid(apps: Any, schema_editor: Any) -> None:
    """Make the triggers."""
    guards.make(schema_editor, GUARDS)


def allow(apps: Any, schema_editor: Any) -> None:
    """Take them away, for a migration backwards."""
    guards.drop(schema_editor, GUARDS)


class Migration(migrations.Migration):
    """Triggers; a later migration that rebuilds one of the tables on SQLite makes them again (`core.guards`)."""

    dependencies = [("reports", "0004_papers_keys_and_wet_signatures")]
    operations = [migrations.RunPython(forbid, allow)]
