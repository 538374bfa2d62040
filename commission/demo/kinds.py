"""The demo's knock-out, in its semi-finals, and an event of two groups with a final that is about to begin."""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.db import transaction

from commission.demo.play import play_round, someone
from players.models import Account, Person, Region
from tournaments.models import Event, Game
from tournaments.pairing.knock_out import last_step_is_level
from tournaments.services.entries import entries_add, entries_number
from tournaments.services.events import event_create, event_register
from tournaments.services.kinds import kind_rules_set
from tournaments.services.knock_out import knock_out_draw, steps_of
from tournaments.services.pairing import rounds_pair_all
from tournaments.services.tie_play_offs import tie_play_off_add, tie_play_off_result

CUP_NAME, CUP_PLAYERS, CUP_ROUNDS = "Harbour Knock-out", 13, 5
TWO_STAGES_NAME = "Prize of Two Groups"
GROUPS, GROUP_PLAYERS = ("A", "B"), 6


def knock_out(
    director: Account, people: Sequence[Person], region: Region, *, seed: int, today: date
) -> Event:
    """The knock-out of 13 with two games a tie: two stages played, the semi-finals half; what stands stays."""
    found = Event.objects.filter(name=CUP_NAME, created_by=director).first()
    if found is not None:
        return found
    chance = random.Random(f"{CUP_NAME}-{seed}")
    with transaction.atomic():
        event = _announced(director, region, CUP_NAME, today - timedelta(days=9), 14, system="knock_out")
        kind_rules_set(event, actor=director, third_place=True)
        _enter(event, director, people, CUP_PLAYERS, chance)
        event_register(event, actor=director, on=today - timedelta(days=30))
        entries_number(event, actor=director)
        knock_out_draw(event, actor=director, seed=seed)
        for number in range(1, CUP_ROUNDS + 1):
            play_round(event, number, director, chance)
            _play_offs(event, director, chance)
    event.refresh_from_db()
    return event


def _play_offs(event: Event, director: Account, chance: random.Random) -> None:
    """Play rapid games and then an Armageddon game in every tie that the games of its stage left level."""
    for tie in event.ties.filter(winner__isnull=True, lower__isnull=False).order_by("stage", "number"):
        pair = (tie.upper_id, tie.lower_id)
        games = Game.objects.filter(round__event=event, white_id__in=pair, black_id__in=pair)
        if games.filter(code="*").exists() or games.count() < 2:
            continue
        steps: tuple[dict[str, Any], ...] = (
            {"rate": "15'+10\"", "games": 2},
            {"rate": "5':4'", "games": 1, "armageddon": True},
        )
        for step in steps:
            current = event.ties.get(pk=tie.pk)
            if current.winner_id is not None or not last_step_is_level(steps_of(current)):
                break
            made = tie_play_off_add(current, actor=director, seed=chance.randrange(10**6), **step)
            for game in made:
                code = chance.choice(("1-0", "1/2-1/2", "0-1"))
                tie_play_off_result(game, actor=director, code=code, version=game.version)


def two_stages(
    director: Account, people: Sequence[Person], region: Region, *, seed: int, today: date
) -> Event:
    """The main event, registered and without players yet; both its groups are played. What stands stays."""
    found = Event.objects.filter(name=TWO_STAGES_NAME, created_by=director).first()
    if found is not None:
        return found
    chance = random.Random(f"{TWO_STAGES_NAME}-{seed}")
    with transaction.atomic():
        final = _announced(director, region, TWO_STAGES_NAME, today + timedelta(days=5), 3)
        kind_rules_set(final, actor=director, qualify=2, carry_results=True)
        chosen = someone([one.pk for one in people if one.fide_id], len(GROUPS) * GROUP_PLAYERS, chance)
        by_key = {person.pk: person for person in people}
        for place, code in enumerate(GROUPS):
            name = f"{TWO_STAGES_NAME}, {code}"
            group = _announced(
                director, region, name, today - timedelta(days=8), 5, group_code=code, stage_of=final
            )
            own = [by_key[key] for key in chosen[place :: len(GROUPS)]]
            entries_add(group, actor=director, rows=[{"person": person} for person in own])
            event_register(group, actor=director, on=today - timedelta(days=30))
            entries_number(group, actor=director, seed=seed)
            rounds_pair_all(group, actor=director)
            for number in range(1, GROUP_PLAYERS):
                play_round(group, number, director, chance)
        event_register(final, actor=director, on=today - timedelta(days=30))
    final.refresh_from_db()
    return final


def _announced(director: Account, region: Region, name: str, start: date, days: int, **fields: Any) -> Event:
    return event_create(
        actor=director,
        name=name,
        city="Harbour",
        federation="INV",
        region=region,
        start=start,
        end=start + timedelta(days=days - 1),
        rate_of_play="90'+30\"",
        chief_arbiter_name=director.shown_name,
        organiser="SK Inventown",
        **({"system": Event.System.ROUND_ROBIN, "rounds_planned": GROUP_PLAYERS - 1} | fields),
    )


def _enter(
    event: Event, director: Account, people: Sequence[Person], count: int, chance: random.Random
) -> None:
    by_key = {person.pk: person for person in people if person.fide_id}
    chosen = someone(by_key, count, chance)
    entries_add(event, actor=director, rows=[{"person": by_key[key]} for key in chosen])
