"""The tests: a folder of its own for every process, so that several runs at once do not meet."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from config.outside.queue import filesystem_broker
from config.settings.base import *  # noqa: F403
from config.settings.base import DATABASES, ENVIRONMENT

DEBUG = False
SECRET_KEY = "tests-only-key-that-signs-nothing-of-value-anywhere-else"
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]

# Processes that a test starts share its folder; only the process that made the folder takes it away.
_inherited = ENVIRONMENT.text("TEST_FOLDER", default="")
FOLDER = Path(_inherited or tempfile.mkdtemp(prefix="crosstable-test-"))
_owner = os.getpid()


@atexit.register
def _remove_folder() -> None:
    """Take the folder away when its process ends, not when a fork of it does."""
    if not _inherited and os.getpid() == _owner:
        shutil.rmtree(FOLDER, ignore_errors=True)


if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: the live server's threads and child processes open it too.
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;PRAGMA foreign_keys=ON;"
    )
DATABASES["default"]["CONN_MAX_AGE"] = 0

MEDIA_ROOT = FOLDER / "files"
KEYS_ROOT = FOLDER / "keys"
LEDGER_KEY_FILE = KEYS_ROOT / "ledger.pem"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
# The log-in throttle needs a request that `client.login` does not make; its own test switches it on.
AXES_ENABLED = False
if not ENVIRONMENT.text("REDIS_URL", default=""):
    globals().update(filesystem_broker(FOLDER / "queue"))
CELERY_TASK_DEFAULT_QUEUE = FOLDER.name
CELERY_BEAT_SCHEDULE_FILENAME = str(FOLDER / "beat" / "schedule")
