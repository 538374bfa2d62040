"""Reads of play-offs: how far one has come, the places it gave, who would play."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tiebreaks.engine.playoff.contests import progress
from tiebreaks.engine.playoff.model import Mode, Options, PlayedGame, Progress
from tiebreaks.engine.playoff.structures import rules
from tiebreaks.models import PlayOff, PlayOffPlan

Row = Mapping[str, Any]
GAMES_OF_LONGER_RATE = 2


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


def final_places(event_id: int) -> dict[int, int]:
    """The places that the event's play-off gave, by start number; empty until it is decided."""
    play_off = PlayOff.objects.filter(event_id=event_id).prefetch_related("games").first()
    if play_off is None:
        return {}
    ranking = progress_of(play_off).ranking
    places: dict[int, int] = {}
    place = play_off.first_place
    for group in ranking or ():
        places |= dict.fromkeys(group, place)
        place += len(group)
    return places


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
