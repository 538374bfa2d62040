"""A decision is never deleted, and a published one never changed; the database refuses both."""

from typing import Any

from django.db import migrations

from core import guards

GUARDS = (
    guards.Guard(
        "commission_decision_no_delete", "commission_decision", "DELETE", "a decision is never deleted"
    ),
    guards.Guard(
        "commission_decision_no_update",
        "commission_decision",
        "UPDATE",
        "a published decision is never changed",
        "OLD.state = 'published'",
    ),
)


def forbid(apps: Any, schema_editor: Any) -> None:
    """Make the triggers."""
    guards.make(schema_editor, GUARDS)


def allow(apps: Any, schema_editor: Any) -> None:
    """Take them away, for a migration backwards."""
    guards.drop(schema_editor, GUARDS)


class Migration(migrations.Migration):
    """Triggers; a later migration that rebuilds the table on SQLite makes them again (`core.guards`)."""

    dependencies = [("commission", "0004_decisions")]
    operations = [migrations.RunPython(forbid, allow)]
