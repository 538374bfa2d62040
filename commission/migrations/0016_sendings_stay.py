"""The database itself refuses to delete a sending to FIDE, and to change what was sent."""

from typing import Any

from django.db import migrations

from core import guards

TABLE = "commission_fidesending"
MESSAGE = "what was sent to FIDE is kept for good"
GUARDS = (
    guards.Guard(f"{TABLE}_no_delete", TABLE, "DELETE", MESSAGE),
    guards.Guard(
        f"{TABLE}_no_update",
        TABLE,
        "UPDATE",
        MESSAGE,
        "OLD.file_id <> NEW.file_id OR OLD.sent_on <> NEW.sent_on OR OLD.state <> 'sent'",
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

    dependencies = [("commission", "0015_sent_on_to_fide")]
    operations = [migrations.RunPython(forbid, allow)]
