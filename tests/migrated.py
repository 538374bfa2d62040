"""A migrated SQLite file that every process of a run copies: all migrations take longer than most test files.

It is kept in `var/test-databases` under the checksum of what the migrations are made of, and is made at the first need.
"""

import fcntl
import hashlib
import os
import shutil
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
# What migrations import of ours; tests/architecture asks that it is all.
IMPORTED = ("core/guards.py", "players/fields.py")


def migration_files() -> list[Path]:
    """Our migrations and what they import."""
    return [*sorted(ROOT.glob("*/migrations/*.py")), *(ROOT / name for name in IMPORTED)]


def checksum() -> str:
    """Of the migrations and of the lock, which names Django and the apps beside ours."""
    told = hashlib.sha256()
    for path in [*migration_files(), ROOT / "requirements.txt"]:
        told.update(f"{path.relative_to(ROOT)}\0".encode())
        told.update(path.read_bytes())
    return told.hexdigest()[:32]


def copy_migrated(connection: Any, wanted: Path) -> None:
    """Put a copy where the connection's test database shall stand."""
    wanted.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(kept_file(connection), wanted)


def kept_file(connection: Any) -> Path:
    """The migrated file; one process makes it where there is none yet, and the others wait for it."""
    from django.conf import settings

    folder = Path(settings.VAR_DIR) / "test-databases"
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{checksum()}.sqlite3"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.is_file():
            for old in folder.glob("*.sqlite3"):
                old.unlink()
            _migrate(connection, kept)
    return kept


def _migrate(connection: Any, kept: Path) -> None:
    """Run all migrations into a file beside the one that is kept, and give it its name when it is whole."""
    from django.core.management import call_command

    unfinished = kept.with_suffix(".unfinished")
    unfinished.unlink(missing_ok=True)
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(unfinished)
    try:
        call_command("migrate", verbosity=0, database=connection.alias)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=DELETE")  # no second file with the last pages
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before
    unfinished.rename(kept)


def main() -> None:
    """Make the file before the first process asks for it."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"

    import django
    from django.db import connection

    django.setup()
    kept_file(connection)


if __name__ == "__main__":
    main()
