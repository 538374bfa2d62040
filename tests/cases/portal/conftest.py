"""What the cases share: the federation of the rating tests, a commission, lists typed in, a clock that stands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tests.commission.conftest import account, director, member, sign
from tests.ratings.conftest import freeze, officer, opening, people, period, played, publish, rate

__all__ = [
    "account",
    "director",
    "freeze",
    "member",
    "officer",
    "opening",
    "people",
    "period",
    "played",
    "publish",
    "rate",
    "sign",
]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[..., datetime]:
    """Makes it a moment of universal time for the portal: `clock(2026, 10, 31, 23, 30)`."""
    from django.utils import timezone

    def stand(*moment: int) -> datetime:
        now = datetime(*moment, tzinfo=UTC)  # type: ignore[misc, arg-type]
        monkeypatch.setattr(timezone, "now", lambda: now)
        return now

    return stand


@pytest.fixture
def typed_list(db: Any) -> Callable[..., Any]:
    """Publishes a list of just these figures: {person: (rating, K)}, as if it had come from elsewhere."""
    from players.models import ListedRating, RatingList

    def make(day: date, figures: Mapping[Any, tuple[int, int]], *, games_total: int = 100) -> Any:
        chosen = RatingList.objects.create(
            key=f"standard-{day}",
            kind="standard",
            effective_from=day,
            edition="fide-2025-10",
            sha256=f"{day:%Y%m%d}" * 8,
        )
        ListedRating.objects.bulk_create(
            ListedRating(
                rating_list=chosen,
                person=person,
                name=person.name,
                federation=person.federation,
                rating=rating,
                k=k,
                games_total=games_total,
                highest=rating,
            )
            for person, (rating, k) in figures.items()
        )
        RatingList.objects.filter(pk=chosen.pk).update(state="published")
        chosen.refresh_from_db()
        return chosen

    return make


@pytest.fixture
def directed(director: Any) -> Callable[..., Any]:
    """Makes an event as its director does: registered before its start, results entered game by game, finished.

    Players take the numbers 1, 2, ...; boards of each round as (White, Black, code).
    """
    from tournaments.models import Game, Round, Seat
    from tournaments.services import (
        entries_add,
        entries_number,
        event_create,
        event_finish,
        event_register,
        record_result,
    )

    def make(players: Sequence[Any], boards: Iterable[Iterable[tuple[int, int, str]]], **fields: Any) -> Any:
        rounds = [list(row) for row in boards]
        start = fields.pop("start", date(2026, 3, 7))
        event = event_create(
            actor=director,
            **{
                "name": "Invented Cup",
                "city": "Inventown",
                "federation": "INV",
                "start": start,
                "end": start + timedelta(days=len(rounds) - 1),
                "rate_of_play": "90 min + 30 s",
                "system": "swiss",
                "rounds_planned": len(rounds),
                "numbering": "typed",
                "chief_arbiter_name": "Ana",
                "organiser": "SK Inventown",
            }
            | fields,
        )
        entries = entries_add(event, actor=director, rows=[{"person": person} for person in players])
        event = event_register(event, actor=director, on=start - timedelta(days=9))
        entries_number(
            event, actor=director, numbers={entry.pk: number for number, entry in enumerate(entries, 1)}
        )
        for number, row in enumerate(rounds, start=1):
            stored = Round.objects.create(event=event, number=number, day=start + timedelta(days=number - 1))
            for board, (white, black, _code) in enumerate(row, start=1):
                game = Game.objects.create(
                    round=stored, board=board, white=entries[white - 1], black=entries[black - 1]
                )
                Seat.objects.create(round=stored, entry=game.white, game=game, colour="w")
                Seat.objects.create(round=stored, entry=game.black, game=game, colour="b")
            for game, (_white, _black, code) in zip(stored.games.all(), row, strict=True):
                record_result(game, actor=director, code=code, version=game.version)
        event_finish(event, actor=director)
        event.refresh_from_db()
        return event

    return make


@pytest.fixture
def accepted(director: Any, officer: Any, member: Any, sign: Any) -> Callable[[Any], Any]:
    """Takes a finished event to an accepted dossier: report, two signatures, review; refusals are waived."""
    from commission.findings import open_refusals
    from commission.services import dossier_move, dossier_of, finding_dismiss
    from reports.services import report_hand_in

    def make(event: Any) -> Any:
        event.refresh_from_db()
        sign(report_hand_in(event, actor=director, place="Inventown"), director, officer)
        dossier = dossier_move(dossier_of(event), "submit", actor=director)
        for refusal in open_refusals(dossier):
            finding_dismiss(
                dossier, actor=member, fingerprint=refusal.finding.fingerprint, reason="Decision 12"
            )
        return dossier_move(dossier, "accept", actor=member)

    return make


@pytest.fixture
def standing() -> Callable[..., Any]:
    """The standing calculation of a person in an event."""
    from ratings.models import RatedEntry

    def find(person: Any, event: Any) -> Any:
        return RatedEntry.objects.get(person=person, rated_event__event=event, rated_event__current=True)

    return find
