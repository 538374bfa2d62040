"""Run as a program by the tests: publishes a period and kills itself at a named place, or does one waiting job.

`publisher.py publish PERIOD ACTOR PLACE` and `publisher.py job JOB`.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

PLACES = (
    "after reading",
    "while changed rows go in",
    "when the rows are in",
    "when the files are made",
    "before the commit",
)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def after(module: Any, name: str) -> None:
    """Die when the function has done its work."""
    original: Callable[..., Any] = getattr(module, name)

    def dying(*arguments: Any, **named: Any) -> Any:
        original(*arguments, **named)
        die()

    setattr(module, name, dying)


def dying_half_way(rows: Any) -> Iterator[Any]:
    for number, row in enumerate(rows):
        if number == 3:
            die()
        yield row


def arm(place: str) -> None:
    """Make the process die at the place."""
    from ratings import bulk_writing, services_bulk, services_lists

    if place == "after reading":
        after(services_bulk, "compute")
    elif place == "while changed rows go in":
        original = bulk_writing.keep_changed
        bulk_writing.keep_changed = lambda cursor, rows: original(cursor, dying_half_way(rows))  # type: ignore[assignment]
    elif place == "when the rows are in":
        after(services_bulk, "write_rows")
    elif place == "when the files are made":
        after(services_bulk, "write_files")
    elif place == "before the commit":
        after(services_lists, "list_close")


def main() -> None:
    import django

    django.setup()
    if sys.argv[1] == "job":
        from uuid import UUID

        from core.jobs.running import run

        sys.exit(0 if run(UUID(sys.argv[2])) else 1)
    from players.models import Account
    from ratings.models import Period
    from ratings.services_lists import period_publish

    period, actor, place = sys.argv[2:5]
    arm(place)
    period_publish(Period.objects.get(pk=period), actor=Account.objects.get(pk=actor), bulk=True)


if __name__ == "__main__":
    main()
