"""A federation of any size with one open period: invented persons, a published list, packed events.

Made by statements over number series, for a million persons made one by one would take longer than what is measured.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from players.models import RatingList
from ratings.bulk_database import insert_rows
from ratings.bulk_reading import read_rows, store_columns
from ratings.engine.bulk.arrays import MAY_BE_FIRST, EventArrays
from ratings.engine.bulk.blob import pack, unpack_all
from ratings.engine.bulk.kernel import lines_of
from ratings.engine.bulk.rules import event_rules
from ratings.engine.results import FirstResult
from ratings.engine.version import ENGINE_VERSION
from ratings.exact import exact, first_as_json
from ratings.models import Period, RatedEvent
from tournaments.models import Entry, Event
from tournaments.rulebook.shelf import edition

BEFORE, DAY = date(2026, 10, 1), date(2026, 11, 1)
START, END = date(2026, 10, 5), date(2026, 10, 13)
RATED_AT = datetime(2026, 10, 20, tzinfo=UTC)
# The hash that stands for the record of every event: none of these events has one.
RECORD = "0" * 64
EDITION = "fide-2025-10"
GAMES_AN_EVENT, PLAYERS_AN_EVENT = 247, 55


@dataclass(frozen=True)
class Size:
    """How many persons are on the list, how many events they play, how many of them play at all."""

    persons: int
    events: int
    active: int


ORDER = [
    "person_id",
    "rating_list_id",
    "name",
    "title",
    "federation",
    "sex",
    "birth_year",
    "rating",
    "previous_rating",
    "k",
    "games",
    "games_total",
    "highest",
    "mark",
    "number",
    "region",
    "k_games",
    "inactive_lists",
    "last_played",
    "last_entered",
]


def series(size: int) -> str:
    """A table n of the numbers 1 to `size` in column i."""
    if connection.vendor == "postgresql":
        return f"(SELECT generate_series(1::bigint, {size}) AS i) AS n"
    return f"(WITH RECURSIVE m(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM m WHERE i < {size}) SELECT i FROM m) AS n"


def make_persons(size: int) -> None:
    """Persons 1 to `size`; one in eight is under nineteen, one in a hundred has a title."""
    columns = (
        "id, surname, given_name, patronymic, latin_surname, latin_given_name, sex, birth, federation, club, title, "
        "title_undated, national_id, fide_id, organisation, email, created_at, search_key, sort_key_en, sort_key_hr, "
        "sort_key_ru, sort_key_uk, sort_key_es"
    )
    values = (
        "i, 'Invented' || (i * 7919 % 100003), 'Player ' || i, '', '', '', CASE WHEN i % 9 = 0 THEN 'w' ELSE 'm' END, "
        "CAST(CASE WHEN i % 8 = 0 THEN 2008 + i % 10 ELSE 1940 + i % 65 END AS text) || '-06-15', 'INV', '', "
        "CASE WHEN i % 100 = 0 THEN 'FM' ELSE '' END, '', '', CAST(1000000 + i AS text), '', '', "
        f"'{datetime(2026, 1, 1, tzinfo=UTC):%Y-%m-%d %H:%M:%S}', '', '', '', '', '', ''"
    )
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO players_person ({columns}) SELECT {values} FROM {series(size)}")


def make_list(size: int) -> RatingList:
    """A published list of persons 1 to `size`: one in three has not played for more than a year."""
    made = RatingList.objects.create(
        key="standard-before",
        kind="standard",
        effective_from=BEFORE,
        edition=EDITION,
        engine_version=ENGINE_VERSION,
    )
    rating = "(1400 + i * 7919 % 1301)"
    born = "CASE WHEN i % 8 = 0 THEN 2008 + i % 10 ELSE 1940 + i % 65 END"
    values = {
        "person_id": "i",
        "rating_list_id": str(made.pk),
        "name": "'Invented' || (i * 7919 % 100003) || ', Player ' || i",
        "title": "CASE WHEN i % 100 = 0 THEN 'FM' ELSE '' END",
        "federation": "'INV'",
        "sex": "CASE WHEN i % 9 = 0 THEN 'w' ELSE 'm' END",
        "birth_year": born,
        "rating": rating,
        "previous_rating": rating,
        "k": f"CASE WHEN {rating} >= 2400 THEN 10 WHEN i % 8 = 0 AND {rating} < 2300 THEN 40 ELSE 20 END",
        "games": "0",
        "games_total": "40 + i % 500",
        "highest": rating,
        "mark": "CASE WHEN i % 3 = 0 THEN 'inactive' ELSE '' END",
        "number": "CAST(1000000 + i AS text)",
        "region": "''",
        "k_games": "NULL",
        "inactive_lists": "CASE WHEN i % 3 = 0 THEN 1 + i % 30 ELSE 0 END",
        "last_played": _day(
            "CASE WHEN i % 3 = 0 THEN '2024-01-07' WHEN i % 50 = 1 THEN '2025-10-12' ELSE '2026-05-03' END"
        ),
        "last_entered": "NULL",
    }
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO players_listedrating ({', '.join(ORDER)}) "
            f"SELECT {', '.join(values[name] for name in ORDER)} FROM {series(size)}"
        )
        cursor.execute(
            "INSERT INTO players_currentrating (person_id, kind, rating_list_id, rating, k, games_total, highest) "
            "SELECT person_id, 'standard', rating_list_id, rating, k, games_total, highest FROM players_listedrating "
            f"WHERE rating_list_id = {made.pk}"
        )
    made.sha256, made.player_count, made.state = "0" * 64, size, RatingList.State.PUBLISHED
    made.save()
    return made


def _day(text: str) -> str:
    return f"CAST({text} AS date)" if connection.vendor == "postgresql" else text


def events_of(size: Size) -> Iterator[tuple[int, EventArrays]]:
    """Events by chance from a fixed seed; of twenty players one has no rating, of forty games one is not played."""
    chance = np.random.default_rng(20261101)
    for number in range(1, size.events + 1):
        persons = np.unique(chance.integers(1, size.active + 1, PLAYERS_AN_EVENT))
        count = len(persons)
        ratings = 1400 + persons * 7919 % 1301
        unrated = chance.random(count) < 0.05
        persons = np.where(unrated, size.persons + 1 + (persons + number) % (size.active // 4 + 1), persons)
        persons, kept = np.unique(persons, return_index=True)
        ratings = np.where(unrated, 0, ratings)[kept]
        count = len(persons)
        white = chance.integers(0, count, GAMES_AN_EVENT)
        black = (white + 1 + chance.integers(0, count - 1, GAMES_AN_EVENT)) % count
        codes = chance.integers(0, 3, GAMES_AN_EVENT)
        codes[chance.random(GAMES_AN_EVENT) < 0.025] = 9
        factors = np.where(ratings >= 2400, 10, np.where((persons % 8 == 0) & (ratings < 2300), 40, 20))
        yield (
            number,
            EventArrays(
                persons=persons,
                numbers=np.arange(1, count + 1),
                ratings=ratings,
                factors=np.where(ratings > 0, factors, 0),
                entry_marks=np.where(ratings == 0, MAY_BE_FIRST, 0),
                white=white,
                black=black,
                codes=codes,
                first_day=START.toordinal(),
                last_day=END.toordinal(),
            ),
        )


@transaction.atomic
def make_register(size: Size) -> RatingList:
    """Persons and the list before; the columns of its numbers are kept as a publication over arrays keeps them."""
    make_persons(size.persons + size.active // 4 + 1)
    before = make_list(size.persons)
    store_columns(before, read_rows(before))
    return before


@transaction.atomic
def make_period(size: Size, before: RatingList, day: date, first: int) -> Period:
    """An open period with its packed events and their stored lines; the events are numbered from `first`."""
    period = Period.objects.create(kind="standard", closing_day=day, effective_from=day)
    Event.objects.bulk_create(
        [
            Event(
                pk=first + place, name=f"Invented Open {place}", start=START, end=END, rating_kind="standard"
            )
            for place in range(size.events)
        ],
        batch_size=1000,
    )
    blobs: list[bytes] = []
    for place, arrays in events_of(size):
        blobs.append(pack(arrays))
        if len(blobs) == 2000 or place == size.events:
            _store(blobs, first + place - len(blobs), period, before)
            blobs = []
    return period


def _store(blobs: list[bytes], first: int, period: Period, before: RatingList) -> None:
    RatedEvent.objects.bulk_create(
        [
            RatedEvent(
                pk=first + place,
                event_id=first + place,
                period=period,
                kind="standard",
                edition=EDITION,
                edition_sha256=edition(EDITION).sha256,
                method="per_game",
                record_sha256=RECORD,
                rating_list=before,
                engine_version=ENGINE_VERSION,
                rated_at=RATED_AT,
                received_on=START,
                packed=blob,
            )
            for place, blob in enumerate(blobs)
        ],
        batch_size=200,
    )
    arrays = unpack_all(blobs, [0] * len(blobs))
    base = (Entry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    with connection.cursor() as cursor:
        insert_rows(cursor, "tournaments_entry", ENTRY_COLUMNS, _entries(arrays, base, first))
        insert_rows(cursor, "ratings_ratedentry", LINE_COLUMNS, _lines(arrays, base, first))


ENTRY_COLUMNS = [
    "id",
    "number",
    "name",
    "sex",
    "title",
    "federation",
    "birth",
    "fide_id",
    "national_id",
    "club",
    "rating",
    "rating_source",
    "other_source",
    "start_source",
    "version",
    "person_id",
    "event_id",
    "source_cells",
]
LINE_COLUMNS = [
    "own_rating",
    "opponents_rating",
    "games",
    "score_halves",
    "expected",
    "k",
    "k_nominal",
    "gain",
    "change",
    "first_rating",
    "first_part",
    "facts",
    "coefficient",
    "number",
    "entry_id",
    "person_id",
    "rated_event_id",
]


def _entries(arrays: Any, base: int, first: int) -> Iterator[tuple[Any, ...]]:
    numbers = _numbers(arrays.events)
    for place in range(arrays.entry_count):
        person = int(arrays.persons[place])
        yield (
            base + place,
            numbers[place],
            f"Player {person}",
            *("",) * 7,
            int(arrays.ratings[place]) or None,
            *("",) * 3,
            1,
            person,
            first + int(arrays.events[place]),
            "[]",
        )


def _lines(arrays: Any, base: int, first: int) -> Iterator[tuple[Any, ...]]:
    lines = lines_of(arrays, [event_rules(edition(EDITION))])
    numbers = _numbers(arrays.events)
    for place in range(arrays.entry_count):
        rating, k = int(arrays.ratings[place]), int(arrays.factors[place])
        gain = Fraction(int(lines.gain[place]), 100)
        part = {}
        if lines.counts[place]:
            part = first_as_json(
                FirstResult(
                    int(lines.games[place]),
                    int(lines.halves[place]),
                    Fraction(int(lines.opponents_sum[place])),
                    Fraction(int(lines.ru_top[place]), int(lines.ru_bottom[place])),
                    int(lines.met[place]),
                )
            )
        yield (
            rating or None,
            "",
            int(lines.games[place]),
            int(lines.halves[place]),
            "",
            k or None,
            k or None,
            exact(gain),
            exact(k * gain),
            "",
            json.dumps(part),
            "{}",
            "{}",
            numbers[place],
            base + place,
            int(arrays.persons[place]),
            first + int(arrays.events[place]),
        )


def _numbers(events: NDArray[Any]) -> list[int]:
    """Start numbers within each event."""
    starts = np.searchsorted(events, events)
    return (np.arange(len(events)) - starts + 1).tolist()
