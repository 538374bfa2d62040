"""Games of one event under several lists: each takes the list of the period in which it was played (4.11)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from ratings.engine.facts import Player, PlayerFacts, players_of
from ratings.engine.games import Meeting
from ratings.engine.lists import list_of_event, list_of_game
from ratings.engine.results import PlayerRating
from tournaments.record.findings import Finding
from tournaments.record.model import EventFacts, Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Input, Step
from tournaments.rulebook.rounding import half_up

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists that the games of an event use.

    `first` is the list of its first day; `of_game` gives by round and board the list of each game of another
    period; `players` has everybody as he stood on each of those later lists.
    """

    first: date
    of_game: Mapping[Place, date]
    players: Mapping[date, Mapping[int, Player]]

    def day(self, meeting: Meeting) -> date:
        """The list of a game."""
        return self.of_game.get((meeting.round, meeting.board), self.first)


def lists_of(
    record: Record, edition: Edition, facts: Mapping[int, PlayerFacts], players: Mapping[int, Player]
) -> tuple[Lists | None, tuple[Finding, ...]]:
    """The lists of an event whose games use more than one, else None, with what there is to remark.

    `facts` of a player name under `lists` what each later list says of him; whoever is not named there stands
    as on the newest before it that names him, in the end the first. A warning says on which lists nobody is
    named; where that is so on all, the event is rated by the list of its first day.
    """
    if not may_use_several(record.event, edition):
        return None, ()
    rule = edition["long_events"]
    by_game, unknown = _lists_by_game(record, edition)
    findings: list[Finding] = []
    if unknown:
        findings.append(
            Finding("warning", "league.day_unknown", article=rule.article, inputs={"games": unknown})
        )
    days = sorted(set(by_game.values()))
    if not days:
        return None, tuple(findings)
    assert record.event.start is not None
    first = list_of_event(edition, record.event.start).value
    given = {day for known in facts.values() for day in known.lists if first < day <= days[-1]}
    missing = [day for day in days if day not in given]
    if missing:
        code = "league.list_before" if given else "league.lists_missing"
        listed: dict[str, Input] = {"lists": ", ".join(day.isoformat() for day in missing)}
        findings.append(Finding("warning", code, article=rule.article, inputs=listed))
    if not given:
        return None, tuple(findings)
    later = {day: _players_on(record, facts, players, (first, day)) for day in days}
    return Lists(first, by_game, later), tuple(findings)


def may_use_several(event: EventFacts, edition: Edition) -> bool:
    """Whether the edition gives the games of this event the list of their own period.

    That of 2004 does so in leagues beyond the usual length, that of 2024 in any event that is reported in
    parts. Where a text is silent, the list of the first day stands for all games.
    """
    rule = edition["long_events"].text
    if rule == "silent" or event.start is None or event.end is None:
        return False
    long = (event.end - event.start).days + 1 > edition["event_days"].integer
    return long and (rule != "list_of_each_game" or event.occasion == "league")


def is_silent_on_league(record: Record, edition: Edition) -> bool:
    """Whether the list of the first day is a choice here: a long league under a text that does not say."""
    event = record.event
    if edition["long_events"].text != "silent" or event.start is None or event.end is None:
        return False
    return event.occasion == "league" and (event.end - event.start).days + 1 > edition["event_days"].integer


def rating_on_lists(lists: Lists, number: int, first: Player) -> dict[date, Player]:
    """How a player stands on each list; one rated later is rated for himself before that too (10.4)."""
    found = {lists.first: first} | {day: players[number] for day, players in lists.players.items()}
    later: Player | None = None
    for day in sorted(found, reverse=True):
        if found[day].rating is not None:
            later = found[day]
        elif later is not None:
            found[day] = replace(later, shown=None, meanwhile=True)
    return found


def joined(
    edition: Edition, player: Player, parts: Mapping[date, PlayerRating], performed: Explained[int | None]
) -> PlayerRating:
    """One line of the lines that a rated player has under each list, by the first day of the list.

    The change is the sum of the changes. Where K is not the same in all parts, `k` is that of the last and
    `gain` the change divided by it, so that k times gain is the change all the same.
    """
    days = sorted(parts)
    lines = [parts[day] for day in days]
    change = sum((line.change for line in lines), Fraction(0))
    games = sum(line.n for line in lines)
    last = lines[-1]
    assert last.k is not None
    same = len({line.k_nominal for line in lines}) == 1
    gain = sum((line.gain for line in lines), Fraction(0)) if same else change / last.k
    article = edition["long_events"].article
    steps = tuple(_part_step(article, day, parts[day]) for day in days)
    total: dict[str, Input] = {"lists": len(days), "games": games}
    return PlayerRating(
        number=player.number,
        name=player.name,
        ro=lines[0].ro,
        rc=half_up(Fraction(sum((line.rc or 0) * line.n for line in lines), games)),  # shown only
        n=games,
        w=sum((line.w for line in lines), Fraction(0)),
        we=sum((line.we or Fraction(0) for line in lines), Fraction(0)),
        k=last.k,
        k_nominal=last.k_nominal,
        gain=gain,
        change=change,
        rp=performed.value,
        steps=(*steps, Step(article, "league.total", total, change), *performed.steps),
        doubts=tuple(dict.fromkeys(name for line in lines for name in line.doubts)),
    )


def _part_step(article: str, day: date, line: PlayerRating) -> Step:
    inputs: dict[str, Input] = {"list": day, "games": line.n, "rating": line.ro, "k": line.k}
    return Step(article, "league.part", inputs, line.change, line.steps)


def _lists_by_game(record: Record, edition: Edition) -> tuple[dict[Place, date], int]:
    """The list of every game that does not use the first one, and how many games have no known day."""
    event = record.event
    assert event.start is not None
    assert event.end is not None
    first = list_of_event(edition, event.start).value
    days = {item.number: item.day for item in record.rounds}
    found: dict[Place, date] = {}
    unknown = 0
    for game in record.games:
        played_on = game.played_on or days.get(game.round)
        if played_on is None:
            unknown += 1
            continue
        used = list_of_game(edition, event.start, event.end, played_on).value
        if used != first:
            found[game.round, game.board] = used
    return found, unknown


def _players_on(
    record: Record, facts: Mapping[int, PlayerFacts], players: Mapping[int, Player], days: tuple[date, date]
) -> dict[int, Player]:
    """Everybody as the newest list that names him has him, after the first of these days and up to the second."""
    after, until = days
    newest = {
        number: max((day for day in known.lists if after < day <= until), default=None)
        for number, known in facts.items()
    }
    named = {number: facts[number].lists[day] for number, day in newest.items() if day is not None}
    return {**players, **{n: player for n, player in players_of(record, named).items() if n in named}}
