"""The database itself refuses to delete an arbiter, what was decided of him, or a term of a rating officer."""

from typing import Any

from django.db import migrations

from core import guards

MESSAGE = "the registers of arbiters and rating officers are kept for good"
TABLES = ("players_arbiter", "players_arbitergrade", "players_ratingofficerterm")
GUARDS = (
    *(guards.Guard(f"{table}_no_delete", table, "DELETE", MESSAGE) for table in TABLES),
    guards.Guard("players_arbitergrade_no_update", "players_arbitergrade", "UPDATE", MESSAGE),
)


def forbid(apps: Any, schema_editor: Any) -> None:
    """Make the triggers."""
    guards.make(schema_editor, GUARDS)


def allow(apps: Any, schema_editor: Any) -> None:
    """Take them away, for a migration backwards."""
    guards.drop(schema_editor, GUARDS)


class Migration(migrations.Migration):
    """Triggers; a later migration that rebuilds one of the tables on SQLite makes them again (`core.guards`)."""

    dependencies = [("players", "0008_arbiters_and_rating_officers")]
    operations = [migrations.RunPython(forbid, allow)]
