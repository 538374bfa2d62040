"""The queue: Celery over files beside the code unless REDIS_URL names a Redis."""

from pathlib import Path
from typing import Any

from config.environment import Environment

REAP_EVERY_SECONDS = 5
DAY_SECONDS = 24 * 60 * 60


def celery_settings(environment: Environment, *, var: Path) -> dict[str, Any]:
    """Celery's settings with the `CELERY_` prefix, for the Django settings module.

    No broker survives a killed worker by itself; the job rows of `core` do, on any broker. So there is no result
    backend, and a message that a beat sent is worthless once the next one is due.
    """
    settings = {
        "CELERY_TASK_IGNORE_RESULT": True,
        "CELERY_TASK_ACKS_LATE": True,
        "CELERY_TASK_REJECT_ON_WORKER_LOST": True,
        "CELERY_WORKER_PREFETCH_MULTIPLIER": 1,
        "CELERY_WORKER_HIJACK_ROOT_LOGGER": False,
        # Nobody steers workers from afar; without it no queue of commands is left behind at every start.
        "CELERY_WORKER_ENABLE_REMOTE_CONTROL": False,
        # A renderer keeps what it once took; a fresh process every hundred tasks gives it back.
        "CELERY_WORKER_MAX_TASKS_PER_CHILD": 100,
        "CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP": True,
        "CELERY_TASK_DEFAULT_QUEUE": "crosstable",
        "CELERY_BEAT_SCHEDULE": beat_schedule(),
        "CELERY_BEAT_SCHEDULE_FILENAME": str(var / "beat" / "schedule"),
        "CELERY_TIMEZONE": "UTC",
        # In how many parts, each a job of its own, a great rating list is filled on PostgreSQL.
        "LIST_PARTS": environment.integer("LIST_PARTS", default=1, at_least=1),
    }
    redis = environment.text("REDIS_URL", default="")
    if redis:
        environment.address("REDIS_URL", schemes=("redis", "rediss", "unix"))
        return settings | {"CELERY_BROKER_URL": redis}
    return settings | filesystem_broker(var / "queue")


def filesystem_broker(folder: Path) -> dict[str, Any]:
    """A broker of files in one folder, for one machine; in and out are the same place."""
    return {
        "CELERY_BROKER_URL": "filesystem://localhost//",
        "CELERY_BROKER_TRANSPORT": "config.outside.file_queue:Transport",
        "CELERY_BROKER_TRANSPORT_OPTIONS": {
            "data_folder_in": str(folder / "messages"),
            "data_folder_out": str(folder / "messages"),
            "control_folder": str(folder / "control"),
            "polling_interval": 0.1,
        },
    }


def beat_schedule() -> dict[str, Any]:
    """What the scheduler sends: stale jobs every five seconds, the ledger's checkpoint once an hour.

    Once a day old addresses of players and of who asked, sessions and files whose time is over are erased, players by
    correspondence are reminded of open games, and arbiters and the commission of terms; events to be rated again are
    marked, periods opened. Once a week the whole archive is checked.

    The checkpoint's task does nothing when the day has one already, so a portal that sleeps at night still gets it.
    """
    return {
        "reap": {
            "task": "core.reap",
            "schedule": REAP_EVERY_SECONDS,
            "options": {"expires": REAP_EVERY_SECONDS},
        },
        "checkpoint": {
            "task": "core.checkpoint",
            "schedule": 60 * 60,
            "options": {"expires": 60 * 60},
        },
        "forget_files": {
            "task": "core.forget_files",
            "schedule": DAY_SECONDS,
            "options": {"expires": DAY_SECONDS},
        },
        "verify_archive": {
            "task": "core.order",
            "args": ("reports.verify_archive", 7),
            "schedule": DAY_SECONDS,
            "options": {"expires": DAY_SECONDS},
        },
        "forget": {
            "task": "core.order",
            "args": ("tournaments.forget_registrations",),
            "schedule": DAY_SECONDS,
            "options": {"expires": DAY_SECONDS},
        },
        "forget_log_ins": {
            "task": "core.order",
            "args": ("players.forget",),
            "schedule": DAY_SECONDS,
            "options": {"expires": DAY_SECONDS},
        },
        "forget_addresses": {
            "task": "core.order",
            "args": ("tournaments.forget_addresses",),
            "schedule": DAY_SECONDS,
            "options": {"expires": DAY_SECONDS},
        },
        "forget_request_addresses": {
            "task": "core.order",
            "args": ("commission.forget_request_addresses",),
            "schedule": DAY_SECONDS,
            "options": {"expires": DAY_SECONDS},
        },
        "remind_of_deadlines": {
            "task": "core.order",
            "args": ("commission.remind_of_deadlines",),
            "schedule": DAY_SECONDS,
            "options": {"expires": DAY_SECONDS},
        },
        "check_rated": {
            "task": "core.order",
            "args": ("commission.check_rated",),
            "schedule": DAY_SECONDS,
            "options": {"expires": DAY_SECONDS},
        },
        "open_periods": {
            "task": "core.order",
            "args": ("ratings.open_periods",),
            "schedule": DAY_SECONDS,
            "options": {"expires": DAY_SECONDS},
        },
        "remind_of_games": {
            "task": "core.order",
            "args": ("tournaments.remind_of_games",),
            "schedule": DAY_SECONDS,
            "options": {"expires": DAY_SECONDS},
        },
    }
