"""Accounts and persons for the tests of the register; everybody is invented."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

PASSWORD = "baize-and-ink-64"


@pytest.fixture
def accounts(db: Any) -> Callable[..., Any]:
    """Makes an account by name, with federation-wide roles."""
    from players.services import account_create

    def make(username: str, *roles: str, person: Any = None) -> Any:
        return account_create(
            actor=None,
            username=username,
            password=PASSWORD,
            display_name=username.title(),
            roles=roles,
            person=person,
        )

    return make


@pytest.fixture
def commissioner(accounts: Callable[..., Any]) -> Any:
    return accounts("clara", "commission_member")


@pytest.fixture
def administrator(accounts: Callable[..., Any]) -> Any:
    return accounts("olga", "federation_admin")


@pytest.fixture
def arbiter(accounts: Callable[..., Any]) -> Any:
    """Somebody who logs in without any federation-wide role."""
    return accounts("ana")


@pytest.fixture
def region(db: Any) -> Any:
    from players.services import region_save

    return region_save(None, actor=None, code="02", name="Harbourland")


@pytest.fixture
def new_person(db: Any) -> Callable[..., Any]:
    """Admits an invented person."""
    from players.services import person_create

    def make(surname: str = "Kosar", given_name: str = "Ivo", **fields: Any) -> Any:
        return person_create(actor=None, surname=surname, given_name=given_name, **fields)

    return make


@pytest.fixture
def child(new_person: Callable[..., Any]) -> Any:
    """A minor with everything that must not become public."""
    return new_person(
        "Belova",
        "Nina",
        birth="2014-05-17",
        email="nina.belova@example.org",
        national_id="00120456",
        fide_id="999100001",
        federation="INV",
    )


@pytest.fixture
def listed(db: Any) -> Callable[..., Any]:
    """Gives a person a current standard rating out of one published list."""
    from players.models import CurrentRating, RatingKind, RatingList

    def give(person: Any, rating: int) -> None:
        chosen, _made = RatingList.objects.get_or_create(
            key="standard-2026-11-01",
            defaults={
                "kind": RatingKind.STANDARD,
                "effective_from": date(2026, 11, 1),
                "edition": "fide-2025-10",
                "state": RatingList.State.PUBLISHED,
                "sha256": "0" * 64,
            },
        )
        CurrentRating.objects.create(
            person=person, kind=RatingKind.STANDARD, rating_list=chosen, rating=rating, k=20, games_total=40
        )

    return give
