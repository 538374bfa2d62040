"""The demo: the same seed gives the same people, results and ratings; each stage stands by itself."""

import json
from datetime import date, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from commission.demo.people import invent

pytestmark = pytest.mark.django_db


def demo(*words: str) -> Any:
    out = StringIO()
    call_command("demo", *words, "--json", stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def test_the_same_seed_invents_the_same_people_and_another_seed_others() -> None:
    assert invent(300, 7) == invent(300, 7)
    assert invent(300, 7) != invent(300, 8)


def test_invented_people_are_about_three_hundred_different_ones_in_three_scripts() -> None:
    people = invent(300, 1)
    names = {(one.surname, one.given_name) for one in people}
    assert len(names) == 300
    for first, last in (("A", "Z"), ("А", "Я"), ("Α", "Ω")):
        assert any(first <= one.surname[0] <= last for one in people)
    assert 20 <= sum(one.rating is None for one in people) <= 60


def test_the_logins_are_printed_without_making_anything() -> None:
    from players.models import Account

    said = demo("--logins")
    assert {row["username"] for row in said["logins"]} >= {"director", "commission", "ratings", "region"}
    assert said["signing_passphrase"]
    assert not Account.objects.exists()


@pytest.mark.parametrize(
    ("stage", "state", "dossier"),
    [
        ("draft", "draft", None),
        ("registered", "registered", None),
        ("playing", "playing", None),
        ("signed", "finished", "none"),
        ("submitted", "finished", "submitted"),
        ("accepted", "finished", "accepted"),
        ("published", "finished", "published"),
    ],
)
def test_one_event_is_brought_to_each_stage(stage: str, state: str, dossier: str | None) -> None:
    from commission.models import Dossier
    from tournaments.models import Event

    said = demo("--stage", stage, "--seed", "3")
    event = Event.objects.get(pk=said["event"])
    found = Dossier.objects.filter(event=event).values_list("stage", flat=True).first()
    assert (event.state, found) == (state, dossier)
    if stage == "published":
        rated = event.calculations.get(current=True)
        assert rated.period.rating_list.state == "published"
        assert rated.entries.filter(games__gt=0).exists()


def test_the_same_seed_plays_the_same_results(settings: Any) -> None:
    from tournaments.models import Event
    from tournaments.record.canonical import canonical_bytes
    from tournaments.snapshot import record_of

    first, second = (demo("--stage", "playing", "--seed", "5")["event"] for _ in range(2))
    assert first != second
    assert canonical_bytes(record_of(first)) == canonical_bytes(record_of(second))
    assert Event.objects.get(pk=first).entries.exclude(rating=None).exists()


def test_a_federation_is_made_in_an_empty_portal_only() -> None:
    from tournaments.cli import Refused

    demo("--stage", "draft")
    with pytest.raises(Refused, match="empty portal"):
        demo()


def test_a_start_that_broke_off_is_taken_up_where_it_ended(monkeypatch: Any) -> None:
    """Two events of the plan, the second interrupted in the middle; the next start leaves the first alone."""
    from commission.demo import federation
    from commission.demo.federation import DemoFederation
    from commission.demo.plans import plans_of
    from tournaments.models import Event

    day = timezone.localdate()
    chosen = [plan for plan in plans_of(day) if plan.stage in ("registered", "draft")]
    monkeypatch.setattr(federation, "plans_of", lambda today: chosen)
    monkeypatch.setattr(DemoFederation, "beside", lambda self: ())

    def stop(*_words: Any, **_facts: Any) -> None:
        raise SystemExit(9)

    with monkeypatch.context() as patch:
        original = federation.DemoFederation.enter_players
        patch.setattr(
            DemoFederation,
            "enter_players",
            lambda self, event, plan: stop() if plan is chosen[1] else original(self, event, plan),
        )
        with pytest.raises(SystemExit):
            DemoFederation(seed=2, today=day).build()
    assert list(Event.objects.values_list("name", flat=True)) == [chosen[0].name]
    told: list[tuple[int, int]] = []
    DemoFederation(seed=2, today=day, report=lambda done, total, _message: told.append((done, total))).build()
    assert told == [(done, 4) for done in range(5)]  # people, keys, two events, ready
    assert sorted(Event.objects.values_list("name", flat=True)) == sorted(plan.name for plan in chosen)


def test_the_correspondence_event_has_the_seventeen_of_the_sample_list() -> None:
    from commission.demo.federation import DemoFederation

    federation = DemoFederation(seed=1, today=date(2026, 11, 30))
    federation.ground()
    event = federation.correspondence()
    entries = list(event.entries.order_by("number"))
    assert [entry.number for entry in entries] == list(range(1, 18))
    assert (entries[5].national_id, entries[0].rating, entries[16].rating) == ("09906", 2325, 2189)
    assert (event.start, event.end) == (date(2024, 6, 1), date(2026, 11, 30))


def test_the_counted_correspondence_event_has_a_player_under_the_limit_and_a_newcomer() -> None:
    """2100 wins 17 of 17; 2211 on the average of 16, whatever the newcomer: .35, raw above 200."""
    from commission.demo.federation import DemoFederation
    from ratings.models import RatedEntry

    federation = DemoFederation(seed=1, today=date(2026, 11, 30))
    federation.ground()
    event = federation.counted_by_correspondence()
    calculation = event.calculations.get(current=True)
    rows = {row.entry.national_id: row for row in RatedEntry.objects.filter(rated_event=calculation)}
    winner = rows["24909"]
    assert (winner.coefficient["delta"], winner.coefficient["limited"]) == ("200", True)
    assert winner.coefficient["ik_new"] == 2300
    assert rows["52918"].coefficient["estimated"]
    listed = calculation.period.rating_list
    assert (listed.state, listed.effective_from) == ("published", date(2026, 10, 1))
    assert listed.rows.get(person=winner.person).rating == 2300
    assert listed.rows.count() == 18


def test_the_league_is_played_up_to_the_round_that_is_open() -> None:
    """Eight teams of five: four matches of four boards a round; three rounds and a part of the fourth are in."""
    from commission.demo.accounts import demo_regions
    from commission.demo.federation import DemoFederation
    from commission.demo.leagues import league
    from tournaments.models import Game, TeamMatch

    federation = DemoFederation(seed=2, today=timezone.localdate())
    federation.ground()
    made = [
        league(
            federation.accounts["director"],
            federation.people,
            demo_regions()[0],
            seed=2,
            today=timezone.localdate(),
        )
        for _again in range(2)
    ]
    assert made[0].pk == made[1].pk
    assert TeamMatch.objects.filter(round__event=made[0]).count() == 28
    entered = Game.objects.filter(round__event=made[0]).exclude(code="*")
    assert [entered.filter(round__number=number).count() for number in (1, 2, 3, 4, 5)] == [16, 16, 16, 10, 0]


def test_the_league_of_the_last_season_waits_on_form_3_and_can_be_signed_accepted_and_rated(
    monkeypatch: Any,
) -> None:
    """Four of the teams, so three rounds; whatever was drawn, the paper has all twenty players."""
    from commission.demo import leagues
    from commission.demo.accounts import PASSPHRASE
    from commission.demo.federation import DemoFederation
    from commission.findings import open_refusals
    from commission.services import dossier_move, dossier_of, finding_dismiss
    from reports.documents import sheet_of_report
    from reports.models import Report
    from reports.services import report_sign

    monkeypatch.setattr(leagues, "TEAMS", leagues.TEAMS[:4])
    federation = DemoFederation(seed=2, today=timezone.localdate())
    federation.ground()
    event = federation.last_league()
    assert federation.last_league() == event
    report = Report.objects.main().get(event=event)
    assert (report.sheet, report.state) == ("form_3", Report.State.RENDERED)
    made = sheet_of_report(report)
    assert len(made.lines) == 4
    assert sum(len(roster.members) for roster in made.rosters) == 20
    assert [(paper.sheet, paper.state) for paper in report.papers.all()] == [
        ("computer_table", Report.State.RENDERED)
    ]
    for role, who in (("arbiter", "director"), ("rating_officer", "ratings")):
        report = report_sign(report, actor=federation.accounts[who], role=role, passphrase=PASSPHRASE)
    dossier = dossier_of(event)
    moves = (("submit", "director"), ("take", "commission"), ("accept", "commission"), ("rate", "commission"))
    for verb, who in moves:
        if verb == "accept":
            for item in open_refusals(dossier):
                finding_dismiss(
                    dossier,
                    actor=federation.accounts[who],
                    fingerprint=item.finding.fingerprint,
                    reason="demo",
                )
        actor = federation.accounts[who]
        dossier = dossier_move(dossier, verb, actor=actor, today=event.end + timedelta(days=3))
    calculation = event.calculations.get(current=True)
    assert calculation.record_sha256 == report.record_sha256
    assert calculation.entries.count() == 20


def test_the_knock_out_stands_in_its_semi_finals_and_the_groups_of_the_other_event_are_over() -> None:
    """13 players: 5 ties and 3 free places, 4 quarter-finals, 2 semi-finals of which the first games are played."""
    from commission.demo.federation import DemoFederation
    from commission.demo.kinds import knock_out, two_stages
    from tournaments.models import Game

    federation = DemoFederation(seed=2, today=timezone.localdate())
    federation.ground()
    said = {"seed": 2, "today": timezone.localdate()}
    event = knock_out(*federation.of_director(), **said)
    assert knock_out(*federation.of_director(), **said).pk == event.pk
    assert [event.ties.filter(stage=stage).count() for stage in (1, 2, 3, 4)] == [8, 4, 2, 0]
    assert event.ties.filter(decided_by="free").count() == 3
    assert not Game.objects.filter(round__event=event, round__number=5, code="*").exists()
    assert Game.objects.filter(round__event=event, round__number=6, code="*").count() == 2
    final = two_stages(*federation.of_director(), **said)
    assert [stage.entries.count() for stage in final.stages.all()] == [6, 6]
    assert not Game.objects.filter(round__event__stage_of=final, code="*").exists()


def test_the_candidates_wait_for_the_armageddon_game_of_their_play_off() -> None:
    """1 and 2 have two points of three; each wins one blitz game of the play-off, so an Armageddon game follows."""
    from commission.demo.federation import DemoFederation
    from commission.demo.play_offs import candidates
    from tiebreaks.play_offs import play_offs_of, progress_of

    federation = DemoFederation(seed=2, today=timezone.localdate())
    federation.ground()
    said = {"seed": 2, "today": timezone.localdate()}
    event = candidates(*federation.of_director(), **said)
    assert candidates(*federation.of_director(), **said).pk == event.pk
    (begun,) = play_offs_of(event.pk)
    assert sorted(begun.players) == [1, 2]
    state = progress_of(begun)
    assert [game.result for stage in state.stages for game in stage.games] == ["1-0", "1-0", ""]
    assert state.ranking is None


def test_in_the_first_masters_an_im_norm_is_certified_and_in_the_second_norms_are_possible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The opponents sum to 20973 with 1985 raised to 2050: 2330 on average, 6 of 9 needed, 6.5 made."""
    from commission.demo.accounts import PASSPHRASE, accounts
    from commission.demo.federation import DemoFederation
    from reports import authority
    from reports.documents import sheet_of_report
    from reports.models import Report
    from reports.norm_events import norms_of
    from reports.services import key_issue

    monkeypatch.setattr(authority, "PASSPHRASE_ROUNDS", 1000)
    federation = DemoFederation(seed=1, today=timezone.localdate())
    federation.accounts = accounts()
    for name in ("director", "ratings"):
        key_issue(federation.accounts[name], actor=federation.accounts[name], passphrase=PASSPHRASE)
    first, second = federation.first_masters(), federation.second_masters()
    papers = {report.sheet: report for report in Report.objects.filter(event=first)}
    assert {sheet: report.state for sheet, report in papers.items()} == dict.fromkeys(
        ("form_1", "it3", "it1"), "countersigned"
    )
    sheet = sheet_of_report(papers["it1"])
    assert (sheet.title, sheet.name, sheet.average, sheet.required, sheet.achieved) == (
        "IM",
        "Orlić",
        2330,
        "6",
        "6½",
    )
    assert sheet.performance == 2330 + 166
    assert all(norm.forecast is not None for norm in norms_of(second))
    assert norms_of(second)


def test_the_commissions_room_is_furnished_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of each kind waits, one is decided; a second start finds them and adds nothing."""
    from commission.demo import room
    from commission.demo.federation import DemoFederation
    from commission.models import Appeal, CorrectionRequest, Decision, Newcomer, RegisterDecision
    from players.models import PersonMerge

    federation = DemoFederation(seed=3, today=timezone.localdate())
    event = federation.single("submitted")
    monkeypatch.setattr(room, "SUBMITTED", event.name)
    monkeypatch.setattr(room, "PLAYED", event.name)
    for _start in range(2):
        room.furnish(federation.accounts, federation.today)

    def states(model: Any, field: str = "state") -> list[str]:
        return sorted(model.objects.values_list(field, flat=True))

    assert states(CorrectionRequest) == ["asked", "done", "open", "rejected"]
    assert states(Appeal, "outcome") == [""]
    assert states(Decision) == ["published"], "no late event stands here to be waived"
    assert states(Newcomer) == ["returned", "submitted"]
    assert states(PersonMerge) == ["confirmed", "proposed"]
    assert states(RegisterDecision, "outcome") == ["kept"]
