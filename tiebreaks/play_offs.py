"""Reads of play-offs: how far one has come, the places it gave, who would play."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, Q, QuerySet

from tiebreaks.engine.playoff.contests import progress
from tiebreaks.engine.playoff.model import Mode, Options, PlayedGame, Progress
from tiebreaks.engine.playoff.structures import rules
from tiebreaks.engine.ranking import SCORE, Standings
from tiebreaks.models import PlayOff, PlayOffPlan
from tournaments.models import Event, Game

Row = Mapping[str, Any]
GAMES_OF_LONGER_RATE = 2


PAUSE_MINUTES = 30  # 30.5.3: between the last game of the event and the first of the play-off


@dataclass(frozen=True, slots=True)
class Candidates:
    """Who would play: rows of the standings, and the first place that they play for."""

    rows: tuple[Row, ...] = ()
    first_place: int = 1


def progress_of(play_off: PlayOff) -> Progress:
    """The play-off as far as it has come, from its stored results."""
    results = {
        game.key: PlayedGame(game.result, game.moves)  # type: ignore[arg-type]
        for game in play_off.games.all()
        if game.result
    }
    return progress(
        rules(play_off.rule),
        play_off.players,
        seed=play_off.seed,
        results=results,
        options=_options(play_off),
        places=play_off.places,
    )


def _options(play_off: PlayOff) -> Options:
    rate: dict[str, int] = play_off.longer
    longer = None
    if rate:
        time = (rate["base"], rate["increment"])
        longer = Mode("LONG", GAMES_OF_LONGER_RATE, time, time, article="30.5.7")
    return Options(late=play_off.late, short=play_off.short, longer=longer, chosen=play_off.choices)


def final_places(event_id: int, standings: Standings) -> dict[int, int]:
    """The places that the event's play-off gave, by start number; empty until it is decided, and while it rests."""
    play_off = PlayOff.objects.filter(event_id=event_id).prefetch_related("games").first()
    if play_off is None or rests(play_off, standings):
        return {}
    ranking = progress_of(play_off).ranking
    places: dict[int, int] = {}
    place = play_off.first_place
    for group in ranking or ():
        places |= dict.fromkeys(group, place)
        place += len(group)
    return places


def earliest_start(event: Event, numbers: Collection[int]) -> datetime | None:
    """When the pause after the last game of these players is over (30.5.3); None where no hour is known.

    The hour at which a result was entered stands for the end of the game, which it cannot precede.
    """
    games = Game.objects.filter(round__event_id=event.pk)
    own = games.filter(Q(white__number__in=numbers) | Q(black__number__in=numbers))
    last = own.exclude(round__number__lt=_last_round_of(games)).aggregate(last=Max("entered_at"))["last"]
    return None if last is None else last + timedelta(minutes=PAUSE_MINUTES)


def _last_round_of(games: QuerySet[Game]) -> int:
    number: int | None = games.aggregate(last=Max("round__number"))["last"]
    return number or 0


def rests(play_off: PlayOff, standings: Standings) -> bool:
    """Whether a result was changed so that those who played are no longer the equal ones of these places.

    They must fill the places from the first one played for, and be equal in what made them play: points, or every
    tie-break. A play-off that rests decides nothing; when the result is put right, it counts again.
    """
    first, last = play_off.first_place, play_off.first_place + len(play_off.players) - 1
    there = {row.number: row for row in standings.rows if first <= row.place <= last}
    if set(there) != set(play_off.players):
        return True
    plan = PlayOffPlan.objects.filter(event_id=play_off.event_id).first()
    if plan is not None and plan.tied == PlayOffPlan.Tied.ALL:
        return len({row.path for row in there.values()}) > 1
    return len({row.values[SCORE] for row in there.values()}) > 1


def candidates_of(plan: PlayOffPlan | None, rows: list[dict[str, Any]]) -> Candidates:
    """The first group of equals among the places played for: equal in points, or in every tie-break."""
    before = 0
    for group in _groups(plan, rows) if plan else []:
        if plan is None or before >= plan.places:
            break
        if len(group) > 1:
            return Candidates(tuple(group), before + 1)
        before += len(group)
    return Candidates()


def _groups(plan: PlayOffPlan, rows: list[dict[str, Any]]) -> list[list[Row]]:
    groups: list[list[Row]] = []
    name = "points" if plan.tied == PlayOffPlan.Tied.POINTS else "path"
    for row in rows:
        if groups and groups[-1][0][name] == row[name]:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups
