"""A whole rating period out of the database and back: 1.5 million players, half a million games, then five million.

The ordinary run takes a hundredth and holds equality with the exact builder alone; `FULL_SIZE=1` is the full size and
holds the ratios. All are taken in one run, in turn, on the database that the tests run on:

* to reading the same rows and writing the same keyed tables without computing anything: at most 1.5;
* to the straightforward service (objects of games and of rows, `bulk_create`), measured on a share and scaled: 1/10;
* of ten times the games: at most 4;
* the greatest memory of a process that does nothing else: under a gigabyte.

What is measured ends with the commit of rows, numbers for the next period and current ratings. The files of a
published list (canonical bytes, CSV, JSON, XML, text) are written after that and are told beside.
"""

import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction

from players.models import CurrentRating, ListedRating, RatingList
from ratings import played
from ratings.building import build_rows, persons_concerned
from ratings.bulk_computing import compute
from ratings.bulk_database import insert_rows, is_postgres, part_table
from ratings.bulk_files import write_files
from ratings.bulk_reading import LINE, _base, _births, read_events, store_columns
from ratings.bulk_writing import roll_up, rows_of, write_rows
from ratings.corrections import NOW
from ratings.engine.bulk.blob import unpack_all
from ratings.engine.bulk.kernel import lines_of
from ratings.engine.bulk.rules import all_event_rules
from ratings.engine.tables import pd_hundredths
from ratings.list_contents import identities_of
from ratings.models import ListFile, Period, RatedEntry, RatedEvent
from tests.benchmarks.period_data import DAY, EDITION, END, RECORD, Size, make_period, make_register
from tests.core.test_workers_killed import database_url
from tournaments.models import Entry, Game, Round
from tournaments.rulebook.shelf import edition

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]

FULL = os.environ.get("FULL_SIZE") == "1"
SCALE = 100 if FULL else 1
MONTH = Size(15_000 * SCALE, max(20, 2_025 * SCALE // 100), 1_000 * SCALE)
YEAR = Size(15_000 * SCALE, max(60, 20_856 * SCALE // 100), 2_990 * SCALE)
LATER = date(2026, 12, 1)
ROUNDS = 5
SHARE_EVENTS, SHARE_ROWS = (40, 30_000) if FULL else (2, 300)
MOST_OF_FLOOR, LEAST_OF_ORM, MOST_GROWTH, MOST_MEGABYTES = 1.5, 10, 4, 1000
LEAST_OF_LOOP = 5
ROOT = Path(__file__).resolve().parents[2]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def computing(work: Callable[[], object]) -> float:
    """Seconds of this process's own computing."""
    start = time.process_time()
    work()
    return time.process_time() - start


def new_list(period: Period, players: int) -> RatingList:
    previous = RatingList.objects.get(key="standard-before")
    return RatingList.objects.create(
        key="next", kind="standard", effective_from=period.effective_from, edition=EDITION, previous=previous,
        player_count=players,
    )  # fmt: skip


@transaction.atomic
def recompute(period: Period) -> RatingList:
    """The period's list into the database, up to its files."""
    computed = compute(period)
    made = new_list(period, computed.rated_count)
    write_rows(made, period.pk, computed.changed())
    store_columns(made, computed.base())
    roll_up(made)
    return made


@transaction.atomic
def floor(period: Period) -> RatingList:
    """The same rows read, the same tables written with their keys, of the rows before; nothing is computed.

    The current ratings of those who played are written too, as they were.
    """
    standing = RatedEvent.objects.filter(period=period, current=True).order_by("event__start", "event_id")
    blobs = [bytes(packed) for _pk, _key, packed in standing.values_list("pk", "edition", "packed")]
    arrays = unpack_all(blobs, [0] * len(blobs))
    previous = RatingList.objects.get(key="standard-before")
    before, _corrected = _base(previous, NOW)
    _births(period)
    list(_lines_of(period))
    made = new_list(period, arrays.entry_count)
    write_rows(made, period.pk, ())
    store_columns(made, before)
    write_current(made, [(person,) for person in set(arrays.persons[arrays.ratings > 0].tolist())])
    return made


def write_current(made: RatingList, persons: list[tuple[int]]) -> None:
    """Current ratings of these persons, out of the rows of a list."""
    figures = ("rating_list_id", "rating", "k", "games_total", "highest")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS players_of_period")
        cursor.execute("CREATE TEMPORARY TABLE players_of_period (person_id bigint PRIMARY KEY)")
        insert_rows(cursor, "players_of_period", ("person_id",), persons)
        cursor.execute(
            f"INSERT INTO players_currentrating (person_id, kind, {', '.join(figures)}) "
            f"SELECT b.person_id, 'standard', {', '.join(f'b.{name}' for name in figures)} "
            "FROM players_listedrating b JOIN players_of_period p ON p.person_id = b.person_id "
            "WHERE b.rating_list_id = %s ORDER BY b.person_id ON CONFLICT (person_id, kind) "
            f"DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in figures)}",
            [made.pk],
        )


def _lines_of(period: Period) -> Any:

    rows = RatedEntry.objects.filter(rated_event__in=RatedEvent.objects.filter(current=True, period=period))
    return rows.values_list(*LINE).iterator()


def take_back(made: RatingList) -> None:
    """Leave the database as it was before a list was made."""
    with transaction.atomic(), connection.cursor() as cursor:
        changed = CurrentRating.objects.filter(rating_list=made)
        previous = RatingList.objects.get(key="standard-before")
        CurrentRating.objects.filter(
            rating_list=made, person_id__gt=MONTH.persons
        ).delete()  # those who are new on the list
        if changed.exists():
            columns = ("rating", "k", "games_total", "highest")
            sets = ", ".join(f"{name} = b.{name}" for name in columns)
            cursor.execute(
                f"UPDATE players_currentrating SET rating_list_id = %s, {sets} FROM players_listedrating b "
                "WHERE b.rating_list_id = %s AND b.person_id = players_currentrating.person_id "
                "AND players_currentrating.rating_list_id = %s",
                [previous.pk, previous.pk, made.pk],
            )
        ListFile.objects.filter(rating_list=made).delete()
        if is_postgres():
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(f'ALTER TABLE players_listedrating DETACH PARTITION "{part_table(made.pk)}"')
            cursor.execute(f'DROP TABLE "{part_table(made.pk)}"')
        else:
            cursor.execute("DELETE FROM players_listedrating WHERE rating_list_id = %s", [made.pk])
        cursor.execute("DELETE FROM players_ratinglist WHERE id = %s", [made.pk])


def rounds(period: Period, *works: Callable[[Period], RatingList]) -> list[float]:
    """The shortest time of each work, in turn."""
    times: list[list[float]] = [[] for _work in works]
    for _round in range(ROUNDS if FULL else 1):
        for own, work in zip(times, works, strict=True):
            found: list[RatingList] = []
            own.append(seconds(lambda work=work, found=found: found.append(work(period))))  # type: ignore[misc]
            take_back(found[0])
    return [min(own) for own in times]


def make_games(period: Period, events: int) -> None:
    """The games of some packed events as rows, for the service that reads them one by one."""
    rated = RatedEvent.objects.filter(period=period).order_by("event_id")[:events]
    codes = {0: "1-0", 1: "1/2-1/2", 2: "0-1"}
    for calculation in rated:
        arrays = unpack_all([bytes(calculation.packed or b"")], [0])
        entries = list(Entry.objects.filter(event_id=calculation.event_id).order_by("number"))
        Entry.objects.bulk_update(_with_factors(entries, arrays.factors.tolist()), ["rating_k"])
        played_round = Round.objects.create(event_id=calculation.event_id, number=1)
        Game.objects.bulk_create(
            [
                Game(
                    round=played_round,
                    board=board,
                    white=entries[white],
                    black=entries[black],
                    code=codes[code],
                )
                for board, (white, black, code) in enumerate(
                    zip(arrays.white.tolist(), arrays.black.tolist(), arrays.codes.tolist(), strict=True), 1
                )
                if code in codes
            ]
        )


def _with_factors(entries: list[Entry], factors: list[int]) -> list[Entry]:
    for entry, factor in zip(entries, factors, strict=True):
        entry.rating_k = factor or None
    return entries


def change_of(own: int, other: int, halves: int) -> int:
    """Score minus expectation in hundredths, under the text of October 2025."""
    gap = own - other
    return 50 * halves - pd_hundredths(gap if own >= 2650 else max(-400, min(400, gap)))


def read_games_by_objects(period: Period) -> dict[int, int]:
    """The straightforward half: games as objects, changes in a dictionary (a rated player's K times his gains)."""
    halves = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
    changes: dict[int, int] = defaultdict(int)
    games = Game.objects.filter(round__event__calculations__period=period).select_related("white", "black")
    for game in games.iterator():
        sides = ((game.white, game.black, halves[game.code]), (game.black, game.white, 2 - halves[game.code]))
        for own, other, score in sides:
            if own.rating and other.rating and own.person_id:
                changes[own.person_id] += (own.rating_k or 20) * change_of(own.rating, other.rating, score)
    return changes


@transaction.atomic
def write_rows_by_objects(rows: int, changes: dict[int, int]) -> None:
    """The other half: rows as objects, written by `bulk_create`, and the current ratings with them; taken back."""
    previous = RatingList.objects.get(key="standard-before")
    made = RatingList.objects.create(key="orm", kind="rapid", effective_from=DAY, edition=EDITION)
    names = [field.attname for field in ListedRating._meta.concrete_fields]
    written, current = [], []
    for row in previous.rows.filter(person_id__lte=rows).select_related("person").iterator():
        values = {name: getattr(row, name) for name in names} | {
            "rating_list_id": made.pk,
            "name": row.person.name,
        }
        values["previous_rating"] = row.rating
        values["rating"] = (row.rating or 0) + changes.get(row.person_id, 0) // 100
        written.append(ListedRating(**values))
        current.append(
            CurrentRating(person_id=row.person_id, kind="rapid", rating_list=made, rating=values["rating"])
        )
    ListedRating.objects.bulk_create(written, batch_size=500)
    CurrentRating.objects.bulk_create(current, batch_size=500)
    transaction.set_rollback(True)


def megabytes(period: Period) -> int:
    """The greatest memory of a process that recomputes the period and nothing else."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "DATABASE_URL": database_url(),
        "TEST_FOLDER": str(settings.FOLDER),
    }
    connection.close()
    told = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.period_memory", str(period.pk)],
        cwd=ROOT, env=environment, capture_output=True, timeout=900,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr.decode()
    return int(told.stdout.split()[-1])


def assert_kernel_equals_a_plain_loop_and_is_faster(period: Period, capsys: Any) -> None:
    """Game by game in Python: the same sum of changes, slower."""
    events = read_events(period, NOW)
    arrays = events.period
    ratings, codes = arrays.ratings.tolist(), arrays.codes.tolist()
    white, black = arrays.white.tolist(), arrays.black.tolist()
    halves = {0: 2, 1: 1, 2: 0}

    def loop() -> list[int]:
        gains = [0] * arrays.entry_count
        for own, other, code in zip(white, black, codes, strict=True):
            if code in halves and ratings[own] and ratings[other]:
                gains[own] += change_of(ratings[own], ratings[other], halves[code])
                gains[other] += change_of(ratings[other], ratings[own], 2 - halves[code])
        return gains

    rules = all_event_rules([edition(EDITION)])
    assert lines_of(arrays, rules).gain.tolist() == loop()
    kernel, plain = min(computing(lambda: lines_of(arrays, rules)) for _ in range(5)), computing(loop)
    tell(capsys, f"kernel alone {kernel:.3f} s, a plain loop {plain:.2f} s: 1/{plain / kernel:.0f}")
    if FULL:
        assert plain > LEAST_OF_LOOP * kernel


def tell(capsys: Any, text: str) -> None:
    with capsys.disabled():
        sys.stdout.write(f"\n{connection.vendor}: {text}")


def test_a_period_costs_little_more_than_reading_and_writing_it(capsys: pytest.CaptureFixture[str]) -> None:
    before = make_register(YEAR)
    period = make_period(MONTH, before, DAY, 1)
    if is_postgres():
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    if not FULL:
        assert_rows_equal_the_exact_builder(period)
    assert_kernel_equals_a_plain_loop_and_is_faster(period, capsys)

    own, least = rounds(period, recompute, floor)
    games = len(read_events(period, NOW).period.codes)
    tell(
        capsys,
        f"{games:,} games, {MONTH.persons:,} players: {own:.2f} s, floor {least:.2f} s: {own / least:.2f}",
    )

    make_games(period, SHARE_EVENTS)
    changes: dict[int, int] = {}
    reading = seconds(lambda: changes.update(read_games_by_objects(period)))
    writing = seconds(lambda: write_rows_by_objects(SHARE_ROWS, changes))
    orm = reading * MONTH.events / SHARE_EVENTS + writing * MONTH.persons / SHARE_ROWS
    tell(
        capsys,
        f"by objects {orm:.0f} s (of {SHARE_EVENTS} events and {SHARE_ROWS:,} rows): 1/{orm / own:.1f}",
    )

    peak = megabytes(period)
    tell(capsys, f"greatest memory {peak} MB")
    if FULL:
        tell(capsys, f"files of the list {files_of(period):.1f} s")

    RatedEvent.objects.filter(period=period).update(current=False)
    later = make_period(YEAR, before, LATER, MONTH.events + 1)
    (ten_times,) = rounds(later, recompute)
    many = len(read_events(later, NOW).period.codes)
    tell(capsys, f"{many:,} games: {ten_times:.2f} s: {ten_times / own:.2f} times\n")
    if FULL:
        assert own <= MOST_OF_FLOOR * least
        assert orm >= LEAST_OF_ORM * own
        assert ten_times <= MOST_GROWTH * own
        assert peak < MOST_MEGABYTES


def files_of(period: Period) -> float:
    """How long the files of the period's list take."""
    made = recompute(period)
    spent = seconds(lambda: write_files(made, "", lambda: rows_of(made)))
    take_back(made)
    return spent


def assert_rows_equal_the_exact_builder(period: Period) -> None:
    """Every row that the list over arrays puts into the database is the exact builder's."""
    played.ENDS[RECORD] = END
    wanted = build_rows(period, identities_of(persons_concerned(period), period.kind, period.effective_from))
    made = recompute(period)
    found = [row for rows in rows_of(made) for row in rows]
    take_back(made)
    assert len(found) == len(wanted)
    for own, row in zip(found, wanted, strict=True):
        assert own.person_id == row.person_id
        for name in ("rating", "previous_rating", "k", "k_games", "games", "games_total", "highest", "mark"):
            assert getattr(own, name) == getattr(row, name), (row.person_id, name)
        assert (own.identity, own.inactive_lists, own.last_played) == (
            row.identity,
            row.inactive_lists,
            row.last_played,
        )
