"""Accounts, persons and events for the tests of the desk; everybody is invented."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest


@pytest.fixture
def accounts(db: Any) -> Callable[..., Any]:
    """Makes an account by name, with federation-wide roles."""
    from tests.tournaments.events import made_account

    return made_account


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
    from tests.tournaments.events import made_event

    return partial(made_event, director)


@pytest.fixture
def paired_event(director: Any) -> Callable[..., Any]:
    """Makes a round robin with all rounds paired."""
    from tests.tournaments.events import made_paired_event

    return partial(made_paired_event, director)
