"""Kinds of jobs that exist for the tests of jobs alone; a worker loads them by `--include`."""

import time
from typing import Any

from django.core.exceptions import ValidationError

from core.jobs import JobContext, job
from core.ledger import append

SECONDS_TO_BE_KILLED = 120


def _write(context: JobContext) -> None:
    append(
        scope="federation",
        object_id=str(context.job_id),
        actor_id=None,
        actor_name="test",
        verb="test.effect",
        payload={"text": context.payload.get("text", "")},
    )


@job("test.write", title="Writing one row")
def write(context: JobContext) -> dict[str, Any]:
    """Write one ledger row, exactly once in effect."""
    context.progress(1, 2, "half-way")
    with context.effect():
        _write(context)
    return {"url": "/written/"}


@job("test.hang_once")
def hang_once(context: JobContext) -> dict[str, Any]:
    """At its first start hang where the payload says, so that the test can kill the worker there."""
    from core.models import Job

    is_first = Job.objects.get(pk=context.job_id).starts == 1
    place = context.payload["hang"]
    context.progress(1, 3, "started")
    if is_first and place == "before the effect":
        context.progress(2, 3, "hanging")
        time.sleep(SECONDS_TO_BE_KILLED)
    if is_first:
        context.progress(2, 3, "hanging")
    with context.effect():
        _write(context)
        if is_first and place == "inside the effect":
            time.sleep(SECONDS_TO_BE_KILLED)
        context.result = {"start": 1 if is_first else 2}
    return context.result


@job("test.plain")
def plain(context: JobContext) -> None:
    """Nothing but progress."""
    context.progress(3, 3)


@job("test.refuse")
def refuse(context: JobContext) -> None:
    """Fail with words for the reader."""
    raise ValidationError("Round 5, board 3 has two Whites.")


@job("test.fault")
def fault(context: JobContext) -> None:
    """Fail with words that are not for the reader."""
    raise KeyError("internal detail")


@job("test.fail_in_effect")
def fail_in_effect(context: JobContext) -> None:
    """Write and then fail, all in the effect."""
    with context.effect():
        _write(context)
        raise ValidationError("too late")
