"""Cases TASK-01 and TASK-03: a job takes effect once however often it runs, and nothing is computed on top.

A calculation sets what an event did to each player of its snapshot; ratings and counters are computed from the
calculations that stand. So there is nothing to which a second run could add.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

ROOT = Path(__file__).resolve().parents[3]


# ---- TASK-01: brokers deliver at least once ----

#  The first player wins both games: D 150, PD .70; 2 x .30 x 20 = 12.
RATINGS_01 = (1600, 1450, 1450, 1500)
BOARDS_01 = ([(1, 2, "1-0"), (3, 4, "1/2-1/2")], [(3, 1, "0-1"), (2, 4, "1/2-1/2")])


@pytest.fixture
def waiting(
    people: Any, opening: Any, period: Any, directed: Any, accepted: Any, member: Any
) -> dict[str, Any]:
    """An accepted event that is worth 12 points to a player of 1600, an open period, and the order to rate it."""
    crowd = people(4)
    opening(dict(zip(crowd, RATINGS_01, strict=True)))
    open_period = period(date(2027, 1, 1))
    dossier = accepted(directed(crowd, BOARDS_01))
    return {
        "player": crowd[0],
        "event": dossier.event,
        "dossier": dossier,
        "period": open_period,
        "order": {"event": dossier.event_id, "actor": member.pk},
    }


def rated_once(facts: dict[str, Any], publish: Callable[[Any], Any]) -> None:
    """1612 on the list, one row per player, one row in the ledger, the counter raised by the two games."""
    from core.ledger import rows_of, verify_chain
    from ratings.models import RatedEntry, RatedEvent

    event = facts["event"]
    assert RatedEvent.objects.filter(event=event).count() == 1
    assert RatedEntry.objects.filter(rated_event__event=event).count() == 4
    assert RatedEntry.objects.filter(person=facts["player"]).count() == 1
    assert rows_of("event", event.pk).filter(verb="event.rated").count() == 1
    assert rows_of("event", event.pk).filter(verb="dossier.rate").count() == 1
    assert verify_chain("event", event.pk) > 0
    row = publish(facts["period"]).rows.get(person=facts["player"])
    assert (row.rating, row.games, row.games_total) == (1612, 2, 102)


@pytest.mark.django_db
def test_task_01_a_message_that_comes_twice_is_worked_off_once(waiting: dict[str, Any], publish: Any) -> None:
    from core.jobs import submit
    from core.jobs.running import run
    from core.models import Job

    job = submit("commission.rate", waiting["order"])
    assert [run(job.pk), run(job.pk)] == [True, False]
    job.refresh_from_db()
    assert (job.state, job.starts) == (Job.State.DONE, 1)
    rated_once(waiting, publish)


@pytest.mark.django_db
def test_task_01_a_second_order_is_told_that_the_event_is_rated(
    waiting: dict[str, Any], publish: Any
) -> None:
    from core.jobs import submit
    from core.jobs.running import run
    from core.models import Job

    first, second = (submit("commission.rate", waiting["order"]) for _order in range(2))
    assert (run(first.pk), run(second.pk)) == (True, True)
    second.refresh_from_db()
    assert second.state == Job.State.FAILED
    assert "rated" in second.error
    rated_once(waiting, publish)


@pytest.mark.django_db
def test_task_01_the_calculation_alone_made_twice_is_the_same(
    waiting: dict[str, Any], publish: Any, officer: Any, member: Any
) -> None:
    """Below the commission's move: the service is handed the same record twice."""
    from commission.services import dossier_move
    from ratings.services import event_rate

    rated = dossier_move(waiting["dossier"], "rate", actor=member)
    again = event_rate(
        waiting["event"],
        actor=officer,
        record_sha256=rated.approved_sha256,
        received_on=rated.arrived_on,
    )
    assert again.event_id == rated.event_id
    rated_once(waiting, publish)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("orders", [1, 2], ids=["one order delivered twice", "two orders"])
def test_task_01_two_workers_at_once_rate_it_once(waiting: dict[str, Any], publish: Any, orders: int) -> None:
    """Truly at once on PostgreSQL; on SQLite one waits for the other's transaction."""
    from core.jobs import submit
    from core.jobs.running import run
    from core.models import Job

    jobs = [submit("commission.rate", waiting["order"]) for _order in range(orders)]
    barrier, faults = threading.Barrier(2), []

    def worker(job_id: Any) -> None:
        try:
            barrier.wait(10)
            run(job_id)
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=worker, args=(job.pk,)) for job in (jobs * 2)[:2]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert faults == []
    states = sorted(Job.objects.filter(pk__in=[job.pk for job in jobs]).values_list("state", flat=True))
    assert states == [Job.State.DONE, Job.State.FAILED][:orders]
    rated_once(waiting, publish)


@pytest.mark.django_db(transaction=True)
def test_task_01_two_calculations_at_once_leave_one(
    waiting: dict[str, Any], publish: Any, officer: Any, member: Any
) -> None:
    """Without the jobs' own claim: the row lock and the unique constraint stop the second writer."""
    from commission.services import dossier_move
    from ratings.services import event_rate, event_unrate

    rated = dossier_move(waiting["dossier"], "rate", actor=member)
    event_unrate(waiting["event"], actor=officer, reason="from the start")
    barrier, made, faults = threading.Barrier(2), [], []

    def writer() -> None:
        try:
            barrier.wait(10)
            made.append(
                event_rate(
                    waiting["event"],
                    actor=officer,
                    record_sha256=rated.approved_sha256,
                    received_on=rated.arrived_on,
                ).pk
            )
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=writer) for _writer in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert faults == []
    assert len(set(made)) == 1
    row = publish(waiting["period"]).rows.get(person=waiting["player"])
    assert (row.rating, row.games, row.games_total) == (1612, 2, 102)


# A worker that has written everything and hangs before its transaction ends.
HANGING_WORKER = """
import sys, time
from pathlib import Path
from uuid import UUID
import django
django.setup()
import commission.tasks
from commission import services
from core.jobs.running import run

def hang(*arguments, **facts):
    Path(sys.argv[2]).touch()
    time.sleep(60)

services._write_move = hang
run(UUID(sys.argv[1]))
"""


@pytest.mark.django_db(transaction=True)
def test_task_01_a_worker_killed_in_the_middle_leaves_1612_to_the_next(
    waiting: dict[str, Any], publish: Any, tmp_path: Path
) -> None:
    """A real process and a real SIGKILL: nothing of it is there, the job comes back and takes effect once."""
    from django.conf import settings

    from core.jobs import submit
    from core.jobs.running import reap, run
    from core.models import Job
    from ratings.models import RatedEntry, RatedEvent
    from tests.core.test_workers_killed import database_url

    job, mark = submit("commission.rate", waiting["order"]), tmp_path / "inside"
    process = subprocess.Popen(
        [sys.executable, "-c", HANGING_WORKER, str(job.pk), str(mark)],
        cwd=ROOT,
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "DATABASE_URL": database_url(),
            "TEST_FOLDER": str(settings.FOLDER),
        },
    )
    try:
        for _ in range(300):
            if mark.exists() or process.poll() is not None:
                break
            time.sleep(0.1)
        assert mark.exists()
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert (RatedEvent.objects.count(), RatedEntry.objects.count()) == (0, 0)
    job.refresh_from_db()
    assert (job.state, job.starts) == (Job.State.RUNNING, 1)
    assert run(job.pk) is False  # the dead worker's lease holds yet
    assert job.pk in reap(timezone.now() + timedelta(minutes=1))
    assert [run(job.pk), run(job.pk)] == [True, False]
    job.refresh_from_db()
    assert (job.state, job.starts) == (Job.State.DONE, 2)
    rated_once(waiting, publish)


# ---- TASK-03: from the snapshot, never on top ----

RATINGS_03 = (1600, 1580, 1650, 1500)
BOARDS_03 = ([(1, 2, "1-0"), (3, 4, "1/2-1/2")], [(3, 1, "1-0"), (2, 4, "1/2-1/2")])


@pytest.fixture
def rated(
    people: Any, opening: Any, period: Any, directed: Any, accepted: Any, member: Any
) -> dict[str, Any]:
    """1600 with K 20 has beaten 1580 and lost to 1650: .47 - .43 = .04, x 20 = 0.8."""
    from commission.services import dossier_move

    crowd = people(4)
    opening(dict(zip(crowd, RATINGS_03, strict=True)))
    open_period = period(date(2027, 1, 1))
    event = directed(crowd, BOARDS_03)
    dossier = dossier_move(accepted(event), "rate", actor=member)
    return {"player": crowd[0], "event": event, "dossier": dossier, "period": open_period}


def previewed(facts: dict[str, Any]) -> tuple[int | None, int, str] | None:
    """What the next list would say of the player: rating, games, unrounded change; nothing if he did not play."""
    from ratings.previews import period_preview

    rows = {row.person_id: row for row in period_preview(facts["period"]).rows}
    row = rows.get(facts["player"].pk)
    return None if row is None else (row.after, row.games, row.exact_change)


def returned(facts: dict[str, Any], member: Any, reason: str) -> None:
    from commission.services import dossier_move

    facts["dossier"] = dossier_move(facts["dossier"], "return", actor=member, reason=reason)
    facts["event"].refresh_from_db()


def corrected(facts: dict[str, Any], director: Any, member: Any, accepted: Any) -> None:
    """Back to the director, the first game a draw, in again, accepted, rated."""
    from commission.services import dossier_move
    from tournaments.models import Game
    from tournaments.services import record_result

    returned(facts, member, "The slip of board 1 shows a draw")
    game = Game.objects.get(round__event=facts["event"], round__number=1, board=1)
    record_result(game, actor=director, code="1/2-1/2", version=game.version, reason="slip seen")
    facts["dossier"] = dossier_move(accepted(facts["event"]), "rate", actor=member)


@pytest.mark.django_db
def test_task_03_a_corrected_game_gives_1591_and_not_1592(
    rated: dict[str, Any], director: Any, member: Any, accepted: Any, publish: Any, standing: Any
) -> None:
    """(.5 - .53) + (0 - .43) = -.46, x 20 = -9.2 from 1600; on top of 1601 it would be 1592."""
    from ratings.models import RatedEvent

    assert previewed(rated) == (1601, 2, "0.8")
    corrected(rated, director, member, accepted)
    assert standing(rated["player"], rated["event"]).change == "-9.2"
    assert previewed(rated) == (1591, 2, "-9.2")
    assert RatedEvent.objects.filter(event=rated["event"], current=True).count() == 1
    row = publish(rated["period"]).rows.get(person=rated["player"])
    assert (row.rating, row.games, row.games_total, row.previous_rating) == (1591, 2, 102, 1600)


@pytest.mark.django_db
def test_task_03_a_withdrawn_event_leaves_rating_and_counter_as_they_were(
    rated: dict[str, Any], director: Any, member: Any, accepted: Any, publish: Any
) -> None:
    """The corrected event is taken out of rating altogether: 1600 and the old number of games."""
    from core.ledger import rows_of, verify_chain
    from ratings.models import RatedEvent

    corrected(rated, director, member, accepted)
    returned(rated, member, "The event was never played")
    # On the preview for another reason (he has become inactive) or not at all, but without a game or a change.
    assert previewed(rated) in (None, (1600, 0, ""))
    assert not RatedEvent.objects.filter(event=rated["event"], current=True).exists()
    row = publish(rated["period"]).rows.get(person=rated["player"])
    assert (row.rating, row.games, row.games_total) == (1600, 0, 100)
    verbs = [
        entry.verb
        for entry in rows_of("event", rated["event"].pk)
        if entry.verb in ("event.rated", "event.unrated")
    ]
    assert verbs == ["event.rated", "event.unrated", "event.rated", "event.unrated"]
    assert verify_chain("event", rated["event"].pk) > 0


@pytest.mark.django_db
def test_task_03_other_events_of_the_player_keep_what_they_gave(
    rated: dict[str, Any],
    people: Any,
    played: Any,
    rate: Any,
    member: Any,
    publish: Any,
) -> None:
    """A second event of the period, a win over 1580 (D 20: .53, so +9.4), stays when the first is withdrawn."""
    from players.models import CurrentRating

    rival = CurrentRating.objects.get(rating=1580).person
    other = played([rated["player"], rival], [[(1, 2, "1-0")]], name="Second")
    rate(other, received_on=date(2026, 12, 1))
    assert previewed(rated) == (1610, 3, "10.2")  # 0.8 + 9.4
    returned(rated, member, "The event was never played")
    row = publish(rated["period"]).rows.get(person=rated["player"])
    assert (row.rating, row.games, row.games_total) == (1609, 1, 101)
