"""The demo's papers by correspondence: a start list filed before its start, and a team event with a substitute."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from commission.demo.accounts import PASSPHRASE, demo_regions
from commission.demo.correspondence import START_LIST, announced, first_list, persons_of
from commission.demo.plans import Plan
from commission.demo.play import play_rounds
from players.models import RatingKind
from reports.models import Report, Signature
from reports.services import report_document, report_rendered, report_sign, start_list_file
from tournaments.models import Event
from tournaments.services.correspondence import PlayerLine, correspondence_setup_set, start_list_save
from tournaments.services.correspondence_games import substitute_enter
from tournaments.services.entries import entries_add
from tournaments.services.events import event_create, event_finish, event_register
from tournaments.services.team_pairing import team_rounds_pair_all
from tournaments.services.teams import team_add, team_rules_set, teams_number

if TYPE_CHECKING:
    from commission.demo.federation import DemoFederation

SEMIFINAL_NAME, SEMIFINAL_CODE = "Полуфинал чемпионата по заочной игре", "ЧФР-6/1"
SEMIFINAL_NORMS = "KMS 8.0 of 16; 1st category 5.0 of 16"
DAYS_BEFORE_THE_START = 20

TEAM_NAME, TEAM_CODE = "Командный турнир регионов по переписке", "КТ-3"
TEAM_NORMS = "KMS 2.0 of 3; 1st category 1.0 of 3"
TEAMS = ("Север", "Приморье", "Поозерье", "Заречье")
BOARDS = 3
SUBSTITUTE = 12  # place in the start list of who comes in for the first board of the first team


def filed_event(federation: "DemoFederation") -> Event:
    """An event that starts in three weeks: its start list is filed, and signed by the arbiter."""
    event = Event.objects.filter(group_code=SEMIFINAL_CODE).first()
    director = federation.accounts["director"]
    if event is None:
        start = federation.today + timedelta(days=DAYS_BEFORE_THE_START)
        end = start + timedelta(days=730)
        with transaction.atomic():
            event = announced(
                federation, SEMIFINAL_NAME, SEMIFINAL_CODE, start, end, SEMIFINAL_NORMS, START_LIST
            )
    if not Report.objects.filter(event=event, sheet=Report.Sheet.START_LIST).exists():
        with transaction.atomic():
            report = start_list_file(event, actor=director, on=federation.today)
            report = report_rendered(report, document=report_document(report))
            report_sign(
                report,
                actor=director,
                role=Signature.Role.ARBITER,
                passphrase=PASSPHRASE,
                place="Inventown",
            )
    return federation.fresh(event)


def team_event(federation: "DemoFederation") -> Event:
    """Four teams on three boards; one player is replaced before the last round. Finished, signed and certified."""
    director = federation.accounts["director"]
    event = Event.objects.filter(group_code=TEAM_CODE).first()
    if event is None:
        with transaction.atomic():
            event = _announced(federation)
    seed = f"{TEAM_CODE}-{federation.seed}"
    if event.state != Event.State.FINISHED:
        play_rounds(event, director, seed, 2, (1.0, 1.0))
        main = event.entries.get(number=1)
        if not event.entries.filter(substitute_for=main).exists():
            (person,) = persons_of(START_LIST[SUBSTITUTE : SUBSTITUTE + 1])
            substitute_enter(main, actor=director, person=person, reason="Ill for months")
        play_rounds(event, director, seed, 3, (1.0, 1.0))
        event = event_finish(event, actor=director)
    if not Report.objects.main().filter(event=event).exists():
        assert event.start is not None
        with transaction.atomic():
            plan = Plan(TEAM_NAME, "e-mail", "team_round_robin", 13, 3, event.start, 1, "signed")
            federation.procedure(event, plan)
    return federation.fresh(event)


def _announced(federation: "DemoFederation") -> Event:
    director, start = federation.accounts["director"], federation.today - timedelta(days=420)
    first_list(federation)
    rows = START_LIST[: len(TEAMS) * BOARDS]
    event = event_create(
        actor=director,
        name=TEAM_NAME,
        group_code=TEAM_CODE,
        city="e-mail",
        federation="INV",
        region=demo_regions()[2],
        start=start,
        end=federation.today - timedelta(days=25),
        correspondence=True,
        system=Event.System.TEAM_ROUND_ROBIN,
        rounds_planned=len(TEAMS) - 1,
        chief_arbiter_name=director.shown_name,
        organiser="Correspondence committee",
        rating_kind=RatingKind.CORRESPONDENCE,
        norms=TEAM_NORMS,
        tie_break_order="PTS,SB",
    )
    team_rules_set(event, actor=director, boards=BOARDS)
    entries = entries_add(event, actor=director, rows=[{"person": person} for person in persons_of(rows)])
    for place, name in enumerate(TEAMS):
        team_add(event, actor=director, name=name, members=[each.pk for each in entries[place :: len(TEAMS)]])
    event = event_register(event, actor=director, on=start - timedelta(days=20))
    teams_number(event, actor=director)
    start_list_save(
        event,
        actor=director,
        lines=[
            PlayerLine(entry.pk, category=row[2], region=TEAMS[at % len(TEAMS)])
            for at, (entry, row) in enumerate(zip(entries, rows, strict=True))
        ],
    )
    correspondence_setup_set(event, actor=director, rule_set="RACC rules for play by e-mail", reminders=False)
    team_rounds_pair_all(event, actor=director)
    return event
