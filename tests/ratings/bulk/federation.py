"""A federation of every sort of player, two events with newcomers, and a publication that is taken back."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.db import transaction

from players.models import CurrentRating, ListedRating, Person
from ratings.models import Period
from ratings.services_lists import OpeningRow, list_enter_opening, period_publish

ROW = [field.attname for field in ListedRating._meta.concrete_fields if field.attname != "rating_list_id"]
MARK, WHO = ROW.index("mark"), ROW.index("person_id")
NUMBERS = ("rating", "k", "games_total", "highest", "rating_list__key")
CODES = ["1-0", "1/2-1/2", "0-1", "1-0", "+/-", "0-1", "1/2-0", "1-0u", "1/2-1/2"]


class _Back(Exception):
    """Takes a publication back."""


def published(period: Period, officer: Any, *, bulk: bool) -> dict[str, Any]:
    """All that publishing the period's list writes, and then not kept."""
    seen: dict[str, Any] = {}
    try:
        with transaction.atomic():
            made = period_publish(Period.objects.get(pk=period.pk), actor=officer, bulk=bulk)
            seen = {
                "sha256": made.sha256,
                "count": made.player_count,
                "rows": list(made.rows.order_by("person_id").values_list(*ROW)),
                "files": sorted(
                    made.files.exclude(format="columns").values_list("format", "media_type", "sha256")
                ),
                "current": sorted(CurrentRating.objects.values_list("person_id", *NUMBERS), key=str),
            }
            raise _Back
    except _Back:
        return seen


def make_federation(people: Callable[..., list[Any]], officer: Any) -> list[Any]:
    """Ten persons on an opening list of every sort, four newcomers, and three events of the next period.

    Of the ten: one near the floor, two juniors (one who has just become an adult), one inactive, one who has not
    played for long, one with a title, one beyond 2650, one with a K that no rule gives.
    """
    births = ["1980", "2008", "2007-05-05", "1990", "1991", "1992", "", "1970-01-31", "1960", "1999"]
    persons = people(10, births=births) + people(4, births=["2010", "1985", "2000", "1977"])
    for place, fide_id in enumerate(range(900_001, 900_015)):
        Person.objects.filter(pk=persons[place].pk).update(fide_id=str(fide_id))
    Person.objects.filter(pk__in=[persons[5].pk, persons[12].pk]).update(title="FM")
    Person.objects.filter(pk=persons[6].pk).update(given_name="", surname='O"Hara, Šimić')
    Person.objects.filter(pk=persons[7].pk).update(
        latin_surname="Ivanov", latin_given_name="Pyotr", surname="Іванов"
    )
    ratings = [2000, 1900, 2290, 1401, 2100, 2398, 1850, 2700, 1700, 1600]
    rows = [
        OpeningRow(
            person.pk,
            rating,
            games_total=total,
            highest=rating,
            k=25 if place == 9 else None,
            inactive_lists=3 if place == 8 else 0,
            last_played=date(2024, 6, 1)
            if place == 8
            else date(2025, 2, 1)
            if place == 4
            else date(2025, 11, 30),
        )
        for place, (person, rating, total) in enumerate(
            zip(persons, ratings, [100, 12, 28, 100, 40, 29, 5, 900, 77, 60], strict=False)
        )
    ]
    list_enter_opening(
        actor=officer, kind="standard", effective_from=date(2025, 1, 1), edition_key="fide-2024", rows=rows
    )
    return persons


def boards(order: list[int], codes: list[str]) -> list[list[tuple[int, int, str]]]:
    """Rounds in which neighbours of a turning circle meet."""
    rounds = []
    for turn in range(5):
        circle = order[turn % len(order) :] + order[: turn % len(order)]
        rounds.append(
            [
                (circle[2 * board], circle[2 * board + 1], codes[(turn * 7 + board) % len(codes)])
                for board in range(len(circle) // 2)
            ]
        )
    return rounds


def play(played: Any, rate: Any, players: list[Any], codes: list[str], name: str, **fields: Any) -> Any:
    event = played(players, boards(list(range(1, len(players) + 1)), codes), name=name, **fields)
    return rate(event, received_on=fields["end"])


def first_events(federation: list[Any], played: Any, rate: Any) -> None:
    """Two Swiss events with newcomers, one after the other; one weak player loses all."""
    one = [federation[n] for n in (0, 1, 2, 3, 10, 11, 7, 5)]
    play(played, rate, one, CODES, "One", start=date(2026, 1, 10), end=date(2026, 1, 18), federation="INV")
    two = [federation[n] for n in (12, 0, 6, 10, 3, 13)]
    play(played, rate, two, CODES[::-1], "Two", start=date(2026, 2, 1), end=date(2026, 2, 3))
