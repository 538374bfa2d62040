"""The matches of an imported team event as rows: who met whom, at which boards, who had a bye or won without play."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.interchange.trf.facts import GROUPS
from tournaments.models import Entry, Event, Round, Team, TeamByeRequest, TeamMatch, TeamRules
from tournaments.models.teams import MOST_BOARDS
from tournaments.record.crosstable import rounds_started
from tournaments.record.findings import Finding
from tournaments.record.matches import Match, byes_of_teams, matches_of
from tournaments.record.model import Record, RecordError
from tournaments.services.common import groups_stored

# The groups of a file's lines whose truth stands in rows once the matches are stored.
STORED = ("teams", "match_forfeits", "line_ups")
assert set(STORED) <= set(GROUPS)
_FORFEITS = {"+/-": "+-", "-/+": "-+", "-/-": "--"}


def seated(record: Record, findings: list[Finding]) -> tuple[Record, tuple[Match, ...]]:
    """The record with match and board numbers in its games, and its matches; unchanged and none where there are none.

    Boards are numbered through a round, each match taking as many numbers as the largest match has boards.
    """
    if not record.teams:
        return record, ()
    try:
        matches = matches_of(record)
    except RecordError as error:
        findings.append(Finding("warning", "import.no_matches", inputs={"reason": str(error)}))
        return record, ()
    size = max((len(match.boards) for match in matches), default=0)
    if size > MOST_BOARDS:
        inputs = {"reason": f"{size} > {MOST_BOARDS}"}
        findings.append(Finding("warning", "import.no_matches", inputs=inputs))
        return record, ()
    places = {
        (board.game.round, board.game.board): (match.number, (match.number - 1) * size + board.board)
        for match in matches
        for board in match.boards
        if board.game is not None
    }
    games = []
    for game in record.games:
        number, board = places[game.round, game.board]
        games.append(replace(game, match=number, board=board))
    games.sort(key=lambda game: (game.round, game.board))
    return replace(record, games=tuple(games)), matches


def team_rows(
    event: Event,
    record: Record,
    matches: tuple[Match, ...],
    *,
    entries: Mapping[int, Entry],
    rounds: Mapping[int, Round],
) -> None:
    """Store rules, matches and byes of the teams. In the caller's transaction; the event's row is its own."""
    teams = {team.number: team for team in Team.objects.filter(event=event)}
    boards = _rules(event, record, matches)
    rows = [_match(match, teams, entries, rounds, boards) for match in matches if match.round in rounds]
    last: dict[int, int] = {}
    for row in rows:
        last[row.round.number] = max(last.get(row.round.number, 0), row.number)
    started = rounds_started(record)
    ahead = []
    for bye in byes_of_teams(record):
        if bye.round > started and bye.code != "U":
            ahead.append(TeamByeRequest(team=teams[bye.team], round_number=bye.round, code=bye.code))
        elif bye.round in rounds:
            last[bye.round] = last.get(bye.round, 0) + 1
            rows.append(
                TeamMatch(round=rounds[bye.round], number=last[bye.round], home=teams[bye.team], bye=bye.code)
            )
    TeamMatch.objects.bulk_create(rows, batch_size=200)
    TeamByeRequest.objects.bulk_create(ahead)
    groups_stored(event, *STORED)


def _rules(event: Event, record: Record, matches: tuple[Match, ...]) -> int:
    """Store how the matches count; the number of boards of a match."""
    stated = record.team_rules
    colours = len(stated.colours) if stated else 0
    boards = max([len(match.boards) for match in matches] + [colours]) or 4
    rules = TeamRules(event=event, boards=min(boards, MOST_BOARDS), numbering=TeamRules.Numbering.TYPED)
    if stated is not None:
        rules.win_halves, rules.draw_halves, rules.loss_halves = stated.win, stated.draw, stated.loss
        rules.bye_match_halves, rules.bye_game_halves = stated.bye_match, stated.bye_game
    code = record.event.type_code.replace("_MP_GP", "")
    if code.endswith("_GP") or "_GP_" in code:
        rules.primary = TeamRules.Primary.GAME
    rules.save()
    return rules.boards


def _match(
    match: Match,
    teams: Mapping[int, Team],
    entries: Mapping[int, Entry],
    rounds: Mapping[int, Round],
    boards: int,
) -> TeamMatch:
    home = [entries[board.home].pk if board.home else None for board in match.boards]
    away = [entries[board.away].pk if board.away else None for board in match.boards]
    colours = "".join("w" if board.home_white else "b" for board in match.boards)
    usual = ("wb" * boards)[:boards]
    return TeamMatch(
        round=rounds[match.round],
        number=match.number,
        home=teams[match.home],
        away=teams[match.away],
        forfeit=_FORFEITS.get(match.forfeit, ""),
        colours=(colours + usual[len(colours) :])[:boards],
        home_lineup=home,
        away_lineup=away,
        home_set=bool(home),
        away_set=bool(away),
    )
