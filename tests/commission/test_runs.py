"""Rating runs: looked at first, each event once, a fault keeps nobody else, published lists untouched; and the mark of
events that are to be rated again."""

import io
import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command

from tournaments.errors import DomainError, StaleVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def accepted(submitted: Any, second_member: Any) -> Callable[..., Any]:
    """Makes the dossier of an event that another member has accepted."""
    from commission.services import dossier_move

    return lambda **fields: dossier_move(submitted(**fields), "accept", actor=second_member)


@pytest.fixture
def done() -> Callable[[Any], Any]:
    """Does the job of a run, as a worker would, and gives the run back."""
    from core.jobs.running import run as run_job

    def doing(run: Any) -> Any:
        assert run_job(run.job_id)
        run.refresh_from_db()
        return run

    return doing


@pytest.fixture
def rated(member: Any, done: Any) -> Callable[..., Any]:
    """Looks at events and carries it out."""
    from commission.services_runs import run_carry_out, run_look

    def rating(**scope: Any) -> Any:
        look = done(run_look(actor=member, reason="Before the list", **scope))
        return done(run_carry_out(look, actor=member))

    return rating


def outcomes(run: Any) -> dict[str, str]:
    """What became of each event, by its name."""
    return dict(run.events.values_list("event__name", "outcome"))


def test_a_look_says_what_would_be_done_and_rates_nothing(
    accepted: Any, submitted: Any, period: Any, member: Any, done: Any
) -> None:
    from commission.services_review import interest_declare
    from commission.services_runs import run_look
    from core.ledger import rows_of
    from ratings.models import RatedEvent

    accepted(name="One")
    own = accepted(name="Own")
    interest_declare(own, actor=member, reason="My club")
    submitted(name="Waiting")
    look = done(run_look(actor=member, reason="Before the list", period=period))
    assert (look.state, look.dry) == ("done", True)
    assert outcomes(look) == {"One": "rated", "Own": "skipped", "Waiting": "skipped"}
    row = look.events.get(event__name="One")
    assert (row.before_sha256, len(row.after_sha256), row.changed) == ("", 64, 4)
    assert "four eyes" in look.events.get(event__name="Own").words
    assert "submitted" in look.events.get(event__name="Waiting").words
    assert not RatedEvent.objects.exists()
    assert not rows_of("federation", "runs").exists()


def test_a_run_rates_what_was_looked_at_once_and_the_next_finds_it_as_it_was(
    accepted: Any, period: Any, member: Any, rated: Any
) -> None:
    from commission.services_runs import run_carry_out, run_event
    from core.jobs.running import run as run_job
    from core.ledger import rows_of
    from ratings.models import RatedEvent

    for name in ("One", "Two"):
        accepted(name=name)
    first = rated(period=period)
    assert outcomes(first) == {"One": "rated", "Two": "rated"}
    assert run_job(first.job_id) is False  # delivered again
    for row in first.events.all():
        run_event(row.pk, actor=member)
    assert RatedEvent.objects.count() == 2
    again = rated(since=date(2026, 1, 1))
    assert outcomes(again) == {"One": "same", "Two": "same"}
    assert [row.before_sha256 for row in again.events.all()] == [
        row.after_sha256 for row in first.events.all()
    ]
    assert {row.before_sha256 == row.after_sha256 for row in again.events.all()} == {True}
    verbs = [(row.verb, row.payload.get("rated", 0)) for row in rows_of("federation", "runs")]
    assert verbs == [("run.ordered", 0), ("run.done", 2), ("run.ordered", 0), ("run.done", 0)]
    with pytest.raises(StaleVersion):
        run_carry_out(first.look, actor=member)


def test_one_event_that_fails_does_not_stop_the_others(
    accepted: Any, period: Any, member: Any, rated: Any, monkeypatch: Any
) -> None:
    from commission import effects
    from reports.models import Report

    refused, broken = accepted(name="Refused"), accepted(name="Broken")
    accepted(name="Sound")
    Report.objects.filter(event=refused.event).update(record_sha256="f" * 64)
    original = effects.event_rate

    def event_rate(event: Any, **facts: Any) -> Any:
        if event.pk == broken.event_id:
            raise RuntimeError("a fault")
        return original(event, **facts)

    monkeypatch.setattr(effects, "event_rate", event_rate)
    run = rated(period=period)
    assert outcomes(run) == {"Refused": "failed", "Broken": "failed", "Sound": "rated"}
    assert "not the one that was accepted" in run.events.get(event=refused.event).words
    assert "RuntimeError" in run.events.get(event=broken.event).words
    for dossier in (refused, broken):
        dossier.refresh_from_db()
        assert dossier.stage == "accepted"


def test_what_a_published_list_holds_is_not_touched(
    accepted: Any, period: Any, officer: Any, rated: Any
) -> None:
    from commission.services import list_publish
    from ratings.models import RatedEvent

    accepted(name="Published")
    rated(period=period)
    list_publish(period, actor=officer)
    standing = RatedEvent.objects.get()
    accepted(name="Late")
    run = rated(since=date(2026, 1, 1))
    assert outcomes(run) == {"Published": "skipped", "Late": "rated"}
    assert "only a correction changes it" in run.events.get(event__name="Published").words
    assert RatedEvent.objects.get(event=standing.event) == standing


def test_a_run_stops_between_two_events_and_goes_on_with_the_rest(
    accepted: Any, period: Any, member: Any, done: Any, monkeypatch: Any
) -> None:
    from commission import tasks_runs
    from commission.services_runs import run_carry_out, run_event, run_go_on, run_look, run_stop
    from core.models import Job

    for name in ("One", "Two"):
        accepted(name=name)
    look = done(run_look(actor=member, reason="Before the list", period=period))
    run = run_carry_out(look, actor=member)

    def stopping(row: int, *, actor: Any) -> None:
        run_event(row, actor=actor)
        run_stop(run, actor=actor)

    with monkeypatch.context() as patch:
        patch.setattr(tasks_runs, "run_event", stopping)
        done(run)
    assert (run.state, outcomes(run)) == ("stopped", {"One": "rated", "Two": "waiting"})
    assert Job.objects.get(pk=run.job_id).state == "cancelled"
    run = done(run_go_on(run, actor=member))
    assert (run.state, outcomes(run)) == ("done", {"One": "rated", "Two": "rated"})
    with pytest.raises(StaleVersion):
        run_stop(run, actor=member)


def test_a_run_whose_job_ended_without_it_says_so_and_is_taken_up_again(
    accepted: Any, period: Any, member: Any, done: Any
) -> None:
    from commission.services_runs import run_go_on, run_look
    from core.jobs import cancel

    accepted(name="One")
    look = run_look(actor=member, reason="Before the list", period=period)
    assert look.is_live
    cancel(look.job)
    look.refresh_from_db()
    assert (look.is_broken_off, look.is_live) == (True, False)
    assert done(run_go_on(look, actor=member)).state == "done"


def test_only_reviewers_order_runs_each_carries_out_his_own_look_and_says_why(
    accepted: Any, period: Any, member: Any, second_member: Any, director: Any, done: Any
) -> None:
    from commission.services_runs import run_carry_out, run_look

    with pytest.raises(PermissionDenied):
        run_look(actor=director, reason="Mine", period=period)
    with pytest.raises(DomainError, match="There is no event"):
        run_look(actor=member, reason="Before the list", period=period)
    accepted(name="One")
    with pytest.raises(DomainError, match="Say why"):
        run_look(actor=member, reason=" ", period=period)
    look = run_look(actor=member, reason="Before the list", period=period)
    with pytest.raises(StaleVersion):
        run_carry_out(look, actor=member)
    with pytest.raises(DomainError, match="Somebody else"):
        run_carry_out(done(look), actor=second_member)


# --- events that are to be rated again ---------------------------------------------------------------------


def checked() -> tuple[int, list[dict[str, Any]]]:
    """What `check_rated` says, and its exit code."""
    out = io.StringIO()
    try:
        call_command("check_rated", "--json", stdout=out)
        code = 0
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, json.loads(out.getvalue())["outdated"]


def decided(event: Any) -> None:
    """A decision that the first game is rated with another winner, written beside the calculation."""
    from django.utils import timezone

    from ratings.models import RatingResult
    from tournaments.models import Game

    game = Game.objects.filter(round__event=event).order_by("round__number", "board")[0]
    RatingResult.objects.create(
        event=event, round_number=game.round.number, board=game.board, white=game.white.number,
        black=game.black.number, table_code=game.code, code="0-1" if game.code != "0-1" else "1-0", reason="Decision 7",
        decided_by_name="Member", decided_at=timezone.now(),
    )  # fmt: skip


def test_a_result_decided_after_the_rating_marks_the_event_until_it_is_rated_again(
    accepted: Any, period: Any, member: Any, rated: Any, client: Any
) -> None:
    dossier = accepted(name="One")
    accepted(name="Two")
    rated(period=period)
    assert checked() == (0, [])
    decided(dossier.event)
    code, found = checked()
    assert (code, [(row["name"], row["changed"], row["mended_by"]) for row in found]) == (
        1,
        [("One", ["record"], "rate")],
    )
    client.force_login(member)
    for address in ("/commission/?stage=all&again=1", f"/commission/events/{dossier.event_id}/"):
        assert "One" in client.get(address).content.decode(), address
    assert "Rate it again" in client.get(f"/commission/events/{dossier.event_id}/").content.decode()
    chip = 'chip--danger">to be rated again'
    assert chip in client.get(f"/events/{dossier.event_id}/").content.decode()
    run = rated(event=dossier.event)
    row = run.events.get()
    assert (row.outcome, row.changed > 1, row.before_sha256 != row.after_sha256) == ("again", True, True)
    dossier.refresh_from_db()
    assert (dossier.stage, dossier.rate_again, checked()) == ("rated", "", (0, []))
    assert chip not in client.get(f"/events/{dossier.event_id}/").content.decode()


def test_a_run_says_of_which_events_it_found_another_result_than_the_look(
    accepted: Any, period: Any, member: Any, done: Any
) -> None:
    from commission.services_runs import run_carry_out, run_look

    dossier = accepted(name="One")
    accepted(name="Two")
    look = done(run_look(actor=member, reason="Before the list", period=period))
    decided(dossier.event)
    run = done(run_carry_out(look, actor=member))
    words = dict(run.events.values_list("event__name", "words"))
    assert outcomes(run) == {"One": "rated", "Two": "rated"}
    assert ("look" in words["One"], words["Two"]) == (True, "")


@pytest.mark.parametrize(
    ("column", "value", "word"),
    [("edition_sha256", "0" * 64, "edition"), ("engine_version", "ratings-0", "engine")],
)
def test_another_text_or_engine_marks_and_the_mark_goes_when_it_is_as_it_was(
    accepted: Any, period: Any, rated: Any, column: str, value: str, word: str
) -> None:
    from commission.services_rerate import rated_check
    from core.ledger import rows_of
    from ratings.models import RatedEvent

    dossier = accepted(name="One")
    rated(period=period)
    before = getattr(RatedEvent.objects.get(), column)
    RatedEvent.objects.update(**{column: value})
    assert rated_check(dossier) == (word,)
    assert rated_check(dossier) == (word,)
    RatedEvent.objects.update(**{column: before})
    assert rated_check(dossier) == ()
    verbs = [row.verb for row in rows_of("event", str(dossier.event_id)) if row.verb.startswith("rating.")]
    assert verbs == ["rating.outdated", "rating.up_to_date"]


def test_somebody_rated_meanwhile_marks_an_event_on_no_list_but_not_one_on_a_list(
    accepted: Any, period: Any, officer: Any, rated: Any
) -> None:
    """10.4: whoever was unrated on the first day and has a rating now counts otherwise when it is rated now."""
    from players.models import CurrentRating
    from ratings.models import RatedEvent
    from ratings.services_lists import period_publish

    dossier = accepted(name="One")
    rated(period=period)
    entry = dossier.event.entries.get(number=1)
    type(entry).objects.filter(pk=entry.pk).update(rating=None, rating_k=None, rating_games=None)
    assert checked()[1][0]["changed"] == ["facts"]
    type(entry).objects.filter(pk=entry.pk).update(
        rating=entry.rating, rating_k=entry.rating_k, rating_games=entry.rating_games
    )
    assert checked() == (0, [])
    made = period_publish(period, actor=officer)
    CurrentRating.objects.filter(person=entry.person).update(rating_list=made)
    type(entry).objects.filter(pk=entry.pk).update(rating=None)
    assert checked() == (0, [])
    RatedEvent.objects.update(record_sha256="0" * 64)
    assert checked()[1][0]["mended_by"] == "correct"


# --- pages -------------------------------------------------------------------------------------------------


def test_from_the_form_to_the_log(client: Any, accepted: Any, period: Any, member: Any, done: Any) -> None:
    from commission.models import RatingRun

    accepted(name="One")
    client.force_login(member)
    assert client.post("/commission/runs/new/", {"scope": "period", "reason": "x"}).status_code == 422
    page = client.get(f"/commission/runs/new/?period={period.pk}").content.decode()
    assert f'value="{period.pk}" selected' in page and "-----" not in page
    answer = client.post(
        "/commission/runs/new/", {"scope": "period", "period": period.pk, "reason": "Before the list"}
    )
    look = RatingRun.objects.get()
    assert answer["Location"] == f"/commission/runs/{look.pk}/"
    assert "run-bar" in client.get(answer["Location"]).content.decode()
    done(look)
    bar = client.get(f"/commission/runs/{look.pk}/?part=bar", headers={"HX-Request": "true"})
    assert bar["HX-Refresh"] == "true"
    page = client.get(answer["Location"]).content.decode()
    assert "would be rated" in page and "Rate these events" in page
    answer = client.post(f"/commission/runs/{look.pk}/carry-out/")
    run = done(RatingRun.objects.get(dry=False))
    assert answer["Location"] == f"/commission/runs/{run.pk}/"
    rows = client.get(f"/commission/runs/{run.pk}/?outcome=rated&format=json").json()
    assert [(row["event"], row["changed"], len(row["after"])) for row in rows] == [("One", 4, 64)]
    assert client.get(f"/commission/runs/{run.pk}/?outcome=failed&format=json").json() == []
    assert len(client.get(f"/commission/runs/{run.pk}/?q=ÓNE&format=json").json()) == 1
    assert b"Before the list" in client.get("/commission/runs/?format=csv").content
    assert len(client.get("/commission/runs/?what=look&format=json").json()) == 1
    assert len(client.get("/commission/runs/?state=stopped&q=list&format=json").json()) == 0


def test_the_log_and_a_run_ask_as_often_for_one_as_for_many(
    client: Any, member: Any, period: Any, django_assert_max_num_queries: Any, accepted: Any
) -> None:
    from commission.models import RunEvent
    from commission.services_runs import run_look
    from tournaments.models import Event

    accepted(name="One")
    client.force_login(member)

    def queries(address: str) -> int:
        with django_assert_max_num_queries(20) as asked:
            client.get(address)
        return len(asked)

    look = run_look(actor=member, reason="First", period=period)
    counts = [queries(address) for address in ("/commission/runs/", f"/commission/runs/{look.pk}/")]
    for number in range(2, 6):
        run_look(actor=member, reason=f"Look {number}", period=period)
        event = Event.objects.create(name=f"Open {number}", start="2026-03-01", end="2026-03-02")
        RunEvent.objects.create(run=look, place=number, event=event)
    assert [queries(address) for address in ("/commission/runs/", f"/commission/runs/{look.pk}/")] == counts
