"""The demo federation: people, accounts, four published lists, events at every stage, through the services.

Everything follows from the seed and the day given; nothing here writes past a service. Each step is one
transaction, so that a start that was broken off is taken up where it ended.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from django.db import transaction

from commission.demo.accounts import PASSPHRASE, accounts, demo_regions
from commission.demo.correspondence import CUP_NAME, NAME, counted_event, playing_event
from commission.demo.correspondence_papers import SEMIFINAL_NAME, TEAM_NAME, filed_event, team_event
from commission.demo.entries import open_for_entries
from commission.demo.kinds import CUP_NAME as KNOCK_OUT_NAME
from commission.demo.kinds import TWO_STAGES_NAME, knock_out, two_stages
from commission.demo.leagues import LAST_NAME as LAST_LEAGUE_NAME
from commission.demo.leagues import NAME as LEAGUE_NAME
from commission.demo.leagues import last_league, league
from commission.demo.norms import FIRST_NAME, SECOND_NAME, finished_masters, running_masters
from commission.demo.papers import NAME as VETERANS_NAME
from commission.demo.papers import by_post, registers, sent_to_fide
from commission.demo.people import Invented, invent
from commission.demo.plans import Plan, list_days, next_quarter, plans_of
from commission.demo.play import give_way, play_rounds, someone
from commission.demo.play_offs import NAME as CANDIDATES_NAME
from commission.demo.play_offs import candidates
from commission.demo.room import furnish
from commission.demo.runs import rating_runs
from commission.findings import open_refusals
from commission.services import dossier_move, dossier_of, finding_dismiss
from commission.services_publication import list_publish_confirmed, publication_confirm, publication_propose
from players.models import Account, Person, RatingKind, RatingList, Region
from players.services import persons_create
from ratings.models import Period
from ratings.services import period_open
from ratings.services_lists import OpeningRow, list_enter_opening
from reports.models import Report, Signature
from reports.services import (
    key_issue,
    report_document,
    report_hand_in_with_papers,
    report_rendered,
    report_sign,
)
from reports.sheet_kinds import papers_offered
from tournaments.models import Event
from tournaments.services.entries import bye_request, entries_add, entries_number
from tournaments.services.events import event_create, event_finish, event_register, official_set
from tournaments.services.pairing import round_day_set

COUNT = 300
# Steps that `ground` tells of: people, keys.
GROUND_STEPS = 2
PROCEDURE = ("signed", "submitted", "returned", "in_review", "accepted", "rated")
STAGES = ("draft", "registered", "playing", "signed", "submitted", "accepted", "published")


def silent(done: int, total: int, message: str) -> None:
    """Progress that nobody watches."""


class DemoFederation:
    """Builds the federation step by step; `report` is told how far it is."""

    def __init__(self, *, seed: int, today: date, report: Callable[[int, int, str], None] = silent) -> None:
        self.seed, self.today, self.report = seed, today, report
        self.chance = random.Random(f"federation-{seed}")
        self.invented: dict[int, Invented] = {}
        self.accounts: dict[str, Account] = {}
        self.people: list[Person] = []
        self.done = 0
        self.total = 0

    def build(self) -> list[Event]:
        """Make everything; returns the events in the order they were made."""
        plans = plans_of(self.today)
        days = sorted({plan.list_day for plan in plans if plan.list_day})
        beside = self.beside()
        self.total = GROUND_STEPS + len(days) + len(plans) + len(beside)
        self.ground()
        events = []
        for list_day in days:
            self.step(f"list of {list_day.isoformat()}")
            period = self.open_period(list_day)
            events += [self.event(plan) for plan in plans if plan.list_day == list_day]
            self.publish(period)
        self.open_period(next_quarter(self.today))
        events += [self.event(plan) for plan in plans if plan.list_day is None]
        for name, make in beside:
            self.step(name)
            events.append(make())
        furnish(self.accounts, self.today)
        rating_runs(self.accounts)
        sent_to_fide(self.accounts, self.today)
        self.report(self.total, self.total, "ready")
        return events

    def beside(self) -> tuple[tuple[str, Callable[[], Event]], ...]:
        """The events that no plan describes, by name, and what makes each; they need the ground."""
        return (
            (NAME, self.correspondence),
            (LEAGUE_NAME, self.league),
            (LAST_LEAGUE_NAME, self.last_league),
            (KNOCK_OUT_NAME, lambda: knock_out(*self.of_director(), seed=self.seed, today=self.today)),
            (TWO_STAGES_NAME, lambda: two_stages(*self.of_director(), seed=self.seed, today=self.today)),
            (CANDIDATES_NAME, lambda: candidates(*self.of_director(), seed=self.seed, today=self.today)),
            (CUP_NAME, self.counted_by_correspondence),
            (FIRST_NAME, self.first_masters),
            (SECOND_NAME, self.second_masters),
            (SEMIFINAL_NAME, lambda: filed_event(self)),
            (TEAM_NAME, lambda: team_event(self)),
            (VETERANS_NAME, lambda: by_post(self)),
        )

    def first_masters(self) -> Event:
        """The tournament of title norms that is finished: report, IT3 and an IT1 are signed."""
        director, officer, region = self.accounts["director"], self.accounts["ratings"], demo_regions()[0]
        return finished_masters(
            director, officer, region, passphrase=PASSPHRASE, seed=self.seed, today=self.today
        )

    def second_masters(self) -> Event:
        """The one in which norms are still played for."""
        return running_masters(self.accounts["director"], demo_regions()[0], seed=self.seed, today=self.today)

    def league(self) -> Event:
        """The team event, in the middle of its play."""
        return league(*self.of_director(), seed=self.seed, today=self.today)

    def last_league(self) -> Event:
        """The team event of the season before: form 3 and the computer table wait for the arbiter's signature."""
        event = last_league(*self.of_director(), seed=self.seed, today=self.today)
        if not Report.objects.main().filter(event=event).exists():
            with transaction.atomic():
                self.handed_in(event, with_papers=True)
        return self.fresh(event)

    def of_director(self) -> tuple[Account, list[Person], Region]:
        """Who directs, who may play, and where."""
        return self.accounts["director"], self.people, demo_regions()[0]

    def single(self, stage: str) -> Event:
        """One more event at a stage, beside whatever stands already; makes people and accounts if missing."""
        self.total = GROUND_STEPS + 1
        self.ground()
        start = self.today + timedelta(days=14) if stage in ("draft", "registered") else self.today
        plan = Plan(f"Demo Open {self.seed}", "Inventown", "swiss", 12, 5, start, 3, stage, once=False)
        if stage != "published":
            return self.event(plan)
        rated = replace(plan, stage="rated")
        period = Period.objects.filter(kind=RatingKind.STANDARD, state=Period.State.OPEN).first()
        period = period or self.open_period(next_free_list_day(self.today))
        event = self.event(rated)
        self.publish(period)
        return event

    def ground(self) -> None:
        """Accounts, regions, people, the opening list, and keys for those who sign."""
        self.step("people")
        self.accounts = accounts()
        if not RatingList.objects.filter(kind=RatingKind.STANDARD).exists():
            with transaction.atomic():
                self.invent_people()
                self.opening_list()
        registers(self.accounts, demo_regions(), self.today)
        self.people = list(Person.objects.filter(merged_into__isnull=True).order_by("pk")[:COUNT])
        self.step("keys")
        for name in ("director", "ratings", "region"):
            account = self.accounts[name]
            if not account.signing_keys.filter(revoked_at__isnull=True).exists():
                key_issue(account, actor=account, passphrase=PASSPHRASE)

    def invent_people(self) -> None:
        """About three hundred invented persons; the first rated one is the demo player's profile."""
        regions = demo_regions()
        invented = invent(COUNT, self.seed)
        rows: list[dict[str, Any]] = [
            {
                "surname": one.surname,
                "given_name": one.given_name,
                "sex": one.sex,
                "birth": one.birth,
                "federation": one.federation,
                "club": one.club,
                "title": one.title,
                "fide_id": one.fide_id,
                "region": regions[one.region],
            }
            for one in invented
        ]
        made = persons_create(actor=None, people=rows)
        self.invented = dict(zip((person.pk for person in made), invented, strict=True))
        player = self.accounts["player"]
        if player.person_id is None:
            shown = next(person for person in made if self.invented[person.pk].rating)
            player.person = shown
            player.display_name = shown.name
            player.save(update_fields=["person", "display_name"])

    def opening_list(self) -> None:
        """The list with which the portal starts: entered, not computed, and marked so.

        One in six has not played for more than a year and is inactive on it.
        """
        day = list_days(self.today)[0]
        rows = []
        for number, (person_id, one) in enumerate(self.invented.items()):
            if one.rating is None:
                continue
            played, lists = last_played(number, self.seed, day)
            rows.append(
                OpeningRow(
                    person_id,
                    one.rating,
                    games_total=one.games,
                    highest=one.rating,
                    inactive_lists=lists,
                    last_played=played,
                )
            )
        list_enter_opening(
            actor=self.accounts["ratings"],
            kind=RatingKind.STANDARD,
            effective_from=day,
            edition_key="fide-2025-10",
            rows=rows,
        )

    def event(self, plan: Plan) -> Event:
        """Bring one event to its stage, each step through its service, from wherever it stands."""
        self.step(plan.name)
        standing = Event.objects.filter(name=plan.name, created_by=self.accounts["director"]).first()
        if standing is None or not plan.once:
            self.chance = random.Random(f"{plan.name}-{self.seed}")
            with transaction.atomic():
                standing = self.announced(plan)
        return self.brought_on(standing, plan)

    def brought_on(self, event: Event, plan: Plan) -> Event:
        """Play the event as far as its plan goes, then the procedure; what is done already stays."""
        director, seed = self.accounts["director"], f"{plan.name}-{self.seed}"
        if plan.stage in ("draft", "registered"):
            return event
        if plan.stage == "playing":
            play_rounds(event, director, seed, (event.rounds_planned + 1) // 2, (1.0, 0.75))
            return event
        if event.state != Event.State.FINISHED:
            play_rounds(event, director, seed, event.rounds_planned, (1.0, 1.0))
            event = event_finish(event, actor=director)
        if not Report.objects.main().filter(event=event).exists():
            with transaction.atomic():
                self.procedure(event, plan)
        return self.fresh(event)

    def announced(self, plan: Plan) -> Event:
        """The event of a plan from its form to its start numbers, byes and days."""
        director = self.accounts["director"]
        registered = min(plan.start + timedelta(days=1 if plan.late else -21), self.today)
        event = event_create(
            actor=director,
            name=plan.name,
            city=plan.city,
            federation="INV",
            region=demo_regions()[0],
            start=plan.start,
            end=plan.start + timedelta(days=plan.days - 1),
            rate_of_play=plan.rate,
            system=plan.system,
            cycles=plan.cycles,
            rounds_planned=plan.rounds,
            chief_arbiter_name=director.shown_name,
            deputies=self.accounts["deputy"].shown_name,
            organiser="SK Inventown",
            first_colour=self.chance.choice("wb"),
            numbering="lot" if plan.system == "round_robin" else "rating",
            tie_break_order="PTS,DE,WIN,SB,KS" if plan.system == "round_robin" else "PTS,DE,BH/C1,BH,SB",
        )
        self.enter_players(event, plan)
        if plan.stage == "draft":
            return event
        event = event_register(event, actor=director, on=registered)
        entries_number(event, actor=director, seed=self.chance.getrandbits(48))
        if plan.stage == "registered":
            open_for_entries(event, director)
            return event
        self.days(event, plan)
        if plan.stage == "playing":
            for role in ("deputy", "clerk"):
                official_set(event, actor=director, account=self.accounts[role], role=role)
        else:
            self.byes(event)
        return event

    def enter_players(self, event: Event, plan: Plan) -> None:
        """Enter players: rated ones in a round robin, a mixture in a Swiss."""
        pool = [person.pk for person in self.people if plan.system == "swiss" or person.fide_id]
        if plan.name.startswith("Women"):
            pool = [person.pk for person in self.people if person.sex == "w" and person.fide_id]
        chosen = someone(pool, plan.players, self.chance)
        shown = self.accounts["player"].person_id
        if plan.system == "swiss" and shown in pool and shown not in chosen:
            chosen[-1] = shown  # the demo player's profile tells of a whole year
        by_key = {person.pk: person for person in self.people}
        entries_add(event, actor=self.accounts["director"], rows=[{"person": by_key[key]} for key in chosen])

    def byes(self, event: Event) -> None:
        """One player of a Swiss asks for a half-point bye in round 2."""
        if event.system != Event.System.SWISS:
            return
        entry = event.entries.order_by("-number").first()
        if entry is not None:
            bye_request(entry, actor=self.accounts["director"], round_number=2, code="H")

    def days(self, event: Event, plan: Plan) -> None:
        """Give every round its day, the rounds spread evenly over the days of the event."""
        for number in range(1, event.rounds_planned + 1):
            day = plan.start + timedelta(days=(number - 1) * plan.days // event.rounds_planned)
            round_day_set(event, actor=self.accounts["director"], round_number=number, day=day)

    def procedure(self, event: Event, plan: Plan) -> Event:
        """Hand in, sign twice, submit, accept, rate: as far as the plan goes."""
        report = self.handed_in(event)
        director = self.accounts["director"]
        report = report_sign(
            report, actor=director, role=Signature.Role.ARBITER, passphrase=PASSPHRASE, place=event.city
        )
        by_post = event.correspondence
        report = report_sign(
            report,
            actor=self.accounts["region" if by_post else "ratings"],
            role=Signature.Role.REGION if by_post else Signature.Role.RATING_OFFICER,
            passphrase=PASSPHRASE,
            place="Inventown",
        )
        reached = PROCEDURE.index(plan.stage)
        dossier = dossier_of(event)
        arrived = min((event.end or self.today) + timedelta(days=3), self.today)
        member = self.accounts["commission"]
        if reached >= PROCEDURE.index("submitted"):
            dossier = dossier_move(dossier, "submit", actor=director, today=arrived)
        if plan.stage == "returned":
            reason = "Round 2, board 1: the score sheet shows a draw. Correct it and hand in again."
            dossier_move(dossier, "return", actor=member, reason=reason, today=arrived)
            return self.fresh(event)
        if reached >= PROCEDURE.index("in_review"):
            dossier = dossier_move(dossier, "take", actor=member, today=arrived)
        if reached >= PROCEDURE.index("accepted"):
            for item in open_refusals(dossier):
                finding_dismiss(dossier, actor=member, fingerprint=item.finding.fingerprint, reason="demo")
            dossier = dossier_move(dossier, "accept", actor=member, today=arrived)
        if reached >= PROCEDURE.index("rated"):
            dossier_move(dossier, "rate", actor=member, today=arrived)
        return self.fresh(event)

    def fresh(self, event: Event) -> Event:
        """The event as it stands now."""
        event.refresh_from_db()
        return event

    def handed_in(self, event: Event, *, with_papers: bool = False) -> Report:
        """Freeze the record and make the document, as the worker would; its own order then finds it made."""
        report = report_hand_in_with_papers(
            event,
            actor=self.accounts["director"],
            place=event.city,
            papers=papers_offered(event) if with_papers else (),
        )
        for paper in report.papers.all():  # type: ignore[attr-defined]
            report_rendered(paper, document=report_document(paper))
        return report_rendered(report, document=report_document(report))

    def open_period(self, list_day: date) -> Period:
        """The period of a list day, opened if it is not."""
        found = Period.objects.filter(kind=RatingKind.STANDARD, effective_from=list_day).first()
        if found is not None:
            return found
        return period_open(
            actor=self.accounts["ratings"],
            kind=RatingKind.STANDARD,
            closing_day=list_day - timedelta(days=7),
            effective_from=list_day,
        )

    def publish(self, period: Period) -> None:
        """Publish a period's list with its dossiers, by two people, if it is not published yet."""
        period.refresh_from_db()
        if period.state == Period.State.OPEN:
            proposal = publication_propose(period, actor=self.accounts["ratings"])
            publication_confirm(period, actor=self.accounts["office"], proposal_id=proposal.pk)
            list_publish_confirmed(period, actor=self.accounts["office"])

    def correspondence(self) -> Event:
        """The event by correspondence that is still being played."""
        return playing_event(self)

    def counted_by_correspondence(self) -> Event:
        """The one that is in the newest list of coefficients."""
        return counted_event(self)

    def step(self, message: str) -> None:
        """Tell how far it is, and give way to others who write."""
        give_way()
        self.report(self.done, self.total, message)
        self.done += 1


def next_free_list_day(day: date) -> date:
    """The next quarter's first day without a published list, its closing day not before today."""
    chosen = next_quarter(day)
    while (
        chosen - timedelta(days=7) < day
        or RatingList.objects.filter(kind=RatingKind.STANDARD, effective_from__gte=chosen).exists()
    ):
        chosen = next_quarter(chosen)
    return chosen


def last_played(number: int, seed: int, day: date) -> tuple[date, int]:
    """When an invented player played last before a list, and how many quarterly lists have called him inactive."""
    chance = random.Random(f"played-{seed}-{number}")
    days = chance.randint(5, 360) if chance.random() < 5 / 6 else chance.randint(370, 1200)
    return day - timedelta(days=days), max(0, (days - 365 + 91) // 91)
