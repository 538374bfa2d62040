"""The rows of a great list into the database, and out of it again for its files.

Most rows are those of the list before, copied by one statement in the form `listing.carried_over` describes. What
differs from that form was computed before and waits in a temporary table. Names and the like are the register's.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from django.db import connection, transaction

from players.models import RatingList
from players.titles import titles_otherwise
from players.transliteration import latin
from ratings.bulk_database import ROWS, insert_rows, is_postgres, part_table, streamed, table_of_list
from ratings.engine.bulk.arrays import ListAfter
from ratings.engine.bulk.listing import MARKS
from ratings.engine.list_rows import INACTIVE
from ratings.list_contents import TITLED, BuiltRow, Identity

# Nothing in these statements comes from outside: the names are the models', the values are parameters.
# ruff: noqa: S608
CHANGED = "changed_rows"
TITLES = "titles_of_the_day"
FIGURES = (
    "rating",
    "previous_rating",
    "k",
    "k_games",
    "games",
    "games_total",
    "highest",
    "mark",
    "inactive_lists",
    "last_played",
    "last_entered",
)
WHO = ("name", "title", "federation", "sex", "birth_year", "number", "region")
COLUMNS = ("rating_list_id", "person_id", *WHO, *FIGURES)
DAYS = ("last_played", "last_entered")
SURNAME = "CASE WHEN p.latin_surname <> '' THEN p.latin_surname ELSE p.surname END"
GIVEN_NAME = "CASE WHEN p.latin_given_name <> '' THEN p.latin_given_name ELSE p.given_name END"
# `Person.latin_name`
LATIN_NAME = f"CASE WHEN {GIVEN_NAME} <> '' THEN {SURNAME} || ', ' || {GIVEN_NAME} ELSE {SURNAME} END"
Figures = tuple[int | str | date | None, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """Rows that are not simply copied: the person, whether he is on the list at all, and his figures."""

    person_id: int
    shown: bool
    figures: Figures


def of_arrays(rows: ListAfter) -> Iterator[Changed]:
    """Rows computed over arrays."""
    numbers = np.stack(
        (
            rows.persons,
            rows.rating,
            rows.previous_rating,
            rows.k,
            rows.k_games,
            rows.games,
            rows.games_total,
            rows.highest,
            rows.marks,
            rows.inactive_lists,
            rows.last_played,
        ),
        axis=1,
    ).tolist()
    days = _DaysByCount()
    for person, rating, before, k, k_games, games, total, highest, mark, lists, played in numbers:
        figures = (
            rating or None,
            before or None,
            k or None,
            None if k_games < 0 else k_games,
            games,
            total,
            highest or None,
            MARKS[mark],
            lists,
            days[played],
            None,
        )
        yield Changed(person, True, figures)


class _DaysByCount(dict[int, date | None]):
    """Days by the common calendar's count, 0 for none; each is made once."""

    def __missing__(self, count: int) -> date | None:
        self[count] = found = date.fromordinal(count) if count else None
        return found


def of_row(row: BuiltRow) -> Changed:
    """A row that the exact builder made."""
    return Changed(row.person_id, True, tuple(getattr(row, name) for name in FIGURES))


def of_titled(person_id: int) -> Changed:
    """A titled player without a rating, shown by himself (9.22)."""
    return Changed(person_id, True, (None, None, None, None, 0, 0, None, TITLED, 0, None, None))


def without_row(person_id: int) -> Changed:
    """Somebody of the list before who is not on this one."""
    return Changed(person_id, False, (None, None, None, None, 0, 0, None, "", 0, None, None))


def write_rows(rating_list: RatingList, period_id: int, changed: Iterable[Changed]) -> None:
    """Fill a list that is not published yet; every person once. Runs in the caller's transaction."""
    with connection.cursor() as cursor:
        keep_changed(cursor, changed)
        keep_titles(cursor, rating_list.effective_from)
        with table_of_list(cursor, rating_list.pk, period_id) as table:
            copy_unchanged(cursor, table, rating_list.pk, rating_list.previous_id)
            copy_changed(cursor, table, rating_list.pk)


def write_part(
    list_id: int, previous_id: int | None, day: date, changed: Iterable[Changed], first: int, last: int
) -> None:
    """Fill the rows of a range of persons into the table of a list in parts, instead of what stands there of it.

    `day` is the first day of the list.
    """
    with connection.cursor() as cursor:
        table = part_table(list_id)
        cursor.execute(f'DELETE FROM "{table}" WHERE person_id BETWEEN %s AND %s', [first, last])
        keep_changed(cursor, changed)
        keep_titles(cursor, day)
        copy_unchanged(cursor, table, list_id, previous_id, first, last)
        copy_changed(cursor, table, list_id)


def totals_of(table: str, list_id: int) -> tuple[int, ...]:
    """Of the rows in a table that are a list's: `Computed.totals`."""
    sums = ", ".join(f"COALESCE(SUM({name}), 0)" for name in ("rating", "k", "games_total", "person_id"))
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT COUNT(*), {sums} FROM "{table}" WHERE rating_list_id = %s', [list_id])
        return tuple(int(value) for value in cursor.fetchone())


def keep_changed(cursor: Any, changed: Iterable[Changed]) -> None:
    """Put the changed rows into a temporary table, anew."""
    kinds = ", ".join(f"{name} {_kind(name)}" for name in FIGURES)
    cursor.execute(f"DROP TABLE IF EXISTS {CHANGED}")
    cursor.execute(
        f"CREATE TEMPORARY TABLE {CHANGED} (person_id bigint PRIMARY KEY, shown smallint NOT NULL, {kinds})"
    )
    rows = ((row.person_id, int(row.shown), *_stored(row.figures)) for row in changed)
    insert_rows(cursor, CHANGED, ("person_id", "shown", *FIGURES), rows)
    if is_postgres():
        cursor.execute(f"ANALYZE {CHANGED}")


def keep_titles(cursor: Any, day: date) -> None:
    """Put the titles that were others on the list's day than they are today into a temporary table, anew."""
    cursor.execute(f"DROP TABLE IF EXISTS {TITLES}")
    cursor.execute(
        f"CREATE TEMPORARY TABLE {TITLES} (person_id bigint PRIMARY KEY, title varchar(3) NOT NULL)"
    )
    insert_rows(cursor, TITLES, ("person_id", "title"), sorted(titles_otherwise(day).items()))


def copy_unchanged(
    cursor: Any,
    table: str,
    list_id: int,
    previous_id: int | None,
    first: int | None = None,
    last: int | None = None,
) -> None:
    """The rated rows of the list before that are not among the changed ones, of all or of a range of persons.

    Who was inactive is so on one list more. The form is held to `listing.carried_over` by a test.
    """
    if previous_id is None:
        return
    figures = {
        "previous_rating": "b.rating",
        "games": "0",
        "mark": f"CASE WHEN b.inactive_lists > 0 THEN '{INACTIVE}' ELSE '' END",
        "inactive_lists": "CASE WHEN b.inactive_lists > 0 THEN b.inactive_lists + 1 ELSE 0 END",
        "last_entered": _nothing("last_entered"),
    }
    values = [figures.get(name, f"b.{name}") for name in FIGURES]
    bounds, parameters = "", [list_id, previous_id]
    if first is not None and last is not None:
        bounds = "AND b.person_id BETWEEN %s AND %s"
        parameters += [first, last]
    cursor.execute(
        f'INSERT INTO "{table}" ({", ".join(COLUMNS)}) SELECT %s, b.person_id, {_who()}, {", ".join(values)} '
        f"FROM {ROWS} b JOIN players_person p ON p.id = b.person_id "
        f"WHERE b.rating_list_id = %s AND b.rating IS NOT NULL {bounds} "
        f"AND NOT EXISTS (SELECT 1 FROM {CHANGED} c WHERE c.person_id = b.person_id) ORDER BY b.person_id",
        parameters,
    )


def copy_changed(cursor: Any, table: str, list_id: int) -> None:
    """The changed rows."""
    figures = ", ".join(f"c.{name}" for name in FIGURES)
    cursor.execute(
        f'INSERT INTO "{table}" ({", ".join(COLUMNS)}) SELECT %s, c.person_id, {_who()}, {figures} '
        f"FROM {CHANGED} c JOIN players_person p ON p.id = c.person_id WHERE c.shown = 1 ORDER BY c.person_id",
        [list_id],
    )


def roll_up(rating_list: RatingList) -> None:
    """Make the changed rows' figures the current ones of their players; the others' stand already.

    A current figure names the list that brought it, so one that is the same as before stays as it is.
    """
    names = ("rating", "k", "games_total", "highest")
    differs = "IS DISTINCT FROM" if is_postgres() else "IS NOT"
    news = " OR ".join(f"players_currentrating.{name} {differs} excluded.{name}" for name in names)
    sets = ", ".join(f"{name} = excluded.{name}" for name in ("rating_list_id", *names))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO players_currentrating (person_id, kind, rating_list_id, {', '.join(names)}) "
            f"SELECT person_id, %s, %s, {', '.join(names)} FROM {CHANGED} "
            "WHERE shown = 1 AND mark <> %s ORDER BY person_id "
            f"ON CONFLICT (person_id, kind) DO UPDATE SET {sets} WHERE {news}",
            [rating_list.kind, rating_list.pk, TITLED],
        )


def rows_of(rating_list: RatingList) -> Iterator[list[BuiltRow]]:
    """The rows of a list with the spelling in Latin letters, by rising person, some thousands at a time."""
    shown = ("person_id", *WHO, *FIGURES)
    sql = (
        f"SELECT {', '.join(f'b.{name}' for name in shown)}, {LATIN_NAME} FROM {ROWS} b "
        "JOIN players_person p ON p.id = b.person_id WHERE b.rating_list_id = %s ORDER BY b.person_id"
    )
    for rows in streamed(sql, [rating_list.pk]):
        yield [_built(row) for row in rows]


def names_sha256(day: date, persons: Collection[int]) -> str:
    """The hash of all that the list of a day would print of these persons beside the numbers."""
    found = hashlib.sha256()
    sql = f"SELECT p.id, {_who()}, {LATIN_NAME} FROM players_person p ORDER BY p.id"
    with transaction.atomic():
        with connection.cursor() as cursor:
            keep_titles(cursor, day)
        for rows in streamed(sql, []):
            for row in rows:
                if row[0] in persons:
                    found.update(repr(row).encode())
    return found.hexdigest()


def _built(row: tuple[Any, ...]) -> BuiltRow:
    person, name, title, federation, sex, born, number, region, *figures, spelled = row
    identity = Identity(
        name=name,
        title=title,
        federation=federation,
        sex=sex,
        birth_year=born,
        latin_name=spelled if spelled.isascii() else latin(spelled),
        number=number,
        region=region,
    )
    values = dict(zip(FIGURES, figures, strict=True))
    for name in DAYS:
        if isinstance(values[name], str):
            values[name] = date.fromisoformat(values[name])
    return BuiltRow(person_id=person, identity=identity, **values)


def _who() -> str:
    """What a list prints of person `p` beside the numbers, in the order of WHO: `list_contents.identity_of`."""
    digits = "translate(substr(p.birth, 1, 4), '0123456789', '') = ''"
    if not is_postgres():
        digits = "substr(p.birth, 1, 4) NOT GLOB '*[^0-9]*'"
    return (
        "CASE WHEN p.given_name <> '' THEN p.surname || ', ' || p.given_name ELSE p.surname END, "
        f"COALESCE((SELECT t.title FROM {TITLES} t WHERE t.person_id = p.id), p.title), p.federation, p.sex, "
        f"CASE WHEN p.birth <> '' AND {digits} THEN CAST(substr(p.birth, 1, 4) AS integer) END, "
        "p.fide_id, ''"
    )


def _kind(name: str) -> str:
    if name in DAYS:
        return "date"
    return "varchar(10)" if name == "mark" else "integer"


def _nothing(name: str) -> str:
    return f"CAST(NULL AS {_kind(name)})" if is_postgres() else "NULL"


def _stored(figures: Figures) -> Figures:
    """The figures as the database takes them: SQLite keeps days as text."""
    if is_postgres():
        return figures
    return tuple(value.isoformat() if isinstance(value, date) else value for value in figures)
