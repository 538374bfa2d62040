"""The commission's pages: who sees them, what they say, what a refusal looks like."""

from typing import Any

import pytest

pytestmark = pytest.mark.django_db


def test_the_queue_is_for_the_commission(client: Any, account: Any) -> None:
    assert client.get("/commission/").status_code == 302
    client.force_login(account("otto"))
    assert client.get("/commission/").status_code == 403


def test_an_empty_queue_says_what_belongs_there(client: Any, member: Any) -> None:
    client.force_login(member)
    assert "Nothing waits here" in client.get("/commission/").content.decode()


def test_the_queue_shows_what_is_due_with_its_findings(client: Any, member: Any, submitted: Any) -> None:
    from datetime import date

    from commission.models import Dossier

    dossier = submitted(late=True)
    Dossier.objects.filter(pk=dossier.pk).update(due_on=date(2020, 1, 1))
    client.force_login(member)
    page = client.get("/commission/").content.decode()
    for text in (
        "Invented Cup",
        "1 refusal",
        "overdue",
        "1 Jan 2020",
        f"/commission/events/{dossier.event_id}/",
    ):
        assert text in page


@pytest.mark.parametrize(
    ("query", "count"),
    [("?q=invented", 1), ("?q=nobody", 0), ("?stage=accepted", 0), ("?stage=all", 1), ("?mine=1", 0)],
)
def test_the_queue_is_searched_and_filtered(
    client: Any, member: Any, submitted: Any, query: str, count: int
) -> None:
    submitted()
    client.force_login(member)
    assert client.get(f"/commission/{query}").content.decode().count("/commission/events/") == count


def test_a_dossier_offers_only_the_moves_that_one_may_make(
    client: Any, member: Any, director: Any, submitted: Any
) -> None:
    dossier = submitted()
    path = f"/commission/events/{dossier.event_id}/"
    client.force_login(member)
    page = client.get(path).content.decode()
    assert [verb for verb in ("submit", "take", "accept", "return", "rate") if f"move/{verb}/" in page] == [
        "take",
        "accept",
        "return",
    ]
    client.force_login(director)
    page = client.get(path).content.decode()
    assert "move/" not in page
    assert "Nothing to do for you here now." in page


def test_a_foreign_director_sees_no_dossier_and_makes_none(client: Any, account: Any, finished: Any) -> None:
    from commission.models import Dossier

    event = finished()
    client.force_login(account("otto"))
    path = f"/commission/events/{event.pk}/"
    assert client.get(path).status_code == 403
    for verb in ("submit", "take", "accept", "return", "rate"):
        assert client.post(f"{path}move/{verb}/").status_code == 403
    for page in ("dismiss", "admit"):
        assert client.post(f"{path}{page}/").status_code == 403
    assert not Dossier.objects.exists()


def test_a_stale_move_answers_409_and_says_where_the_dossier_is(
    client: Any, member: Any, second_member: Any, submitted: Any
) -> None:
    from commission.services import dossier_move

    dossier = submitted()
    dossier_move(dossier, "accept", actor=second_member)
    client.force_login(member)
    answer = client.post(
        f"/commission/events/{dossier.event_id}/move/accept/", {"version": str(dossier.version)}
    )
    assert answer.status_code == 409
    assert "it is now “accepted”" in answer.content.decode()


def test_a_return_without_a_reason_answers_422_and_moves_nothing(
    client: Any, member: Any, submitted: Any
) -> None:
    dossier = submitted()
    client.force_login(member)
    answer = client.post(f"/commission/events/{dossier.event_id}/move/return/", {"version": dossier.version})
    assert answer.status_code == 422
    assert "Give a reason" in answer.content.decode()
    dossier.refresh_from_db()
    assert dossier.stage == "submitted"


def test_what_was_typed_comes_back_when_a_waiver_is_refused(client: Any, member: Any, submitted: Any) -> None:
    dossier = submitted(late=True)
    client.force_login(member)
    answer = client.post(
        f"/commission/events/{dossier.event_id}/dismiss/", {"finding": "0" * 64, "reason": "Decision 12"}
    )
    assert answer.status_code == 409
    assert "This finding is not there any more." in answer.content.decode()


def test_an_unknown_move_is_not_found(client: Any, member: Any, submitted: Any) -> None:
    dossier = submitted()
    client.force_login(member)
    for verb in ("burn", "publish"):
        assert client.post(f"/commission/events/{dossier.event_id}/move/{verb}/").status_code == 404


def test_the_event_page_shows_state_moves_and_waivers(client: Any, member: Any, submitted: Any) -> None:
    from commission.findings import findings_of
    from commission.services import dossier_move, finding_dismiss

    dossier = submitted(rate_of_play="15 min + 10 s")
    (fast,) = [item for item in findings_of(dossier) if item.finding.code == "pace.all_too_fast"]
    finding_dismiss(dossier, actor=member, fingerprint=fast.finding.fingerprint, reason="Decision 12")
    dossier_move(dossier, "return", actor=member, reason="The slip shows 1-0")
    page = client.get(f"/events/{dossier.event_id}/").content.decode()
    for text in ("Procedure", "returned", "Ana", "handed in", "Clara", "The slip shows 1-0", "Decision 12"):
        assert text in page
    assert "Open the dossier" not in page
    history = client.get(f"/events/{dossier.event_id}/history/").content.decode()
    for text in ("The slip shows 1-0", "Decision 12"):
        assert text in history


def test_rating_is_a_job_with_a_page_of_its_own(
    client: Any, member: Any, submitted: Any, period: Any
) -> None:
    from commission.services import dossier_move
    from core.jobs.running import run
    from core.models import Job
    from ratings.models import RatedEvent

    dossier = dossier_move(submitted(), "accept", actor=member)
    client.force_login(member)
    answer = client.post(f"/commission/events/{dossier.event_id}/move/rate/", {"version": dossier.version})
    job = Job.objects.get(kind="commission.rate")
    assert answer["Location"] == f"/jobs/{job.pk}/"
    assert run(job.pk)
    assert not run(job.pk)
    job.refresh_from_db()
    assert (job.state, RatedEvent.objects.count()) == (Job.State.DONE, 1)
    assert client.get(job.result["url"]).status_code == 200


def test_publishing_is_a_job_and_needs_the_rating_officer(
    client: Any, member: Any, officer: Any, account: Any, submitted: Any, period: Any
) -> None:
    from commission.services import dossier_move
    from core.jobs.running import run
    from core.models import Job

    dossier = submitted()
    for verb in ("accept", "rate"):
        dossier = dossier_move(dossier, verb, actor=member)
    path = f"/commission/periods/{period.pk}/"
    client.force_login(member)
    assert client.post(f"{path}publish/").status_code == 403
    client.force_login(officer)
    preview = client.get(path).content.decode()
    assert "Invented Cup" in preview
    shown = {"content": client.get(path).context["content"]}
    assert client.post(f"{path}publish/", shown).status_code == 302
    proposal = period.proposals.get()
    shown["proposal"] = proposal.pk
    client.post(f"{path}publish/", shown)
    assert not Job.objects.filter(kind="commission.publish_list").exists()
    client.force_login(account("pavel", "federation_admin"))
    assert "Confirm and publish the list" in client.get(path).content.decode()
    assert (
        client.post(f"{path}publish/", {"proposal": proposal.pk}).status_code == 302
    )  # a page that showed no list
    assert not Job.objects.filter(kind="commission.publish_list").exists()
    assert client.post(f"{path}publish/", shown).status_code == 302
    job = Job.objects.get(kind="commission.publish_list")
    assert run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.DONE, "")
    assert job.result["url"] == "/ratings/standard-2027-01-01/"
    dossier.refresh_from_db()
    assert dossier.stage == "published"
    assert client.get(path)["Location"] == "/ratings/standard-2027-01-01/"


def test_a_period_is_opened_by_a_form_that_explains_what_is_wrong(
    client: Any, officer: Any, opening: Any
) -> None:
    client.force_login(officer)
    data = {"kind": "standard", "closing_day": "2027-01-10", "effective_from": "2027-01-01"}
    answer = client.post("/commission/periods/", data)
    assert answer.status_code == 422
    assert "cannot be in force before its closing day" in answer.content.decode()
    assert client.post("/commission/periods/", data | {"closing_day": "2026-12-25"}).status_code == 302
    answer = client.post("/commission/periods/", data | {"closing_day": "2026-12-25"})
    assert "or a later one, already" in answer.content.decode()
    rows = client.get("/commission/periods/?format=json").json()
    assert [(row["day"], row["closing"], row["state"]) for row in rows] == [
        ("2027-01-01", "2026-12-25", "open")
    ]


def test_a_member_does_not_open_periods(client: Any, member: Any) -> None:
    client.force_login(member)
    page = client.get("/commission/periods/").content.decode()
    assert "Open a period" not in page
    assert client.post("/commission/periods/", {}).status_code == 403


def test_the_first_page_of_an_empty_federation_says_what_will_be_there(client: Any, db: Any) -> None:
    page = client.get("/").content.decode()
    for text in ("No event is being played", "No list is published yet", "None is registered yet."):
        assert text in page


def test_the_first_page_shows_boards_left_and_movers(
    client: Any, director: Any, persons: list[Any], opening: Any, finished: Any
) -> None:
    from tournaments.models import Game
    from tournaments.services import event_reopen, record_result

    event = finished()
    event_reopen(event, actor=director, reason="one slip is missing")
    game = Game.objects.filter(round__event=event, round__number=3).first()
    record_result(game, actor=director, code="*", version=game.version)
    page = client.get("/").content.decode()
    for text in ("Invented Cup", "Round 3 of 3", "1 of 2 boards in", "1 open", "standard, 1 Jan 2026"):
        assert text in page


def test_the_search_finds_players_and_events_in_either_script(
    client: Any, persons: list[Any], finished: Any
) -> None:
    finished(name="Кубок Загір'я")
    for query, text in (("zahir", "Кубок Загір"), ("Player1", "Player1, Test"), ("xyzzy", "Nothing found")):
        assert text in client.get("/search/", {"q": query}).content.decode().replace("&#x27;", "'")


def test_a_draft_is_not_found_by_the_public(client: Any, director: Any) -> None:
    from tournaments.services import event_create

    event_create(actor=director, name="Secret Draft")
    assert "Secret Draft" not in client.get("/search/?q=secret").content.decode().replace(
        'value="secret"', ""
    )
    assert "Secret Draft" not in client.get("/").content.decode()


def test_a_late_registration_is_mended_on_the_dossier_by_the_day_on_paper(
    client: Any, member: Any, submitted: Any
) -> None:
    dossier = submitted(late=True)
    client.force_login(member)
    page = client.get(f"/commission/events/{dossier.event_id}/").content.decode()
    assert "Registered on paper" in page
    assert "Waive by a decision" not in page
    address = f"/commission/events/{dossier.event_id}/registration/"
    refused = client.post(address, {"day": "soon", "reason": "Letter 12"})
    assert refused.status_code == 422
    assert "YYYY-MM-DD" in refused.content.decode()
    assert client.post(address, {"day": "2026-03-01", "reason": "Letter 12"}).status_code == 302
    dossier.refresh_from_db()
    assert dossier.open_refusals == 0
    assert "Letter 12" in client.get(f"/events/{dossier.event_id}/history/").content.decode()


def test_a_published_report_has_gone_the_whole_way() -> None:
    """Until it is opened again its way is the usual one, and all of it lies behind."""
    from commission.models import Dossier
    from commission.shown import progress_steps

    steps = progress_steps(Dossier(stage=Dossier.Stage.PUBLISHED), correction=True)
    assert [step["state"] for step in steps] == ["done"] * 4 + ["current"]
    opened = progress_steps(Dossier(stage=Dossier.Stage.ACCEPTED), correction=True)
    assert [step["state"] for step in opened] == ["done", "done", "current", "todo"]
