"""Where stored files lie: a folder, addressed by the hash of what is in them."""

from pathlib import Path
from typing import Any

from config.environment import Environment

PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
HASHED = "config.outside.static_files.CollectedFiles"


def storage_settings(environment: Environment, *, var: Path, hashed_names: bool) -> dict[str, Any]:
    """Django's storage settings; the web server never serves stored files itself.

    FILES_ROOT and KEYS_ROOT move stored files and private keys.
    """
    keys = Path(environment.text("KEYS_ROOT", default=str(var / "keys")))
    return {
        "KEYS_ROOT": keys,
        "MEDIA_ROOT": Path(environment.text("FILES_ROOT", default=str(var / "files"))),
        "MEDIA_URL": "",
        "LEDGER_KEY_FILE": keys / "ledger.pem",
        "STORAGES": {
            "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
            "staticfiles": {"BACKEND": HASHED if hashed_names else PLAIN},
        },
        "FILE_UPLOAD_MAX_MEMORY_SIZE": 10 * 1024 * 1024,
        "DATA_UPLOAD_MAX_MEMORY_SIZE": 20 * 1024 * 1024,
        "DATA_UPLOAD_MAX_NUMBER_FIELDS": 5000,
    }
