"""Reads of play-offs: how far one has come, the places it gave, who would play."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max

from tiebreaks.engine.playoff.contests import progress
from tiebreaks.engine.playoff.model import Mode, Options, PlayedGame, Progress
from tiebreaks.engine.playoff.structures import rules
from tiebreaks.engine.ranking import SCORE, Standings
from tiebreaks.models import PlayOff, PlayOffPlan
from tournaments.models import Event, Game

Row = Mapping[str, Any]
GAMES_OF_LONGER_RATE = 2


@dataclass(frozen=True, slots=True)
class Candidates:
    """Who would play: rows of the standings, and the first place that they play for."""

    rows: tuple[Row, ...]
    first_place: int

    @property
    def last_place(self) -> int:
        """The last place that they fill."""
        return self.first_place + len(self.rows) - 1

    @property
    def places(self) -> range:
        """The places that they fill."""
        return range(self.first_place, self.last_place + 1)

    @property
    def numbers(self) -> list[int]:
        """Their start numbers, best tie-break first."""
        return [row["number"] for row in self.rows]


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


def play_offs_of(event_id: int) -> list[PlayOff]:
    """The play-offs of an event with their games, by the first place they are for."""
    return list(PlayOff.objects.filter(event_id=event_id).order_by("first_place").prefetch_related("games"))


def decided_places(event_id: int, standings: Standings) -> list[dict[int, int]]:
    """The places that each decided play-off of the event gave, by start number; without those that rest."""
    begun = play_offs_of(event_id)
    resting = at_rest(begun, standings)
    found = (_places(play_off) for play_off in begun if play_off.pk not in resting)
    return [places for places in found if places]


def _places(play_off: PlayOff) -> dict[int, int]:
    places: dict[int, int] = {}
    place = play_off.first_place
    for group in progress_of(play_off).ranking or ():
        places |= dict.fromkeys(group, place)
        place += len(group)
    return places


def earliest_starts(event: Event, groups: Sequence[Collection[int]], *, rule: str) -> list[datetime | None]:
    """When the pause after the last game of each group is over (30.5.3); None where no hour is known.

    `rule` names the text that says how long the pause is.
    The hour at which a result was entered stands for the end of the game, which it cannot precede.
    """
    if not groups:
        return []
    pause = timedelta(minutes=pause_minutes(rule))
    games = Game.objects.filter(round__event_id=event.pk)
    last_round = games.aggregate(last=Max("round__number"))["last"]
    last = games.filter(round__number=last_round, entered_at__isnull=False)
    ended = list(last.values_list("white__number", "black__number", "entered_at"))
    return [
        _after_pause([at for *pair, at in ended if at and not set(group).isdisjoint(pair)], pause)
        for group in groups
    ]


def pause_minutes(rule: str) -> int:
    """Minutes between the last game of the event and the first of the play-off, by the text (30.5.3)."""
    return int(rules(rule).common["pause_after_last_game"]["value"])


def _after_pause(ended: Sequence[datetime], pause: timedelta) -> datetime | None:
    return max(ended) + pause if ended else None


def at_rest(begun: Sequence[PlayOff], standings: Standings) -> frozenset[int]:
    """Those of an event's play-offs (their ids) that decide nothing, for a result was changed since.

    The players must fill the places from the first one played for, and be equal in what made them play: points, or
    every tie-break. When the result is put right, a play-off counts again.
    """
    plan = PlayOffPlan.objects.filter(event_id=begun[0].event_id).first() if begun else None
    by_path = plan is not None and plan.tied == PlayOffPlan.Tied.ALL
    return frozenset(play_off.pk for play_off in begun if _rests(play_off, standings, by_path=by_path))


def _rests(play_off: PlayOff, standings: Standings, *, by_path: bool) -> bool:
    there = {
        row.number: row for row in standings.rows if play_off.first_place <= row.place <= play_off.last_place
    }
    if set(there) != set(play_off.players):
        return True
    if by_path:
        return len({row.path for row in there.values()}) > 1
    return len({row.values[SCORE] for row in there.values()}) > 1


def candidates_of(plan: PlayOffPlan | None, rows: list[dict[str, Any]]) -> list[Candidates]:
    """The groups of equals that touch the places played for: equal in points, or in every tie-break."""
    found: list[Candidates] = []
    before = 0
    for group in _groups(plan, rows) if plan else []:
        if plan is None or before >= plan.places:
            break
        if len(group) > 1:
            found.append(Candidates(tuple(group), before + 1))
        before += len(group)
    return found


def waiting_of(found: Iterable[Candidates], begun: Iterable[PlayOff]) -> list[Candidates]:
    """The groups that can still begin: no play-off stands for any of their places."""
    taken = {place for play_off in begun for place in range(play_off.first_place, play_off.last_place + 1)}
    return [group for group in found if taken.isdisjoint(group.places)]


def _groups(plan: PlayOffPlan, rows: list[dict[str, Any]]) -> list[list[Row]]:
    groups: list[list[Row]] = []
    name = "points" if plan.tied == PlayOffPlan.Tied.POINTS else "path"
    for row in rows:
        if groups and groups[-1][0][name] == row[name]:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups
