"""The moves of a dossier: who may, what must hold, what each brings about, and what two at once do."""

import threading
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection

pytestmark = pytest.mark.django_db


def move(dossier: Any, verb: str, actor: Any, **words: Any) -> Any:
    from commission.services import dossier_move

    return dossier_move(dossier, verb, actor=actor, **words)


def test_the_whole_way_leads_to_a_published_list(
    submitted: Any, member: Any, officer: Any, period: Any, persons: list[Any]
) -> None:
    from commission.models import Dossier
    from commission.services import list_publish
    from core.ledger import rows_of, verify_chain

    dossier = submitted()
    dossier = move(dossier, "take", member)
    assert dossier.assigned_to == member
    dossier = move(dossier, "accept", member)
    dossier = move(dossier, "rate", member)
    assert [moved.pk for moved in list_publish(period, actor=officer)] == [dossier.pk]
    dossier.refresh_from_db()
    assert dossier.stage == Dossier.Stage.PUBLISHED
    # 1600 drew with 1580, 1650, 1500: PD .53 .43 .64, sum of changes -0.1, x 20 = -2
    period.refresh_from_db()
    assert period.rating_list.rows.get(person=persons[0]).rating == 1598
    verbs = [row.verb for row in rows_of("event", dossier.event_id) if row.verb.startswith("dossier.")]
    assert verbs == [f"dossier.{verb}" for verb in ("submit", "take", "accept", "rate", "publish")]
    assert [made.verb for made in dossier.moves.all()] == ["submit", "take", "accept", "rate", "publish"]
    assert verify_chain("event", dossier.event_id) > 5


def test_a_report_with_one_signature_is_not_handed_in(handed_in: Any, director: Any) -> None:
    from reports.models import Report
    from tournaments.errors import DomainError

    dossier = handed_in()
    Report.objects.update(state=Report.State.CERTIFIED)
    with pytest.raises(DomainError, match="both signatures"):
        move(dossier, "submit", director)


@pytest.mark.parametrize("verb", ["take", "accept", "return"])
def test_whoever_directs_the_event_does_not_decide_on_it(submitted: Any, director: Any, verb: str) -> None:
    from django.contrib.auth.models import Group

    dossier = submitted()
    director.groups.add(Group.objects.get_or_create(name="commission_member")[0])
    director.__dict__.pop("_group_names", None)
    with pytest.raises(PermissionDenied):
        move(dossier, verb, director, reason="mine")


def test_a_player_and_a_stranger_make_no_move(submitted: Any, account: Any) -> None:
    dossier = submitted()
    for who in (account("pia", "player"), account("otto")):
        for verb in ("take", "accept", "return", "rate", "publish"):
            with pytest.raises(PermissionDenied):
                move(dossier, verb, who, reason="x")


def test_a_return_needs_a_reason_and_opens_the_event_again(submitted: Any, member: Any) -> None:
    from reports.models import Report
    from tournaments.errors import DomainError

    dossier = submitted()
    with pytest.raises(DomainError, match="reason"):
        move(dossier, "return", member, reason="  ")
    assert dossier.event.is_locked
    move(dossier, "return", member, reason="Round 1, board 2: the slip shows 1-0")
    dossier.event.refresh_from_db()
    assert not dossier.event.is_locked
    assert Report.objects.get(event=dossier.event).state == Report.State.RETURNED


def test_what_was_not_registered_before_its_start_is_never_rated_unless_a_paper_shows_that_it_was(
    submitted: Any, member: Any, director: Any
) -> None:
    from datetime import date

    from django.core.exceptions import PermissionDenied

    from commission.findings import open_refusals
    from commission.services import finding_dismiss, registration_state
    from core.ledger import rows_of
    from tournaments.errors import DomainError

    dossier = submitted(late=True)
    assert dossier.open_refusals == 1
    with pytest.raises(DomainError, match="Registered on 8 Mar 2026, but play began on 7 Mar 2026"):
        move(dossier, "accept", member)
    (refusal,) = open_refusals(dossier)
    with pytest.raises(DomainError, match="never rated"):
        finding_dismiss(dossier, actor=member, fingerprint=refusal.finding.fingerprint, reason="Decision 12")
    with pytest.raises(PermissionDenied):
        registration_state(dossier, actor=director, day=date(2026, 3, 1), reason="Letter 12")
    with pytest.raises(DomainError, match="paper"):
        registration_state(dossier, actor=member, day=date(2026, 3, 1), reason=" ")
    dossier = registration_state(dossier, actor=member, day=date(2026, 3, 7), reason="Letter 12")
    assert dossier.open_refusals == 0
    row = rows_of("event", dossier.event_id).get(verb="event.registration_day")
    assert (row.reason, row.payload) == ("Letter 12", {"before": "2026-03-08", "day": "2026-03-07"})
    assert move(dossier, "accept", member).stage == "accepted"


def test_a_paper_of_the_day_after_the_start_changes_nothing(submitted: Any, member: Any) -> None:
    from datetime import date

    from commission.services import registration_state
    from tournaments.errors import DomainError

    dossier = registration_state(submitted(late=True), actor=member, day=date(2026, 3, 8), reason="Letter 12")
    assert dossier.open_refusals == 1
    with pytest.raises(DomainError, match="Registered on 8 Mar 2026"):
        move(dossier, "accept", member)


def test_a_finding_is_set_aside_with_a_reason_only(submitted: Any, member: Any) -> None:
    from commission.findings import findings_of
    from commission.services import finding_dismiss
    from core.ledger import rows_of
    from tournaments.errors import DomainError

    dossier = submitted(rate_of_play="15 min + 10 s")
    (fast,) = [item for item in findings_of(dossier) if item.finding.code == "pace.all_too_fast"]
    open_before = dossier.open_objections
    with pytest.raises(DomainError, match="why"):
        finding_dismiss(dossier, actor=member, fingerprint=fast.finding.fingerprint, reason="")
    finding_dismiss(dossier, actor=member, fingerprint=fast.finding.fingerprint, reason="A slip of the form")
    dossier.refresh_from_db()
    assert dossier.open_objections == open_before - 1
    row = rows_of("event", dossier.event_id).get(verb="finding.dismissed")
    assert (row.reason, row.payload["severity"]) == ("A slip of the form", "objection")


def test_a_finding_that_is_not_there_cannot_be_set_aside(submitted: Any, member: Any) -> None:
    from commission.services import finding_dismiss
    from tournaments.errors import StaleVersion

    with pytest.raises(StaleVersion):
        finding_dismiss(submitted(), actor=member, fingerprint="0" * 64, reason="no reason")


def test_players_outside_the_register_are_admitted_before_acceptance(submitted: Any, member: Any) -> None:
    from commission.services_admit import players_admit
    from tournaments.errors import DomainError

    dossier = submitted(unknown=True)
    with pytest.raises(DomainError, match="1 player is not in the register"):
        move(dossier, "accept", member)
    assert [person.name for person in players_admit(dossier, actor=member).persons] == ["Stranger, Test"]
    assert move(dossier, "accept", member).stage == "accepted"


def test_an_approval_covers_exactly_one_record(submitted: Any, member: Any) -> None:
    from reports.models import Report
    from tournaments.errors import DomainError

    dossier = move(submitted(), "accept", member)
    assert dossier.approved_sha256 == Report.objects.get().record_sha256
    Report.objects.update(record_sha256="f" * 64)
    with pytest.raises(DomainError, match="not the one that was accepted"):
        move(dossier, "rate", member)


def test_a_rated_event_that_is_returned_leaves_no_rest_and_gives_1591_when_corrected(
    submitted: Any,
    finished: Any,
    director: Any,
    officer: Any,
    member: Any,
    period: Any,
    persons: list[Any],
    sign: Any,
) -> None:
    """1600 with K 20: win against 1580, loss to 1650, draw with 1500 forfeited away; then the win becomes a draw."""
    from ratings.previews import period_preview
    from reports.services import report_hand_in
    from tournaments.models import Game
    from tournaments.services import record_result

    event = finished()
    ours = {}
    for game in Game.objects.filter(round__event=event).select_related("white", "black", "round"):
        numbers = (game.white.number, game.black.number)
        ours[numbers] = game
        code = {(1, 2): "1-0", (2, 1): "0-1", (1, 3): "0-1", (3, 1): "1-0", (1, 4): "+/-", (4, 1): "-/+"}
        if numbers in code:
            record_result(game, actor=director, code=code[numbers], version=game.version, reason="slips")
    dossier = move(move(submitted(event), "accept", member), "rate", member)

    def after() -> int | None:
        return {row.person_id: row.after for row in period_preview(period).rows if row.games}.get(
            persons[0].pk
        )

    assert after() == 1601
    dossier = move(dossier, "return", member, reason="The slip of board 1 shows a draw")
    assert after() is None
    game = ours.get((1, 2)) or ours[2, 1]
    game.refresh_from_db()
    record_result(game, actor=director, code="1/2-1/2", version=game.version, reason="slip seen")
    event.refresh_from_db()
    sign(report_hand_in(event, actor=director, place="Inventown"), director, officer)
    dossier = move(dossier, "submit", director, today=date(2026, 3, 20))
    for verb in ("accept", "rate"):
        dossier = move(dossier, verb, member)
    assert after() == 1591


@pytest.mark.parametrize("stage", ["submitted", "accepted", "rated"])
def test_after_the_freeze_every_change_of_facts_is_refused(
    submitted: Any, director: Any, member: Any, period: Any, stage: str
) -> None:
    """A result, a name, the tie-break order, a withdrawal, the head: the report holds the event."""
    from tournaments.errors import DomainError
    from tournaments.models import Game
    from tournaments.services import entry_update, entry_withdraw, event_reopen, event_update, record_result

    dossier = submitted()
    for verb in {"submitted": [], "accepted": ["accept"], "rated": ["accept", "rate"]}[stage]:
        dossier = move(dossier, verb, member)
    event = dossier.event
    event.refresh_from_db()
    game, entry = Game.objects.filter(round__event=event).first(), event.entries.first()
    acts = (
        lambda: record_result(game, actor=director, code="1-0", version=game.version, reason="x"),
        lambda: entry_update(entry, actor=director, name="Other, Name"),
        lambda: entry_withdraw(entry, actor=director, after_round=1),
        lambda: event_update(event, actor=director, tie_break_order="PTS,SB"),
        lambda: event_reopen(event, actor=director, reason="x"),
    )
    for act in acts:
        with pytest.raises(DomainError, match="frozen"):
            act()
    game.refresh_from_db()
    assert game.code == "1/2-1/2"


@pytest.mark.parametrize("stage", ["submitted", "accepted", "rated"])
def test_nobody_opens_the_event_past_the_commission(
    submitted: Any, director: Any, second_member: Any, member: Any, period: Any, stage: str
) -> None:
    """A countersigned report is returned by the commission's move alone, which takes the approval back."""
    from reports.models import Report
    from reports.services import report_return
    from tournaments.errors import DomainError

    dossier = submitted()
    for verb in {"submitted": [], "accepted": ["accept"], "rated": ["accept", "rate"]}[stage]:
        dossier = move(dossier, verb, member)
    report = Report.objects.get(event=dossier.event)
    for actor in (director, second_member):
        with pytest.raises(DomainError, match="only the commission"):
            report_return(report, actor=actor, reason="let me change a result")
    dossier.event.refresh_from_db()
    assert dossier.event.is_locked
    dossier = move(dossier, "return", member, reason="the slips differ")
    assert (dossier.stage, dossier.approved_sha256) == ("returned", "")
    assert not dossier.event.calculations.filter(current=True).exists()


def test_the_office_cannot_go_round_the_freeze(submitted: Any, account: Any, client: Any) -> None:
    """The admin saves through the same services; what a report froze stays."""
    from django.contrib.auth import get_user_model

    dossier = submitted()
    office = account("begona", "federation_admin")
    get_user_model().objects.filter(pk=office.pk).update(is_staff=True)
    client.force_login(office)
    event, entry = dossier.event, dossier.event.entries.first()
    for path, fields in (
        (f"/admin/tournaments/event/{event.pk}/change/", {"name": "Renamed", "tie_break_order": "PTS,SB"}),
        (f"/admin/tournaments/entry/{entry.pk}/change/", {"name": "Other, Name"}),
    ):
        page = client.get(path)
        assert page.status_code == 200, path
        form = page.context["adminform"].form
        data = {name: "" if form[name].value() is None else form[name].value() for name in form.fields}
        answer = client.post(path, data | fields)
        assert answer.status_code in (200, 409, 422), path
    event.refresh_from_db()
    entry.refresh_from_db()
    assert (event.name, entry.name) == ("Invented Cup", "Player1, Test")


def test_a_move_from_a_stale_page_is_refused(submitted: Any, member: Any, second_member: Any) -> None:
    from tournaments.errors import StaleVersion

    dossier = submitted()
    move(dossier, "take", member, version=dossier.version)
    with pytest.raises(StaleVersion, match="in review"):
        move(dossier, "accept", second_member, version=dossier.version)


@pytest.mark.django_db(transaction=True)
def test_of_two_confirmations_at_once_one_wins_and_the_other_is_told(
    submitted: Any, member: Any, second_member: Any
) -> None:
    from commission.models import Dossier, DossierMove
    from tournaments.errors import StaleVersion

    dossier = submitted()
    barrier, results = threading.Barrier(2), []

    def confirm(actor: Any) -> None:
        try:
            barrier.wait(10)
            move(dossier, "accept", actor, version=dossier.version)
            results.append("accepted")
        except StaleVersion:
            results.append("conflict")
        finally:
            connection.close()

    threads = [threading.Thread(target=confirm, args=(actor,)) for actor in (member, second_member)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(results) == ["accepted", "conflict"]
    assert DossierMove.objects.filter(dossier=dossier, verb="accept").count() == 1
    assert Dossier.objects.get(pk=dossier.pk).stage == "accepted"


def test_a_list_with_a_fault_moves_no_dossier(submitted: Any, member: Any, officer: Any, period: Any) -> None:
    from commission.services import list_publish
    from ratings.derivations import StoredChangeError
    from ratings.models import RatedEntry

    dossier = move(move(submitted(), "accept", member), "rate", member)
    RatedEntry.objects.filter(games__gt=0).update(change="99")
    with pytest.raises(StoredChangeError):
        list_publish(period, actor=officer)
    dossier.refresh_from_db()
    period.refresh_from_db()
    assert (dossier.stage, period.state) == ("rated", "open")


def test_shortly_after_local_midnight_the_day_is_the_local_one(
    handed_in: Any, director: Any, monkeypatch: Any, settings: Any
) -> None:
    """00:30 on 1 November in Prague is 31 October in UTC."""
    from datetime import UTC, date, datetime

    from django.utils import timezone

    settings.TIME_ZONE = "Europe/Prague"
    dossier = handed_in()
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 10, 31, 23, 30, tzinfo=UTC))
    dossier = move(dossier, "submit", director)
    assert (dossier.arrived_on, dossier.due_on) == (date(2026, 11, 1), date(2026, 11, 15))


@pytest.mark.parametrize("part", ["role", "player"])
def test_whoever_has_a_part_in_a_stage_does_not_decide_on_what_is_rated_with_it(
    submitted: Any, member: Any, second_member: Any, part: str
) -> None:
    """A preliminary is rated with its final (6.2), so its arbiter and its players have a part in both."""
    from commission.interests import dossiers_free_for, interests_of, members_free_for
    from commission.models import Dossier
    from players.models import Account, Person
    from tournaments.models import Entry, Event, EventOfficial

    dossier = submitted()
    stage = Event.objects.create(name="Preliminary", stage_of=dossier.event)
    if part == "role":
        EventOfficial.objects.create(event=stage, account=member, role="deputy")
    else:
        member.person = Person.objects.create(surname="Stage", given_name="Test")
        member.save()
        Entry.objects.create(event=stage, person=member.person, name="Stage, Test")
    with pytest.raises(PermissionDenied):
        move(dossier, "accept", member)
    assert [one.excludes for one in interests_of(dossier, member)][:1] == [True]
    assert {second_member} <= set(members_free_for(dossier)) <= set(Account.objects.exclude(pk=member.pk))
    free = [list(dossiers_free_for(Dossier.objects.all(), one)) for one in (member, second_member)]
    assert free == [[], [dossier]]
