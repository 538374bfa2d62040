"""Preview, job and command of a period computed over arrays."""

import json
from datetime import date
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from core.jobs import submit
from core.jobs.running import run
from core.models import Job
from players.models import Person, RatingList
from ratings import services_bulk
from ratings.models import RatedEntry, RatedEvent
from ratings.previews import period_preview
from ratings.services_lists import period_publish
from tests.ratings.bulk.federation import first_events, published
from tests.ratings.by_two import let_out


@pytest.fixture
def ready(federation: list[Any], played: Any, rate: Any, period: Any) -> Any:
    """An open period with two events."""
    chosen = period(date(2026, 4, 1))
    first_events(federation, played, rate)
    return chosen


def test_preview_over_arrays_is_the_preview_player_by_player(
    ready: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = period_preview(ready)
    great(monkeypatch)
    assert period_preview(ready) == exact
    assert exact.changed > 0
    assert exact.new > 0
    assert exact.inactive > 0


def test_job_computes_the_period_again_and_says_what_its_list_is(ready: Any, officer: Any) -> None:
    preview = period_preview(ready)
    RatedEvent.objects.update(packed=None)
    job = submit(
        services_bulk.RECOMPUTE_JOB, {"period": ready.pk, "url": "/there/"}, created_by_id=officer.pk
    )
    run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    assert job.result["url"] == "/there/"
    assert job.result["summary"]["players"] == preview.total
    assert job.result["summary"]["changed"] == preview.changed
    assert (job.progress, job.total) == (4, 4)
    assert not RatedEvent.objects.filter(packed=None).exists()


def test_job_that_is_called_off_ends_at_its_next_step(
    ready: Any, officer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order to stop comes while the first of four steps is at work."""
    from ratings import bulk_computing

    job = submit(services_bulk.RECOMPUTE_JOB, {"period": ready.pk}, created_by_id=officer.pk)
    reading = bulk_computing.read_events

    def read_and_stop(*arguments: Any) -> Any:
        Job.objects.filter(pk=job.pk).update(cancel_requested=True)
        return reading(*arguments)

    monkeypatch.setattr(bulk_computing, "read_events", read_and_stop)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.CANCELLED, None)
    assert job.progress == 1


def test_job_tells_of_a_stored_line_that_its_games_do_not_give(ready: Any, officer: Any) -> None:
    line = RatedEntry.objects.filter(games__gt=0, own_rating__isnull=False).first()
    assert line is not None
    RatedEntry.objects.filter(pk=line.pk).update(games=line.games + 1)
    job = submit(services_bulk.RECOMPUTE_JOB, {"period": ready.pk}, created_by_id=officer.pk)
    run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert f"person {line.person_id}" in job.error


def test_command_says_the_same_as_the_preview(ready: Any, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("recompute_period", "standard-2026-04-01", "--json")
    told = json.loads(capsys.readouterr().out)
    preview = period_preview(ready)
    assert told["equal"] is True
    assert (told["players"], told["new"], told["inactive"]) == (preview.total, preview.new, preview.inactive)


def test_command_holds_a_published_list_against_its_games(
    ready: Any, officer: Any, without_guard: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also after a birth was corrected; a row that somebody changed is found."""
    made = period_publish(ready, actor=officer, bulk=True)
    Person.objects.filter(birth="2008").update(birth="1950")
    call_command("recompute_period", "standard-2026-04-01", "--json")
    assert json.loads(capsys.readouterr().out)["equal"] is True
    row = made.rows.filter(rating__isnull=False).earliest("person_id")
    without_guard()
    made.rows.filter(person_id=row.person_id).update(rating=row.rating + 1)
    with pytest.raises(SystemExit) as ended:
        call_command("recompute_period", "standard-2026-04-01", "--json")
    assert ended.value.code == 1
    assert f"person {row.person_id}: rating" in json.loads(capsys.readouterr().out)["difference"]


def test_command_knows_no_such_period(ready: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError) as ended:
        call_command("recompute_period", "standard-1999-01-01", "--json")
    assert ended.value.returncode == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "period_unknown"


def test_button_of_the_period_page_orders_the_job(ready: Any, officer: Any, client: Any) -> None:
    client.force_login(officer)
    page = client.get(reverse("commission:period", args=[ready.pk]))
    assert reverse("commission:recompute", args=[ready.pk]) in page.content.decode()
    answer = client.post(reverse("commission:recompute", args=[ready.pk]))
    job = Job.objects.get(kind=services_bulk.RECOMPUTE_JOB)
    assert answer.url == reverse("core:job", args=[job.pk])


def test_period_page_says_what_computing_it_again_gave(ready: Any, officer: Any, client: Any) -> None:
    client.force_login(officer)
    address = reverse("commission:period", args=[ready.pk])
    assert "Computed again" not in client.get(address).content.decode()
    client.post(reverse("commission:recompute", args=[ready.pk]))
    run(Job.objects.get(kind=services_bulk.RECOMPUTE_JOB).pk)
    page = client.get(address).content.decode()
    assert "Computed again as a whole" in page
    assert "11 players on the list" in page


def test_a_visitor_cannot_order_it(ready: Any, client: Any) -> None:
    before = Job.objects.count()
    answer = client.post(reverse("commission:recompute", args=[ready.pk]))
    assert answer.status_code == 302
    assert Job.objects.count() == before


def order_publication(period: Any, officer: Any) -> Job:
    if not period.proposals.exists():
        let_out(period, officer)
    return submit(
        "commission.publish_list", {"period": period.pk, "actor": officer.pk}, created_by_id=officer.pk
    )


def test_great_period_is_published_by_the_commissions_job_over_arrays(
    ready: Any, officer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = published(ready, officer, bulk=False)["sha256"]
    great(monkeypatch)
    job = order_publication(ready, officer)
    run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    made = RatingList.objects.get(effective_from=date(2026, 4, 1))
    assert (made.sha256, job.result["url"]) == (wanted, reverse("ratings:list", args=[made.key]))
    assert made.files.filter(format="columns").exists()


@pytest.mark.postgres
def test_with_workers_to_spare_the_job_orders_parts_and_the_publication_after_them(
    ready: Any, officer: Any, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    wanted = published(ready, officer, bulk=False)["sha256"]
    great(monkeypatch)
    settings.LIST_PARTS = 3
    run(order_publication(ready, officer).pk)
    parts = list(Job.objects.filter(kind="ratings.list_part").order_by("payload__first"))
    assert len(parts) == 3
    again = order_publication(ready, officer)
    run(again.pk)
    again.refresh_from_db()
    assert again.state == Job.State.FAILED
    assert "already" in again.error
    for part in parts:
        assert run(part.pk)
    rest = Job.objects.get(kind="commission.publish_list", state=Job.State.QUEUED)
    run(rest.pk)
    rest.refresh_from_db()
    assert rest.state == Job.State.DONE, rest.error
    assert RatingList.objects.get(effective_from=date(2026, 4, 1)).sha256 == wanted


def great(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every period count as a great one."""
    monkeypatch.setattr(services_bulk, "GREAT_LIST", 0)


def test_period_of_coefficients_has_no_such_button(period: Any, officer: Any, client: Any) -> None:
    from ratings.models import Period

    by_post = Period.objects.create(kind="ik", closing_day=date(2026, 3, 10), effective_from=date(2026, 4, 1))
    client.force_login(officer)
    assert client.post(reverse("commission:recompute", args=[by_post.pk])).status_code == 404
    with pytest.raises(CommandError):
        call_command("recompute_period", "ik-2026-04-01")
