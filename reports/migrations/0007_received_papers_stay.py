"""The database itself refuses to delete papers that were received, and to change what was entered of them."""

from typing import Any

from django.db import migrations

from core import guards

PAPERS, REPORTS = "reports_receivedpapers", "reports_report"
MESSAGE = "documents and their signatures are kept for good"
GUARDS = (
    guards.Guard(f"{PAPERS}_no_delete", PAPERS, "DELETE", MESSAGE),
    guards.Guard(
        f"{PAPERS}_no_update",
        PAPERS,
        "UPDATE",
        "what was entered of papers is never changed",
        "OLD.received_on <> NEW.received_on OR OLD.document_id <> NEW.document_id OR "
        "OLD.entered_by_id <> NEW.entered_by_id OR OLD.event_id <> NEW.event_id",
    ),
    # The migration before may have rebuilt this table.
    guards.Guard(f"{REPORTS}_no_delete", REPORTS, "DELETE", MESSAGE),
)


def forbid(apps: Any, schema_editor: Any) -> None:
    """Make the triggers."""
    guards.make(schema_editor, GUARDS)


def allow(apps: Any, schema_editor: Any) -> None:
    """Take those of the papers away, for a migration backwards."""
    guards.drop(schema_editor, GUARDS[:2])


class Migration(migrations.Migration):
    """Triggers; a later migration that rebuilds one of the tables on SQLite makes them again (`core.guards`)."""

    dependencies = [("reports", "0006_received_papers")]
    operations = [migrations.RunPython(forbid, allow)]
