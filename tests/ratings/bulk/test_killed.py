"""A publication killed with SIGKILL leaves the old list or the new one, whole; and it can be ordered again."""

import os
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from core.ledger import rows_of
from players.models import CurrentRating, ListedRating, RatingList
from ratings.models import ListFile, Period
from ratings.services_lists import list_recompute, period_publish
from tests.core.test_workers_killed import database_url
from tests.ratings.bulk.federation import first_events, published
from tests.ratings.bulk.publisher import PLACES
from tests.ratings.by_two import let_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.worker]
ROOT = Path(__file__).resolve().parents[3]
PUBLISHER = Path(__file__).with_name("publisher.py")


def run_publisher(*arguments: object) -> "subprocess.CompletedProcess[bytes]":
    """The program in a process of its own, on the test's database and files."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "DATABASE_URL": database_url(),
        "TEST_FOLDER": str(settings.FOLDER),
        "PYTHONPATH": str(ROOT),
    }
    connection.close()
    return subprocess.run(
        [sys.executable, str(PUBLISHER), *map(str, arguments)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        timeout=120,
    )


def standing() -> dict[str, Any]:
    """What readers see."""
    return {
        "lists": list(RatingList.objects.order_by("pk").values_list("pk", "state", "sha256", "player_count")),
        "rows": sorted(ListedRating.objects.values_list("rating_list_id", "person_id", "rating")),
        "current": sorted(CurrentRating.objects.values_list("person_id", "rating", "rating_list_id")),
        "files": ListFile.objects.count(),
        "ledger": [(row.verb, row.hash) for row in rows_of("list", RatingList.objects.earliest("pk").pk)],
        "periods": list(Period.objects.values_list("pk", "state", "rating_list_id")),
    }


@pytest.mark.parametrize("place", PLACES)
def test_publication_killed_leaves_the_old_list_whole_and_can_be_ordered_again(
    place: str, federation: list[Any], played: Any, rate: Any, period: Any, officer: Any
) -> None:
    open_period = period(date(2026, 4, 1))
    first_events(federation, played, rate)
    wanted = published(open_period, officer, bulk=False)["sha256"]
    before = standing()

    told = run_publisher("publish", open_period.pk, officer.pk, place)
    assert told.returncode == -signal.SIGKILL, told.stderr.decode()
    assert standing() == before

    made = period_publish(open_period, actor=officer, bulk=True)
    assert made.sha256 == wanted


def test_publication_that_is_not_killed_is_the_new_list_whole(
    federation: list[Any], played: Any, rate: Any, period: Any, officer: Any
) -> None:
    open_period = period(date(2026, 4, 1))
    first_events(federation, played, rate)
    wanted = published(open_period, officer, bulk=False)
    told = run_publisher("publish", open_period.pk, officer.pk, "nowhere")
    assert told.returncode == 0, told.stderr.decode()
    made = RatingList.objects.get(effective_from=date(2026, 4, 1))
    assert (made.state, made.sha256) == ("published", wanted["sha256"])
    assert made.rows.count() == len(wanted["rows"])
    assert list_recompute(made).difference == ""


class TestParts:
    @pytest.mark.postgres
    @pytest.mark.parametrize("parts", [1, 3])
    def test_list_filled_by_several_workers_has_the_same_bytes(
        self, parts: int, federation: list[Any], played: Any, rate: Any, period: Any, officer: Any
    ) -> None:
        """Each part is done by a process of its own; the last to end orders the publication."""
        from core.models import Job

        open_period = period(date(2026, 4, 1))
        first_events(federation, played, rate)
        wanted = published(open_period, officer, bulk=False)
        first, *others = part_jobs(open_period, officer, parts)
        for job in (*others, first):
            told = run_publisher("job", job.pk)
            assert told.returncode == 0, told.stderr.decode()
            job.refresh_from_db()
            assert job.state == Job.State.DONE, job.error
            assert (job.result or {}).get("url", "") == "" or job.pk == first.pk
        rest = Job.objects.get(kind="commission.publish_list")
        told = run_publisher("job", rest.pk)
        assert told.returncode == 0, told.stderr.decode()
        rest.refresh_from_db()
        assert rest.state == Job.State.DONE, rest.error
        made = RatingList.objects.get(effective_from=date(2026, 4, 1))
        assert made.sha256 == wanted["sha256"]
        assert made.rows.count() == len(wanted["rows"])
        assert sorted(made.files.exclude(format="columns").values_list("format", "sha256")) == [
            (name, sha256) for name, _type, sha256 in wanted["files"]
        ]
        assert list_recompute(made).difference == ""

    @pytest.mark.postgres
    def test_list_in_parts_is_not_published_if_an_event_was_calculated_meanwhile(
        self, federation: list[Any], played: Any, rate: Any, period: Any, officer: Any
    ) -> None:
        from ratings.services_parts import stage_part, stage_start
        from tests.ratings.bulk.federation import CODES, play
        from tournaments.errors import DomainError

        open_period = period(date(2026, 4, 1))
        first_events(federation, played, rate)
        stage = stage_start(open_period, 2)
        for first, last in stage.ranges:
            stage_part(open_period, stage.list_id, first, last)
        late = [federation[4], federation[9], federation[1]]
        play(played, rate, late, CODES, "Late", start=date(2026, 3, 1), end=date(2026, 3, 3))
        with pytest.raises(DomainError, match="changed"):
            period_publish(open_period, actor=officer, staged=stage.list_id)
        assert not RatingList.objects.filter(effective_from=date(2026, 4, 1)).exists()
        again = stage_start(open_period, 1)
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regclass(%s)", [f"players_listedrating_{stage.list_id}"])
            assert cursor.fetchone() == (None,)
        stage_part(open_period, again.list_id, *again.ranges[0])
        stage_part(open_period, again.list_id, *again.ranges[0])
        wanted = published(open_period, officer, bulk=False)["sha256"]
        assert period_publish(open_period, actor=officer, staged=again.list_id).sha256 == wanted


def part_jobs(period: Any, officer: Any, parts: int) -> list[Any]:
    """The parts of a period's list as jobs, and the publication when all are done."""
    from core.jobs.chord import submit_chord
    from ratings.services_parts import stage_start
    from ratings.tasks import PART_JOB

    let_out(period, officer)
    stage = stage_start(period, parts)
    assert len(stage.ranges) == parts
    return submit_chord(
        PART_JOB,
        [{"period": period.pk, "list": stage.list_id, "first": a, "last": b} for a, b in stage.ranges],
        then="commission.publish_list",
        then_payload={"period": period.pk, "actor": officer.pk, "staged": stage.list_id},
        created_by_id=officer.pk,
    )
