"""Events that were played, handed in and signed; accounts of everybody concerned. All people are invented."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

START = date(2026, 3, 7)
ARRIVED = date(2026, 3, 12)
# The clock at the beginning of each test: some days after play, before every deadline of the report.
NOW = datetime(2026, 3, 15, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The portal's clock runs from `NOW`; whoever must be late says so."""
    from django.utils import timezone

    began = timezone.now()
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: NOW + (real() - began))


@pytest.fixture
def account(db: Any) -> Callable[..., Any]:
    """Makes an account by name with federation-wide roles."""
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
def director(account: Any) -> Any:
    return account("ana")


@pytest.fixture
def member(account: Any) -> Any:
    return account("clara", "commission_member")


@pytest.fixture
def second_member(account: Any) -> Any:
    return account("dora", "commission_member")


@pytest.fixture
def officer(account: Any) -> Any:
    return account("olga", "rating_officer")


@pytest.fixture
def persons(db: Any) -> list[Any]:
    """Four persons of the register."""
    from players.services import persons_create

    rows = [
        {"surname": f"Player{number}", "given_name": "Test", "sex": "m", "birth": "1980", "federation": "INV"}
        for number in range(1, 5)
    ]
    return persons_create(actor=None, people=rows)


@pytest.fixture
def opening(persons: list[Any], officer: Any) -> Any:
    """The list in force: 1600, 1580, 1650 and 1500 with 100 games each."""
    from ratings.services_lists import OpeningRow, list_enter_opening

    ratings = (1600, 1580, 1650, 1500)
    return list_enter_opening(
        actor=officer,
        kind="standard",
        effective_from=date(2026, 1, 1),
        edition_key="fide-2025-10",
        rows=[
            OpeningRow(person.pk, rating, games_total=100, highest=rating)
            for person, rating in zip(persons, ratings, strict=True)
        ],
    )


@pytest.fixture
def finished(director: Any, persons: list[Any], opening: Any) -> Callable[..., Any]:
    """Makes a round robin of four, all games drawn, finished. `late` registers it after its start."""
    from tournaments.models import Game
    from tournaments.services import (
        entries_add,
        entries_number,
        event_create,
        event_finish,
        event_register,
        record_result,
        rounds_pair_all,
    )

    def make(*, late: bool = False, unknown: bool = False, **fields: Any) -> Any:
        values = {
            "name": "Invented Cup",
            "city": "Inventown",
            "federation": "INV",
            "start": START,
            "end": START + timedelta(days=2),
            "rate_of_play": "90 min + 30 s",
            "system": "round_robin",
            "rounds_planned": 3,
            "numbering": "typed",
            "chief_arbiter_name": "Ana",
            "organiser": "SK Inventown",
        } | fields
        event = event_create(actor=director, **values)
        rows: list[dict[str, Any]] = [{"person": person} for person in persons]
        if unknown:
            rows[-1] = {
                "name": "Stranger, Test",
                "rating": 1500,
                "birth": "1990",
                "federation": "INV",
                "sex": "m",
            }
        entries = entries_add(event, actor=director, rows=rows)
        registered = START + timedelta(days=1 if late else -9)
        event = event_register(event, actor=director, on=registered)
        entries_number(
            event, actor=director, numbers={entry.pk: number for number, entry in enumerate(entries, 1)}
        )
        rounds_pair_all(event, actor=director)
        for game in Game.objects.filter(round__event=event).select_related("round"):
            record_result(game, actor=director, code="1/2-1/2", version=game.version)
        event_finish(event, actor=director)
        event.refresh_from_db()
        return event

    return make


@pytest.fixture
def sign() -> Callable[..., Any]:
    """Puts both signatures on an event's report by hand; making PDF signatures has its own tests."""
    from django.utils import timezone

    from reports.models import Report, Signature, SigningKey

    def signing(report: Any, arbiter: Any, countersigner: Any) -> Any:
        now = timezone.now()
        for role, account in (("arbiter", arbiter), ("rating_officer", countersigner)):
            key, _created = SigningKey.objects.get_or_create(
                account=account,
                defaults={
                    "common_name": account.shown_name,
                    "serial": f"{account.pk:x}",
                    "sealed_pkcs12": b"",
                    "not_before": now,
                    "not_after": now,
                },
            )
            Signature.objects.create(
                report=report,
                role=role,
                account=account,
                key=key,
                name=account.shown_name,
                signed_at=now,
                before_sha256="0" * 64,
                after_sha256="0" * 64,
            )
        Report.objects.filter(pk=report.pk).update(state=Report.State.COUNTERSIGNED)
        report.refresh_from_db()
        return report

    return signing


@pytest.fixture
def handed_in(director: Any, officer: Any, finished: Any, sign: Any) -> Callable[..., Any]:
    """Makes an event with a countersigned report; returns its dossier, nothing submitted yet."""
    from commission.services import dossier_of
    from reports.services import report_hand_in

    def make(event: Any = None, **fields: Any) -> Any:
        event = event or finished(**fields)
        sign(report_hand_in(event, actor=director, place="Inventown"), director, officer)
        event.refresh_from_db()
        return dossier_of(event)

    return make


@pytest.fixture
def submitted(director: Any, handed_in: Any) -> Callable[..., Any]:
    """Makes a dossier that has arrived in time."""
    from commission.services import dossier_move

    def make(event: Any = None, **fields: Any) -> Any:
        return dossier_move(handed_in(event, **fields), "submit", actor=director, today=ARRIVED)

    return make


@pytest.fixture
def period(officer: Any, opening: Any) -> Any:
    """The open period whose list is in force from January 2027; closed on Christmas Day."""
    from ratings.services import period_open

    return period_open(
        actor=officer,
        kind="standard",
        closing_day=date(2026, 12, 25),
        effective_from=date(2027, 1, 1),
    )
