"""Finished events, signatories with keys, and a ready authority for the tests of reports; everybody is invented."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet

from reports import authority as authorities

PASSPHRASE = "baize under the clock"
START, END = date(2026, 3, 7), date(2026, 3, 15)


@pytest.fixture(scope="session")
def own_authority(tmp_path_factory: pytest.TempPathFactory) -> authorities.Authority:
    """An authority made for these tests."""
    folder = Path(tmp_path_factory.mktemp("keys")) / "authority"
    return authorities.open_authority(
        folder, Fernet(Fernet.generate_key()), name="Invented Federation", now=datetime.now(UTC)
    )


@pytest.fixture(scope="session")
def other_authority(tmp_path_factory: pytest.TempPathFactory) -> authorities.Authority:
    """An authority that nobody here trusts."""
    folder = Path(tmp_path_factory.mktemp("keys")) / "other"
    return authorities.open_authority(
        folder, Fernet(Fernet.generate_key()), name="Some Other Federation", now=datetime.now(UTC)
    )


@pytest.fixture
def accounts(db: Any) -> Callable[..., Any]:
    """Makes an account by name, with federation-wide roles."""
    from players.services import account_create

    def make(username: str, *roles: str, **more: Any) -> Any:
        return account_create(
            actor=None,
            username=username,
            password="baize-and-ink-64",
            display_name=more.pop("name", username.title()),
            roles=roles,
            **more,
        )

    return make


@pytest.fixture
def director(accounts: Callable[..., Any]) -> Any:
    """The chief arbiter of the events."""
    return accounts("ana", name="Ana Belić")


@pytest.fixture
def officer(accounts: Callable[..., Any]) -> Any:
    """The federation's rating officer."""
    return accounts("olga", "rating_officer", name="Ольга Гнатюк")


@pytest.fixture
def finished_event(director: Any) -> Callable[..., Any]:
    """Makes a finished round robin of the director; White wins every game."""
    from tournaments.services import (
        entries_add,
        entries_number,
        event_create,
        event_finish,
        event_register,
        record_result,
        rounds_pair_all,
    )

    def make(players: int = 4, *, finish: bool = True, **fields: Any) -> Any:
        from tournaments.models import Game

        values: dict[str, Any] = {
            "name": "Invented Masters",
            "city": "Inventown",
            "federation": "INV",
            "start": START,
            "end": END,
            "rate_of_play": "90'+30\"",
            "system": "round_robin",
            "numbering": "lot",
            "tie_break_order": "PTS,DE,SB",
        }
        event = event_create(actor=director, **(values | fields))
        rows = [
            {
                "name": f"Invented{number:02d}, Player",
                "rating": 2400 - number,
                "federation": "INV",
                "birth": f"1990-05-{number:02d}",
                "national_id": f"01{number:03d}",
            }
            for number in range(1, players + 1)
        ]
        entries_add(event, actor=director, rows=rows)
        event = event_register(event, actor=director)
        entries_number(event, actor=director, seed=7)
        rounds_pair_all(event, actor=director)
        if finish:
            for game in Game.objects.filter(round__event=event).order_by("round__number", "board"):
                record_result(game, actor=director, code="1-0", version=game.version)
            event_finish(event, actor=director)
        event.refresh_from_db()
        return event

    return make


@pytest.fixture
def rendered(finished_event: Callable[..., Any], director: Any) -> Callable[..., Any]:
    """Makes a handed-in report with its document, by the services that the worker calls."""
    from reports.services import report_document, report_hand_in, report_rendered

    def make(event: Any = None, **more: Any) -> Any:
        report = report_hand_in(event or finished_event(), actor=director, **more)
        return report_rendered(report, document=report_document(report))

    return make


@pytest.fixture
def keys(director: Any, officer: Any) -> Iterator[None]:
    """Both signatories have keys."""
    from reports.services import key_issue

    for account in (director, officer):
        key_issue(account, actor=account, passphrase=PASSPHRASE)
    return


@pytest.fixture
def signed_twice(rendered: Callable[..., Any], keys: Any, director: Any, officer: Any) -> Any:
    """A report with both signatures."""
    from reports.services import report_sign

    report = report_sign(rendered(), actor=director, role="arbiter", passphrase=PASSPHRASE, place="Inventown")
    return report_sign(
        report, actor=officer, role="rating_officer", passphrase=PASSPHRASE, place="Harbourland"
    )
