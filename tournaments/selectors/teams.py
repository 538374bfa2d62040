"""Reads about team events: teams with their members, the matches of a round, the crosstable of teams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from core.keys import search_terms
from tournaments.models import Entry, Event, Team, TeamMatch, TeamRules
from tournaments.pairing.team_history import rules_of
from tournaments.record.matches import (
    Match,
    byes_of_teams,
    forfeit_halves,
    match_halves,
    matches_of,
)
from tournaments.record.model import Record, RecordError
from tournaments.selectors.rounds import Board, RoundPage
from tournaments.services.teams import average_rating, members_by_team, rules_for
from tournaments.snapshot import record_of


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team with its members in board order; `mean` is the rating of its first players, None without any."""

    team: Team
    members: tuple[Entry, ...]
    boards: int
    doubles: tuple[str, ...] = ()

    @property
    def mean(self) -> int | None:
        """The mean rating of the first players, to the nearest whole number."""
        rated = average_rating([entry.rating for entry in self.members], self.boards)
        return int(rated + Fraction(1, 2)) if rated else None

    @property
    def first(self) -> tuple[Entry, ...]:
        """Those who sit when everybody is there."""
        return self.members[: self.boards]

    @property
    def reserves(self) -> tuple[Entry, ...]:
        """The others."""
        return self.members[self.boards :]

    @property
    def is_short(self) -> bool:
        """It has fewer players than boards."""
        return len(self.members) < self.boards


def team_rows(event: Event) -> list[TeamRow]:
    """The teams by number; names that stand in two entries of the event are told with each team."""
    members, rules = members_by_team(event), rules_for(event)
    doubles = duplicates(event)
    rows = []
    for team in event.teams.order_by("number"):
        own = tuple(members.get(team.pk, ()))
        twice = tuple(sorted({entry.name for entry in own if entry.pk in doubles}))
        rows.append(TeamRow(team, own, rules.boards, twice))
    return rows


def duplicates(event: Event) -> set[int]:
    """Ids of entries that seem to be one person: the same FIDE ID, or the same name and no other birth year."""
    found: set[int] = set()
    seen: dict[Any, Entry] = {}
    for entry in event.entries.order_by("pk"):
        keys: list[Any] = [("name", *sorted(search_terms(entry.name)))]
        if entry.fide_id:
            keys.append(("fide", entry.fide_id))
        for key in keys:
            other = seen.setdefault(key, entry)
            years = {each.birth[:4] for each in (entry, other) if each.birth}
            if other.pk != entry.pk and (key[0] == "fide" or len(years) < 2):
                found |= {entry.pk, other.pk}
    return found


def homeless(event: Event) -> list[Entry]:
    """Players of the event who are in no team."""
    return list(event.entries.filter(team__isnull=True).order_by("name"))


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One board of a match as a page shows it: players by entry, the game's board, from the home team's view."""

    place: int
    home: Entry | None
    away: Entry | None
    board: Board | None
    home_white: bool
    home_halves: int
    away_halves: int


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match of a round, or a team without an opponent (`bye`). `row` is None where a file brought the match."""

    number: int
    home: Team
    away: Team | None
    row: TeamMatch | None = None
    home_halves: int = 0
    away_halves: int = 0
    open: bool = False
    forfeit: str = ""
    bye: str = ""
    lines: tuple[MatchLine, ...] = field(default=())


def record_with_matches(event: Event) -> tuple[Record, tuple[Match, ...]]:
    """The record of an event and its matches; none where its games are no matches of its teams."""
    record = record_of(event.pk)
    try:
        return record, matches_of(record)
    except RecordError:
        return record, ()


def round_matches(event: Event, page: RoundPage) -> list[MatchView]:
    """The matches of a round with their boards, then teams without an opponent; empty where there are no teams."""
    record, matches = record_with_matches(event)
    if not record.teams:
        return []
    teams = {team.number: team for team in event.teams.all()}
    rows = {
        (row.home_id, row.away_id): row
        for row in TeamMatch.objects.filter(round__event=event, round__number=page.number)
    }
    entries = {entry.number: entry for entry in event.entries.filter(number__isnull=False)}
    boards = {(board.game.white.number, board.game.black.number): board for board in page.boards}
    found = []
    for match in matches:
        if match.round == page.number:
            home, away = teams[match.home], teams[match.away]
            lines = tuple(_line(each, entries, boards) for each in match.boards)
            row = rows.get((home.pk, away.pk))
            found.append(
                MatchView(
                    row.number if row else match.number,
                    home,
                    away,
                    row,
                    match.home_halves,
                    match.away_halves,
                    match.open,
                    match.forfeit,
                    lines=lines,
                )
            )
    found.sort(key=lambda view: view.number)
    byes = [bye for bye in byes_of_teams(record) if bye.round == page.number] if matches or rows else []
    return found + [MatchView(0, teams[bye.team], None, bye=bye.code) for bye in byes]


def _line(each: Any, entries: Mapping[int | None, Entry], boards: Mapping[Any, Board]) -> MatchLine:
    pair = (each.game.white, each.game.black) if each.game else None
    return MatchLine(
        each.board,
        entries.get(each.home),
        entries.get(each.away),
        boards.get(pair),
        each.home_white,
        each.home_halves,
        each.away_halves,
    )


@dataclass(frozen=True, slots=True)
class CrossCell:
    """One meeting of two teams: the round, own and the rival's board points in halves, and how it ended."""

    round: int
    own: int
    other: int
    open: bool
    forfeit: str
    result: str


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A team against every other: cells by place of the rival, match and board points in halves."""

    team: Team
    cells: tuple[tuple[CrossCell, ...], ...]
    match_halves: int
    game_halves: int


def team_crosstable(event: Event, order: Sequence[int] = ()) -> list[CrossRow]:
    """The crosstable of the teams in the order of their numbers, or in the order given.

    Points are those of the matches and of byes as agreed.
    """
    record, matches = record_with_matches(event)
    teams = {team.number: team for team in event.teams.all()}
    numbers = [number for number in order if number in teams] or sorted(teams)
    rules = rules_of(record)
    cells: dict[tuple[int, int], list[CrossCell]] = {}
    points: dict[int, int] = dict.fromkeys(numbers, 0)
    for match in matches:
        for own, other in ((match.home, match.away), (match.away, match.home)):
            halves = match_points(rules, match, own)
            points[own] = points.get(own, 0) + halves
            result = "1" if halves >= rules.win else "½" if halves >= rules.draw > 0 else "0"
            cells.setdefault((own, other), []).append(
                CrossCell(
                    match.round,
                    match.halves_of(own),
                    match.halves_of(other),
                    match.open,
                    match.forfeit,
                    result,
                )
            )
    games = {
        number: sum(match.halves_of(number) for match in matches if number in (match.home, match.away))
        for number in numbers
    }
    return [
        CrossRow(
            teams[own],
            tuple(tuple(cells.get((own, other), ())) for other in numbers),
            points[own],
            games[own],
        )
        for own in numbers
    ]


def match_points(rules: Any, match: Match, team: int) -> int:
    """The match points of a team in halves; none while a board is open."""
    if match.open:
        return 0
    if match.forfeit:
        return forfeit_halves(rules, match.forfeit, home=team == match.home)
    return match_halves(rules, match.halves_of(team), match.halves_of(match.rival_of(team)))


@dataclass(frozen=True, slots=True)
class TeamResult:
    """A round of one team: the rival or the bye, the score in halves, each player's board with his result."""

    round: int
    rival: Team | None
    home: bool
    own: int
    other: int
    open: bool
    forfeit: str
    bye: str
    points: int


def team_results(event: Event, team: Team) -> list[TeamResult]:
    """The matches and byes of a team by round."""
    record, matches = record_with_matches(event)
    teams = {each.number: each for each in event.teams.all()}
    rules = rules_of(record)
    found = [
        TeamResult(
            match.round,
            teams[match.rival_of(team.number)],
            match.home == team.number,
            match.halves_of(team.number),
            match.halves_of(match.rival_of(team.number)),
            match.open,
            match.forfeit,
            "",
            match_points(rules, match, team.number),
        )
        for match in matches
        if team.number in (match.home, match.away)
    ]
    byes = byes_of_teams(record) if matches else record.team_byes
    found += [
        TeamResult(bye.round, None, False, 0, 0, False, "", bye.code, 0)
        for bye in byes
        if bye.team == team.number
    ]
    return sorted(found, key=lambda each: each.round)


def rules_words(rules: TeamRules) -> dict[str, str]:
    """The match points of won, drawn and lost as `2-1-0`."""
    parts = []
    for halves in (rules.win_halves, rules.draw_halves, rules.loss_halves):
        parts.append(f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2))
    return {"points": "-".join(parts), "boards": str(rules.boards)}
