"""Accounts and individual events for the tests of the desk; everybody is invented."""

from datetime import date
from typing import Any

from players.services import account_create
from tournaments.services import (
    entries_add,
    entries_number,
    event_create,
    event_register,
    rounds_pair_all,
)

START = date(2026, 3, 7)


def made_account(username: str, *roles: str) -> Any:
    """An account with federation-wide roles."""
    return account_create(
        actor=None,
        username=username,
        password="baize-and-ink-64",
        display_name=username.title(),
        roles=roles,
    )


def made_event(director: Any, players: int = 4, *, register: bool = True, **fields: Any) -> Any:
    """A registered event of the director with so many players, numbered by rating."""
    values: dict[str, Any] = {"name": "Invented Open", "start": START, "rounds_planned": 3} | fields
    event = event_create(actor=director, **values)
    if players:
        rows = [
            {"name": f"Player{number:03d}, Test", "rating": 2400 - 10 * number, "birth": "1990"}
            for number in range(1, players + 1)
        ]
        entries_add(event, actor=director, rows=rows)
    if register:
        event = event_register(event, actor=director)
        if players:
            entries_number(event, actor=director, seed=7)
    event.refresh_from_db()
    return event


def made_paired_event(director: Any, players: int = 4, **fields: Any) -> Any:
    """A round robin of the director with all rounds paired."""
    event = made_event(director, players, system="round_robin", **fields)
    rounds_pair_all(event, actor=director)
    event.refresh_from_db()
    return event
