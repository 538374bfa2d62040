"""What all tests share: the reference data beside the repository, the browser, a ledger that a test may empty."""

import gc
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.migrated import copy_migrated

ROOT = Path(__file__).resolve().parents[1]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

# Playwright runs an event loop in the test's thread, in which Django would refuse the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

DATABASE_FIXTURES = frozenset({"db", "transactional_db", "live_server", "django_db_reset_sequences"})


BROWSER_FIXTURES = frozenset({"page", "browser", "new_context"})
# Tenths of a second of computing that a test of a kind takes, roughly.
COST_OF_A_WORKER, COST_IN_BROWSER, COST_WITH_ROWS, COST = 200, 60, 3, 1
# Milliseconds that a page may take to show what a test waits for.
PATIENCE = 30_000
# Folders whose tests set documents in type or start the portal as a process. The tests that parse all sources go before
# any browser: Python 3.11 may refuse to parse in a process in which a test in the browser has failed.
COST_IN_FOLDER = {"architecture": 1000, "reports": 25, "config": 25}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark what uses the database, so that the second run on another database can choose it.

    A page does the same in the browser on every database: of those tests the second run takes only the ones in which
    several write at once. Several processes take whole files, the costly ones first: a long one at the end would
    leave the others idle.
    """
    costs: Counter[Path] = Counter()
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        in_browser = bool(fixtures & BROWSER_FIXTURES) or item.get_closest_marker("browser") is not None
        with_rows = item.get_closest_marker("django_db") is not None or bool(fixtures & DATABASE_FIXTURES)
        if in_browser:
            item.add_marker(pytest.mark.browser)
        if with_rows and (not in_browser or item.get_closest_marker("writers")):
            item.add_marker(pytest.mark.database)
        if "benchmarks" in item.path.parts:
            item.add_marker(pytest.mark.benchmark)
        if item.get_closest_marker("worker"):
            costs[item.path] += COST_OF_A_WORKER
        elif in_browser:
            costs[item.path] += COST_IN_BROWSER
        else:
            usual = COST_WITH_ROWS if with_rows else COST
            costs[item.path] += COST_IN_FOLDER.get(item.path.parent.name, usual)
    yield
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: (-costs[item.path], str(item.path)))


def pytest_collection_finish() -> None:
    """A collection of garbage while tests run, as after each PDF, need not look through thousands of tests."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what another database is needed for."""
    if item.get_closest_marker("postgres"):
        from django.db import connection

        if connection.vendor != "postgresql":
            pytest.skip("asks PostgreSQL; set DATABASE_URL to one")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data beside the repository; tests that need it are skipped where it is absent."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the reference data lie in a folder `shared` beside the repository, which is not here")
    return folder


@pytest.fixture(scope="session")
def full_size() -> bool:
    """Whether a benchmark shall run at the size of the real thing (script/bench) or small, to see that it holds."""
    return os.environ.get("FULL_SIZE") == "1"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium instead of a downloaded one; a root user has no sandbox. A busy machine answers late."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    if not shutil.which(CHROMIUM):
        pytest.skip(f"no browser at {CHROMIUM}; install Debian's package chromium or set CHROMIUM")
    return browser_type_launch_args | {
        "executable_path": CHROMIUM,
        "args": ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """English pages at the width of a desk."""
    return browser_context_args | {"locale": "en-GB", "viewport": {"width": 1280, "height": 900}}


@pytest.fixture(autouse=True, scope="session")
def _a_test_may_empty_the_ledger() -> Iterator[None]:
    """Let the emptying between two tests pass the triggers of insert-only tables on SQLite.

    On PostgreSQL it is a TRUNCATE, which no row trigger sees. On SQLite it is a DELETE: the triggers of the tables
    that are emptied are taken away for that moment and made again, as they stand in the database.
    """
    from django.db.backends.sqlite3.base import DatabaseWrapper

    operations = DatabaseWrapper.ops_class
    original = operations.sql_flush

    def sql_flush(self: Any, style: Any, tables: Any, **options: Any) -> list[str]:
        statements = original(self, style, tables, **options)
        if not statements:
            return statements
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        dropped = [f"DROP TRIGGER {name}" for name, _sql in triggers]
        return [*dropped, *statements, *(sql for _name, sql in triggers)]

    operations.sql_flush = sql_flush  # type: ignore[method-assign]
    yield
    operations.sql_flush = original  # type: ignore[method-assign]


@pytest.fixture(autouse=True, scope="session")
def _quick_passphrases() -> Iterator[None]:
    """The 600,000 rounds that make guessing slow would make every test that signs slow too.

    The authority is older than every moment at which a test's clock stands; made at the first need it would not be
    valid yet for a test of an earlier day.
    """
    from django.conf import settings

    from reports import authority
    from reports.keys import authority_folder, seal

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(authority, "PASSPHRASE_ROUNDS", 1000)
        made = datetime(2020, 1, 1, tzinfo=UTC)
        authority.open_authority(authority_folder(), seal(), name=settings.FEDERATION_NAME, now=made)
        yield


@pytest.fixture(scope="module")
def kept_rows(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Rows that the fixtures of a module write after this one stay until the module ends.

    They stand in a transaction around those of the tests, so a test's own writes go as ever. Not for a module with
    `transaction=True`.
    """
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def django_db_keepdb(
    django_db_keepdb: bool,
    django_db_modify_db_settings: None,
    django_db_blocker: Any,
    request: pytest.FixtureRequest,
) -> bool:
    """On SQLite start from a copy of a migrated file; it goes away with the folder of its process.

    With `--create-db` all migrations run.
    """
    from django.db import connection

    if connection.vendor != "sqlite" or request.config.getvalue("create_db"):
        return django_db_keepdb
    with django_db_blocker.unblock():
        copy_migrated(connection, Path(connection.settings_dict["TEST"]["NAME"]))
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """End the sessions that are still open on PostgreSQL before the test database is dropped.

    A live server answers a page that asks again every second until it is gone; its last answer may still hold one.
    """
    yield
    with django_db_blocker.unblock():
        from django.db import connection

        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Each test starts in English, whatever the one before switched to."""
    from django.utils import translation

    with translation.override("en"):
        yield
