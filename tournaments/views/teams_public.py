"""The public pages of teams: all teams, one team, the crosstable of teams."""

from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.record.crosstable import crosstable
from tournaments.selectors.teams import (
    record_with_matches,
    rules_words,
    team_crosstable,
    team_results,
    team_rows,
)
from tournaments.services.teams import rules_for
from tournaments.table_files import FORMATS, file_name, table_file
from tournaments.views.live import Context, LivePage, live_page

TEAMS = LivePage("tournaments/teams.html", "tournaments/_teams.html")
TEAM = LivePage("tournaments/team.html", "tournaments/_team.html")
CROSS = LivePage("tournaments/team_crosstable.html", "tournaments/_team_crosstable.html")


@require_safe
def teams(request: HttpRequest, pk: int) -> HttpResponse:
    """The teams with captains and members; files hold one line a player."""

    def make(event: Event) -> Context | HttpResponse:
        rows = team_rows(event)
        file = table_file(request.GET.get("format", ""), file_name(event, "teams"), *_teams_table(rows))
        rules = rules_for(event)
        return file or {"rows": rows, "rules": rules, "words": rules_words(rules)}

    return live_page(request, pk, TEAMS, make, "teams")


def _teams_table(rows: Any) -> tuple[list[str], list[list[Any]]]:
    heads = ["No.", "Team", "Captain", "Board", "SNo", "Title", "Name", "Fed", "Rtg"]
    cells = [
        [
            row.team.number, row.team.name, row.team.captain, board, entry.number, entry.title,
            entry.name, entry.federation, entry.rating,
        ]
        for row in rows
        for board, entry in enumerate(row.members, start=1)
    ]  # fmt: skip
    return heads, cells


@require_safe
def team(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """One team: its members with their results, its matches."""
    return live_page(request, pk, TEAM, lambda event: _team(event, number), "team", number)


def _team(event: Event, number: int) -> Context:
    row = next((each for each in team_rows(event) if each.team.number == number), None)
    if row is None:
        raise Http404
    record, _matches = record_with_matches(event)
    table = crosstable(record)
    members = []
    for board, entry in enumerate(row.members, start=1):
        own = table.rows.get(entry.number or 0)
        cells = own.cells if own else ()
        members.append(
            {
                "board": board,
                "entry": entry,
                "is_reserve": board > row.boards,
                "halves": own.halves if own else None,
                "games": sum(cell.played for cell in cells),
            }
        )
    return {"row": row, "members": members, "results": team_results(event, row.team)}


@require_safe
def cross(request: HttpRequest, pk: int) -> HttpResponse:
    """Every team against every other: board points, and the match points of each meeting."""

    def make(event: Event) -> Context | HttpResponse:
        rows = team_crosstable(event)
        wanted = request.GET.get("format", "")
        file = (
            table_file(wanted, file_name(event, "team-crosstable"), *_cross_table(rows))
            if wanted in FORMATS
            else None
        )
        return file or {"rows": rows}

    return live_page(request, pk, CROSS, make, "team_crosstable")


def _cross_table(rows: Any) -> tuple[list[str], list[list[Any]]]:
    heads = ["No.", "Team", *(str(row.team.number) for row in rows), "MP", "GP"]
    cells = [
        [
            row.team.number,
            row.team.name,
            *(" ".join(_plain(cell.own) for cell in meetings) for meetings in row.cells),
            Fraction(row.match_halves, 2),
            Fraction(row.game_halves, 2),
        ]
        for row in rows
    ]
    return heads, cells


def _plain(halves: int) -> str:
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)
