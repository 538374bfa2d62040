"""The database itself refuses to change a published list or its rows, whoever asks it."""

from typing import Any

from django.db import migrations

MESSAGE = "a published rating list stays as it is"
LISTS, ROWS = "players_ratinglist", "players_listedrating"
# Nothing here comes from outside: the names are those above.
# ruff: noqa: S608
ROW_ACTS = (("insert", "NEW"), ("update", "OLD"), ("delete", "OLD"))

POSTGRES = f"""
CREATE FUNCTION ratings_list_stays() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF OLD.state = 'published' THEN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation'; END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION ratings_row_stays() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF TG_OP <> 'INSERT' AND EXISTS (SELECT 1 FROM {LISTS} WHERE id = OLD.rating_list_id AND state = 'published')
  THEN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation'; END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  IF EXISTS (SELECT 1 FROM {LISTS} WHERE id = NEW.rating_list_id AND state = 'published')
  THEN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER {LISTS}_stays BEFORE UPDATE OR DELETE ON {LISTS}
  FOR EACH ROW EXECUTE FUNCTION ratings_list_stays();
CREATE TRIGGER {ROWS}_stays BEFORE INSERT OR UPDATE OR DELETE ON {ROWS}
  FOR EACH ROW EXECUTE FUNCTION ratings_row_stays();
"""
POSTGRES_BACK = f"""
DROP TRIGGER {LISTS}_stays ON {LISTS};
DROP TRIGGER {ROWS}_stays ON {ROWS};
DROP FUNCTION ratings_list_stays();
DROP FUNCTION ratings_row_stays();
"""


def triggers() -> dict[str, str]:
    """SQLite's triggers by name: one for each act."""
    made = {}
    for act in ("update", "delete"):
        name = f"{LISTS}_stays_{act}"
        made[name] = (
            f"CREATE TRIGGER {name} BEFORE {act.upper()} ON {LISTS} WHEN OLD.state = 'published' "
            f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
        )
    for act, row in ROW_ACTS:
        name = f"{ROWS}_stays_{act}"
        state = f"(SELECT state FROM {LISTS} WHERE id = {row}.rating_list_id)"
        made[name] = (
            f"CREATE TRIGGER {name} BEFORE {act.upper()} ON {ROWS} WHEN {state} = 'published' "
            f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
        )
    return made


def forbid(apps: Any, schema_editor: Any) -> None:
    """Make the triggers; a list is written as a preview and published last of all."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES)
        return
    for statement in triggers().values():
        schema_editor.execute(statement)


def allow(apps: Any, schema_editor: Any) -> None:
    """Take the triggers away, for a migration backwards."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES_BACK)
        return
    for name in triggers():
        schema_editor.execute(f"DROP TRIGGER {name}")


class Migration(migrations.Migration):
    """Triggers of the lists' tables."""

    dependencies = [("players", "0001_initial"), ("ratings", "0002_period_inputs")]
    operations = [migrations.RunPython(forbid, allow)]
