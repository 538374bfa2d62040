"""Long work: ordered once, claimed by one, done once in effect, brought back when its worker dies."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from core.jobs import JobCancelled, LeaseLost, cancel, submit
from core.jobs.context import JobContext
from core.jobs.lease import LEASE, MOST_STARTS, claim, renew
from core.jobs.registry import UnknownKind
from core.jobs.registry import job as register
from core.jobs.running import reap, run
from core.ledger import rows_of
from core.models import Job
from tests.core import handlers  # noqa: F401  (registers the kinds)

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of jobs for which a message went to the broker."""
    ids: list[str] = []
    from core.tasks import run_job

    monkeypatch.setattr(run_job, "apply_async", lambda arguments, **options: ids.append(arguments[0]))
    return ids


def ordered(kind: str = "test.write", **facts: Any) -> Job:
    return Job.objects.create(kind=kind, **facts)


class TestOrdering:
    def test_message_is_sent_when_the_transaction_commits_and_not_before(
        self, sent: list[str], django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            job = submit("test.write", {"text": "x"})
            assert sent == []
        assert sent == [str(job.pk)]

    def test_rolled_back_order_leaves_neither_row_nor_message(
        self, sent: list[str], django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True), pytest.raises(ZeroDivisionError):
            with transaction.atomic():
                submit("test.write", {})
                raise ZeroDivisionError
        assert (sent, Job.objects.count()) == ([], 0)

    def test_unknown_kind_is_refused(self) -> None:
        with pytest.raises(UnknownKind, match=r"test\.unheard_of"):
            submit("test.unheard_of", {})

    def test_payload_that_json_cannot_spell_is_refused(self) -> None:
        with pytest.raises(ValueError, match="float"):
            submit("test.write", {"score": 0.5})

    def test_same_work_that_is_waiting_is_not_ordered_twice(self, sent: list[str]) -> None:
        first = submit("test.write", {}, dedupe_key="sheet 7, version 3")
        second = submit("test.write", {}, dedupe_key="sheet 7, version 3")
        assert first.pk == second.pk
        assert Job.objects.count() == 1

    def test_same_work_may_be_ordered_again_after_it_ended(self, sent: list[str]) -> None:
        first = submit("test.write", {}, dedupe_key="sheet 7")
        assert run(first.pk)
        assert submit("test.write", {}, dedupe_key="sheet 7").pk != first.pk

    def test_database_itself_refuses_the_same_work_twice_at_a_time(self) -> None:
        from django.db import IntegrityError

        ordered(dedupe_key="one")
        with pytest.raises(IntegrityError), transaction.atomic():
            ordered(dedupe_key="one")

    def test_broker_that_is_down_does_not_lose_the_order(
        self, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
    ) -> None:
        from core.tasks import run_job

        def refuse(*arguments: Any, **options: Any) -> None:
            raise ConnectionRefusedError

        monkeypatch.setattr(run_job, "apply_async", refuse)
        with django_capture_on_commit_callbacks(execute=True):
            job = submit("test.write", {})
        assert Job.objects.get(pk=job.pk).state == Job.State.QUEUED

    def test_two_handlers_for_one_kind_are_refused(self) -> None:
        with pytest.raises(ValueError, match="two handlers"):
            register("test.write")(lambda context: None)


class TestClaim:
    def test_second_claim_gets_nothing_while_the_lease_runs(self) -> None:
        job, now = ordered(), timezone.now()
        assert claim(job.pk, now) is not None
        assert claim(job.pk, now + LEASE - timedelta(seconds=1)) is None

    def test_claim_after_the_lease_takes_the_job_over_and_the_first_start_has_lost_it(self) -> None:
        job, now = ordered(), timezone.now()
        first = claim(job.pk, now)
        second = claim(job.pk, now + LEASE + timedelta(seconds=1))
        assert first and second and first != second
        assert not renew(job.pk, first, now)
        assert renew(job.pk, second, now)
        assert Job.objects.get(pk=job.pk).starts == 2

    def test_renewed_lease_keeps_others_out(self) -> None:
        job, now = ordered(), timezone.now()
        token = claim(job.pk, now)
        assert token and renew(job.pk, token, now + timedelta(seconds=10))
        assert claim(job.pk, now + timedelta(seconds=20)) is None

    @pytest.mark.parametrize("state", [Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED])
    def test_ended_job_is_never_claimed(self, state: str) -> None:
        assert claim(ordered(state=state).pk, timezone.now()) is None

    def test_job_that_was_called_off_is_not_claimed(self) -> None:
        assert claim(ordered(cancel_requested=True).pk, timezone.now()) is None

    def test_message_for_a_job_that_does_not_exist_is_harmless(self) -> None:
        assert run(uuid4()) is False


class TestEffect:
    def test_job_done_twice_by_message_takes_effect_once(self) -> None:
        job = ordered()
        assert [run(job.pk), run(job.pk)] == [True, False]
        assert rows_of("federation", job.pk).count() == 1

    def test_done_job_shows_full_result(self) -> None:
        job = ordered()
        run(job.pk)
        job.refresh_from_db()
        assert (job.state, job.result, job.error, job.lease_until) == ("done", {"url": "/written/"}, "", None)
        assert job.is_settled

    def test_job_without_an_effect_is_done_with_an_empty_result(self) -> None:
        job = ordered("test.plain")
        run(job.pk)
        job.refresh_from_db()
        assert (job.state, job.result, job.progress, job.total) == ("done", {}, 3, 3)

    def test_start_that_lost_the_job_rolls_its_effect_back(self) -> None:
        job, now = ordered(), timezone.now()
        first = claim(job.pk, now - LEASE - timedelta(seconds=1))
        second = claim(job.pk, now)
        assert first and second
        context = JobContext(job, first)
        with pytest.raises(LeaseLost), context.effect():
            Job.objects.create(kind="test.plain", message="the effect of a dead start")
        assert not Job.objects.filter(message="the effect of a dead start").exists()
        assert Job.objects.get(pk=job.pk).token == second

    def test_error_inside_the_effect_undoes_it_and_the_job_says_why(self) -> None:
        job = ordered("test.fail_in_effect")
        run(job.pk)
        job.refresh_from_db()
        assert (job.state, job.error) == ("failed", "too late")
        assert rows_of("federation", job.pk).count() == 0

    def test_second_effect_in_one_job_is_refused(self) -> None:
        job = ordered()
        token = claim(job.pk, timezone.now())
        assert token
        context = JobContext(job, token)
        with context.effect():
            pass
        with pytest.raises(RuntimeError, match="one effect"), context.effect():
            pass


class TestFailing:
    def test_refusal_for_the_reader_is_shown_in_its_own_words(self) -> None:
        job = ordered("test.refuse")
        run(job.pk)
        job.refresh_from_db()
        assert (job.state, job.error) == ("failed", "Round 5, board 3 has two Whites.")

    def test_internal_fault_is_not_shown_but_can_be_found_in_the_log(self, caplog: Any) -> None:
        job = ordered("test.fault")
        run(job.pk)
        job.refresh_from_db()
        assert job.state == "failed"
        assert "internal detail" not in job.error
        assert str(job.pk) in job.error
        assert "internal detail" in caplog.text

    def test_kind_that_nobody_knows_any_more_fails_and_does_not_come_back(self) -> None:
        job = ordered("test.gone")
        run(job.pk)
        assert Job.objects.get(pk=job.pk).state == "failed"


class TestProgress:
    def context(self, **options: Any) -> tuple[Job, JobContext]:
        job = ordered()
        token = claim(job.pk, timezone.now())
        assert token
        return job, JobContext(job, token, **options)

    def test_bar_and_message_stand_in_the_row(self) -> None:
        job, context = self.context()
        context.progress(3, 10, "laying out page 3")
        job.refresh_from_db()
        assert (job.progress, job.total, job.message) == (3, 10, "laying out page 3")

    def test_many_steps_within_a_moment_are_written_once_and_the_last_always(
        self, django_assert_num_queries: Any
    ) -> None:
        job, context = self.context(clock=lambda: 0.0)
        with django_assert_num_queries(4):  # an update and a look at the flag, for the first and for the last
            for done in range(1001):
                context.progress(done, 1000)
        job.refresh_from_db()
        assert job.progress == 1000

    def test_running_job_that_is_called_off_stops_at_its_next_progress(self) -> None:
        job, context = self.context()
        assert cancel(job)
        with pytest.raises(JobCancelled):
            context.progress(1, 2)

    def test_start_whose_heartbeat_failed_stops_at_its_next_progress(self) -> None:
        _job, context = self.context(is_lost=lambda: True)
        with pytest.raises(LeaseLost):
            context.progress(1, 2)

    def test_start_that_was_overtaken_stops_at_its_next_progress(self) -> None:
        job, context = self.context()
        assert claim(job.pk, timezone.now() + LEASE + timedelta(seconds=1))
        with pytest.raises(LeaseLost):
            context.progress(1, 2)


class TestCancelling:
    def test_waiting_job_ends_at_once(self) -> None:
        job = ordered()
        assert cancel(job)
        job.refresh_from_db()
        assert job.state == "cancelled"
        assert run(job.pk) is False

    def test_ended_job_cannot_be_called_off(self) -> None:
        job = ordered(state=Job.State.DONE)
        assert not cancel(job)
        assert Job.objects.get(pk=job.pk).state == "done"

    def test_job_called_off_while_running_ends_as_cancelled_without_effect(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        job = ordered()
        progress = JobContext.progress

        def called_off(context: JobContext, *arguments: Any) -> None:
            cancel(job)
            progress(context, *arguments)

        monkeypatch.setattr(JobContext, "progress", called_off)
        run(job.pk)
        assert Job.objects.get(pk=job.pk).state == "cancelled"
        assert rows_of("federation", job.pk).count() == 0


class TestReaper:
    def test_job_of_a_dead_worker_is_sent_again(self, sent: list[str]) -> None:
        job, now = ordered(), timezone.now()
        claim(job.pk, now - LEASE - timedelta(seconds=1))
        assert reap(now) == [job.pk]
        job.refresh_from_db()
        assert (job.state, sent) == ("queued", [str(job.pk)])

    def test_job_of_a_living_worker_is_left_alone(self, sent: list[str]) -> None:
        job, now = ordered(), timezone.now()
        claim(job.pk, now)
        assert reap(now + timedelta(seconds=10)) == []
        assert sent == []

    def test_third_death_fails_the_job_for_good(self, sent: list[str]) -> None:
        job, now = ordered(), timezone.now()
        for _start in range(MOST_STARTS):
            assert claim(job.pk, now)
            now += LEASE + timedelta(seconds=1)
            reap(now)
        job.refresh_from_db()
        assert (job.state, job.starts, len(sent)) == ("failed", 3, 2)
        assert "3 times" in job.error
        assert claim(job.pk, now) is None

    def test_job_called_off_whose_worker_died_ends_as_cancelled(self, sent: list[str]) -> None:
        job, now = ordered(), timezone.now()
        claim(job.pk, now - LEASE - timedelta(seconds=1))
        cancel(job)
        assert reap(now) == []
        assert Job.objects.get(pk=job.pk).state == "cancelled"

    def test_lost_message_is_sent_again_after_half_a_minute_then_ever_more_patiently(
        self, sent: list[str]
    ) -> None:
        start = timezone.now()
        job = ordered(created_at=start, sent_at=start)
        resent_after = [
            second for second in range(0, 300, 5) if reap(start + timedelta(seconds=second)) == [job.pk]
        ]
        assert resent_after == [30, 60, 120, 240]


class TestPage:
    @pytest.fixture
    def owner(self, django_user_model: Any) -> Any:
        return django_user_model.objects.create_user("ana", password="baize-and-ink-64")

    def test_owner_sees_the_bar_and_the_fragment_asks_again(self, client: Any, owner: Any) -> None:
        job = ordered(created_by_id=owner.pk, state=Job.State.RUNNING, progress=3, total=10)
        client.force_login(owner)
        page = client.get(f"/jobs/{job.pk}/").content.decode()
        assert '<progress max="10" value="3"' in page
        assert f'hx-get="/jobs/{job.pk}/"' in page
        fragment = client.get(f"/jobs/{job.pk}/", headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in fragment
        assert '<progress max="10" value="3"' in fragment

    def test_done_job_leads_to_its_result_and_asks_no_more(self, client: Any, owner: Any) -> None:
        job = ordered(created_by_id=owner.pk)
        run(job.pk)
        client.force_login(owner)
        page = client.get(f"/jobs/{job.pk}/").content.decode()
        assert 'href="/written/"' in page
        assert f'hx-get="/jobs/{job.pk}/"' not in page

    def test_done_job_without_its_result_yet_is_asked_for_again(self, client: Any, owner: Any) -> None:
        job = ordered(created_by_id=owner.pk, state=Job.State.DONE, finished_at=timezone.now())
        client.force_login(owner)
        assert f'hx-get="/jobs/{job.pk}/"' in client.get(f"/jobs/{job.pk}/").content.decode()

    def test_page_goes_on_by_itself_only_where_the_order_asked_for_it(self, client: Any, owner: Any) -> None:
        client.force_login(owner)
        for payload, header in (({}, None), ({"redirect": True}, "/written/")):
            job = ordered(created_by_id=owner.pk, payload=payload)
            run(job.pk)
            answer = client.get(f"/jobs/{job.pk}/", headers={"HX-Request": "true"})
            assert answer.headers.get("HX-Redirect") == header

    def test_json_tells_the_same(self, client: Any, owner: Any) -> None:
        job = ordered(created_by_id=owner.pk, state=Job.State.RUNNING, progress=1, total=4, message="half")
        client.force_login(owner)
        told = client.get(f"/jobs/{job.pk}/?format=json").json()
        assert told == {
            "id": str(job.pk), "kind": "test.write", "state": "running", "progress": 1, "total": 4,
            "message": "half", "error": "", "result": None,
        }  # fmt: skip

    def test_stranger_sees_nothing_and_cannot_call_it_off(
        self, client: Any, owner: Any, django_user_model: Any
    ) -> None:
        job = ordered(created_by_id=owner.pk)
        client.force_login(django_user_model.objects.create_user("boris"))
        assert client.get(f"/jobs/{job.pk}/").status_code == 403
        assert client.post(f"/jobs/{job.pk}/cancel/").status_code == 403
        assert Job.objects.get(pk=job.pk).state == "queued"

    def test_what_the_portal_ordered_itself_is_open_to_read_but_not_to_call_off(self, client: Any) -> None:
        job = ordered()
        assert client.get(f"/jobs/{job.pk}/").status_code == 200
        assert client.post(f"/jobs/{job.pk}/cancel/").status_code == 302
        assert Job.objects.get(pk=job.pk).state == "queued"

    def test_owner_calls_it_off(self, client: Any, owner: Any) -> None:
        job = ordered(created_by_id=owner.pk)
        client.force_login(owner)
        page = client.post(f"/jobs/{job.pk}/cancel/", follow=True)
        assert "cancelled" in page.content.decode()
        assert Job.objects.get(pk=job.pk).state == "cancelled"

    def test_failed_job_says_why(self, client: Any, owner: Any) -> None:
        job = ordered("test.refuse", created_by_id=owner.pk)
        run(job.pk)
        client.force_login(owner)
        assert "Round 5, board 3 has two Whites." in client.get(f"/jobs/{job.pk}/").content.decode()

    def test_calling_off_by_a_link_is_not_possible(self, client: Any, owner: Any) -> None:
        client.force_login(owner)
        assert client.get(f"/jobs/{ordered(created_by_id=owner.pk).pk}/cancel/").status_code == 405


@pytest.mark.django_db(transaction=True)
def test_heartbeat_renews_the_lease_on_a_connection_of_its_own_and_notices_the_loss() -> None:
    from core.jobs.lease import Heartbeat

    job = ordered()
    token = claim(job.pk, timezone.now() - timedelta(seconds=10))
    assert token
    before = Job.objects.get(pk=job.pk).lease_until
    heart = Heartbeat(job.pk, token, every=0.05)
    heart.start()
    try:
        _until(lambda: Job.objects.get(pk=job.pk).lease_until > before)
        Job.objects.filter(pk=job.pk).update(token=uuid4())
        _until(heart.lost.is_set)
    finally:
        heart.stop()
    assert connection.is_usable()


def _until(condition: Any, seconds: float = 10) -> None:
    import time

    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
