"""Accounts, persons and events for the tests of the desk; everybody is invented."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

START = date(2026, 3, 7)


@pytest.fixture
def accounts(db: Any) -> Callable[..., Any]:
    """Makes an account by name, with federation-wide roles."""
    from players.services import account_create

    def make(username: str, *roles: str) -> Any:
        return account_create(
            actor=None,
            username=username,
            password="baize-and-ink-64",
            display_name=username.title(),
            roles=roles,
        )

    return make


@pytest.fixture
def director(accounts: Callable[..., Any]) -> Any:
    """An arbiter without any federation-wide role."""
    return accounts("ana")


@pytest.fixture
def stranger(accounts: Callable[..., Any]) -> Any:
    """An arbiter of other events."""
    return accounts("boris")


@pytest.fixture
def commissioner(accounts: Callable[..., Any]) -> Any:
    """A member of the commission."""
    return accounts("clara", "commission_member")


@pytest.fixture
def new_event(director: Any) -> Callable[..., Any]:
    """Makes a registered event of the director with so many players, numbered by rating."""
    from tournaments.services import entries_add, entries_number, event_create, event_register

    def make(players: int = 4, *, register: bool = True, **fields: Any) -> Any:
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

    return make


@pytest.fixture
def paired_event(new_event: Callable[..., Any], director: Any) -> Callable[..., Any]:
    """Makes a round robin with all rounds paired."""
    from tournaments.services import rounds_pair_all

    def make(players: int = 4, **fields: Any) -> Any:
        event = new_event(players, system="round_robin", **fields)
        rounds_pair_all(event, actor=director)
        event.refresh_from_db()
        return event

    return make
