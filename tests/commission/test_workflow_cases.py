"""Cases WF-01 and WF-07: an approval belongs to one version of a report, and of two versions one can stand."""

import threading
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import IntegrityError, connection, transaction

pytestmark = pytest.mark.django_db


@pytest.fixture
def accepted(submitted: Any, officer: Any) -> Any:
    """A dossier that the rating officer approved."""
    from commission.services import dossier_move

    return dossier_move(submitted(), "accept", actor=officer)


def facts_of(dossier: Any) -> tuple[Any, ...]:
    """Everything that the approval covers: its hash, the record as it would be frozen now, the report's state."""
    from reports.models import Report
    from tournaments.record.canonical import canonical_bytes
    from tournaments.snapshot import record_of

    dossier.refresh_from_db()
    report = Report.objects.get(event=dossier.event)
    return dossier.stage, dossier.approved_sha256, canonical_bytes(record_of(dossier.event_id)), report.state


# ---- WF-01 ----


def test_wf_01_the_pages_of_the_desk_change_nothing_of_an_approved_report(
    client: Any, accepted: Any, director: Any
) -> None:
    """A result, a player's name, the order of the tie-breaks: what is sent past the pages is told, not done."""
    from tournaments.models import Game

    event = accepted.event
    game = Game.objects.filter(round__event=event).select_related("round").first()
    entry = event.entries.get(number=1)
    before = facts_of(accepted)
    client.force_login(director)
    result = client.post(
        f"/desk/{event.pk}/games/{game.pk}/",
        {"code": "1-0", "version": game.version, "reason": "x"},
    )
    assert result.status_code in (409, 422)
    assert "frozen" in result.content.decode()
    edit = f"/desk/{event.pk}/edit/"
    form = client.get(edit).context["form"]
    head = {name: value for name in form.fields if (value := form[name].value()) is not None}
    for address, sent in (
        (f"/desk/{event.pk}/players/{entry.pk}/", {"name": "Other, Name", "version": entry.version}),
        (edit, head | {"tie_break_order": "PTS,SB"}),
    ):
        answer = client.post(address, sent, follow=True)
        assert "frozen" in answer.content.decode(), address
    assert facts_of(accepted) == before


def test_wf_01_the_same_file_once_more_is_another_event(client: Any, accepted: Any, director: Any) -> None:
    from tournaments.models import Event

    before = facts_of(accepted)
    file = client.get(f"/events/{accepted.event_id}/download/trf16/").content
    client.force_login(director)
    client.post("/desk/import/", {"file": SimpleUploadedFile("again.trf", file)})
    assert facts_of(accepted) == before
    assert Event.objects.get(pk=accepted.event_id).is_locked


def test_wf_01_a_name_changed_in_the_register_leaves_the_report_and_is_told_to_the_reviewer(
    client: Any, accepted: Any, member: Any, persons: list[Any]
) -> None:
    from players.services import person_update

    before = facts_of(accepted)
    person_update(persons[0], actor=member, surname="Married", reason="Certificate seen")
    assert facts_of(accepted) == before
    client.force_login(member)
    page = client.get(f"/commission/events/{accepted.event_id}/").content.decode()
    assert "Married" in page
    assert "this is what was accepted" in page


def test_wf_01_only_a_return_opens_the_report_and_the_next_version_says_what_it_changes(
    client: Any, accepted: Any, member: Any, director: Any, officer: Any, sign: Any
) -> None:
    """The approval falls with the return, the paper is marked, and the reviewer reads each difference."""
    from commission.services import dossier_move
    from reports.differences import field_name
    from reports.models import Report
    from reports.services import report_hand_in
    from tournaments.models import Game
    from tournaments.services import entry_update, record_result
    from tournaments.services.decisions import order_change

    first = Report.objects.get(event=accepted.event)
    dossier = dossier_move(accepted, "return", actor=member, reason="The slips differ")
    assert (dossier.stage, dossier.approved_sha256) == ("returned", "")
    assert client.get(f"/verify/{first.code}/?format=json").json()["standing"] == "withdrawn"
    event = dossier.event
    event.refresh_from_db()
    games = Game.objects.filter(round__event=event, white__number__lt=4, black__number__lt=4)
    game = games.select_related("white", "black", "round").first()
    record_result(game, actor=director, code="1-0", version=game.version, reason="slip seen")
    entry_update(event.entries.get(number=4), actor=director, name="Renamed, Test")
    event.refresh_from_db()
    order_change(
        event,
        actor=director,
        order="PTS,SB",
        edition_key=event.tie_break_edition,
        unplayed_key=event.unplayed_edition,
        reason="As announced",
        version=event.version,
    )
    event.refresh_from_db()
    second = sign(
        report_hand_in(
            event, actor=director, place="Inventown", explanations={field_name(4, "name"): "married in May"}
        ),
        director,
        officer,
    )
    dossier_move(dossier, "submit", actor=director)
    client.force_login(member)
    page = client.get(f"/commission/events/{event.pk}/").content.decode()
    for words in (
        f"round {game.round.number}, board {game.board}, {game.white.name} – {game.black.name}: ½-½ → 1-0",
        "Renamed, Test, name: Player4, Test → Renamed, Test",
        "→ PTS SB",
    ):
        assert words in page, words
    assert client.get(f"/verify/{first.code}/?format=json").json()["newer_number"] == second.code


# ---- WF-07 ----


def at_once(*acts: Callable[[], Any]) -> list[str]:
    """Run each act in a thread of its own, all started together; `done` or the name of the error of each."""
    barrier, told = threading.Barrier(len(acts)), []

    def work(act: Callable[[], Any]) -> None:
        try:
            barrier.wait(20)
            act()
            told.append("done")
        except Exception as error:
            told.append(type(error).__name__)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return sorted(told)


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_wf_07_of_two_arbiters_who_hand_in_at_once_one_version_stands(
    finished: Any, director: Any, account: Any
) -> None:
    from reports.models import Report
    from reports.services import report_hand_in
    from tournaments.services import official_set

    event = finished()
    deputy = account("dino")
    official_set(event, actor=director, account=deputy, role="chief_arbiter")
    told = at_once(
        *(lambda who=who: report_hand_in(event, actor=who, place="Inventown") for who in (director, deputy))
    )
    assert told.count("done") >= 1
    standing = Report.objects.main().live().filter(event=event)
    assert standing.count() == 1
    assert standing.get().number == Report.objects.filter(event=event).count()


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_wf_07_two_tabs_that_submit_or_accept_the_same_state_make_one_move(
    handed_in: Any, director: Any, officer: Any, member: Any, second_member: Any
) -> None:
    from commission.models import DossierMove
    from commission.services import dossier_move

    dossier = handed_in()
    version = dossier.version
    told = at_once(
        *(
            lambda who=who: dossier_move(dossier, "submit", actor=who, version=version)
            for who in (director, officer)
        )
    )
    assert told == ["StaleVersion", "done"]
    dossier.refresh_from_db()
    version = dossier.version
    told = at_once(
        *(
            lambda who=who: dossier_move(dossier, "accept", actor=who, version=version)
            for who in (member, second_member)
        )
    )
    assert told == ["StaleVersion", "done"]
    assert sorted(DossierMove.objects.values_list("verb", flat=True)) == ["accept", "submit"]


def test_wf_07_the_second_tab_gets_a_conflict(
    client: Any, submitted: Any, member: Any, second_member: Any
) -> None:
    dossier = submitted()
    address = f"/commission/events/{dossier.event_id}/move/accept/"
    codes = []
    for who in (member, second_member):
        client.force_login(who)
        codes.append(client.post(address, {"version": dossier.version}).status_code)
    assert codes == [302, 409]


def test_wf_07_a_second_version_that_stands_is_refused_by_the_database_and_found_at_the_start(
    accepted: Any,
) -> None:
    from reports.models import Report
    from reports.startup_checks import one_report_stands

    report = Report.objects.get(event=accepted.event)

    def twin() -> Report:
        copy = Report.objects.get(pk=report.pk)
        copy.pk, copy.number, copy.code = None, report.number + 1, f"{report.code[:-2]}-Z"
        copy.save(force_insert=True)
        return copy

    with pytest.raises(IntegrityError), transaction.atomic():
        twin()
    assert one_report_stands(databases=["default"]) == []
    assert one_report_stands() == [], "no question to a database that nobody named"
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX one_live_report_per_event")
    twin()
    (told,) = one_report_stands(databases=["default"])
    assert told.id == "reports.E001"
    assert told.msg == f"Event {accepted.event_id} (Invented Cup) has 2 reports that stand."
    said = StringIO()
    with pytest.raises(SystemCheckError, match=r"reports\.E001"):
        call_command("check", databases=["default"], stdout=said, stderr=said)
