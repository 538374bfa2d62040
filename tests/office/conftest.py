"""The office: its administrator, logged in; everybody is invented."""

from typing import Any

import pytest
from django.test import Client

PASSWORD = "baize-and-ink-64"


@pytest.fixture
def administrator(db: Any) -> Any:
    from players.services import office_open

    return office_open(username="olga", password=PASSWORD, display_name="Olga M.")


@pytest.fixture
def office(administrator: Any) -> Client:
    client = Client()
    client.force_login(administrator)
    return client


@pytest.fixture
def person(db: Any) -> Any:
    from players.services import person_create

    return person_create(
        actor=None, surname="Kosar", given_name="Ivo", club="Old Club", national_id="00120456"
    )


@pytest.fixture
def event(administrator: Any) -> Any:
    from datetime import date

    from tournaments.services import entries_add, event_create, event_register

    made = event_create(actor=administrator, name="Invented Open", start=date(2026, 3, 7), rounds_planned=3)
    entries_add(
        made, actor=administrator, rows=[{"name": f"Player{n}, Test", "rating": 2400 - n} for n in range(4)]
    )
    return event_register(made, actor=administrator)


@pytest.fixture
def published(db: Any) -> Any:
    from datetime import date

    from players.models import RatingKind, RatingList

    return RatingList.objects.create(
        key="standard-2026-11-01",
        kind=RatingKind.STANDARD,
        effective_from=date(2026, 11, 1),
        edition="fide-2025-10",
        state=RatingList.State.PUBLISHED,
        sha256="0" * 64,
        player_count=1234,
    )
