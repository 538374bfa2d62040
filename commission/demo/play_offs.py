"""The demo's tournament with a play-off: two equal at the top of four, one blitz game each, an Armageddon game open."""

from collections.abc import Sequence
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from players.models import Account, Person, Region
from tiebreaks.play_offs import progress_of
from tiebreaks.services_playoff import StartChoices, game_save, plan_save, play_off_start
from tournaments.models import Event, Game
from tournaments.services.entries import entries_add, entries_number
from tournaments.services.events import event_create, event_finish, event_register
from tournaments.services.pairing import rounds_pair_all
from tournaments.services.results import record_result

NAME, PLAYERS, DAYS = "Zagorje Candidates", 4, 3
#  Winner and loser by start number: 1 and 2 have two points each, 3 and 4 one.
WON = ((1, 2), (1, 4), (3, 1), (2, 3), (2, 4), (4, 3))


def candidates(
    director: Account, people: Sequence[Person], region: Region, *, seed: int, today: date
) -> Event:
    """The tournament, finished, its play-off for the first place before the Armageddon game; what stands stays."""
    found = Event.objects.filter(name=NAME, created_by=director).first()
    if found is not None:
        return found
    rated = [person for person in people if person.fide_id][-PLAYERS:]
    start = today - timedelta(days=DAYS)
    with transaction.atomic():
        event = event_create(
            actor=director,
            name=NAME,
            city="Zagorje",
            federation="INV",
            region=region,
            start=start,
            end=start + timedelta(days=DAYS - 1),
            rate_of_play="90'+30\"",
            chief_arbiter_name=director.shown_name,
            organiser="SK Inventown",
            system=Event.System.ROUND_ROBIN,
            rounds_planned=PLAYERS - 1,
        )
        plan_save(event, actor=director, values={"rule": "ua-2011", "places": 1, "tied": "points"})
        entries_add(event, actor=director, rows=[{"person": person} for person in rated])
        event_register(event, actor=director, on=start - timedelta(days=21))
        entries_number(event, actor=director, seed=seed)
        rounds_pair_all(event, actor=director)
        for game in Game.objects.filter(round__event=event).select_related("white", "black", "round"):
            code = "1-0" if (game.white.number, game.black.number) in WON else "0-1"
            record_result(game, actor=director, code=code, version=game.version)
        event.refresh_from_db()
        event = event_finish(event, actor=director)
        _play_off(event, director, seed)
    event.refresh_from_db()
    return event


def _play_off(event: Event, director: Account, seed: int) -> None:
    """One win each in the two blitz games: White wins both."""
    choices = StartChoices(begins_at=timezone.now(), early_reason="Both players asked to begin at once.")
    begun = play_off_start(event, actor=director, choices=choices, seed=seed)
    for game in progress_of(begun).open_games:
        begun = game_save(begun, game.key, actor=director, result="1-0")
