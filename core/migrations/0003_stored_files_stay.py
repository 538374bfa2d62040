"""A stored file is kept for good unless a time was set when it was stored; the database refuses the rest."""

from typing import Any

from django.db import migrations, models

from core import guards

MESSAGE = "a stored file is kept for good"
GUARDS = (
    guards.Guard("core_storedfile_no_delete", "core_storedfile", "DELETE", MESSAGE, "OLD.expires_at IS NULL"),
    guards.Guard(
        "core_storedfile_no_update",
        "core_storedfile",
        "UPDATE",
        MESSAGE,
        "OLD.expires_at IS NULL OR OLD.sha256 <> NEW.sha256",
    ),
)


def forbid(apps: Any, schema_editor: Any) -> None:
    """Make the triggers."""
    guards.make(schema_editor, GUARDS)


def allow(apps: Any, schema_editor: Any) -> None:
    """Take them away, for a migration backwards."""
    guards.drop(schema_editor, GUARDS)


class Migration(migrations.Migration):
    """The time of a file that expires, and the triggers."""

    dependencies = [("core", "0002_rows_are_only_added")]
    operations = [
        migrations.AddField(
            model_name="storedfile",
            name="expires_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="kept until"),
        ),
        migrations.RunPython(forbid, allow),
    ]
