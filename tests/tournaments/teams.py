"""A team event for tests: so many teams of so many players, numbered by mean rating."""

from datetime import date
from typing import Any

from tournaments.services import entries_add, event_create, event_register
from tournaments.services.teams import team_add, team_rules_set, teams_number

START = date(2026, 3, 7)


def made_team_event(
    director: Any,
    teams: int = 4,
    members: int = 3,
    *,
    boards: int = 2,
    system: str = "team_round_robin",
    number: bool = True,
    **fields: Any,
) -> Any:
    """A registered team event. The players of a team stand 100 points under those of the team before."""
    values = {"name": "Invented League", "start": START, "rounds_planned": 3, "first_colour": "w"}
    event = event_create(actor=director, **(values | {"system": system} | fields))
    team_rules_set(event, actor=director, boards=boards)
    rows = [
        {"name": f"T{team}P{place}, Test", "rating": 2900 - 100 * team - 10 * place}
        for team in range(1, teams + 1)
        for place in range(1, members + 1)
    ]
    entries = entries_add(event, actor=director, rows=rows)
    for team in range(teams):
        ids = [entry.pk for entry in entries[team * members : (team + 1) * members]]
        team_add(event, actor=director, name=f"Team {team + 1}", members=ids)
    event = event_register(event, actor=director)
    if number:
        teams_number(event, actor=director)
    event.refresh_from_db()
    return event
