"""A game rated otherwise than it stands in the table, by a decision that both pages show.

Four players drew all their games. 1600 has .50 - .53, .50 - .43 and .50 - .64, -.10 x 20 = -2.0: 1598. Without the
game against 1580 it is -.07 x 20 = -1.4, 1599 (1598.6); 1580 has .03 + .10 - .11 = .02 x 20 = +0.4 with it and
.10 - .11 = -.01 x 20 = -0.2 without it: 1580 both times, with one game less.
"""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

pytestmark = pytest.mark.django_db

REASON = "The game was annulled for ratings"


def move(dossier: Any, verb: str, actor: Any, **words: Any) -> Any:
    from commission.services import dossier_move

    return dossier_move(dossier, verb, actor=actor, **words)


@pytest.fixture
def published(submitted: Any, member: Any, officer: Any, period: Any) -> Any:
    from commission.services import list_publish

    dossier = submitted()
    for verb in ("accept", "rate"):
        dossier = move(dossier, verb, member)
    list_publish(period, actor=officer)
    dossier.refresh_from_db()
    period.refresh_from_db()
    return dossier


@pytest.fixture
def game(published: Any) -> Any:
    """The game of 1600 and 1580."""
    from tournaments.models import Game

    games = Game.objects.filter(
        round__event=published.event, white__number__in=(1, 2), black__number__in=(1, 2)
    )
    return games.select_related("round").get()


def decide(game: Any, actor: Any, code: str = "1/2-1/2u", reason: str = REASON) -> Any:
    from commission.services_carried import result_rated_otherwise

    event = type(game.round.event).objects.get(pk=game.round.event_id)
    return result_rated_otherwise(
        event, actor=actor, round_number=game.round.number, board=game.board, code=code, reason=reason
    )


def after(period: Any, person: Any) -> Any:
    return period.rating_list.corrections.filter(person=person).order_by("-pk").first()


def test_a_game_annulled_for_ratings_changes_them_and_no_table(
    client: Any, published: Any, game: Any, member: Any, period: Any, persons: list[Any]
) -> None:
    from commission.models import Correction
    from reports.models import Report
    from reports.verification import rated_from
    from tiebreaks.selectors import crosstable_of

    event = published.event
    event.refresh_from_db()
    before = crosstable_of(event)
    frozen = Report.objects.get(event=event).record_sha256
    dossier = decide(game, member)
    assert dossier.stage == "corrected"
    event.refresh_from_db()
    now = crosstable_of(event)
    assert (now.table, now.standings["rows"]) == (before.table, before.standings["rows"])
    assert Report.objects.get(event=event).record_sha256 == frozen
    report = Report.objects.get(event=event)
    assert rated_from(report) == "decided"
    told = client.get(f"/verify/{report.code}/?format=json").json()
    assert (told["rated_from_this_record"], told["results_by_decision"]) == (True, True)
    assert "decided for the ratings alone" in client.get(f"/verify/{report.code}/").content.decode()
    game.refresh_from_db()
    assert game.code == "1/2-1/2"
    first, second = after(period, persons[0]), after(period, persons[1])
    assert (first.before, first.after, first.games_before, first.games_after) == (1598, 1599, 103, 102)
    assert (second.after, second.games_after) == (1580, 102)
    correction = Correction.objects.get()
    assert correction.rating_only
    for part in ("", "standings/", "crosstable/", "ratings/"):
        page = client.get(f"/events/{event.pk}/{part}").content.decode()
        assert "Rated otherwise than it stands in the table" in page, part
        assert REASON in page, part
    (row,) = client.get("/corrections/?kind=rating&format=json").json()
    assert (row["rating_only"], row["reason"]) == ("ratings alone", REASON)
    assert "½-½ → ½-½u" in row["facts"]
    assert "For ratings alone: Invented Cup" in client.get("/corrections/feed/").content.decode()


def test_a_further_decision_takes_it_back_and_nothing_is_deleted(
    client: Any, game: Any, member: Any, period: Any, persons: list[Any]
) -> None:
    from ratings.models import RatingResult

    decide(game, member)
    decide(game, member, code="", reason="It was played after all")
    assert after(period, persons[0]).after == 1598
    assert RatingResult.objects.count() == 2
    page = client.get(f"/events/{game.round.event_id}/crosstable/").content.decode()
    assert "Rated otherwise" not in page


def test_what_cannot_be_decided_is_refused_and_leaves_nothing(
    game: Any, member: Any, director: Any, account: Any
) -> None:
    from django.contrib.auth.models import Group

    from ratings.models import RatingResult
    from tournaments.errors import DomainError

    for code, reason, said in (
        ("1/2-1/2", REASON, "rated like that already"),
        ("", REASON, "rated like that already"),
        ("*", REASON, "no result"),
        ("1-0", " ", "reason"),
    ):
        with pytest.raises(DomainError, match=said):
            decide(game, member, code=code, reason=reason)
    director.groups.add(Group.objects.get_or_create(name="commission_member")[0])
    director.__dict__.pop("_group_names", None)
    for who in (director, account("ina", "appeals_committee")):
        with pytest.raises(PermissionDenied):
            decide(game, who)
    assert not RatingResult.objects.exists()


def test_an_open_report_is_corrected_itself(published: Any, game: Any, member: Any) -> None:
    from ratings.models import RatingResult
    from tournaments.errors import DomainError

    move(published, "reopen", member, reason="slip")
    with pytest.raises(DomainError):
        decide(game, member)
    assert not RatingResult.objects.exists()


def test_an_accepted_event_is_rated_with_the_decision(
    client: Any, submitted: Any, member: Any, persons: list[Any]
) -> None:
    from tournaments.models import Game

    dossier = move(submitted(), "accept", member)
    numbers = {"white__number__in": (1, 2), "black__number__in": (1, 2)}
    game = Game.objects.select_related("round").get(round__event=dossier.event, **numbers)
    dossier = decide(game, member)
    assert dossier.stage == "accepted"
    move(dossier, "rate", member)
    change = dossier.event.calculations.get().entries.get(person=persons[0])
    assert (change.games, change.change) == (2, "-1.4")


def test_the_page_orders_one_job_and_answers_the_request(
    client: Any, published: Any, game: Any, member: Any, account: Any
) -> None:
    from commission.services_requests import Wish, request_accept, request_make
    from core.jobs.running import run
    from core.models import Job

    wish = Wish(
        "result", "not rated", event=published.event, round_number=game.round.number, board=game.board
    )
    found = request_accept(request_make(wish, account=account("petra")), actor=member, reason="So decided")
    client.force_login(member)
    assert (
        "Correct it for the ratings alone" in client.get(f"/commission/requests/{found.pk}/").content.decode()
    )
    path = f"/commission/events/{published.event_id}/ratings-alone/?request={found.pk}"
    form = {"round_number": game.round.number, "board": game.board, "code": "1/2-1/2u", "reason": REASON}
    assert client.post(path, form | {"reason": ""}).status_code == 422
    first = client.post(path, form)
    assert client.post(path, form)["Location"] == first["Location"]
    job = Job.objects.get(kind="commission.rate_otherwise")
    assert run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.DONE, "")
    found.refresh_from_db()
    assert found.state == "done"
    assert found.calculation == published.event.calculations.get(current=True)


def test_the_lists_are_computed_again_with_the_decision(
    game: Any, member: Any, officer: Any, period: Any
) -> None:
    """What was published is made from what stood then; the next list from what was decided."""
    from datetime import date

    from commission.services import list_publish
    from ratings.corrected_rows import corrections_check
    from ratings.services import period_open

    decide(game, member)
    opened = period_open(
        actor=officer, kind="standard", closing_day=date(2027, 1, 25), effective_from=date(2027, 2, 1)
    )
    list_publish(opened, actor=officer)
    opened.refresh_from_db()
    corrections_check(opened.rating_list)
    assert opened.rating_list.rows.get(person__surname="Player1").rating == 1599
