"""A job in parts: the rest is ordered once, by the part that ends last."""

from typing import Any

import pytest

from core.jobs import JobContext
from core.jobs import job as register
from core.jobs.chord import part_done, submit_chord
from core.jobs.running import run
from core.models import Job
from tests.core import handlers  # noqa: F401  (registers the kinds)

pytestmark = pytest.mark.django_db


@register("test.part")
def part(context: JobContext) -> None:
    """One part; fails where its payload says so."""
    with context.effect():
        if context.payload.get("fails"):
            raise RuntimeError("no")
        part_done(context)
        context.result = {}


@pytest.fixture(autouse=True)
def _nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    from core.tasks import run_job

    monkeypatch.setattr(run_job, "apply_async", lambda *arguments, **options: None)


def order(*payloads: dict[str, Any]) -> list[Job]:
    return submit_chord("test.part", payloads, then="test.write", then_payload={"text": "rest"})


def rest() -> list[Job]:
    return list(Job.objects.filter(kind="test.write"))


def test_rest_is_ordered_when_the_last_part_ends_whichever_that_is() -> None:
    parts = order({"n": 1}, {"n": 2}, {"n": 3})
    for number in (2, 0):
        run(parts[number].pk)
        assert rest() == []
    run(parts[1].pk)
    (ordered,) = rest()
    assert ordered.payload == {"text": "rest"}
    run(ordered.pk)
    ordered.refresh_from_db()
    assert ordered.state == Job.State.DONE


def test_part_that_failed_keeps_the_rest_from_being_ordered() -> None:
    parts = order({"n": 1}, {"n": 2, "fails": True})
    run(parts[1].pk)
    run(parts[0].pk)
    assert rest() == []


def test_one_part_is_a_chord_too_and_none_is_refused() -> None:
    run(order({"n": 1})[0].pk)
    assert len(rest()) == 1
    with pytest.raises(ValueError, match="at least one"):
        order()


def test_two_chords_do_not_wait_for_each_other() -> None:
    first, second = order({"n": 1}), order({"n": 2}, {"n": 3})
    run(first[0].pk)
    run(second[0].pk)
    assert len(rest()) == 1
