"""Where stored files lie, addressed by the hash of what is in them: a folder, or a bucket that speaks S3."""

from pathlib import Path
from typing import Any

from config.environment import Environment

FOUND = "config.outside.static_files.FoundFiles"
HASHED = "config.outside.static_files.CollectedFiles"
FOLDER = "core.storage.WholeFiles"
BUCKET = "storages.backends.s3.S3Storage"


def storage_settings(environment: Environment, *, var: Path, hashed_names: bool) -> dict[str, Any]:
    """Django's storage settings; the web server never serves stored files itself.

    FILES_ROOT and KEYS_ROOT move stored files and private keys; FILES_BUCKET puts the files into a bucket instead.
    """
    keys = Path(environment.text("KEYS_ROOT", default=str(var / "keys")))
    return {
        "KEYS_ROOT": keys,
        "MEDIA_ROOT": Path(environment.text("FILES_ROOT", default=str(var / "files"))),
        "MEDIA_URL": "",
        "LEDGER_KEY_FILE": keys / "ledger.pem",
        "STORAGES": {
            "default": files_storage(environment),
            "staticfiles": {"BACKEND": HASHED if hashed_names else FOUND},
        },
        "FILE_UPLOAD_MAX_MEMORY_SIZE": 10 * 1024 * 1024,
        "DATA_UPLOAD_MAX_MEMORY_SIZE": 20 * 1024 * 1024,
        "DATA_UPLOAD_MAX_NUMBER_FIELDS": 5000,
    }


def files_storage(environment: Environment) -> dict[str, Any]:
    """Storage of the files: the folder MEDIA_ROOT, or the bucket FILES_BUCKET of an S3-compatible server."""
    bucket = environment.text("FILES_BUCKET", default="")
    if not bucket:
        return {"BACKEND": FOLDER}
    from botocore.config import Config

    endpoint = environment.text("FILES_ENDPOINT", default="")
    if endpoint:
        environment.address("FILES_ENDPOINT", schemes=("https", "http"))
    return {
        "BACKEND": BUCKET,
        "OPTIONS": {
            "bucket_name": bucket,
            "endpoint_url": endpoint or None,
            "region_name": environment.text("FILES_REGION", default="us-east-1"),
            "access_key": environment.text("FILES_ACCESS_KEY"),
            "secret_key": environment.text("FILES_SECRET_KEY"),
            "location": environment.text("FILES_PREFIX", default=""),
            # The name is the hash: who writes it again writes the same bytes.
            "file_overwrite": True,
            "default_acl": None,
            "client_config": Config(
                signature_version="s3v4",
                s3={"addressing_style": "path" if endpoint else "auto"},
                # Servers other than Amazon's refuse the newer check sums; the hash is the name anyway.
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
                connect_timeout=10,
                read_timeout=60,
                retries={"max_attempts": 3, "mode": "standard"},
            ),
        },
    }
