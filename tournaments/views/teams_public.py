"""The public pages of teams: all teams, one team, the crosstable of teams."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.listing import csv_response, json_response
from tournaments.record.crosstable import crosstable
from tournaments.selectors.teams import (
    record_with_matches,
    rules_words,
    team_crosstable,
    team_results,
    team_rows,
)
from tournaments.services.teams import rules_for
from tournaments.views.access import public_event

WANTED = ("csv", "json")


@require_safe
def teams(request: HttpRequest, pk: int) -> HttpResponse:
    """The teams with captains and members; CSV and JSON hold one line a player."""
    event = public_event(request, pk)
    rows = team_rows(event)
    wanted = request.GET.get("format", "")
    if wanted in WANTED:
        return _download(wanted, f"event-{pk}-teams", *_teams_table(rows))
    rules = rules_for(event)
    context = {"event": event, "rows": rows, "rules": rules, "words": rules_words(rules)}
    return render(request, "tournaments/teams.html", context)


def _teams_table(rows: Any) -> tuple[list[str], list[list[Any]]]:
    heads = ["No.", "Team", "Captain", "Board", "SNo", "Title", "Name", "Fed", "Rtg"]
    cells = [
        [
            row.team.number, row.team.name, row.team.captain, board, entry.number or "", entry.title,
            entry.name, entry.federation, entry.rating or "",
        ]
        for row in rows
        for board, entry in enumerate(row.members, start=1)
    ]  # fmt: skip
    return heads, cells


def _download(wanted: str, name: str, heads: list[str], cells: list[list[Any]]) -> HttpResponse:
    if wanted == "csv":
        return csv_response(name, heads, cells)
    rows = [dict(zip(heads, line, strict=True)) for line in cells]
    return json_response(name, {"rows": rows})


@require_safe
def team(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """One team: its members with their results, its matches."""
    event = public_event(request, pk)
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
    context = {"event": event, "row": row, "members": members, "results": team_results(event, row.team)}
    return render(request, "tournaments/team.html", context)


@require_safe
def cross(request: HttpRequest, pk: int) -> HttpResponse:
    """Every team against every other: board points, and the match points of each meeting."""
    event = public_event(request, pk)
    rows = team_crosstable(event)
    wanted = request.GET.get("format", "")
    if wanted in WANTED:
        heads = ["No.", "Team", *(str(row.team.number) for row in rows), "MP", "GP"]
        cells = [
            [
                row.team.number,
                row.team.name,
                *(" ".join(_plain(cell.own) for cell in meetings) for meetings in row.cells),
                _plain(row.match_halves),
                _plain(row.game_halves),
            ]
            for row in rows
        ]
        return _download(wanted, f"event-{pk}-team-crosstable", heads, cells)
    return render(request, "tournaments/team_crosstable.html", {"event": event, "rows": rows})


def _plain(halves: int) -> str:
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)
