"""What was done with a questionnaire is never changed or deleted; the database refuses both."""

from typing import Any

from django.db import migrations

from core import guards

GUARDS = (
    guards.Guard(
        "commission_newcomerstep_no_delete",
        "commission_newcomerstep",
        "DELETE",
        "a step of a questionnaire is never deleted",
    ),
    guards.Guard(
        "commission_newcomerstep_no_update",
        "commission_newcomerstep",
        "UPDATE",
        "a step of a questionnaire is never changed",
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

    dependencies = [("commission", "0007_newcomers")]
    operations = [migrations.RunPython(forbid, allow)]
