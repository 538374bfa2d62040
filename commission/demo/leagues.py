"""The demo's team events: a league of eight teams, half played, and the one of the season before, handed in."""

import random
from collections.abc import Sequence
from datetime import date, timedelta

from django.db import transaction

from commission.demo.play import play_rounds, someone
from players.models import Account, Person, Region
from tournaments.models import Event
from tournaments.services.entries import entries_add
from tournaments.services.events import event_create, event_finish, event_register
from tournaments.services.pairing import round_day_set
from tournaments.services.team_pairing import team_rounds_pair_all
from tournaments.services.teams import team_add, team_rules_set, teams_number

NAME = "League of Harbourland"
TEAMS = (
    "Harbour Rooks", "Inventown 1902", "Zagorje", "Шаховий клуб «Тура»",
    "Caballo Negro", "Old Bridge", "Lighthouse", "Слон и Ладья",
)  # fmt: skip
BOARDS, MEMBERS, PLAYED = 4, 5, 4
LAST_NAME = "League of Harbourland, last season"
DAYS_AGO, LAST_DAYS_AGO = 24, 80


def league(director: Account, people: Sequence[Person], region: Region, *, seed: int, today: date) -> Event:
    """The league, from its form to the round that is being played; what stands already stays."""
    event = Event.objects.filter(name=NAME, created_by=director).first()
    if event is None:
        with transaction.atomic():
            start = today - timedelta(days=DAYS_AGO)
            event = _announced(NAME, director, people, region, seed=seed, start=start)
    play_rounds(event, director, f"{NAME}-{seed}", PLAYED, (1.0, 0.6))
    return event


def last_league(
    director: Account, people: Sequence[Person], region: Region, *, seed: int, today: date
) -> Event:
    """The league of the season before, played to its end and finished; what stands already stays."""
    event = Event.objects.filter(name=LAST_NAME, created_by=director).first()
    if event is None:
        with transaction.atomic():
            start = today - timedelta(days=LAST_DAYS_AGO)
            event = _announced(LAST_NAME, director, people, region, seed=seed, start=start)
    if event.state == Event.State.FINISHED:
        return event
    play_rounds(event, director, f"{LAST_NAME}-{seed}", len(TEAMS) - 1, (1.0, 1.0))
    return event_finish(event, actor=director)


def _announced(
    name: str, director: Account, people: Sequence[Person], region: Region, *, seed: int, start: date
) -> Event:
    chance = random.Random(f"{name}-{seed}")
    event = event_create(
        actor=director,
        name=name,
        city="Harbour",
        federation="INV",
        region=region,
        start=start,
        end=start + timedelta(days=42),
        rate_of_play="90'+30\"",
        system=Event.System.TEAM_ROUND_ROBIN,
        rounds_planned=len(TEAMS) - 1,
        chief_arbiter_name=director.shown_name,
        organiser="SK Inventown",
        tie_break_order="PTS,EDE,SB",
        occasion=Event.Occasion.LEAGUE,
    )
    team_rules_set(event, actor=director, boards=BOARDS)
    by_key = {person.pk: person for person in people if person.fide_id}
    chosen = someone(by_key, len(TEAMS) * MEMBERS, chance)
    entries = entries_add(event, actor=director, rows=[{"person": by_key[key]} for key in chosen])
    entries.sort(key=lambda entry: -(entry.rating or 0))
    for place, team in enumerate(TEAMS):
        own = entries[place :: len(TEAMS)]
        captain = own[-1].name
        team_add(event, actor=director, name=team, captain=captain, members=[entry.pk for entry in own])
    event = event_register(event, actor=director, on=start - timedelta(days=21))
    teams_number(event, actor=director)
    team_rounds_pair_all(event, actor=director)
    for number in range(1, len(TEAMS)):
        day = start + timedelta(days=7 * (number - 1))
        round_day_set(event, actor=director, round_number=number, day=day)
    return event
