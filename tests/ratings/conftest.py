"""Persons, lists and events ready to be rated; everybody is invented."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

import pytest

START = date(2026, 3, 7)
OPENING = date(2026, 1, 1)
# White's number, Black's number, code: one list of boards a round.
Boards = Sequence[Sequence[tuple[int, int, str]]]


@pytest.fixture
def officer(db: Any) -> Any:
    """The rating officer, who is a member of the commission too."""
    from players.services import account_create

    return account_create(
        actor=None,
        username="olga",
        password="baize-and-ink-64",
        display_name="Olga Quill",
        roles=("rating_officer", "commission_member"),
    )


@pytest.fixture
def people(db: Any) -> Callable[..., list[Any]]:
    """Makes persons of the register: `people(3)`; keyword lists give columns, `births=["2010", ...]`."""
    from players.services import persons_create

    made: list[Any] = []

    def make(count: int, births: Sequence[str] = ()) -> list[Any]:
        rows = [
            {
                "surname": f"Player{len(made) + index:03d}",
                "given_name": "Test",
                "sex": "m",
                "birth": births[index] if births else "1980",
                "federation": "INV",
            }
            for index in range(count)
        ]
        created = persons_create(actor=None, people=rows)
        made.extend(created)
        return created

    return make


@pytest.fixture
def opening(officer: Any) -> Callable[..., Any]:
    """Enters the first list: persons with their ratings, 100 games each unless said otherwise."""
    from ratings.services_lists import OpeningRow, list_enter_opening

    def make(
        ratings: Mapping[Any, int], *, day: date = OPENING, games: int = 100, edition: str = "fide-2025-10"
    ) -> Any:
        rows = [
            OpeningRow(person.pk, rating, games_total=games, highest=rating)
            for person, rating in ratings.items()
        ]
        return list_enter_opening(
            actor=officer, kind="standard", effective_from=day, edition_key=edition, rows=rows
        )

    return make


@pytest.fixture
def played(officer: Any) -> Callable[..., Any]:
    """Makes a registered event with results: `played([anna, boris], [[(1, 2, "1-0")]])`.

    Players take the start numbers 1, 2, ... in the order given; a row may be (person, fields).
    """
    from tournaments.models import Game, Round, Seat
    from tournaments.services import entries_add, entries_number, event_create, event_register

    def make(players: Sequence[Any], boards: Boards, *, start: date = START, **fields: Any) -> Any:
        values: dict[str, Any] = {
            "name": "Invented Open",
            "start": start,
            "end": start,
            "rounds_planned": max(len(boards), 1),
            "numbering": "typed",
            "system": "swiss",
        } | fields
        event = event_create(actor=officer, **values)
        rows = [
            {"person": row[0], **row[1]} if isinstance(row, tuple) else {"person": row} for row in players
        ]
        entries = entries_add(event, actor=officer, rows=rows)
        event = event_register(event, actor=officer)
        entries_number(
            event, actor=officer, numbers={entry.pk: number for number, entry in enumerate(entries, 1)}
        )
        for number, row in enumerate(boards, start=1):
            stored = Round.objects.create(event=event, number=number)
            for board, (white, black, code) in enumerate(row, start=1):
                game = Game.objects.create(
                    round=stored, board=board, white=entries[white - 1], black=entries[black - 1], code=code
                )
                Seat.objects.create(round=stored, entry=game.white, game=game, colour="w")
                Seat.objects.create(round=stored, entry=game.black, game=game, colour="b")
        event.refresh_from_db()
        return event

    return make


@pytest.fixture
def freeze() -> Callable[[Any], str]:
    """Freezes an event's record as a report does and returns its hash."""
    from core.files import store
    from tournaments.record.canonical import canonical_bytes
    from tournaments.snapshot import record_of

    def freezing(event: Any) -> str:
        return store(canonical_bytes(record_of(event.pk)), "application/json").sha256

    return freezing


@pytest.fixture
def rate(officer: Any, freeze: Callable[[Any], str]) -> Callable[..., Any]:
    """Rates an event from a record frozen now."""
    from ratings.services import event_rate

    def rating(event: Any, received_on: date = date(2026, 3, 20)) -> Any:
        return event_rate(event, actor=officer, record_sha256=freeze(event), received_on=received_on)

    return rating


@pytest.fixture
def period(officer: Any) -> Callable[..., Any]:
    """Opens a period by the first day of its list; closed a week before."""
    from datetime import timedelta

    from ratings.services import period_open

    def opening_it(effective_from: date = date(2026, 4, 1)) -> Any:
        return period_open(
            actor=officer,
            kind="standard",
            closing_day=effective_from - timedelta(days=7),
            effective_from=effective_from,
        )

    return opening_it


@pytest.fixture
def publish(officer: Any) -> Callable[[Any], Any]:
    """Publishes a period's list."""
    from ratings.services_lists import period_publish

    return lambda chosen: period_publish(chosen, actor=officer)


@pytest.fixture
def without_guard(db: Any) -> Callable[[], None]:
    """Takes away the database's own refusal to change published lists, as somebody with its password could."""
    from django.db import connection

    def taking_away() -> None:
        tables = ("players_ratinglist", "players_listedrating")
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                for table in tables:
                    cursor.execute(f"DROP TRIGGER {table}_stays ON {table}")
                return
            cursor.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\\_stays\\_%' ESCAPE '\\'"
            )
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name}")

    return taking_away
