"""The database: SQLite beside the code unless DATABASE_URL names another."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config.environment import Address, Environment

SECONDS_KEPT = 600
POSTGRES = ("postgres", "postgresql")


def databases(environment: Environment, *, var: Path) -> dict[str, Any]:
    """Django's DATABASES. DATABASE_URL may be `postgres://…` or `sqlite:////absolute/path`."""
    address = environment.address(
        "DATABASE_URL", schemes=(*POSTGRES, "sqlite"), default=f"sqlite:///{var / 'db.sqlite3'}"
    )
    if address.scheme == "sqlite":
        if not address.path.startswith("//"):
            raise ImproperlyConfigured(
                "DATABASE_URL: write an absolute path, as in sqlite:////var/lib/portal/db.sqlite3."
            )
        return {"default": sqlite(Path(address.path.removeprefix("/")))}
    return {"default": postgres(address)}


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite with one writer that waits its turn.

    IMMEDIATE takes the write lock when a transaction begins, so two writers queue instead of failing half-way.
    For the same reason requests are not wrapped in transactions: every page would take the lock.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": SECONDS_KEPT,
        "ATOMIC_REQUESTS": False,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA foreign_keys=ON;",
        },
    }


def postgres(address: Address) -> dict[str, Any]:
    """PostgreSQL through psycopg; options of the address (`?sslmode=require`) go to the driver."""
    name = address.path.lstrip("/")
    if not name:
        raise ImproperlyConfigured(
            "DATABASE_URL names no database; write postgres://user:password@host/name."
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": address.user,
        "PASSWORD": address.password,
        "HOST": address.options.get("host", address.host),
        "PORT": str(address.port or ""),
        "CONN_MAX_AGE": SECONDS_KEPT,
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
        "OPTIONS": {key: value for key, value in address.options.items() if key != "host"},
    }
