"""The database itself refuses to change or delete what the ledger holds, whoever asks it."""

from typing import Any

from django.db import migrations

TABLES = ("core_ledgerrow", "core_checkpoint")
MESSAGE = "rows of the ledger are only ever added"

POSTGRES_FUNCTION = f"""
CREATE FUNCTION core_only_added() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation'; END $$
"""


def forbid(apps: Any, schema_editor: Any) -> None:
    """Make a trigger before each UPDATE and DELETE; the ledger is emptied by nobody."""
    postgres = schema_editor.connection.vendor == "postgresql"
    if postgres:
        schema_editor.execute(POSTGRES_FUNCTION)
    for table in TABLES:
        for act in ("UPDATE", "DELETE"):
            body = (
                "FOR EACH ROW EXECUTE FUNCTION core_only_added()"
                if postgres
                else f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
            )
            schema_editor.execute(f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} {body}")


def allow(apps: Any, schema_editor: Any) -> None:
    """Take the triggers away, for a migration backwards."""
    postgres = schema_editor.connection.vendor == "postgresql"
    for table in TABLES:
        for act in ("update", "delete"):
            on_table = f" ON {table}" if postgres else ""
            schema_editor.execute(f"DROP TRIGGER {table}_no_{act}{on_table}")
    if postgres:
        schema_editor.execute("DROP FUNCTION core_only_added()")


class Migration(migrations.Migration):
    """Triggers of the ledger's tables."""

    dependencies = [("core", "0001_initial")]
    operations = [migrations.RunPython(forbid, allow)]
