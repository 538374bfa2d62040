"""A job in parts: some jobs side by side, and one more when the last of them is done.

The bookkeeping lies in the job rows themselves, so it needs no result backend and a killed worker loses nothing: the
reaper sends its part again, and whichever part ends last orders the rest in the transaction of its own effect.
"""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.db import transaction

from core.jobs.context import JobContext
from core.jobs.orders import submit
from core.models import Job

KEY = "chord"


@transaction.atomic
def submit_chord(
    kind: str,
    payloads: Sequence[dict[str, Any]],
    *,
    then: str,
    then_payload: dict[str, Any],
    created_by_id: int | None = None,
) -> list[Job]:
    """Order a job of `kind` for each payload, and one of the kind `then` when all of them are done.

    Each part must call `part_done` inside its effect. Raises UnknownKind, and ValueError without a part.
    """
    if not payloads:
        raise ValueError("a chord needs at least one part")
    key = str(uuid4())
    rest = {"key": key, "then": then, "payload": then_payload}
    return [
        submit(
            kind,
            {**payload, KEY: rest},
            created_by_id=created_by_id,
            dedupe_key=f"{key}/{number}",
        )
        for number, payload in enumerate(payloads)
    ]


def part_done(context: JobContext) -> Job | None:
    """Inside a part's effect: order the rest if every other part is done; the job ordered, or None.

    The parts' rows are locked, so of two parts that end at once one waits and then sees the other's end.
    """
    rest = context.payload[KEY]
    parts = Job.objects.select_for_update().filter(dedupe_key__startswith=f"{rest['key']}/").order_by("pk")
    states = {part.pk: part.state for part in parts}
    states.pop(context.job_id, None)
    if any(state != Job.State.DONE for state in states.values()):
        return None
    return submit(
        rest["then"], rest["payload"], created_by_id=context.created_by_id, dedupe_key=f"{rest['key']}:then"
    )
